/* WebSockets between browsers and the hall; see line.h.
 *
 * A line says who it is by its cookie, which takes the store a moment. What it is told is made when the line can take it, in
 * memory that all lines share. It is written at once where the line has room for it: to be called when it has, which is what
 * libwebsockets would like, costs two system calls more for each message. */
#include "line.h"

#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "people.h"

enum { CLOSE_LINE = -1 /* in libwebsockets' words */, MAX_COOKIES = 2048, QUIET = 30000, TOO_QUIET = 65000 };

enum { OPEN_LINE = 100 }; /* what a guard's bucket is for; the API's own are below */

static const struct limit OPENINGS = { .burst = 60, .every = 1000 };
static const char STRANGER[] = "nobody is known by that cookie: POST /api/me first";

/* Asked of the store; the line may be gone when the answer comes. */
struct finding {
        struct line *line; /* NULL: it is gone */
};

static void wake(struct line *l)
{
        struct server *s = http_server(l->wsi);

        if (l->is_woken)
                return;
        l->is_woken = 1;
        l->woken = s->woken;
        s->woken = l;
}

void line_wake(struct visit *v)
{
        wake(v->line);
}

static void part(struct line *l, const char *farewell)
{
        l->farewell = farewell;
        lws_callback_on_writable(l->wsi);
}

static void on_found(void *whose, const struct person *person, const char *why)
{
        struct finding *f = whose;
        struct line *l = f->line;

        free(f);
        if (!l)
                return;
        l->finding = NULL;
        if (!person) {
                part(l, why ? why : STRANGER);
                return;
        }
        l->visit.guest.person = person->id;
        memcpy(l->visit.guest.name, person->name, MAX_SEAT_NAME);
        l->visit.line = l;
        l->entered = hall_enter(http_server(l->wsi)->hall, &l->visit);
        if (!l->entered)
                part(l, "there are too many visitors at the moment");
}

/* Before a line is accepted: only our own page may open one, and who it is stands in its cookie. 1: it is refused. */
static int look_at(struct lws *wsi, struct line *l)
{
        struct server *s = http_server(wsi);
        char cookies[MAX_COOKIES] = "", address[MAX_ADDRESS];
        struct token_text token;

        http_address(wsi, address);
        if ((lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) && !http_is_own(wsi)) || s->line_count == MAX_LINES ||
            !http_allows(s, address, OPEN_LINE, OPENINGS))
                return 1;
        memset(l, 0, sizeof *l);
        l->wsi = wsi;
        l->visit.trusted = http_trusts(s, address);
        if (lws_hdr_copy(wsi, cookies, sizeof cookies, WSI_TOKEN_HTTP_COOKIE) < 0)
                return 1;
        if (!people_read_cookie(cookies, &token)) {
                l->farewell = STRANGER;
                return 0;
        }
        l->finding = malloc(sizeof *l->finding);
        if (!l->finding)
                return 1;
        l->finding->line = l;
        people_find(s->store, &token, on_found, l->finding);
        return 0;
}

static void hear_message(struct line *l, const char *text, size_t size)
{
        if (l->entered)
                hall_hear(http_server(l->wsi)->hall, &l->visit, text, size);
}

/* Some bytes, which may be a whole message or part of one. 1: the line is closed. */
static int hear_bytes(struct line *l, const char *bytes, size_t size)
{
        int whole = lws_is_first_fragment(l->wsi) && lws_is_final_fragment(l->wsi);

        if (lws_frame_is_binary(l->wsi) || l->parted + size + lws_remaining_packet_payload(l->wsi) > MAX_FRAME) {
                static const char WHY[] = "a message is at most 4096 bytes of text";

                lws_close_reason(l->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, (unsigned char *)WHY, sizeof WHY - 1);
                return 1;
        }
        if (whole && !l->parted) {
                hear_message(l, bytes, size);
                return 0;
        }
        if (!l->part && !(l->part = malloc(MAX_FRAME)))
                return 1;
        memcpy(l->part + l->parted, bytes, size);
        l->parted += size;
        if (lws_is_final_fragment(l->wsi)) {
                hear_message(l, l->part, l->parted);
                free(l->part);
                l->part = NULL;
                l->parted = 0;
        }
        return 0;
}

/* Tells what there is to tell. 1: the line is closed. */
static int tell(struct line *l)
{
        static struct copies copies;
        static struct outbox o = { .copies = &copies }; /* for all lines, one after another */
        int more;

        if (!l->entered)
                return 0;
        outbox_clear(&o);
        if (!outbox_reserve(&o, LWS_PRE))
                return 1;
        more = hall_tell(http_server(l->wsi)->hall, &l->visit, &o);
        if (o.lost)
                return 1;
        if (o.size > LWS_PRE && lws_write(l->wsi, (unsigned char *)o.text + LWS_PRE, (size_t)o.size - LWS_PRE, LWS_WRITE_TEXT) < 0)
                return 1;
        if (more)
                lws_callback_on_writable(l->wsi);
        return 0;
}

/* First why, then the end: libwebsockets gives no reason with a close from here. */
static int say_farewell(struct line *l)
{
        struct outbox o = { 0 };

        if (l->parting || !outbox_reserve(&o, LWS_PRE))
                return 1;
        l->parting = 1;
        tell_refusal(&o, "", l->farewell);
        lws_write(l->wsi, (unsigned char *)o.text + LWS_PRE, (size_t)o.size - LWS_PRE, LWS_WRITE_TEXT);
        outbox_close(&o);
        lws_callback_on_writable(l->wsi);
        return 0;
}

/* The line can take something. 1: it is closed. */
static int on_writable(struct line *l)
{
        unsigned char nothing[LWS_PRE + 1];

        if (l->farewell)
                return say_farewell(l);
        if (l->ping) {
                l->ping = 0;
                if (lws_write(l->wsi, nothing + LWS_PRE, 0, LWS_WRITE_PING) < 0)
                        return 1;
        }
        return tell(l);
}

void lines_tell(struct server *s)
{
        while (s->woken) {
                struct line *l = s->woken;

                s->woken = l->woken;
                l->is_woken = 0;
                if (lws_partial_buffered(l->wsi))
                        lws_callback_on_writable(l->wsi);
                else if (tell(l))
                        lws_set_timeout(l->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        }
}

void lines_ping(struct server *s)
{
        uint64_t now = uv_now(&s->loop);

        for (struct line *l = s->lines; l; l = l->other)
                if (now > l->heard + TOO_QUIET) {
                        lws_set_timeout(l->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
                } else if (now > l->heard + QUIET) {
                        l->ping = 1;
                        lws_callback_on_writable(l->wsi);
                }
}

static void open_line(struct line *l)
{
        struct server *s = http_server(l->wsi);

        s->line_count++;
        l->heard = uv_now(&s->loop);
        l->other = s->lines;
        l->back = &s->lines;
        if (s->lines)
                s->lines->back = &l->other;
        s->lines = l;
        if (l->farewell)
                lws_callback_on_writable(l->wsi);
}

/* libwebsockets may say twice that it is over. */
static void close_line(struct line *l)
{
        struct line **at;

        if (!l->wsi)
                return;
        at = &http_server(l->wsi)->woken;
        while (l->is_woken && *at != l)
                at = &(*at)->woken;
        if (l->is_woken)
                *at = l->woken;
        if (l->back) {
                http_server(l->wsi)->line_count--;
                *l->back = l->other;
                if (l->other)
                        l->other->back = l->back;
        }
        if (l->finding)
                l->finding->line = NULL;
        if (l->entered)
                hall_leave(http_server(l->wsi)->hall, &l->visit);
        free(l->part);
        memset(l, 0, sizeof *l);
}

int line_hear(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
        struct line *l = user;

        switch (reason) {
        case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
                return look_at(wsi, l);
        case LWS_CALLBACK_ESTABLISHED:
                open_line(l);
                return 0;
        case LWS_CALLBACK_RECEIVE:
                l->heard = uv_now(&http_server(wsi)->loop);
                return hear_bytes(l, in, size) ? CLOSE_LINE : 0;
        case LWS_CALLBACK_RECEIVE_PONG:
                l->heard = uv_now(&http_server(wsi)->loop);
                return 0;
        case LWS_CALLBACK_SERVER_WRITEABLE:
                return on_writable(l) ? CLOSE_LINE : 0;
        case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        case LWS_CALLBACK_CLOSED:
                close_line(l);
                return 0;
        default:
                return 0;
        }
}
