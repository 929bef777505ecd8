/* serai calibrate: whether the values that hints show come true.
 *
 * Bots play each other at the level of hints; the value of each decision, the seat's expected share of the win, is compared with
 * its share at the end. Printed: the Brier score (the mean of the squared differences) of all decisions and of those in the middle
 * third of their games; the logit slope (above 1: values are too timid) and shift (above 0: too low); and a reliability table. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../bots/net.h"
#include "../core/bits.h"
#include "cli.h"

enum { BINS = 10, MOST_DECISIONS = 4096 };

struct arguments {
        const struct game *game;
        struct options options;
        uint64_t positions, seed;
        const char *picture, *adjust;
};

static const struct argument ARGUMENTS[] = {
        { "GAME", .kind = ARG_GAME, INTO(struct arguments, game), .needed = 1, .help = "the game" },
        { "--positions", "N", ARG_NUMBER, INTO(struct arguments, positions), .low = 1, .high = 100000000, .usual = "10000",
          .help = "at least so many decisions, of whole games" },
        { "--seed", "S", ARG_NUMBER, INTO(struct arguments, seed), .high = UINT64_MAX, .usual = "0", .help = "of the deals" },
        { "--picture", "FILE", ARG_TEXT, INTO(struct arguments, picture), .help = "writes the reliability diagram, as SVG" },
        { "--adjust", "FILE", ARG_TEXT, INTO(struct arguments, adjust),
          .help = "writes the game's net to FILE, calibrated for this number of players: its values as much sharper as the slope says" },
        { "key=value", .kind = ARG_OTHER, .many = 1, .help = "an option of the game" },
        { 0 },
};

const struct subcommand calibrate_subcommand = {
        .name = "calibrate",
        .brief = "check whether the values of hints come true",
        .about = "Plays games of bots at the level of hints, and compares the value of each decision with the result.",
        .arguments = ARGUMENTS,
        .run = cli_calibrate,
};

/* A decision: what the bot expected for its seat, and what came of it. */
struct forecast {
        double value, share;
        int seat, middle;
};

struct tallied {
        struct forecast *forecast;
        uint64_t count, room;
        double brier, brier_middle;
        uint64_t middle;
        double slope, shift;
        struct {
                uint64_t count;
                double value, share; /* sums */
        } bin[BINS];
};

static int add(struct tallied *t, const struct forecast *f)
{
        if (t->count == t->room) {
                uint64_t room = t->room ? 2 * t->room : MOST_DECISIONS;
                struct forecast *more = realloc(t->forecast, room * sizeof *more);

                if (!more)
                        return 0;
                t->forecast = more;
                t->room = room;
        }
        t->forecast[t->count++] = *f;
        return 1;
}

/* One game; its forecasts are added. 0: out of memory. */
static int play(const struct arguments *w, void *block, size_t size, uint64_t seed, struct tallied *t)
{
        static struct ranked list[MAX_MOVES];
        const struct game *g = w->game;
        const struct level *level = bot_level(g, hint_level(g));
        struct record r = { 0 };
        uint64_t first = t->count, n;
        unsigned winners;
        int who, done = 1;

        record_deal(&r, g, &w->options, seed);
        while (done && (who = g->turn(&r.state)) != OVER) {
                struct state known;
                struct forecast f = { .seat = who };
                struct search *s;

                if (who == CHANCE) {
                        done = record_play(&r, record_roll(&r));
                        continue;
                }
                known = record_known(&r, who, level->memory);
                s = bot_open(block, size, g, level, &known, seed + r.count);
                search_run(s, level->iterations);
                f.value = search_rank(s, list) > 1 ? (double)list[0].value / WHOLE : -1;
                done = (f.value < 0 || add(t, &f)) && record_play(&r, list[0].m);
        }
        winners = done ? game_winners(g, &r.state) : 1;
        n = t->count - first;
        for (uint64_t i = 0; i < n; i++) {
                struct forecast *f = &t->forecast[first + i];

                f->share = winners >> f->seat & 1 ? 1.0 / bit_count(winners) : 0;
                f->middle = i >= n / 3 && i < n - n / 3;
        }
        record_close(&r);
        return done;
}

static double logit(double share)
{
        share = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
        return log(share / (1 - share));
}

/* A logistic regression of the results on the logits of the values, by Newton's method. */
static void fit(struct tallied *t)
{
        double a = 0, b = 1;

        for (int round = 0; round < 20; round++) {
                double ga = 0, gb = 0, aa = 1e-9, ab = 0, bb = 1e-9, det;

                for (uint64_t i = 0; i < t->count; i++) {
                        double x = logit(t->forecast[i].value), p = 1 / (1 + exp(-(a + b * x))), w = p * (1 - p);

                        ga += t->forecast[i].share - p;
                        gb += (t->forecast[i].share - p) * x;
                        aa += w;
                        ab += w * x;
                        bb += w * x * x;
                }
                det = aa * bb - ab * ab;
                a += (bb * ga - ab * gb) / det;
                b += (aa * gb - ab * ga) / det;
        }
        t->slope = b;
        t->shift = a;
}

static void sum_up(struct tallied *t)
{
        for (uint64_t i = 0; i < t->count; i++) {
                const struct forecast *f = &t->forecast[i];
                int bin = f->value >= 1 ? BINS - 1 : (int)(f->value * BINS);
                double off = (f->value - f->share) * (f->value - f->share);

                t->brier += off / (double)t->count;
                t->brier_middle += f->middle ? off : 0;
                t->middle += (uint64_t)f->middle;
                t->bin[bin].count++;
                t->bin[bin].value += f->value;
                t->bin[bin].share += f->share;
        }
        t->brier_middle /= (double)(t->middle ? t->middle : 1);
        fit(t);
}

/* --- the report --- */

enum { SIDE = 260, MARGIN = 40 };

static double across(double share)
{
        return MARGIN + share * SIDE;
}

static double down(double share)
{
        return MARGIN / 2.0 + (1 - share) * SIDE;
}

/* A point for each bin, as large as its part of the decisions; on the diagonal, values come true. */
static int draw_picture(const struct arguments *w, const struct tallied *t)
{
        FILE *f = fopen(w->picture, "w");

        if (!f)
                return 0;
        fprintf(f,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
                "<path d=\"M%.0f %.0fV%.0fH%.0f\" fill=\"none\" stroke=\"#999\"/>\n"
                "<path d=\"M%.0f %.0fL%.0f %.0f\" stroke=\"#999\" stroke-dasharray=\"4 3\"/>\n",
                SIDE + MARGIN + 20, SIDE + 2 * MARGIN, across(0), down(1), down(0), across(1), across(0), down(0), across(1),
                down(1));
        for (int percent = 0; percent <= 100; percent += 25)
                fprintf(f,
                        "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%d</text><text x=\"%.0f\" y=\"%.0f\" "
                        "text-anchor=\"end\">%d</text>\n",
                        across(percent / 100.0), down(0) + 16, percent, across(0) - 5, down(percent / 100.0) + 4, percent);
        for (int i = 0; i < BINS; i++) {
                double n = (double)t->bin[i].count;

                if (n > 0)
                        fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#b5482a\" fill-opacity=\".7\"/>\n",
                                across(t->bin[i].value / n), down(t->bin[i].share / n), 2 + 14 * sqrt(n / (double)t->count));
        }
        fprintf(f,
                "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%s, %d players: value of a hint and share won, %%</text>\n</svg>\n",
                across(0.5), down(0) + 36, w->game->title, w->options.value[PLAYERS]);
        return fclose(f) == 0;
}

static void print(const struct arguments *w, const struct tallied *t)
{
        const struct net *net = w->options.value[PLAYERS] <= guide_of(w->game)->net_players ? net_of(w->game) : NULL;

        printf("%s, %d players, ", w->game->name, w->options.value[PLAYERS]);
        if (net)
                printf("net %08" PRIx32 ", ", net->name);
        printf("%" PRIu64 " decisions: Brier score %.4f, middle third %.4f, logit slope %.2f, shift %+.2f\n\n", t->count, t->brier,
               t->brier_middle, t->slope, t->shift);
        printf("decisions   value     won\n");
        for (int i = 0; i < BINS; i++)
                if (t->bin[i].count)
                        printf("%9" PRIu64 "  %5.1f %%  %5.1f %%\n", t->bin[i].count,
                               100 * t->bin[i].value / (double)t->bin[i].count, 100 * t->bin[i].share / (double)t->bin[i].count);
}

/* 0: there is no net, or it cannot be written. */
static int adjust_net(const struct arguments *w, const struct tallied *t)
{
        const struct net *net = net_of(w->game);
        struct net *adjusted = net ? malloc(net_size(net)) : NULL;
        FILE *f = adjusted ? fopen(w->adjust, "wb") : NULL;
        int done = 0;

        if (f) {
                struct head *head;

                memcpy(adjusted, net, net_size(net));
                head = &adjusted->head[w->options.value[PLAYERS] - 2];
                head->sharpness = (int32_t)lround(head->sharpness * t->slope);
                net_rename(adjusted);
                done = fwrite(adjusted, 1, net_size(net), f) == net_size(net);
                done = fclose(f) == 0 && done;
        }
        free(adjusted);
        return done;
}

int cli_calibrate(int argc, char **argv)
{
        struct arguments w = { 0 };
        struct tallied t = { 0 };
        const struct refusal *misfit;
        size_t size;
        void *block;
        int status = arguments_read(&calibrate_subcommand, &w, &argc, argv), done;

        if (status != GO_ON)
                return status;
        options_default(w.game, &w.options);
        if ((status = cli_game_options(&calibrate_subcommand, w.game, &w.options, argc, argv)))
                return status;
        if ((misfit = options_misfit(w.game, &w.options)))
                return cli_fail("%s", misfit->why);
        size = search_size(bot_level(w.game, hint_level(w.game))->iterations);
        block = malloc(size);
        done = block != NULL;
        for (uint64_t i = 0; done && t.count < w.positions; i++) {
                uint64_t seed = w.seed + i;

                done = play(&w, block, size, random_next(&seed), &t);
                cli_progress("%" PRIu64 " of %" PRIu64 " decisions", t.count, w.positions);
        }
        cli_progress_end();
        if (done) {
                sum_up(&t);
                print(&w, &t);
                done = (!w.picture || draw_picture(&w, &t)) && (!w.adjust || adjust_net(&w, &t));
        }
        if (!done)
                perror("serai");
        free(block);
        free(t.forecast);
        return !done;
}
