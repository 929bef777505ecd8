/* serai lab: plays millions of games of every kind, at random or with bots, on a GPU or on all cores, and reports statistics: who
 * wins, how long games take, what is scored, and what each option changes. */
#include "lab.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../gpu/batch.h"
#include "../gpu/compile.h"
#include "bot_games.h"

/* --- which games --- */

/* A numeric option is tried with this value; without it the maze ends only with its last token. */
static const struct {
        const char *option;
        uint16_t value;
} NUMBERS_TRIED[] = { { "limit", 400 } };

const struct trial *usual_of(const struct survey *s, const struct trial *t)
{
        while (t > s->trial && t->change[0])
                t--;
        return t;
}

/* 0: out of memory. */
static int add_trial(struct survey *s, const struct game *g, const struct options *o, const char *key, const char *value)
{
        struct trial *more = realloc(s->trial, ((size_t)s->trials + 1) * sizeof *more);

        if (!more)
                return 0;
        s->trial = more;
        more += s->trials++;
        more->game = g;
        more->options = *o;
        snprintf(more->change, sizeof more->change, "%s%s%s", key, *key ? "=" : "", value);
        census_open(&more->census, o->value[PLAYERS]);
        return 1;
}

/* The default options, and every other value of every option, one at a time, as far as they are compatible. */
static int add_trials(struct survey *s, const struct game *g, const struct options *usual, int vary)
{
        if (!add_trial(s, g, usual, "", ""))
                return 0;
        for (int i = PLAYERS + 1; vary && g->option[i].name; i++) {
                const struct option *option = &g->option[i];
                struct options o = *usual;
                char word[MAX_NAME];

                for (int value = 0; option->kind == CHOICE && text_word(option->values, value, word); value++) {
                        o.value[i] = (uint16_t)value;
                        if (value != usual->value[i] && !options_misfit(g, &o) && !add_trial(s, g, &o, option->name, word))
                                return 0;
                }
                for (size_t k = 0; option->kind == NUMBER && k < sizeof NUMBERS_TRIED / sizeof *NUMBERS_TRIED; k++) {
                        o.value[i] = NUMBERS_TRIED[k].value;
                        snprintf(word, sizeof word, "%u", o.value[i]);
                        if (strcmp(option->name, NUMBERS_TRIED[k].option) == 0 && o.value[i] != usual->value[i] &&
                            !add_trial(s, g, &o, option->name, word))
                                return 0;
                }
        }
        return 1;
}

/* --- playing them --- */

/* The games of a trial depend only on its options, not on the other trials. */
static uint64_t seed_of(const struct survey *s, const struct trial *t)
{
        uint64_t random = s->seed;

        for (const char *c = t->game->name; *c; c++)
                random = random_next(&random) ^ (unsigned char)*c;
        for (int i = 0; i < MAX_OPTIONS; i++)
                random = random_next(&random) ^ t->options.value[i];
        return random_next(&random);
}

/* How many games at a time: enough to fill a GPU several times over, but few enough to show progress. */
enum { ON_GPU_AT_ONCE = 1 << 22, ON_CPU_AT_ONCE = 1 << 13 };

/* What plays the games of one game: at random, or bots. */
struct machine {
        const struct game *game;
        struct batch *batch;
        struct bot_games *bots;
        uint32_t at_once;
};

static void machine_close(struct machine *m)
{
        batch_close(m->batch);
        bot_games_close(m->bots);
        m->batch = NULL;
        m->bots = NULL;
}

/* NULL, or what went wrong, in `why`. */
static const char *machine_open(struct machine *m, const struct survey *s, const struct game *g, struct device *device, int threads,
                                char *why)
{
        machine_close(m);
        m->game = g;
        if (s->bots)
                m->bots = bot_games_open(g, device, threads, why, MAX_REASON);
        else
                m->batch = batch_open(g, m->at_once, device, threads, why, MAX_REASON);
        return m->bots || m->batch ? NULL : why;
}

static const char *play_some(struct machine *m, const struct options *o, uint64_t seed, uint64_t first, uint32_t games,
                             struct outcome *outcomes)
{
        const char *wrong;

        if (m->bots)
                return bot_games_play(m->bots, o, seed, first, games, outcomes);
        wrong = batch_deal(m->batch, o, seed, first);
        if (!wrong)
                wrong = batch_play(m->batch, 0);
        return wrong ? wrong : batch_outcomes(m->batch, outcomes);
}

static const char *play_trial(const struct survey *s, struct trial *t, struct machine *m, struct outcome *outcomes)
{
        const char *wrong = NULL;

        for (uint64_t done = 0; done < s->games && !wrong; done += m->at_once) {
                uint64_t left = s->games - done;
                uint32_t games = left < m->at_once ? (uint32_t)left : m->at_once;

                cli_progress("%d of %d: %s, %d players%s%s, %.0f %%", (int)(t - s->trial) + 1, s->trials, t->game->name,
                             t->census.players, *t->change ? ", " : "", t->change, 100 * (double)done / (double)s->games);
                wrong = play_some(m, &t->options, seed_of(s, t), done, games, outcomes);
                if (!wrong)
                        census_add(&t->census, outcomes, games);
        }
        cli_progress_end();
        return wrong;
}

/* --- the table --- */

static void print_share(struct finding f)
{
        printf(" %6.2f ±%.2f", 100 * f.is, 50 * (f.high - f.low));
}

static void print_trial(const struct trial *t)
{
        const struct census *c = &t->census;
        struct finding turns = count_mean(c->turns, TURNS_COUNTED), best = count_mean(c->best, POINTS_COUNTED);
        struct finding lead = count_mean(c->lead, POINTS_COUNTED);

        printf("%-10s %d %-14s", t->game->name, c->players, *t->change ? t->change : "usual");
        for (int p = 0; p < MAX_PLAYERS; p++)
                if (p < c->players)
                        print_share(census_share(c, p));
                else
                        printf("%13s", "");
        printf(" %7.2f %8.2f ±%-5.2f %6d %6.1f %6.1f\n", 100 * (double)c->shared / (double)c->games, turns.is,
               (turns.high - turns.low) / 2, count_quantile(c->turns, TURNS_COUNTED, 0.5), best.is, lead.is);
        fflush(stdout);
}

static void print_heading(const struct survey *s)
{
        printf("%" PRIu64 " %s games each, seed %" PRIu64 "; wins in %%, shared ones shared out, with 95 %% intervals\n\n",
               s->games, s->bots ? "bots'" : "random", s->seed);
        printf("%-10s %s %-14s %12s %12s %12s %12s %7s %15s %6s %6s %6s\n", "game", "p", "option", "seat 1", "seat 2", "seat 3",
               "seat 4", "shared", "turns", "median", "best", "lead");
}

/* --- JSON --- */

static void json_finding(const char *key, struct finding f)
{
        printf("\"%s\":{\"is\":%.6f,\"low\":%.6f,\"high\":%.6f}", key, f.is, f.low, f.high);
}

/* A histogram: its statistics, and the counts as [[value, how often], …]. */
static void json_counts(const char *key, const uint64_t *count, int values)
{
        const char *comma = "";

        printf("\"%s\":{", key);
        json_finding("mean", count_mean(count, values));
        printf(",\"deviation\":%.6f,\"p5\":%d,\"median\":%d,\"p95\":%d,\"counts\":[", count_deviation(count, values),
               count_quantile(count, values, 0.05), count_quantile(count, values, 0.5), count_quantile(count, values, 0.95));
        for (int i = 0; i < values; i++)
                if (count[i]) {
                        printf("%s[%d,%" PRIu64 "]", comma, i, count[i]);
                        comma = ",";
                }
        printf("]}");
}

static void json_changes(const struct survey *s, const struct trial *t)
{
        const struct census *from = &usual_of(s, t)->census, *to = &t->census;

        printf(",\n  \"changes\":{");
        json_finding("advantage", finding_change(census_advantage(from), census_advantage(to)));
        printf(",");
        json_finding("turns", finding_change(count_mean(from->turns, TURNS_COUNTED), count_mean(to->turns, TURNS_COUNTED)));
        printf(",");
        json_finding("best", finding_change(count_mean(from->best, POINTS_COUNTED), count_mean(to->best, POINTS_COUNTED)));
        printf(",");
        json_finding("lead", finding_change(count_mean(from->lead, POINTS_COUNTED), count_mean(to->lead, POINTS_COUNTED)));
        printf("}");
}

static void print_json(const struct survey *s)
{
        printf("{\"command\":\"%s\",\"games\":%" PRIu64 ",\"seed\":%" PRIu64 ",\"trials\":[\n", s->command, s->games, s->seed);
        for (const struct trial *t = s->trial; t < s->trial + s->trials; t++) {
                const struct census *c = &t->census;

                printf(" {\"game\":\"%s\",\"players\":%d,\"change\":\"%s\",\"games\":%" PRIu64 ",\"shared\":%" PRIu64
                       ",\"decisions\":%" PRIu64 ",\"events\":%" PRIu64 ",\n  \"seats\":[",
                       t->game->name, c->players, t->change, c->games, c->shared, c->decisions, c->events);
                for (int p = 0; p < c->players; p++) {
                        printf("%s{\"twelfths\":%" PRIu64 ",", p ? "," : "", c->wins[p]);
                        json_finding("share", census_share(c, p));
                        printf(",");
                        json_counts("points", c->points[p], POINTS_COUNTED);
                        printf("}");
                }
                printf("],\n  ");
                json_finding("advantage", census_advantage(c));
                printf(",\n  ");
                json_counts("turns", c->turns, TURNS_COUNTED);
                printf(",\n  ");
                json_counts("best", c->best, POINTS_COUNTED);
                printf(",\n  ");
                json_counts("lead", c->lead, POINTS_COUNTED);
                if (*t->change)
                        json_changes(s, t);
                printf("}%s\n", t + 1 < s->trial + s->trials ? "," : "");
        }
        printf("]}\n");
}

/* --- the command --- */

struct request {
        const struct game *only;
        struct options given;
        int players, threads;
        int usual, gpu, cpu, json;
        const char *page;
        struct survey survey;
};

static const struct argument ARGUMENTS[] = {
        { "--game", "GAME", ARG_GAME, INTO(struct request, only), .help = "only this game" },
        { "--players", "N", ARG_NUMBER, INTO(struct request, players), .low = 2, .high = MAX_PLAYERS, .help = "only with so many" },
        { "--games", "N", ARG_NUMBER, INTO(struct request, survey.games), .low = 1, .high = 1000000000000, .usual = "10000",
          .help = "how many of each kind" },
        { "--seed", "S", ARG_NUMBER, INTO(struct request, survey.seed), .high = UINT64_MAX, .usual = "0",
          .help = "another seed, other games" },
        { "--usual", .kind = ARG_SWITCH, INTO(struct request, usual),
          .help = "only the usual way to play, not each option in turn" },
        { "--bots", .kind = ARG_SWITCH, INTO(struct request, survey.bots),
          .help = "bots play instead of chance: the game's net, one ply deep; in a game without a net level 8, on the CPU" },
        { "--gpu", .kind = ARG_SWITCH, INTO(struct request, gpu),
          .help = "on a GPU; without --gpu and --cpu, on a GPU if there is one that can be used" },
        { "--cpu", .kind = ARG_SWITCH, INTO(struct request, cpu), .help = "on the CPU" },
        { "--threads", "N", ARG_NUMBER, INTO(struct request, threads), .low = 1, .high = MAX_THREADS,
          .help = "of the CPU; one for each core if not given" },
        { "--json", .kind = ARG_SWITCH, INTO(struct request, json), .help = "everything that was counted, instead of a table" },
        { "--page", "FILE", ARG_TEXT, INTO(struct request, page), .help = "a page with plots, as well" },
        { "key=value", .kind = ARG_OTHER, .many = 1, .help = "an option of the game, for all of it; needs --game" },
        { 0 },
};

const struct subcommand lab_subcommand = {
        .name = "lab",
        .brief = "statistics from millions of games, at random or of bots",
        .about = "Plays games of every game, player count and option, and says what they were like: the share of the wins of "
                 "each seat in order of play, how long games are, what is scored, and what each option changes; with 95 % "
                 "intervals. The same seed gives the same numbers, on a GPU and on a CPU.",
        .arguments = ARGUMENTS,
        .run = cli_lab,
};

/* Everything that determines the numbers, and nothing about where they are computed and how they are shown. */
static void write_command(struct survey *s, int argc, char **argv)
{
        static const char *const UNSAID[] = { "--json", "--gpu", "--cpu", "--page", "--threads" };
        struct text t = { s->command, sizeof s->command, 0 };

        text_add(&t, "serai lab");
        for (int i = 0; i < argc; i++) {
                const struct argument *a = argument_named(&lab_subcommand, argv[i]);
                size_t k = 0;

                while (a && k < sizeof UNSAID / sizeof *UNSAID && strcmp(a->name, UNSAID[k]) != 0)
                        k++;
                if (a && k < sizeof UNSAID / sizeof *UNSAID) {
                        i += a->value && !strchr(argv[i], '=');
                        continue;
                }
                text_add(&t, " ");
                text_add(&t, argv[i]);
        }
        text_close(&t);
}

/* All requested trials; 0, or the exit status after an error message. */
static int choose_trials(struct request *r)
{
        const struct game *g;
        const struct refusal *misfit;

        for (int i = 0; (g = game_at(i)); i++)
                for (int n = 2; n <= MAX_PLAYERS; n++) {
                        struct options o;

                        if ((r->only && g != r->only) || (r->players && n != r->players))
                                continue;
                        if (r->only)
                                o = r->given;
                        else
                                options_default(g, &o);
                        for (int k = 0; g->option[k].name; k++)
                                if (g->option[k].kind == SEAT && o.value[k])
                                        return cli_fail("seats are counted in order of play, so that who begins changes nothing");
                        o.value[PLAYERS] = (uint16_t)n;
                        if ((misfit = options_misfit(g, &o))) {
                                if (r->players)
                                        return cli_fail("%s", misfit->why);
                                continue;
                        }
                        if (!add_trials(&r->survey, g, &o, !r->usual)) {
                                cli_fail("there is no memory left");
                                return 1;
                        }
                }
        return 0;
}

static int play_all(struct request *r, struct device *device, char *why)
{
        struct survey *s = &r->survey;
        uint32_t most = s->bots ? BOT_GAMES_AT_ONCE : device ? ON_GPU_AT_ONCE : ON_CPU_AT_ONCE;
        struct machine m = { .at_once = s->games < most ? (uint32_t)s->games : most };
        struct outcome *outcomes = malloc(m.at_once * sizeof *outcomes);
        const char *wrong = outcomes ? NULL : "there is no memory left";

        if (!r->json)
                print_heading(s);
        for (struct trial *t = s->trial; t < s->trial + s->trials && !wrong; t++) {
                if (m.game != t->game) {
                        cli_progress("%s …", t->game->name);
                        wrong = machine_open(&m, s, t->game, device, r->threads, why);
                }
                if (!wrong)
                        wrong = play_trial(s, t, &m, outcomes);
                if (!wrong && !r->json)
                        print_trial(t);
        }
        cli_progress_end();
        machine_close(&m);
        free(outcomes);
        if (wrong)
                cli_fail("%s", wrong);
        return wrong ? 1 : 0;
}

static int write_page(const struct survey *s, const char *name)
{
        FILE *out = fopen(name, "w");

        if (!out || !lab_page(s, out) || fclose(out) != 0) {
                cli_fail("%s cannot be written: %s", name, strerror(errno));
                return 1;
        }
        return 0;
}

int cli_lab(int argc, char **argv)
{
        struct request r = { 0 };
        struct device *device = NULL;
        char why[MAX_REASON];
        int status;

        write_command(&r.survey, argc, argv);
        status = arguments_read(&lab_subcommand, &r, &argc, argv);
        if (status != GO_ON)
                return status;
        if (r.gpu && r.cpu)
                return cli_fail("--gpu and --cpu do not go together");
        if (r.only)
                options_default(r.only, &r.given);
        status = cli_game_options(&lab_subcommand, r.only, &r.given, argc, argv);
        if (status == 0)
                status = choose_trials(&r);
        if (status == 0 && !r.cpu) {
                device = compile_can(why, sizeof why) ? device_open(why, sizeof why) : NULL;
                if (!device && r.gpu) {
                        cli_fail("%s", why);
                        status = 1;
                }
        }
        if (status == 0)
                status = play_all(&r, device, why);
        if (status == 0 && r.json)
                print_json(&r.survey);
        if (status == 0 && r.page)
                status = write_page(&r.survey, r.page);
        free(r.survey.trial);
        return status;
}
