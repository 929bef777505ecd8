/* Bots: ten levels for each game, from a child's first game to the strongest we have.
 *
 * A bot is given what its seat may know and names a move. It is the search with a number of iterations, and at
 * the lower levels with slips: by a throw that depends on the seed alone, it plays a move that it did not think
 * about. */
#ifndef SERAI_BOT_H
#define SERAI_BOT_H

#include "search.h"

enum { HINT_LEVEL = 8 };

/* Levels 1 to LEVELS. */
const struct level *bot_level(const struct game *g, int level);

/* What a bot of this level plays, after the search has run: the best move found, or a slip. */
move bot_choice(const struct search *s, const struct level *l, uint64_t seed);

/* The whole of it: opens a search in the block, runs the level's iterations and chooses. */
move bot_move(void *block, size_t size, const struct game *g, const void *view, int level, uint64_t seed);

/* The best immediate gain: the move after which the own lead in points is the highest, as far as the view tells. */
move greedy_move(const struct game *g, const void *view, uint64_t seed);

#endif
