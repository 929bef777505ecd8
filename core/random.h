/* A fast small generator (SplitMix64) for searches, playouts and tests. Its state is any number; it is passed in, and gives
 * the same everywhere. The chance of a game comes from draw.h. */
#ifndef SERAI_RANDOM_H
#define SERAI_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *random)
{
        uint64_t z = *random += 0x9e3779b97f4a7c15;

        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
}

/* A throw of 0 .. 2^32-1, for pick() of struct game. */
static inline uint32_t random_dice(uint64_t *random)
{
        return (uint32_t)(random_next(random) >> 32);
}

#endif
