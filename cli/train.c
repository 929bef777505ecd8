/* serai train: trains the net of a game by self-play, on all cores, and writes its weights and its learning curve.
 *
 * A round plays games with the rounded net, as it will be used, and makes steps with what they teach. On the CPU it is one step,
 * cut into shards; the same seed and number of games give the same weights on any number of threads. On a GPU a round is thousands
 * of games and many steps, and the weights are the same on the same GPU. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../bots/thrifty.h"
#include "../core/bits.h"
#include "../gpu/compile.h"
#include "../learn/gpu_trainer.h"
#include "cli.h"
#include "threads.h"

enum { MOST_TRIAL_GAMES = 256, TRIALS = 40 };

struct arguments {
        const struct game *game;
        uint64_t games, batch, round, seed;
        int players, threads, gpu, drop;
        double rate, decay, lambda, rivals;
        const char *from, *out, *curve;
};

static const struct argument ARGUMENTS[] = {
        { "--game", "GAME", ARG_GAME, INTO(struct arguments, game), .needed = 1, .help = "the game, which needs inputs for a net" },
        { "--games", "N", ARG_NUMBER, INTO(struct arguments, games), .low = 1, .high = 1000000000, .usual = "2000000",
          .help = "how many games of self-play" },
        { "--batch", "N", ARG_NUMBER, INTO(struct arguments, batch), .low = 1, .high = 4096, .usual = "128",
          .help = "games between two steps" },
        { "--gpu", .kind = ARG_SWITCH, INTO(struct arguments, gpu), .help = "train on the GPU, a hundred times as fast" },
        { "--round", "N", ARG_NUMBER, INTO(struct arguments, round), .low = 1, .high = 1 << 20, .usual = "16384",
          .help = "games played at a time on a GPU, before their steps" },
        { "--rate", "X", ARG_DECIMAL, INTO(struct arguments, rate), .least = 0.000001, .most = 1, .usual = "0.002",
          .help = "the learning rate at the beginning; it falls to 0 along a cosine" },
        { "--decay", "X", ARG_DECIMAL, INTO(struct arguments, decay), .least = 0, .most = 10, .usual = "0",
          .help = "how fast weights decay that nothing holds, in parts of the rate" },
        { "--lambda", "X", ARG_DECIMAL, INTO(struct arguments, lambda), .least = 0, .most = 1, .usual = "0.95",
          .help = "at the beginning, how much a target takes from the one after it; it falls to 0.7" },
        { "--drop", "N", ARG_NUMBER, INTO(struct arguments, drop), .high = 16,
          .help = "weights of up to N 64ths become 0, for a smaller file" },
        { "--players", "N", ARG_NUMBER, INTO(struct arguments, players), .low = 2, .high = MAX_PLAYERS,
          .help = "only games of so many; if not given, half of them are of two players, a quarter of three and of four" },
        { "--rivals", "X", ARG_DECIMAL, INTO(struct arguments, rivals), .least = 0, .most = 1, .usual = "0",
          .help = "in marrakech, the part of the games in which the net has one seat, and thrifty the others" },
        { "--from", "FILE", ARG_TEXT, INTO(struct arguments, from), .help = "go on from these weights" },
        { "--seed", "S", ARG_NUMBER, INTO(struct arguments, seed), .high = UINT64_MAX, .usual = "1",
          .help = "another seed, another net" },
        { "--threads", "N", ARG_NUMBER, INTO(struct arguments, threads), .low = 1, .high = MOST_THREADS,
          .help = "as many as there are cores if not given. It does not change the result" },
        { "--out", "FILE", ARG_TEXT, INTO(struct arguments, out), .needed = 1,
          .help = "where the weights are written, every fortieth of the way" },
        { "--curve", "FILE", ARG_TEXT, INTO(struct arguments, curve), .help = "where the learning curve is written, as SVG" },
        { 0 },
};

const struct subcommand train_subcommand = {
        .name = "train",
        .brief = "train the net of a game by self-play",
        .about =
                "Trains the net with which the bots evaluate positions. docs/training.md tells how, and how the nets in the program "
                "were made.",
        .arguments = ARGUMENTS,
        .run = cli_train,
};

/* The tables of the trials: one of the yardstick, and three. */
enum { TABLES = 2 };

static const int TABLE[TABLES] = { 2, 4 };

/* A point of the learning curve. */
struct trial {
        uint64_t games;
        double seconds, loss; /* the loss since the point before */
        double won[TABLES];   /* against the yardstick, one ply deep */
};

struct training {
        struct arguments arguments;
        const struct inputs *inputs;
        struct learner *learner;
        struct net *net;
        struct gpu_trainer *gpu; /* NULL: on the CPU */
        struct options *options; /* of each game of the round, like the next two */
        uint32_t *rivals;        /* seats of thrifty */
        uint64_t *seed;
        struct practice practice;     /* of the round */
        uint64_t first, games;        /* the number of its first game; how many it has */
        struct course *course;        /* of each game, on the CPU */
        const struct lesson **lesson; /* those with a position */
        int lessons;
        double start, loss[SHARDS];
        struct trial trial[TRIALS + 1];
        int trials;
        double won[TABLES * MOST_TRIAL_GAMES];
};

/* --- a round --- */

static const double LAST_LAMBDA = 0.7;
static const float EXPLORE = 0.03f;

/* Half of the games are of two players, if nothing else is asked for; two thirds are by the usual rules, the others by any. */
static void choose_options(const struct training *t, struct options *o, uint64_t *random)
{
        static const int COUNTS[] = { 2, 2, 3, 4 };
        const struct game *g = t->inputs->game;
        int drawn = COUNTS[random_dice(random) % 4], any = random_dice(random) % 3 == 0;
        int players = t->arguments.players ? t->arguments.players : drawn;

        do {
                if (any)
                        random_options(g, o, random);
                else
                        options_default(g, o);
                o->value[PLAYERS] = (uint16_t)players;
                for (int i = 0; g->option[i].name; i++)
                        if (g->option[i].kind == SEAT)
                                o->value[i] = (uint16_t)(random_dice(random) % (unsigned)players);
        } while (options_misfit(g, o));
}

/* All seats but one, or none. */
static uint32_t choose_rivals(const struct training *t, int players, uint64_t *random)
{
        uint32_t throw_of_game = random_dice(random), ours = random_dice(random) % (unsigned)players;

        return throw_of_game / 4294967296.0 < t->arguments.rivals ? ((1u << players) - 1) & ~(1u << ours) : 0;
}

static void prepare_one(void *of, int i)
{
        struct training *t = of;
        uint64_t seed = t->arguments.seed ^ (t->first + (uint64_t)i) * 0x9e3779b97f4a7c15;

        random_next(&seed);
        choose_options(t, &t->options[i], &seed);
        t->rivals[i] = choose_rivals(t, t->options[i].value[PLAYERS], &seed);
        t->seed[i] = random_next(&seed);
}

static void play_one(void *of, int i)
{
        struct training *t = of;

        self_play(&t->practice, &t->options[i], t->rivals[i], t->seed[i], &t->course[i]);
}

static void study_shard(void *of, int shard)
{
        struct training *t = of;
        int from = (int)((long)t->lessons * shard / SHARDS), to = (int)((long)t->lessons * (shard + 1) / SHARDS);

        learner_study(t->learner, shard, t->lesson + from, to - from, &t->loss[shard]);
}

/* After so many games. */
static struct tempo tempo_after(const struct training *t, double games)
{
        double rate = t->arguments.rate * (1 + cos(M_PI * games / (double)t->arguments.games)) / 2;

        return (struct tempo){ rate, t->arguments.decay };
}

enum { STEP_PARTS = 64 };

static void step_part(void *of, int part)
{
        struct training *t = of;
        struct tempo tempo = tempo_after(t, (double)t->first);

        learner_step(t->learner, part, STEP_PARTS, t->lessons, &tempo);
}

static void gather_lessons(struct training *t)
{
        t->lessons = 0;
        for (uint64_t i = 0; i < t->games; i++)
                for (int k = 0; k < t->course[i].lessons; k++)
                        if (t->course[i].lesson[k].active.count)
                                t->lesson[t->lessons++] = &t->course[i].lesson[k];
}

static void teach_on_cpu(struct training *t, double *loss)
{
        share_out(t->arguments.threads, (int)t->games, play_one, t);
        gather_lessons(t);
        share_out(t->arguments.threads, SHARDS, study_shard, t);
        share_out(t->arguments.threads, STEP_PARTS, step_part, t);
        learner_stepped(t->learner);
        *loss = 0;
        for (int i = 0; i < SHARDS; i++)
                *loss += t->loss[i] / t->lessons;
}

static const char *teach_on_gpu(struct training *t, double *loss)
{
        uint32_t games = (uint32_t)t->games, steps = (games + (uint32_t)t->arguments.batch - 1) / (uint32_t)t->arguments.batch;
        const char *wrong = gpu_trainer_play(t->gpu, &t->practice, t->options, t->rivals, t->seed, games);

        for (uint32_t i = 0; !wrong && i < steps; i++) {
                struct tempo tempo = tempo_after(t, (double)t->first + (double)games * i / steps);

                wrong = gpu_trainer_step(t->gpu, t->learner, i, steps, &tempo);
        }
        if (!wrong)
                wrong = gpu_trainer_fetch(t->gpu, t->learner, loss);
        *loss /= steps;
        return wrong;
}

/* NULL, or what went wrong. `loss` is the mean of the round's positions. */
static const char *play_round(struct training *t, double *loss)
{
        double progress = (double)t->first / (double)t->arguments.games;
        float lambda = (float)(t->arguments.lambda + (LAST_LAMBDA - t->arguments.lambda) * progress);

        learner_net(t->learner, 0, t->arguments.drop, t->net);
        t->practice = (struct practice){ t->net, t->inputs, lambda, EXPLORE };
        share_out(t->arguments.threads, (int)t->games, prepare_one, t);
        if (t->gpu)
                return teach_on_gpu(t, loss);
        teach_on_cpu(t, loss);
        return NULL;
}

/* --- trials: the net one ply deep against one or three of thrifty or greedy --- */

static const char *yardstick(const struct training *t)
{
        return t->inputs->game == &marrakech ? "thrifty" : "greedy";
}

/* At each table. */
static int trial_games(const struct training *t)
{
        return t->arguments.games < MOST_TRIAL_GAMES ? (int)t->arguments.games : (int)MOST_TRIAL_GAMES;
}

static void try_one(void *of, int i)
{
        struct training *t = of;
        const struct game *g = t->inputs->game;
        int players = TABLE[i % TABLES], number = i / TABLES, ours = number % players, who;
        uint64_t random = (uint64_t)(number / players) + 1;
        struct options o;
        struct state state;
        struct draw d;
        uint8_t key[32];
        unsigned winners;

        options_default(g, &o);
        o.value[PLAYERS] = (uint16_t)players;
        draw_key(key, random);
        draw_open(&d, key, 0);
        g->setup(&state, &o, &d);
        while ((who = g->turn(&state)) != OVER) {
                uint64_t seed = random_next(&random);
                move m;

                if (who == CHANCE)
                        m = g->pick(&state, random_dice(&seed));
                else if (who == ours)
                        m = net_move(t->net, t->inputs, &state);
                else
                        m = g == &marrakech ? thrifty_move(&state, seed) : greedy_move(g, &state, seed);
                g->apply(&state, m);
        }
        winners = game_winners(g, &state);
        t->won[i] = winners >> ours & 1 ? 1.0 / bit_count(winners) : 0;
}

static int save_net(const struct training *t)
{
        FILE *f = fopen(t->arguments.out, "wb");
        size_t size = learner_net_size(t->learner);
        int done = f && fwrite(t->net, 1, size, f) == size;

        return (!f || fclose(f) == 0) && done;
}

/* Measures and saves the averaged weights. 0: they cannot be written. */
static int hold_trial(struct training *t, uint64_t games, double loss)
{
        struct trial *trial = &t->trial[t->trials++];
        int n = TABLES * trial_games(t);

        *trial = (struct trial){ .games = games, .loss = loss };
        learner_net(t->learner, 1, t->arguments.drop, t->net);
        share_out(t->arguments.threads, n, try_one, t);
        for (int i = 0; i < n; i++)
                trial->won[i % TABLES] += t->won[i] / trial_games(t);
        trial->seconds = cli_now() - t->start;
        cli_progress_end();
        printf("%10" PRIu64 " games %7.1f s   loss %.5f   against one %s %5.1f %%, three %5.1f %%\n", games, trial->seconds, loss,
               yardstick(t), 100 * trial->won[0], 100 * trial->won[1]);
        fflush(stdout);
        return save_net(t);
}

/* --- the learning curve --- */

enum { PICTURE_WIDTH = 640, PICTURE_HEIGHT = 320, MARGIN = 44 };

static double at_x(const struct training *t, const struct trial *x)
{
        return MARGIN + (PICTURE_WIDTH - 2.0 * MARGIN) * (double)x->games / (double)t->arguments.games;
}

static double at_y(double share)
{
        return PICTURE_HEIGHT - MARGIN - (PICTURE_HEIGHT - 2.0 * MARGIN) * share;
}

static int draw_curve(const struct training *t)
{
        FILE *f = fopen(t->arguments.curve, "w");
        double most = 0;

        if (!f)
                return 0;
        for (int i = 1; i < t->trials; i++)
                most = t->trial[i].loss > most ? t->trial[i].loss : most;
        fprintf(f,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                PICTURE_WIDTH, PICTURE_HEIGHT);
        for (int percent = 0; percent <= 100; percent += 25)
                fprintf(f, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                        MARGIN, at_y(percent / 100.0), PICTURE_WIDTH - MARGIN, MARGIN - 6, at_y(percent / 100.0) + 4, percent);
        for (int table = 0; table < TABLES; table++) {
                fprintf(f, "<polyline fill=\"none\" stroke=\"#b5482a\" stroke-width=\"2\"%s points=\"",
                        table ? " stroke-dasharray=\"5 3\"" : "");
                for (int i = 0; i < t->trials; i++)
                        fprintf(f, "%.1f,%.1f ", at_x(t, &t->trial[i]), at_y(t->trial[i].won[table]));
                fprintf(f, "\"/>\n");
        }
        fprintf(f, "<polyline fill=\"none\" stroke=\"#2f5d8a\" stroke-width=\"2\" points=\"");
        for (int i = 1; i < t->trials; i++)
                fprintf(f, "%.1f,%.1f ", at_x(t, &t->trial[i]), at_y(t->trial[i].loss / most));
        fprintf(f,
                "\"/>\n<text x=\"%d\" y=\"20\" fill=\"#b5482a\">won against one %s and (dashed) three, one ply deep</text>\n"
                "<text x=\"%d\" y=\"20\" text-anchor=\"end\" fill=\"#2f5d8a\">loss (100 %% = %.4f)</text>\n"
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRIu64 " games, %.0f s</text>\n</svg>\n",
                MARGIN, yardstick(t), PICTURE_WIDTH - MARGIN, most, PICTURE_WIDTH - MARGIN, PICTURE_HEIGHT - 12, t->arguments.games,
                t->trial[t->trials - 1].seconds);
        return fclose(f) == 0;
}

/* --- the command --- */

/* 0: the file cannot be read, or is no net of this game. */
static int load_net(struct training *t)
{
        size_t size = 0;
        char *data = cli_read_file(t->arguments.from, &size);
        const struct net *net = data ? net_in(t->inputs->game, data, size) : NULL;

        if (net)
                learner_load(t->learner, net);
        free(data);
        return net != NULL;
}

/* The games of a round. */
static uint64_t round_of(const struct training *t)
{
        uint64_t most = t->arguments.gpu ? t->arguments.round : t->arguments.batch;

        return most < t->arguments.games ? most : t->arguments.games;
}

/* NULL, or what went wrong, in `why`. */
static const char *open_gpu(struct training *t, char *why)
{
        struct device *d = compile_can(why, MAX_REASON) ? device_open(why, MAX_REASON) : NULL;

        if (d)
                t->gpu = gpu_trainer_open(d, t->inputs, t->learner, (uint32_t)round_of(t), (uint32_t)t->arguments.batch, why,
                                          MAX_REASON);
        return t->gpu ? NULL : why;
}

static const char *open_training(struct training *t, char *why)
{
        uint64_t games = round_of(t), kept = t->arguments.gpu ? 1 : games;

        t->learner = learner_open(t->inputs, t->arguments.seed);
        t->net = t->learner ? malloc(learner_net_size(t->learner)) : NULL;
        t->options = calloc(games, sizeof *t->options);
        t->rivals = calloc(games, sizeof *t->rivals);
        t->seed = calloc(games, sizeof *t->seed);
        t->course = calloc(kept, sizeof *t->course);
        t->lesson = calloc(kept * MOST_LESSONS, sizeof *t->lesson);
        if (!t->net || !t->options || !t->rivals || !t->seed || !t->course || !t->lesson)
                return "there is no memory for the training";
        if (t->arguments.from && !load_net(t))
                return "these weights cannot be read";
        return t->arguments.gpu ? open_gpu(t, why) : NULL;
}

/* NULL, or what went wrong. */
static const char *run(struct training *t, char *why)
{
        uint64_t games = t->arguments.games;
        const char *wrong = open_training(t, why);
        double sum = 0, loss = 0;
        int rounds = 0;

        t->start = cli_now();
        if (!wrong && !hold_trial(t, 0, 0))
                return strerror(errno);
        for (t->first = 0; !wrong && t->first < games; t->first += t->games) {
                uint64_t after;

                t->games = games - t->first < round_of(t) ? games - t->first : round_of(t);
                after = t->first + t->games;
                wrong = play_round(t, &loss);
                sum += loss;
                rounds++;
                cli_progress("game %" PRIu64 " of %" PRIu64 ", %.0f games/s", after, games, (double)after / (cli_now() - t->start));
                if (wrong || after * TRIALS / games == t->first * TRIALS / games)
                        continue;
                if (!hold_trial(t, after, sum / rounds))
                        return strerror(errno);
                sum = rounds = 0;
        }
        if (wrong)
                return wrong;
        return t->arguments.curve && !draw_curve(t) ? strerror(errno) : NULL;
}

int cli_train(int argc, char **argv)
{
        struct training t = { 0 };
        char why[MAX_REASON];
        const char *wrong;
        int status = arguments_read(&train_subcommand, &t.arguments, &argc, argv);

        if (status != GO_ON)
                return status;
        t.inputs = inputs_of(t.arguments.game);
        if (!t.inputs)
                return cli_fail("there are no inputs for a net of %s", t.arguments.game->name);
        if (t.arguments.rivals > 0 && t.arguments.game != &marrakech)
                return cli_fail("--rivals is for marrakech");
        if (t.arguments.threads == 0)
                t.arguments.threads = cores();
        wrong = run(&t, why);
        cli_progress_end();
        learner_close(t.learner);
        gpu_trainer_close(t.gpu);
        free(t.net);
        free(t.options);
        free(t.rivals);
        free(t.seed);
        free(t.course);
        free(t.lesson);
        if (wrong)
                fprintf(stderr, "serai: %s\n", wrong);
        return wrong != NULL;
}
