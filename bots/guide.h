/* What a game tells a search besides its rules: which moves to look at first, and how a game is likely to end. */
#ifndef SERAI_GUIDE_H
#define SERAI_GUIDE_H

#include "../core/game.h"

/* Shares of the win are whole numbers: WHOLE is a certain win. */
enum { WHOLE = 1 << 15 };

struct guide {
        const struct game *game;

        /* How promising each of the moves is: any numbers, the higher the better. NULL: all the same. */
        void (*promise)(const void *state, const move *list, int n, int32_t *promise);

        /* Each seat's share of the win when the game is over; a win by more is a little better. */
        void (*ending)(const void *state, uint32_t *share);

        /* Plays on from a state, to the end or not so far, and estimates each seat's share of the win. `root` is
         * where the search began. */
        void (*playout)(void *state, const void *root, uint64_t *random, uint32_t *share);

        uint32_t explore; /* how far to trust a move that was tried little, of WHOLE */
        uint32_t widen;   /* how many moves to try for each time that the visits grow fourfold */
};

const struct guide *guide_of(const struct game *g);

#endif
