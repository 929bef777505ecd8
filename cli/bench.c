/* serai bench: the speed of the rules in random games; and the signature, one number over fixed games that changes only when
 * the rules do. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bots/bot.h"
#include "../bots/net.h"
#include "bench.h"

/* --- speed --- */

struct figures {
        double games, turns, moves; /* per second */
};

static void deal(const struct game *g, const struct options *o, uint64_t *random, struct state *state)
{
        struct draw d;
        uint8_t key[32];

        draw_key(key, random_next(random));
        draw_open(&d, key, 0);
        g->setup(state, o, &d);
}

/* Plays a random game; returns the number of moves. */
static unsigned play_one(const struct game *g, const struct options *o, uint64_t *random)
{
        struct state state;
        unsigned moves = 0;

        deal(g, o, random, &state);
        do
                moves++;
        while (g->apply(&state, g->pick(&state, random_dice(random))) != OVER);
        return moves;
}

/* The same game again; returns the number of turns. */
static unsigned count_turns(const struct game *g, const struct options *o, uint64_t *random)
{
        struct state state;
        unsigned turns = 1;
        int owner;

        deal(g, o, random, &state);
        owner = g->owner(&state);
        while (g->apply(&state, g->pick(&state, random_dice(random))) != OVER)
                if (g->owner(&state) != owner) {
                        owner = g->owner(&state);
                        turns++;
                }
        return turns;
}

/* Turns are counted afterwards, on the first thousand games, so that counting does not affect the measurement. */
static struct figures measure(const struct game *g, const struct options *o, double seconds)
{
        struct figures f;
        uint64_t games = 0, moves = 0, turns = 0, counted = 0, random = 1;
        double start = cli_now(), taken;

        do {
                for (int i = 0; i < 16; i++, games++)
                        moves += play_one(g, o, &random);
                taken = cli_now() - start;
        } while (taken < seconds);
        for (random = 1; counted < games && counted < 1000; counted++)
                turns += count_turns(g, o, &random);
        f.games = (double)games / taken;
        f.turns = f.games * (double)turns / (double)counted;
        f.moves = (double)moves / taken;
        return f;
}

/* Iterations of the search per second, over the decisions of random games. */
static double measure_bots(const struct game *g, const struct options *o, double seconds)
{
        static uint64_t block[1 << 16];
        uint64_t random = 1, iterations = 0;
        double start = cli_now(), taken = 0;

        while (taken < seconds) {
                struct state state;

                deal(g, o, &random, &state);
                for (int who = g->turn(&state); who != OVER && taken < seconds;
                     who = g->apply(&state, g->pick(&state, random_dice(&random)))) {
                        struct state view = state;

                        if (who == CHANCE || random_dice(&random) % 8)
                                continue;
                        g->redact(&view, who);
                        search_run(search_open(block, sizeof block, g, &view, random), 256);
                        iterations += 256;
                        taken = cli_now() - start;
                }
        }
        return (double)iterations / taken;
}

/* How long decisions of a level take. */
struct decisions {
        uint64_t count;
        double mean, most; /* milliseconds of the processor */
};

/* Of the processor: other programs on the machine do not count. */
static double seconds_used(void)
{
        struct timespec t;

        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void decide(struct decisions *d, const struct game *g, const struct level *level, const void *view, uint64_t seed,
                   void *block, size_t size)
{
        double start = seconds_used(), ms;
        struct search *s = bot_open(block, size, g, level, view, seed);

        search_run(s, level->iterations);
        bot_choice(s, level, seed);
        ms = 1000 * (seconds_used() - start);
        d->mean = (d->mean * (double)d->count + ms) / (double)(d->count + 1);
        d->most = ms > d->most ? ms : d->most;
        d->count++;
}

/* In one of eight positions of random games in which there is a choice. */
static struct decisions measure_level(const struct game *g, const struct options *o, int number, double seconds)
{
        const struct level *level = bot_level(g, number);
        size_t size = search_size(level->iterations);
        void *block = malloc(size);
        struct decisions d = { 0 };
        uint64_t random = 1;
        double start = cli_now();

        if (!block)
                abort();
        while (cli_now() - start < seconds) {
                struct state state;
                move list[MAX_MOVES];

                deal(g, o, &random, &state);
                for (int who = g->turn(&state); who != OVER && cli_now() - start < seconds;
                     who = g->apply(&state, g->pick(&state, random_dice(&random)))) {
                        struct state view = state;

                        if (who == CHANCE || g->legal(&state, list) == 1 || random_dice(&random) % 8)
                                continue;
                        g->redact(&view, who);
                        decide(&d, g, level, &view, random, block, size);
                }
        }
        free(block);
        return d;
}

static void bench_options(const struct game *g, struct options *o)
{
        options_default(g, o);
        options_preset(g, o, g->measured);
}

static void print_row(const struct game *g, int players, const struct figures *f, int json, int first)
{
        cli_progress_end();
        if (json)
                printf("%s{\"game\":\"%s\",\"players\":%d,\"games_per_s\":%.0f,\"turns_per_s\":%.0f,\"moves_per_s\":%.0f,\"state_"
                       "bytes\":%" PRIu32 "}",
                       first ? "[" : ",\n ", g->name, players, f->games, f->turns, f->moves, g->state_bytes);
        else
                printf("%-10s %7d %12.0f %14.0f %14.0f %12" PRIu32 "\n", g->name, players, f->games, f->turns, f->moves,
                       g->state_bytes);
        fflush(stdout);
}

static void print_bot_row(const struct game *g, int players, double iterations, int json, int first)
{
        cli_progress_end();
        if (json)
                printf("%s{\"game\":\"%s\",\"players\":%d,\"iterations_per_s\":%.0f}", first ? "[" : ",\n ", g->name, players,
                       iterations);
        else
                printf("%-10s %7d %14.0f\n", g->name, players, iterations);
        fflush(stdout);
}

static void print_level_row(const struct game *g, int players, const struct decisions *d, int json, int first)
{
        cli_progress_end();
        if (json)
                printf("%s{\"game\":\"%s\",\"players\":%d,\"decisions\":%" PRIu64 ",\"ms\":%.3f,\"most_ms\":%.3f}",
                       first ? "[" : ",\n ", g->name, players, d->count, d->mean, d->most);
        else
                printf("%-10s %7d %10" PRIu64 " %10.3f %10.3f\n", g->name, players, d->count, d->mean, d->most);
        fflush(stdout);
}

/* --- the signature --- */

static uint32_t fold(uint32_t hash, const char *text)
{
        for (; *text; text++)
                hash = (hash ^ (unsigned char)*text) * 16777619u; /* FNV-1a */
        return hash;
}

/* Everything that the rules say about a position: the seat to move, all moves, the state, and the view of one viewer. */
static uint32_t fold_position(uint32_t hash, const struct game *g, const struct state *state, uint64_t *random)
{
        static char text[MAX_STATE_TEXT];
        struct state view = *state;
        move list[MAX_MOVES];
        int n = g->legal(state, list);

        game_print(g, state, text, sizeof text);
        hash = fold(hash, text);
        g->redact(&view, (int)(random_dice(random) % (unsigned)(game_players(state) + 1)));
        game_print(g, &view, text, sizeof text);
        hash = fold(hash, text);
        for (int i = 0; i < n; i += 1 + i / 32) { /* a sample of long lists */
                game_print_move(g, state, list[i], text, sizeof text);
                hash = fold(hash, text);
        }
        return hash;
}

/* The move of a bot of some classic level, with few iterations. */
static uint32_t fold_bot(uint32_t hash, const struct game *g, const struct state *state, uint64_t *random)
{
        static uint64_t block[1 << 14];
        const struct level *level = &guide_of(g)->classic[random_dice(random) % LEVELS];
        uint64_t seed = random_next(random);
        struct state view = *state;
        struct search *s;
        char text[MAX_MOVE_TEXT];

        g->redact(&view, g->turn(state));
        s = bot_open(block, sizeof block, g, level, &view, seed);
        search_run(s, 40);
        game_print_move(g, state, bot_choice(s, level, seed), text, sizeof text);
        return fold(hash, text);
}

static uint32_t signature(unsigned games)
{
        uint32_t hash = 2166136261u;

        for (unsigned i = 0; i < games; i++) {
                uint64_t random = i;
                const struct game *g = game_at((int)i % game_count());
                struct options o;
                struct record r = { 0 };

                if (i % 16 == 0)
                        cli_progress("game %u of %u", i, games);
                random_options(g, &o, &random);
                record_deal(&r, g, &o, random_next(&random));
                while (g->turn(&r.state) != OVER) {
                        hash = fold_position(hash, g, &r.state, &random);
                        if (g->turn(&r.state) != CHANCE && random_dice(&random) % 16 == 0)
                                hash = fold_bot(hash, g, &r.state, &random);
                        if (!record_play(&r,
                                         g->turn(&r.state) == CHANCE ? record_roll(&r) : g->pick(&r.state, random_dice(&random))))
                                abort();
                }
                hash = fold_position(hash, g, &r.state, &random);
                record_close(&r);
        }
        cli_progress_end();
        return hash;
}

/* Everything that the nets say about the positions after random decisions. */
static uint32_t signature_of_nets(unsigned games)
{
        uint32_t hash = 2166136261u, share[MAX_PLAYERS];

        for (unsigned i = 0; i < games; i++) {
                uint64_t random = i;
                const struct game *g = game_at((int)i % game_count());
                const struct net *net = net_of(g);
                struct options o;
                struct state state;

                if (!net)
                        continue;
                random_options(g, &o, &random);
                deal(g, &o, &random, &state);
                for (int who = g->turn(&state); who != OVER;) {
                        int decides = who != CHANCE;

                        who = g->apply(&state, g->pick(&state, random_dice(&random)));
                        if (!decides || who == OVER)
                                continue;
                        net_shares(net, inputs_of(g), &state, share);
                        for (int p = 0; p < game_players(&state); p++)
                                hash = (hash ^ share[p]) * 16777619u;
                }
        }
        return hash;
}

/* --- the command --- */

struct arguments {
        const struct game *only;
        struct options given;
        int players, level, json, sign, bots, gpu;
        uint64_t games;
        double seconds;
};

static const struct argument ARGUMENTS[] = {
        { "--game", "GAME", ARG_GAME, INTO(struct arguments, only), .help = "only this game" },
        { "--players", "N", ARG_NUMBER, INTO(struct arguments, players), .low = 2, .high = MAX_PLAYERS,
          .help = "only with so many" },
        { "--seconds", "S", ARG_DECIMAL, INTO(struct arguments, seconds), .least = 0.01, .most = 3600, .usual = "1",
          .help = "how long to measure each row" },
        { "--bots", .kind = ARG_SWITCH, INTO(struct arguments, bots),
          .help = "measures the bots' search instead: iterations a second" },
        { "--level", "L", ARG_NUMBER, INTO(struct arguments, level), .low = 1, .high = LEVELS,
          .help = "measures how long a bot of this level takes for a decision instead" },
        { "--gpu", .kind = ARG_SWITCH, INTO(struct arguments, gpu),
          .help = "measures batches of games, dealt and played on the GPU, beside all cores of the CPU" },
        { "--json", .kind = ARG_SWITCH, INTO(struct arguments, json), .help = "one array of objects instead of a table" },
        { "--signature", .kind = ARG_SWITCH, INTO(struct arguments, sign),
          .help = "one number over fixed games instead: it is the same on every machine and build, and changes when the rules do; "
                  "with --bots one over what the nets say, which changes with them" },
        { "--games", "N", ARG_NUMBER, INTO(struct arguments, games), .low = 1, .high = 1000000000, .usual = "1000",
          .help = "how many games the signature is made of" },
        { "key=value", .kind = ARG_OTHER, .many = 1, .help = "an option of the game; needs --game" },
        { 0 },
};

const struct subcommand bench_subcommand = {
        .name = "bench",
        .brief = "benchmark the rules",
        .about = "Plays random games on one core, through the interface that bots use, for every game and player count, and prints "
                 "games, turns and moves (decisions and chance events) a second, and the size of a state. A game that "
                 "goes on for very long at random is limited by its options.",
        .arguments = ARGUMENTS,
        .run = cli_bench,
};

/* Measures one game with this number of players, and prints a row. 0, or the exit status. */
static int bench_row(const struct arguments *w, const struct game *g, const struct options *o, int first)
{
        struct figures f;
        char why[MAX_REASON];
        const char *wrong;

        cli_progress("%s, %d players …", g->name, o->value[PLAYERS]);
        if (w->gpu) {
                if ((wrong = bench_gpu_row(g, o, w->seconds, w->json, first, why))) {
                        cli_progress_end();
                        cli_fail("%s", wrong);
                        return 1;
                }
        } else if (w->level) {
                struct decisions d = measure_level(g, o, w->level, w->seconds);

                print_level_row(g, o->value[PLAYERS], &d, w->json, first);
        } else if (w->bots) {
                print_bot_row(g, o->value[PLAYERS], measure_bots(g, o, w->seconds), w->json, first);
        } else {
                f = measure(g, o, w->seconds);
                print_row(g, o->value[PLAYERS], &f, w->json, first);
        }
        return 0;
}

/* Every requested game and number of players. 0, or the exit status. */
static int bench_rows(const struct arguments *w)
{
        const struct game *g;
        const struct refusal *misfit;
        int first = 1, status;

        for (int i = 0; (g = game_at(i)); i++)
                for (int n = 2; n <= MAX_PLAYERS; n++) {
                        struct options o = w->given;

                        if ((w->only && g != w->only) || (w->players && n != w->players))
                                continue;
                        if (!w->only)
                                bench_options(g, &o);
                        o.value[PLAYERS] = (uint16_t)n;
                        if ((misfit = options_misfit(g, &o))) {
                                if (w->players)
                                        return cli_fail("%s", misfit->why);
                                continue;
                        }
                        if ((status = bench_row(w, g, &o, first)))
                                return status;
                        first = 0;
                }
        if (w->json)
                puts(first ? "[]" : "]");
        return 0;
}

int cli_bench(int argc, char **argv)
{
        struct arguments w = { 0 };
        char why[MAX_REASON];
        const char *wrong;
        int status = arguments_read(&bench_subcommand, &w, &argc, argv);

        if (status != GO_ON)
                return status;
        if (w.only)
                bench_options(w.only, &w.given);
        if ((status = cli_game_options(&bench_subcommand, w.only, &w.given, argc, argv)))
                return status;
        if ((w.bots || w.level) && w.gpu)
                return cli_fail("the bots' search does not run on a GPU");
        if (w.sign)
                return printf("%" PRIu32 "\n", (w.bots ? signature_of_nets : signature)((unsigned)w.games)) < 0;
        if (w.gpu && (wrong = bench_gpu_open(w.json, why))) {
                cli_fail("%s", wrong);
                return 1;
        }
        if (!w.json && w.level)
                printf("%-10s %7s %10s %10s %10s\n", "game", "players", "decisions", "ms, mean", "most");
        else if (!w.json && w.bots)
                printf("%-10s %7s %14s\n", "game", "players", "iterations/s");
        else if (!w.json && !w.gpu)
                printf("%-10s %7s %12s %14s %14s %12s\n", "game", "players", "games/s", "turns/s", "moves/s", "state bytes");
        return bench_rows(&w);
}
