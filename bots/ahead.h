/* A look ahead: iterative deepening by turns.
 *
 * For games without chance, in which a few turns decide: alpha-beta over `struct game`, from the view itself. The own seat
 * maximises its lead, all others minimise it. The game's guide selects and orders the moves to search, and evaluates the lead at
 * the horizon.
 *
 * The line is kept on an explicit stack, so that the search can stop after any number of steps and continue later. */
#ifndef SERAI_AHEAD_H
#define SERAI_AHEAD_H

#include "guide.h"

enum { MOST_PLIES = 40 };

/* A position on the current line. Leads are those of the seat that searches. */
struct ply {
        struct state state;
        move list[MOST_WORTH]; /* the moves to search */
        int32_t n, next;       /* how many, and which is being searched */
        int32_t low, high;     /* alpha and beta */
        int32_t best;          /* value so far */
        int32_t turns;         /* left to search from here, this one included */
        move strong;           /* the killer move at this depth */
};

/* A move at the root. */
struct first {
        move m;
        int32_t lead;    /* exact for the best move, else an upper bound */
        uint32_t visits; /* steps that were spent on it */
};

struct ahead {
        const struct game *game;
        const struct guide *guide;
        struct memo *memo;
        uint32_t seat;
        int32_t depth;    /* in turns, of the current or last iteration */
        uint32_t plies;   /* length of the current line; 0: none */
        uint32_t cut;     /* 1: a line was cut off before the end of the game */
        uint32_t settled; /* 1: nothing more to find out */
        int32_t firsts;
        struct first first[MOST_WORTH]; /* best first by the last iteration */
        struct ply ply[MOST_PLIES];
};

/* Equal moves are searched in an order that the seed decides. */
void ahead_open(struct ahead *a, const struct game *g, const struct guide *guide, const void *view, struct memo *memo,
                uint64_t *random);
void ahead_step(struct ahead *a);

/* The moves searched, best first so far; returns how many. */
int ahead_rank(const struct ahead *a, struct first *list);

#endif
