/* Requests and answers on libwebsockets; see http.h. An answer is a header with everything that keeps a browser safe, then the
 * body in pieces as the line takes them. */
#include "http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "api.h"

enum { PIECE = 16384, MAX_HEADER = 2048, MAX_FIELD = 256 };

/* No script, style or connection from anywhere else, and none written into the page. */
static const char CONTENT_SECURITY[] =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'";

static const struct {
        const char *name, *value;
} HEADERS[] = {
        { "content-security-policy:", CONTENT_SECURITY },
        { "x-content-type-options:", "nosniff" },
        { "referrer-policy:", "no-referrer" },
        { "cross-origin-opener-policy:", "same-origin" },
        { "permissions-policy:", "camera=(), microphone=(), geolocation=()" },
        { "vary:", "accept-encoding" },
};

static int add(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
        return value && lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                                    (int)strlen(value), at, end);
}

int http_write_head(struct lws *wsi, const struct head *h)
{
        unsigned char room[LWS_PRE + MAX_HEADER], *start = room + LWS_PRE, *at = start, *end = room + sizeof room - 1;

        if (lws_add_http_common_headers(wsi, h->status, h->type, h->size, &at, end))
                return 1;
        for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
                if (add(wsi, HEADERS[i].name, HEADERS[i].value, &at, end))
                        return 1;
        if (add(wsi, "cache-control:", h->caching, &at, end) || add(wsi, "etag:", h->tag, &at, end) ||
            add(wsi, "content-encoding:", h->coding, &at, end) || add(wsi, "set-cookie:", h->cookie, &at, end) ||
            add(wsi, "connection:", h->last ? "close" : NULL, &at, end))
                return 1;
        return lws_finalize_write_http_header(wsi, start, &at, end);
}

int http_is(struct lws *wsi, enum lws_token_indexes method)
{
        return lws_hdr_total_length(wsi, method) > 0;
}

/* --- who asks --- */

struct server *http_server(struct lws *wsi)
{
        return lws_context_user(lws_get_context(wsi));
}

void http_address(struct lws *wsi, char address[MAX_ADDRESS])
{
        char list[MAX_FIELD];

        if (http_server(wsi)->settings->proxy && lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
                const char *last = strrchr(list, ',');

                last = last ? last + 1 : list;
                snprintf(address, MAX_ADDRESS, "%s", last + strspn(last, " "));
        } else if (!lws_get_peer_simple(wsi, address, MAX_ADDRESS)) {
                address[0] = '\0';
        }
}

int http_is_secure(struct lws *wsi)
{
        static const char NAME[] = "x-forwarded-proto:";
        char scheme[8] = "";

        if (http_server(wsi)->settings->proxy)
                lws_hdr_custom_copy(wsi, scheme, sizeof scheme, NAME, (int)strlen(NAME));
        return lws_is_ssl(wsi) || strcmp(scheme, "https") == 0;
}

int http_is_own(struct lws *wsi)
{
        char origin[MAX_FIELD] = "", host[MAX_FIELD] = "";
        const char *name;

        if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
            lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
                return 0;
        name = strstr(origin, "://");
        return name && strcasecmp(name + strlen("://"), host) == 0;
}

static int is_this_machine(const char *address)
{
        return strncmp(address, "127.", 4) == 0 || strncmp(address, "::ffff:127.", 11) == 0 || strcmp(address, "::1") == 0;
}

int http_trusts(const struct server *s, const char *address)
{
        return !s->settings->proxy && is_this_machine(address);
}

int http_allows(struct server *s, const char *address, int what, struct limit limit)
{
        return http_trusts(s, address) ||
               guard_allows(&s->guard, guard_address(&s->guard, what, address), limit, uv_now(&s->loop));
}

/* --- requests --- */

static int send_piece(struct lws *wsi, struct request *r)
{
        unsigned char room[LWS_PRE + PIECE];
        size_t size = (size_t)(r->end - r->at) < PIECE ? (size_t)(r->end - r->at) : PIECE;
        int last = r->at + size == r->end;

        memcpy(room + LWS_PRE, r->at, size);
        r->at += size;
        if (lws_write(wsi, room + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
                return 1;
        if (last)
                return r->last || lws_http_transaction_completed(wsi);
        lws_callback_on_writable(wsi);
        return 0;
}

/* What is to be done about a line; 1: it is to be closed. */
static int hear(struct lws *wsi, enum lws_callback_reasons reason, struct request *r, void *in, size_t size)
{
        switch (reason) {
        case LWS_CALLBACK_HTTP:
                call_end(r);
                memset(r, 0, sizeof *r);
                return api_knows(in) ? call_begin(wsi, r, in) : files_answer(wsi, r, in);
        case LWS_CALLBACK_HTTP_BODY:
                return call_hear_body(r, in, size);
        case LWS_CALLBACK_HTTP_BODY_COMPLETION:
                /* libwebsockets 4.1.6 can report the end of a body for ever, and never returns to its loop: the second time, close. */
                return r->ended++ || call_hear_end(r);
        case LWS_CALLBACK_HTTP_WRITEABLE:
                if (r->at == r->end && call_write(wsi, r))
                        return 1;
                return r->at < r->end ? send_piece(wsi, r) : 0;
        case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        case LWS_CALLBACK_CLOSED_HTTP:
                if (r)
                        call_end(r);
                return 0;
        default:
                return lws_callback_http_dummy(wsi, reason, r, in, size);
        }
}

/* libwebsockets closes a line for any answer but 0 to some of these, and for less than 0 to others. */
int http_hear(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
        return hear(wsi, reason, user, in, size) ? -1 : 0;
}
