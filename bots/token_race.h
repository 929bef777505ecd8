/* Master Labyrinth as a race: everybody is after the next token. What the guide and the classic guide share.
 *
 * Pawns do not block, so from where the next token can be taken within a turn depends on the maze alone: a player who stands in
 * this set of cells at the start of a turn takes the token, and a shift changes it for the next player. The set is cached, since
 * many lines lead through the same maze. */
#ifndef SERAI_TOKEN_RACE_H
#define SERAI_TOKEN_RACE_H

#include "../core/labyrinth.h"
#include "guide.h"

/* How much a player minds what others may get: PATIENT, and less when a game has lasted long for the tokens taken. */
enum { PATIENT = 16 };

int race_patience(const struct labyrinth *s);

/* The cell of the next token; the distance between two cells. */
int race_token_cell(const struct labyrinth *s);
int race_distance(int a, int b);

/* The cells from which the next token, on this cell, can be taken in a turn that begins now. */
uint64_t race_near(const struct labyrinth *s, int cell, struct memo *memo);

/* The same by at least 1, 2, 4 and 8 different pushes: the more there are, the harder it is to prevent. */
const uint64_t *race_ways(const struct labyrinth *s, int cell, struct memo *memo);

/* The levels of the classic guide. */
extern const struct level labyrinth_classic_levels[LEVELS];

/* Members of a guide. */
int race_turns(const void *view);
int race_worth(const void *state, int seat, int turns, struct memo *memo, move *list);
int race_worth_by_ways(const void *state, int seat, int turns, struct memo *memo, move *list);
move race_slip(const void *view, uint32_t dice);
int race_plea(const void *view, uint64_t seed, move *offer);

#endif
