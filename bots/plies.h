/* A look ahead by a few plies over a net.
 *
 * First the net estimates the position after every legal move. Then the best of these are looked at more closely, pass after pass:
 * everybody makes the move that the net likes best for them, and the position a few decisions later is estimated. Where chance has
 * few outcomes, all are tried, and one pass is enough. Where it has many, and where something is hidden, each pass has its own
 * world and its own luck, which all moves share, and a move is worth the mean of its passes.
 *
 * A step is one move in one pass, so that the search can stop after any number of steps. */
#ifndef SERAI_PLIES_H
#define SERAI_PLIES_H

#include "net.h"

enum { MOST_CANDIDATES = 64, CLOSER_EXACT = 5, CLOSER_SAMPLED = 8 };

struct candidate {
        move m;
        uint32_t first;  /* the estimate one ply deep; of WHOLE, as the next */
        uint32_t passes; /* looked at more closely */
        uint64_t sum;    /* of what was found */
};

struct plies {
        const struct net *net;
        const struct inputs *inputs;
        uint32_t exact; /* 1: chance has few outcomes, and nothing is hidden */
        uint32_t depth; /* plies; 1: the first estimate is all, but for what is hidden */
        uint32_t pass, next;
        uint32_t steps;   /* left */
        uint32_t settled; /* 1: nothing more to find out */
        int32_t closer;   /* how many of the candidates are looked at more closely: the first ones */
        int32_t candidates;
        struct candidate candidate[MOST_CANDIDATES];
};

/* Whether the position has few enough moves. */
int plies_can(const struct game *g, const void *view);

/* With at most so many steps. */
void plies_open(struct plies *p, const struct net *net, const struct game *g, const void *view, uint32_t depth, uint32_t steps,
                uint32_t exact);

/* The next candidate in the world of this pass, which the caller makes up. `seed` is that of the search. */
void plies_step(struct plies *p, const void *world, uint64_t seed);

/* All moves have exact values, given in the order of the list. */
void plies_settle(struct plies *p, const move *list, const uint32_t *value, int n);

/* The candidates, best first so far; returns how many. */
int plies_rank(const struct plies *p, struct candidate *list);

/* The worth of a candidate as found so far; 0 if it was not looked at. */
uint32_t candidate_worth(const struct candidate *c);

#endif
