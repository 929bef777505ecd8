/* Play and replay as a person sees them: through pipes and through pseudo-terminals.
 *
 * Each run is a child process that calls cli_play or cli_replay in a directory of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include "../../cli/cli.h"
#include "../../core/labyrinth.h"

enum { MAX_WORDS = 24, PATIENCE = 60000 };

static char folder[] = "/tmp/serai-test-play-XXXXXX";

struct output {
        char *text;
        size_t size;
        int status; /* the exit status; 1000 + the signal that ended it */
};

static void output_close(struct output *o)
{
        free(o->text);
        memset(o, 0, sizeof *o);
}

static void output_add(struct output *o, const char *bytes, size_t n)
{
        o->text = realloc(o->text, o->size + n + 1);
        assert_non_null(o->text);
        memcpy(o->text + o->size, bytes, n);
        o->size += n;
        o->text[o->size] = '\0';
}

static int status_of(int status)
{
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* In the child: parses the command line. */
static void become(const char *command, const char *locale, const char *term)
{
        char words[1024], *argv[MAX_WORDS];
        int argc = 0, status;

        if (chdir(folder) != 0)
                _exit(99);
        setenv("LC_ALL", locale, 1);
        setenv("TERM", term, 1);
        unsetenv("COLORTERM");
        snprintf(words, sizeof words, "%s", command);
        for (char *word = strtok(words, " "); word && argc < MAX_WORDS; word = strtok(NULL, " "))
                argv[argc++] = word;
        status = strcmp(argv[0], "play") == 0 ? cli_play(argc - 1, argv + 1) : cli_replay(argc - 1, argv + 1);
        fflush(stdout);
        _exit(status);
}

/* Runs a command with this input through pipes, standard error included. */
static struct output run_bytes(const char *command, const char *locale, const char *input, size_t size)
{
        struct output o = { NULL, 0, 0 };
        int in[2], out[2], status;
        pid_t child, writer;
        char bytes[4096];
        ssize_t got;

        assert_int_equal(pipe(in), 0);
        assert_int_equal(pipe(out), 0);
        child = fork();
        assert_true(child >= 0);
        if (child == 0) {
                dup2(in[0], 0), dup2(out[1], 1), dup2(out[1], 2);
                close(in[0]), close(in[1]), close(out[0]), close(out[1]);
                become(command, locale, "xterm-256color");
        }
        writer = fork();
        assert_true(writer >= 0);
        if (writer == 0) {
                signal(SIGPIPE, SIG_DFL);
                for (size_t done = 0; done < size;) {
                        ssize_t n = write(in[1], input + done, size - done);

                        if (n <= 0)
                                break;
                        done += (size_t)n;
                }
                _exit(0);
        }
        close(in[0]), close(in[1]), close(out[1]);
        output_add(&o, "", 0);
        while ((got = read(out[0], bytes, sizeof bytes)) > 0)
                output_add(&o, bytes, (size_t)got);
        close(out[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(waitpid(writer, NULL, 0), writer);
        o.status = status_of(status);
        return o;
}

static struct output run(const char *command, const char *input)
{
        return run_bytes(command, "C.UTF-8", input, strlen(input));
}

/* --- facts about output --- */

/* Every glyph that we draw is one column wide, so columns are code points. */
static void check_width(const struct output *o)
{
        int wide = 0;

        for (size_t i = 0; i < o->size; i++) {
                if (o->text[i] == '\n') {
                        wide = 0;
                        continue;
                }
                wide += ((unsigned char)o->text[i] & 0xc0) != 0x80;
                if (wide > 80)
                        fail_msg("a line is wider than 80 columns: %.160s", o->text + (i > 80 ? i - 80 : 0));
        }
}

static void check_no_escape(const struct output *o)
{
        assert_null(memchr(o->text, 27, o->size));
}

static void check_ascii(const struct output *o)
{
        for (size_t i = 0; i < o->size; i++)
                if ((unsigned char)o->text[i] >= 0x80)
                        fail_msg("not ASCII: %.40s", o->text + i);
}

static void check_has(const struct output *o, const char *words)
{
        if (!strstr(o->text, words))
                fail_msg("\"%s\" is missing in:\n%s", words, o->text);
}

static void check_lacks(const struct output *o, const char *words)
{
        if (strstr(o->text, words))
                fail_msg("\"%s\" is in:\n%s", words, o->text);
}

/* --- files --- */

static char *path_of(const char *name)
{
        static char path[2][512];
        static int turn;

        turn ^= 1;
        snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
        return path[turn];
}

static int clear_folder(void **state)
{
        DIR *d = opendir(folder);
        struct dirent *entry;

        (void)state;
        while ((entry = readdir(d)))
                if (entry->d_name[0] != '.')
                        unlink(path_of(entry->d_name));
        closedir(d);
        return 0;
}

static char *read_text(const char *name)
{
        size_t size;
        char *text = cli_read_file(path_of(name), &size);

        if (!text)
                fail_msg("%s was not written", name);
        return text;
}

static void read_record(struct record *r, const char *name)
{
        char why[MAX_REASON], *text = read_text(name);

        memset(r, 0, sizeof *r);
        if (!record_parse(r, text, strlen(text), 1, why))
                fail_msg("%s", why);
        free(text);
}

/* --- a game made by chance, and the lines by which persons would play it --- */

struct script {
        struct record record;
        char *lines;
        size_t size;
};

static void script_close(struct script *s)
{
        record_close(&s->record);
        free(s->lines);
}

static void script_add(struct script *s, const char *line)
{
        size_t n = strlen(line);

        s->lines = realloc(s->lines, s->size + n + 2);
        assert_non_null(s->lines);
        memcpy(s->lines + s->size, line, n);
        s->size += n;
        s->lines[s->size++] = '\n';
        s->lines[s->size] = '\0';
}

/* Options are given as in a command: "players=3 variant=lamp". */
static struct script script_of(const char *game, const char *options, uint64_t seed)
{
        struct script s = { 0 };
        const struct game *g = game_named(game);
        struct options o;
        char words[256], why[MAX_REASON];
        uint64_t random = seed;

        options_default(g, &o);
        snprintf(words, sizeof words, "%s", options);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
                char *value = strchr(word, '=');

                *value = '\0';
                assert_null(options_set(g, &o, word, value + 1, why, sizeof why));
        }
        record_deal(&s.record, g, &o, seed);
        while (g->turn(&s.record.state) != OVER) {
                char text[MAX_MOVE_TEXT];
                move m;

                random = random * 6364136223846793005u + 1442695040888963407u;
                m = g->turn(&s.record.state) == CHANCE ? record_roll(&s.record)
                                                       : g->pick(&s.record.state, (uint32_t)(random >> 32));
                game_print_move(g, &s.record.state, m, text, sizeof text);
                if (g->turn(&s.record.state) != CHANCE)
                        script_add(&s, text);
                assert_true(record_play(&s.record, m));
        }
        return s;
}

static const char *const GAMES[][2] = {
        { "marrakech", "players=2" },
        { "marrakech", "players=3 bankrupt=stay cover_own=yes first=2" },
        { "marrakech", "players=4 orient=after" },
        { "alibaba", "players=2" },
        { "alibaba", "players=2 variant=small effects=may ending=extra" },
        { "alibaba", "players=4 variant=lamp screens=open effects=may" },
        { "alibaba", "players=3 variant=equal remove=ruby" },
        { "alibaba", "players=4 screens=closed" },
        { "labyrinth", "players=2 limit=24" },
        { "labyrinth", "players=3 limit=30 tiles=master start=inner" },
        { "labyrinth", "players=4 limit=60 deals=off first=4" },
};
enum { GAME_COUNT = sizeof GAMES / sizeof GAMES[0] };

/* --- the tests --- */

static void random_seats_play_to_the_end_within_80_columns(void **state)
{
        (void)state;
        for (int i = 0; i < GAME_COUNT; i++)
                for (int seed = 1; seed <= 3; seed++) {
                        char command[256];
                        const char *seats[] = { "random,random", "random,random,random", "random,random,random,random" };
                        struct output o;

                        snprintf(command, sizeof command, "play %s %s --seed %d --seats %s", GAMES[i][0], GAMES[i][1], seed,
                                 seats[GAMES[i][1][8] - '2']);
                        o = run_bytes(command, seed == 3 ? "C" : "C.UTF-8", "", 0);
                        assert_int_equal(o.status, 0);
                        check_has(&o, "The game is over.");
                        check_width(&o);
                        check_no_escape(&o);
                        if (seed == 3)
                                check_ascii(&o);
                        output_close(&o);
                }
}

/* Between two curtains, the tile that a player chose to show and the formula are shown to nobody else. */
static void check_secrets(const struct output *o, const struct script *s)
{
        const char *at = o->text, *end = strstr(o->text, "The game is over.");
        int players = game_players(&s->record.state);

        while ((at = strstr(at, "Pass to player ")) && at < end) {
                const char *next = strstr(at + 1, "Pass to player ");
                size_t size = (size_t)((next && next < end ? next : end) - at);
                int who = at[15] - '1';
                char *part = strndup(at, size);

                if (!next || next > end)
                        *strchr(part, '\n') = '\0'; /* after the last question comes the end, where everything is shown */
                for (int p = 0; p < players; p++) {
                        char words[128];

                        if (p == who)
                                continue;
                        snprintf(words, sizeof words, "Player %d chooses to show", p + 1);
                        assert_null(strstr(part, words));
                        if (s->record.game == &labyrinth) {
                                struct labyrinth start;
                                uint32_t card;

                                memcpy(&start, &s->record.start, sizeof start);
                                card = labyrinth_formula(start.card[p]);
                                snprintf(words, sizeof words, ":"); /* whatever its name */
                                for (int token = 1; token <= TOKENS; token++)
                                        if (card >> token & 1)
                                                snprintf(words + strlen(words), sizeof words - strlen(words), " %d",
                                                         labyrinth_number(token));
                                assert_null(strstr(part, words));
                        }
                }
                free(part);
                at++;
        }
}

static void persons_play_a_game_by_notation_and_it_is_that_game(void **state)
{
        (void)state;
        for (int i = 0; i < GAME_COUNT; i++)
                for (uint64_t seed = 5; seed < 9; seed++) {
                        struct script s = script_of(GAMES[i][0], GAMES[i][1], seed);
                        char command[256], *expected = record_print(&s.record), *saved;
                        struct output o;

                        clear_folder(NULL);
                        snprintf(command, sizeof command, "play %s %s --seed %d --save game.json", GAMES[i][0], GAMES[i][1],
                                 (int)seed);
                        o = run(command, s.lines);
                        assert_int_equal(o.status, 0);
                        check_width(&o);
                        check_no_escape(&o);
                        check_has(&o, "The game is over.");
                        saved = read_text("game.json");
                        assert_string_equal(saved, expected);
                        if (strcmp(GAMES[i][0], "marrakech") == 0)
                                check_lacks(&o, "Pass to player");
                        else if (!strstr(GAMES[i][1], "screens=open")) /* there, curtains are needed only around a choice to show */
                                check_secrets(&o, &s);
                        free(saved);
                        free(expected);
                        output_close(&o);
                        script_close(&s);
                }
}

static void a_choice_to_show_is_told_only_as_a_choice(void **state)
{
        int told = 0;

        (void)state;
        for (uint64_t seed = 1; seed < 4; seed++) {
                struct script s = script_of("alibaba", "players=4", seed);
                char command[64];
                struct output o;

                snprintf(command, sizeof command, "play alibaba --players 4 --seed %d", (int)seed);
                o = run(command, s.lines);
                told += strstr(o.text, "chooses a tile to show") != NULL;
                check_secrets(&o, &s);
                output_close(&o);
                script_close(&s);
        }
        assert_true(told > 0);
}

static void a_game_left_and_resumed_is_the_same_game(void **state)
{
        (void)state;
        for (int i = 0; i < GAME_COUNT; i++) {
                struct script s = script_of(GAMES[i][0], GAMES[i][1], 11);
                char command[256], *expected = record_print(&s.record), *saved, *half = s.lines + s.size / 2;
                struct output o;

                while (half > s.lines && half[-1] != '\n')
                        half--;
                clear_folder(NULL);
                snprintf(command, sizeof command, "play %s %s --seed 11 --save game.json", GAMES[i][0], GAMES[i][1]);
                o = run_bytes(command, "C.UTF-8", s.lines, (size_t)(half - s.lines));
                assert_int_equal(o.status, 0);
                check_has(&o, "serai play --resume game.json");
                output_close(&o);
                saved = read_text("game.json");
                o = run("play --resume game.json", ""); /* and left again at once: nothing changes */
                output_close(&o);
                free(saved);
                o = run("play --resume game.json", half);
                assert_int_equal(o.status, 0);
                check_has(&o, "The game is over.");
                output_close(&o);
                saved = read_text("game.json");
                assert_string_equal(saved, expected);
                free(saved);
                free(expected);
                script_close(&s);
        }
}

static void random_seats_go_on_after_resuming_as_they_would_have(void **state)
{
        char *whole, *parts;
        struct output o;

        (void)state;
        o = run("play alibaba --seed 3 --seats person,random --save whole.json", "1\n1\n1\n1\n1\n1\n1\n1\n");
        output_close(&o);
        o = run("play alibaba --seed 3 --seats person,random --save parts.json", "1\n1\n1\n");
        output_close(&o);
        o = run("play --resume parts.json --seats person,random", "1\n1\n1\n1\n1\n");
        output_close(&o);
        whole = read_text("whole.json");
        parts = read_text("parts.json");
        assert_string_equal(whole, parts);
        free(whole);
        free(parts);
}

static void a_roll_is_not_taken_back(void **state)
{
        struct record r;
        struct output o = run("play marrakech --players 4 --seed 1 --save game.json", "N\nE\nundo\n");

        (void)state;
        check_has(&o, "What the dice or the tiles have shown is not taken back.");
        read_record(&r, "game.json");
        assert_int_equal(r.count, 2); /* E and its roll */
        record_close(&r);
        output_close(&o);
}

static void own_moves_are_taken_back_one_by_one(void **state)
{
        struct record r;
        struct output o =
                run("play labyrinth --seed 4 --deals off --seats person,random --save game.json", "1\nstay\nundo\nundo\nundo\n");

        (void)state;
        check_has(&o, "Nothing has been played yet.");
        read_record(&r, "game.json");
        assert_int_equal(r.count, 0);
        record_close(&r);
        output_close(&o);
}

static void a_move_is_taken_back_before_the_next_has_acted_and_no_further(void **state)
{
        struct script s = script_of("marrakech", "players=3", 2);
        struct output o;
        struct record r;
        char input[64], first[8], lay[8];

        (void)state;
        assert_int_equal(sscanf(s.lines, "%7s %7s", first, lay), 2);
        /* Player 1 lays; player 2 takes that back at their question; the roll before it cannot be taken back. */
        snprintf(input, sizeof input, "%s\n%s\nundo\nundo\n", first, lay);
        o = run("play marrakech --players 3 --seed 2 --save game.json", input);
        check_has(&o, "What the dice or the tiles have shown is not taken back.");
        read_record(&r, "game.json");
        assert_int_equal(r.count, 2);
        record_close(&r);
        output_close(&o);
        script_close(&s);
}

static void a_random_movers_move_is_not_taken_back(void **state)
{
        struct output o = run("play labyrinth --seed 4 --deals off --seats random,person", "undo\n");

        (void)state;
        check_has(&o, "The move before was Player 1's, and nobody takes back another's move.");
        output_close(&o);
}

static void any_bytes_are_refused_and_change_nothing(void **state)
{
        enum { LONG = 300000 };
        char *input = malloc(LONG + 4096);
        uint32_t random = 1;
        struct output o;
        struct record r;
        size_t n = 0;

        (void)state;
        memset(input, 'x', LONG);
        n = LONG;
        input[n++] = '\n';
        memcpy(input + n, "N\0N\n", 4); /* not a move with something after it */
        n += 4;
        while (n < LONG + 4000) {
                random = random * 1664525 + 1013904223;
                input[n] = (char)(random >> 24);
                if (input[n] >= '0' && input[n] <= 'z')
                        input[n] = '\x9b';
                n++;
        }
        o = run_bytes("play marrakech --players 4 --seed 1 --save game.json", "C.UTF-8", input, n);
        assert_int_equal(o.status, 0);
        check_has(&o, "That line is too long for a move.");
        check_has(&o, "Assam is turned to N, E, S or W.");
        check_no_escape(&o);
        check_width(&o);
        read_record(&r, "game.json");
        assert_int_equal(r.count, 0);
        record_close(&r);
        output_close(&o);
        free(input);
}

static void a_refusal_says_why(void **state)
{
        struct output o = run("play marrakech --players 4 --seed 1", "N\n99\nE\na1b1\n");

        (void)state;
        check_has(&o, "Assam may be turned left or right, never right round (rule 4.1.2).");
        check_has(&o, "There are 3 moves to choose from");
        check_has(&o, "The carpet must lie beside Assam (rule 4.4.1).");
        output_close(&o);
}

static void a_number_picks_from_the_list_and_letters_of_either_case_do(void **state)
{
        struct record a, b;
        struct output o = run("play marrakech --players 4 --seed 1 --save a.json", "2\n");

        (void)state;
        output_close(&o);
        o = run("play marrakech --players 4 --seed 1 --save b.json", "s\n");
        output_close(&o);
        read_record(&a, "a.json");
        read_record(&b, "b.json");
        assert_int_equal(a.count, 2);
        assert_memory_equal(a.moves, b.moves, 2 * sizeof(move));
        record_close(&a);
        record_close(&b);
}

static void an_old_file_is_never_written_over(void **state)
{
        struct output o = run("play marrakech --seed 1 --save a.json", "");
        char *before, *after;

        (void)state;
        output_close(&o);
        before = read_text("a.json");
        o = run("play marrakech --seed 2 --save a.json", "");
        assert_int_equal(o.status, 2);
        output_close(&o);
        o = run("play marrakech --seed 3 --save b.json", "E\nsave a.json\n");
        check_has(&o, "There is a file of that name already");
        output_close(&o);
        after = read_text("a.json");
        assert_string_equal(before, after);
        free(before);
        free(after);
}

static void bad_flags_are_named(void **state)
{
        static const char *const BAD[][2] = {
                { "play chess", "without a game" },
                { "play marrakech --seats person,robot", "person, random or level" },
                { "play marrakech --players 3 --seats random,random", "2 seats for 3 players" },
                { "play alibaba variant=small players=3", "two players only" },
                { "play marrakech --seed x", "--seed is a number" },
                { "play --resume missing.json", "cannot be read" },
                { "play", "needs a game" },
                { "replay", "replay needs FILE" },
        };

        (void)state;
        for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
                struct output o = run(BAD[i][0], "");

                assert_true(o.status == 1 || o.status == 2);
                check_has(&o, BAD[i][1]);
                output_close(&o);
        }
}

static void replay_prints_every_move_and_the_score(void **state)
{
        (void)state;
        for (int i = 0; i < GAME_COUNT; i++) {
                struct script s = script_of(GAMES[i][0], GAMES[i][1], 21);
                char *text = record_print(&s.record), last[32], notation[MAX_MOVE_TEXT];
                FILE *file = fopen(path_of("game.json"), "w");
                struct output o;

                assert_non_null(file);
                fputs(text, file);
                fclose(file);
                o = run("replay game.json", "");
                assert_int_equal(o.status, 0);
                check_width(&o);
                check_no_escape(&o);
                game_print_move(s.record.game, &s.record.start, s.record.moves[0], notation, sizeof notation);
                snprintf(last, sizeof last, "   1  %.20s ", notation);
                check_has(&o, last);
                snprintf(last, sizeof last, "\n%4zu  ", s.record.count);
                check_has(&o, last);
                check_has(&o, "win");
                output_close(&o);
                o = run("replay game.json --as 2", "");
                assert_int_equal(o.status, 0);
                check_width(&o);
                for (int p = 1; p <= 4; p++) {
                        char words[64];

                        snprintf(words, sizeof words, "Player %d chooses to show", p);
                        if (p != 2)
                                check_lacks(&o, words);
                }
                output_close(&o);
                free(text);
                script_close(&s);
        }
}

static void replay_as_a_player_does_not_show_the_others_formula(void **state)
{
        struct output o = run("play labyrinth --seed 4 --save game.json", "1\n");

        (void)state;
        output_close(&o);
        o = run("replay game.json", "");
        check_has(&o, "Player 1:");
        check_has(&o, "Player 2:");
        output_close(&o);
        o = run("replay game.json --as 2", "");
        check_has(&o, "Your formula:");
        check_lacks(&o, "Player 1:");
        output_close(&o);
}

/* --- on a pseudo-terminal --- */

struct terminal_run {
        int master, slave;
        pid_t child;
        struct output seen;
        size_t at; /* up to here it was waited for */
        struct termios before;
};

static struct terminal_run terminal_run(const char *command, const char *term, int no_color)
{
        struct winsize size = { 40, 80, 0, 0 };
        struct terminal_run t = { 0 };

        assert_int_equal(openpty(&t.master, &t.slave, NULL, NULL, &size), 0);
        assert_int_equal(tcgetattr(t.slave, &t.before), 0);
        t.child = fork();
        assert_true(t.child >= 0);
        if (t.child == 0) {
                close(t.master);
                login_tty(t.slave);
                if (no_color)
                        setenv("NO_COLOR", "1", 1);
                become(command, "C.UTF-8", term);
        }
        output_add(&t.seen, "", 0);
        return t;
}

/* Waits until this text is printed after the last one waited for. */
static void wait_for(struct terminal_run *t, const char *words)
{
        for (;;) {
                struct pollfd ready = { t->master, POLLIN, 0 };
                char *found = strstr(t->seen.text + t->at, words), bytes[4096];
                ssize_t got = 0;

                if (found) {
                        t->at = (size_t)(found - t->seen.text) + strlen(words);
                        return;
                }
                if (poll(&ready, 1, PATIENCE) <= 0 || (got = read(t->master, bytes, sizeof bytes)) <= 0)
                        fail_msg("\"%s\" did not come; this did: %s", words, t->seen.text + t->at);
                output_add(&t->seen, bytes, (size_t)got);
        }
}

static void type(struct terminal_run *t, const char *keys)
{
        assert_int_equal(write(t->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Waits for the exit and checks that the terminal is restored. */
static int terminal_end(struct terminal_run *t)
{
        struct termios after;
        int status;

        assert_int_equal(waitpid(t->child, &status, 0), t->child);
        assert_int_equal(tcgetattr(t->slave, &after), 0);
        assert_int_equal(after.c_iflag, t->before.c_iflag);
        assert_int_equal(after.c_oflag, t->before.c_oflag);
        assert_int_equal(after.c_lflag, t->before.c_lflag);
        assert_int_equal(after.c_cflag, t->before.c_cflag);
        assert_memory_equal(after.c_cc, t->before.c_cc, sizeof after.c_cc);
        close(t->slave);
        close(t->master);
        output_close(&t->seen);
        return status_of(status);
}

static void a_curtain_falls_between_persons_and_clears_what_was_seen(void **state)
{
        struct terminal_run t =
                terminal_run("play labyrinth --seed 4 --deals off --names Anna,Boris --seats person,person", "xterm-256color", 0);
        const char *cleared = "\033[H\033[2J\033[3J";
        size_t first, second;

        (void)state;
        wait_for(&t, "Pass to player 1 (Anna), press Enter");
        wait_for(&t, "> ");
        assert_null(strstr(t.seen.text, "formula"));
        type(&t, "\n");
        wait_for(&t, "Your formula:");
        wait_for(&t, "> ");
        type(&t, "1\n");
        wait_for(&t, "walk from");
        wait_for(&t, "> ");
        type(&t, "stay\n");
        wait_for(&t, "> ");
        first = t.at;
        type(&t, "end\n");
        wait_for(&t, "Pass to player 2 (Boris), press Enter");
        second = t.at;
        assert_non_null(strstr(t.seen.text + first, cleared));
        wait_for(&t, "> ");
        assert_null(strstr(t.seen.text + second, "formula")); /* nothing is shown before Enter */
        /* Anna changes her mind before the curtain: it is her turn again, behind a curtain. */
        type(&t, "undo\n");
        wait_for(&t, "Pass to player 1 (Anna), press Enter");
        type(&t, "\n");
        wait_for(&t, "end the turn");
        wait_for(&t, "> ");
        type(&t, "end\n");
        wait_for(&t, "Pass to player 2 (Boris), press Enter");
        type(&t, "\n");
        wait_for(&t, "Boris, push");
        wait_for(&t, "> ");
        type(&t, "undo\n");
        wait_for(&t, "The curtain has been lifted since");
        type(&t, "\x04");
        wait_for(&t, "serai play --resume serai-labyrinth-");
        assert_int_equal(terminal_end(&t), 0);
}

static void one_person_meets_no_curtain(void **state)
{
        struct terminal_run t = terminal_run("play labyrinth --seed 4 --deals off --seats person,random", "xterm-256color", 0);

        (void)state;
        wait_for(&t, "Your formula:");
        type(&t, "quit\n");
        wait_for(&t, "serai play --resume");
        assert_null(strstr(t.seen.text, "Pass to"));
        assert_int_equal(terminal_end(&t), 0);
}

static void ctrl_c_saves_and_leaves_the_terminal_as_it_was(void **state)
{
        struct terminal_run t = terminal_run("play marrakech --players 3 --seed 4 --seats person,person,person --save game.json",
                                             "xterm-256color", 0);
        struct record r;

        (void)state;
        wait_for(&t, "> ");
        type(&t, "W\n");
        wait_for(&t, "lay a red carpet");
        wait_for(&t, "> ");
        type(&t, "a1"); /* in the middle of a line */
        wait_for(&t, "a1");
        type(&t, "\x03");
        wait_for(&t, "serai play --resume game.json");
        assert_int_equal(terminal_end(&t), 128 + SIGINT);
        read_record(&r, "game.json");
        assert_int_equal(r.count, 2);
        record_close(&r);
}

static void being_told_to_end_saves_quietly(void **state)
{
        (void)state;
        for (int i = 0; i < 2; i++) {
                struct terminal_run t =
                        terminal_run("play marrakech --seed 4 --players 3 --seats person,person,person --save game.json",
                                     "xterm-256color", 0);
                struct record r;

                wait_for(&t, "> ");
                kill(t.child, i ? SIGTERM : SIGHUP);
                assert_int_equal(terminal_end(&t), 128 + (i ? SIGTERM : SIGHUP));
                read_record(&r, "game.json");
                record_close(&r);
                unlink(path_of("game.json"));
        }
}

static void no_color_means_none_and_dumb_means_no_escapes(void **state)
{
        (void)state;
        for (int dumb = 0; dumb < 2; dumb++) {
                struct terminal_run t =
                        terminal_run("play alibaba --seed 3 --seats person,person", dumb ? "dumb" : "xterm-256color", !dumb);

                wait_for(&t, "Pass to player 1");
                type(&t, "\n");
                wait_for(&t, "take a tile");
                wait_for(&t, "> ");
                type(&t, "4a2\n"); /* a brown statue: points, and the turn is over */
                wait_for(&t, "Pass to player 2");
                type(&t, "quit\n");
                wait_for(&t, "--resume");
                if (dumb)
                        check_no_escape(&t.seen);
                for (const char *at = t.seen.text; (at = strstr(at, "\033[")); at++)
                        assert_true(at[2 + strspn(at + 2, "0123456789;")] != 'm');
                assert_int_equal(terminal_end(&t), 0);
        }
}

static void a_newcomer_plays_after_two_enters(void **state)
{
        struct terminal_run t = terminal_run("play", "xterm-256color", 0);

        (void)state;
        wait_for(&t, "Which game?");
        wait_for(&t, "> ");
        type(&t, "\n");
        wait_for(&t, "Enter = play at once");
        wait_for(&t, "> ");
        type(&t, "\n");
        wait_for(&t, "Pass to player 1");
        type(&t, "\x04");
        wait_for(&t, "--resume serai-alibaba-");
        assert_int_equal(terminal_end(&t), 0);
}

static void every_option_is_asked_with_its_values(void **state)
{
        struct terminal_run t = terminal_run("play marrakech", "xterm-256color", 0);

        (void)state;
        wait_for(&t, "> ");
        type(&t, "o\n");
        wait_for(&t, "players: how many play");
        wait_for(&t, "2 to 4; Enter = 4");
        type(&t, "7\n");
        wait_for(&t, "players=7 is not allowed");
        wait_for(&t, "Enter = 4");
        type(&t, "3\n");
        wait_for(&t, "bankrupt: ");
        wait_for(&t, "out, stay; Enter = out");
        type(&t, "\n");
        wait_for(&t, "cover_own: ");
        type(&t, "\n");
        wait_for(&t, "orient: ");
        type(&t, "\n");
        wait_for(&t, "first: ");
        wait_for(&t, "1 to 3; Enter = 1");
        type(&t, "\n");
        wait_for(&t, "Who sits in the 3 seats?");
        type(&t, "person,random,random\n");
        wait_for(&t, "What are they called?");
        type(&t, "Anna\n");
        wait_for(&t, "Anna, turn Assam");
        type(&t, "quit\n");
        wait_for(&t, "--resume");
        assert_int_equal(terminal_end(&t), 0);
}

static void replay_steps_forward_and_back(void **state)
{
        struct output o = run("play marrakech --players 3 --seed 4 --save game.json", "W\n1\n");
        struct terminal_run t = terminal_run("replay game.json", "xterm-256color", 0);

        (void)state;
        output_close(&o);
        wait_for(&t, "move 0 of 3");
        wait_for(&t, "quit> ");
        type(&t, "\n");
        wait_for(&t, "move 1 of 3");
        type(&t, "last\n");
        wait_for(&t, "move 3 of 3");
        type(&t, "back\n");
        wait_for(&t, "move 2 of 3");
        wait_for(&t, "The die shows");
        type(&t, "1\n");
        wait_for(&t, "turns Assam to the west");
        type(&t, "first\n");
        wait_for(&t, "move 0 of 3");
        type(&t, "elephant\n");
        wait_for(&t, "none of those");
        type(&t, "quit\n");
        assert_int_equal(terminal_end(&t), 0);
}

#define TEST(name) cmocka_unit_test_setup(name, clear_folder)

int main(void)
{
        const struct CMUnitTest tests[] = {
                TEST(random_seats_play_to_the_end_within_80_columns),
                TEST(persons_play_a_game_by_notation_and_it_is_that_game),
                TEST(a_choice_to_show_is_told_only_as_a_choice),
                TEST(a_game_left_and_resumed_is_the_same_game),
                TEST(random_seats_go_on_after_resuming_as_they_would_have),
                TEST(a_roll_is_not_taken_back),
                TEST(own_moves_are_taken_back_one_by_one),
                TEST(a_move_is_taken_back_before_the_next_has_acted_and_no_further),
                TEST(a_random_movers_move_is_not_taken_back),
                TEST(any_bytes_are_refused_and_change_nothing),
                TEST(a_refusal_says_why),
                TEST(a_number_picks_from_the_list_and_letters_of_either_case_do),
                TEST(an_old_file_is_never_written_over),
                TEST(bad_flags_are_named),
                TEST(replay_prints_every_move_and_the_score),
                TEST(replay_as_a_player_does_not_show_the_others_formula),
                TEST(a_curtain_falls_between_persons_and_clears_what_was_seen),
                TEST(one_person_meets_no_curtain),
                TEST(ctrl_c_saves_and_leaves_the_terminal_as_it_was),
                TEST(being_told_to_end_saves_quietly),
                TEST(no_color_means_none_and_dumb_means_no_escapes),
                TEST(a_newcomer_plays_after_two_enters),
                TEST(every_option_is_asked_with_its_values),
                TEST(replay_steps_forward_and_back),
        };
        int failed;

        if (!mkdtemp(folder))
                return 1;
        signal(SIGPIPE, SIG_IGN);
        failed = cmocka_run_group_tests(tests, NULL, NULL);
        clear_folder(NULL);
        rmdir(folder);
        return failed;
}
