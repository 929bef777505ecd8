/* The search: given what one seat may know, which move is best?
 *
 * Where much is chance, information-set Monte Carlo tree search over `struct game`. Each iteration makes up a world that fits what
 * the seat knows, walks down the tree by the moves that are legal in it, throws the dice where chance decides, adds a node, plays
 * on from there, and tells every node on the way how it ended. Everybody is taken to maximise the own share of the win, so it works
 * for two to four players. Where a few turns decide, a look ahead (ahead.h), of which a step is an iteration.
 *
 * The arithmetic is in integers: the same seed and number of iterations choose the same move on every machine.
 * The memory is one block that the caller gives; when it is full the tree stops growing and the search goes on.
 * The search is given a view and never sees more. */
#ifndef SERAI_SEARCH_H
#define SERAI_SEARCH_H

#include <stddef.h>

#include "guide.h"

struct search; /* lives in its block */

/* The size of the block that so many iterations can use up: each adds at most one node. */
size_t search_size(uint32_t iterations);

/* A search for the seat that decides in this view. The block is aligned for 8 bytes; NULL if it is too small. */
struct search *search_open(void *block, size_t size, const struct game *g, const void *view, uint64_t seed);

void search_run(struct search *s, uint32_t iterations);

/* What was found out about a legal move. */
struct ranked {
        move m;
        uint32_t visits;
        uint32_t value; /* the share of the win that it brings to the seat, of WHOLE */
};

/* All legal moves, best first; returns how many. `list` has room for MAX_MOVES. */
int search_rank(const struct search *s, struct ranked *list);

/* The best moves, at most so many, as a JSON list: [{"move":"E","value":0.5312,"visits":1800},…]. */
void search_print(const struct search *s, int most, struct text *t);

/* A legal move that was not thought about, by a throw. */
move search_slip(const struct search *s, uint32_t dice);

#endif
