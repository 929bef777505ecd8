/* The routes of the API, and the handlers for identity, health and records; see api.h. */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "../metrics.h"
#include "../net/lan.h"
#include "../people/skeleton.h"
#include "../rooms/hub.h"
#include "../store/new_id.h"

static const struct limit NEW_GUESTS = { .burst = 30, .every = 6000 };

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
        json_text(j, people_is_guest_name(p->name) ? "" : ",\"named\":true");
        json_text(j, p->passkey ? ",\"passkey\":true" : "");
        json_text(j, p->admin ? ",\"admin\":true" : "");
        json_text(j, p->bot ? ",\"bot\":true" : "");
        if (p->news)
                write_format(j, ",\"news\":%d", p->news);
        json_text(j, "}");
}

void tell_me(struct call *c)
{
        call_answer(c, OK, write_me, &c->who);
}

void then_tell_me(struct call *c, struct work *w)
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
        struct token_text token = people_token();
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
        if (!server_allows(c->server, c->address, NEW_GUEST, NEW_GUESTS)) {
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_GUESTS);
                return;
        }
        c->who.id = id_make();
        people_guest_name(c->who.name);
        call_give_token(c, &token);
        w = call_work(c, then_be_guest);
        work_add(w, ADD_PERSON, "iti", c->who.id, c->who.name, (int64_t)clock_now());
        add_session(c, w, &token, 0);
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

int name_in(struct call *c, const char *key, char name[MAX_PERSON_NAME])
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

int new_name_in(struct call *c, const char *key, char name[MAX_PERSON_NAME])
{
        char skeleton[MAX_SKELETON];

        if (!name_in(c, key, name))
                return 0;
        skeleton_make(name, skeleton);
        if (site_is_unwanted(hub_site(c->server->hub), name))
                call_refuse(c, BAD_REQUEST, &UNWANTED);
        else if (skeleton_is_reserved(skeleton))
                call_refuse(c, FORBIDDEN, &NAME_RESERVED);
        else
                return 1;
        return 0;
}

/* Also updates the name at tables, or removes it. */
static void then_rename(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN) {
                call_refuse(c, CONFLICT, &NAME_TAKEN);
                return;
        }
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
        char skeleton[MAX_SKELETON];
        struct work *w;

        if (!new_name_in(c, "name", c->who.name))
                return;
        skeleton_make(c->who.name, skeleton);
        w = call_work(c, then_rename);
        work_add(w, RENAME_PERSON, "itt", c->who.id, c->who.name, skeleton);
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

static void write_here(struct json *j, const void *what)
{
        const uint64_t *people = what;

        write_format(j, "{\"people\":%llu}", (unsigned long long)*people);
}

/* A server that has its database to itself knows; where several share one, the database does. */
static void then_count_people(struct call *c, struct work *w)
{
        uint64_t people = hub_figures(c->server->hub).people, all = (uint64_t)rows_number(work_rows(w, 0), 0, 0);

        call_answer(c, OK, write_here, all > people ? &all : &people);
}

static void run_here(struct call *c)
{
        struct work *w = call_work(c, then_count_people);

        work_add(w, COUNT_PEOPLE, "");
        store_do(c->server->store, w);
}

const struct route ROUTES[] = {
        { "/api/me", NULL, 1, WHO, run_me, NULL },
        { "/api/name", NULL, 1, SOMEBODY, run_name, NULL },
        { "/api/keep", NULL, 1, SOMEBODY, run_keep, NULL },
        { "/api/enter", NULL, 1, WHO, run_enter, NULL },
        { "/api/codes", NULL, 1, SOMEBODY, run_codes, NULL },
        { "/api/recover", NULL, 1, WHO, run_recover, NULL },
        { "/api/challenge", NULL, 1, ANYBODY, run_challenge, NULL },
        { "/api/passkey", NULL, 1, SOMEBODY, run_passkey, NULL },
        { "/api/passkey/enter", NULL, 1, WHO, run_passkey_enter, NULL },
        { "/api/passkey/remove", NULL, 1, SOMEBODY, run_passkey_remove, NULL },
        { "/api/devices", NULL, 0, SOMEBODY, run_devices, NULL },
        { "/api/devices/end", NULL, 1, SOMEBODY, run_end_device, NULL },
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
        { "/api/notices", NULL, 0, SOMEBODY, run_notices, NULL },
        { "/api/push", NULL, 1, SOMEBODY, run_push, NULL },
        { "/api/unpush", NULL, 1, SOMEBODY, run_unpush, NULL },
        { "/api/profile", "person=", 0, WHO, run_profile, NULL },
        { "/api/addresses", NULL, 0, ANYBODY, run_addresses, NULL },
        { "/api/here", NULL, 0, ANYBODY, run_here, NULL },
        { "/api/report", NULL, 1, SOMEBODY, run_report, NULL },
        { "/api/reports", NULL, 1, SOMEBODY, run_reports, NULL },
        { "/api/bot/declare", NULL, 1, SOMEBODY, run_bot_declare, NULL },
        { "/api/bot/token", NULL, 1, SOMEBODY, run_bot_token, NULL },
        { "/api/bot/revoke", NULL, 1, SOMEBODY, run_bot_revoke, NULL },
        { "/api/bot/events", "table=", 0, BOT, run_bot_events, NULL },
        { "/api/bot/command", "table=", 1, BOT, run_bot_command, NULL },
        { "/api/admin/list", NULL, 1, ADMIN, run_admin_list, NULL },
        { "/api/admin/act", NULL, 1, ADMIN, run_admin_act, NULL },
        { "/api/daily", NULL, 0, ANYBODY, run_daily, NULL },
        { "/api/daily-result", NULL, 1, SOMEBODY, run_daily_result, NULL },
        { "/api/puzzles", NULL, 0, SOMEBODY, run_attempts, NULL },
        { "/api/puzzles/save", NULL, 1, SOMEBODY, run_save_attempts, NULL },
        { "/healthz", NULL, 0, ANYBODY, run_health, "text/plain" },
        { "/metrics", NULL, 0, ANYBODY, run_metrics, "text/plain; version=0.0.4" },
        { .path = NULL },
};

int api_knows(const char *path)
{
        return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0;
}
