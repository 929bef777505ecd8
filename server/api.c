/* The API over HTTP; see api.h.
 *
 * A call is its own thing, apart from the line it came by: while the store or the pool works for it the line may go, and the call
 * then ends without being heard. So nothing that is finished later ever holds a line; a call does, and is told when it goes. */
#include "api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../table/message.h"
#include "../table/outbox.h"
#include "hall.h"
#include "id.h"
#include "password.h"
#include "metrics.h"
#include "people.h"
#include "rating.h"

enum {
        MAX_BODY = 4096,
        MAX_COOKIES = 2048,
        MAX_ARGUMENT = 64,
        MAX_CALLS = 1024, /* under way at once */
        LEAST_PASSWORD = 8,
        GAMES_AT_ONCE = 50,
        BEST = 50,      /* in the list of the best */
        TOO_MANY = 429, /* a status that libwebsockets has no name for */
};

/* What is limited, by address; and tries of one login by everybody together. */
enum { ANY_CALL, NEW_GUEST, TRY_PASSWORD, TRY_LOGIN };
static const struct limit LIMITS[] = {
        [ANY_CALL] = { .burst = 60, .every = 500 },
        [NEW_GUEST] = { .burst = 30, .every = 6000 },
        [TRY_PASSWORD] = { .burst = 10, .every = 6000 },
        [TRY_LOGIN] = { .burst = 30, .every = 10000 },
};

struct route;

struct call {
        struct server *server;
        struct lws *wsi; /* NULL: it is gone */
        const struct route *route;
        char address[MAX_ADDRESS];
        int secure;
        struct token_text token; /* "" if none was shown */
        char argument[MAX_ARGUMENT];
        char body[MAX_BODY];
        size_t size;
        int heard; /* 1: all of it is here */
        struct message message;
        struct person who; /* id 0: nobody */
        void (*next)(struct call *c, struct work *w);
        int under_way; /* 1: the store or the pool works for it */
        /* the answer; 0 while there is none */
        unsigned status;
        struct token_text given; /* the token that is given with it */
        int gives_token;
        int last;    /* 1: the line is closed after it */
        int written; /* 1: its header is */
        struct outbox out;
};

struct route {
        const char *path;
        const char *argument; /* in the address, behind a question mark; or NULL */
        int post;
        enum { ANYBODY, WHO, SOMEBODY } whose; /* who may ask: anybody; the same, but it is found out who; somebody known */
        void (*run)(struct call *c);
};

static void run_me(struct call *c);
static void run_name(struct call *c);
static void run_keep(struct call *c);
static void run_enter(struct call *c);
static void run_leave(struct call *c);
static void run_forget(struct call *c);
static void run_data(struct call *c);
static void run_games(struct call *c);
static void run_top(struct call *c);
static void run_health(struct call *c);
static void run_metrics(struct call *c);

static const struct route ROUTES[] = {
        { "/api/me", NULL, 1, WHO, run_me },
        { "/api/name", NULL, 1, SOMEBODY, run_name },
        { "/api/keep", NULL, 1, SOMEBODY, run_keep },
        { "/api/enter", NULL, 1, ANYBODY, run_enter },
        { "/api/leave", NULL, 1, ANYBODY, run_leave },
        { "/api/forget", NULL, 1, SOMEBODY, run_forget },
        { "/api/data", NULL, 0, SOMEBODY, run_data },
        { "/api/games", "before=", 0, SOMEBODY, run_games },
        { "/api/top", "game=", 0, ANYBODY, run_top },
        { "/healthz", NULL, 0, ANYBODY, run_health },
        { "/metrics", NULL, 0, ANYBODY, run_metrics },
        { .path = NULL },
};

/* --- answering --- */

static void call_close(struct call *c)
{
        c->server->calls--;
        message_close(&c->message);
        outbox_close(&c->out);
        free(c);
}

/* The answer is there. */
static void answer(struct call *c, unsigned status, void (*write)(struct json *j, const void *what), const void *what)
{
        outbox_add(&c->out, write, what);
        c->status = status;
        c->under_way = 0;
        if (c->wsi)
                lws_callback_on_writable(c->wsi);
        else
                call_close(c);
}

/* Words that may hold anything, within quotes. */
static void write_words(struct json *j, const char *words)
{
        for (; *words; words++)
                if ((unsigned char)*words >= ' ') {
                        if (*words == '"' || *words == '\\')
                                text_bytes(&j->out, "\\", 1);
                        text_bytes(&j->out, words, 1);
                }
}

static void write_format(struct json *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As printf; for what is short and needs no care. */
static void write_format(struct json *j, const char *format, ...)
{
        char text[512];
        va_list args;

        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        json_text(j, text);
}

static void write_refusal(struct json *j, const void *why)
{
        json_text(j, "{\"why\":\"");
        write_words(j, why);
        json_text(j, "\"}");
}

static void refuse(struct call *c, unsigned status, const char *why)
{
        answer(c, status, write_refusal, why);
}

static void write_nothing(struct json *j, const void *what)
{
        (void)what;
        json_text(j, "{}");
}

static void write_person(struct json *j, const struct person *p)
{
        char id[ID_TEXT + 1];

        id_print(p->id, id);
        write_format(j, "\"person\":\"%s\",\"name\":\"%s\",\"login\":", id, p->name);
        if (p->login[0])
                write_format(j, "\"%s\"", p->login);
        else
                json_text(j, "null");
}

static void write_me(struct json *j, const void *what)
{
        json_text(j, "{");
        write_person(j, what);
        json_text(j, "}");
}

static void tell_me(struct call *c)
{
        answer(c, HTTP_STATUS_OK, write_me, &c->who);
}

/* With the answer comes this token, or none any more. */
static void give_token(struct call *c, const struct token_text *token)
{
        c->given = token ? *token : (struct token_text){ "" };
        c->gives_token = 1;
}

/* --- waiting for the store --- */

static void on_work(struct work *w)
{
        struct call *c = work_whose(w);

        if (work_outcome(w) == STORE_FAILED)
                refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, work_why(w));
        else
                c->next(c, w);
        work_close(w);
}

static struct work *begin_work(struct call *c, void (*next)(struct call *c, struct work *w))
{
        c->next = next;
        c->under_way = 1;
        return work_open(on_work, c);
}

static void then_tell_me(struct call *c, struct work *w)
{
        (void)w;
        tell_me(c);
}

static void then_be_nobody(struct call *c, struct work *w)
{
        (void)w;
        give_token(c, NULL);
        answer(c, HTTP_STATUS_OK, write_nothing, NULL);
}

/* Whoever sits somewhere has the new name there too, or none. */
static void then_rename(struct call *c, struct work *w)
{
        hall_rename(c->server->hall, c->who.id, c->who.name);
        then_tell_me(c, w);
}

static void then_forget(struct call *c, struct work *w)
{
        hall_rename(c->server->hall, c->who.id, "");
        then_be_nobody(c, w);
}

/* --- who one is --- */

static void then_be_guest(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_DONE)
                tell_me(c);
        else
                refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, "somebody has that id already; try again"); /* one in 2^60 */
}

static void run_me(struct call *c)
{
        struct token_text token = people_token(), hash = people_token_hash(&token);
        struct work *w;

        if (c->who.id) {
                tell_me(c);
                return;
        }
        if (!http_allows(c->server, c->address, NEW_GUEST, LIMITS[NEW_GUEST])) {
                refuse(c, TOO_MANY, "too many guests have come from your address; try again in a minute");
                return;
        }
        c->who.id = id_make();
        people_guest_name(c->who.name);
        give_token(c, &token);
        w = begin_work(c, then_be_guest);
        work_add(w, ADD_PERSON, "iti", c->who.id, c->who.name, server_time());
        work_add(w, ADD_SESSION, "tii", hash.text, c->who.id, server_time());
        store_do(c->server->store, w);
}

/* A member of the body as text; NULL, after refusing, if it is not there. */
static const char *member(struct call *c, const char *key, char *out, int cap)
{
        char why[100];

        if (message_plain(&c->message, message_member(&c->message, WHOLE_MESSAGE, key), out, cap))
                return out;
        snprintf(why, sizeof why, "%s is missing, or is no text of at most %d bytes", key, cap - 1);
        refuse(c, HTTP_STATUS_BAD_REQUEST, why);
        return NULL;
}

/* The name in a member of the body; 0, after refusing, if it is none. */
static int name_in(struct call *c, const char *key, char name[MAX_PERSON_NAME])
{
        char text[MAX_ARGUMENT + MAX_PERSON_NAME];
        const char *wrong;

        if (!member(c, key, text, sizeof text))
                return 0;
        wrong = people_name(text, name);
        if (wrong)
                refuse(c, HTTP_STATUS_BAD_REQUEST, wrong);
        return !wrong;
}

static void run_name(struct call *c)
{
        struct work *w;

        if (!name_in(c, "name", c->who.name))
                return;
        w = begin_work(c, then_rename);
        work_add(w, RENAME_PERSON, "it", c->who.id, c->who.name);
        store_do(c->server->store, w);
}

static void run_leave(struct call *c)
{
        struct token_text hash = people_token_hash(&c->token);
        struct work *w = begin_work(c, then_be_nobody);

        work_add(w, END_SESSION, "t", hash.text);
        store_do(c->server->store, w);
}

static void run_forget(struct call *c)
{
        struct work *w = begin_work(c, then_forget);

        work_add(w, FORGET_PERSON, "i", c->who.id);
        store_do(c->server->store, w);
}

/* --- passwords --- */

static void refuse_for_now(struct call *c)
{
        refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, "too many people are coming in at this moment; try again in a second");
}

/* 0, after refusing, if there were too many from this address. */
static int may_try(struct call *c)
{
        int may = http_allows(c->server, c->address, TRY_PASSWORD, LIMITS[TRY_PASSWORD]);

        if (!may)
                refuse(c, TOO_MANY, "too many tries from your address; try again in a minute");
        return may;
}

static void then_be_kept(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN)
                refuse(c, HTTP_STATUS_CONFLICT, "somebody has that login already");
        else
                tell_me(c);
}

static void on_hashed(void *whose, const char *hash)
{
        struct call *c = whose;
        struct token_text own = people_token_hash(&c->token);
        char folded[MAX_PERSON_NAME];
        struct work *w;

        if (!hash) {
                refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, "there is not enough memory for a password now; try again");
                return;
        }
        people_fold(c->who.login, folded);
        w = begin_work(c, then_be_kept);
        work_add(w, KEEP_PERSON, "ittt", c->who.id, c->who.login, folded, hash);
        work_add(w, END_OTHER_SESSIONS, "it", c->who.id, own.text);
        store_do(c->server->store, w);
}

static int characters_of(const char *text)
{
        int count = 0;

        for (; *text; text++)
                count += ((unsigned char)*text & 0xc0) != 0x80;
        return count;
}

static void run_keep(struct call *c)
{
        char password[MAX_PASSWORD];

        if (!may_try(c) || !name_in(c, "login", c->who.login) || !member(c, "password", password, sizeof password))
                return;
        if (characters_of(password) < LEAST_PASSWORD) {
                refuse(c, HTTP_STATUS_BAD_REQUEST, "a password has at least 8 characters");
                return;
        }
        c->under_way = 1;
        if (!password_hash(c->server, password, on_hashed, c))
                refuse_for_now(c);
}

static void on_checked(void *whose, int right)
{
        struct call *c = whose;
        struct token_text token = people_token(), hash = people_token_hash(&token), old = people_token_hash(&c->token);
        struct work *w;

        if (!right) {
                refuse(c, HTTP_STATUS_FORBIDDEN, "that login and password do not belong together");
                return;
        }
        give_token(c, &token);
        w = begin_work(c, then_tell_me);
        work_add(w, ADD_SESSION, "tii", hash.text, c->who.id, server_time());
        work_add(w, END_SESSION, "t", old.text);
        store_do(c->server->store, w);
}

static void then_check(struct call *c, struct work *w)
{
        const struct rows *r = work_rows(w, 0);
        int known = rows_count(r) > 0;
        char password[MAX_PASSWORD];

        if (!member(c, "password", password, sizeof password))
                return;
        if (known) {
                c->who.id = rows_number(r, 0, 0);
                snprintf(c->who.name, sizeof c->who.name, "%s", rows_text(r, 0, 1, NULL));
                snprintf(c->who.login, sizeof c->who.login, "%s", rows_text(r, 0, 2, NULL));
        }
        if (!password_check(c->server, password, known ? rows_text(r, 0, 3, NULL) : NULL, on_checked, c))
                refuse_for_now(c);
}

static void run_enter(struct call *c)
{
        struct guard *g = &c->server->guard;
        char login[MAX_PERSON_NAME], folded[MAX_PERSON_NAME];
        struct work *w;

        if (!may_try(c) || !name_in(c, "login", login))
                return;
        people_fold(login, folded);
        if (!guard_allows(g, guard_bytes(g, TRY_LOGIN, folded, strlen(folded)), LIMITS[TRY_LOGIN], uv_now(&c->server->loop))) {
                refuse(c, TOO_MANY, "too many tries with that login; try again in a minute");
                return;
        }
        w = begin_work(c, then_check);
        work_add(w, FIND_LOGIN, "t", folded);
        store_do(c->server->store, w);
}

/* --- lists --- */

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
        if (!rows_is_null(r, row, 7))
                write_format(j, "\"name\":\"\",\"level\":%d", (int)rows_number(r, row, 7));
        else if (rows_is_null(r, row, 6))
                json_text(j, "\"name\":null");
        else
                write_format(j, "\"name\":\"%s\"", rows_text(r, row, 6, NULL));
        write_number_or_null(j, "place", r, row, 8);
        write_number_or_null(j, "points", r, row, 9);
        write_number_or_null(j, "rating", r, row, 10);
        json_text(j, "}");
}

/* What TABLES_OF found: a table for all rows with its id. */
static void write_games(struct json *j, const struct rows *r, const struct person *me)
{
        static const char *const STATES[] = { "open", "playing", "over" };
        char id[ID_TEXT + 1];
        int count = rows_count(r);

        json_text(j, "\"games\":[");
        for (int row = 0, next; row < count; row = next) {
                int you = 0;

                id_print(rows_number(r, row, 0), id);
                write_format(j, "%s{\"table\":\"%s\",\"game\":\"%s\",\"state\":\"%s\",\"at\":%lld,\"seats\":[", row ? "," : "", id,
                             rows_text(r, row, 1, NULL), STATES[rows_number(r, row, 2) % 3], (long long)rows_number(r, row, 3));
                for (next = row; next < count && rows_number(r, next, 0) == rows_number(r, row, 0); next++) {
                        if (next > row)
                                json_text(j, ",");
                        write_seat(j, r, next);
                        if (rows_number(r, next, 5) == me->id)
                                you = (int)rows_number(r, next, 4);
                }
                write_format(j, "],\"you\":%d}", you);
        }
        json_text(j, "]");
}

/* What a writer needs: the call, and the work that found something for it. */
struct finding {
        const struct call *call;
        const struct work *work;
};

static void write_list_of_games(struct json *j, const void *what)
{
        const struct finding *f = what;

        json_text(j, "{");
        write_games(j, work_rows(f->work, 0), &f->call->who);
        json_text(j, "}");
}

static void then_list_games(struct call *c, struct work *w)
{
        answer(c, HTTP_STATUS_OK, write_list_of_games, &(struct finding){ c, w });
}

/* A moment in digits; if there are none, the end of time. */
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

static void run_games(struct call *c)
{
        struct work *w;
        int64_t before;

        if (!moment_in(c->argument, &before)) {
                refuse(c, HTTP_STATUS_BAD_REQUEST, "before is a time in milliseconds");
                return;
        }
        w = begin_work(c, then_list_games);
        work_add(w, TABLES_OF, "iii", c->who.id, before, (int64_t)GAMES_AT_ONCE);
        store_do(c->server->store, w);
}

static void write_data(struct json *j, const void *what)
{
        const struct finding *f = what;
        const struct rows *person = work_rows(f->work, 0), *sessions = work_rows(f->work, 1), *ratings = work_rows(f->work, 2),
                          *chat = work_rows(f->work, 3);
        char id[ID_TEXT + 1];

        json_text(j, "{");
        write_person(j, &f->call->who);
        write_format(j, ",\"since\":%lld,\"devices\":[", (long long)rows_number(person, 0, 2));
        for (int i = 0; i < rows_count(sessions); i++)
                write_format(j, "%s%lld", i ? "," : "", (long long)rows_number(sessions, i, 0));
        json_text(j, "],\"ratings\":[");
        for (int i = 0; i < rows_count(ratings); i++)
                write_format(j, "%s{\"game\":\"%s\",\"mu\":%.6f,\"sigma\":%.6f,\"games\":%lld}", i ? "," : "",
                             rows_text(ratings, i, 0, NULL), rows_real(ratings, i, 1), rows_real(ratings, i, 2),
                             (long long)rows_number(ratings, i, 3));
        json_text(j, "],\"chat\":[");
        for (int i = 0; i < rows_count(chat); i++) {
                id_print(rows_number(chat, i, 0), id);
                write_format(j, "%s{\"table\":\"%s\",\"at\":%lld,\"words\":\"", i ? "," : "", id,
                             (long long)rows_number(chat, i, 2));
                json_text(j, rows_text(chat, i, 3, NULL));
                json_text(j, "\"}");
        }
        json_text(j, "],");
        write_games(j, work_rows(f->work, 4), &f->call->who);
        json_text(j, "}");
}

static void then_tell_data(struct call *c, struct work *w)
{
        if (rows_count(work_rows(w, 0)) == 0) /* forgotten a moment ago */
                refuse(c, HTTP_STATUS_UNAUTHORIZED, "nobody is known by that cookie");
        else
                answer(c, HTTP_STATUS_OK, write_data, &(struct finding){ c, w });
}

static void run_data(struct call *c)
{
        struct work *w = begin_work(c, then_tell_data);

        work_add(w, PERSON, "i", c->who.id);
        work_add(w, SESSIONS_OF, "i", c->who.id);
        work_add(w, RATINGS_OF, "i", c->who.id);
        work_add(w, CHAT_OF, "i", c->who.id);
        work_add(w, TABLES_OF, "iii", c->who.id, INT64_MAX, INT64_MAX);
        store_do(c->server->store, w);
}

/* One of the best: a person, or a bot if the level is not 0. */
struct best {
        int level;
        struct rating rating;
        int64_t who, games;
        const char *name;
};

/* The best of a game, people and bots, the best first; returns how many. Bots that have no rating of their own have that of the
 * ladder. */
static int best_of(const struct game *g, const struct rows *r, struct best *best)
{
        int count = 0, listed[LEVELS + 1] = { 0 };

        for (int i = 0; i < rows_count(r); i++, count++) {
                int64_t who = rows_number(r, i, 0);
                int level = who < 0 && who >= -LEVELS ? (int)-who : 0;

                best[count] = (struct best){ .level = level,
                                             .rating = { rows_real(r, i, 2), rows_real(r, i, 3) },
                                             .who = who,
                                             .games = rows_number(r, i, 4),
                                             .name = rows_text(r, i, 1, NULL) };
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
                        write_format(j, "\"person\":\"%s\",\"name\":\"%s\",", id, best[i].name);
                write_format(j, "\"rating\":%d,\"games\":%lld}", rating_shown(best[i].rating), (long long)best[i].games);
        }
        json_text(j, "]}");
}

static void then_tell_top(struct call *c, struct work *w)
{
        answer(c, HTTP_STATUS_OK, write_top, &(struct finding){ c, w });
}

static void run_top(struct call *c)
{
        struct work *w;

        if (!game_named(c->argument)) {
                refuse(c, HTTP_STATUS_BAD_REQUEST, "there is no such game");
                return;
        }
        w = begin_work(c, then_tell_top);
        work_add(w, TOP, "ti", c->argument, (int64_t)BEST);
        store_do(c->server->store, w);
}

/* --- health --- */

static void write_ok(struct json *j, const void *what)
{
        (void)what;
        json_text(j, "ok");
}

static void then_be_well(struct call *c, struct work *w)
{
        (void)w;
        answer(c, HTTP_STATUS_OK, write_ok, NULL);
}

/* It is well if it can keep something: a disk that is full lets one read on. */
static void run_health(struct call *c)
{
        struct work *w = begin_work(c, then_be_well);

        work_add(w, PULSE, "i", server_time());
        store_do(c->server->store, w);
}

static void run_metrics(struct call *c)
{
        answer(c, HTTP_STATUS_OK, write_metrics, c->server);
}

/* Whether an answer is for people and programs that know no JSON. */
static int is_plain(const struct call *c)
{
        return (c->route->run == run_health || c->route->run == run_metrics) && c->status == HTTP_STATUS_OK;
}

/* --- a call, from its header to its end --- */

int api_knows(const char *path)
{
        return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0;
}

static const struct route *route_of(const char *path)
{
        const struct route *r = ROUTES;

        while (r->path && strcmp(r->path, path) != 0)
                r++;
        return r;
}

static void on_person(void *whose, const struct person *person, const char *why)
{
        struct call *c = whose;

        if (person)
                c->who = *person;
        if (why)
                refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, why);
        else if (!person && c->route->whose == SOMEBODY)
                refuse(c, HTTP_STATUS_UNAUTHORIZED, "nobody is known by that cookie");
        else
                c->route->run(c);
}

/* Everything that was sent is here. */
static void run(struct call *c)
{
        if (c->route->post && !message_open(&c->message, c->body, c->size)) {
                refuse(c, HTTP_STATUS_BAD_REQUEST, "the body is no JSON object");
        } else if (c->route->whose == ANYBODY) {
                c->route->run(c);
        } else {
                c->under_way = 1;
                people_find(c->server->store, &c->token, on_person, c);
        }
}

/* What speaks against a call before its body is read; 0: nothing. */
static unsigned objection(const struct call *c, struct lws *wsi, const char **why)
{
        int post = http_is(wsi, WSI_TOKEN_POST_URI);

        if (!c->route->path) {
                *why = "there is nothing of that name here";
                return HTTP_STATUS_NOT_FOUND;
        }
        if (post != c->route->post || (!post && !http_is(wsi, WSI_TOKEN_GET_URI))) {
                *why = c->route->post ? "this is a POST" : "this is a GET";
                return HTTP_STATUS_METHOD_NOT_ALLOWED;
        }
        if (post && !http_is_own(wsi)) {
                *why = "this comes from a page that is not ours";
                return HTTP_STATUS_FORBIDDEN;
        }
        if (!http_allows(c->server, c->address, ANY_CALL, LIMITS[ANY_CALL])) {
                *why = "that is too often; try again in a moment";
                return TOO_MANY;
        }
        if (c->server->calls > MAX_CALLS) {
                *why = "too much is asked at this moment; try again";
                return HTTP_STATUS_SERVICE_UNAVAILABLE;
        }
        return 0;
}

/* How long the body will be; -1 if that was not said, or is no number. */
static long length_of_body(struct lws *wsi)
{
        char digits[16] = "";

        if (lws_hdr_copy(wsi, digits, sizeof digits, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
            strspn(digits, "0123456789") != strlen(digits))
                return -1;
        return strtol(digits, NULL, 10);
}

static void read_header(struct call *c, struct lws *wsi)
{
        char cookies[MAX_COOKIES] = "", argument[MAX_ARGUMENT] = "";
        const char *found = NULL;

        c->secure = http_is_secure(wsi);
        http_address(wsi, c->address);
        lws_hdr_copy(wsi, cookies, sizeof cookies, WSI_TOKEN_HTTP_COOKIE);
        people_read_cookie(cookies, &c->token);
        if (c->route->argument)
                found = lws_get_urlarg_by_name(wsi, c->route->argument, argument, sizeof argument);
        snprintf(c->argument, sizeof c->argument, "%s", found ? found : "");
}

int api_begin(struct lws *wsi, struct request *r, const char *path)
{
        struct call *c = calloc(1, sizeof *c);
        long size = length_of_body(wsi);
        const char *why;
        unsigned status;

        if (!c)
                return 1;
        r->call = c;
        c->server = http_server(wsi);
        c->server->calls++;
        c->wsi = wsi;
        c->route = route_of(path);
        read_header(c, wsi);
        status = objection(c, wsi, &why);
        if (status)
                refuse(c, status, why);
        if (http_is(wsi, WSI_TOKEN_GET_URI) || size == 0)
                return api_hear_end(r);
        if (size < 0 || size > MAX_BODY) {
                if (!status)
                        refuse(c, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, "a body has a length, of at most 4,096 bytes");
                c->heard = c->last = 1; /* what was sent with it is not waited for */
        }
        return 0;
}

int api_hear_body(struct request *r, const char *bytes, size_t size)
{
        struct call *c = r->call;

        if (!c || c->heard)
                return 0;
        if (size > sizeof c->body - c->size)
                return 1;
        memcpy(c->body + c->size, bytes, size);
        c->size += size;
        return 0;
}

int api_hear_end(struct request *r)
{
        struct call *c = r->call;

        if (!c || c->heard)
                return 0;
        c->heard = 1;
        if (c->status)
                lws_callback_on_writable(c->wsi);
        else
                run(c);
        return 0;
}

int api_answer(struct lws *wsi, struct request *r)
{
        struct call *c = r->call;
        char cookie[MAX_COOKIE];
        struct head h = { .caching = "no-store" };

        if (!c || !c->status || !c->heard || c->written)
                return 0;
        people_print_cookie(&c->given, c->secure, cookie);
        h.status = c->status;
        h.type = is_plain(c) ? "text/plain" : "application/json";
        h.cookie = c->gives_token ? cookie : NULL;
        h.size = (size_t)c->out.size;
        h.last = c->last;
        c->written = 1;
        r->at = (const unsigned char *)c->out.text;
        r->end = r->at + c->out.size;
        r->last = c->last;
        return http_write_head(wsi, &h);
}

void api_end(struct request *r)
{
        struct call *c = r->call;

        if (!c)
                return;
        r->call = NULL;
        c->wsi = NULL;
        if (!c->under_way)
                call_close(c);
}
