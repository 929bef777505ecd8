/* The guide of Ali Baba: random playouts to the end; see guide.h. */
#include "../core/random.h"
#include "guide.h"

static void playout(const struct game *g, void *state, uint64_t *random, uint32_t *share)
{
        int who = g->turn(state);

        while (who != OVER)
                who = g->apply(state, g->pick(state, random_dice(random)));
        guide_ending(g, state, share);
}

static const struct level LEVELS_MEASURED[LEVELS] = { { 20, 80, 1170 },  { 20, 55, 1340 },  { 30, 35, 1500 }, { 60, 20, 1660 },
                                                      { 100, 8, 1830 },  { 150, 0, 1940 },  { 300, 0, 2130 }, { 1000, 0, 2420 },
                                                      { 4000, 0, 2500 }, { 16000, 0, 2540 } };

const struct guide alibaba_guide = { .game = &alibaba,
                                     .levels = LEVELS_MEASURED,
                                     .classic = LEVELS_MEASURED,
                                     .ending = guide_ending,
                                     .playout = playout,
                                     .explore = WHOLE / 2,
                                     .open = 1 };
