/* What a game tells a search besides its rules: which moves to look at first, and how a game is likely to end. */
#ifndef SERAI_GUIDE_H
#define SERAI_GUIDE_H

#include "../core/game.h"

/* Shares of the win are whole numbers: WHOLE is a certain win. */
enum { WHOLE = 1 << 15 };

/* What a look ahead remembers of positions, by a hash. */
struct memo {
        uint64_t entries; /* a power of two */
        struct {
                uint64_t key, cells;
        } entry[];
};

enum { MOST_WORTH = 64, MOST_TURNS = 8 };

enum { LEVELS = 10 };

/* What a bot of a level does. Measured by `serai match`; docs/bots.md shows the ladder. */
struct level {
        uint32_t iterations;
        uint32_t slips;  /* of 100 moves, how many are any move */
        uint32_t rating; /* as shown: whoever never played has 1500, and ten to one are 400 points */
};

/* A game is searched by a tree of playouts (search.c), or by a look ahead (ahead.h); the functions of the other are NULL. */
struct guide {
        const struct game *game;
        const struct level *levels; /* LEVELS of them */

        /* Each seat's share of the win when the game is over; a win by more is a little better. */
        void (*ending)(const struct game *g, const void *state, uint32_t *share);

        /* Plays on from a state, to the end or not so far, and estimates each seat's share of the win. */
        void (*playout)(const struct game *g, void *state, uint64_t *random, uint32_t *share);

        /* A move that was not thought about, by a throw; NULL: any. */
        move (*slip)(const void *view, uint32_t dice);

        uint32_t explore; /* how far to trust a move that was tried little, of WHOLE */
        uint32_t open;    /* 1: chance has so many outcomes that the tree does not tell them apart */

        /* How many turns to look ahead at most. */
        int (*turns)(const void *view);

        /* The moves worth a look, best first, at most MOST_WORTH. So many turns are still looked at, this one included. */
        int (*worth)(const void *state, int seat, int turns, struct memo *memo, move *list);

        /* The lead that a seat can expect, and the share of the win that a lead means. */
        int32_t (*lead)(const void *state, int seat, struct memo *memo);
        uint32_t (*share)(const void *view, int32_t lead);

        /* Deals: an offer that one who has not seen everything might make; and what is to be added to the lead of a move
         * because a deal is on. */
        int (*plea)(const void *view, uint64_t seed, move *offer);
        int32_t (*favour)(const void *view, move m);
};

/* The guide of a game: its own, or one of random playouts that any game can do with, whose `game` is NULL. */
const struct guide *guide_of(const struct game *g);

extern const struct guide alibaba_guide, labyrinth_guide, marrakech_guide;

/* Points at the end as shares: whoever wins, and by how much. Good for `ending` where ten points are much. */
void guide_ending(const struct game *g, const void *state, uint32_t *share);

/* Shares of the win that fit these points: whoever is `scale` behind another is half as likely to win. */
void guide_shares(const int *points, int players, int scale, uint32_t *share);

#endif
