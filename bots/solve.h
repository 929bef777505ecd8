/* Exact endings: when little is left of a game, every line is followed to its end. */
#ifndef SERAI_SOLVE_H
#define SERAI_SOLVE_H

#include "guide.h"

/* Each seat's share of the win if everybody maximises the own one; chance by its weights. `*nodes` is how many moves may be
 * made in finding it, and goes down with each; 0: they did not suffice. Everything is known in the state. */
int solve(const struct game *g, const void *state, uint32_t *nodes, uint32_t *share);

#endif
