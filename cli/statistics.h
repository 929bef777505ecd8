/* What a number of games tells about strength: intervals, Elo, the sequential test, and a ladder from many pairs.
 *
 * A share is a part of the wins, 0 to 1; a shared win is shared out, so a share need not be a count over a count.
 * Everything here only reports, so it may use doubles. docs/writing-a-bot.md tells the formulas in words. */
#ifndef SERAI_STATISTICS_H
#define SERAI_STATISTICS_H

struct interval {
        double low, high;
};

/* Wilson's interval for a share of n games, at 95 %. It never leaves 0 to 1, and is 0 to 1 while n is 0. */
struct interval wilson(double share, double n);

/* The share that a player so much stronger is expected to win against one other, and the other way round. */
double share_of_elo(double elo);

/* With more players, `others` is how many share the rest, and the Elo is that against their average. A share of all or nothing
 * would be infinitely far away: it counts as half a game of the n less, or more. */
double elo_of_share(double share, int others, double n);

/* --- the sequential test --- */

enum verdict { UNDECIDED, WEAKER, STRONGER };
enum { PAIR_SHARES = 5 }; /* two games together bring 0, 1/4, 1/2, 3/4 or all of two wins */

/* Is the first of two stronger by elo1, or only by elo0? Both errors are 5 %. It goes by pairs of games: one deal, played from
 * either side, so that it counts for nothing that such games tend to end alike. */
struct sprt {
        double elo0, elo1;
        double pairs[PAIR_SHARES]; /* how many pairs brought the first one that share */
};

/* The log of how much likelier the pairs so far are under elo1 than under elo0. */
double sprt_llr(const struct sprt *s);

/* Beyond plus or minus this it is decided: log(0.95 / 0.05). */
double sprt_bound(void);

/* Adds a pair, by the first one's share of it; says what is known then. */
enum verdict sprt_add(struct sprt *s, double share);

/* --- a ladder --- */

enum { MAX_RUNGS = 16 };

/* The Elo of each of n, that of the first being 0, by which the results are most likely (Bradley and Terry). games[i][j], the same
 * as games[j][i], is how many i and j played, and won[i][j] what i won of them. Each pair that met is given one drawn game more, so
 * that nobody is infinitely far away. Who is not joined to the first by any chain of games has no Elo: NAN. */
void ladder_fit(int n, double games[MAX_RUNGS][MAX_RUNGS], double won[MAX_RUNGS][MAX_RUNGS], double *elo);

#endif
