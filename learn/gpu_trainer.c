/* Training on a GPU; see gpu_trainer.h. */
#include "gpu_trainer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../gpu/compile.h"
#include "trainer_parts.h"

enum { PLAY_GAMES, LIST_LESSONS, STUDY, SUM_FIRST, SUM_REST, MAKE_STEP, TRAINER_KERNELS };

static const char *const KERNEL_NAME[TRAINER_KERNELS] = { "play", "list_lessons", "study", "sum_first", "sum_rest", "step" };

enum { THREADS = 256 }; /* of a block that does not play */

/* What is in the memory of the GPU. */
enum {
        NET,
        OPTIONS, /* by game, like the next six */
        RIVALS,
        SEEDS,
        COURSES,
        OUTCOMES,
        TAUGHT, /* lessons with a position */
        STARTS, /* where they begin in the list */
        NEXT,   /* the next game to play */
        DESKS,  /* by warp */
        LESSONS,
        NOTES, /* by lesson of a step */
        COUNTS,
        SUMS, /* of gradients: by chunk, by part */
        SUMS_OF_REST,
        WEIGHTS,
        MEANS,
        SQUARES,
        AVERAGES,
        LOSSES,
        BUFFERS
};

struct gpu_trainer {
        struct device *device;
        const struct inputs *inputs;
        void *kernel[TRAINER_KERNELS];
        uint64_t at[BUFFERS];
        uint32_t games, most; /* of a round; lessons of a step */
        uint32_t played, lessons;
        uint64_t stride; /* the lessons of a step are so far apart in the list */
        uint32_t *taught;
        char *zeros;
};

/* struct desk of kernels.cu. */
static size_t desk_bytes(const struct game *g)
{
        return sizeof(struct course_notes) + g->max_moves * sizeof(struct tried);
}

char *gpu_trainer_compile(const struct game *g, int capability, char *why, int cap)
{
        char file[64], inputs[64], moves[64];
        const char *rival = g == &marrakech ? "-DRIVAL=\"../bots/thrifty.c\"" : NULL;
        const char *const option[] = { "-fmad=false", file, inputs, moves, rival, NULL };

        snprintf(file, sizeof file, "-DFEATURES=\"../bots/inputs_%.24s.c\"", g->name);
        snprintf(inputs, sizeof inputs, "-DREAD=%.24s_inputs", g->name);
        snprintf(moves, sizeof moves, "-DMOST_MOVES=%d", g->max_moves);
        return compile_source("learn/kernels.cu", g, option, capability, why, cap);
}

static int load_kernels(struct gpu_trainer *t, char *why, int cap)
{
        char *image = gpu_trainer_compile(t->inputs->game, device_capability(t->device), why, cap);
        const char *wrong;
        void *module;

        if (!image)
                return 0;
        wrong = device_load(t->device, image, &module);
        free(image);
        for (int i = 0; !wrong && i < TRAINER_KERNELS; i++)
                wrong = device_find(t->device, module, KERNEL_NAME[i], &t->kernel[i]);
        if (wrong)
                snprintf(why, (size_t)cap, "the GPU does not take the kernels: %s", wrong);
        return !wrong;
}

static const char *put(struct gpu_trainer *t, int buffer, const void *from, size_t bytes)
{
        return device_copy(t->device, t->at[buffer], (uint64_t)(uintptr_t)from, bytes);
}

static const char *get(struct gpu_trainer *t, void *to, int buffer, size_t bytes)
{
        return device_copy(t->device, (uint64_t)(uintptr_t)to, t->at[buffer], bytes);
}

static int alloc(struct gpu_trainer *t, size_t weights)
{
        size_t rows = (size_t)t->inputs->count, chunks = t->most / CHUNK, floats = weights * sizeof(float);
        size_t bytes[BUFFERS] = {
                [NET] = sizeof(struct net) + rows * WIDTH,
                [OPTIONS] = t->games * sizeof(struct options),
                [RIVALS] = t->games * sizeof(uint32_t),
                [SEEDS] = t->games * sizeof(uint64_t),
                [COURSES] = t->games * sizeof(struct course),
                [OUTCOMES] = t->games * sizeof(struct outcome),
                [TAUGHT] = t->games * sizeof(uint32_t),
                [STARTS] = t->games * sizeof(uint32_t),
                [NEXT] = sizeof(uint32_t),
                [DESKS] = (size_t)device_processors(t->device) * (PLAY_THREADS / LANES) * desk_bytes(t->inputs->game),
                [LESSONS] = (size_t)t->games * MOST_LESSONS * sizeof(uint32_t),
                [NOTES] = t->most * sizeof(struct note),
                [COUNTS] = chunks * rows * CHUNK,
                [SUMS] = chunks * rows * WIDTH * sizeof(float),
                [SUMS_OF_REST] = t->most / PART * REST * sizeof(float),
                [WEIGHTS] = floats,
                [MEANS] = floats,
                [SQUARES] = floats,
                [AVERAGES] = floats,
                [LOSSES] = HEADS * sizeof(double),
        };
        static const int CLEARED[] = { COUNTS, MEANS, SQUARES, LOSSES };
        const char *wrong = NULL;
        size_t most = 0;

        for (int i = 0; i < BUFFERS; i++)
                if (!(t->at[i] = device_alloc(t->device, bytes[i])))
                        return 0;
        for (size_t i = 0; i < sizeof CLEARED / sizeof *CLEARED; i++)
                most = bytes[CLEARED[i]] > most ? bytes[CLEARED[i]] : most;
        t->taught = calloc(t->games, sizeof *t->taught);
        t->zeros = calloc(1, most);
        for (size_t i = 0; t->zeros && !wrong && i < sizeof CLEARED / sizeof *CLEARED; i++)
                wrong = put(t, CLEARED[i], t->zeros, bytes[CLEARED[i]]);
        return t->taught && t->zeros && !wrong;
}

struct gpu_trainer *gpu_trainer_open(struct device *d, const struct inputs *inputs, struct learner *l, uint32_t games,
                                     uint32_t batch, char *why, int cap)
{
        struct gpu_trainer *t = calloc(1, sizeof *t);
        float *weight, *average;
        size_t weights = learner_weights(l, &weight, &average);

        if (!t) {
                snprintf(why, (size_t)cap, "out of memory");
                return NULL;
        }
        t->device = d;
        t->inputs = inputs;
        t->games = games;
        t->most = (batch * MOST_LESSONS + CHUNK) / CHUNK * CHUNK;
        if (!load_kernels(t, why, cap)) {
                gpu_trainer_close(t);
                return NULL;
        }
        if (!alloc(t, weights) || put(t, WEIGHTS, weight, weights * sizeof(float)) ||
            put(t, AVERAGES, average, weights * sizeof(float))) {
                snprintf(why, (size_t)cap, "there is not enough memory for %u games", games);
                gpu_trainer_close(t);
                return NULL;
        }
        return t;
}

void gpu_trainer_close(struct gpu_trainer *t)
{
        if (!t)
                return;
        for (int i = 0; i < BUFFERS; i++)
                device_free(t->device, t->at[i]);
        free(t->taught);
        free(t->zeros);
        free(t);
}

static const char *launch(struct gpu_trainer *t, int kernel, uint32_t blocks, uint32_t threads, void **arguments)
{
        return blocks ? device_launch(t->device, t->kernel[kernel], blocks, threads, arguments) : NULL;
}

/* --- self-play --- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
        return b ? common_divisor(b, a % b) : a;
}

/* A stride near the golden section that visits every lesson. */
static uint64_t stride_for(uint32_t lessons)
{
        uint64_t stride = (uint64_t)lessons * 618 / 1000 + 1;

        while (lessons && common_divisor(stride, lessons) != 1)
                stride++;
        return stride;
}

static const char *list_lessons(struct gpu_trainer *t)
{
        void *arguments[] = { &t->at[COURSES], &t->at[STARTS], &t->played, &t->at[LESSONS], &t->at[OUTCOMES] };
        const char *wrong = get(t, t->taught, TAUGHT, t->played * sizeof *t->taught);

        if (wrong)
                return wrong;
        t->lessons = 0;
        for (uint32_t i = 0; i < t->played; i++) {
                uint32_t n = t->taught[i];

                t->taught[i] = t->lessons;
                t->lessons += n;
        }
        t->stride = stride_for(t->lessons);
        wrong = put(t, STARTS, t->taught, t->played * sizeof *t->taught);
        return wrong ? wrong : launch(t, LIST_LESSONS, (t->played + THREADS - 1) / THREADS, THREADS, arguments);
}

const char *gpu_trainer_play(struct gpu_trainer *t, const struct practice *p, const struct options *o, const uint32_t *rivals,
                             const uint64_t *seed, uint32_t games)
{
        uint32_t zero = 0, explore = explore_throw(p->explore);
        float lambda = p->lambda;
        void *arguments[] = { &t->at[NET], &t->at[OPTIONS], &t->at[RIVALS],  &t->at[SEEDS],  &t->played,  &lambda,
                              &explore,    &t->at[DESKS],   &t->at[COURSES], &t->at[TAUGHT], &t->at[NEXT] };
        const char *wrong;

        t->played = games;
        if ((wrong = put(t, NET, p->net, sizeof *p->net + (size_t)t->inputs->count * WIDTH)) ||
            (wrong = put(t, OPTIONS, o, games * sizeof *o)) || (wrong = put(t, RIVALS, rivals, games * sizeof *rivals)) ||
            (wrong = put(t, SEEDS, seed, games * sizeof *seed)) || (wrong = put(t, NEXT, &zero, sizeof zero)) ||
            (wrong = launch(t, PLAY_GAMES, (uint32_t)device_processors(t->device), PLAY_THREADS, arguments)))
                return wrong;
        return list_lessons(t);
}

const char *gpu_trainer_course(struct gpu_trainer *t, uint32_t game, struct course *c)
{
        return device_copy(t->device, (uint64_t)(uintptr_t)c, t->at[COURSES] + game * sizeof *c, sizeof *c);
}

const char *gpu_trainer_outcomes(struct gpu_trainer *t, struct outcome *outcomes)
{
        return get(t, outcomes, OUTCOMES, t->played * sizeof *outcomes);
}

/* --- steps --- */

static uint32_t blocks_of_warps(uint32_t warps)
{
        return (warps + THREADS / LANES - 1) / (THREADS / LANES);
}

const char *gpu_trainer_step(struct gpu_trainer *t, struct learner *l, uint32_t part, uint32_t steps, const struct tempo *tempo)
{
        uint32_t from = (uint32_t)((uint64_t)t->lessons * part / steps);
        uint32_t lessons = (uint32_t)((uint64_t)t->lessons * (part + 1) / steps) - from;
        uint32_t rows = (uint32_t)t->inputs->count, chunks = (lessons + CHUNK - 1) / CHUNK, parts = (lessons + PART - 1) / PART;
        uint64_t *at = t->at;
        struct pace pace = learner_pace(l, (int)lessons, tempo);
        void *study[] = { &at[WEIGHTS], &at[COURSES], &at[LESSONS], &t->stride, &from,
                          &lessons,     &t->lessons,  &rows,        &at[NOTES], &at[COUNTS] };
        void *first[] = { &at[NOTES], &rows, &chunks, &at[COUNTS], &at[SUMS] };
        void *rest[] = { &at[NOTES], &lessons, &at[SUMS_OF_REST] };
        void *step[] = { &at[WEIGHTS],      &at[MEANS], &at[SQUARES], &at[AVERAGES], &at[LOSSES], &at[SUMS],
                         &at[SUMS_OF_REST], &rows,      &chunks,      &parts,        &pace };
        const char *wrong;

        if (lessons == 0)
                return NULL;
        learner_stepped(l);
        if ((wrong = launch(t, STUDY, blocks_of_warps(lessons), THREADS, study)) ||
            (wrong = launch(t, SUM_FIRST, blocks_of_warps(rows * chunks), THREADS, first)) ||
            (wrong = launch(t, SUM_REST, parts * HEADS, WIDTH, rest)))
                return wrong;
        return launch(t, MAKE_STEP, (FIRST + rows * WIDTH + HEADS + THREADS - 1) / THREADS, THREADS, step);
}

const char *gpu_trainer_fetch(struct gpu_trainer *t, struct learner *l, double *loss)
{
        float *weight, *average;
        size_t weights = learner_weights(l, &weight, &average);
        double losses[HEADS];
        const char *wrong = device_wait(t->device);

        if (wrong || (wrong = get(t, weight, WEIGHTS, weights * sizeof(float))) ||
            (wrong = get(t, average, AVERAGES, weights * sizeof(float))) || (wrong = get(t, losses, LOSSES, sizeof losses)))
                return wrong;
        *loss = 0;
        for (int i = 0; i < HEADS; i++)
                *loss += losses[i];
        return put(t, LOSSES, t->zeros, sizeof losses);
}
