/* The lab's report: one HTML file with plots, which loads nothing.
 *
 * Drawn here: shares of the wins with their intervals against a fair game, the length of games, scores, and what each option
 * changes. */
#include <inttypes.h>
#include <math.h>

#include "lab.h"
#include "plot.h"

enum { WIDTH = 420, HEIGHT = 190, LEFT = 44, BOTTOM = 34, TOP = 12, BINS = 60 };

/* 4,000,000 */
static void put_number(FILE *out, uint64_t n)
{
        if (n >= 1000)
                put_number(out, n / 1000);
        fprintf(out, n >= 1000 ? ",%03d" : "%d", (int)(n % 1000));
}

/* --- plots --- */

static void open_plot(FILE *out, const char *label)
{
        plot_open(out, WIDTH, HEIGHT, label);
        plot_line(out, "axis", LEFT, HEIGHT - BOTTOM, WIDTH, HEIGHT - BOTTOM);
}

static double height_of(double part)
{
        return part * (HEIGHT - BOTTOM - TOP);
}

/* Each seat's share of the wins, with the number in its bar; the dashed line is a fair game. */
static void plot_shares(FILE *out, const struct census *c)
{
        double most = 0, step = (double)(WIDTH - LEFT) / c->players, fair;
        char words[64];

        for (int p = 0; p < c->players; p++)
                most = fmax(most, 1.05 * census_share(c, p).high);
        fair = HEIGHT - BOTTOM - height_of(1.0 / c->players / most);
        open_plot(out, "Share of the wins of each seat");
        for (int p = 0; p < c->players; p++) {
                struct finding f = census_share(c, p);
                double middle = LEFT + step * (p + 0.5), foot = HEIGHT - BOTTOM;

                fprintf(out, "<rect class=\"one\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", middle - step * 0.3,
                        foot - height_of(f.is / most), step * 0.6, height_of(f.is / most));
                plot_line(out, "range", middle, foot - height_of(f.low / most), middle, foot - height_of(f.high / most));
                fprintf(out, "<text class=\"on\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.2f %%</text>\n", middle, foot - 8,
                        100 * f.is);
                snprintf(words, sizeof words, p ? "seat %d" : "seat %d, begins", p + 1);
                plot_text(out, middle, foot + 16, "middle", words);
        }
        plot_line(out, "fair", LEFT, fair, WIDTH, fair);
        plot_close(out, "share of the wins; dashed: a fair game");
}

/* Overview: in each game, how much more often than fair the first player wins. */
static void plot_advantages(FILE *out, const struct survey *s)
{
        enum { ROW = 24, NAMES = 170, VALUES = 410, WIDE = 500, GAP = 12 };
        double most = 0.01, middle = (NAMES + VALUES) / 2.0, half = (VALUES - NAMES) / 2.0 - GAP;
        int rows = 0;
        char words[64];

        for (const struct trial *t = s->trial; t < s->trial + s->trials; t++)
                if (!t->change[0]) {
                        struct finding f = census_advantage(&t->census);

                        most = fmax(most, fmax(-f.low, f.high));
                        rows++;
                }
        plot_open(out, WIDE, rows * ROW, "How much more often than fair the seat that begins wins");
        plot_line(out, "fair", middle, 0, middle, rows * ROW);
        rows = 0;
        for (const struct trial *t = s->trial; t < s->trial + s->trials; t++) {
                struct finding f = census_advantage(&t->census);
                double y = rows * ROW + ROW / 2.0;

                if (t->change[0])
                        continue;
                snprintf(words, sizeof words, "%s, %d players", t->game->title, t->census.players);
                plot_text(out, NAMES, y + 4, "end", words);
                plot_line(out, "axis", NAMES + GAP, y, VALUES - GAP, y);
                plot_line(out, "range", middle + half * f.low / most, y, middle + half * f.high / most, y);
                fprintf(out, "<circle class=\"one\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", middle + half * f.is / most, y);
                snprintf(words, sizeof words, "%+.2f %% ±%.2f", 100 * f.is, 50 * (f.high - f.low));
                plot_text(out, WIDE, y + 4, "end", words);
                rows++;
        }
        plot_close(out, "how much more often than its fair share the seat that begins wins; dashed: a fair game");
}

/* Bins: `count` of them, each `width` values wide, starting at `low`. */
struct bins {
        int low, width, count;
        double part[BINS]; /* the total count */
};

static struct bins gather(const uint64_t *count, int values, int low, int high)
{
        struct bins b = { .low = low, .width = (high - low) / BINS + 1 };
        double n = 0;

        b.count = (high - low) / b.width + 1;
        for (int i = 0; i < values; i++) {
                n += (double)count[i];
                if (i >= low && i <= high)
                        b.part[(i - low) / b.width] += (double)count[i];
        }
        for (int i = 0; i < b.count; i++)
                b.part[i] /= n > 0 ? n : 1;
        return b;
}

static double most_in(const struct bins *b)
{
        double most = 0;

        for (int i = 0; i < b->count; i++)
                most = fmax(most, b->part[i]);
        return most;
}

static void draw_bins(FILE *out, const struct bins *b, double most, const char *class)
{
        double step = (double)(WIDTH - LEFT) / b->count;

        for (int i = 0; i < b->count; i++)
                if (b->part[i] > 0)
                        fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\"/>\n", class,
                                LEFT + step * i, HEIGHT - BOTTOM - height_of(b->part[i] / most), step,
                                height_of(b->part[i] / most));
}

/* 1, 2, 5, 10, 20 …: the first that is at least this. */
static int round_step(int least)
{
        int step = 1;

        for (int i = 0; step < least; i++)
                step = i % 3 == 1 ? step / 2 * 5 : step * 2;
        return step;
}

/* How often each value occurred, without the rarest; with a second histogram drawn over it. */
static void plot_counts(FILE *out, const uint64_t *count, const uint64_t *over, int values, const char *label, const char *caption)
{
        int low = count_quantile(count, values, 0.0005), high = count_quantile(over ? over : count, values, 0.9995);
        struct bins all = gather(count, values, low, high), best = gather(over ? over : count, values, low, high);
        double most = 1.1 * fmax(most_in(&all), most_in(&best));
        int each = round_step((high - low) / 6 + 1);
        char words[64];

        open_plot(out, label);
        draw_bins(out, &all, most, over ? "two" : "one");
        if (over)
                draw_bins(out, &best, most, "one");
        for (int value = (low + each - 1) / each * each; value <= high; value += each) {
                snprintf(words, sizeof words, "%d", value);
                plot_text(out, LEFT + (WIDTH - LEFT) * ((value - low) / all.width + 0.5) / all.count, HEIGHT - BOTTOM + 16,
                          "middle", words);
        }
        snprintf(words, sizeof words, "%.1f %%", 100 * most / 1.1);
        plot_text(out, LEFT - 4, TOP + height_of(1 - 1 / 1.1) + 4, "end", words);
        plot_close(out, caption);
}

/* --- tables --- */

/* A significant change is highlighted. */
static void put_change(FILE *out, struct finding f, double scale, const char *unit)
{
        double shown = round(100 * scale * f.is) / 100 + 0.0; /* not -0.00 */

        fprintf(out, "<td%s>%+.2f%s ±%.2f</td>", f.low > 0 || f.high < 0 ? " class=\"clear\"" : "", shown, unit,
                scale * (f.high - f.low) / 2);
}

static void put_changes(FILE *out, const struct survey *s, const struct trial *usual)
{
        const struct trial *end = s->trial + s->trials, *t = usual + 1;

        if (t == end || !t->change[0])
                return;
        fprintf(out, "<div><table><tr><th>option</th><th>who begins wins</th><th>turns</th><th>the winner's points</th><th>their "
                     "lead</th><th>shared wins</th></tr>\n");
        for (; t < end && t->change[0]; t++) {
                const struct census *from = &usual->census, *to = &t->census;

                fprintf(out, "<tr><td><code>%s</code></td>", t->change);
                put_change(out, finding_change(census_advantage(from), census_advantage(to)), 100, " %");
                put_change(out, finding_change(count_mean(from->turns, TURNS_COUNTED), count_mean(to->turns, TURNS_COUNTED)), 1,
                           "");
                put_change(out, finding_change(count_mean(from->best, POINTS_COUNTED), count_mean(to->best, POINTS_COUNTED)), 1,
                           "");
                put_change(out, finding_change(count_mean(from->lead, POINTS_COUNTED), count_mean(to->lead, POINTS_COUNTED)), 1,
                           "");
                fprintf(out, "<td>%.2f %%</td></tr>\n", 100 * (double)to->shared / (double)to->games);
        }
        fprintf(out, "</table></div>\n");
}

/* --- the page --- */

static void put_trial(FILE *out, const struct survey *s, const struct trial *t)
{
        const struct census *c = &t->census;
        struct finding begins = census_share(c, 0), turns = count_mean(c->turns, TURNS_COUNTED),
                       best = count_mean(c->best, POINTS_COUNTED);
        struct finding lead = count_mean(c->lead, POINTS_COUNTED);
        uint64_t everybody[POINTS_COUNTED] = { 0 };

        for (int p = 0; p < c->players; p++)
                for (int i = 0; i < POINTS_COUNTED; i++)
                        everybody[i] += c->points[p][i];
        fprintf(out, "<h3>%s, %d players</h3>\n", t->game->title, c->players);
        fprintf(out,
                "<p>Who begins wins %.2f %% ±%.2f, where %.2f %% were fair. A game takes %.2f turns ±%.2f (half of them at most "
                "%d, "
                "95 %% at most %d), %.1f decisions and %.1f chance events. The winner has %.1f points, %.1f more than the next; "
                "%.2f %% of the games are won by several.</p>\n",
                100 * begins.is, 50 * (begins.high - begins.low), 100.0 / c->players, turns.is, (turns.high - turns.low) / 2,
                count_quantile(c->turns, TURNS_COUNTED, 0.5), count_quantile(c->turns, TURNS_COUNTED, 0.95),
                (double)c->decisions / (double)c->games, (double)c->events / (double)c->games, best.is, lead.is,
                100 * (double)c->shared / (double)c->games);
        plot_shares(out, c);
        plot_counts(out, c->turns, NULL, TURNS_COUNTED, "How many turns games take", "turns of a game");
        plot_counts(out, everybody, c->best, POINTS_COUNTED, "Points in the end",
                    "points of everybody, and of the winner over them");
        plot_counts(out, c->lead, NULL, POINTS_COUNTED, "The winner's lead", "the winner's lead, in points");
        put_changes(out, s, t);
}

int lab_page(const struct survey *s, FILE *out)
{
        const struct game *last = NULL;

        plot_page_open(out, "the lab", s->bots ? "What games of bots tell" : "What random games tell");
        fputs("<p>", out);
        put_number(out, s->games);
        fputs(s->bots ? " games of each kind, played by bots: a neural net one ply deep, in the labyrinth a look-ahead. "
                      : " games of each kind, played at random: every legal move is as likely as any other. That is how the rules alone "
                        "treat the seats; people and good bots are another matter. ",
              out);
        fprintf(out,
                "Behind ± is half a 95 %% interval. Tables say how much "
                "an option changes from the usual way; what chance alone does not explain is bold.</p>\n"
                "<p>Made by <code>%s</code>, which gives the same numbers on every machine.</p>\n",
                s->command);
        plot_advantages(out, s);
        for (const struct trial *t = s->trial; t < s->trial + s->trials; t++) {
                if (t->game != last)
                        fprintf(out, "<h2>%s</h2>\n", t->game->title);
                last = t->game;
                if (!t->change[0])
                        put_trial(out, s, t);
        }
        return plot_page_close(out);
}
