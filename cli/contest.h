/* A contest: entrants play many games against each other, and what came of it is added up.
 *
 * Each deal is played in every seating: every circular order of the entrants, those with the same name being alike, each rotated to
 * every seat. A deal gives the start and every roll as in any record, and the seeds of the bots: entrants that are alike play the
 * same game wherever they sit. Threads play games in any order, but the games count in the order of their numbers, so that a
 * result, and where it is cut off, does not depend on how many threads there are. */
#ifndef SERAI_CONTEST_H
#define SERAI_CONTEST_H

#include "../bots/ledger.h"
#include "entrant.h"
#include "statistics.h"

/* The results so far. Lists are by entrant. */
struct tally {
        uint64_t games;
        uint64_t finished;           /* games without a fault: points, turns and moves are of these */
        double share[MAX_PLAYERS];   /* of the wins, sum of all games */
        double points[MAX_PLAYERS];  /* sums of all games, like the next ones */
        double turns, moves;         /* moves: decisions and rolls */
        double seconds[MAX_PLAYERS]; /* used for thinking */
        uint64_t decisions[MAX_PLAYERS];
        struct sample plain[MAX_PLAYERS],
                adjusted[MAX_PLAYERS]; /* shares of the win, without luck in the latter: one for each deal */
        uint64_t faults[MAX_PLAYERS][OUTCOMES];
        uint64_t first_at[MAX_PLAYERS][OUTCOMES]; /* the number of the first game lost in this way, from 1 */
        char reason[MAX_PLAYERS][OUTCOMES][MAX_REASON];
};

enum { MOST_ORDERS = 6, MOST_SEATINGS = MOST_ORDERS * MAX_PLAYERS };

struct contest {
        const struct game *game;
        struct options options;
        int entrants; /* 2 to MAX_PLAYERS, the number of players */
        struct entrant entrant[MAX_PLAYERS];
        int seatings;                               /* games for each deal */
        uint8_t seated[MOST_SEATINGS][MAX_PLAYERS]; /* the entrant in each seat */
        uint64_t games;                             /* at most, a multiple of `seatings` */
        uint64_t seed;
        int threads;
        uint32_t ms;         /* see struct limits */
        double timeout;      /* seconds */
        const char *records; /* a directory for the records, or NULL */
        int adjust;          /* the effort of a judge of luck (bots/judge.h); 0: luck is not measured */
        int testing;         /* whether `sprt` decides when to stop */

        /* results */
        struct sprt sprt;
        enum verdict verdict;
        struct tally tally;
        char trouble[MAX_REASON]; /* an error of our own that ended it, or "" */
};

/* Works out the seatings of the entrants. */
void contest_seat(struct contest *c);

/* Plays until all games are played, the sequential test is decided, *stop is set, or an error occurs; it sets *stop itself in
 * the middle two cases, to CONTEST_OVER. The tally must be zero before. */
enum { CONTEST_OVER = -1 };
void contest_run(struct contest *c, atomic_int *stop);

#endif
