/* serai play: a game at one keyboard, drawn on the terminal.
 *
 * The loop asks whose turn it is. Chance and bots move by themselves; a person is shown their view and asked for a move. If
 * the next player is another person and something is secret, a curtain comes between.
 *
 * Moves after the `bar` may be taken back. It is set after every chance event and bot's move, before the first move of another
 * person, and when a curtain is lifted; it never moves back. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "line.h"
#include "play.h"
#include "setup.h"

static const char HELP[] = "A number or the notation makes a move. Other words:\n"
                           "  moves [TEXT]   all legal moves, or those with TEXT in them; more goes on\n"
                           "  board          this screen again      log    what has happened\n"
                           "  score          points as known to you rules  a turn in short\n"
                           "  hint           the best moves, as far as a bot sees what you see\n"
                           "  undo           take your last move back, unless chance or another has followed\n"
                           "  save FILE      write the record; the game goes on\n"
                           "  quit           leave; the game is saved, to be resumed";

/* --- saving --- */

static int write_file(const char *name, const char *text, int flags)
{
        int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644);
        size_t n = strlen(text), done = 0;
        int kept;

        if (file < 0)
                return 0;
        while (done < n) {
                ssize_t got = write(file, text + done, n - done);

                if (got < 0 && errno != EINTR)
                        break;
                done += got > 0 ? (size_t)got : 0;
        }
        kept = errno;
        if (close(file) != 0)
                done = 0, kept = errno;
        errno = kept;
        return done == n;
}

/* Replaces a file of ours atomically, so that a full disk loses nothing; creates any other file only if it does not exist. */
static int save_as(const struct play *p, const char *name, int ours)
{
        char beside[MAX_PATH + 8], *text = record_print(&p->record);
        int saved;

        if (!text)
                return 0;
        if (ours) {
                snprintf(beside, sizeof beside, "%s.new", name);
                saved = write_file(beside, text, O_TRUNC) && rename(beside, name) == 0;
        } else
                saved = write_file(name, text, O_EXCL);
        free(text);
        return saved;
}

/* A name with the time, in the first directory that is writable. */
static int save_somewhere(struct play *p)
{
        const char *folders[] = { ".", getenv("HOME"), "/tmp" };
        time_t now = time(NULL);
        char day[32] = "game";
        struct tm local;

        if (localtime_r(&now, &local))
                strftime(day, sizeof day, "%Y%m%d-%H%M%S", &local);
        for (int i = 0; i < 3; i++)
                for (int n = 1; n < 100 && folders[i]; n++) {
                        snprintf(p->file, sizeof p->file, "%s%sserai-%s-%s", i ? folders[i] : "", i ? "/" : "", game_of(p)->name,
                                 day);
                        if (n > 1)
                                snprintf(p->file + strlen(p->file), sizeof p->file - strlen(p->file), "-%d", n);
                        strncat(p->file, ".json", sizeof p->file - strlen(p->file) - 1);
                        if (save_as(p, p->file, 0))
                                return p->written = 1;
                        if (errno != EEXIST)
                                break;
                }
        return 0;
}

static int save(struct play *p)
{
        if (*p->file && save_as(p, p->file, p->written))
                return p->written = 1;
        return save_somewhere(p);
}

static void leave(struct play *p)
{
        int saved = save(p), quietly = line_stopped() == SIGTERM || line_stopped() == SIGHUP;

        p->left = 1;
        if (quietly)
                return;
        if (!saved) {
                say(&p->terminal, WRONG, "The game could not be saved: %s.", strerror(errno));
                return;
        }
        say(&p->terminal, USUAL, "The game is saved. Resume with:");
        say(&p->terminal, LOUD, "serai play --resume %s", p->file);
}

/* --- taking back --- */

static void raise_bar(struct play *p, size_t to, const char *why, const char *who)
{
        p->bar = to;
        snprintf(p->why_barred, sizeof p->why_barred, why, who);
}

/* Whether the last move was taken back; prints why not. */
static int undo(struct play *p)
{
        if (p->record.count <= p->bar) {
                say(&p->terminal, WRONG, "%s", p->why_barred);
                return 0;
        }
        record_undo(&p->record, 1);
        for (int i = 0; i < MAX_PLAYERS; i++)
                if (p->told[i] > p->record.count)
                        p->told[i] = p->record.count;
        if (p->curtain > p->record.count)
                p->curtain = p->record.count;
        return 1;
}

/* --- asking a person --- */

static int read_answer(const struct play *p, char line[LINE_ROOM])
{
        char echo[4 * SHEET_WIDTH + 1];
        int state;

        if (p->terminal_input)
                fputs("> ", stdout);
        fflush(stdout);
        state = line_read(line);
        if (state == LINE_READ && !p->terminal_input) {
                clip(line, SHEET_WIDTH - 2, echo);
                say(&p->terminal, USUAL, "> %s", echo);
        }
        if (p->terminal_input && (state == LINE_END || state == LINE_STOPPED))
                putchar('\n');
        return state;
}

/* Trims spaces at both ends. */
static char *trim(char *line)
{
        char *end = line + strlen(line);

        while (*line == ' ' || *line == '\t')
                line++;
        while (end > line && (end[-1] == ' ' || end[-1] == '\t'))
                *--end = '\0';
        return line;
}

/* A number of the list, the notation, or the notation in the wrong case if that is unambiguous. */
static int find_move(const struct play *p, const void *view, const char *text, move *m)
{
        static move list[MAX_MOVES];
        int n = game_of(p)->legal(view, list), found = 0;
        uint64_t number;

        if (game_find(game_of(p), view, text, m))
                return 1;
        if (cli_number(text, 1, (uint64_t)n, &number)) {
                *m = list[number - 1];
                return 1;
        }
        for (int i = 0; i < n; i++) {
                char notation[MAX_MOVE_TEXT];

                game_print_move(game_of(p), view, list[i], notation, sizeof notation);
                if (strcasecmp(notation, text) == 0) {
                        *m = list[i];
                        found++;
                }
        }
        return found == 1;
}

static void refuse(const struct play *p, const void *view, const char *text)
{
        uint64_t number;
        char why[MAX_REASON];

        if (cli_number(text, 0, UINT64_MAX, &number)) {
                move list[MAX_MOVES];

                say(&p->terminal, WRONG, "There are %d moves to choose from; type moves to see them.",
                    game_of(p)->legal(view, list));
                return;
        }
        snprintf(why, sizeof why, "%s", game_of(p)->refusal(view, text)->why);
        why[0] = (char)(why[0] >= 'a' && why[0] <= 'z' ? why[0] - 'a' + 'A' : why[0]);
        say(&p->terminal, WRONG, "%s. (? for help)", why);
}

static void save_command(struct play *p, const char *name)
{
        int ours = p->written && strcmp(name, p->file) == 0;

        if (!*name) {
                say(&p->terminal, WRONG, "Save needs the name of a file, like save game.json.");
                return;
        }
        if (strlen(name) >= sizeof p->file || !save_as(p, name, ours)) {
                say(&p->terminal, WRONG,
                    errno == EEXIST ? "There is a file of that name already; nothing was written."
                                    : "That file cannot be written: %s.",
                    strerror(errno));
                return;
        }
        say(&p->terminal, USUAL, "Saved as %s.", name);
}

static void person_moves(struct play *p, int who, move m)
{
        if (p->mover != who && p->mover != NOBODY)
                raise_bar(p, p->record.count, "The move before was %s's, and nobody takes back another's move.",
                          p->look.name[p->mover]);
        p->mover = who;
        if (!record_play(&p->record, m)) {
                say(&p->terminal, WRONG, "There is no memory for more moves.");
                leave(p);
        }
}

/* Commands that are available at every question: 1 if it was one. */
static int common_word(struct play *p, const char *text)
{
        if (strcmp(text, "quit") == 0 || strcmp(text, "exit") == 0 || strcmp(text, "q") == 0)
                leave(p);
        else if (strncmp(text, "save", 4) == 0 && (text[4] == ' ' || !text[4]))
                save_command(p, text[4] ? text + 5 : "");
        else
                return 0;
        return 1;
}

/* The best moves, from a bot that knows what the person knows. */
static void show_hint(const struct play *p, int who)
{
        static struct ranked list[MAX_MOVES];
        const struct game *g = game_of(p);
        const struct level *level = bot_level(g, hint_level(g));
        struct state view = record_known(&p->record, who, level->memory);
        size_t size = search_size(level->iterations);
        void *block = malloc(size);
        struct search *s = block ? bot_open(block, size, g, level, &view, p->record.count) : NULL;
        char words[256];
        struct text t = { words, sizeof words, 0 };
        int n;

        if (!s) {
                say(&p->terminal, WRONG, "There is no memory to think about that.");
                return;
        }
        search_run(s, level->iterations);
        n = search_rank(s, list);
        for (int i = 0; i < n && i < 3 && list[i].visits; i++) {
                text_add(&t, i ? ", then " : "Best: ");
                g->print_move(&view, list[i].m, &t);
                text_format(&t, " (%u %% to win)", (list[i].value * 100 + WHOLE / 2) / WHOLE);
        }
        text_close(&t);
        say(&p->terminal, QUIET, "%s.", words);
        free(block);
}

/* One answer of the person to move. 1: ask again whose turn it is. */
static int answer(struct play *p, int who, char *text, int *more)
{
        static char filter[LINE_ROOM];
        struct state view;
        move m;
        int page = p->terminal.rows > 6 ? p->terminal.rows - 3 : SHEET_ROWS;

        play_view(p, &view);
        if (!*text)
                return 0;
        if (common_word(p, text))
                return p->left;
        if (strcmp(text, "?") == 0 || strcmp(text, "help") == 0)
                say(&p->terminal, USUAL, "%s", HELP);
        else if (strcmp(text, "rules") == 0)
                say(&p->terminal, USUAL, "%s", p->board->rules);
        else if (strcmp(text, "score") == 0 || strcmp(text, "scores") == 0)
                show_scores(p);
        else if (strcmp(text, "log") == 0)
                show_log(p);
        else if (strcmp(text, "hint") == 0)
                show_hint(p, who);
        else if (strcmp(text, "board") == 0) {
                *filter = '\0';
                *more = show_screen(p, 0);
        } else if (strcmp(text, "undo") == 0) {
                if (undo(p))
                        return 1;
        } else if (strncmp(text, "moves", 5) == 0 && (text[5] == ' ' || !text[5])) {
                snprintf(filter, sizeof filter, "%s", text[5] ? text + 6 : "");
                *more = show_moves(p, &view, filter, 0, page);
        } else if (strcmp(text, "more") == 0) {
                if (*more)
                        *more = show_moves(p, &view, filter, *more, page);
                else
                        say(&p->terminal, USUAL, "That was all.");
        } else if (find_move(p, &view, strncmp(text, "take ", 5) == 0 ? text + 5 : text, &m)) {
                *filter = '\0';
                person_moves(p, who, m);
                return 1;
        } else
                refuse(p, &view, text);
        return 0;
}

/* Between two people, where something is secret. It shows only public information. 1: lifted; 0: something else happened: the
 * last move was taken back, or the game was left. */
static int lower_curtain(struct play *p, int who)
{
        struct sheet s;
        char line[LINE_ROOM], words[128];
        int row;

        p->look.viewer = SPECTATOR;
        terminal_clear(&p->terminal, 1);
        sheet_clear(&s);
        row = draw_heading(p, &s, 0);
        if (p->curtain < p->record.count)
                row = draw_events(p, p->curtain, &s, row, 12);
        if (strncmp(p->look.name[who], "Player ", 7) == 0)
                snprintf(words, sizeof words, "Pass to player %d, press Enter", who + 1);
        else
                snprintf(words, sizeof words, "Pass to player %d (%s), press Enter", who + 1, p->look.name[who]);
        sheet_put(&s, row + 1, 0, SHEET_WIDTH, style(INK_GOLD, PLAIN, BOLD), words);
        sheet_print(&s, &p->terminal);
        while (p->terminal_input) {
                int state = read_answer(p, line);
                char *text = line;

                if (state == LINE_END || state == LINE_STOPPED) {
                        leave(p);
                        return 0;
                }
                text = state == LINE_READ ? trim(line) : line;
                if (state == LINE_READ && !*text)
                        break;
                if (state == LINE_READ && strcmp(text, "undo") == 0) {
                        if (undo(p))
                                return 0;
                } else if (state == LINE_READ && common_word(p, text)) {
                        if (p->left)
                                return 0;
                } else
                        say(&p->terminal, WRONG, "Enter lifts the curtain for %s; undo takes the last move back; quit leaves.",
                            p->look.name[who]);
        }
        terminal_clear(&p->terminal, 1);
        p->curtain = p->record.count;
        raise_bar(p, p->record.count, "The curtain has been lifted since; the move before stands.", "");
        return 1;
}

static void ask_person(struct play *p, int who)
{
        const void *state = &p->record.state;
        char line[LINE_ROOM];
        int more, changed = p->asked != who && p->persons > 1;

        if (changed && (p->board->secret(state) || p->was_secret) && !lower_curtain(p, who)) {
                p->asked = NOBODY; /* the next player, behind a new curtain */
                return;
        }
        p->asked = who;
        p->was_secret = p->board->secret(state);
        p->look.viewer = who;
        more = show_screen(p, 1);
        if (p->hint)
                show_hint(p, who);
        for (;;) {
                int got = read_answer(p, line);

                if (got == LINE_END || got == LINE_STOPPED) {
                        leave(p);
                        return;
                }
                if (got == LINE_TOO_LONG)
                        say(&p->terminal, WRONG, "That line is too long for a move.");
                else if (answer(p, who, trim(line), &more))
                        return;
        }
}

/* --- the loop --- */

/* A bot's move: from the seed and the number of the move, so that a resumed game continues as it would have. */
static move bot_plays(const struct play *p, int who)
{
        const struct game *g = game_of(p);
        uint64_t random = p->record.seed + p->record.count;
        struct state view;
        size_t size;
        void *block;
        move m;

        random = random_next(&random); /* consecutive seeds must not give similar moves */
        view = record_known(&p->record, who, p->bot[who] == RANDOM_MOVER ? 0 : bot_level(g, p->bot[who])->memory);
        if (p->bot[who] == RANDOM_MOVER)
                return g->pick(&view, random_dice(&random));
        size = search_size(bot_level(g, p->bot[who])->iterations);
        block = malloc(size);
        m = block ? bot_move(block, size, g, &view, p->bot[who], random) : g->pick(&view, random_dice(&random));
        free(block);
        return m;
}

static void goes_by_itself(struct play *p, int who)
{
        struct state before = p->record.state;
        move m = who == CHANCE ? record_roll(&p->record) : bot_plays(p, who);

        if (!record_play(&p->record, m)) {
                say(&p->terminal, WRONG, "There is no memory for more moves.");
                leave(p);
                return;
        }
        if (who == CHANCE) {
                raise_bar(p, p->record.count, "What the dice or the tiles have shown is not taken back.", "");
                p->mover = NOBODY;
        } else {
                raise_bar(p, p->record.count, "The move before was %s's, and nobody takes back another's move.", p->look.name[who]);
                p->mover = who;
        }
        if (!p->persons)
                tell_move(p, &before, m);
}

static void run_game(struct play *p)
{
        int who;

        while (!p->left && (who = game_of(p)->turn(&p->record.state)) != OVER) {
                if (line_stopped())
                        leave(p);
                else if (who == CHANCE || p->bot[who] != PERSON)
                        goes_by_itself(p, who);
                else
                        ask_person(p, who);
        }
}

static void offer_record(struct play *p)
{
        char line[LINE_ROOM], *name;

        if (*p->file) {
                if (save(p))
                        say(&p->terminal, USUAL, "The record is saved as %s.", p->file);
                else
                        say(&p->terminal, WRONG, "The record could not be saved: %s.", strerror(errno));
                return;
        }
        if (!p->persons || !p->terminal_input)
                return;
        say(&p->terminal, USUAL, "Save the record? A file name, y for a name of ours, or Enter for no.");
        while (read_answer(p, line) == LINE_READ && *(name = trim(line)) && strcmp(name, "n") != 0 && strcmp(name, "no") != 0) {
                int saved = strcmp(name, "y") == 0 || strcmp(name, "yes") == 0 ? save_somewhere(p) : save_as(p, name, 0);

                if (saved) {
                        if (!p->written)
                                snprintf(p->file, sizeof p->file, "%s", name);
                        say(&p->terminal, USUAL, "Saved. See it again with: serai replay %s", p->file);
                        return;
                }
                say(&p->terminal, WRONG, "That cannot be written: %s. Another name, or Enter for no.", strerror(errno));
        }
}

/* --- the command --- */

static uint64_t seed_of_system(void)
{
        uint64_t seed;

        if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
                seed = (uint64_t)time(NULL);
        return seed;
}

static int begin(struct play *p, struct setup *s)
{
        char games[MAX_GAMES_TEXT];
        int players, wrong;

        if (s->resume) {
                if (!cli_read_record(&p->record, s->resume, 0))
                        return 1;
                s->game = p->record.game;
                raise_bar(p, p->record.count, "Nothing has been played since the game was resumed.", "");
                snprintf(p->file, sizeof p->file, "%s", strcmp(s->resume, "-") == 0 ? "" : s->resume);
                p->written = *p->file != '\0';
        } else {
                if (p->terminal_input) {
                        if (!setup_ask(s, &p->terminal))
                                return line_stopped() ? 128 + line_stopped() : 0;
                } else if (!s->game)
                        return cli_fail("serai play needs a game where standard input is not a terminal: %s",
                                        game_names("or", games, sizeof games));
                if (s->seats && !s->players_given)
                        s->options.value[PLAYERS] = (uint16_t)s->seats;
        }
        players = s->resume ? game_players(&p->record.state) : s->options.value[PLAYERS];
        wrong = setup_check(s, players);
        if (wrong)
                return wrong;
        if (s->save) {
                if (access(s->save, F_OK) == 0)
                        return cli_fail("there is a file %s already", s->save);
                snprintf(p->file, sizeof p->file, "%s", s->save);
                p->written = 0;
        }
        if (!s->resume)
                record_deal(&p->record, s->game, &s->options, s->seeded ? s->seed : seed_of_system());
        p->board = board_of(s->game);
        p->look = s->look;
        p->look.game = s->game;
        memcpy(p->bot, s->bot, sizeof p->bot);
        p->hint = s->hint;
        for (int i = 0; i < players; i++)
                p->persons += p->bot[i] == PERSON;
        for (int i = 0; i < MAX_PLAYERS; i++)
                p->told[i] = p->record.count;
        p->curtain = p->record.count;
        return -1;
}

int cli_play(int argc, char **argv)
{
        static struct play play;
        struct play *p = &play;
        struct setup setup;
        int status = setup_flags(&setup, argc, argv);

        if (status != GO_ON)
                return status;
        memset(p, 0, sizeof *p);
        p->terminal = terminal_open();
        p->terminal_input = isatty(STDIN_FILENO);
        p->asked = p->mover = NOBODY;
        snprintf(p->why_barred, sizeof p->why_barred, "Nothing has been played yet.");
        line_watch();
        status = begin(p, &setup);
        if (status >= 0) {
                record_close(&p->record);
                return status;
        }
        if (!p->persons)
                say(&p->terminal, QUIET, "%s, seed %llu", p->record.game->title, (unsigned long long)p->record.seed);
        run_game(p);
        if (!p->left) {
                show_end(p);
                offer_record(p);
        }
        fflush(stdout);
        record_close(&p->record);
        return line_stopped() ? 128 + line_stopped() : 0;
}
