/* API handlers: identity, login, health, records; see api.h. */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "../metrics.h"
#include "../net/lan.h"
#include "../people/password.h"
#include "../people/skeleton.h"
#include "../rooms/hub.h"
#include "../store/new_id.h"

enum { LEAST_PASSWORD = 8 };

static const struct limit LIMITS[] = {
        [NEW_GUEST] = { .burst = 30, .every = 6000 },    [TRY_PASSWORD] = { .burst = 10, .every = 6000 },
        [TRY_LOGIN] = { .burst = 30, .every = 10000 },   [TRY_DEVICE] = { .burst = 10, .every = 6000 },
        [TAKEN_LOGIN] = { .burst = 5, .every = 600000 },
};

static void write_nothing(struct json *j, const void *what)
{
        (void)what;
        json_text(j, "{}");
}

void call_done(struct call *c)
{
        call_answer(c, OK, write_nothing, NULL);
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
        const struct person *p = what;

        json_text(j, "{");
        write_person(j, p);
        json_text(j, p->admin ? ",\"admin\":true" : "");
        json_text(j, p->bot ? ",\"bot\":true" : "");
        if (p->news)
                write_format(j, ",\"news\":%d", p->news);
        json_text(j, "}");
}

static void tell_me(struct call *c)
{
        call_answer(c, OK, write_me, &c->who);
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
        call_done(c);
}

/* --- identity --- */

static void then_be_guest(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_DONE)
                tell_me(c);
        else
                call_refuse(c, SERVICE_UNAVAILABLE, &SERVER_BUSY); /* a collision of ids, one in 2^60 */
}

/* Extends the session: the cookie and the store both count from today. The call does not wait for it. */
static void see_again(struct call *c)
{
        struct token_text hash = people_token_hash(&c->token);
        struct work *w = work_open(work_close, NULL);

        work_add(w, SEE_SESSION, "ti", hash.text, (int64_t)clock_now());
        store_do(c->server->store, w);
        call_give_token(c, &c->token);
}

static void run_me(struct call *c)
{
        struct token_text token = people_token(), hash = people_token_hash(&token);
        struct work *w;

        if (c->who.id) {
                if ((int64_t)clock_now() > c->who.seen + (int64_t)DAY)
                        see_again(c);
                tell_me(c);
                return;
        }
        if (hub_site(c->server->hub)->off[SITE_GUESTS]) {
                call_refuse(c, FORBIDDEN, &GUESTS_OFF);
                return;
        }
        if (!server_allows(c->server, c->address, NEW_GUEST, LIMITS[NEW_GUEST])) {
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_GUESTS);
                return;
        }
        c->who.id = id_make();
        people_guest_name(c->who.name);
        call_give_token(c, &token);
        w = call_work(c, then_be_guest);
        work_add(w, ADD_PERSON, "iti", c->who.id, c->who.name, (int64_t)clock_now());
        work_add(w, ADD_SESSION, "tii", hash.text, c->who.id, (int64_t)clock_now());
        store_do(c->server->store, w);
}

const char *call_text(struct call *c, const char *key, char *out, int cap)
{
        if (message_plain(&c->message, message_member(&c->message, WHOLE_MESSAGE, key), out, cap))
                return out;
        call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, key);
        return NULL;
}

int64_t call_id(struct call *c, const char *key)
{
        char text[MAX_ARGUMENT];
        int64_t id = call_text(c, key, text, sizeof text) ? id_parse(text) : -1;

        if (!id)
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, key);
        return id > 0 ? id : 0;
}

/* A name in a member of the body; 0, after refusing, if it is not valid. */
static int name_in(struct call *c, const char *key, char name[MAX_PERSON_NAME])
{
        char text[MAX_ARGUMENT + MAX_PERSON_NAME];
        const struct refusal *wrong;

        if (!call_text(c, key, text, sizeof text))
                return 0;
        wrong = people_name(text, name);
        if (wrong)
                call_refuse(c, BAD_REQUEST, wrong);
        return !wrong;
}

/* The same for a new name: without unwanted words. */
static int new_name_in(struct call *c, const char *key, char name[MAX_PERSON_NAME])
{
        if (!name_in(c, key, name))
                return 0;
        if (!site_is_unwanted(hub_site(c->server->hub), name))
                return 1;
        call_refuse(c, BAD_REQUEST, &UNWANTED);
        return 0;
}

/* Also updates the name at tables, or removes it. */
static void then_rename(struct call *c, struct work *w)
{
        hub_rename(c->server->hub, c->who.id, c->who.name);
        then_tell_me(c, w);
}

static void then_forget(struct call *c, struct work *w)
{
        hub_rename(c->server->hub, c->who.id, "");
        then_be_nobody(c, w);
}

static void run_name(struct call *c)
{
        struct work *w;

        if (!new_name_in(c, "name", c->who.name))
                return;
        w = call_work(c, then_rename);
        work_add(w, RENAME_PERSON, "it", c->who.id, c->who.name);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

/* The connections of an ended session are closed, on every server. */
static void then_leave(struct call *c, struct work *w)
{
        hub_recheck(c->server->hub, c->who.id);
        then_be_nobody(c, w);
}

static void run_leave(struct call *c)
{
        struct token_text hash = people_token_hash(&c->token);
        struct work *w = call_work(c, then_leave);

        work_add(w, END_SESSION, "t", hash.text);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

static void run_forget(struct call *c)
{
        struct work *w = call_work(c, then_forget);

        work_add(w, FORGET_PERSON, "i", c->who.id);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

/* --- passwords --- */

static void refuse_for_now(struct call *c)
{
        call_refuse(c, SERVICE_UNAVAILABLE, &SERVER_BUSY);
}

/* 0, after refusing, if there were too many tries from this address. */
static int may_try(struct call *c)
{
        int may = server_allows(c->server, c->address, TRY_PASSWORD, LIMITS[TRY_PASSWORD]);

        if (!may)
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_TRIES);
        return may;
}

/* Whether one more try of a login is allowed, however it is spelt. Devices that have logged in before have a limit of their own, so
 * that strangers guessing passwords lock nobody out. 0, after refusing, if not. */
static int may_try_login(struct call *c, const char *login)
{
        struct rate_limiter *g = &c->server->rate_limiter;
        int what = c->known_device ? TRY_DEVICE : TRY_LOGIN, may;
        char skeleton[MAX_SKELETON];

        skeleton_make(login, skeleton);
        may = rate_limiter_allows(g, rate_limiter_bytes(g, what, skeleton, strlen(skeleton)), LIMITS[what],
                                  uv_now(&c->server->loop));
        if (!may)
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_TRIES);
        return may;
}

/* Finds a login by its folded form, or by its skeleton. */
static void find_login(struct call *c, const char *login, void (*then)(struct call *c, struct work *w))
{
        struct work *w = call_work(c, then);
        char folded[MAX_PERSON_NAME], skeleton[MAX_SKELETON];

        people_fold(login, folded);
        skeleton_make(login, skeleton);
        work_add(w, FIND_LOGIN, "tt", folded, skeleton);
        store_do(c->server->store, w);
}

/* --- setting a login and a password --- */

/* Whether a login is taken cannot be hidden from somebody who wants it, but it can from somebody who probes many. */
static void then_be_kept(struct call *c, struct work *w)
{
        if (work_outcome(w) != STORE_TAKEN) {
                hub_recheck(c->server->hub, c->who.id);
                tell_me(c);
        } else if (server_allows(c->server, c->address, TAKEN_LOGIN, LIMITS[TAKEN_LOGIN])) {
                call_refuse(c, CONFLICT, &LOGIN_TAKEN);
        } else {
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_TRIES);
        }
}

static void on_hashed(void *whose, const char *hash)
{
        struct call *c = whose;
        struct token_text own = people_token_hash(&c->token);
        char folded[MAX_PERSON_NAME], skeleton[MAX_SKELETON];
        struct work *w;

        if (!hash) {
                call_refuse(c, SERVICE_UNAVAILABLE, &SERVER_BUSY);
                return;
        }
        people_fold(c->who.login, folded);
        skeleton_make(c->who.login, skeleton);
        c->device = people_device(c->who.id, hash);
        w = call_work(c, then_be_kept);
        work_add(w, KEEP_PERSON, "itttt", c->who.id, c->who.login, folded, hash, skeleton);
        work_add(w, END_OTHER_SESSIONS, "it", c->who.id, own.text);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

static int characters_of(const char *text)
{
        int count = 0;

        for (; *text; text++)
                count += ((unsigned char)*text & 0xc0) != 0x80;
        return count;
}

/* The new login and password; 0, after refusing, if one is not valid. */
static int read_new_login(struct call *c, char password[MAX_PASSWORD])
{
        if (!new_name_in(c, "login", c->who.login) || !call_text(c, "password", password, MAX_PASSWORD))
                return 0;
        if (characters_of(password) >= LEAST_PASSWORD)
                return 1;
        call_refuse(c, BAD_REQUEST, &PASSWORD_TOO_SHORT);
        return 0;
}

static void keep_login(struct call *c)
{
        char password[MAX_PASSWORD];

        if (!read_new_login(c, password))
                return;
        c->under_way = 1;
        if (!password_hash(c->server, password, on_hashed, c))
                refuse_for_now(c);
}

static void on_old_checked(void *whose, int right)
{
        struct call *c = whose;

        if (right)
                keep_login(c);
        else
                call_refuse(c, FORBIDDEN, &WRONG_PASSWORD);
}

static void then_check_old(struct call *c, struct work *w)
{
        const struct rows *r = work_rows(w, 0);
        char old[MAX_PASSWORD];

        if (!call_text(c, "old", old, sizeof old))
                return;
        c->under_way = 1;
        if (!password_check(c->server, old, rows_count(r) ? rows_text(r, 0, 3, NULL) : NULL, on_old_checked, c))
                refuse_for_now(c);
}

/* Changing a password requires the old one: an unlocked device is not enough to take over the account. */
static void run_keep(struct call *c)
{
        char password[MAX_PASSWORD];
        struct person before = c->who;

        if (!may_try(c))
                return;
        if (!before.login[0]) {
                if (hub_site(c->server->hub)->off[SITE_REGISTRATION])
                        call_refuse(c, FORBIDDEN, &REGISTRATION_OFF);
                else
                        keep_login(c);
                return;
        }
        if (!read_new_login(c, password))
                return;
        c->known_device = 1; /* it is logged in */
        if (may_try_login(c, before.login))
                find_login(c, before.login, then_check_old);
}

/* --- logging in --- */

static void then_enter(struct call *c, struct work *w)
{
        if (c->before)
                hub_recheck(c->server->hub, c->before);
        then_tell_me(c, w);
}

static void on_checked(void *whose, int right)
{
        struct call *c = whose;
        struct token_text token = people_token(), hash = people_token_hash(&token), old = people_token_hash(&c->token);
        struct work *w;

        if (!right) {
                call_refuse(c, FORBIDDEN, &WRONG_LOGIN);
                return;
        }
        if (c->who.banned > (int64_t)clock_now()) {
                call_refuse_until(c, &BANNED, c->who.banned);
                return;
        }
        call_give_token(c, &token);
        w = call_work(c, then_enter);
        work_add(w, ADD_SESSION, "tii", hash.text, c->who.id, (int64_t)clock_now());
        work_add(w, END_SESSION, "t", old.text);
        if (c->before)
                hub_notice_person(c->server->hub, w, c->before);
        store_do(c->server->store, w);
}

static void then_check(struct call *c, struct work *w)
{
        const struct rows *r = work_rows(w, 0);
        const char *hash = rows_count(r) ? rows_text(r, 0, 3, NULL) : NULL;
        char login[MAX_PERSON_NAME], password[MAX_PASSWORD];

        c->before = c->who.id;
        memset(&c->who, 0, sizeof c->who);
        if (!name_in(c, "login", login) || !call_text(c, "password", password, sizeof password))
                return;
        if (hash) {
                c->who.id = rows_number(r, 0, 0);
                snprintf(c->who.name, sizeof c->who.name, "%s", rows_text(r, 0, 1, NULL));
                snprintf(c->who.login, sizeof c->who.login, "%s", rows_text(r, 0, 2, NULL));
                c->who.banned = rows_number(r, 0, 4);
                c->device = people_device(c->who.id, hash);
                c->known_device = people_is_device(c->request ? c->request->field[COOKIE] : "", c->who.id, hash);
        }
        if (!may_try_login(c, login))
                return;
        c->under_way = 1;
        if (!password_check(c->server, password, hash, on_checked, c))
                refuse_for_now(c);
}

static void run_enter(struct call *c)
{
        char login[MAX_PERSON_NAME];

        if (may_try(c) && name_in(c, "login", login))
                find_login(c, login, then_check);
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
        call_answer(c, OK, write_ok, NULL);
}

/* Healthy means that it can write: a full disk can still be read. */
static void run_health(struct call *c)
{
        struct work *w = call_work(c, then_be_well);

        work_add(w, PULSE, "i", (int64_t)clock_now());
        store_do(c->server->store, w);
}

static void run_metrics(struct call *c)
{
        call_answer(c, OK, write_metrics, c->server);
}

/* --- records of finished games --- */

static void write_record(struct json *j, const void *record)
{
        json_text(j, record);
}

static void on_record(void *whose, char *record)
{
        struct call *c = whose;

        if (record)
                call_answer(c, OK, write_record, record);
        else
                call_refuse(c, NOT_FOUND, &NO_SUCH_RECORD);
        free(record);
}

static void run_record(struct call *c)
{
        c->under_way = 1;
        hub_record(c->server->hub, id_parse(c->argument), on_record, c);
}

/* --- invitations in the local network --- */

static void write_addresses(struct json *j, const void *what)
{
        const struct call *c = what;
        char list[MAX_LAN][MAX_ADDRESS];
        int tells = server_is_local(c->address) && !c->server->settings->proxy;
        int count = tells ? lan_addresses(c->server->settings->address, list) : 0;

        json_text(j, "{\"addresses\":[");
        for (int i = 0; i < count; i++) {
                json_text(j, i ? "," : "");
                json_string(j, list[i]);
        }
        json_text(j, "]}");
}

/* For a page that was opened on the server's own machine, whose address leads nowhere on others. */
static void run_addresses(struct call *c)
{
        call_answer(c, OK, write_addresses, c);
}

const struct route ROUTES[] = {
        { "/api/me", NULL, 1, WHO, run_me, NULL },
        { "/api/name", NULL, 1, SOMEBODY, run_name, NULL },
        { "/api/keep", NULL, 1, SOMEBODY, run_keep, NULL },
        { "/api/enter", NULL, 1, WHO, run_enter, NULL },
        { "/api/leave", NULL, 1, WHO, run_leave, NULL },
        { "/api/forget", NULL, 1, SOMEBODY, run_forget, NULL },
        { "/api/data", NULL, 0, SOMEBODY, run_data, NULL },
        { "/api/games", "before=", 0, SOMEBODY, run_games, NULL },
        { "/api/top", "game=", 0, ANYBODY, run_top, NULL },
        { "/api/record", "table=", 0, ANYBODY, run_record, NULL },
        { "/api/friends", NULL, 0, SOMEBODY, run_friends, NULL },
        { "/api/follow", NULL, 1, SOMEBODY, run_follow, NULL },
        { "/api/block", NULL, 1, SOMEBODY, run_block, NULL },
        { "/api/invite", NULL, 1, SOMEBODY, run_invite, NULL },
        { "/api/decline", NULL, 1, SOMEBODY, run_decline, NULL },
        { "/api/choices", NULL, 1, SOMEBODY, run_choices, NULL },
        { "/api/profile", "person=", 0, WHO, run_profile, NULL },
        { "/api/addresses", NULL, 0, ANYBODY, run_addresses, NULL },
        { "/api/report", NULL, 1, SOMEBODY, run_report, NULL },
        { "/api/reports", NULL, 1, SOMEBODY, run_reports, NULL },
        { "/api/admin/list", NULL, 1, ADMIN, run_admin_list, NULL },
        { "/api/admin/act", NULL, 1, ADMIN, run_admin_act, NULL },
        { "/api/daily", NULL, 0, ANYBODY, run_daily, NULL },
        { "/api/daily-result", NULL, 1, SOMEBODY, run_daily_result, NULL },
        { "/healthz", NULL, 0, ANYBODY, run_health, "text/plain" },
        { "/metrics", NULL, 0, ANYBODY, run_metrics, "text/plain; version=0.0.4" },
        { .path = NULL },
};

int api_knows(const char *path)
{
        return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0;
}
