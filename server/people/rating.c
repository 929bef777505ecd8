/* Ratings by Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011),
 * algorithm 1: Bradley-Terry with full pairs; see rating.h.
 *
 * A game of n players counts as a game between every two of them. Of the paper's models it is the one in which a tie is nothing
 * special, half a win for each, and our games do end in ties; it was also the best at predicting results in the paper. Its price:
 * with four players one game counts as three, so that sigma shrinks a little too fast. It never shrinks below a floor, so that a
 * player who improves still rises. */
#include "rating.h"

#include <math.h>
#include <stdlib.h>

#include "../../bots/bot.h"

static const double MU = 25, SIGMA = 25.0 / 3, BETA = 25.0 / 6, KAPPA = 0.0001, LEAST_SIGMA = 1;

/* Two players with a small sigma win in the proportion exp(mu / (sqrt(2) beta)); Elo's scale has ten to one at 400 points, so a
 * unit of mu is 400 / (ln 10 * sqrt(2) * beta) points: 29.48. */
static const double POINTS = 400 / (2.302585092994046 * 1.4142135623730951 * (25.0 / 6));
enum { SHOWN_FRESH = 1500 };

/* The ratings of bots (struct level) differ by 400 log10(p / (1 - p)) for the share p = (won + 1) / (games + 2) of a level against
 * the one below it, as measured in docs/bots.md. That a new player is as strong as level 3 is a guess; their results against bots
 * then place them on this scale. */
static const double BOT_SIGMA = 2; /* 59 points: the width of the ladder's confidence intervals */

struct rating rating_fresh(void)
{
        return (struct rating){ MU, SIGMA };
}

static int shown_of_bot(const struct game *g, int level)
{
        return (int)bot_level(g, level)->rating;
}

struct rating rating_of_bot(const struct game *g, int level)
{
        return (struct rating){ MU + (shown_of_bot(g, level) - SHOWN_FRESH) / POINTS, BOT_SIGMA };
}

int rating_level(const struct game *g, struct rating r)
{
        int nearest = 1;

        for (int level = 2; level <= LEVELS; level++)
                if (abs(shown_of_bot(g, level) - rating_shown(r)) < abs(shown_of_bot(g, nearest) - rating_shown(r)))
                        nearest = level;
        return nearest;
}

/* What player i gains from a game against q: of mu, and the share by which the variance shrinks. */
static void meet(const struct rating *i, const struct rating *q, double won, double weight, double *gain, double *certainty)
{
        double c = sqrt(i->sigma * i->sigma + q->sigma * q->sigma + 2 * BETA * BETA);
        double expected = 1 / (1 + exp((q->mu - i->mu) / c));

        *gain += weight * i->sigma * i->sigma / c * (won - expected);
        *certainty += weight * i->sigma / c * (i->sigma / c) * (i->sigma / c) * expected * (1 - expected);
}

static double score(int place, int other)
{
        return place < other ? 1 : place == other ? 0.5 : 0;
}

void rating_update(struct rating *players, const int *place, const struct weights *w, int n)
{
        struct rating before[MAX_PLAYERS];

        for (int i = 0; i < n; i++)
                before[i] = players[i];
        for (int i = 0; i < n; i++) {
                double gain = 0, certainty = 0, sigma;

                for (int q = 0; q < n; q++)
                        if (q != i)
                                meet(&before[i], &before[q], score(place[i], place[q]), w->of[i][q], &gain, &certainty);
                sigma = before[i].sigma * sqrt(fmax(1 - certainty, KAPPA));
                players[i].mu += gain;
                players[i].sigma = fmax(sigma, fmin(LEAST_SIGMA, before[i].sigma));
        }
}

static const double DAY_OF_MS = 86400000, MET_IN_FULL = 3;

double rating_met(double times, uint64_t milliseconds_ago)
{
        return times * exp2(-(double)milliseconds_ago / DAY_OF_MS);
}

double rating_weight(double times)
{
        return times > MET_IN_FULL ? MET_IN_FULL / times : 1;
}

int rating_shown(struct rating r)
{
        return (int)lround(SHOWN_FRESH + POINTS * (r.mu - MU));
}
