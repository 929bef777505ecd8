/* API handlers for notices: which browsers get them; see api.h. */
#include "api.h"

#include <string.h>

#include "../clock.h"
#include "../push/push.h"
#include "../push/push_address.h"

static void write_notices(struct json *j, const void *what)
{
        static const char *const REACH[] = { [REACH_UNKNOWN] = "unknown", [REACHES] = "yes", [REACHES_NOBODY] = "no" };
        const struct push *p = what;

        write_format(j, "{\"able\":%s,\"reach\":\"%s\",\"key\":\"%s\"}", p->sender ? "true" : "false", REACH[p->reach],
                     p->key.text);
}

/* Whether this server sends notices, with which key, and whether the last one found its way. */
void run_notices(struct call *c)
{
        call_answer(c, OK, write_notices, c->server->push);
}

/* What a browser has subscribed to. 0, after refusing, if it is not valid. */
static int letter_in(struct call *c, struct letter *to)
{
        uint8_t point[PUSH_KEY_BYTES], secret[PUSH_AUTH_BYTES];

        if (!call_text(c, "endpoint", to->endpoint, sizeof to->endpoint) || !call_text(c, "key", to->key, sizeof to->key) ||
            !call_text(c, "auth", to->auth, sizeof to->auth))
                return 0;
        if (push_endpoint_is_good(to->endpoint, c->server->settings->push_loopback) &&
            push_keys_read(to->key, to->auth, point, secret))
                return 1;
        call_refuse(c, BAD_REQUEST, &BAD_PUSH);
        return 0;
}

static void then_welcome(struct call *c, struct work *w)
{
        struct letter to = { .seconds = 0 };

        if (work_outcome(w) == STORE_TAKEN) {
                call_refuse(c, UNAUTHORIZED, &UNKNOWN_SESSION);
                return;
        }
        if (!letter_in(c, &to))
                return;
        memcpy(to.origin, c->origin, sizeof to.origin);
        if (message_member(&c->message, WHOLE_MESSAGE, "welcome") != NO_VALUE)
                push_welcome(c->server, &to);
        call_done(c);
}

void run_push(struct call *c)
{
        struct token_text hash = people_token_hash(&c->token);
        struct letter to = { .seconds = 0 };
        struct work *w;

        if (!letter_in(c, &to))
                return;
        w = call_work(c, then_welcome);
        work_add(w, ADD_PUSH, "ttttti", to.endpoint, hash.text, to.key, to.auth, c->origin, (int64_t)clock_now());
        store_do(c->server->store, w);
}

static void then_end(struct call *c, struct work *w)
{
        (void)w;
        call_done(c);
}

void run_unpush(struct call *c)
{
        char endpoint[MAX_ENDPOINT];
        struct work *w;

        if (!call_text(c, "endpoint", endpoint, sizeof endpoint))
                return;
        w = call_work(c, then_end);
        work_add(w, END_PUSH, "ti", endpoint, c->who.id);
        store_do(c->server->store, w);
}
