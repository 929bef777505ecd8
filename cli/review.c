/* serai review: how lucky everybody was in a finished game, and how well they played (bots/ledger.h, docs/review.md). */
#include "review.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../bots/skill.h"
#include "../core/bits.h"
#include "cli.h"

struct arguments {
        int effort, json, steps;
        const char *page;
};

static const struct argument ARGUMENTS[] = {
        { "FILE", .kind = ARG_OTHER, .many = 1,
          .help = "the record of a finished game, or a folder of them (*.json); - for standard input" },
        { "--effort", "N", ARG_NUMBER, INTO(struct arguments, effort), .low = QUICK_EFFORT, .high = MOST_EFFORT, .usual = "2",
          .help = "how closely the judge looks" },
        { "--json", .kind = ARG_SWITCH, INTO(struct arguments, json),
          .help = "one JSON object instead of tables, with shares of the win in whole numbers" },
        { "--steps", .kind = ARG_SWITCH, INTO(struct arguments, steps), .help = "with --json, every move as well" },
        { "--html", "FILE", ARG_TEXT, INTO(struct arguments, page), .help = "a page with plots, as well" },
        { 0 },
};

const struct subcommand review_subcommand = {
        .name = "review",
        .brief = "tell luck from play in finished games",
        .about = "Reviews finished games: each seat's chance to win, how luck and play changed it, the errors and what was better. "
                 "Of one game it prints all of that; of several, sums by player with 95 % intervals. docs/review.md defines every "
                 "figure.",
        .arguments = ARGUMENTS,
        .run = cli_review,
};

/* --- reading --- */

/* The files to review. */
struct list {
        char **name;
        int count, room;
};

static int list_add(struct list *l, const char *folder, const char *name)
{
        size_t size = strlen(folder) + strlen(name) + 2;
        char *path = malloc(size);

        if (path && l->count == l->room) {
                int room = l->room ? 2 * l->room : 16;
                char **more = realloc(l->name, (size_t)room * sizeof *more);

                if (!more) {
                        free(path);
                        return 0;
                }
                l->name = more;
                l->room = room;
        }
        if (!path)
                return 0;
        snprintf(path, size, "%s%s%s", folder, *folder ? "/" : "", name);
        l->name[l->count++] = path;
        return 1;
}

static void list_close(struct list *l)
{
        while (l->count > 0)
                free(l->name[--l->count]);
        free(l->name);
}

static int is_record(const struct dirent *entry)
{
        size_t n = strlen(entry->d_name);

        return n > 5 && strcmp(entry->d_name + n - 5, ".json") == 0;
}

/* A file, or the records in a folder. 0: there are none, which was said. */
static int gather(struct list *l, const char *name)
{
        struct dirent **entry = NULL;
        struct stat about;
        int n, added = 1;

        if (strcmp(name, "-") == 0 || stat(name, &about) != 0 || !S_ISDIR(about.st_mode))
                return list_add(l, "", name);
        n = scandir(name, &entry, is_record, alphasort);
        if (n <= 0)
                cli_fail(n < 0 ? "%s cannot be read: %s" : "%s has no records, which end in .json", name, strerror(errno));
        for (int i = 0; i < n; i++) {
                added = added && list_add(l, name, entry[i]->d_name);
                free(entry[i]);
        }
        free(entry);
        return n > 0 && added;
}

/* Records that serai match wrote have a file beside them that says who played: a line for each, which has the file's name. */
static char *seats_beside(const char *file)
{
        const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
        char path[4096], wanted[300], *text, *line = NULL;
        size_t size;

        snprintf(path, sizeof path, "%.*sseats", (int)(base - file), file);
        snprintf(wanted, sizeof wanted, "{\"file\":\"%.256s\",", base);
        text = cli_read_file(path, &size);
        if (text && (line = strstr(text, wanted))) {
                line[strcspn(line, "\n")] = '\0';
                line = strdup(line);
        }
        free(text);
        return line;
}

static void read_names(struct review *r, const char *seats)
{
        int players = game_players(&r->record.state);

        for (int p = 0; p < players; p++)
                snprintf(r->name[p], NAME_ROOM, "seat %d", p + 1);
        for (int p = 0; seats && p < players && (seats = strstr(seats, "\"name\":\"")); p++) {
                size_t n = 0;

                for (seats += strlen("\"name\":\""); *seats && *seats != '"'; seats++)
                        if (n + 1 < NAME_ROOM)
                                r->name[p][n++] = *seats;
                r->name[p][n] = '\0';
        }
}

/* Reads a record and reviews it. 0, after an error message. */
static int look_at(struct review *r, const char *file, struct judge *judge, int effort)
{
        char *seats = NULL;
        struct ledger ledger;

        memset(r, 0, sizeof *r);
        r->file = file;
        if (!cli_read_seated_record(&r->record, file, 0, &seats))
                return 0;
        seats = seats ? seats : seats_beside(file);
        read_names(r, seats);
        free(seats);
        if (r->record.game->turn(&r->record.state) != OVER) {
                cli_fail("%s is refused: the game is not over after its %zu moves", file, r->record.count);
                return 0;
        }
        r->step = calloc(r->record.count ? r->record.count : 1, sizeof *r->step);
        if (!r->step) {
                cli_fail("there is no memory left");
                return 0;
        }
        judge_open(judge, r->record.game, effort);
        ledger_open(&ledger, judge, &r->record.start, r->record.dealt, r->record.moves, r->record.count);
        while (ledger_step(&ledger, &r->step[ledger.at]))
                cli_progress("%s: move %zu of %zu", file, ledger.at, ledger.count);
        memcpy(r->account, ledger.account, sizeof r->account);
        r->solved = ledger.solved;
        return 1;
}

static void review_close(struct review *r)
{
        free(r->step);
        record_close(&r->record);
}

const char *review_move(const struct review *r, size_t step, move m, char *text)
{
        struct record at = record_at(&r->record, step);

        game_print_move(at.game, &at.state, m, text, MAX_MOVE_TEXT);
        return text;
}

const char *review_moment(const struct review *r, const struct moment *m, char text[MOMENT_TEXT])
{
        char made[MAX_MOVE_TEXT], best[MAX_MOVE_TEXT];
        const struct step *s = &r->step[m->step - (m->step > 0)];

        *text = '\0';
        if (m->step && s->who == CHANCE)
                snprintf(text, MOMENT_TEXT, "move %u, %s, by luck: %+.1f", m->step, review_move(r, m->step - 1, s->made, made),
                         percent(m->swing));
        else if (m->step)
                snprintf(text, MOMENT_TEXT, "move %u, player %d played %s (better: %s): %+.1f", m->step, s->who + 1,
                         review_move(r, m->step - 1, s->made, made), review_move(r, m->step - 1, s->best, best), percent(m->swing));
        return text;
}

const struct step *review_error(const struct review *r, const struct step *other)
{
        const struct step *most = NULL;

        for (const struct step *s = r->step; s < r->step + r->record.count; s++)
                if (s->error > 0 && (!other || s->error < other->error) && (!most || s->error > most->error))
                        most = s;
        return most;
}

double percent(int32_t share)
{
        return 100.0 * share / WHOLE;
}

double mean_error(const struct account *a)
{
        return a->decisions ? (double)a->error / a->decisions / WHOLE : 0;
}

double even_error(const struct account *a)
{
        return a->stake ? (double)a->error / a->stake : 0;
}

double luck_in_points(const struct game *g, int players, double luck)
{
        int points = skill_points(g, players);

        return points ? luck * points : NAN;
}

/* --- sums --- */

static struct player_sums *sums_of(struct sums *s, const struct review *r, int seat)
{
        int players = game_players(&r->record.state);
        struct player_sums *more;

        for (int i = 0; i < s->players; i++)
                if (s->player[i].game == r->record.game && s->player[i].players == players &&
                    strcmp(s->player[i].name, r->name[seat]) == 0)
                        return &s->player[i];
        more = realloc(s->player, (size_t)(s->players + 1) * sizeof *more);
        if (!more)
                return NULL;
        s->player = more;
        more += s->players++;
        memset(more, 0, sizeof *more);
        memcpy(more->name, r->name[seat], NAME_ROOM);
        more->game = r->record.game;
        more->players = players;
        return more;
}

/* What the judge expected for the mover before a decision, and what came of it. */
static void calibrate(struct calibration *c, const struct review *r, const struct step *s)
{
        int32_t before = (int32_t)s->value[s->who] - s->swing[s->who] - s->correction[s->who];
        double value = (double)before / WHOLE, won = (double)r->account[s->who].result / WHOLE;
        int bin = value >= 1 ? CALIBRATION_BINS - 1 : (int)(value * CALIBRATION_BINS);

        c->n++;
        c->brier += (value - won) * (value - won);
        c->bin[bin].n++;
        c->bin[bin].value += value;
        c->bin[bin].won += won;
}

/* 0: out of memory. */
static int add_up(struct sums *sums, const struct review *r)
{
        for (int p = 0; p < game_players(&r->record.state); p++) {
                const struct account *a = &r->account[p];
                struct player_sums *s = sums_of(sums, r, p);

                if (!s)
                        return 0;
                sample_add(&s->won, (double)a->result / WHOLE);
                sample_add(&s->adjusted, (double)account_adjusted(a) / WHOLE);
                sample_add(&s->luck, (double)(a->deal + a->luck) / WHOLE);
                if (a->decisions)
                        sample_add(&s->error, mean_error(a));
                s->decisions += a->decisions;
                s->errors += (double)a->error / WHOLE;
                s->stakes += (double)a->stake / WHOLE;
                s->forgot += (double)a->forgot / WHOLE;
        }
        for (size_t i = 0; i < r->record.count; i++)
                if (r->step[i].who != CHANCE && r->step[i].choices > 1)
                        calibrate(&sums->calibration, r, &r->step[i]);
        sums->games++;
        return 1;
}

/* --- JSON --- */

static void json_list(const char *key, const int32_t *list, int n)
{
        printf(",\"%s\":[", key);
        for (int i = 0; i < n; i++)
                printf(i ? ",%d" : "%d", list[i]);
        putchar(']');
}

static void json_decimal(const char *key, double x)
{
        if (isfinite(x))
                printf(",\"%s\":%.6f", key, fabs(x) < 5e-7 ? 0 : x);
        else
                printf(",\"%s\":null", key);
}

static void json_seat_account(const struct review *r, int p)
{
        const struct account *a = &r->account[p];
        int players = game_players(&r->record.state);

        fputs("{\"name\":", stdout);
        cli_json_words(stdout, r->name[p]);
        printf(",\"start\":%d,\"deal\":%d,\"luck\":%d", a->start, a->deal, a->luck);
        json_list("play", a->play, players);
        printf(",\"correction\":%d,\"result\":%d,\"adjusted\":%d,\"decisions\":%u,\"error\":%u,\"forgot\":%u,\"stake\":%u",
               a->correction, a->result, account_adjusted(a), a->decisions, a->error, a->forgot, a->stake);
        printf(",\"class\":\"%s\",\"best\":{\"step\":%u,\"swing\":%d},\"worst\":{\"step\":%u,\"swing\":%d}",
               skill_class(r->record.game, even_error(a)), a->best.step, a->best.swing, a->worst.step, a->worst.swing);
        json_decimal("luck_points", luck_in_points(r->record.game, players, (double)(a->deal + a->luck) / WHOLE));
        putchar('}');
}

static void json_steps(const struct review *r)
{
        int players = game_players(&r->record.state);
        char text[MAX_MOVE_TEXT];

        fputs(",\"steps\":[", stdout);
        for (size_t i = 0; i < r->record.count; i++) {
                const struct step *s = &r->step[i];

                printf("%s{\"by\":%d,\"move\":\"%s\"", i ? "," : "", s->who == CHANCE ? 0 : s->who + 1,
                       review_move(r, i, s->made, text));
                printf(",\"best\":\"%s\",\"choices\":%d", review_move(r, i, s->best, text), s->choices);
                json_list("swing", s->swing, players);
                json_list("correction", s->correction, players);
                json_list("value", (const int32_t *)s->value, players);
                printf(",\"error\":%u,\"forgot\":%u}", s->error, s->forgot);
        }
        putchar(']');
}

static void put_game_json(const struct review *r, const struct arguments *w, const char *judge, int first)
{
        int players = game_players(&r->record.state);

        printf("%s{\"file\":", first ? "" : ",");
        cli_json_words(stdout, r->file);
        printf(",\"game\":\"%s\",\"players\":%d,\"judge\":\"%s\",\"moves\":%zu,\"solved\":%zu,\"seats\":[", r->record.game->name,
               players, judge, r->record.count, r->record.count - r->solved);
        for (int p = 0; p < players; p++) {
                fputs(p ? "," : "", stdout);
                json_seat_account(r, p);
        }
        putchar(']');
        if (w->steps)
                json_steps(r);
        putchar('}');
}

static void json_sample(const char *key, const struct sample *s)
{
        struct interval between = sample_interval(s);

        printf(",\"%s\":{\"games\":%.0f", key, s->n);
        json_decimal("mean", sample_mean(s));
        json_decimal("low", between.low);
        json_decimal("high", between.high);
        putchar('}');
}

static void json_sums(const struct sums *s)
{
        fputs("],\"players\":[", stdout);
        for (int i = 0; i < s->players; i++) {
                const struct player_sums *p = &s->player[i];

                fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
                cli_json_words(stdout, p->name);
                printf(",\"game\":\"%s\",\"players\":%d", p->game->name, p->players);
                json_sample("won", &p->won);
                json_sample("adjusted", &p->adjusted);
                json_sample("luck", &p->luck);
                json_sample("error", &p->error);
                printf(",\"decisions\":%.0f", p->decisions);
                json_decimal("mean_error", p->decisions > 0 ? p->errors / p->decisions : NAN);
                json_decimal("even_error", p->stakes > 0 ? p->errors / p->stakes : NAN);
                json_decimal("mean_forgot", p->decisions > 0 ? p->forgot / p->decisions : NAN);
                putchar('}');
        }
        printf("],\"calibration\":{\"decisions\":%.0f", s->calibration.n);
        json_decimal("brier", s->calibration.n > 0 ? s->calibration.brier / s->calibration.n : NAN);
        fputs(",\"bins\":[", stdout);
        for (int i = 0; i < CALIBRATION_BINS; i++) {
                double n = s->calibration.bin[i].n;

                printf("%s{\"decisions\":%.0f", i ? "," : "", n);
                json_decimal("value", n > 0 ? s->calibration.bin[i].value / n : NAN);
                json_decimal("won", n > 0 ? s->calibration.bin[i].won / n : NAN);
                putchar('}');
        }
        fputs("]}}\n", stdout);
}

/* --- tables --- */

/* "+6.2", or nothing where luck in points is not known. */
static void print_points(double points)
{
        if (isnan(points))
                printf("%9s", "");
        else
                printf("  %+7.1f", points);
}

static void print_accounts(const struct review *r)
{
        int players = game_players(&r->record.state);

        puts("player                start    deal    luck  points  own play  others'   judge  result  adjusted   error  class");
        for (int p = 0; p < players; p++) {
                const struct account *a = &r->account[p];
                int32_t others = 0;

                for (int q = 0; q < players; q++)
                        others += q == p ? 0 : a->play[q];
                printf("%d %-16.16s  %6.1f  %+6.1f  %+6.1f", p + 1, r->name[p], percent(a->start), percent(a->deal),
                       percent(a->luck));
                print_points(luck_in_points(r->record.game, players, (double)(a->deal + a->luck) / WHOLE));
                printf("  %+7.1f  %+7.1f  %+6.1f  %6.1f  %8.1f  %6.2f  %s\n", percent(a->play[p]), percent(others),
                       percent(a->correction), percent(a->result), percent(account_adjusted(a)), 100 * mean_error(a),
                       skill_class(r->record.game, even_error(a)));
        }
}

enum { ERRORS_SHOWN = 5 };

static void print_errors(const struct review *r)
{
        const struct step *worst = review_error(r, NULL);
        char text[MAX_MOVE_TEXT];

        if (worst)
                puts("\nThe largest errors:");
        for (int shown = 0; worst && shown < ERRORS_SHOWN; worst = review_error(r, worst), shown++) {
                size_t at = (size_t)(worst - r->step);

                printf("  move %zu: player %d played %s", at + 1, worst->who + 1, review_move(r, at, worst->made, text));
                printf(", better was %s: %.1f", review_move(r, at, worst->best, text), percent((int32_t)worst->error));
                if (worst->forgot > 0)
                        printf(", of which %.1f forgotten", percent((int32_t)worst->forgot));
                putchar('\n');
        }
}

static void print_game(const struct review *r, const char *judge)
{
        int players = game_players(&r->record.state);

        printf("%s: %s, %d players, %zu moves; percent of the win, judged by %s\n\n", r->file, r->record.game->name, players,
               r->record.count, judge);
        print_accounts(r);
        if (r->solved < r->record.count)
                printf("\nThe last %zu moves are solved exactly.\n", r->record.count - r->solved);
        puts("\nThe best and the worst moment of each:");
        for (int p = 0; p < players; p++) {
                char best[MOMENT_TEXT], worst[MOMENT_TEXT];

                printf("  %d %s\n    best:  %s\n    worst: %s\n", p + 1, r->name[p], review_moment(r, &r->account[p].best, best),
                       review_moment(r, &r->account[p].worst, worst));
        }
        print_errors(r);
}

static void print_sample(const struct sample *s)
{
        struct interval between = sample_interval(s);

        printf("  %6.1f (%6.1f to %6.1f)", 100 * sample_mean(s), 100 * between.low, 100 * between.high);
}

static void print_sums(const struct sums *s)
{
        printf("%d games; percent of the win with 95 %% intervals, judged by %s\n\n", s->games, s->judge);
        puts("player            game          games  won                         adjusted                    luck a game"
             "                  error  forgot  class");
        for (int i = 0; i < s->players; i++) {
                const struct player_sums *p = &s->player[i];

                printf("%-16.16s  %-9s %d  %6.0f", p->name, p->game->name, p->players, p->won.n);
                print_sample(&p->won);
                print_sample(&p->adjusted);
                print_sample(&p->luck);
                if (p->decisions > 0)
                        printf("  %6.2f  %6.2f  %s", 100 * p->errors / p->decisions, 100 * p->forgot / p->decisions,
                               skill_class(p->game, p->stakes > 0 ? p->errors / p->stakes : 0));
                putchar('\n');
        }
        if (s->calibration.n > 0)
                printf("\nBefore %.0f decisions the judge expected the result with a Brier score of %.4f.\n", s->calibration.n,
                       s->calibration.brier / s->calibration.n);
}

/* --- the command --- */

enum { MOST_ON_PAGE = 20 };

/* Reviews all files. The number that could not be; -1: out of memory. */
static int review_all(const struct list *l, const struct arguments *w, struct judge *judge, struct sums *sums, FILE *page)
{
        int failed = 0, added = 1;

        for (int i = 0; added && i < l->count; i++) {
                char name[JUDGE_NAME];
                struct text t = { name, sizeof name, 0 };
                struct review r;

                if (look_at(&r, l->name[i], judge, w->effort)) {
                        cli_progress_end();
                        judge_name(judge, &t);
                        text_close(&t);
                        if (w->json && sums->games == 0)
                                printf("{\"whole\":%d,\"games\":[", WHOLE);
                        added = add_up(sums, &r);
                        snprintf(sums->judge, sizeof sums->judge, "%s",
                                 sums->games == 1 || strcmp(name, sums->judge) == 0 ? name : "a judge for each game");
                        if (w->json)
                                put_game_json(&r, w, name, sums->games == 1);
                        else if (l->count == 1)
                                print_game(&r, name);
                        if (page && sums->games <= MOST_ON_PAGE)
                                review_page_game(page, &r, name);
                } else {
                        failed++;
                }
                review_close(&r);
        }
        return added ? failed : -1;
}

static int write_all(const struct list *l, const struct arguments *w, struct judge *judge)
{
        FILE *page = w->page ? fopen(w->page, "w") : NULL;
        struct sums sums = { 0 };
        int failed;

        if (w->page && !page) {
                cli_fail("%s cannot be written: %s", w->page, strerror(errno));
                return 1;
        }
        if (page)
                review_page_open(page);
        failed = review_all(l, w, judge, &sums, page);
        if (sums.games && w->json)
                json_sums(&sums);
        else if (sums.games && l->count > 1)
                print_sums(&sums);
        if (page && sums.games > 1)
                review_page_sums(page, &sums);
        if (page && !review_page_close(page))
                failed = (cli_fail("%s cannot be written: %s", w->page, strerror(errno)), 1);
        if (failed < 0)
                cli_fail("there is no memory left");
        free(sums.player);
        return failed != 0;
}

int cli_review(int argc, char **argv)
{
        struct arguments w = { 0 };
        struct list l = { 0 };
        struct judge *judge;
        int status = arguments_read(&review_subcommand, &w, &argc, argv);

        if (status != GO_ON)
                return status;
        if (argc == 0)
                return cli_fail("review needs FILE, the record of a finished game; see serai review --help");
        if (w.steps && !w.json)
                return cli_fail("--steps goes with --json");
        status = 0;
        for (int i = 0; i < argc; i++) {
                if (argv[i][0] == '-' && argv[i][1]) {
                        list_close(&l);
                        return cli_fail("review does not know %.200s; see serai review --help", argv[i]);
                }
                status |= !gather(&l, argv[i]);
        }
        judge = malloc(sizeof *judge);
        if (!judge)
                status = (cli_fail("there is no memory left"), 1);
        else if (l.count)
                status |= write_all(&l, &w, judge);
        free(judge);
        list_close(&l);
        return status;
}
