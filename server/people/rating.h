/* How strong somebody is, from the games played: a guess, mu, and how sure it is, sigma. */
#ifndef SERAI_RATING_H
#define SERAI_RATING_H

#include "../../core/game.h"

struct rating {
        double mu, sigma;
};

/* Of somebody who never played. */
struct rating rating_fresh(void);

/* Of a bot, levels 1 to LEVELS; and the level that comes nearest to somebody. */
struct rating rating_of_bot(const struct game *g, int level);
int rating_level(const struct game *g, struct rating r);

/* What the players are after a game of 2 to MAX_PLAYERS; place[i] is where i came in, from 1, the same for those who share it. */
void rating_update(struct rating *players, const int *place, int n);

/* The number that is shown: 1500 for whoever never played, and 400 more win ten games for one. */
int rating_shown(struct rating r);

#endif
