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

/* Nothing was seen yet. */
void memory_clear(struct memory *m);

/* The seat sees a move, given its view; and where one turn has ended and another begins. */
void memory_notice(struct memory *m, const struct game *g, const void *view, move seen);
void memory_next_turn(struct memory *m);

/* The seat sees all these moves, the first of them made in `start`. */
void memory_follow(struct memory *m, const struct game *g, const void *start, const move *moves, size_t count, int seat);

/* Fills in `view`, the view of the seat now, with what it saw at most so many turns ago and what fits the view; 0 turns: nothing.
 */
void memory_fill_in(const struct memory *m, const struct game *g, int seat, uint32_t turns, void *view);

/* All of it: the view is what comes of `start` by the moves. */
void memory_recall(const struct game *g, const void *start, const move *moves, size_t count, int seat, uint32_t turns, void *view);

#endif
