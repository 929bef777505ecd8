/* The search: given the view of one seat, which move is best?
 *
 * For games of chance, information-set Monte Carlo tree search over `struct game`. Each iteration samples a world consistent with
 * the view, walks down the tree by the moves that are legal in it, samples chance, adds a node, runs a playout, and adds the
 * result to every node on the path. Each player is assumed to maximise their own share of the win, so it works for two to four
 * players. For games in which a few turns decide, a look ahead (ahead.h), of which a step is an iteration. For games with a net, a
 * look ahead by a few plies over it (plies.h), of which a step is an iteration as well.
 *
 * All arithmetic is in integers: the same seed and number of iterations choose the same move on every machine. The memory is one
 * block from the caller; when it is full the tree stops growing and the search goes on. The search gets a view and never sees
 * more. */
#ifndef SERAI_SEARCH_H
#define SERAI_SEARCH_H

#include <stddef.h>

#include "guide.h"

struct net;
struct search; /* lives in its block */

/* The block size for so many iterations: each adds at most one node. */
size_t search_size(uint32_t iterations);

/* A search for the seat to move in this view. The block must be aligned to 8 bytes; NULL if it is too small. */
struct search *search_open(void *block, size_t size, const struct game *g, const void *view, uint64_t seed);

/* The same by a guide that is not the game's own. */
struct search *search_open_by(const struct guide *guide, void *block, size_t size, const struct game *g, const void *view,
                              uint64_t seed);

/* The same for a search over a net of the game (plies.h), so many plies deep and with at most so many steps; where there are too
 * many moves, as above. */
struct search *search_open_net(void *block, size_t size, const struct game *g, const struct net *net, uint32_t plies,
                               uint32_t steps, const void *view, uint64_t seed);

void search_run(struct search *s, uint32_t iterations);

/* The result for a legal move. */
struct ranked {
        move m;
        uint32_t visits;
        uint32_t value; /* the seat's share of the win, of WHOLE */
};

/* All legal moves, best first; returns how many. `list` has room for MAX_MOVES. */
int search_rank(const struct search *s, struct ranked *list);

/* The best moves, at most so many, as a JSON list: [{"move":"E","value":0.5312,"visits":1800},…]. */
void search_print(const struct search *s, int most, struct text *t);

/* What is searched. */
const struct game *search_game(const struct search *s);
const void *search_view(const struct search *s);

/* A legal move without search, by a throw. */
move search_slip(const struct search *s, uint32_t dice);

#endif
