/* A batch: many games of one kind at once, on the CPU's cores or on a GPU, with the same numbers on either.
 *
 * Deal games or put positions in; then play them all to the end at random, or step them with moves of your own. Game i of
 * a batch depends on the seed and its number alone (play.h): not on how many there are, nor on what they run on.
 *
 * Buffers are the caller's, with room for every game of the batch; with a batch on a GPU they may lie in its memory. What
 * can go wrong, the GPU failing, is answered with a sentence; NULL is success. */
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

/* The games with the numbers `first`, `first` + 1, … of a seed, each as far as its first decision. */
const char *batch_deal(struct batch *b, const struct options *o, uint64_t seed, uint64_t first);

/* New deals for those games that are over, with the options that they had. */
const char *batch_deal_again(struct batch *b);

/* Positions, each g->state_bytes, with the generators of a seed for what comes. They are trusted, as apply() trusts. */
const char *batch_load(struct batch *b, const void *states, uint64_t seed);

/* Plays every game to its end, at random. The positions stay as they are, but for their generators: to play again is to play
 * other games from there. With `traced`, the outcomes hold the trace of every ply. */
const char *batch_play(struct batch *b, int traced);

/* Makes one decision in every game and rolls until the next. `turns` becomes what step_game says, one byte a game. */
const char *batch_step(struct batch *b, const move *moves, uint8_t *turns);

/* How the games went or stand, after any of the above but batch_load. */
const char *batch_outcomes(struct batch *b, struct outcome *outcomes);

/* One bit for each number below g->moves: is it a legal move? batch_mask_bytes(g) a game, the lowest bit first. */
const char *batch_mask(struct batch *b, uint8_t *masks);
uint32_t batch_mask_bytes(const struct game *g);

/* What the seat that decides knows, or the whole state; g->state_bytes a game. */
const char *batch_observe(struct batch *b, void *views);
const char *batch_states(struct batch *b, void *states);

#endif
