/* Statistics of playing strength: confidence intervals, Elo, the sequential test, and a ladder from many pairs.
 *
 * A share is a part of the wins, 0 to 1; a shared win is divided, so a share need not be a count over a count. Results are
 * only reported, so doubles are fine. docs/writing-a-bot.md explains the formulas. */
#ifndef SERAI_STATISTICS_H
#define SERAI_STATISTICS_H

struct interval {
        double low, high;
};

/* Wilson's 95 % interval for a share of n games. It never leaves 0 to 1, and is 0 to 1 while n is 0. */
struct interval wilson(double share, double n);

/* Numbers of any size, of which the mean is wanted, and its 95 % interval; endless for fewer than two. */
struct sample {
        double n, sum, squares;
};

void sample_add(struct sample *s, double x);
double sample_mean(const struct sample *s);
double sample_variance(const struct sample *s);
struct interval sample_interval(const struct sample *s);

/* The expected share against one opponent, from a difference in Elo; and the inverse. */
double share_of_elo(double elo);

/* With more players, `others` is the number who share the rest, and the Elo is against their average. A share of all or
 * nothing would be infinite: it counts as half a game of the n less, or more. */
double elo_of_share(double share, int others, double n);

/* --- the sequential test --- */

enum verdict { UNDECIDED, WEAKER, STRONGER };
enum { PAIR_SHARES = 5 }; /* two games together give 0, 1/4, 1/2, 3/4 or all of two wins */

/* Is the first of two stronger by elo1, or only by elo0? Both error rates are 5 %. It counts pairs of games: one deal, played
 * from either side, so that the correlation of such games does not matter. */
struct sprt {
        double elo0, elo1;
        double pairs[PAIR_SHARES]; /* pairs, by the first one's share */
};

/* The log likelihood ratio of elo1 against elo0. */
double sprt_llr(const struct sprt *s);

/* The test is decided beyond plus or minus this: log(0.95 / 0.05). */
double sprt_bound(void);

/* Adds a pair, by the first one's share of it; returns the verdict so far. */
enum verdict sprt_add(struct sprt *s, double share);

/* --- a ladder --- */

enum { MAX_RUNGS = 16 };

/* The maximum-likelihood Elo of each of n (Bradley and Terry), that of the first being 0. games[i][j] = games[j][i] is how
 * many games i and j played, and won[i][j] how many of them i won. Each pair that met gets one additional draw, so that no Elo
 * is infinite. An entrant without a chain of games to the first has no Elo: NAN. */
void ladder_fit(int n, double games[MAX_RUNGS][MAX_RUNGS], double won[MAX_RUNGS][MAX_RUNGS], double *elo);

#endif
