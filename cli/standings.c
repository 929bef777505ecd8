/* Reports the result of a contest; see standings.h. */
#include "standings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double share_of(const struct tally *t, int i)
{
        return t->games ? t->share[i] / (double)t->games : 0;
}

static double ms_of(double seconds, uint64_t decisions)
{
        return decisions ? 1000 * seconds / (double)decisions : 0;
}

/* Rounded, and never -0. */
static double whole_elo(double share, const struct contest *c)
{
        double elo = round(elo_of_share(share, c->entrants - 1, (double)c->tally.games));

        return elo == 0 ? 0 : elo;
}

static uint64_t faults_of(const struct tally *t, int i)
{
        uint64_t n = 0;

        for (int f = 0; f < OUTCOMES; f++)
                n += t->faults[i][f];
        return n;
}

/* --- JSON --- */

/* NaN becomes null. */
static void json_double(double x)
{
        if (isnan(x))
                fputs("null", stdout);
        else
                printf("%.4f", fabs(x) < 0.00005 ? 0 : x); /* never -0.0000 */
}

/* `,"key":[…]` */
static void json_list(const char *key, const double *list, int n)
{
        printf(",\"%s\":[", key);
        for (int i = 0; i < n; i++) {
                fputs(i ? "," : "", stdout);
                json_double(list[i]);
        }
        putchar(']');
}

static void json_faults(const struct contest *c)
{
        const struct tally *t = &c->tally;
        const char *comma = "";

        fputs(",\"losses_by_fault\":[", stdout);
        for (int i = 0; i < c->entrants; i++)
                printf("%s%" PRIu64, i ? "," : "", faults_of(t, i));
        fputs("],\"faults\":[", stdout);
        for (int i = 0; i < c->entrants; i++)
                for (int f = 0; f < OUTCOMES; f++)
                        if (t->faults[i][f]) {
                                printf("%s{\"entrant\":%d,\"kind\":\"%s\",\"games\":%" PRIu64 ",\"first_game\":%" PRIu64
                                       ",\"reason\":",
                                       comma, i + 1, fault_name((enum outcome)f), t->faults[i][f], t->first_at[i][f]);
                                cli_json_words(stdout, t->reason[i][f]);
                                putchar('}');
                                comma = ",";
                        }
        putchar(']');
}

/* How many times as many games give the plain share the same interval; NAN: not known. */
static double games_saved(const struct tally *t, int i)
{
        double plain = sample_variance(&t->plain[i]), adjusted = sample_variance(&t->adjusted[i]);

        return isfinite(plain) && adjusted > 0 ? plain / adjusted : NAN;
}

static void json_adjusted(const struct contest *c)
{
        const struct tally *t = &c->tally;
        double mean[MAX_PLAYERS], low[2][MAX_PLAYERS], high[2][MAX_PLAYERS], saved[MAX_PLAYERS];

        if (!c->adjust) {
                fputs(",\"adjusted\":null", stdout);
                return;
        }
        for (int i = 0; i < c->entrants; i++) {
                struct interval plain = sample_interval(&t->plain[i]), adjusted = sample_interval(&t->adjusted[i]);
                int known = t->adjusted[i].n > 1;

                mean[i] = t->adjusted[i].n > 0 ? sample_mean(&t->adjusted[i]) : NAN;
                low[0][i] = known ? adjusted.low : NAN;
                high[0][i] = known ? adjusted.high : NAN;
                low[1][i] = known ? plain.low : NAN;
                high[1][i] = known ? plain.high : NAN;
                saved[i] = games_saved(t, i);
        }
        printf(",\"adjusted\":{\"effort\":%d,\"deals\":%.0f", c->adjust, t->adjusted[0].n);
        json_list("win_share", mean, c->entrants);
        json_list("low", low[0], c->entrants);
        json_list("high", high[0], c->entrants);
        json_list("plain_low", low[1], c->entrants);
        json_list("plain_high", high[1], c->entrants);
        json_list("times_fewer_games", saved, c->entrants);
        putchar('}');
}

static const char *const VERDICTS[] = { "none", "H0", "H1" };

void standings_print_json(const struct contest *c, int interrupted)
{
        const struct tally *t = &c->tally;
        double n = (double)t->games, finished = t->finished ? (double)t->finished : NAN;
        double share[MAX_PLAYERS], low[MAX_PLAYERS], high[MAX_PLAYERS], elo[3][MAX_PLAYERS], points[MAX_PLAYERS], ms[MAX_PLAYERS];

        for (int i = 0; i < c->entrants; i++) {
                struct interval between = wilson(share[i] = share_of(t, i), n);

                low[i] = between.low;
                high[i] = between.high;
                elo[0][i] = elo_of_share(share[i], c->entrants - 1, n);
                elo[1][i] = elo_of_share(low[i], c->entrants - 1, n);
                elo[2][i] = elo_of_share(high[i], c->entrants - 1, n);
                points[i] = t->points[i] / finished;
                ms[i] = ms_of(t->seconds[i], t->decisions[i]);
        }
        printf("{\"game\":\"%s\",\"entrants\":[", c->game->name);
        for (int i = 0; i < c->entrants; i++) {
                fputs(i ? "," : "", stdout);
                cli_json_words(stdout, c->entrant[i].name);
        }
        printf("],\"seed\":%" PRIu64 ",\"games\":%" PRIu64, c->seed, t->games);
        json_list("win_share", share, c->entrants);
        json_list("low", low, c->entrants);
        json_list("high", high, c->entrants);
        json_list("elo", elo[0], c->entrants);
        json_list("elo_low", elo[1], c->entrants);
        json_list("elo_high", elo[2], c->entrants);
        json_list("points", points, c->entrants);
        json_list("ms_per_move", ms, c->entrants);
        fputs(",\"turns\":", stdout);
        json_double(t->turns / finished);
        fputs(",\"moves\":", stdout);
        json_double(t->moves / finished);
        json_faults(c);
        json_adjusted(c);
        fputs(",\"sprt\":", stdout);
        if (c->testing)
                printf("{\"elo0\":%g,\"elo1\":%g,\"llr\":%.4f,\"bound\":%.4f,\"accepted\":\"%s\"}", c->sprt.elo0, c->sprt.elo1,
                       sprt_llr(&c->sprt), sprt_bound(), VERDICTS[c->verdict]);
        else
                fputs("null", stdout);
        printf(",\"interrupted\":%s}\n", interrupted ? "true" : "false");
}

/* --- tables --- */

/* The beginning of a name, padded to this many columns; a character is one column, and none is cut in half. */
static void print_name(const char *name, int columns)
{
        for (; *name && (columns > 0 || ((unsigned char)*name & 0xc0) == 0x80); name++) {
                columns -= ((unsigned char)*name & 0xc0) != 0x80;
                putchar((unsigned char)*name < ' ' ? '?' : *name);
        }
        printf("%*s", columns > 0 ? columns : 0, "");
}

static int columns_of(const struct contest *c)
{
        int most = 7; /* "entrant" */

        for (int i = 0; i < c->entrants; i++)
                most = (int)strlen(c->entrant[i].name) > most ? (int)strlen(c->entrant[i].name) : most;
        return most < 24 ? most : 24;
}

static void print_faults(const struct contest *c)
{
        const struct tally *t = &c->tally;

        for (int i = 0; i < c->entrants; i++)
                for (int f = 0; f < OUTCOMES; f++)
                        if (t->faults[i][f])
                                printf("%s lost %" PRIu64 " of the games by its own fault, %s; in game %" PRIu64 " %s.\n",
                                       c->entrant[i].name, t->faults[i][f], fault_name((enum outcome)f), t->first_at[i][f],
                                       t->reason[i][f]);
}

static void print_test(const struct contest *c)
{
        const struct sprt *s = &c->sprt;

        printf("Sequential test of %+g against %+g Elo: LLR %.2f of ±%.2f; ", s->elo0, s->elo1, sprt_llr(s), sprt_bound());
        if (c->verdict == UNDECIDED)
                puts("undecided.");
        else
                printf("accepted %s, %s is %s.\n", VERDICTS[c->verdict], c->entrant[0].name,
                       c->verdict == STRONGER ? "stronger" : "not stronger");
}

static void print_interval(const struct sample *s)
{
        struct interval between = sample_interval(s);

        printf("  %6.1f %%  %5.1f-%5.1f", 100 * sample_mean(s), 100 * between.low, 100 * between.high);
}

/* The shares with and without luck, by deals: the games of a deal are not independent. */
static void print_adjusted(const struct contest *c, int columns)
{
        const struct tally *t = &c->tally;
        static struct judge judge;
        char name[JUDGE_NAME];
        struct text words = { name, sizeof name, 0 };

        if (t->adjusted[0].n < 2)
                return;
        judge_open(&judge, c->game, c->adjust);
        judge_name(&judge, &words);
        text_close(&words);
        printf("\nWithout luck, over %.0f deals, judged by %s:\n\n", t->adjusted[0].n, name);
        print_name("entrant", columns);
        puts("      won       95 %    without luck   95 %   times fewer games");
        for (int i = 0; i < c->entrants; i++) {
                double saved = games_saved(t, i);

                print_name(c->entrant[i].name, columns);
                print_interval(&t->plain[i]);
                print_interval(&t->adjusted[i]);
                if (isnan(saved))
                        puts("  -");
                else
                        printf("  %6.1f\n", saved);
        }
}

void standings_print(const struct contest *c)
{
        const struct tally *t = &c->tally;
        int columns = columns_of(c);
        double n = (double)t->games;

        printf("%s, %" PRIu64 " game%s, seed %" PRIu64 "\n\n", c->game->name, t->games, t->games == 1 ? "" : "s", c->seed);
        if (t->games == 0)
                return;
        print_name("entrant", columns);
        puts("      won       95 %       Elo     95 %        points  ms/move");
        for (int i = 0; i < c->entrants; i++) {
                double share = share_of(t, i);
                struct interval between = wilson(share, n);

                print_name(c->entrant[i].name, columns);
                printf("  %5.1f %%  %5.1f-%5.1f  %+7.0f  %+5.0f to %+5.0f  ", 100 * share, 100 * between.low, 100 * between.high,
                       whole_elo(share, c), whole_elo(between.low, c), whole_elo(between.high, c));
                if (t->finished)
                        printf("%6.1f", t->points[i] / (double)t->finished);
                else
                        printf("%6s", "-");
                printf("  %7.2f\n", ms_of(t->seconds[i], t->decisions[i]));
        }
        putchar('\n');
        if (t->finished)
                printf("A game took %.1f turns and %.1f moves on average.\n", t->turns / (double)t->finished,
                       t->moves / (double)t->finished);
        if (c->testing)
                print_test(c);
        print_faults(c);
        if (c->adjust)
                print_adjusted(c, columns);
}

/* --- a ladder --- */

/* Elo and milliseconds per move, by level minus the lowest. */
static void ladder_add_up(const struct ladder *l, double *elo, double *ms)
{
        double games[MAX_RUNGS][MAX_RUNGS] = { { 0 } }, won[MAX_RUNGS][MAX_RUNGS] = { { 0 } };
        double seconds[MAX_RUNGS] = { 0 };
        uint64_t decisions[MAX_RUNGS] = { 0 };

        for (int a = l->low; a <= l->high; a++)
                for (int b = a + 1; b <= l->high; b++) {
                        const struct tally *t = &l->pair[a][b];
                        int at[2] = { a - l->low, b - l->low };

                        for (int k = 0; k < 2; k++) {
                                games[at[k]][at[1 - k]] = (double)t->games;
                                won[at[k]][at[1 - k]] = t->share[k];
                                seconds[at[k]] += t->seconds[k];
                                decisions[at[k]] += t->decisions[k];
                        }
                }
        ladder_fit(l->high - l->low + 1, games, won, elo);
        for (int i = 0; i <= l->high - l->low; i++)
                ms[i] = ms_of(seconds[i], decisions[i]);
}

void ladder_print(const struct ladder *l)
{
        double elo[MAX_RUNGS], ms[MAX_RUNGS];

        ladder_add_up(l, elo, ms);
        printf("%s, levels %d to %d, %" PRIu64 " games a pair, seed %" PRIu64 "\n\n", l->game->name, l->low, l->high, l->games,
               l->seed);
        puts("level     Elo  above the last  won against it     95 %     ms/move");
        for (int a = l->low; a <= l->high; a++) {
                const struct tally *t = a > l->low ? &l->pair[a - 1][a] : NULL;
                int i = a - l->low;

                printf("%5d", a);
                if (isnan(elo[i]))
                        printf("  %6s", "-");
                else
                        printf("  %6.0f", elo[i]);
                if (t && t->games && !isnan(elo[i] - elo[i - 1])) {
                        struct interval between = wilson(share_of(t, 1), (double)t->games);

                        printf("  %+14.0f  %12.1f %%  %5.1f-%5.1f", elo[i] - elo[i - 1], 100 * share_of(t, 1), 100 * between.low,
                               100 * between.high);
                } else {
                        printf("%45s", "");
                }
                printf("  %9.2f\n", ms[i]);
        }
}

static void json_pair(const struct ladder *l, int a, int b)
{
        const struct tally *t = &l->pair[a][b];
        double share[2], low[2], high[2];

        for (int k = 0; k < 2; k++) {
                struct interval between = wilson(share[k] = share_of(t, k), (double)t->games);

                low[k] = between.low;
                high[k] = between.high;
        }
        printf("{\"levels\":[%d,%d],\"games\":%" PRIu64, a, b, t->games);
        json_list("win_share", share, 2);
        json_list("low", low, 2);
        json_list("high", high, 2);
        putchar('}');
}

void ladder_print_json(const struct ladder *l, int interrupted)
{
        double elo[MAX_RUNGS], ms[MAX_RUNGS];
        const char *comma = "";

        ladder_add_up(l, elo, ms);
        printf("{\"game\":\"%s\",\"seed\":%" PRIu64 ",\"games_per_pair\":%" PRIu64 ",\"levels\":[", l->game->name, l->seed,
               l->games);
        for (int a = l->low; a <= l->high; a++)
                printf("%s%d", a > l->low ? "," : "", a);
        putchar(']');
        json_list("elo", elo, l->high - l->low + 1);
        json_list("ms_per_move", ms, l->high - l->low + 1);
        fputs(",\"pairs\":[", stdout);
        for (int a = l->low; a <= l->high; a++)
                for (int b = a + 1; b <= l->high; b++)
                        if (l->pair[a][b].games) {
                                fputs(comma, stdout);
                                json_pair(l, a, b);
                                comma = ",";
                        }
        printf("],\"interrupted\":%s}\n", interrupted ? "true" : "false");
}
