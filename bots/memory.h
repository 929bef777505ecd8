/* What a seat remembers of what it saw and can see no more, like the tiles that others took in the open and put behind their
 * screens.
 *
 * It follows from the moves as the seat saw them (`seen` of struct game), and from nothing else. What a game shows for a while, and
 * what a move says about it, is in its guide. Levels of bots differ in how many turns they remember. */
#ifndef SERAI_MEMORY_H
#define SERAI_MEMORY_H

#include <stddef.h>

#include "guide.h"

/* Forever: no game with hidden information has so many turns. */
enum { ALL_TURNS = 65535 };

/* Fills in `view`, the view of a seat now, with what it saw at most so many turns ago; 0 turns: nothing. The view is what comes of
 * `start` by the moves. */
void memory_recall(const struct game *g, const void *start, const move *moves, size_t count, int seat, uint32_t turns, void *view);

#endif
