/* API handlers for logins: passwords and recovery codes; see api.h. */
#include "api.h"

#include <stdio.h>
#include <string.h>

#include "../clock.h"
#include "../people/password.h"
#include "../people/skeleton.h"
#include "../rooms/hub.h"
#include "../store/new_id.h"

enum { LEAST_PASSWORD = 8 };

static const struct limit LIMITS[] = {
        [TRY_PASSWORD] = { .burst = 10, .every = 6000 },
        [TRY_LOGIN] = { .burst = 30, .every = 10000 },
        [TRY_DEVICE] = { .burst = 10, .every = 6000 },
        [TAKEN_LOGIN] = { .burst = 5, .every = 600000 },
};

/* --- passwords --- */

static void refuse_for_now(struct call *c)
{
        call_refuse(c, SERVICE_UNAVAILABLE, &SERVER_BUSY);
}

int may_try_password(struct call *c)
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

/* --- asking for the password again --- */

static void on_confirmed(void *whose, int right)
{
        struct call *c = whose;

        if (right)
                c->confirmed(c);
        else
                call_refuse(c, FORBIDDEN, &WRONG_PASSWORD);
}

static void then_confirm(struct call *c, struct work *w)
{
        const struct rows *r = work_rows(w, 0);
        char password[MAX_PASSWORD];

        if (!call_text(c, c->confirmed_by, password, sizeof password))
                return;
        c->under_way = 1;
        if (!password_check(c->server, password, rows_count(r) ? rows_text(r, 0, 3, NULL) : NULL, on_confirmed, c))
                refuse_for_now(c);
}

void confirm_password(struct call *c, const char *key, void (*then)(struct call *c))
{
        c->confirmed_by = key;
        c->confirmed = then;
        c->known_device = 1; /* it is logged in */
        if (!c->who.login[0])
                call_refuse(c, FORBIDDEN, &NO_ACCOUNT);
        else if (may_try_password(c) && may_try_login(c, c->who.login))
                find_login(c, c->who.login, then_confirm);
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
        char folded[MAX_PERSON_NAME], skeleton[MAX_SKELETON], name[MAX_SKELETON];
        struct work *w;

        if (!hash) {
                call_refuse(c, SERVICE_UNAVAILABLE, &SERVER_BUSY);
                return;
        }
        people_fold(c->who.login, folded);
        skeleton_make(c->who.login, skeleton);
        skeleton_make(c->who.name, name);
        c->device = people_device(c->who.id, hash);
        w = call_work(c, then_be_kept);
        work_add(w, KEEP_PERSON, "itttt", c->who.id, c->who.login, folded, hash, skeleton);
        work_add(w, OWN_NAME, "it", c->who.id, name);
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

/* The new password; 0, after refusing, if it is not valid. */
static int read_password(struct call *c, char password[MAX_PASSWORD])
{
        if (!call_text(c, "password", password, MAX_PASSWORD))
                return 0;
        if (characters_of(password) >= LEAST_PASSWORD)
                return 1;
        call_refuse(c, BAD_REQUEST, &PASSWORD_TOO_SHORT);
        return 0;
}

static int read_new_login(struct call *c, char password[MAX_PASSWORD])
{
        return new_name_in(c, "login", c->who.login) && read_password(c, password);
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

/* Changing a password requires the old one. */
void run_keep(struct call *c)
{
        char password[MAX_PASSWORD];
        struct person before = c->who;

        if (!before.login[0]) {
                if (hub_site(c->server->hub)->off[SITE_REGISTRATION])
                        call_refuse(c, FORBIDDEN, &REGISTRATION_OFF);
                else if (may_try_password(c))
                        keep_login(c);
        } else if (read_new_login(c, password)) {
                c->who = before;
                confirm_password(c, "old", keep_login);
        }
}

/* --- logging in --- */

static void then_enter(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN) {
                call_refuse(c, FORBIDDEN, &WRONG_LOGIN); /* a code, or a passkey's challenge, that has been used */
                return;
        }
        if (c->before)
                hub_recheck(c->server->hub, c->before);
        hub_recheck(c->server->hub, c->who.id);
        then_tell_me(c, w);
}

int may_enter(struct call *c)
{
        if (c->who.banned <= (int64_t)clock_now())
                return 1;
        call_refuse_until(c, &BANNED, c->who.banned);
        return 0;
}

struct work *enter_work(struct call *c, int passkey, struct token_text *hash)
{
        struct token_text token = people_token(), old = people_token_hash(&c->token);
        struct work *w = call_work(c, then_enter);

        c->who.passkey = passkey;
        *hash = people_token_hash(&token);
        call_give_token(c, &token);
        add_session(c, w, &token, passkey);
        work_add(w, END_SESSION, "t", old.text);
        if (c->before)
                hub_notice_person(c->server->hub, w, c->before);
        return w;
}

static void on_checked(void *whose, int right)
{
        struct call *c = whose;
        struct token_text hash;

        if (!right)
                call_refuse(c, FORBIDDEN, &WRONG_LOGIN);
        else if (may_enter(c))
                store_do(c->server->store, enter_work(c, 0, &hash));
}

/* Reads who has a login, from a row of FIND_LOGIN. Returns the password's hash, or NULL: nobody. */
static const char *read_login(struct call *c, const struct rows *r)
{
        c->before = c->who.id;
        memset(&c->who, 0, sizeof c->who);
        if (!rows_count(r))
                return NULL;
        c->who.id = rows_number(r, 0, 0);
        snprintf(c->who.name, sizeof c->who.name, "%s", rows_text(r, 0, 1, NULL));
        snprintf(c->who.login, sizeof c->who.login, "%s", rows_text(r, 0, 2, NULL));
        c->who.banned = rows_number(r, 0, 4);
        return rows_text(r, 0, 3, NULL);
}

static void then_check(struct call *c, struct work *w)
{
        const struct rows *r = work_rows(w, 0);
        const char *hash = read_login(c, r);
        char login[MAX_PERSON_NAME], password[MAX_PASSWORD];

        if (!name_in(c, "login", login) || !call_text(c, "password", password, sizeof password))
                return;
        if (hash) {
                c->device = people_device(c->who.id, hash);
                c->known_device = people_is_device(c->request ? c->request->field[COOKIE] : "", c->who.id, hash);
        }
        if (!may_try_login(c, login))
                return;
        c->under_way = 1;
        if (!password_check(c->server, password, hash, on_checked, c))
                refuse_for_now(c);
}

void run_enter(struct call *c)
{
        char login[MAX_PERSON_NAME];

        if (may_try_password(c) && name_in(c, "login", login))
                find_login(c, login, then_check);
}

/* --- recovery codes --- */

static void write_codes(struct json *j, const void *what)
{
        const struct code_text *code = what;

        json_text(j, "{\"codes\":[");
        for (int i = 0; i < RECOVERY_CODES; i++)
                write_format(j, "%s\"%s\"", i ? "," : "", code[i].text);
        json_text(j, "]}");
}

static void then_tell_codes(struct call *c, struct work *w)
{
        (void)w;
        call_answer(c, OK, write_codes, c->codes);
}

static void make_codes(struct call *c)
{
        struct work *w = call_work(c, then_tell_codes);

        work_add(w, DROP_CODES, "i", c->who.id);
        for (int i = 0; i < RECOVERY_CODES; i++) {
                struct token_text hash;

                c->codes[i] = people_code();
                people_code_hash(c->codes[i].text, &hash);
                work_add(w, ADD_CODE, "ti", hash.text, c->who.id);
        }
        store_do(c->server->store, w);
}

void run_codes(struct call *c)
{
        confirm_password(c, "password", make_codes);
}

/* The new password is hashed: the code is used, and all other devices are logged out. */
static void on_recovered(void *whose, const char *password)
{
        struct call *c = whose;
        struct token_text hash, own;
        char code[MAX_PASSWORD];
        int64_t once = id_make();
        struct work *w;

        if (!password || !call_text(c, "code", code, sizeof code) || !people_code_hash(code, &hash)) {
                refuse_for_now(c);
                return;
        }
        c->device = people_device(c->who.id, password);
        w = enter_work(c, 0, &own);
        work_add(w, USE_CODE, "tii", hash.text, c->who.id, once);
        work_add(w, SET_PASSWORD, "it", c->who.id, password);
        work_add(w, END_OTHER_SESSIONS, "it", c->who.id, own.text);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

static void then_recover(struct call *c, struct work *w)
{
        char password[MAX_PASSWORD];

        if (!rows_count(work_rows(w, 0)) || !call_text(c, "password", password, sizeof password)) {
                call_refuse(c, FORBIDDEN, &WRONG_CODE);
                return;
        }
        if (!may_enter(c))
                return;
        c->under_way = 1;
        if (!password_hash(c->server, password, on_recovered, c))
                refuse_for_now(c);
}

/* Nobody's login and a wrong code are refused alike, by the same statements. */
static void then_find_code(struct call *c, struct work *found)
{
        char login[MAX_PERSON_NAME], code[MAX_PASSWORD], password[MAX_PASSWORD];
        struct token_text hash;
        struct work *w;

        read_login(c, work_rows(found, 0));
        if (!name_in(c, "login", login) || !call_text(c, "code", code, sizeof code) || !read_password(c, password) ||
            !may_try_login(c, login))
                return;
        if (!people_code_hash(code, &hash)) {
                call_refuse(c, FORBIDDEN, &WRONG_CODE);
                return;
        }
        w = call_work(c, then_recover);
        work_add(w, FIND_CODE, "ti", hash.text, c->who.id);
        store_do(c->server->store, w);
}

void run_recover(struct call *c)
{
        char login[MAX_PERSON_NAME];

        if (may_try_password(c) && name_in(c, "login", login))
                find_login(c, login, then_find_code);
}
