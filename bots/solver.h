/* Exact endings of games of two players, for judges: the share of the win under best play by both, chance by its weights.
 *
 * Unlike solve.h, whose values contain a little of the margin and whose reach is part of how bots play, it counts wins alone, and
 * goes further: by alpha-beta, also through chance events (their values lie between 0 and a whole win), with the moves that score
 * most first, and with a table of positions that were seen. */
#ifndef SERAI_SOLVER_H
#define SERAI_SOLVER_H

#include "guide.h"

enum { SOLVER_ENTRIES = 1 << 15 };

/* What is known of a position: bounds of the first seat's share, in parts of SOLVER_WHOLE. */
enum { SOLVER_WHOLE = 1 << 30 };

/* For the positions of one game: those of games with other options are not told apart. */
struct solver {
        const struct game *game;
        uint64_t nodes;                                           /* moves that it may still make */
        uint32_t length;                                          /* of the line that is looked at */
        uint64_t (*key)(const struct game *g, const void *state); /* the same for positions with the same value */
        struct {
                uint64_t key;
                uint32_t low, high;
        } entry[SOLVER_ENTRIES];
};

void solver_open(struct solver *s, const struct game *g);

/* The first seat's share, in parts of SOLVER_WHOLE. `nodes` are counted down; 0: they did not suffice, or there are more players
 * than two or too many moves. Nothing may be hidden in the state. */
int solver_value(struct solver *s, const void *state, uint32_t *value);

#endif
