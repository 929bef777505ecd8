/* What can be called: who one is, and whether all is well; see api.h. */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "hall.h"
#include "id.h"
#include "metrics.h"
#include "password.h"

enum { LEAST_PASSWORD = 8 };

static const struct limit LIMITS[] = {
        [NEW_GUEST] = { .burst = 30, .every = 6000 },
        [TRY_PASSWORD] = { .burst = 10, .every = 6000 },
        [TRY_LOGIN] = { .burst = 30, .every = 10000 },
};

static void write_nothing(struct json *j, const void *what)
{
        (void)what;
        json_text(j, "{}");
}

void write_person(struct json *j, const struct person *p)
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
        call_answer(c, HTTP_STATUS_OK, write_me, &c->who);
}

static void then_tell_me(struct call *c, struct work *w)
{
        (void)w;
        tell_me(c);
}

static void then_be_nobody(struct call *c, struct work *w)
{
        (void)w;
        call_give_token(c, NULL);
        call_answer(c, HTTP_STATUS_OK, write_nothing, NULL);
}

/* --- who one is --- */

static void then_be_guest(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_DONE)
                tell_me(c);
        else
                call_refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, "somebody has that id already; try again"); /* one in 2^60 */
}

/* Whoever comes back is known for longer: the cookie and the store both count from today. What else they want does not wait for it. */
static void see_again(struct call *c)
{
        struct token_text hash = people_token_hash(&c->token);
        struct work *w = work_open(work_close, NULL);

        work_add(w, SEE_SESSION, "ti", hash.text, server_time());
        store_do(c->server->store, w);
        call_give_token(c, &c->token);
}

static void run_me(struct call *c)
{
        struct token_text token = people_token(), hash = people_token_hash(&token);
        struct work *w;

        if (c->who.id) {
                if (server_time() > c->who.seen + (int64_t)DAY)
                        see_again(c);
                tell_me(c);
                return;
        }
        if (!http_allows(c->server, c->address, NEW_GUEST, LIMITS[NEW_GUEST])) {
                call_refuse(c, TOO_MANY, "too many guests have come from your address; try again in a minute");
                return;
        }
        c->who.id = id_make();
        people_guest_name(c->who.name);
        call_give_token(c, &token);
        w = call_work(c, then_be_guest);
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
        call_refuse(c, HTTP_STATUS_BAD_REQUEST, why);
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
                call_refuse(c, HTTP_STATUS_BAD_REQUEST, wrong);
        return !wrong;
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

static void run_name(struct call *c)
{
        struct work *w;

        if (!name_in(c, "name", c->who.name))
                return;
        w = call_work(c, then_rename);
        work_add(w, RENAME_PERSON, "it", c->who.id, c->who.name);
        hall_notice_person(c->server->hall, w, c->who.id);
        store_do(c->server->store, w);
}

static void run_leave(struct call *c)
{
        struct token_text hash = people_token_hash(&c->token);
        struct work *w = call_work(c, then_be_nobody);

        work_add(w, END_SESSION, "t", hash.text);
        store_do(c->server->store, w);
}

static void run_forget(struct call *c)
{
        struct work *w = call_work(c, then_forget);

        work_add(w, FORGET_PERSON, "i", c->who.id);
        hall_notice_person(c->server->hall, w, c->who.id);
        store_do(c->server->store, w);
}

/* --- passwords --- */

static void refuse_for_now(struct call *c)
{
        call_refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, "too many people are coming in at this moment; try again in a second");
}

/* 0, after refusing, if there were too many from this address. */
static int may_try(struct call *c)
{
        int may = http_allows(c->server, c->address, TRY_PASSWORD, LIMITS[TRY_PASSWORD]);

        if (!may)
                call_refuse(c, TOO_MANY, "too many tries from your address; try again in a minute");
        return may;
}

static void then_be_kept(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN)
                call_refuse(c, HTTP_STATUS_CONFLICT, "somebody has that login already");
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
                call_refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, "there is not enough memory for a password now; try again");
                return;
        }
        people_fold(c->who.login, folded);
        w = call_work(c, then_be_kept);
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
                call_refuse(c, HTTP_STATUS_BAD_REQUEST, "a password has at least 8 characters");
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
                call_refuse(c, HTTP_STATUS_FORBIDDEN, "that login and password do not belong together");
                return;
        }
        call_give_token(c, &token);
        w = call_work(c, then_tell_me);
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
                call_refuse(c, TOO_MANY, "too many tries with that login; try again in a minute");
                return;
        }
        w = call_work(c, then_check);
        work_add(w, FIND_LOGIN, "t", folded);
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
        call_answer(c, HTTP_STATUS_OK, write_ok, NULL);
}

/* It is well if it can keep something: a disk that is full lets one read on. */
static void run_health(struct call *c)
{
        struct work *w = call_work(c, then_be_well);

        work_add(w, PULSE, "i", server_time());
        store_do(c->server->store, w);
}

static void run_metrics(struct call *c)
{
        call_answer(c, HTTP_STATUS_OK, write_metrics, c->server);
}

/* --- games that are over --- */

static void write_record(struct json *j, const void *record)
{
        json_text(j, record);
}

static void on_record(void *whose, char *record)
{
        struct call *c = whose;

        if (record)
                call_answer(c, HTTP_STATUS_OK, write_record, record);
        else
                call_refuse(c, HTTP_STATUS_NOT_FOUND, "there is no such table, or its game is not over");
        free(record);
}

static void run_record(struct call *c)
{
        c->under_way = 1;
        hall_record(c->server->hall, id_parse(c->argument), on_record, c);
}

const struct route ROUTES[] = {
        { "/api/me", NULL, 1, WHO, run_me, NULL },
        { "/api/name", NULL, 1, SOMEBODY, run_name, NULL },
        { "/api/keep", NULL, 1, SOMEBODY, run_keep, NULL },
        { "/api/enter", NULL, 1, ANYBODY, run_enter, NULL },
        { "/api/leave", NULL, 1, ANYBODY, run_leave, NULL },
        { "/api/forget", NULL, 1, SOMEBODY, run_forget, NULL },
        { "/api/data", NULL, 0, SOMEBODY, run_data, NULL },
        { "/api/games", "before=", 0, SOMEBODY, run_games, NULL },
        { "/api/top", "game=", 0, ANYBODY, run_top, NULL },
        { "/api/record", "table=", 0, ANYBODY, run_record, NULL },
        { "/healthz", NULL, 0, ANYBODY, run_health, "text/plain" },
        { "/metrics", NULL, 0, ANYBODY, run_metrics, "text/plain; version=0.0.4" },
        { .path = NULL },
};

int api_knows(const char *path)
{
        return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0;
}
