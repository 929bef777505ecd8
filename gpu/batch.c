/* A batch of games, on threads of the CPU or on a GPU; see batch.h.
 *
 * On the CPU the games are handed out in chunks to threads that last for one call. On a GPU all of a batch's data is in its
 * memory, and kernels.cu does there what the tasks do here: one line each over play.h. */
#include "batch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Chunk sizes: for playing or dealing; and for cheap tasks, for which a thread is hardly worth starting. */
enum { CHUNK = 64, LARGE_CHUNK = 2048 };

struct batch {
        const struct game *game;
        uint32_t games;
        int threads;

        /* On the CPU. */
        uint64_t *states; /* game->state_bytes each */
        uint64_t *random; /* a generator each */
        struct outcome *outcomes;

        /* On a GPU; addresses there. */
        struct device *device; /* NULL: this is on the CPU */
        struct kernels *kernels;
        uint64_t states_at, random_at, outcomes_at;
        uint64_t in_at, out_at; /* buffers for the input and output of a call, for every game */
};

uint32_t batch_mask_bytes(const struct game *g)
{
        return (g->moves + 7u) / 8;
}

const struct game *batch_game(const struct batch *b)
{
        return b->game;
}

uint32_t batch_games(const struct batch *b)
{
        return b->games;
}

int batch_on_gpu(const struct batch *b)
{
        return b->device != NULL;
}

/* --- threads of the CPU --- */

/* One call: the task for each game, and its arguments. */
struct job {
        struct batch *batch;
        void (*task)(struct job *job, uint32_t i, void *state);
        uint32_t chunk;   /* games taken at a time */
        atomic_uint next; /* the first game not yet taken */

        const struct options *options;
        uint64_t seed, first;
        int traced;
        const move *moves;
        uint8_t *turns, *masks;
        char *views;
};

static void deal_one(struct job *job, uint32_t i, void *state)
{
        struct batch *b = job->batch;

        b->random[i] = generator_of(job->seed, job->first + i);
        deal_game(b->game, state, job->options, &b->random[i], &b->outcomes[i]);
}

static void deal_one_again(struct job *job, uint32_t i, void *state)
{
        struct batch *b = job->batch;

        deal_if_over(b->game, state, &b->random[i], &b->outcomes[i]);
}

static void play_one(struct job *job, uint32_t i, void *state)
{
        struct batch *b = job->batch;
        struct outcome outcome = { 0 };
        struct state copy;
        int who;

        memcpy(&copy, state, b->game->state_bytes);
        who = b->game->turn(&copy);
        while (who != OVER)
                who = play_turn(b->game, &copy, who, &b->random[i], &outcome, job->traced);
        judge_game(b->game, &copy, &outcome);
        b->outcomes[i] = outcome;
}

static void step_one(struct job *job, uint32_t i, void *state)
{
        struct batch *b = job->batch;

        job->turns[i] = (uint8_t)step_game(b->game, state, job->moves[i], &b->random[i], &b->outcomes[i]);
}

static void mask_one(struct job *job, uint32_t i, void *state)
{
        mask_game(job->batch->game, state, job->masks + (size_t)i * batch_mask_bytes(job->batch->game));
}

static void observe_one(struct job *job, uint32_t i, void *state)
{
        observe_game(job->batch->game, state, job->views + (size_t)i * job->batch->game->state_bytes);
}

static void *work(void *data)
{
        struct job *job = data;
        struct batch *b = job->batch;
        uint32_t from;

        while ((from = atomic_fetch_add(&job->next, job->chunk)) < b->games)
                for (uint32_t i = from; i < from + job->chunk && i < b->games; i++)
                        job->task(job, i, (char *)b->states + (size_t)i * b->game->state_bytes);
        return NULL;
}

/* The caller works as well; if a thread cannot be started, it does without. */
static const char *run_job(struct job *job)
{
        pthread_t thread[MAX_THREADS];
        uint32_t chunks = (job->batch->games + job->chunk - 1) / job->chunk;
        int started = 0;

        atomic_init(&job->next, 0);
        while (started + 1 < job->batch->threads && (uint32_t)started + 1 < chunks &&
               pthread_create(&thread[started], NULL, work, job) == 0)
                started++;
        work(job);
        while (started > 0)
                pthread_join(thread[--started], NULL);
        return NULL;
}

/* --- opening and closing --- */

static int alloc_on_gpu(struct batch *b)
{
        size_t games = b->games, mask = batch_mask_bytes(b->game);
        size_t out = mask > b->game->state_bytes ? mask : b->game->state_bytes;

        b->states_at = device_alloc(b->device, games * b->game->state_bytes);
        b->random_at = device_alloc(b->device, games * sizeof *b->random);
        b->outcomes_at = device_alloc(b->device, games * sizeof *b->outcomes);
        b->in_at = device_alloc(b->device, games * sizeof(move));
        b->out_at = device_alloc(b->device, games * out);
        return b->states_at && b->random_at && b->outcomes_at && b->in_at && b->out_at;
}

static int alloc_on_cpu(struct batch *b)
{
        b->states = calloc(b->games, b->game->state_bytes);
        b->random = calloc(b->games, sizeof *b->random);
        b->outcomes = calloc(b->games, sizeof *b->outcomes);
        return b->states && b->random && b->outcomes;
}

struct batch *batch_open(const struct game *g, uint32_t games, struct device *device, int threads, char *why, int cap)
{
        struct batch *b;
        long cores = sysconf(_SC_NPROCESSORS_ONLN);

        if (games == 0 || games > MAX_BATCH || threads < 0 || threads > MAX_THREADS) {
                snprintf(why, (size_t)cap, "a batch has 1 to %d games and at most %d threads", MAX_BATCH, MAX_THREADS);
                return NULL;
        }
        b = calloc(1, sizeof *b);
        if (!b) {
                snprintf(why, (size_t)cap, "out of memory");
                return NULL;
        }
        b->game = g;
        b->games = games;
        b->threads = threads ? threads : cores < 1 ? 1 : cores > MAX_THREADS ? (int)MAX_THREADS : (int)cores;
        b->device = device;
        if (device && !(b->kernels = device_kernels(device, g, why, cap))) {
                batch_close(b);
                return NULL;
        }
        if (!(device ? alloc_on_gpu(b) : alloc_on_cpu(b))) {
                snprintf(why, (size_t)cap, "there is not enough memory for %u games", games);
                batch_close(b);
                return NULL;
        }
        return b;
}

void batch_close(struct batch *b)
{
        if (!b)
                return;
        if (b->device) {
                const uint64_t taken[] = { b->states_at, b->random_at, b->outcomes_at, b->in_at, b->out_at };

                for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
                        device_free(b->device, taken[i]);
        }
        free(b->states);
        free(b->random);
        free(b->outcomes);
        free(b);
}

/* --- tasks --- */

static const char *put(struct batch *b, uint64_t at, const void *from, size_t bytes)
{
        return device_copy(b->device, at, (uint64_t)(uintptr_t)from, b->games * bytes);
}

static const char *get(struct batch *b, void *to, uint64_t at, size_t bytes)
{
        return device_copy(b->device, (uint64_t)(uintptr_t)to, at, b->games * bytes);
}

const char *batch_deal(struct batch *b, const struct options *o, uint64_t seed, uint64_t first)
{
        struct job job = { .batch = b, .task = deal_one, .chunk = CHUNK, .options = o, .seed = seed, .first = first };
        struct options options = *o;
        void *arguments[] = { &b->states_at, &b->random_at, &b->outcomes_at, &b->games, &options, &seed, &first };

        return b->device ? device_run(b->kernels, DEAL, b->games, arguments) : run_job(&job);
}

const char *batch_deal_again(struct batch *b)
{
        struct job job = { .batch = b, .task = deal_one_again, .chunk = CHUNK };
        void *arguments[] = { &b->states_at, &b->random_at, &b->outcomes_at, &b->games };

        return b->device ? device_run(b->kernels, DEAL_AGAIN, b->games, arguments) : run_job(&job);
}

const char *batch_load(struct batch *b, const void *states, uint64_t seed)
{
        uint64_t *random = b->device ? malloc(b->games * sizeof *random) : b->random;
        const char *wrong = NULL;

        if (!random)
                return "out of memory";
        for (uint32_t i = 0; i < b->games; i++)
                random[i] = generator_of(seed, i);
        if (!b->device) {
                memcpy(b->states, states, (size_t)b->games * b->game->state_bytes);
                return NULL;
        }
        wrong = put(b, b->random_at, random, sizeof *random);
        free(random);
        return wrong ? wrong : put(b, b->states_at, states, b->game->state_bytes);
}

const char *batch_play(struct batch *b, int traced)
{
        struct job job = { .batch = b, .task = play_one, .chunk = CHUNK, .traced = traced };
        void *arguments[] = { &b->states_at, &b->random_at, &b->outcomes_at, &b->games };

        return b->device ? device_run(b->kernels, traced ? TRACE : PLAY, b->games, arguments) : run_job(&job);
}

const char *batch_step(struct batch *b, const move *moves, uint8_t *turns)
{
        struct job job = { .batch = b, .task = step_one, .chunk = LARGE_CHUNK, .moves = moves, .turns = turns };
        void *arguments[] = { &b->states_at, &b->random_at, &b->outcomes_at, &b->games, &b->in_at, &b->out_at };
        const char *wrong;

        if (!b->device)
                return run_job(&job);
        if ((wrong = put(b, b->in_at, moves, sizeof *moves)) || (wrong = device_run(b->kernels, STEP, b->games, arguments)))
                return wrong;
        return get(b, turns, b->out_at, sizeof *turns);
}

const char *batch_outcomes(struct batch *b, struct outcome *outcomes)
{
        if (b->device)
                return get(b, outcomes, b->outcomes_at, sizeof *outcomes);
        memcpy(outcomes, b->outcomes, b->games * sizeof *outcomes);
        return NULL;
}

const char *batch_mask(struct batch *b, uint8_t *masks)
{
        struct job job = { .batch = b, .task = mask_one, .chunk = LARGE_CHUNK, .masks = masks };
        void *arguments[] = { &b->states_at, &b->games, &b->out_at };
        const char *wrong;

        if (!b->device)
                return run_job(&job);
        wrong = device_run(b->kernels, MASK, b->games, arguments);
        return wrong ? wrong : get(b, masks, b->out_at, batch_mask_bytes(b->game));
}

const char *batch_observe(struct batch *b, void *views)
{
        struct job job = { .batch = b, .task = observe_one, .chunk = LARGE_CHUNK, .views = views };
        void *arguments[] = { &b->states_at, &b->games, &b->out_at };
        const char *wrong;

        if (!b->device)
                return run_job(&job);
        wrong = device_run(b->kernels, OBSERVE, b->games, arguments);
        return wrong ? wrong : get(b, views, b->out_at, b->game->state_bytes);
}

const char *batch_states(struct batch *b, void *states)
{
        if (b->device)
                return get(b, states, b->states_at, b->game->state_bytes);
        memcpy(states, b->states, (size_t)b->games * b->game->state_bytes);
        return NULL;
}
