/* A player's strength, from the games played: an estimate, mu, and its uncertainty, sigma. */
#ifndef SERAI_RATING_H
#define SERAI_RATING_H

#include "../../core/game.h"

struct rating {
        double mu, sigma;
};

/* Of a new player. */
struct rating rating_fresh(void);

/* Of a bot, levels 1 to LEVELS; the level nearest to a rating. */
struct rating rating_of_bot(const struct game *g, int level);
int rating_level(const struct game *g, struct rating r);

/* Updates the ratings after a game of 2 to MAX_PLAYERS; place[i] is the place of i, from 1, the same for ties. */
void rating_update(struct rating *players, const int *place, int n);

/* The number that is shown: 1500 for a new player; 400 points more win ten games for one. */
int rating_shown(struct rating r);

#endif
