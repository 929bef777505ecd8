/* API calls from request to response; see call.h. */
#include "call.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../clock.h"

enum { MAX_CALLS = 1024 /* in progress at once */, USUAL_RETRY = 10 /* seconds */ };

static const struct limit OFTEN = { .burst = 60, .every = 500 }, VERY_OFTEN = { .burst = 200, .every = 50 };

/* --- answering --- */

static void call_close(struct call *c)
{
        c->server->calls--;
        message_close(&c->message);
        outbox_close(&c->out);
        free(c);
}

/* The response is complete; the call may be freed. */
void call_answer(struct call *c, enum status status, void (*write)(struct json *j, const void *what), const void *what)
{
        char cookie[MAX_COOKIE], device[MAX_COOKIE];
        struct response a = { .status = status, .caching = "no-store" };

        c->under_way = 0;
        if (!c->request) {
                call_close(c);
                return;
        }
        outbox_add(&c->out, write, what);
        people_print_cookie(&c->given, c->secure, cookie);
        a.type = status == OK && c->route->type ? c->route->type : "application/json";
        a.cookie = c->gives_token ? cookie : NULL;
        people_print_device(&c->device, c->secure, device);
        a.device = c->device.text[0] ? device : NULL;
        if (status == TOO_MANY_REQUESTS)
                a.retry = c->retry ? c->retry : USUAL_RETRY;
        a.body = c->out.text;
        a.size = (size_t)c->out.size;
        http_respond(c->request, &a);
}

void write_format(struct json *j, const char *format, ...)
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
        json_text(j, "{");
        write_reason(j, why);
        json_text(j, "}");
}

void call_refuse_reason(struct call *c, enum status status, const struct reason *why)
{
        c->gives_token = 0;
        c->device.text[0] = '\0';
        call_answer(c, status, write_refusal, why);
}

void call_refuse_because(struct call *c, enum status status, const struct refusal *is, const char *detail)
{
        struct reason why = { .is = is };

        snprintf(why.detail, sizeof why.detail, "%s", detail);
        call_refuse_reason(c, status, &why);
}

void call_refuse(struct call *c, enum status status, const struct refusal *is)
{
        call_refuse_because(c, status, is, "");
}

void call_refuse_until(struct call *c, const struct refusal *is, int64_t until)
{
        char text[TIME_TEXT];

        people_print_time(until, text);
        call_refuse_because(c, FORBIDDEN, is, text);
}

void call_give_token(struct call *c, const struct token_text *token)
{
        c->given = token ? *token : (struct token_text){ "" };
        c->gives_token = 1;
}

/* --- waiting for the store --- */

static void on_work(struct work *w)
{
        struct call *c = work_whose(w);

        if (work_outcome(w) >= STORE_FAILED)
                call_refuse_because(c, SERVICE_UNAVAILABLE, &STORE_UNAVAILABLE, work_why(w));
        else
                c->next(c, w);
        work_close(w);
}

struct work *call_work(struct call *c, void (*next)(struct call *c, struct work *w))
{
        c->next = next;
        c->under_way = 1;
        return work_open(on_work, c);
}

/* --- the life of a call --- */

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
                call_refuse_because(c, SERVICE_UNAVAILABLE, &STORE_UNAVAILABLE, why);
        else if (!person && (c->route->whose == SOMEBODY || c->route->whose == BOT))
                call_refuse(c, UNAUTHORIZED, &UNKNOWN_SESSION);
        else if (person && person->banned > (int64_t)clock_now() && (c->route->post || c->route->whose == BOT))
                call_refuse_until(c, &BANNED, person->banned);
        else if (c->route->whose == ADMIN && !(person && person->admin))
                call_refuse(c, FORBIDDEN, &ADMINS_ONLY);
        else if (c->route->whose == ADMIN && person->passkeys && !person->passkey)
                call_refuse(c, FORBIDDEN, &PASSKEY_FIRST);
        else
                c->route->run(c);
}

/* The request is complete: runs its handler. */
static void run(struct call *c)
{
        if (c->route->post && !message_open(&c->message, c->body, c->request->body_size)) {
                call_refuse(c, BAD_REQUEST, &NOT_A_MESSAGE);
        } else if (c->route->whose == ANYBODY) {
                c->route->run(c);
        } else {
                c->under_way = 1;
                (c->route->whose == BOT ? people_find_program : people_find)(c->server->store, &c->token, on_person, c);
        }
}

/* The status to refuse a call with; 0: none. */
static enum status objection(const struct call *c, const struct refusal **why)
{
        const struct request *r = c->request;

        if (!c->route->path) {
                *why = &NO_SUCH_CALL;
                return NOT_FOUND;
        }
        if (r->method != (c->route->post ? POST : GET)) {
                *why = &WRONG_METHOD;
                return METHOD_NOT_ALLOWED;
        }
        if (r->method == POST && c->route->whose != BOT && !http_is_own(r)) {
                *why = &FOREIGN_ORIGIN;
                return FORBIDDEN;
        }
        if (c->route->whose == BOT ? !server_allows(c->server, c->address, BOT_CALL, VERY_OFTEN)
                                   : !server_allows(c->server, c->address, ANY_CALL, OFTEN)) {
                *why = &CALLS_TOO_FAST;
                return TOO_MANY_REQUESTS;
        }
        if (c->server->calls > MAX_CALLS) {
                *why = &SERVER_BUSY;
                return SERVICE_UNAVAILABLE;
        }
        return 0;
}

/* The value of a query parameter, verbatim: none of ours needs escapes. */
static void read_argument(const char *arguments, const char *name, char value[MAX_ARGUMENT])
{
        size_t length = name ? strlen(name) : 0;

        value[0] = '\0';
        for (const char *at = arguments; name && *at; at += strcspn(at, "&"), at += *at == '&')
                if (strncmp(at, name, length) == 0)
                        snprintf(value, MAX_ARGUMENT, "%.*s", (int)strcspn(at + length, "&"), at + length);
}

/* A call for a request. NULL: out of memory; the connection is closed. */
static struct call *call_open(struct request *r)
{
        struct call *c = calloc(1, sizeof *c);

        if (!c) {
                connection_close(r->connection);
                return NULL;
        }
        r->call = c;
        c->request = r;
        c->server = r->connection->server;
        c->server->calls++;
        c->route = route_of(r->path);
        c->secure = r->secure;
        memcpy(c->address, r->address, MAX_ADDRESS);
        snprintf(c->origin, sizeof c->origin, "%s", strpbrk(r->field[ORIGIN], "\"\\") ? "" : r->field[ORIGIN]);
        memcpy(c->body, r->body, r->body_size);
        if (c->route->whose == BOT)
                people_read_bearer(r->field[AUTHORIZATION], &c->token);
        else
                people_read_cookie(r->field[COOKIE], &c->token);
        read_argument(r->argument, c->route->argument, c->argument);
        return c;
}

void call_begin(struct request *r)
{
        struct call *c = call_open(r);
        const struct refusal *why;
        enum status status = c ? objection(c, &why) : 0;

        if (status)
                call_refuse(c, status, why);
        else if (c)
                run(c);
}

void call_refuse_request(struct request *r, enum status status)
{
        struct call *c = call_open(r);

        if (c)
                call_refuse(c, status, status == CONTENT_TOO_LARGE ? &BODY_TOO_LARGE : &NOT_HTTP);
}

void call_end(struct request *r)
{
        struct call *c = r->call;

        r->call = NULL;
        c->request = NULL;
        if (!c->under_way)
                call_close(c);
}
