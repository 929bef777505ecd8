/* Calls on their way; see call.h. */
#include "call.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COOKIES = 2048, MAX_CALLS = 1024 /* under way at once */ };

static const struct limit OFTEN = { .burst = 60, .every = 500 };

/* --- answering --- */

static void call_close(struct call *c)
{
        c->server->calls--;
        message_close(&c->message);
        outbox_close(&c->out);
        free(c);
}

/* The answer is there. */
void call_answer(struct call *c, unsigned status, void (*write)(struct json *j, const void *what), const void *what)
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
        json_text(j, "{\"why\":\"");
        write_words(j, why);
        json_text(j, "\"}");
}

void call_refuse(struct call *c, unsigned status, const char *why)
{
        c->gives_token = 0;
        call_answer(c, status, write_refusal, why);
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
                call_refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, work_why(w));
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

/* --- from its header to its end --- */

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
                call_refuse(c, HTTP_STATUS_SERVICE_UNAVAILABLE, why);
        else if (!person && c->route->whose == SOMEBODY)
                call_refuse(c, HTTP_STATUS_UNAUTHORIZED, "nobody is known by that cookie");
        else
                c->route->run(c);
}

/* Everything that was sent is here. */
static void run(struct call *c)
{
        if (c->route->post && !message_open(&c->message, c->body, c->size)) {
                call_refuse(c, HTTP_STATUS_BAD_REQUEST, "the body is no JSON object");
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
        if (!http_allows(c->server, c->address, ANY_CALL, OFTEN)) {
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

int call_begin(struct lws *wsi, struct request *r, const char *path)
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
                call_refuse(c, status, why);
        if (http_is(wsi, WSI_TOKEN_GET_URI) || size == 0)
                return call_hear_end(r);
        if (size < 0 || size > MAX_BODY) {
                if (!status)
                        call_refuse(c, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, "a body has a length, of at most 4,096 bytes");
                c->heard = c->last = 1; /* what was sent with it is not waited for */
        }
        return 0;
}

int call_hear_body(struct request *r, const char *bytes, size_t size)
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

int call_hear_end(struct request *r)
{
        struct call *c = r->call;

        if (!c)
                return 1; /* no body was expected: nothing good follows */
        if (c->heard)
                return 0;
        c->heard = 1;
        if (c->status)
                lws_callback_on_writable(c->wsi);
        else
                run(c);
        return 0;
}

int call_write(struct lws *wsi, struct request *r)
{
        struct call *c = r->call;
        char cookie[MAX_COOKIE];
        struct head h = { .caching = "no-store" };

        if (!c || !c->status || !c->heard || c->written)
                return 0;
        people_print_cookie(&c->given, c->secure, cookie);
        h.status = c->status;
        h.type = c->status == HTTP_STATUS_OK && c->route->type ? c->route->type : "application/json";
        h.cookie = c->gives_token ? cookie : NULL;
        h.size = (size_t)c->out.size;
        h.last = c->last;
        c->written = 1;
        r->at = (const unsigned char *)c->out.text;
        r->end = r->at + c->out.size;
        r->last = c->last;
        return http_write_head(wsi, &h);
}

void call_end(struct request *r)
{
        struct call *c = r->call;

        if (!c)
                return;
        r->call = NULL;
        c->wsi = NULL;
        if (!c->under_way)
                call_close(c);
}
