/* The lab's report: one HTML file with plots, which loads nothing.
 *
 * A plot is SVG, drawn here: shares of the wins with their intervals against a fair game, the length of games, scores, and
 * what each option changes. Colours come from the page's style, for light and dark. */
#include <inttypes.h>
#include <math.h>

#include "lab.h"

enum { WIDTH = 420, HEIGHT = 190, LEFT = 44, BOTTOM = 34, TOP = 12, BINS = 60 };

static const char HEAD[] =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Serai: the lab</title>\n<style>\n"
        ":root { color-scheme: light dark; --ink: #2b2118; --soft: #6f6250; --paper: #fbf6ec; --line: #d9cdb8;\n"
        "  --one: #b5482a; --two: #2f5d8a; --on: #fff; }\n"
        "@media (prefers-color-scheme: dark) { :root { --ink: #efe6d5; --soft: #a89a84; --paper: #1b1611; --line: #443a2e;\n"
        "  --one: #e5815f; --two: #86b4e0; --on: #1b1611; } }\n"
        "body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);\n"
        "  font: 16px/1.5 Georgia, serif; }\n"
        "h2 { margin-top: 3rem; } h3 { margin: 2rem 0 .5rem; } figure { display: inline-block; margin: .5rem 1rem .5rem 0; }\n"
        "figcaption { color: var(--soft); font-size: .875rem; } svg { max-width: 100%; height: auto; overflow: visible; }\n"
        "svg text { fill: var(--ink); font: 11px system-ui, sans-serif; } svg .on { fill: var(--on); }\n"
        ".axis { stroke: var(--line); } .one { fill: var(--one); } .two { fill: var(--two); opacity: .55; }\n"
        ".fair { stroke: var(--ink); stroke-dasharray: 4 3; } .range { stroke: var(--ink); }\n"
        "table { border-collapse: collapse; font-size: .875rem; } .clear { font-weight: bold; } code { font-size: .875em; }\n"
        "td, th { padding: .2rem .75rem .2rem 0; text-align: right; } td:first-child, th:first-child { text-align: left; }\n"
        "th { border-bottom: 1px solid var(--line); } div { overflow-x: auto; }\n"
        "</style></head><body>\n<h1>What random games tell</h1>\n";

/* 4,000,000 */
static void put_number(FILE *out, uint64_t n)
{
        if (n >= 1000)
                put_number(out, n / 1000);
        fprintf(out, n >= 1000 ? ",%03d" : "%d", (int)(n % 1000));
}

/* --- plots --- */

static void open_picture(FILE *out, int width, int height, const char *label)
{
        fprintf(out, "<figure><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">\n", width,
                height, width, height, label);
}

static void put_line(FILE *out, const char *class, double x1, double y1, double x2, double y2)
{
        fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1, y1, x2, y2);
}

static void open_plot(FILE *out, const char *label)
{
        open_picture(out, WIDTH, HEIGHT, label);
        put_line(out, "axis", LEFT, HEIGHT - BOTTOM, WIDTH, HEIGHT - BOTTOM);
}

static void close_plot(FILE *out, const char *caption)
{
        fprintf(out, "</svg><figcaption>%s</figcaption></figure>\n", caption);
}

static void put_text(FILE *out, double x, double y, const char *anchor, const char *words)
{
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words);
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
                put_line(out, "range", middle, foot - height_of(f.low / most), middle, foot - height_of(f.high / most));
                fprintf(out, "<text class=\"on\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.2f %%</text>\n", middle, foot - 8,
                        100 * f.is);
                snprintf(words, sizeof words, p ? "seat %d" : "seat %d, begins", p + 1);
                put_text(out, middle, foot + 16, "middle", words);
        }
        put_line(out, "fair", LEFT, fair, WIDTH, fair);
        close_plot(out, "share of the wins; dashed: a fair game");
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
        open_picture(out, WIDE, rows * ROW, "How much more often than fair the seat that begins wins");
        put_line(out, "fair", middle, 0, middle, rows * ROW);
        rows = 0;
        for (const struct trial *t = s->trial; t < s->trial + s->trials; t++) {
                struct finding f = census_advantage(&t->census);
                double y = rows * ROW + ROW / 2.0;

                if (t->change[0])
                        continue;
                snprintf(words, sizeof words, "%s, %d players", t->game->title, t->census.players);
                put_text(out, NAMES, y + 4, "end", words);
                put_line(out, "axis", NAMES + GAP, y, VALUES - GAP, y);
                put_line(out, "range", middle + half * f.low / most, y, middle + half * f.high / most, y);
                fprintf(out, "<circle class=\"one\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", middle + half * f.is / most, y);
                snprintf(words, sizeof words, "%+.2f %% ±%.2f", 100 * f.is, 50 * (f.high - f.low));
                put_text(out, WIDE, y + 4, "end", words);
                rows++;
        }
        close_plot(out, "how much more often than its fair share the seat that begins wins; dashed: a fair game");
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
                put_text(out, LEFT + (WIDTH - LEFT) * ((value - low) / all.width + 0.5) / all.count, HEIGHT - BOTTOM + 16, "middle",
                         words);
        }
        snprintf(words, sizeof words, "%.1f %%", 100 * most / 1.1);
        put_text(out, LEFT - 4, TOP + height_of(1 - 1 / 1.1) + 4, "end", words);
        close_plot(out, caption);
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

        fputs(HEAD, out);
        fputs("<p>", out);
        put_number(out, s->games);
        fprintf(out,
                " games of each kind, played at random: every legal move is as likely as any other. That is how the rules alone "
                "treat the seats; people and good bots are another matter. Behind ± is half a 95 %% interval. Tables say how much "
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
        fputs("</body></html>\n", out);
        return !ferror(out);
}
