/* A batch: many games of one kind at once, on the CPU's cores or on a GPU, with the same results on either.
 *
 * Deal games or load positions; then play them all to the end at random, or step them with your own moves. Game i of a batch
 * depends only on the seed and its number (play.h): not on the size of the batch, nor on what it runs on.
 *
 * Buffers are the caller's, with room for every game of the batch; for a batch on a GPU they may be in its memory. Only the GPU
 * can fail; then a sentence is returned. NULL is success. */
#ifndef SERAI_BATCH_H
#define SERAI_BATCH_H

#include "device.h"
#include "play.h"

enum { MAX_BATCH = 1 << 27, MAX_THREADS = 256 };

struct batch;

/* On a GPU, or with NULL on so many threads of the CPU (0: one for each core). NULL: `why` says why not. */
struct batch *batch_open(const struct game *g, uint32_t games, struct device *device, int threads, char *why, int cap);
void batch_close(struct batch *b);

const struct game *batch_game(const struct batch *b);
uint32_t batch_games(const struct batch *b);
int batch_on_gpu(const struct batch *b);

/* Deals the games number `first`, `first` + 1, … of a seed, each up to its first decision. */
const char *batch_deal(struct batch *b, const struct options *o, uint64_t seed, uint64_t first);

/* Deals the games that are over again, with the same options. */
const char *batch_deal_again(struct batch *b);

/* Loads positions, each g->state_bytes, with the generators of a seed. They are trusted, as apply() does. */
const char *batch_load(struct batch *b, const void *states, uint64_t seed);

/* Plays every game to its end, at random. The positions stay as they are, except for their generators: calling it again plays
 * other games. With `traced`, the outcomes hold the trace of every ply. */
const char *batch_play(struct batch *b, int traced);

/* Makes one decision in every game and rolls up to the next. `turns` gets the result of step_game, one byte a game. */
const char *batch_step(struct batch *b, const move *moves, uint8_t *turns);

/* Results so far, after any of the above but batch_load. */
const char *batch_outcomes(struct batch *b, struct outcome *outcomes);

/* One bit for each number below g->moves, set if it is a legal move; batch_mask_bytes(g) a game, the lowest bit first. */
const char *batch_mask(struct batch *b, uint8_t *masks);
uint32_t batch_mask_bytes(const struct game *g);

/* The view of the seat to move; the whole state; g->state_bytes a game. */
const char *batch_observe(struct batch *b, void *views);
const char *batch_states(struct batch *b, void *states);

#endif
