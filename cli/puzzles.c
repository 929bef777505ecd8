/* serai puzzles: finds puzzles in games of bots (bots/puzzle.h), writes them to a file, proves those of a file again, and shows
 * them.
 *
 * A file is one JSON object with a line for each puzzle; docs/puzzles.md describes it. Games are numbered and have seeds of their
 * own; what they give is taken in their order, so the file does not depend on the number of threads. It is written anew whenever a
 * puzzle was found: a run that is ended early has made the file of a smaller --count. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/puzzle.h"
#include "board.h"
#include "cli.h"

enum { MOST_THREADS = 256, MOST_PUZZLES = 10000, PUZZLE_TEXT = 8192, PROOF_SEED = 1 };

struct arguments {
        const struct game *game;
        uint64_t seed, games;
        int count, threads, goes_on, check, show, sample;
        const char *out;
};

static const struct argument ARGUMENTS[] = {
        { "FILE", .kind = ARG_OTHER, .many = 1, .help = "files of puzzles, for --check and --show" },
        { "--game", "GAME", ARG_GAME, INTO(struct arguments, game), .help = "finds puzzles of this game" },
        { "--count", "N", ARG_NUMBER, INTO(struct arguments, count), .low = 1, .high = MOST_PUZZLES, .usual = "300",
          .help = "how many" },
        { "--games", "N", ARG_NUMBER, INTO(struct arguments, games), .low = 1, .high = 1000000000, .usual = "100000",
          .help = "in at most so many games" },
        { "--seed", "S", ARG_NUMBER, INTO(struct arguments, seed), .high = UINT64_MAX, .usual = "1",
          .help = "another seed, other games" },
        { "--threads", "N", ARG_NUMBER, INTO(struct arguments, threads), .low = 1, .high = MOST_THREADS, .usual = "1",
          .help = "how many games at a time. It does not change the result" },
        { "--continue", .kind = ARG_SWITCH, INTO(struct arguments, goes_on),
          .help = "goes on with the file of --out, which the same seed has begun" },
        { "--check", .kind = ARG_SWITCH, INTO(struct arguments, check),
          .help = "proves the puzzles of files again; exits with 1 if a proof does not hold" },
        { "--show", .kind = ARG_SWITCH, INTO(struct arguments, show),
          .help = "prints the puzzles of files for people, then the answers" },
        { "--sample", "N", ARG_NUMBER, INTO(struct arguments, sample), .low = 1, .high = MOST_PUZZLES,
          .help = "only so many of each file, spread over it" },
        { "--out", "FILE", ARG_TEXT, INTO(struct arguments, out),
          .help = "where the puzzles are written; standard output if not given. With --check, those that were proven again" },
        { 0 },
};

const struct subcommand puzzles_subcommand = {
        .name = "puzzles",
        .brief = "find puzzles in games of bots, and prove them",
        .about =
                "Finds positions in games of strong bots where one choice is clearly best, proves that it is, rates them by the levels "
                "that find it, and writes a file for the page. docs/puzzles.md says how.",
        .arguments = ARGUMENTS,
        .run = cli_puzzles,
};

/* --- files --- */

/* Puzzles in the order in which they were found. */
struct collection {
        const struct game *game;
        struct puzzle *list;
        int count, room;
        uint64_t games;                    /* all of whose puzzles are in it */
        char made[160], judge[JUDGE_NAME]; /* by which command and judge */
};

static int collection_add(struct collection *c, const struct puzzle *p)
{
        if (c->count == c->room) {
                int room = c->room ? 2 * c->room : 64;
                struct puzzle *more = realloc(c->list, (size_t)room * sizeof *more);

                if (!more)
                        return 0;
                c->list = more;
                c->room = room;
        }
        c->list[c->count++] = *p;
        return 1;
}

static void write_puzzles(const struct collection *c, FILE *out)
{
        char text[PUZZLE_TEXT];

        fprintf(out, "{\"game\":\"%s\",\"made\":\"%s\",\"games\":%" PRIu64 ",\"judge\":\"%s\",\"puzzles\":[", c->game->name,
                c->made, c->games, c->judge);
        for (int i = 0; i < c->count; i++) {
                struct json j = json_writer(text, sizeof text);
                struct puzzle p = c->list[i];

                puzzle_json(&j, c->game, &p);
                text_close(&j.out);
                fprintf(out, "%s\n%s", i ? "," : "", text);
        }
        fputs("\n]}\n", out);
}

/* 0: it cannot be written, which was said. Beside the file first, so that nobody sees half of it. */
static int collection_write(const struct collection *c, const char *name)
{
        char beside[4096];
        FILE *out = stdout;

        if (!name) {
                write_puzzles(c, stdout);
                return 1;
        }
        snprintf(beside, sizeof beside, "%.4000s.new", name);
        out = fopen(beside, "w");
        if (out)
                write_puzzles(c, out);
        if (out && !ferror(out) && fclose(out) == 0 && rename(beside, name) == 0)
                return 1;
        cli_fail("%s cannot be written: %s", name, strerror(errno));
        return 0;
}

/* The value of a member of the first line, which is a string. */
static int read_member(const char *line, const char *key, char *value, size_t room)
{
        const char *at = strstr(line, key);
        size_t n = at ? strcspn(at + strlen(key), "\"\n") : room;

        if (n >= room)
                return 0;
        snprintf(value, room, "%.*s", (int)n, at + strlen(key));
        return 1;
}

/* 0: refused, with the reason in `why` (MAX_REASON bytes). */
static int read_puzzles(struct collection *c, char *text, char *why)
{
        struct json head = json_reader(text, (int)strlen(text));
        char *line = strchr(text, '\n'), *games = strstr(text, "\"games\":");
        int number = 1;

        c->game = json_game(&head);
        if (!c->game || !puzzle_themes(c->game) || !read_member(text, "\"made\":\"", c->made, sizeof c->made) ||
            !read_member(text, "\"judge\":\"", c->judge, sizeof c->judge) || !games || !line) {
                snprintf(why, MAX_REASON, "that is no file of puzzles");
                return 0;
        }
        c->games = strtoull(games + strlen("\"games\":"), NULL, 10);
        for (line++; *line && *line != ']'; line += strcspn(line, "\n"), line += *line != '\0') {
                size_t size = strcspn(line, "\n");
                struct json j = json_reader(line, (int)(size - (size > 0 && line[size - 1] == ',')));
                struct puzzle p;

                number++;
                puzzle_json(&j, c->game, &p);
                json_end(&j);
                if (j.wrong) {
                        int n = snprintf(why, MAX_REASON, "line %d: ", number);

                        json_complain(&j, why + n, MAX_REASON - n);
                        return 0;
                }
                if (!collection_add(c, &p)) {
                        snprintf(why, MAX_REASON, "there is no memory left");
                        return 0;
                }
        }
        return 1;
}

static int collection_read(struct collection *c, const char *name)
{
        char why[MAX_REASON];
        size_t size;
        char *text = cli_read_file(name, &size);
        int done;

        memset(c, 0, sizeof *c);
        if (!text) {
                cli_fail("%s cannot be read: %s", name, strerror(errno));
                return 0;
        }
        done = read_puzzles(c, text, why);
        if (!done)
                cli_fail("%s is refused: %s", name, why);
        free(text);
        return done;
}

/* The i-th of those that are asked for; NULL: there are no more. */
static const struct puzzle *sample_of(const struct collection *c, int sample, int i)
{
        int n = sample && sample < c->count ? sample : c->count;

        return i < n ? &c->list[(int64_t)i * c->count / n] : NULL;
}

/* --- finding --- */

/* What makes a collection worth having: no idea twice, and no theme or difficulty too often. The limits grow with it. */
enum { MOST_THEMES = 16, BANDS = 5, FREE = 12, MOST_OF_THEME = 40, MOST_OF_BAND = 60 };
static const uint32_t BAND_BELOW[BANDS] = { 1300, 1600, 1900, 2200, UINT32_MAX };

enum fate { ADDED, SAME_IDEA, TOO_MANY_OF_THEME, TOO_MANY_AS_HARD, FATES };

struct gathering {
        struct collection found;
        int of_theme[MOST_THEMES], of_band[BANDS];
        uint64_t fates[FATES];
};

static int band_of(const struct puzzle *p)
{
        int band = 0;

        while (p->rating >= BAND_BELOW[band])
                band++;
        return band;
}

static int too_many(int count, int all, int percent)
{
        return 100 * count >= percent * (all + FREE);
}

static enum fate fate_of(const struct gathering *g, const struct puzzle *p)
{
        for (int i = 0; i < g->found.count; i++)
                if (g->found.list[i].id == p->id || puzzle_pattern(&g->found.list[i]) == puzzle_pattern(p))
                        return SAME_IDEA;
        if (too_many(g->of_theme[p->theme], g->found.count, MOST_OF_THEME))
                return TOO_MANY_OF_THEME;
        return too_many(g->of_band[band_of(p)], g->found.count, MOST_OF_BAND) ? TOO_MANY_AS_HARD : ADDED;
}

static void count_in(struct gathering *g, const struct puzzle *p)
{
        g->of_theme[p->theme]++;
        g->of_band[band_of(p)]++;
}

/* 0: out of memory. */
static int gather(struct gathering *g, const struct puzzle *p)
{
        enum fate fate = fate_of(g, p);

        g->fates[fate]++;
        if (fate != ADDED)
                return 1;
        count_in(g, p);
        return collection_add(&g->found, p);
}

static void name_judge(struct collection *c, const struct finder *f)
{
        struct text t = { c->judge, sizeof c->judge, 0 };

        finder_judge(f, &t);
        text_close(&t);
}

/* The command that makes what was found so far. */
static void name_command(struct gathering *g, const struct arguments *a)
{
        snprintf(g->found.made, sizeof g->found.made, "serai puzzles --game %s --count %d --seed %" PRIu64, a->game->name,
                 g->found.count, a->seed);
}

/* What an earlier run found. 0: refused, which was said. */
static int gather_again(struct gathering *g, const struct arguments *a)
{
        char judge[JUDGE_NAME], made[sizeof g->found.made];

        memcpy(judge, g->found.judge, sizeof judge);
        if (!collection_read(&g->found, a->out))
                return 0;
        for (int i = 0; i < g->found.count; i++)
                count_in(g, &g->found.list[i]);
        memcpy(made, g->found.made, sizeof made);
        name_command(g, a);
        if (g->found.game == a->game && strcmp(made, g->found.made) == 0 && strcmp(judge, g->found.judge) == 0)
                return 1;
        cli_fail("%s was made by another command or judge: %s, %s", a->out, made, g->found.judge);
        return 0;
}

/* One thread: a finder, the game that it plays, and what it found there. */
struct worker {
        struct finder finder;
        const struct arguments *arguments;
        uint64_t number;
        struct puzzle found[PUZZLES_OF_A_GAME];
        int count, runs;
        pthread_t thread;
};

static struct worker *worker_open(const struct arguments *a)
{
        struct worker *w = calloc(1, sizeof *w);
        void *block = malloc(finder_room(a->game));

        if (!w || !block) {
                free(w);
                free(block);
                return NULL;
        }
        finder_open(&w->finder, a->game, block, PROOF_SEED);
        w->arguments = a;
        return w;
}

static void worker_close(struct worker *w)
{
        free(w->finder.block);
        free(w);
}

static void *work(void *worker)
{
        struct worker *w = worker;

        w->count = finder_play(&w->finder, w->arguments->seed, w->number, w->found);
        return NULL;
}

/* A game for each thread, this one included; those that could not be started are played here, one after another. */
static void play_round(struct worker **worker, int threads, uint64_t number)
{
        for (int i = 0; i < threads; i++) {
                worker[i]->number = number + (uint64_t)i;
                worker[i]->runs = i > 0 && pthread_create(&worker[i]->thread, NULL, work, worker[i]) == 0;
        }
        for (int i = 0; i < threads; i++)
                if (worker[i]->runs)
                        pthread_join(worker[i]->thread, NULL);
                else
                        work(worker[i]);
}

static void print_report(const struct gathering *g, struct worker **worker, int threads)
{
        uint64_t games = 0, decisions = 0, verdicts[VERDICTS] = { 0 };
        char theme[MAX_NAME];

        for (int i = 0; i < threads; i++) {
                games += worker[i]->finder.games;
                decisions += worker[i]->finder.decisions;
                for (int k = 0; k < VERDICTS; k++)
                        verdicts[k] += worker[i]->finder.verdicts[k];
        }
        fprintf(stderr, "puzzles: %d, of %" PRIu64 " games with %" PRIu64 " decisions\n", g->found.count, games, decisions);
        fprintf(stderr,
                "to be proven %" PRIu64 ": solved %" PRIu64 ", by searches %" PRIu64 ", not proven %" PRIu64 ", not clear %" PRIu64
                "\n",
                verdicts[SOLVED] + verdicts[PROVEN] + verdicts[UNPROVEN] + verdicts[UNCLEAR], verdicts[SOLVED], verdicts[PROVEN],
                verdicts[UNPROVEN], verdicts[UNCLEAR]);
        fprintf(stderr, "left out: same idea %" PRIu64 ", enough of the theme %" PRIu64 ", enough as hard %" PRIu64 "\n",
                g->fates[SAME_IDEA], g->fates[TOO_MANY_OF_THEME], g->fates[TOO_MANY_AS_HARD]);
        for (int i = 0; text_word(puzzle_themes(g->found.game), i, theme); i++)
                fprintf(stderr, "%s %d%s", theme, g->of_theme[i], i + 1 < MOST_THEMES ? "  " : "");
        fputs("\nratings", stderr);
        for (int i = 0; i < BANDS; i++)
                fprintf(stderr, "  %s%" PRIu32 ": %d", i < BANDS - 1 ? "below " : "from ", BAND_BELOW[i < BANDS - 1 ? i : i - 1],
                        g->of_band[i]);
        fputc('\n', stderr);
}

/* What a round of games gave, in their order, until there are enough; the last game counts only with all that it gave. 0: out of
 * memory. */
static int gather_round(struct gathering *g, const struct arguments *a, struct worker **worker, int threads)
{
        for (int i = 0; i < threads && worker[i]->number < a->games; i++) {
                for (int k = 0; k < worker[i]->count && g->found.count < a->count; k++)
                        if (!gather(g, &worker[i]->found[k]))
                                return 0;
                if (g->found.count == a->count)
                        break;
                g->found.games = worker[i]->number + 1;
        }
        return 1;
}

static int find_with(const struct arguments *a, struct worker **worker, int threads)
{
        struct gathering g = { .found.game = a->game };
        int done = 1, written = 1;

        name_judge(&g.found, &worker[0]->finder);
        if (a->goes_on && !gather_again(&g, a)) {
                free(g.found.list);
                return 1;
        }
        while (done && written && g.found.games < a->games && g.found.count < a->count) {
                int before = g.found.count;

                play_round(worker, threads, g.found.games);
                done = gather_round(&g, a, worker, threads);
                name_command(&g, a);
                if (done && a->out && g.found.count > before)
                        written = collection_write(&g.found, a->out);
                cli_progress("game %" PRIu64 ": %d of %d puzzles", g.found.games, g.found.count, a->count);
        }
        cli_progress_end();
        if (!done)
                cli_fail("there is no memory left");
        else if (written && (a->out || collection_write(&g.found, NULL)))
                print_report(&g, worker, threads);
        free(g.found.list);
        return !(done && written);
}

static int find(const struct arguments *a)
{
        struct worker *worker[MOST_THREADS];
        int threads = 0, status;

        while (threads < a->threads && (worker[threads] = worker_open(a)))
                threads++;
        status = threads > 0 ? find_with(a, worker, threads) : (cli_fail("there is no memory left"), 1);
        while (threads > 0)
                worker_close(worker[--threads]);
        return status;
}

/* --- proving again --- */

/* Whether the same moves are right, in any order. */
static int same_moves(const struct puzzle *a, const struct puzzle *b)
{
        int found = 0;

        for (int i = 0; i < a->right; i++)
                for (int k = 0; k < b->right; k++)
                        found += a->list[i] == b->list[k];
        return a->right == b->right && found == a->right;
}

static int holds(struct finder *f, const struct puzzle *p)
{
        static const char *const WHY[VERDICTS] = { [HIDDEN] = "something is hidden from the seat to move",
                                                   [UNCLEAR] = "the judge does not see it",
                                                   [UNPROVEN] = "the searches do not show it" };
        struct puzzle again;
        enum verdict verdict = puzzle_prove(f, &p->state, &again);
        const char *why = WHY[verdict];

        if (!why && !same_moves(p, &again))
                why = "other moves are right";
        if (!why && p->theme != again.theme)
                why = "it has another theme";
        if (!why && (p->searches == 0) != (verdict == SOLVED))
                why = "it is proven in another way";
        if (why)
                fprintf(stderr, "%08" PRIx32 ": %s\n", p->id, why);
        return !why;
}

/* Those that hold are written, if that was asked for. -1: trouble, which was said. */
static int check_file(const struct arguments *a, const char *name)
{
        struct collection c, kept = { .game = NULL };
        const struct puzzle *p;
        struct worker *w;
        struct arguments of_game = *a;
        int wrong = 0, n = 0, done = 1;

        if (!collection_read(&c, name)) {
                free(c.list);
                return -1;
        }
        of_game.game = kept.game = c.game;
        w = worker_open(&of_game);
        done = w != NULL;
        for (; done && (p = sample_of(&c, a->sample, n)); n++) {
                cli_progress("%s: puzzle %d", name, n + 1);
                if (!holds(&w->finder, p))
                        wrong++;
                else
                        done = collection_add(&kept, p);
        }
        cli_progress_end();
        if (done) {
                name_judge(&kept, &w->finder);
                memcpy(kept.made, c.made, sizeof kept.made);
                kept.games = c.games;
                printf("%s: %d of %d puzzles proven again\n", name, n - wrong, n);
                done = !a->out || collection_write(&kept, a->out);
        } else {
                cli_fail("there is no memory left");
        }
        if (w)
                worker_close(w);
        free(kept.list);
        free(c.list);
        return done ? wrong : -1;
}

/* --- showing --- */

static void show_puzzle(const struct puzzle *p, int number, const struct terminal *terminal)
{
        const struct board *board = board_of(p->game);
        struct look look = { .game = p->game };
        struct state view = p->state;
        move list[MAX_MOVES];
        char note[64], theme[MAX_NAME], text[MAX_MOVE_TEXT];
        struct sheet s;
        int seat = p->game->turn(&view), row, n;

        look_open(&look, seat);
        p->game->redact(&view, seat);
        text_word(puzzle_themes(p->game), (int)p->theme, theme);
        snprintf(note, sizeof note, "puzzle %d, %s, rated %" PRIu32, number, theme, p->rating);
        sheet_clear(&s);
        row = board_heading(&s, 0, p->game, note);
        board->draw(&s, row, &look, &view);
        sheet_print(&s, terminal);
        printf("Player %d chooses:", seat + 1);
        n = p->game->legal(&view, list);
        for (int i = 0; i < n; i++) {
                game_print_move(p->game, &view, list[i], text, sizeof text);
                printf(" %s", text);
        }
        printf("\n\n");
}

static void show_answer(const struct puzzle *p, int number)
{
        char text[MAX_MOVE_TEXT];

        printf("%4d  %08" PRIx32 " ", number, p->id);
        for (int i = 0; i < p->n; i++) {
                game_print_move(p->game, &p->state, p->list[i], text, sizeof text);
                printf("%s%s %.1f %%", i == p->right ? " | " : " ", text, 100.0 * p->share[i] / WHOLE);
        }
        if (p->searches)
                printf("  (%" PRIu32 " searches, %" PRIu32 " errors)\n", p->searches, p->errors);
        else
                printf("  (solved)\n");
}

static int show_file(const struct arguments *a, const char *name)
{
        struct terminal terminal = terminal_open();
        struct collection c;
        const struct puzzle *p;
        int done = collection_read(&c, name);

        for (int i = 0; done && (p = sample_of(&c, a->sample, i)); i++)
                show_puzzle(p, i + 1, &terminal);
        for (int i = 0; done && (p = sample_of(&c, a->sample, i)); i++)
                show_answer(p, i + 1);
        free(c.list);
        return done ? 0 : -1;
}

/* --- the command --- */

int cli_puzzles(int argc, char **argv)
{
        struct arguments a = { .game = NULL };
        int status = arguments_read(&puzzles_subcommand, &a, &argc, argv), worst = 0;

        if (status != GO_ON)
                return status;
        if (a.check + a.show + (a.game != NULL) != 1)
                return cli_fail("puzzles needs one of --game, --check and --show");
        if (a.game && argc)
                return cli_fail("%.200s is not understood; files go with --check and --show", argv[0]);
        if (a.game && !puzzle_themes(a.game))
                return cli_fail("there are no themes for puzzles of %s", a.game->name);
        if (a.goes_on && !(a.game && a.out))
                return cli_fail("--continue goes with --game and --out");
        if (a.game)
                return find(&a);
        if (!argc || (a.out && argc > 1))
                return cli_fail(argc ? "--out goes with one file" : "puzzles needs FILE");
        for (int i = 0; i < argc; i++) {
                int wrong = a.check ? check_file(&a, argv[i]) : show_file(&a, argv[i]);

                worst |= wrong != 0;
        }
        return worst;
}
