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

/* By how much the game between every two counts for the first of them, from 0 to 1. */
struct weights {
        double of[MAX_PLAYERS][MAX_PLAYERS];
};

/* Updates the ratings after a game of 2 to MAX_PLAYERS; place[i] is the place of i, from 1, the same for ties. */
void rating_update(struct rating *players, const int *place, const struct weights *w, int n);

/* How often two have met lately: each rated game counts for half as much a day later. The first three or so count in full; after
 * that the more they play each other, the less each game counts. */
double rating_met(double times, uint64_t milliseconds_ago);
double rating_weight(double times);

/* The number that is shown: 1500 for a new player; 400 points more win ten games for one. */
int rating_shown(struct rating r);

#endif
