/* Looking ahead: every line of play for one turn, then for two, and so on.
 *
 * For games without chance, in which a few turns decide: alpha-beta over `struct game`, from the view itself. The own
 * seat wants the highest lead, all others the lowest. What a game calls worth a look is looked at, best first, and
 * where the turns end its guide tells the lead.
 *
 * The lines are followed on a stack of our own, so that the look can stop after any number of steps and go on later. */
#ifndef SERAI_AHEAD_H
#define SERAI_AHEAD_H

#include "guide.h"

enum { MOST_PLIES = 40 };

/* A position on the line that is being looked at. Leads are those of the seat that searches. */
struct ply {
        struct state state;
        move list[MOST_WORTH]; /* the moves worth a look */
        int32_t n, next;       /* how many, and which of them is looked at */
        int32_t low, high;     /* what the own seat, and the others, can have elsewhere */
        int32_t best;          /* of the moves looked at */
        int32_t turns;         /* to be looked at from here, this one included */
        move strong;           /* what made it needless to look on, the last time the line was so long */
};

/* A move at the root. */
struct first {
        move m;
        int32_t lead;    /* as far as it was looked at; less is possible, if another move is better */
        uint32_t visits; /* steps that were spent on it */
};

struct ahead {
        const struct game *game;
        const struct guide *guide;
        struct memo *memo;
        uint32_t seat;
        int32_t depth;    /* in turns, of the look that is under way or was the last */
        uint32_t plies;   /* of the line that is being looked at; 0: none is */
        uint32_t cut;     /* 1 when a line was left before the game was over */
        uint32_t settled; /* 1 when there is nothing more to find out */
        int32_t firsts;
        struct first first[MOST_WORTH]; /* best first by the last look */
        struct ply ply[MOST_PLIES];
};

/* Moves that seem the same are looked at in an order that the seed decides. */
void ahead_open(struct ahead *a, const struct game *g, const void *view, struct memo *memo, uint64_t *random);
void ahead_step(struct ahead *a);

/* The moves looked at, best first, as far as it is known now; returns how many. */
int ahead_rank(const struct ahead *a, struct first *list);

#endif
