/* serai bench: how fast the rules are, in random games; and the signature, one number over fixed games
 * that changes when the rules do and never otherwise. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "bench.h"

/* --- speed --- */

struct figures {
        double games, turns, moves; /* a second */
};

static void deal(const struct game *g, const struct options *o, uint64_t *random, struct state *state)
{
        struct draw d;
        uint8_t key[32];

        draw_key(key, random_next(random));
        draw_open(&d, key, 0);
        g->setup(state, o, &d);
}

/* Plays a game at random; returns how many moves it took. */
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

/* The same game again; returns how many turns it took. */
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

/* Turns are counted afterwards, on the first thousand of the games, so that counting costs nothing. */
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

/* Iterations of the search a second, over the decisions of random games. */
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

/* --- the signature --- */

static uint32_t fold(uint32_t hash, const char *text)
{
        for (; *text; text++)
                hash = (hash ^ (unsigned char)*text) * 16777619u; /* FNV-1a */
        return hash;
}

/* Everything that the rules say of a position: who decides, all moves, the state and what one viewer sees of it. */
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
        for (int i = 0; i < n; i += 1 + i / 32) { /* of long lists, fewer and fewer */
                game_print_move(g, state, list[i], text, sizeof text);
                hash = fold(hash, text);
        }
        return hash;
}

/* What a bot of some level plays there, at the price of few iterations. */
static uint32_t fold_bot(uint32_t hash, const struct game *g, const struct state *state, uint64_t *random)
{
        static uint64_t block[1 << 14];
        const struct level *level = bot_level(g, (int)(random_dice(random) % LEVELS) + 1);
        uint64_t seed = random_next(random);
        struct state view = *state;
        struct search *s;
        char text[MAX_MOVE_TEXT];

        g->redact(&view, g->turn(state));
        s = search_open(block, sizeof block, g, &view, seed);
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

/* --- the command --- */

static const char USAGE[] = "Usage: serai bench [--game GAME] [--players N] [--seconds S] [--json] [key=value]…\n"
                            "       serai bench --bots [the same]\n"
                            "       serai bench --gpu [the same]\n"
                            "       serai bench --signature [--games N]\n"
                            "\n"
                            "Plays random games on one core, through the interface that bots use, for every game and player\n"
                            "count, and prints games, turns and moves (decisions and chance events) a second, and the size of\n"
                            "a state. A game that goes on for very long at random is limited by its options. Options of a\n"
                            "game need --game.\n"
                            "\n"
                            "  --seconds S    how long to measure each row, 0.01 to 3600; 1 if not given\n"
                            "  --bots         measures the bots' search instead: iterations a second\n"
                            "  --gpu          measures batches of games, dealt and played on the GPU, beside all cores of the CPU\n"
                            "  --json         one array of objects instead of a table\n"
                            "  --signature    one number over fixed games (1000, or --games N): it is the same on every\n"
                            "                 machine and build, and changes when the rules do\n";

int cli_bench(int argc, char **argv)
{
        const struct game *only = NULL, *g;
        struct options given;
        uint64_t players = 0, games = 1000;
        double seconds = 1;
        int json = 0, sign = 0, bots = 0, gpu = 0, first = 1, used;
        char why[MAX_REASON], *end;
        const char *wrong;
        const struct refusal *misfit;

        for (int i = 0; i + 1 < argc; i++)
                if (strcmp(argv[i], "--game") == 0 && !(only = game_named(argv[i + 1])))
                        return cli_no_game(argv[i + 1]);
        if (only)
                bench_options(only, &given);
        for (int i = 0; i < argc; i += used) {
                const char *value = i + 1 < argc ? argv[i + 1] : "";

                used = 1;
                if (strcmp(argv[i], "--help") == 0)
                        return fputs(USAGE, stdout) < 0;
                if (strcmp(argv[i], "--json") == 0) {
                        json = 1;
                } else if (strcmp(argv[i], "--bots") == 0) {
                        bots = 1;
                } else if (strcmp(argv[i], "--gpu") == 0) {
                        gpu = 1;
                } else if (strcmp(argv[i], "--signature") == 0) {
                        sign = 1;
                } else if (strcmp(argv[i], "--game") == 0) {
                        if (!only)
                                return cli_fail("--game needs a name");
                        used = 2;
                } else if (strcmp(argv[i], "--players") == 0) {
                        if (!cli_number(value, 2, 4, &players))
                                return cli_fail("--players is a number from 2 to 4");
                        used = 2;
                } else if (strcmp(argv[i], "--games") == 0) {
                        if (!cli_number(value, 1, 1000000000, &games))
                                return cli_fail("--games is a number from 1 to 1000000000");
                        used = 2;
                } else if (strcmp(argv[i], "--seconds") == 0) {
                        seconds = strtod(value, &end);
                        if (end == value || *end || !(seconds >= 0.01 && seconds <= 3600))
                                return cli_fail("--seconds is a number from 0.01 to 3600");
                        used = 2;
                } else if (!only) {
                        return cli_fail(
                                "%s is not understood; options of a game need --game, and serai bench --help tells the rest",
                                argv[i]);
                } else if ((wrong = cli_option(only, &given, argc - i, argv + i, &used, why))) {
                        return cli_fail("%s", wrong);
                }
        }
        if (bots && gpu)
                return cli_fail("the bots' search does not run on a GPU");
        if (sign)
                return printf("%" PRIu32 "\n", signature((unsigned)games)) < 0;
        if (gpu && (wrong = bench_gpu_open(json, why))) {
                cli_fail("%s", wrong);
                return 1;
        }
        if (!json && bots)
                printf("%-10s %7s %14s\n", "game", "players", "iterations/s");
        else if (!json && !gpu)
                printf("%-10s %7s %12s %14s %14s %12s\n", "game", "players", "games/s", "turns/s", "moves/s", "state bytes");
        for (int i = 0; (g = game_at(i)); i++)
                for (int n = 2; n <= MAX_PLAYERS; n++) {
                        struct options o;
                        struct figures f;

                        if ((only && g != only) || (players && n != (int)players))
                                continue;
                        if (only)
                                o = given;
                        else
                                bench_options(g, &o);
                        o.value[PLAYERS] = (uint16_t)n;
                        if ((misfit = options_misfit(g, &o))) {
                                if (players)
                                        return cli_fail("%s", misfit->why);
                                continue;
                        }
                        cli_progress("%s, %d players …", g->name, n);
                        if (gpu) {
                                if ((wrong = bench_gpu_row(g, &o, seconds, json, first, why))) {
                                        cli_progress_end();
                                        cli_fail("%s", wrong);
                                        return 1;
                                }
                        } else if (bots) {
                                print_bot_row(g, n, measure_bots(g, &o, seconds), json, first);
                        } else {
                                f = measure(g, &o, seconds);
                                print_row(g, n, &f, json, first);
                        }
                        first = 0;
                }
        if (json)
                puts(first ? "[]" : "]");
        return 0;
}
