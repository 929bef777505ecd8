/* API handlers for the devices that a person is logged in on; see api.h. */
#include "api.h"

#include <stdio.h>
#include <string.h>

#include "../clock.h"
#include "../people/user_agent.h"
#include "../rooms/hub.h"

void add_session(struct call *c, struct work *w, const struct token_text *token, int passkey)
{
        struct token_text hash = people_token_hash(token);
        char device[MAX_DEVICE_NAME];

        user_agent_name(c->request ? c->request->field[USER_AGENT] : "", device);
        work_add(w, ADD_SESSION, "tiiti", hash.text, c->who.id, (int64_t)clock_now(), device, (int64_t)passkey);
}

/* `null` for a session of an older version. */
static void write_time(struct json *j, const struct rows *r, int row, int column)
{
        if (rows_is_null(r, row, column))
                json_text(j, "null");
        else
                write_format(j, "%lld", (long long)rows_number(r, row, column));
}

void write_devices(struct json *j, const struct rows *sessions, const struct token_text *own)
{
        json_text(j, "\"devices\":[");
        for (int i = 0; i < rows_count(sessions); i++) {
                const char *hash = rows_text(sessions, i, SESSION_HASH, NULL);

                write_format(j, "%s{\"device\":\"%.*s\",\"name\":\"%s\",\"made\":", i ? "," : "", DEVICE_ID, hash,
                             rows_text(sessions, i, SESSION_DEVICE, NULL));
                write_time(j, sessions, i, SESSION_MADE);
                write_format(j, ",\"seen\":%lld%s%s}", (long long)rows_number(sessions, i, SESSION_AT),
                             rows_number(sessions, i, SESSION_PASSKEY) == 1 ? ",\"passkey\":true" : "",
                             strcmp(hash, own->text) == 0 ? ",\"here\":true" : "");
        }
        json_text(j, "]");
}

void write_passkeys(struct json *j, const struct rows *passkeys)
{
        json_text(j, "\"passkeys\":[");
        for (int i = 0; i < rows_count(passkeys); i++)
                write_format(j, "%s{\"id\":\"%s\",\"name\":\"%s\",\"made\":%lld}", i ? "," : "",
                             rows_text(passkeys, i, OWN_PASSKEY_ID, NULL), rows_text(passkeys, i, OWN_PASSKEY_DEVICE, NULL),
                             (long long)rows_number(passkeys, i, OWN_PASSKEY_AT));
        json_text(j, "]");
}

static void write_all(struct json *j, const void *what)
{
        const struct finding *f = what;
        struct token_text own = people_token_hash(&f->call->token);

        json_text(j, "{");
        write_devices(j, work_rows(f->work, 0), &own);
        json_text(j, ",");
        write_passkeys(j, work_rows(f->work, 1));
        write_format(j, ",\"codes\":%lld}", (long long)rows_number(work_rows(f->work, 2), 0, 0));
}

static void then_tell_devices(struct call *c, struct work *w)
{
        call_answer(c, OK, write_all, &(struct finding){ c, w });
}

void run_devices(struct call *c)
{
        struct work *w = call_work(c, then_tell_devices);

        work_add(w, SESSIONS_OF, "i", c->who.id);
        work_add(w, PASSKEYS_OF, "i", c->who.id);
        work_add(w, COUNT_CODES, "i", c->who.id);
        store_do(c->server->store, w);
}

/* The connections of an ended session are closed, on every server. */
static void then_end(struct call *c, struct work *w)
{
        (void)w;
        hub_recheck(c->server->hub, c->who.id);
        call_done(c);
}

void run_end_device(struct call *c)
{
        struct token_text own = people_token_hash(&c->token);
        char device[MAX_ARGUMENT];
        struct work *w;

        if (!call_text(c, "device", device, sizeof device))
                return;
        w = call_work(c, then_end);
        if (strcmp(device, "others") == 0)
                work_add(w, END_OTHER_SESSIONS, "it", c->who.id, own.text);
        else
                work_add(w, END_DEVICE, "it", c->who.id, device);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}
