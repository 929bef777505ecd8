/* API handlers for lists, and for the export of a person's data; see api.h. */
#include "api.h"

#include <stdlib.h>
#include <string.h>

#include "../../bots/bot.h"
#include "../../table/daily.h"
#include "../people/rating.h"
#include "../store/new_id.h"

enum { GAMES_AT_ONCE = 50, BEST = 50 };

static void write_number_or_null(struct json *j, const char *key, const struct rows *r, int row, int column)
{
        if (rows_is_null(r, row, column))
                write_format(j, ",\"%s\":null", key);
        else
                write_format(j, ",\"%s\":%.0f", key, rows_real(r, row, column));
}

/* One seat of a table, from a row of TABLES_OF. */
static void write_seat(struct json *j, const struct rows *r, int row)
{
        json_text(j, "{");
        if (!rows_is_null(r, row, PLAYED_LEVEL))
                write_format(j, "\"name\":\"\",\"level\":%d", (int)rows_number(r, row, PLAYED_LEVEL));
        else if (rows_is_null(r, row, PLAYED_NAME))
                json_text(j, "\"name\":null");
        else
                write_format(j, "\"name\":\"%s\"", rows_text(r, row, PLAYED_NAME, NULL));
        write_number_or_null(j, "place", r, row, PLAYED_PLACE);
        write_number_or_null(j, "points", r, row, PLAYED_POINTS);
        write_number_or_null(j, "rating", r, row, PLAYED_RATING);
        json_text(j, "}");
}

/* The rows of TABLES_OF: a table for all rows with its id. */
void write_games(struct json *j, const struct rows *r, int64_t person)
{
        static const char *const STATES[] = { [TABLE_OPEN] = "open", [TABLE_PLAYING] = "playing", [TABLE_OVER] = "over" };
        char id[ID_TEXT + 1];
        int count = rows_count(r);

        json_text(j, "\"games\":[");
        for (int row = 0, next; row < count; row = next) {
                int you = 0;

                id_print(rows_number(r, row, PLAYED_TABLE), id);
                write_format(j, "%s{\"table\":\"%s\",\"game\":\"%s\",\"state\":\"%s\",\"at\":%lld,\"seats\":[", row ? "," : "", id,
                             rows_text(r, row, PLAYED_GAME, NULL), STATES[rows_number(r, row, PLAYED_STATE)],
                             (long long)rows_number(r, row, PLAYED_AT));
                for (next = row; next < count && rows_number(r, next, PLAYED_TABLE) == rows_number(r, row, PLAYED_TABLE); next++) {
                        if (next > row)
                                json_text(j, ",");
                        write_seat(j, r, next);
                        if (rows_number(r, next, PLAYED_PERSON) == person)
                                you = (int)rows_number(r, next, PLAYED_SEAT);
                }
                write_format(j, "],\"you\":%d}", you);
        }
        json_text(j, "]");
}

static void write_list_of_games(struct json *j, const void *what)
{
        const struct finding *f = what;

        json_text(j, "{");
        write_games(j, work_rows(f->work, 0), f->call->who.id);
        json_text(j, "}");
}

static void then_list_games(struct call *c, struct work *w)
{
        call_answer(c, OK, write_list_of_games, &(struct finding){ c, w });
}

/* Parses a time; if there is none, the end of time. */
static int moment_in(const char *digits, int64_t *at)
{
        *at = INT64_MAX;
        if (!digits[0])
                return 1;
        if (strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 18)
                return 0;
        *at = strtoll(digits, NULL, 10);
        return 1;
}

void run_games(struct call *c)
{
        struct work *w;
        int64_t before;

        if (!moment_in(c->argument, &before)) {
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "before, a time in milliseconds");
                return;
        }
        w = call_work(c, then_list_games);
        work_add(w, TABLES_OF, "iii", c->who.id, before, (int64_t)GAMES_AT_ONCE);
        store_do(c->server->store, w);
}

/* The devices that are notified; their addresses and keys. */
static void write_pushes(struct json *j, const struct rows *r)
{
        json_text(j, "\"notices\":[");
        for (int i = 0; i < rows_count(r); i++) {
                json_text(j, i ? ",{\"endpoint\":" : "{\"endpoint\":");
                json_string(j, rows_text(r, i, PUSHED_TO, NULL));
                write_format(j, ",\"key\":\"%s\",\"auth\":\"%s\",\"at\":%lld}", rows_text(r, i, PUSHED_KEY, NULL),
                             rows_text(r, i, PUSHED_AUTH, NULL), (long long)rows_number(r, i, PUSHED_SINCE));
        }
        json_text(j, "],");
}

static void write_data(struct json *j, const void *what)
{
        const struct finding *f = what;
        const struct rows *person = work_rows(f->work, 0), *sessions = work_rows(f->work, 1), *ratings = work_rows(f->work, 2),
                          *chat = work_rows(f->work, 3), *reports = work_rows(f->work, 5), *tokens = work_rows(f->work, 6),
                          *daily = work_rows(f->work, 7), *met = work_rows(f->work, 14);
        struct token_text own = people_token_hash(&f->call->token);
        char id[ID_TEXT + 1];

        json_text(j, "{");
        write_person(j, &f->call->who);
        write_format(j, ",\"since\":%lld,", (long long)rows_number(person, 0, PERSON_AT));
        write_devices(j, sessions, &own);
        json_text(j, ",");
        write_passkeys(j, work_rows(f->work, 12));
        write_format(j, ",\"codes\":%lld,\"ratings\":[", (long long)rows_number(work_rows(f->work, 13), 0, 0));
        for (int i = 0; i < rows_count(ratings); i++)
                write_format(j, "%s{\"game\":\"%s\",\"mu\":%.6f,\"sigma\":%.6f,\"games\":%lld}", i ? "," : "",
                             rows_text(ratings, i, OWN_RATING_GAME, NULL), rows_real(ratings, i, OWN_RATING_MU),
                             rows_real(ratings, i, OWN_RATING_SIGMA), (long long)rows_number(ratings, i, OWN_RATING_GAMES));
        json_text(j, "],\"met\":[");
        for (int i = 0; i < rows_count(met); i++)
                write_format(j, "%s{\"game\":\"%s\",\"times\":%.3f,\"at\":%lld}", i ? "," : "", rows_text(met, i, 0, NULL),
                             rows_real(met, i, 1), (long long)rows_number(met, i, 2));
        json_text(j, "],\"chat\":[");
        for (int i = 0; i < rows_count(chat); i++) {
                id_print(rows_number(chat, i, OWN_CHAT_TABLE), id);
                write_format(j, "%s{\"table\":\"%s\",\"at\":%lld,\"words\":\"", i ? "," : "", id,
                             (long long)rows_number(chat, i, OWN_CHAT_AT));
                json_text(j, rows_text(chat, i, OWN_CHAT_WORDS, NULL));
                json_text(j, "\"}");
        }
        json_text(j, "],\"daily\":[");
        for (int i = 0; i < rows_count(daily); i++) {
                char date[DATE_TEXT + 1];

                daily_print_date(rows_number(daily, i, OWN_DAILY_DAY), date);
                write_format(j, "%s{\"date\":\"%s\",\"points\":%lld,\"ahead\":%lld,\"at\":%lld}", i ? "," : "", date,
                             (long long)rows_number(daily, i, OWN_DAILY_POINTS), (long long)rows_number(daily, i, OWN_DAILY_AHEAD),
                             (long long)rows_number(daily, i, OWN_DAILY_AT));
        }
        json_text(j, "],\"reports\":[");
        for (int i = 0; i < rows_count(reports); i++) {
                write_format(j, "%s{\"at\":%lld,\"name\":\"%s\",\"why\":\"%s\",\"settled\":%lld,\"answer\":\"", i ? "," : "",
                             (long long)rows_number(reports, i, 0), rows_text(reports, i, 1, NULL), rows_text(reports, i, 3, NULL),
                             (long long)rows_number(reports, i, 4));
                json_text(j, rows_text(reports, i, 5, NULL));
                json_text(j, "\"}");
        }
        json_text(j, "],\"tokens\":[");
        for (int i = 0; i < rows_count(tokens); i++)
                write_format(j, "%s%lld", i ? "," : "", (long long)rows_number(tokens, i, 0));
        write_format(j, "],\"bot\":%d,\"admin\":%d,\"muted\":%lld,\"banned\":%lld,", f->call->who.bot, f->call->who.admin,
                     (long long)f->call->who.muted, (long long)f->call->who.banned);
        write_friends_data(j, work_rows(f->work, 8), work_rows(f->work, 9), work_rows(f->work, 10));
        write_pushes(j, work_rows(f->work, 11));
        write_attempts(j, work_rows(f->work, 15));
        json_text(j, ",");
        write_games(j, work_rows(f->work, 4), f->call->who.id);
        json_text(j, "}");
}

static void then_tell_data(struct call *c, struct work *w)
{
        if (rows_count(work_rows(w, 0)) == 0) /* deleted a moment ago */
                call_refuse(c, UNAUTHORIZED, &UNKNOWN_SESSION);
        else
                call_answer(c, OK, write_data, &(struct finding){ c, w });
}

void run_data(struct call *c)
{
        struct work *w = call_work(c, then_tell_data);

        work_add(w, PERSON, "i", c->who.id);
        work_add(w, SESSIONS_OF, "i", c->who.id);
        work_add(w, RATINGS_OF, "i", c->who.id);
        work_add(w, CHAT_OF, "i", c->who.id);
        work_add(w, TABLES_OF, "iii", c->who.id, INT64_MAX, INT64_MAX);
        work_add(w, REPORTS_BY, "i", c->who.id);
        work_add(w, BOT_TOKENS_OF, "i", c->who.id);
        work_add(w, DAILY_RESULTS_OF, "i", c->who.id);
        work_add(w, FOLLOWED, "i", c->who.id);
        work_add(w, BLOCKED, "i", c->who.id);
        work_add(w, CHOICES, "i", c->who.id);
        work_add(w, PUSHES_OF, "i", c->who.id);
        work_add(w, PASSKEYS_OF, "i", c->who.id);
        work_add(w, COUNT_CODES, "i", c->who.id);
        work_add(w, MET_OF, "i", c->who.id);
        work_add(w, ATTEMPTS_OF, "i", c->who.id);
        store_do(c->server->store, w);
}

/* An item of the ranking: a person, or a bot if the level is not 0. */
struct best {
        int level, bot; /* bot: a person who is a program */
        struct rating rating;
        int64_t who, games;
        const char *name;
};

/* The ranking of a game, people and bots, the best first; returns the count. Bots that have no rating of their own have that of
 * the ladder. */
static int best_of(const struct game *g, const struct rows *r, struct best *best)
{
        int count = 0, listed[LEVELS + 1] = { 0 };

        for (int i = 0; i < rows_count(r); i++, count++) {
                int64_t who = rows_number(r, i, TOP_WHO);
                int level = who < 0 && who >= -LEVELS ? (int)-who : 0;

                best[count] = (struct best){ .level = level,
                                             .rating = { rows_real(r, i, TOP_MU), rows_real(r, i, TOP_SIGMA) },
                                             .who = who,
                                             .games = rows_number(r, i, TOP_GAMES),
                                             .name = rows_text(r, i, TOP_NAME, NULL),
                                             .bot = (int)rows_number(r, i, TOP_BOT) };
                listed[level] = 1;
        }
        for (int level = LEVELS; level > 0; level--) {
                struct best bot = { .level = level, .rating = rating_of_bot(g, level) };
                int at = count;

                if (listed[level])
                        continue;
                for (; at > 0 && best[at - 1].rating.mu < bot.rating.mu; at--)
                        best[at] = best[at - 1];
                best[at] = bot;
                count++;
        }
        return count < BEST ? count : BEST;
}

static void write_top(struct json *j, const void *what)
{
        const struct finding *f = what;
        struct best best[BEST + LEVELS];
        int count = best_of(game_named(f->call->argument), work_rows(f->work, 0), best);
        char id[ID_TEXT + 1];

        write_format(j, "{\"game\":\"%s\",\"top\":[", f->call->argument);
        for (int i = 0; i < count; i++) {
                json_text(j, i ? ",{" : "{");
                id_print(best[i].who, id);
                if (best[i].level)
                        write_format(j, "\"level\":%d,", best[i].level);
                else
                        write_format(j, "\"person\":\"%s\",\"name\":\"%s\",%s", id, best[i].name,
                                     best[i].bot ? "\"bot\":true," : "");
                write_format(j, "\"rating\":%d,\"games\":%lld}", rating_shown(best[i].rating), (long long)best[i].games);
        }
        json_text(j, "]}");
}

static void then_tell_top(struct call *c, struct work *w)
{
        call_answer(c, OK, write_top, &(struct finding){ c, w });
}

void run_top(struct call *c)
{
        struct work *w;

        if (!game_named(c->argument)) {
                call_refuse(c, BAD_REQUEST, &NO_SUCH_GAME);
                return;
        }
        w = call_work(c, then_tell_top);
        work_add(w, TOP, "ti", c->argument, (int64_t)BEST);
        store_do(c->server->store, w);
}
