/* Nets: inference in integers, inputs, and training. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../cli/cli.h"
#include "../../core/bits.h"
#include "../../core/marrakech.h"
#include "../../gpu/compile.h"
#include "../../learn/gpu_trainer.h"
#include "random_game.h"

static const struct game *const WITH_INPUTS[] = { &alibaba, &marrakech };

enum { GAMES_WITH_INPUTS = 2 };

/* Calls `look` with the position after every decision of random games. */
static void wander(const struct game *g, int games, void (*look)(const struct game *g, const struct state *s))
{
        for (uint64_t random = 5; games > 0; games--) {
                struct state s = random_game(g, &random);

                for (int who = g->turn(&s); who != OVER;) {
                        int decides = who != CHANCE;

                        who = g->apply(&s, g->pick(&s, random_dice(&random)));
                        if (decides && who != OVER)
                                look(g, &s);
                }
        }
}

/* --- inference --- */

/* The layers of net.h in the simplest form. */
static void plain_values(const struct net *n, const struct active *a, int players, int64_t *value)
{
        const struct head *head = &n->head[players - 2];
        int64_t first[WIDTH], second[SECOND_WIDTH];

        for (int k = 0; k < WIDTH; k++) {
                first[k] = n->first_bias[k];
                for (int i = 0; i < a->count; i++)
                        first[k] += net_row(n, a->input[i])[k];
                first[k] = held_in((int)first[k], 0, CLIP);
        }
        for (int j = 0; j < SECOND_WIDTH; j++) {
                second[j] = head->second_bias[j];
                for (int k = 0; k < WIDTH; k++)
                        second[j] += first[k] * head->second[j][k];
                second[j] = held_in((int)(second[j] >> 6), 0, CLIP);
        }
        for (int p = 0; p < players; p++) {
                value[p] = head->last_bias[p];
                for (int j = 0; j < SECOND_WIDTH; j++)
                        value[p] += second[j] * head->last[p][j];
                value[p] = value[p] * head->sharpness / SHARP;
        }
}

static void look_at_shares(const struct game *g, const struct state *s)
{
        const struct net *n = net_of(g);
        const struct inputs *inputs = inputs_of(g);
        int players = game_players(s);
        struct active a;
        uint32_t share[MAX_PLAYERS], sum = 0;
        int64_t value[MAX_PLAYERS];

        inputs->read(s, &a);
        net_places(n, &a, players, share);
        plain_values(n, &a, players, value);
        for (int p = 0; p < players; p++) {
                sum += share[p];
                for (int q = 0; q < players; q++)
                        assert_true(value[p] <= value[q] || share[p] >= share[q]);
        }
        assert_true(sum <= WHOLE && sum + 4 >= WHOLE);
}

static void a_net_does_what_its_layers_say(void **unused)
{
        (void)unused;
        for (int i = 0; i < GAMES_WITH_INPUTS; i++)
                if (net_of(WITH_INPUTS[i]))
                        wander(WITH_INPUTS[i], 20, look_at_shares);
}

static void data_that_is_no_net_is_refused(void **unused)
{
        static uint32_t data[64];
        const struct net_file *f = net_files;

        (void)unused;
        assert_non_null(f->data);
        assert_non_null(net_in(game_named(f->game), f->data, f->size));
        assert_null(net_in(game_named(f->game), f->data, f->size - 1));
        assert_null(net_in(&marrakech, f->data, f->size));
        assert_null(net_in(&labyrinth, f->data, f->size));
        assert_null(net_in(game_named(f->game), data, sizeof data));
}

/* --- inputs --- */

static void look_at_inputs(const struct game *g, const struct state *s)
{
        const struct inputs *inputs = inputs_of(g);
        struct active a;

        inputs->read(s, &a);
        assert_true(a.count > 0 && a.count <= MOST_ACTIVE);
        for (int i = 0; i < a.count; i++)
                assert_true(a.input[i] < inputs->count);
}

static void inputs_are_in_range(void **unused)
{
        (void)unused;
        assert_null(inputs_of(&labyrinth));
        for (int i = 0; i < GAMES_WITH_INPUTS; i++)
                wander(WITH_INPUTS[i], 100, look_at_inputs);
}

/* Three players of Marrakech, all moved on by one seat. */
static void a_seat_reads_what_another_would_read_in_its_place(void **unused)
{
        struct marrakech s = { 0 }, other;
        struct active a, b;

        (void)unused;
        s.options.value[PLAYERS] = 3;
        s.phase = MARRAKECH_TURN_ASSAM;
        s.assam = 24;
        s.drawn = NO_COLOUR;
        s.laid = 2;
        s.carpets[0] = s.carpets[1] = 14;
        s.carpets[2] = 15;
        s.colour[0] = bit(10) | bit(11);
        s.colour[1] = bit(30) | bit(37);
        s.joined[0] = bit(10);
        s.joined[1] = bit(30);
        s.number[10] = s.number[11] = 1;
        s.number[30] = s.number[37] = 2;
        s.dirhams[0] = 25, s.dirhams[1] = 35, s.dirhams[2] = 30;
        other = s;
        other.player = 1;
        other.colour[1] = s.colour[0], other.colour[2] = s.colour[1], other.colour[0] = 0;
        other.carpets[0] = 15, other.carpets[2] = 14;
        other.dirhams[1] = 25, other.dirhams[2] = 35, other.dirhams[0] = 30;
        marrakech_inputs.read(&s, &a);
        marrakech_inputs.read(&other, &b);
        assert_int_equal(a.count, b.count);
        for (int k = 0; k < a.count; k++) {
                int found = 0;

                for (int j = 0; j < b.count; j++)
                        found |= a.input[k] == b.input[j];
                assert_true(found);
        }
}

/* --- training --- */

static char *trained(const char *threads, size_t *size)
{
        char directory[] = "/tmp/serai-train-XXXXXX", out[64], curve[64], *net;
        char *arguments[] = { "--game", "alibaba", "--games", "48", "--batch", "24", "--threads", (char *)(uintptr_t)threads,
                              "--out",  out,       "--curve", curve };

        assert_non_null(mkdtemp(directory));
        snprintf(out, sizeof out, "%s/net", directory);
        snprintf(curve, sizeof curve, "%s/curve.svg", directory);
        assert_int_equal(cli_train((int)(sizeof arguments / sizeof *arguments), arguments), 0);
        net = cli_read_file(out, size);
        unlink(out);
        assert_int_equal(unlink(curve), 0);
        rmdir(directory);
        return net;
}

static void training_gives_the_same_net_on_any_number_of_threads(void **unused)
{
        size_t size[2];
        char *net[2] = { trained("1", &size[0]), trained("3", &size[1]) };

        (void)unused;
        assert_non_null(net[0]);
        assert_non_null(net[1]);
        assert_true(size[0] == size[1] && memcmp(net[0], net[1], size[0]) == 0);
        assert_non_null(net_in(&alibaba, net[0], size[0]));
        free(net[0]);
        free(net[1]);
}

/* Where all seats are rivals, the net does not matter; it does in the others. */
static void rivals_play_without_the_net(void **unused)
{
        static struct course course[2][2]; /* by net; without and with rivals */
        struct options o;
        const struct net *program = net_of(&marrakech);

        (void)unused;
        options_default(&marrakech, &o);
        for (int i = 0; i < 2; i++) {
                struct learner *l = learner_open(&marrakech_inputs, 1);
                struct net *fresh = malloc(learner_net_size(l));
                struct practice p = { i ? program : fresh, &marrakech_inputs, 0.9f, 0 };

                learner_net(l, 0, 0, fresh);
                self_play(&p, &o, 0, 7, &course[i][0]);
                self_play(&p, &o, (1u << o.value[PLAYERS]) - 1, 7, &course[i][1]);
                learner_close(l);
                free(fresh);
        }
        assert_memory_not_equal(course[0][0].outcome.points, course[1][0].outcome.points, sizeof course[0][0].outcome.points);
        assert_memory_equal(&course[0][1].outcome, &course[1][1].outcome, sizeof(struct outcome));
        assert_true(course[0][1].outcome.winners != 0 && course[0][1].outcome.decisions > 40);
        assert_true(course[0][1].lessons > 40);
}

/* A few hundred steps towards fixed targets bring the loss down; and a net that is loaded goes on from there. */
static void a_learner_learns(void **unused)
{
        static struct course course;
        static const struct lesson *lesson[MOST_LESSONS];
        struct learner *l = learner_open(&alibaba_inputs, 3), *next = learner_open(&alibaba_inputs, 4);
        struct net *net = malloc(learner_net_size(l));
        struct practice p = { net, &alibaba_inputs, 0.9f, 0.1f };
        struct options o;
        double first = 0, loss = 0, again = 0, part;
        struct tempo tempo = { 0.002, 0 };

        (void)unused;
        options_default(&alibaba, &o);
        learner_net(l, 0, 0, net);
        self_play(&p, &o, 0, 1, &course);
        assert_true(course.lessons > 20);
        for (int i = 0; i < course.lessons; i++)
                lesson[i] = &course.lesson[i];
        for (int step = 0; step < 300; step++) {
                for (int shard = 0; shard < SHARDS; shard++)
                        learner_study(l, shard, lesson, shard == 0 ? course.lessons - 1 : 0, shard == 0 ? &loss : &part);
                first = step == 0 ? loss : first;
                learner_step(l, 0, 1, course.lessons - 1, &tempo);
                learner_stepped(l);
        }

        assert_true(loss < first / 4);
        learner_net(l, 0, 0, net);
        learner_load(next, net);
        learner_study(next, 0, lesson, course.lessons - 1, &again);
        assert_true(again < first / 2);
        learner_close(l);
        learner_close(next);
        free(net);
}

/* --- training on a GPU --- */

static char why[4096];

/* Under the sanitizers CUDA does not start, and its compiler takes minutes. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static int compiler_is_usable(void)
{
        if (SANITIZED)
                snprintf(why, sizeof why, "not under the sanitizers");
        return !SANITIZED && compile_can(why, sizeof why);
}

static void the_kernels_compile(void **unused)
{
        (void)unused;
        if (!compiler_is_usable()) {
                print_message("not compiled: %s\n", why);
                return;
        }
        for (int i = 0; i < GAMES_WITH_INPUTS; i++) {
                char *image = gpu_trainer_compile(WITH_INPUTS[i], 90, why, sizeof why);

                if (!image)
                        fail_msg("%s", why);
                free(image);
        }
}

static void well(const char *wrong)
{
        if (wrong)
                fail_msg("%s", wrong);
}

enum { GPU_GAMES = 48 };

static int same_lesson(const struct lesson *a, const struct lesson *b)
{
        return a->active.count == b->active.count && a->players == b->players &&
               memcmp(a->active.input, b->active.input, (size_t)a->active.count * sizeof *a->active.input) == 0 &&
               memcmp(a->target, b->target, (size_t)a->players * sizeof *a->target) == 0;
}

/* The lessons of the games on the CPU, which must be those of the GPU; returns how many have a position. */
static int compare_lessons(struct gpu_trainer *gpu, const struct practice *p, const struct options *o, const uint32_t *rivals,
                           const uint64_t *seed, struct course *here, const struct lesson **lesson)
{
        struct course *there = malloc(sizeof *there);
        int n = 0;

        for (uint32_t i = 0; i < GPU_GAMES; i++) {
                self_play(p, &o[i], rivals[i], seed[i], &here[i]);
                well(gpu_trainer_course(gpu, i, there));
                assert_int_equal(here[i].lessons, there->lessons);
                assert_memory_equal(&here[i].outcome, &there->outcome, sizeof there->outcome);
                for (int k = 0; k < there->lessons; k++) {
                        assert_true(same_lesson(&here[i].lesson[k], &there->lesson[k]));
                        if (there->lesson[k].active.count)
                                lesson[n++] = &here[i].lesson[k];
                }
        }
        free(there);
        return n;
}

/* A step on the CPU and one on the GPU, with all lessons, differ by rounding only. */
static void compare_steps(struct gpu_trainer *gpu, const struct inputs *inputs, const struct lesson **lesson, int n)
{
        struct learner *here = learner_open(inputs, 3), *there = learner_open(inputs, 3);
        struct tempo tempo = { 0.001, 0.1 };
        float *weight[2], *average[2];
        double loss, part, sum = 0;
        size_t weights;

        for (int k = 0; k < SHARDS; k++) {
                learner_study(here, k, lesson + n * k / SHARDS, n * (k + 1) / SHARDS - n * k / SHARDS, &part);
                sum += part / n;
        }
        learner_step(here, 0, 1, n, &tempo);
        well(gpu_trainer_step(gpu, there, 0, 1, &tempo));
        well(gpu_trainer_fetch(gpu, there, &loss));
        assert_true(loss > sum - 0.0001 && loss < sum + 0.0001);
        weights = learner_weights(here, &weight[0], &average[0]);
        assert_true(learner_weights(there, &weight[1], &average[1]) == weights);
        for (size_t i = 0; i < weights; i++)
                assert_true(weight[0][i] > weight[1][i] - 0.0001f && weight[0][i] < weight[1][i] + 0.0001f);
        learner_close(here);
        learner_close(there);
}

static void a_gpu_plays_the_same_and_learns_the_same(void **unused)
{
        struct device *device = compiler_is_usable() ? device_open(why, sizeof why) : NULL;
        struct course *course = calloc(GPU_GAMES, sizeof *course);
        const struct lesson **lesson = calloc((size_t)GPU_GAMES * MOST_LESSONS, sizeof *lesson);
        struct options options[GPU_GAMES];
        uint32_t rivals[GPU_GAMES];
        uint64_t seed[GPU_GAMES], random = 1;

        (void)unused;
        if (!device)
                print_message("not compared with a GPU: %s\n", why);
        for (int i = 0; device && i < GAMES_WITH_INPUTS; i++) {
                const struct inputs *inputs = inputs_of(WITH_INPUTS[i]);
                struct learner *l = learner_open(inputs, 3);
                struct gpu_trainer *gpu = gpu_trainer_open(device, inputs, l, GPU_GAMES, GPU_GAMES, why, sizeof why);
                struct practice p = { net_of(WITH_INPUTS[i]), inputs, 0.9f, 0.05f };

                if (!gpu)
                        fail_msg("%s", why);
                for (int k = 0; k < GPU_GAMES; k++) {
                        random_options(WITH_INPUTS[i], &options[k], &random);
                        rivals[k] = WITH_INPUTS[i] == &marrakech && k % 3 == 0 ? 1u << k % 2 : 0;
                        seed[k] = random_next(&random);
                }
                well(gpu_trainer_play(gpu, &p, options, rivals, seed, GPU_GAMES));
                compare_steps(gpu, inputs, lesson, compare_lessons(gpu, &p, options, rivals, seed, course, lesson));
                gpu_trainer_close(gpu);
                learner_close(l);
        }
        free(course);
        free(lesson);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(a_net_does_what_its_layers_say),
                cmocka_unit_test(data_that_is_no_net_is_refused),
                cmocka_unit_test(inputs_are_in_range),
                cmocka_unit_test(a_seat_reads_what_another_would_read_in_its_place),
                cmocka_unit_test(training_gives_the_same_net_on_any_number_of_threads),
                cmocka_unit_test(rivals_play_without_the_net),
                cmocka_unit_test(a_learner_learns),
                cmocka_unit_test(the_kernels_compile),
                cmocka_unit_test(a_gpu_plays_the_same_and_learns_the_same),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
