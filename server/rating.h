#ifndef SERAI_RATING_H
#define SERAI_RATING_H
#include "../core/game.h"
#define RATING_MU 25.0
#define RATING_SIGMA (25.0/3)
struct rating { double mu, sigma; };
void rating_update(struct rating *players, const int *place, int n);
int rating_shown(struct rating r);
struct rating rating_of_bot(const struct game *g, int level);
int rating_level(const struct game *g, struct rating r);
#endif
