/* Bots: ten levels for each game, from beginner to the strongest we have.
 *
 * A bot gets the view of its seat and returns a move. It is the search with a number of iterations. The lower levels search little,
 * so that they misjudge, and they overlook moves: each with a probability that the level sets, a quarter of it if the move stands
 * out, by the seed alone. Who sees no move at all plays any. */
#ifndef SERAI_BOT_H
#define SERAI_BOT_H

#include "search.h"

/* Levels 1 to LEVELS. A level that needs a net which is not loaded is the classic one. */
const struct level *bot_level(const struct game *g, int level);

/* The level that gives hints. */
int hint_level(const struct game *g);

/* What evaluates positions in the search of a level with so many players: "net 3fa29c11", "look-ahead" or "playouts". At most
 * BOT_NAME bytes. */
enum { BOT_NAME = 32 };
void bot_name(const struct game *g, const struct level *l, int players, char *name);

/* The search of a level that bot_level() gave. NULL: the block is too small. */
struct search *bot_open(void *block, size_t size, const struct game *g, const struct level *l, const void *view, uint64_t seed);

/* The move of a bot of this level, after the search has run: the best one found that it does not overlook. */
move bot_choice(const struct search *s, const struct level *l, uint64_t seed);

/* All of it: opens a search in the block, runs the level's iterations and chooses. */
move bot_move(void *block, size_t size, const struct game *g, const void *view, int level, uint64_t seed);

/* The greedy move: the one after which the own lead in points is the highest, as far as the view shows. */
move greedy_move(const struct game *g, const void *view, uint64_t seed);

#endif
