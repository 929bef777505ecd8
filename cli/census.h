/* Statistics of many games of one kind. Counts are integers, so that they do not depend on the order or the machine; estimates
 * come with confidence intervals. */
#ifndef SERAI_CENSUS_H
#define SERAI_CENSUS_H

#include "../gpu/play.h"
#include "statistics.h"

enum { WIN = 12 };                                      /* a win, divisible by two, three and four */
enum { TURNS_COUNTED = 1 << 15, POINTS_COUNTED = 512 }; /* longer games, or more points, are counted as this minus one */

struct census {
        int players;
        uint64_t games;
        uint64_t wins[MAX_PLAYERS]; /* by seat, in order of play: the first begins */
        uint64_t shared;            /* games with several winners */
        uint64_t decisions, events;
        uint64_t turns[TURNS_COUNTED];                       /* how many games took so many turns */
        uint64_t points[MAX_PLAYERS][POINTS_COUNTED];        /* how often a seat had so many points in the end */
        uint64_t best[POINTS_COUNTED], lead[POINTS_COUNTED]; /* the winner's points, and how many more than the next */
};

void census_open(struct census *c, int players);
void census_add(struct census *c, const struct outcome *outcomes, uint32_t n);

/* An estimate and its 95 % confidence interval. */
struct finding {
        double is, low, high;
};

struct finding census_share(const struct census *c, int seat);

/* The first seat's share of the wins, minus that of a fair game. */
struct finding census_advantage(const struct census *c);

/* Of a histogram: the mean, the standard deviation, and a quantile. */
struct finding count_mean(const uint64_t *count, int values);
double count_deviation(const uint64_t *count, int values);
int count_quantile(const uint64_t *count, int values, double part);

/* The difference of two independent estimates. */
struct finding finding_change(struct finding from, struct finding to);

#endif
