/* Statistics of playing strength; see statistics.h. */
#include "statistics.h"

#include <math.h>

/* 95 % of a normal distribution is within this many standard deviations. */
static const double Z = 1.959963984540054;

struct interval wilson(double share, double n)
{
        struct interval all = { 0, 1 }, i;
        double shrink, middle, half;

        if (n <= 0)
                return all;
        shrink = 1 + Z * Z / n;
        middle = (share + Z * Z / (2 * n)) / shrink;
        half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / shrink;
        i.low = share <= 0 ? 0 : middle - half; /* rounding must not leave a tiny rest there */
        i.high = share >= 1 ? 1 : middle + half;
        return i;
}

void sample_add(struct sample *s, double x)
{
        s->n++;
        s->sum += x;
        s->squares += x * x;
}

double sample_mean(const struct sample *s)
{
        return s->n > 0 ? s->sum / s->n : 0;
}

double sample_variance(const struct sample *s)
{
        return s->n > 1 ? fmax(0, s->squares - s->sum * s->sum / s->n) / (s->n - 1) : INFINITY;
}

struct interval sample_interval(const struct sample *s)
{
        double half = s->n > 1 ? Z * sqrt(sample_variance(s) / s->n) : INFINITY;

        return (struct interval){ sample_mean(s) - half, sample_mean(s) + half };
}

double share_of_elo(double elo)
{
        return 1 / (1 + pow(10, -elo / 400));
}

double elo_of_share(double share, int others, double n)
{
        double least = n > 0 ? 0.5 / n : 0.5;

        share = share < least ? least : share > 1 - least ? 1 - least : share;
        return 400 * log10(others * share / (1 - share));
}

/* --- the sequential test --- */

/* Of all distributions of pairs with the expected share `mean`, the likeliest has the probabilities count / total / (1 + tilt
 * * (share - mean)). Finds the tilt by bisection. */
static double tilt_to(double mean, const double *count)
{
        double low = -1 / (1 - mean), high = 1 / mean; /* where a probability would be infinite */

        for (int step = 0; step < 60; step++) {
                double tilt = (low + high) / 2, pull = 0;

                for (int i = 0; i < PAIR_SHARES; i++) {
                        double off = i / (PAIR_SHARES - 1.0) - mean;

                        pull += count[i] * off / (1 + tilt * off);
                }
                *(pull > 0 ? &low : &high) = tilt;
        }
        return (low + high) / 2;
}

double sprt_llr(const struct sprt *s)
{
        double s0 = share_of_elo(s->elo0), s1 = share_of_elo(s->elo1), count[PAIR_SHARES], tilt0, tilt1, llr = 0;

        for (int i = 0; i < PAIR_SHARES; i++)
                count[i] = s->pairs[i] + 0.001; /* what has not been seen is not impossible */
        tilt0 = tilt_to(s0, count);
        tilt1 = tilt_to(s1, count);
        for (int i = 0; i < PAIR_SHARES; i++) {
                double share = i / (PAIR_SHARES - 1.0);

                llr += count[i] * log((1 + tilt0 * (share - s0)) / (1 + tilt1 * (share - s1)));
        }
        return llr;
}

double sprt_bound(void)
{
        return log(0.95 / 0.05);
}

enum verdict sprt_add(struct sprt *s, double share)
{
        double llr;

        s->pairs[(int)(share * (PAIR_SHARES - 1) + 0.5)] += 1;
        llr = sprt_llr(s);
        return llr >= sprt_bound() ? STRONGER : llr <= -sprt_bound() ? WEAKER : UNDECIDED;
}

/* --- a ladder --- */

void ladder_fit(int n, double games[MAX_RUNGS][MAX_RUNGS], double won[MAX_RUNGS][MAX_RUNGS], double *elo)
{
        double strength[MAX_RUNGS];
        int joined[MAX_RUNGS] = { 1 };

        for (int i = 0; i < n; i++)
                strength[i] = 1;
        for (int round = 0; round < n; round++)
                for (int i = 0; i < n; i++)
                        for (int j = 0; j < n; j++)
                                joined[j] |= joined[i] && games[i][j] > 0;
        /* Hunter's MM: each step makes the results likelier. */
        for (double moved = 1; moved > 1e-9;) {
                moved = 0;
                for (int i = 0; i < n; i++) {
                        double wins = 0, met = 0, before = strength[i];

                        for (int j = 0; j < n; j++)
                                if (j != i && games[i][j] > 0) {
                                        wins += won[i][j] + 0.5;
                                        met += (games[i][j] + 1) / (strength[i] + strength[j]);
                                }
                        if (met > 0)
                                strength[i] = wins / met;
                        moved = fmax(moved, fabs(log(strength[i] / before)));
                }
        }
        for (int i = 0; i < n; i++)
                elo[i] = joined[i] ? 400 * log10(strength[i] / strength[0]) : NAN;
}
