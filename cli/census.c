/* Statistics of many games; see census.h. */
#include "census.h"

#include <math.h>
#include <string.h>

/* 95 % of a normal distribution is within this many standard deviations. */
static const double Z = 1.959963984540054;

void census_open(struct census *c, int players)
{
        memset(c, 0, sizeof *c);
        c->players = players;
}

static uint32_t below(uint32_t value, uint32_t end)
{
        return value < end ? value : end - 1;
}

static void add_points(struct census *c, const struct outcome *o)
{
        int best = -1, next = -1;

        for (int p = 0; p < c->players; p++) {
                int points = o->points[p] < 0 ? 0 : o->points[p];

                c->points[p][below((uint32_t)points, POINTS_COUNTED)]++;
                next = points > best ? best : points > next ? points : next;
                best = points > best ? points : best;
        }
        c->best[below((uint32_t)best, POINTS_COUNTED)]++;
        c->lead[below((uint32_t)(best - next), POINTS_COUNTED)]++;
}

void census_add(struct census *c, const struct outcome *outcomes, uint32_t n)
{
        for (const struct outcome *o = outcomes; o < outcomes + n; o++) {
                int winners = __builtin_popcount(o->winners);

                c->games++;
                c->shared += winners > 1;
                for (int p = 0; p < c->players; p++)
                        c->wins[p] += o->winners >> p & 1 ? (uint64_t)(WIN / winners) : 0;
                c->decisions += o->decisions;
                c->events += o->events;
                c->turns[below(o->turns, TURNS_COUNTED)]++;
                add_points(c, o);
        }
}

struct finding census_share(const struct census *c, int seat)
{
        double share = c->games ? (double)c->wins[seat] / WIN / (double)c->games : 0;
        struct interval i = wilson(share, (double)c->games);

        return (struct finding){ share, i.low, i.high };
}

struct finding census_advantage(const struct census *c)
{
        struct finding f = census_share(c, 0);
        double fair = 1.0 / c->players;

        return (struct finding){ f.is - fair, f.low - fair, f.high - fair };
}

struct finding count_mean(const uint64_t *count, int values)
{
        double n = 0, sum = 0, half;

        for (int i = 0; i < values; i++)
                n += (double)count[i], sum += (double)count[i] * i;
        if (n == 0)
                return (struct finding){ 0, 0, 0 };
        half = Z * count_deviation(count, values) / sqrt(n);
        return (struct finding){ sum / n, sum / n - half, sum / n + half };
}

double count_deviation(const uint64_t *count, int values)
{
        double n = 0, sum = 0, squares = 0;

        for (int i = 0; i < values; i++)
                n += (double)count[i], sum += (double)count[i] * i;
        for (int i = 0; n > 1 && i < values; i++)
                squares += (double)count[i] * (i - sum / n) * (i - sum / n);
        return n > 1 ? sqrt(squares / (n - 1)) : 0;
}

int count_quantile(const uint64_t *count, int values, double part)
{
        double n = 0, sum = 0;
        int i;

        for (i = 0; i < values; i++)
                n += (double)count[i];
        for (i = 0; i < values - 1 && (sum += (double)count[i]) < part * n; i++)
                ;
        return i;
}

struct finding finding_change(struct finding from, struct finding to)
{
        double change = to.is - from.is, a = (from.high - from.low) / 2, b = (to.high - to.low) / 2;

        return (struct finding){ change, change - sqrt(a * a + b * b), change + sqrt(a * a + b * b) };
}
