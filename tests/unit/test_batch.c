/* Batches: whatever they run on, every game is the one that the rules give, ply by ply. With a GPU and its compiler, the same
 * is tested there; without, the test says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cli/cli.h"
#include "../../gpu/batch.h"
#include "../../gpu/compile.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

enum { PLIES = 10000000, AT_ONCE = 4096 };

static char why[MAX_REASON];

/* Under the sanitizers CUDA does not start, and its compiler takes minutes: ./test also runs this without them. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* The GPU, if it can be used; otherwise `why` says why not. */
static struct device *usable_device(void)
{
        if (SANITIZED) {
                snprintf(why, sizeof why, "not under the sanitizers");
                return NULL;
        }
        return compile_can(why, sizeof why) ? device_open(why, sizeof why) : NULL;
}

static struct batch *open_batch(const struct game *g, uint32_t games, struct device *device, int threads)
{
        struct batch *b = batch_open(g, games, device, threads, why, sizeof why);

        if (!b)
                fail_msg("%s", why);
        return b;
}

static void well(const char *wrong)
{
        if (wrong)
                fail_msg("%s", wrong);
}

/* Valid options, different each time; mazes that end. */
static struct options some_options(const struct game *g, uint64_t seed)
{
        struct options o;

        random_options(g, &o, &seed);
        return o;
}

/* The game by the rules alone: without a batch, ply by ply, and the trace computed in another way. */
static struct outcome played_plainly(const struct game *g, const struct options *o, uint64_t seed, uint64_t number)
{
        uint64_t random = seed + number * 0xd1342543de82ef95;
        struct outcome out = { 0 };
        struct state s = { { 0 } };
        struct draw d;
        uint8_t key[32];
        int points[MAX_PLAYERS] = { 0 }, tiebreak[MAX_PLAYERS], owner;

        random = random_next(&random);
        draw_key(key, random_next(&random));
        draw_open(&d, key, 0);
        g->setup(&s, o, &d);
        while (g->turn(&s) == CHANCE)
                g->apply(&s, g->pick(&s, random_dice(&random)));
        owner = g->owner(&s);
        out.turns = 1;
        while (g->turn(&s) != OVER) {
                if (g->owner(&s) != owner)
                        out.turns++;
                owner = g->owner(&s);
                if (g->turn(&s) == CHANCE)
                        out.events++;
                else
                        out.decisions++;
                g->apply(&s, g->pick(&s, random_dice(&random)));
                for (uint32_t i = 0; i < g->state_bytes; i += 8) {
                        uint64_t word;

                        memcpy(&word, (char *)&s + i, 8);
                        out.trace = (out.trace ^ word) * 0x9e3779b97f4a7c15;
                        out.trace = out.trace ^ out.trace >> 32;
                }
        }
        g->score(&s, points, tiebreak);
        for (int p = 0; p < MAX_PLAYERS; p++)
                out.points[p] = (int16_t)points[p];
        out.winners = game_winners(g, &s);
        return out;
}

static void same_outcome(const struct game *g, uint64_t number, const struct outcome *a, const struct outcome *b)
{
        if (memcmp(a, b, sizeof *a) != 0)
                fail_msg("game %d of %s went otherwise: %u and %u decisions, %u and %u events, %u and %u turns, traces %llx and "
                         "%llx",
                         (int)number, g->name, a->decisions, b->decisions, a->events, b->events, a->turns, b->turns,
                         (unsigned long long)a->trace, (unsigned long long)b->trace);
}

static void every_ply_of_ten_million_is_the_same(void **data)
{
        const struct game *g = *data;
        static struct outcome here[AT_ONCE], there[AT_ONCE];
        struct device *device = usable_device();
        struct batch *cpu = open_batch(g, AT_ONCE, NULL, 0), *gpu = device ? open_batch(g, AT_ONCE, device, 0) : NULL;
        uint64_t plies = 0;

        if (!gpu)
                print_message("not compared with a GPU: %s\n", why);
        for (uint64_t round = 0; plies < PLIES; round++) {
                struct options o = some_options(g, round);

                if (g == &labyrinth)
                        o.value[4] = (uint16_t)(20 * (1 + round % 20)); /* limit */
                well(batch_deal(cpu, &o, round, 7));
                well(batch_play(cpu, 1));
                well(batch_outcomes(cpu, here));
                for (int i = 0; i < AT_ONCE; i++) {
                        if (i % 4 == (int)(round % 4)) { /* the plain way is slow under the sanitizers */
                                struct outcome plain = played_plainly(g, &o, round, 7 + (uint64_t)i);

                                same_outcome(g, 7 + (uint64_t)i, &plain, &here[i]);
                        }
                        plies += here[i].decisions + here[i].events;
                }
                if (gpu) {
                        well(batch_deal(gpu, &o, round, 7));
                        well(batch_play(gpu, 1));
                        well(batch_outcomes(gpu, there));
                        for (int i = 0; i < AT_ONCE; i++)
                                same_outcome(g, 7 + (uint64_t)i, &here[i], &there[i]);
                }
        }
        batch_close(cpu);
        batch_close(gpu);
}

TEST(the_kernels_compile)
{
        if (SANITIZED || !compile_can(why, sizeof why)) {
                print_message("not compiled for a GPU: %s\n", SANITIZED ? "not under the sanitizers" : why);
                skip();
        }
        for (int i = 0; game_at(i); i++) {
                char *image = compile_kernels(game_at(i), 90, why, sizeof why);

                if (!image)
                        fail_msg("%s", why);
                assert_memory_equal(image, "\177ELF", 4);
                free(image);
        }
}

TEST(a_game_depends_on_its_seed_and_number_alone)
{
        for (int i = 0; game_at(i); i++) {
                const struct game *g = game_at(i);
                struct options o = some_options(g, 3);
                struct outcome many[300], few[10], other[10];
                struct batch *b = open_batch(g, 300, NULL, 3), *c = open_batch(g, 10, NULL, 1);

                well(batch_deal(b, &o, 5, 1000));
                well(batch_play(b, 1));
                well(batch_outcomes(b, many));
                well(batch_deal(c, &o, 5, 1200));
                well(batch_play(c, 1));
                well(batch_outcomes(c, few));
                assert_memory_equal(few, many + 200, sizeof few);
                well(batch_play(c, 1));
                well(batch_outcomes(c, other));
                assert_memory_not_equal(few, other, sizeof few); /* played again, from the same positions */
                well(batch_deal(c, &o, 6, 1200));
                well(batch_play(c, 1));
                well(batch_outcomes(c, other));
                assert_memory_not_equal(few, other, sizeof few); /* another seed */
                batch_close(b);
                batch_close(c);
        }
}

/* --- step by step --- */

enum { STEPPED = 200, STEPPED_BY_THREADS = 5000 };

/* Everything that a batch reports. */
struct told {
        move moves[STEPPED];
        uint8_t turns[STEPPED];
        uint8_t masks[STEPPED * (6001 / 8 + 1)];
        char views[STEPPED * MAX_STATE], states[STEPPED * MAX_STATE];
        struct outcome outcomes[STEPPED];
};

static void ask_batch(struct batch *b, struct told *t)
{
        memset(t, 0, sizeof *t);
        well(batch_mask(b, t->masks));
        well(batch_observe(b, t->views));
        well(batch_states(b, t->states));
        well(batch_outcomes(b, t->outcomes));
}

static int allowed(const struct game *g, const struct told *t, int game, move m)
{
        return t->masks[(uint32_t)game * batch_mask_bytes(g) + m / 8] >> m % 8 & 1;
}

/* Steps a batch on the CPU, and one on the GPU if there is one, with legal moves, random ones and invalid ones. */
static void stepping_is_playing_by_the_rules(void **data)
{
        const struct game *g = *data;
        static struct told before, after, there;
        struct device *device = usable_device();
        struct batch *b = open_batch(g, STEPPED, NULL, 2), *gpu = device ? open_batch(g, STEPPED, device, 0) : NULL;
        struct options o = some_options(g, 17);
        uint64_t random = 1;
        int illegal = 0, renewed = 0;

        well(batch_deal(b, &o, 9, 0));
        if (gpu)
                well(batch_deal(gpu, &o, 9, 0));
        ask_batch(b, &before);
        for (int step = 0; step < 150; step++) {
                for (int i = 0; i < STEPPED; i++) {
                        struct state *s = (struct state *)(void *)(before.states + (size_t)i * g->state_bytes);
                        move list[MAX_MOVES];
                        int n = g->legal(s, list), bits = 0;

                        for (move m = 0; m < g->moves; m++)
                                bits += allowed(g, &before, i, m);
                        assert_int_equal(bits, n);
                        for (int k = 0; k < n; k++)
                                assert_true(allowed(g, &before, i, list[k]));
                        after.moves[i] = n == 0 || random_dice(&random) % 4 == 0 ? (move)RANDOM_MOVE
                                                                                 : list[random_dice(&random) % (unsigned)n];
                        if (random_dice(&random) % 16 == 0)
                                after.moves[i] = (move)(random_dice(&random) % (2 * g->moves)); /* hardly ever legal */
                }
                memcpy(before.moves, after.moves, sizeof before.moves);
                well(batch_step(b, before.moves, before.turns));
                ask_batch(b, &after);
                for (int i = 0; i < STEPPED; i++) {
                        const void *was = before.states + (size_t)i * g->state_bytes,
                                   *is = after.states + (size_t)i * g->state_bytes;
                        const void *view = after.views + (size_t)i * g->state_bytes;
                        int legal = before.moves[i] == RANDOM_MOVE ||
                                    (before.moves[i] < g->moves && allowed(g, &before, i, before.moves[i]));
                        struct state known = { { 0 } };

                        if (g->turn(was) == OVER || !legal) {
                                assert_memory_equal(was, is, g->state_bytes);
                                assert_int_equal(before.turns[i], g->turn(was) == OVER ? OVER : ILLEGAL);
                                illegal += !legal;
                        } else {
                                assert_int_equal(before.turns[i], g->turn(is));
                                assert_int_not_equal(before.turns[i], CHANCE);
                                assert_int_equal(after.outcomes[i].decisions, before.outcomes[i].decisions + 1);
                                assert_int_equal(after.outcomes[i].winners, game_winners(g, is));
                        }
                        memcpy(&known, is, g->state_bytes);
                        g->redact(&known, g->turn(is) == OVER ? (int)EVERYTHING : g->turn(is));
                        assert_memory_equal(view, &known, g->state_bytes);
                }
                if (gpu) {
                        uint8_t turns[STEPPED];

                        well(batch_step(gpu, before.moves, turns));
                        assert_memory_equal(turns, before.turns, sizeof turns);
                        ask_batch(gpu, &there);
                        assert_memory_equal(&there.masks, &after.masks, sizeof there - offsetof(struct told, masks));
                }
                if (step % 40 == 39) {
                        static struct told fresh;

                        well(batch_deal_again(b));
                        ask_batch(b, &fresh);
                        for (int i = 0; i < STEPPED; i++) {
                                const void *is = fresh.states + (size_t)i * g->state_bytes;

                                assert_int_not_equal(g->turn(is), OVER);
                                if (memcmp(is, after.states + (size_t)i * g->state_bytes, g->state_bytes) != 0) {
                                        assert_int_equal(fresh.outcomes[i].decisions, 0);
                                        assert_true(after.outcomes[i].winners);
                                        assert_memory_equal(is, &o, sizeof o);
                                        renewed++;
                                }
                        }
                        if (gpu) {
                                well(batch_deal_again(gpu));
                                ask_batch(gpu, &there);
                                assert_memory_equal(&there, &fresh, sizeof there);
                        }
                        after = fresh;
                }
                before = after;
        }
        assert_true(illegal > 100);
        assert_true(renewed > 10);
        batch_close(b);
        batch_close(gpu);
}

/* A decision followed by its rolls, with moves from the masks, is what the rules give with the same dice. */
TEST(chance_is_rolled_by_the_game_s_own_generator)
{
        for (int i = 0; game_at(i); i++) {
                const struct game *g = game_at(i);
                struct options o = some_options(g, 8);
                struct batch *b = open_batch(g, 1, NULL, 1);
                uint64_t random = generator_of(4, 2);
                struct outcome ignored;
                struct state here, there = { { 0 } };
                uint8_t turn = 0;

                well(batch_deal(b, &o, 4, 2));
                deal_game(g, &there, &o, &random, &ignored);
                for (int step = 0; step < 400 && turn != OVER; step++) {
                        move list[MAX_MOVES], m = 0;

                        well(batch_states(b, &here));
                        assert_memory_equal(&here, &there, g->state_bytes);
                        g->legal(&there, list);
                        m = list[0];
                        well(batch_step(b, &m, &turn));
                        g->apply(&there, m);
                        while (g->turn(&there) == CHANCE)
                                g->apply(&there, g->pick(&there, random_dice(&random)));
                        assert_int_equal(turn, g->turn(&there));
                }
                batch_close(b);
        }
}

/* Enough of them for several threads at a time. */
TEST(many_threads_step_like_one)
{
        struct batch *one = open_batch(&marrakech, STEPPED_BY_THREADS, NULL, 1),
                     *four = open_batch(&marrakech, STEPPED_BY_THREADS, NULL, 4);
        static uint8_t turns[2][STEPPED_BY_THREADS], masks[2][STEPPED_BY_THREADS * 13];
        static char views[2][STEPPED_BY_THREADS * sizeof(struct state)];
        static move moves[STEPPED_BY_THREADS];
        struct options o = some_options(&marrakech, 1);

        for (int i = 0; i < STEPPED_BY_THREADS; i++)
                moves[i] = RANDOM_MOVE;
        well(batch_deal(one, &o, 1, 0));
        well(batch_deal(four, &o, 1, 0));
        for (int step = 0; step < 30; step++)
                for (int k = 0; k < 2; k++) {
                        well(batch_step(k ? four : one, moves, turns[k]));
                        well(batch_mask(k ? four : one, masks[k]));
                        well(batch_observe(k ? four : one, views[k]));
                }
        assert_memory_equal(turns[0], turns[1], sizeof turns[0]);
        assert_memory_equal(masks[0], masks[1], sizeof masks[0]);
        assert_memory_equal(views[0], views[1], sizeof views[0]);
        batch_close(one);
        batch_close(four);
}

/* --- positions that are put in --- */

TEST(playouts_do_not_change_the_positions)
{
        struct device *device = usable_device();

        for (int i = 0; game_at(i); i++) {
                const struct game *g = game_at(i);
                struct options o;
                struct batch *b = open_batch(g, 64, NULL, 2);
                static char states[64 * MAX_STATE], again[64 * MAX_STATE];
                struct outcome first[64], second[64];
                uint64_t random = 2;
                struct outcome ignored;
                struct state s = { { 0 } };

                options_default(g, &o);
                deal_game(g, &s, &o, &random, &ignored);
                for (int k = 0; k < 12 && g->turn(&s) != OVER; k++)
                        g->apply(&s, g->pick(&s, random_dice(&random)));
                for (int k = 0; k < 64; k++)
                        memcpy(states + (size_t)k * g->state_bytes, &s, g->state_bytes);
                well(batch_load(b, states, 1));
                well(batch_play(b, 1));
                well(batch_outcomes(b, first));
                well(batch_states(b, again));
                assert_memory_equal(states, again, 64 * g->state_bytes);
                assert_memory_not_equal(&first[0], &first[1], sizeof *first); /* every copy has dice of its own */
                well(batch_load(b, states, 1));
                well(batch_play(b, 1));
                well(batch_outcomes(b, second));
                assert_memory_equal(first, second, sizeof first);
                if (device) {
                        struct batch *gpu = open_batch(g, 64, device, 0);

                        well(batch_load(gpu, states, 1));
                        well(batch_play(gpu, 1));
                        well(batch_outcomes(gpu, second));
                        assert_memory_equal(first, second, sizeof first);
                        batch_close(gpu);
                }
                well(batch_play(b, 0));
                well(batch_outcomes(b, second));
                for (int k = 0; k < 64; k++)
                        assert_true(first[k].winners && first[k].trace && !second[k].trace);
                batch_close(b);
        }
}

TEST(invalid_arguments_are_refused)
{
        assert_null(batch_open(&marrakech, 0, NULL, 1, why, sizeof why));
        assert_non_null(strstr(why, "a batch has 1 to"));
        assert_null(batch_open(&marrakech, MAX_BATCH + 1, NULL, 1, why, sizeof why));
        assert_null(batch_open(&marrakech, 1, NULL, -1, why, sizeof why));
        assert_null(batch_open(&marrakech, 1, NULL, MAX_THREADS + 1, why, sizeof why));
        batch_close(NULL);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(the_kernels_compile),
                { "every ply of ten million of alibaba is the same", every_ply_of_ten_million_is_the_same, NULL, NULL,
                  (void *)(uintptr_t)&alibaba },
                { "every ply of ten million of labyrinth is the same", every_ply_of_ten_million_is_the_same, NULL, NULL,
                  (void *)(uintptr_t)&labyrinth },
                { "every ply of ten million of marrakech is the same", every_ply_of_ten_million_is_the_same, NULL, NULL,
                  (void *)(uintptr_t)&marrakech },
                cmocka_unit_test(a_game_depends_on_its_seed_and_number_alone),
                { "stepping alibaba is playing by the rules", stepping_is_playing_by_the_rules, NULL, NULL,
                  (void *)(uintptr_t)&alibaba },
                { "stepping labyrinth is playing by the rules", stepping_is_playing_by_the_rules, NULL, NULL,
                  (void *)(uintptr_t)&labyrinth },
                { "stepping marrakech is playing by the rules", stepping_is_playing_by_the_rules, NULL, NULL,
                  (void *)(uintptr_t)&marrakech },
                cmocka_unit_test(chance_is_rolled_by_the_game_s_own_generator),
                cmocka_unit_test(many_threads_step_like_one),
                cmocka_unit_test(playouts_do_not_change_the_positions),
                cmocka_unit_test(invalid_arguments_are_refused),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
