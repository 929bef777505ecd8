/* The page of serai review: a game as everybody's chance to win, and luck and play as running sums; many games as sums by player,
 * and whether the judge's values came true. */
#include <math.h>

#include "../bots/skill.h"
#include "plot.h"
#include "review.h"

enum { WIDTH = 760, HEIGHT = 250, LEFT = 44, RIGHT = 110, TOP = 12, BOTTOM = 30, ERRORS_SHOWN = 10 };

/* The scale of a graph over the moves of a game. */
struct scale {
        double moves, low, high; /* percent */
};

static double across(const struct scale *s, double moves)
{
        return LEFT + (WIDTH - LEFT - RIGHT) * moves / fmax(1, s->moves);
}

static double down(const struct scale *s, double value)
{
        return TOP + (HEIGHT - TOP - BOTTOM) * (s->high - value) / (s->high - s->low);
}

static void draw_axes(FILE *out, const struct scale *s)
{
        double range = s->high - s->low, each = range > 120 ? 50 : range > 60 ? 25 : 10;
        int step = s->moves > 200 ? 50 : s->moves > 80 ? 20 : 10;
        char words[32];

        for (double value = ceil(s->low / each) * each; value <= s->high; value += each) {
                plot_line(out, "axis", LEFT, down(s, value), WIDTH - RIGHT, down(s, value));
                snprintf(words, sizeof words, "%.0f %%", value + 0.0);
                plot_text(out, LEFT - 5, down(s, value) + 4, "end", words);
        }
        for (int at = 0; at <= (int)s->moves; at += step) {
                snprintf(words, sizeof words, "%d", at);
                plot_text(out, across(s, at), HEIGHT - BOTTOM + 16, "middle", words);
        }
}

/* A seat's numbers after 0, 1, 2 … moves. */
typedef double figure(const struct review *r, int seat, size_t moves, double before);

static double chance_to_win(const struct review *r, int seat, size_t moves, double before)
{
        (void)before;
        return moves == 0 ? percent(r->account[seat].start + r->account[seat].deal)
                          : percent((int32_t)r->step[moves - 1].value[seat]);
}

static double luck_so_far(const struct review *r, int seat, size_t moves, double before)
{
        if (moves == 0)
                return percent(r->account[seat].deal);
        return before + (r->step[moves - 1].who == CHANCE ? percent(r->step[moves - 1].swing[seat]) : 0);
}

static double play_so_far(const struct review *r, int seat, size_t moves, double before)
{
        if (moves == 0)
                return 0;
        return before + (r->step[moves - 1].who == seat ? percent(r->step[moves - 1].swing[seat]) : 0);
}

static void draw_figure(FILE *out, const struct review *r, const struct scale *s, figure *of)
{
        int players = game_players(&r->record.state);
        double last[MAX_PLAYERS];

        for (int p = 0; p < players; p++) {
                double value = 0;

                fprintf(out, "<polyline class=\"seat%d\" points=\"", p + 1);
                for (size_t i = 0; i <= r->record.count; i++) {
                        value = of(r, p, i, value);
                        fprintf(out, "%.1f,%.1f ", across(s, (double)i), down(s, value));
                }
                fputs("\"/>\n", out);
                last[p] = down(s, value);
        }
        /* Names at the ends of the lines, none over another. */
        for (int p = 0; p < players; p++) {
                for (int again = 1; again;) {
                        again = 0;
                        for (int q = 0; q < p; q++)
                                if (fabs(last[p] - last[q]) < 13)
                                        last[p] = last[q] + (last[q] > HEIGHT / 2.0 ? -13 : 13), again = q + 1 < p;
                }
                plot_line(out, (const char *[]){ "seat1", "seat2", "seat3", "seat4" }[p], WIDTH - RIGHT + 4, last[p],
                          WIDTH - RIGHT + 24, last[p]);
                plot_text(out, WIDTH - RIGHT + 28, last[p] + 4, "start", r->name[p]);
        }
}

/* The best moment of each points up on the graph of chances, the worst down. */
static void draw_moments(FILE *out, const struct review *r, const struct scale *s)
{
        char text[MOMENT_TEXT];

        for (int p = 0; p < game_players(&r->record.state); p++)
                for (int best = 0; best < 2; best++) {
                        const struct moment *m = best ? &r->account[p].best : &r->account[p].worst;

                        if (m->step == 0)
                                continue;
                        fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1fl%s\"><title>", best ? "two" : "one", across(s, m->step),
                                down(s, chance_to_win(r, p, m->step, 0)), best ? "-6 10h12z" : "-6 -10h12z");
                        plot_words(out, r->name[p]);
                        fputs(": ", out);
                        plot_words(out, review_moment(r, m, text));
                        fputs("</title></path>\n", out);
                }
}

/* The scale of a running sum, around 0. */
static struct scale scale_of(const struct review *r, figure *of)
{
        struct scale s = { (double)r->record.count, -10, 10 };

        for (int p = 0; p < game_players(&r->record.state); p++) {
                double value = 0;

                for (size_t i = 0; i <= r->record.count; i++) {
                        value = of(r, p, i, value);
                        s.low = fmin(s.low, value - 2);
                        s.high = fmax(s.high, value + 2);
                }
        }
        return s;
}

static void draw_sum(FILE *out, const struct review *r, figure *of, const char *label, const char *caption)
{
        struct scale s = scale_of(r, of);

        plot_open(out, WIDTH, HEIGHT, label);
        draw_axes(out, &s);
        plot_line(out, "fair", LEFT, down(&s, 0), WIDTH - RIGHT, down(&s, 0));
        draw_figure(out, r, &s, of);
        plot_close(out, caption);
}

/* --- tables --- */

static void put_cell(FILE *out, const char *format, double x)
{
        fputs("<td>", out);
        if (!isnan(x))
                fprintf(out, format, x);
        fputs("</td>", out);
}

static void put_name(FILE *out, const char *name)
{
        fputs("<tr><td>", out);
        plot_words(out, name);
        fputs("</td>", out);
}

static void put_accounts(FILE *out, const struct review *r)
{
        int players = game_players(&r->record.state);

        fputs("<div><table><tr><th>player</th><th>start</th><th>deal</th><th>luck</th><th>luck in points</th><th>own play</th>"
              "<th>others' play</th><th>corrections</th><th>result</th><th>without luck</th><th>mean error</th><th>class</th></tr>\n",
              out);
        for (int p = 0; p < players; p++) {
                const struct account *a = &r->account[p];
                int32_t others = 0;

                for (int q = 0; q < players; q++)
                        others += q == p ? 0 : a->play[q];
                put_name(out, r->name[p]);
                put_cell(out, "%.1f", percent(a->start));
                put_cell(out, "%+.1f", percent(a->deal));
                put_cell(out, "%+.1f", percent(a->luck));
                put_cell(out, "%+.1f", luck_in_points(r->record.game, players, (double)(a->deal + a->luck) / WHOLE));
                put_cell(out, "%+.1f", percent(a->play[p]));
                put_cell(out, "%+.1f", percent(others));
                put_cell(out, "%+.1f", percent(a->correction));
                put_cell(out, "%.1f", percent(a->result));
                put_cell(out, "%.1f", percent(account_adjusted(a)));
                put_cell(out, "%.2f", 100 * mean_error(a));
                fprintf(out, "<td>%s</td></tr>\n", skill_class(r->record.game, even_error(a)));
        }
        fputs("</table></div>\n", out);
}

static void put_errors(FILE *out, const struct review *r)
{
        const struct step *worst = review_error(r, NULL);
        char text[MAX_MOVE_TEXT];

        fputs("<h3>The largest errors</h3>\n<div><table><tr><th>player</th><th>move</th><th>played</th><th>better</th>"
              "<th>cost</th><th>of which forgotten</th></tr>\n",
              out);
        for (int shown = 0; worst && shown < ERRORS_SHOWN; worst = review_error(r, worst), shown++) {
                size_t at = (size_t)(worst - r->step);

                put_name(out, r->name[worst->who]);
                fprintf(out, "<td>%zu</td><td>", at + 1);
                plot_words(out, review_move(r, at, worst->made, text));
                fputs("</td><td>", out);
                plot_words(out, review_move(r, at, worst->best, text));
                fputs("</td>", out);
                put_cell(out, "%.1f", percent((int32_t)worst->error));
                put_cell(out, "%.1f", worst->forgot ? percent((int32_t)worst->forgot) : NAN);
                fputs("</tr>\n", out);
        }
        fputs("</table></div>\n", out);
}

static void put_moments(FILE *out, const struct review *r)
{
        char text[MOMENT_TEXT];

        fputs("<h3>The best and the worst moment of each</h3>\n<div><table><tr><th>player</th><th>best</th><th>worst</th></tr>\n",
              out);
        for (int p = 0; p < game_players(&r->record.state); p++) {
                put_name(out, r->name[p]);
                fputs("<td>", out);
                plot_words(out, review_moment(r, &r->account[p].best, text));
                fputs("</td><td>", out);
                plot_words(out, review_moment(r, &r->account[p].worst, text));
                fputs("</td></tr>\n", out);
        }
        fputs("</table></div>\n", out);
}

/* --- the page --- */

void review_page_open(FILE *out)
{
        plot_page_open(out, "a review", "Luck and play");
        fputs("<p>All figures are percent of the win. Start + deal + luck + play of everybody + corrections = result, exactly. Luck is "
              "what a roll or a tile gave more than the mean of all that could have come; play is what a move gave less than the "
              "best one, by what its player could know; corrections are the judge's own, who is not perfect.</p>\n",
              out);
}

void review_page_game(FILE *out, const struct review *r, const char *judge)
{
        struct scale whole = { (double)r->record.count, 0, 100 };

        fputs("<h2>", out);
        plot_words(out, r->file);
        fprintf(out, "</h2>\n<p>%s, %d players, %zu moves; judged by %s.</p>\n", r->record.game->title,
                game_players(&r->record.state), r->record.count, judge);
        if (r->solved < r->record.count)
                fprintf(out, "<p>The last %zu moves are solved exactly.</p>\n", r->record.count - r->solved);
        plot_open(out, WIDTH, HEIGHT, "Everybody's chance to win after each move");
        draw_axes(out, &whole);
        draw_figure(out, r, &whole, chance_to_win);
        draw_moments(out, r, &whole);
        plot_close(out, "chance to win after each move; the best moment of each points up, the worst down");
        draw_sum(out, r, luck_so_far, "Running sum of everybody's luck", "luck so far, the deal included");
        draw_sum(out, r, play_so_far, "Running sum of what everybody's own errors cost",
                 "what each player's own errors cost so far");
        put_accounts(out, r);
        put_moments(out, r);
        put_errors(out, r);
}

static void put_sample(FILE *out, const struct sample *s)
{
        struct interval between = sample_interval(s);

        if (s->n > 1)
                fprintf(out, "<td>%.1f ±%.1f</td>", 100 * sample_mean(s), 50 * (between.high - between.low));
        else
                fprintf(out, "<td>%.1f</td>", 100 * sample_mean(s));
}

enum { SIDE = 260, ROW = 30, NAMES = 150, BARS = 420 };

static double along(double share)
{
        double x = share < -0.1 ? -0.1 : share > 1.1 ? 1.1 : share;

        return NAMES + BARS * (x + 0.1) / 1.2;
}

static void draw_share(FILE *out, const struct sample *s, double y, const char *class)
{
        struct interval between = sample_interval(s);

        plot_line(out, "range", along(between.low), y, along(between.high), y);
        fprintf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", class, along(sample_mean(s)), y);
}

/* Won, and won without luck, with their intervals. */
static void draw_players(FILE *out, const struct sums *s)
{
        int height = s->players * ROW + 24;

        plot_open(out, NAMES + BARS, height, "Share of the win of each player, with and without luck");
        for (int part = 0; part <= 4; part++) {
                char words[16];

                snprintf(words, sizeof words, "%d %%", 25 * part);
                plot_line(out, "axis", along(part / 4.0), 0, along(part / 4.0), height - 20);
                plot_text(out, along(part / 4.0), height - 6, "middle", words);
        }
        for (int i = 0; i < s->players; i++) {
                double y = i * ROW + ROW / 2.0;

                plot_text(out, NAMES - 8, y + 4, "end", s->player[i].name);
                draw_share(out, &s->player[i].won, y - 6, "one");
                draw_share(out, &s->player[i].adjusted, y + 6, "two");
        }
        plot_close(out, "share of the win with its 95 % interval: as it was (red), and without luck (blue)");
}

static void draw_calibration(FILE *out, const struct calibration *c)
{
        plot_open(out, SIDE + 80, SIDE + 60, "What the judge expected, and what came of it");
        for (int part = 0; part <= 4; part++) {
                char words[16];
                double at = part / 4.0 * SIDE;

                snprintf(words, sizeof words, "%d", 25 * part);
                plot_line(out, "axis", 40, 10 + SIDE - at, 40 + SIDE, 10 + SIDE - at);
                plot_text(out, 34, 14 + SIDE - at, "end", words);
                plot_text(out, 40 + at, SIDE + 28, "middle", words);
        }
        plot_line(out, "fair", 40, 10 + SIDE, 40 + SIDE, 10);
        for (int i = 0; i < CALIBRATION_BINS; i++) {
                double n = c->bin[i].n;

                if (n > 0)
                        fprintf(out,
                                "<circle class=\"two\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%.0f decisions</title></circle>\n",
                                40 + SIDE * c->bin[i].value / n, 10 + SIDE * (1 - c->bin[i].won / n), 2 + 14 * sqrt(n / c->n), n);
        }
        plot_close(out,
                   "what the judge expected before decisions, and what was won, in percent; on the dashed line values come true");
}

void review_page_sums(FILE *out, const struct sums *s)
{
        fprintf(out, "<h2>%d game%s, by player</h2>\n<p>Judged by %s. Behind ± is half a 95 %% interval.</p>\n", s->games,
                s->games == 1 ? "" : "s", s->judge);
        draw_players(out, s);
        draw_calibration(out, &s->calibration);
        fputs("<div><table><tr><th>player</th><th>game</th><th>players</th><th>games</th><th>won</th><th>without luck</th>"
              "<th>luck a game</th><th>mean error</th><th>of which forgotten</th><th>class</th></tr>\n",
              out);
        for (int i = 0; i < s->players; i++) {
                const struct player_sums *p = &s->player[i];

                put_name(out, p->name);
                fprintf(out, "<td>%s</td><td>%d</td><td>%.0f</td>", p->game->title, p->players, p->won.n);
                put_sample(out, &p->won);
                put_sample(out, &p->adjusted);
                put_sample(out, &p->luck);
                put_cell(out, "%.2f", p->decisions > 0 ? 100 * p->errors / p->decisions : NAN);
                put_cell(out, "%.2f", p->decisions > 0 ? 100 * p->forgot / p->decisions : NAN);
                fprintf(out, "<td>%s</td></tr>\n",
                        p->decisions > 0 ? skill_class(p->game, p->stakes > 0 ? p->errors / p->stakes : 0) : "");
        }
        fprintf(out, "</table></div>\n<p>Before %.0f decisions the judge expected the result with a Brier score of %.4f.</p>\n",
                s->calibration.n, s->calibration.n > 0 ? s->calibration.brier / s->calibration.n : 0);
}

int review_page_close(FILE *out)
{
        int written = plot_page_close(out);

        return fclose(out) == 0 && written;
}
