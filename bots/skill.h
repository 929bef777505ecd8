/* What the numbers of a ledger mean: a player's mean error as a class, by what the levels of our bots showed, and luck in points.
 *
 * Measured with the usual effort of the judge; docs/review.md says how. */
#ifndef SERAI_SKILL_H
#define SERAI_SKILL_H

#include "guide.h"

/* One word for the errors at decisions that are not forced, as a part of what was at stake (struct account): in a game that is
 * nearly won or lost, errors cost little. "" for a game that was not measured. */
const char *skill_class(const struct game *g, double error);

/* The lead in points that a certain win is worth, from an even game; 0: not measured. */
int skill_points(const struct game *g, int players);

#endif
