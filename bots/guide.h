/* A guide: a game's heuristics for the search: which moves to try first, and how a game is likely to end. */
#ifndef SERAI_GUIDE_H
#define SERAI_GUIDE_H

#include "shares.h"

/* A transposition table: what a look ahead remembers of positions, by hash. */
struct memo {
        uint64_t entries; /* a power of two */
        struct {
                uint64_t key, cells[4];
        } entry[];
};

/* What was seen in the open and is hidden now: who has it, and in which turn it was seen last. */
enum { MEMORIES = 64, NOBODY_HOLDS = 255 };

struct memory {
        uint32_t turn;
        uint8_t holder[MEMORIES]; /* a seat, or NOBODY_HOLDS */
        uint32_t since[MEMORIES];
};

enum { MOST_WORTH = 64, MOST_TURNS = 8 };

enum { LEVELS = 10 };

/* The settings of a level. Measured by `serai match`; docs/bots.md shows the ladder. */
struct level {
        uint32_t iterations;
        uint32_t overlooks; /* of 100 moves, how many it does not see (bot.h) */
        uint32_t slips;     /* of 100 moves that it makes, how many are random; of classic levels only */
        uint32_t rating;    /* as shown: 1500 for a new player, 400 points for ten to one */
        uint32_t plies;     /* how far it looks ahead over the net; 0: a search without a net */
        uint32_t memory;    /* for how many turns it remembers what it saw that is hidden now (memory.h) */
        uint32_t steps;     /* of the look ahead over the net, instead of iterations */
        uint32_t classic;   /* 1: by the classic guide of the game */
};

/* How a value is made to come true: its log odds times `slope`, of STEEP, plus `shift`, in 4096ths. */
enum { STEEP = 64 };

struct correction {
        int32_t slope, shift; /* slope 0: the value stays as it is */
};

/* A game is searched by tree search with playouts (search.c), or by a look ahead (ahead.h); the functions of the other are NULL. */
struct guide {
        const struct game *game;
        const struct level *levels;        /* LEVELS of them */
        const struct level *classic;       /* as many: those of the search before there were nets, to compare with */
        const struct guide *classic_guide; /* of those levels that say so; NULL: there are none */
        int hint_level;                    /* the level that gives hints */
        int net_players;                   /* with more players the levels use the search without a net */

        /* Each seat's share of the win when the game is over; a larger margin is a little better. */
        void (*ending)(const struct game *g, const void *state, uint32_t *share);

        /* Plays on from a state, to the end or for a while, and estimates each seat's share of the win. */
        void (*playout)(const struct game *g, void *state, uint64_t *random, uint32_t *share);

        /* Whether the game is so close to its end that solving the rest is worth an attempt, for searches over a net. */
        int (*late)(const void *view);

        /* What a seat sees of a move that is about to be made, given its view; and filling in a view of the same seat with what was
         * seen at most so many turns ago (memory.h). NULL: there is nothing to remember. */
        void (*notice)(struct memory *m, const void *view, move seen);
        void (*recall)(const struct memory *m, int seat, uint32_t turns, void *view);

        /* A move without search, by a throw; NULL: any legal move. */
        move (*slip)(const void *view, uint32_t dice);

        /* Whether a move is hard to overlook; NULL: if it brings more points at once than any other. */
        int (*stands_out)(const void *view, move m);

        /* Of the values of the tree search, by number of players; from `serai calibrate`. It leaves the order of moves as it is. */
        struct correction correction[MAX_PLAYERS + 1];

        uint32_t explore; /* the exploration constant, of WHOLE */
        uint32_t open;    /* 1: chance has so many outcomes that the tree does not distinguish them */

        /* The largest depth, in turns. */
        int (*turns)(const void *view);

        /* The moves to search, best first, at most MOST_WORTH. `turns` are left to search, this one included. */
        int (*worth)(const void *state, int seat, int turns, struct memo *memo, move *list);

        /* The lead that a seat can expect; the share of the win that a lead is worth. */
        int32_t (*lead)(const void *state, int seat, struct memo *memo);
        uint32_t (*share)(const void *view, int32_t lead);

        /* Deals: an offer that a player who does not see everything might make; the bonus of a move that a deal brings. */
        int (*plea)(const void *view, uint64_t seed, move *offer);
        int32_t (*favour)(const void *view, move m);
};

/* The guide of a game: its own, or a generic one with random playouts, whose `game` is NULL. */
const struct guide *guide_of(const struct game *g);

extern const struct guide alibaba_guide, labyrinth_guide, marrakech_guide, labyrinth_classic_guide;

/* A share as it comes true. */
uint32_t corrected_share(const struct correction *c, uint32_t share);

/* Final points as shares: who wins, and by how much. For `ending`, in games where ten points are much. */
void guide_ending(const struct game *g, const void *state, uint32_t *share);

/* Shares of the win for these points: a seat `scale` behind another is half as likely to win. */
void guide_shares(const int *points, int players, int scale, uint32_t *share);

#endif
