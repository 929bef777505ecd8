/* Exact endgames: when little is left of a game, an exhaustive search. */
#ifndef SERAI_SOLVE_H
#define SERAI_SOLVE_H

#include "guide.h"

/* Each seat's share of the win if everybody maximises their own; chance by its weights. `*nodes` is the budget of moves, and is
 * counted down; 0: it did not suffice. The state must have nothing hidden. */
int solve(const struct game *g, const void *state, uint32_t *nodes, uint32_t *share);

#endif
