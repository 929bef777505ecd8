/* Shares of the win are integers, and so is the softmax that makes them of a net's values: the same on every machine. In the subset
 * of C that is also C++, since a GPU computes it as well. */
#ifndef SERAI_SHARES_H
#define SERAI_SHARES_H

#include "../core/game.h"

enum { WHOLE = 1 << 15 }; /* a certain win */

/* WHOLE times e to the power of -x / 4096. */
static inline uint32_t share_decayed(uint32_t x)
{
        /* 2^(i/32), of WHOLE. */
        static const uint32_t POWER[] = { 32768, 33486, 34219, 34969, 35734, 36517, 37316, 38133, 38968, 39821, 40693,
                                          41584, 42495, 43425, 44376, 45348, 46341, 47356, 48393, 49452, 50535, 51642,
                                          52773, 53928, 55109, 56316, 57549, 58809, 60097, 61413, 62757, 64132, 65536 };
        uint64_t halvings = (uint64_t)x * 94548 >> 16; /* of 4096 to one: by the binary logarithm of e */
        uint32_t whole = (uint32_t)(halvings >> 12), part = 4096 - (uint32_t)(halvings & 4095); /* up from the next lower power */
        uint32_t low = POWER[part >> 7], high = POWER[(part >> 7) + (part < 4096)];

        return whole > 20 ? 0 : (low + ((high - low) * (part & 127) >> 7)) >> (whole + 1);
}

/* The softmax of these values, in 4096ths. */
static inline void shares_of_values(const int32_t *value, int players, uint32_t *share)
{
        int32_t most = value[0];
        uint32_t sum = 0;

        for (int p = 1; p < players; p++)
                most = value[p] > most ? value[p] : most;
        for (int p = 0; p < players; p++)
                sum += share[p] = share_decayed((uint32_t)most - (uint32_t)value[p]);
        for (int p = 0; p < players; p++)
                share[p] = share[p] * (uint32_t)WHOLE / sum;
}

/* Each winner's part of the win when the game is over. Unlike in guide_ending the margin does not count. */
static inline void shares_of_result(const struct game *g, const void *state, uint32_t *share)
{
        unsigned winners = game_winners(g, state);
        int n = 0;

        for (int p = 0; p < game_players(state); p++)
                n += (int)(winners >> p & 1);
        for (int p = 0; p < game_players(state); p++)
                share[p] = winners >> p & 1 ? (uint32_t)(WHOLE / n) : 0;
}

#endif
