/* A census: what many games of one kind were like, counted in whole numbers, so that it does not matter in which order or where
 * they were played; and what the counts say, with how far chance alone may have moved it. */
#ifndef SERAI_CENSUS_H
#define SERAI_CENSUS_H

#include "../gpu/play.h"
#include "statistics.h"

enum { WIN = 12 };                                      /* a win, in parts that two, three or four can share */
enum { TURNS_COUNTED = 1 << 15, POINTS_COUNTED = 512 }; /* what is longer, or more, is counted as that less one */

struct census {
        int players;
        uint64_t games;
        uint64_t wins[MAX_PLAYERS]; /* by seat, in order of play: the first begins */
        uint64_t shared;            /* games that several have won */
        uint64_t decisions, events;
        uint64_t turns[TURNS_COUNTED];                       /* how many games took so many turns */
        uint64_t points[MAX_PLAYERS][POINTS_COUNTED];        /* how often a seat had so many points in the end */
        uint64_t best[POINTS_COUNTED], lead[POINTS_COUNTED]; /* the winner's points, and how many more than the next */
};

void census_open(struct census *c, int players);
void census_add(struct census *c, const struct outcome *outcomes, uint32_t n);

/* A number that was found, and the interval in which the true one lies in 95 of 100 such counts. */
struct finding {
        double is, low, high;
};

struct finding census_share(const struct census *c, int seat);

/* The share of the seat that begins, less that of a fair game. */
struct finding census_advantage(const struct census *c);

/* Of a count by value: the mean, its spread, and the value below which a part of it lies. */
struct finding count_mean(const uint64_t *count, int values);
double count_deviation(const uint64_t *count, int values);
int count_quantile(const uint64_t *count, int values, double part);

/* How much more one is than the other, where neither knows of the other. */
struct finding finding_change(struct finding from, struct finding to);

#endif
