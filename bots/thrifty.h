/* The thrifty player of Marrakech, a yardstick: it looks one ply ahead, without a search.
 *
 * It turns Assam to where the toll expected over the roll is the lowest, and lays the carpet that is best by points, by the size of
 * its patch, and by the toll that the next player must expect. */
#ifndef SERAI_THRIFTY_H
#define SERAI_THRIFTY_H

#include "../core/game.h"

/* The move of the seat to move in a game of Marrakech; the seed chooses among equal ones. */
move thrifty_move(const void *state, uint64_t seed);

#endif
