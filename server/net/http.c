/* HTTP requests and responses; see http.h. A response is a head with the security headers, then the body in pieces as the
 * connection takes them. */
#include "http.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <llhttp.h>

#include "../api/api.h"
#include "../api/call.h"
#include "../log.h"
#include "websocket.h"

enum {
        PIECE = 1 << 16,     /* of a body, in one write */
        MAX_ANSWER = 2048,   /* the head of a response */
        MAX_FIELD_NAME = 32, /* of the fields that are kept */
        MAX_AHEAD = 8192,    /* bytes of pipelined requests */
        REQUEST_TIME = 15000,
        IDLE_TIME = 60000
};

static const char *const FIELD_NAMES[FIELDS] = {
        [ACCEPT_ENCODING] = "accept-encoding",
        [ACCEPT_LANGUAGE] = "accept-language",
        [AUTHORIZATION] = "authorization",
        [COOKIE] = "cookie",
        [EXPECT] = "expect",
        [FORWARDED_FOR] = "x-forwarded-for",
        [FORWARDED_PROTO] = "x-forwarded-proto",
        [HOST] = "host",
        [IF_NONE_MATCH] = "if-none-match",
        [ORIGIN] = "origin",
        [UPGRADE] = "upgrade",
        [USER_AGENT] = "user-agent",
        [WEBSOCKET_KEY] = "sec-websocket-key",
        [WEBSOCKET_PROTOCOL] = "sec-websocket-protocol",
        [WEBSOCKET_VERSION] = "sec-websocket-version",
};

/* HTTP on one connection. */
struct http {
        struct connection *connection;
        llhttp_t parser;
        struct request *request; /* being read or answered, or NULL */
        int answering;           /* 1: it is complete */
        int running;             /* 1: run() is on the stack */
        enum status wrong;       /* the status to refuse the request with, before it is complete; 0: none */
        int in_head;             /* 1: the head of a request is being read, */
        size_t head_size;        /* so many bytes so far, */
        size_t lines, line;      /* so many lines, and so many bytes of the last; */
        int after_return;        /* 1: its last byte was a carriage return */
        char name[MAX_FIELD_NAME];
        size_t name_size;
        enum field field; /* whose name was read; FIELDS: none that is kept */
        char *ahead;
        size_t ahead_size;
};

/* --- responding --- */

/* No script, style or connection from other origins, and none inline. */
static const char SAFETY[] =
        "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'\r\n"
        "x-content-type-options: nosniff\r\n"
        "referrer-policy: no-referrer\r\n"
        "cross-origin-opener-policy: same-origin\r\n"
        "permissions-policy: camera=(), microphone=(), geolocation=()\r\n"
        "vary: accept-encoding\r\n";

static const struct {
        enum status status;
        const char *words;
} REASONS[] = {
        { OK, "OK" },
        { NOT_MODIFIED, "Not Modified" },
        { BAD_REQUEST, "Bad Request" },
        { UNAUTHORIZED, "Unauthorized" },
        { FORBIDDEN, "Forbidden" },
        { NOT_FOUND, "Not Found" },
        { METHOD_NOT_ALLOWED, "Method Not Allowed" },
        { CONFLICT, "Conflict" },
        { CONTENT_TOO_LARGE, "Content Too Large" },
        { URI_TOO_LONG, "URI Too Long" },
        { UPGRADE_REQUIRED, "Upgrade Required" },
        { TOO_MANY_REQUESTS, "Too Many Requests" },
        { HEAD_TOO_LARGE, "Request Header Fields Too Large" },
        { SERVICE_UNAVAILABLE, "Service Unavailable" },
};

static const char *reason(enum status status)
{
        size_t i = 0;

        while (i < sizeof REASONS / sizeof *REASONS && REASONS[i].status != status)
                i++;
        return i < sizeof REASONS / sizeof *REASONS ? REASONS[i].words : "";
}

static int add(char *head, int size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int add(char *head, int size, const char *format, ...)
{
        va_list args;

        va_start(args, format);
        size += vsnprintf(head + size, size < MAX_ANSWER ? (size_t)(MAX_ANSWER - size) : 0, format, args);
        va_end(args);
        return size;
}

static int add_field(char *head, int size, const char *name, const char *value)
{
        return value ? add(head, size, "%s: %s\r\n", name, value) : size;
}

static int write_head(const struct request *r, const struct response *a, char head[MAX_ANSWER])
{
        time_t now = time(NULL);
        char date[40];
        struct tm t;
        int size = add(head, 0, "HTTP/1.1 %d %s\r\n%s", a->status, reason(a->status), SAFETY);

        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &t));
        size = add_field(head, size, "date", date);
        size = add_field(head, size, "content-type", a->status == NOT_MODIFIED ? NULL : a->type);
        size = add_field(head, size, "cache-control", a->caching);
        size = add_field(head, size, "etag", a->tag);
        size = add_field(head, size, "content-encoding", a->coding);
        size = add_field(head, size, "set-cookie", a->cookie);
        size = add_field(head, size, "set-cookie", a->device);
        size = add_field(head, size, "strict-transport-security", r->secure ? "max-age=31536000" : NULL);
        size = add_field(head, size, "connection", r->keep_alive ? NULL : "close");
        if (a->retry)
                size = add(head, size, "retry-after: %d\r\n", a->retry);
        if (a->status != NOT_MODIFIED)
                size = add(head, size, "content-length: %zu\r\n", a->size);
        return add(head, size, "\r\n");
}

static void go_on(struct http *h);

/* The request is answered, or its connection closed. */
static void end_request(struct http *h)
{
        struct request *r = h->request;

        h->request = NULL;
        h->answering = 0;
        if (r && r->call)
                call_end(r);
        free(r);
}

/* Sends more of the response; when all of it is sent, reads the next request. */
static void send_on(struct http *h)
{
        struct request *r = h->request;
        struct connection *c = h->connection;

        while (r->at < r->end && !connection_is_full(c) && !c->closing) {
                size_t size = (size_t)(r->end - r->at) < PIECE ? (size_t)(r->end - r->at) : PIECE;

                connection_write(c, r->at, size);
                r->at += size;
        }
        if (r->at < r->end || c->closing)
                return;
        if (r->keep_alive) {
                end_request(h);
                go_on(h);
        } else {
                connection_finish(c);
        }
}

void http_respond(struct request *r, const struct response *a)
{
        struct connection *c = r->connection;
        char head[MAX_ANSWER + PIECE];
        int size;
        size_t with = r->method == HEAD ? 0 : a->size < PIECE ? a->size : PIECE;

        if (a->status == TOO_MANY_REQUESTS)
                r->keep_alive = 0; /* pipelined requests are dropped */
        size = write_head(r, a, head);
        if (size >= MAX_ANSWER)
                abort(); /* cannot happen: every field of a response is ours, and short */
        if (with)
                memcpy(head + size, a->body, with);
        connection_write(c, head, (size_t)size + with);
        r->at = (const unsigned char *)a->body + with;
        r->end = r->method == HEAD ? r->at : (const unsigned char *)a->body + a->size;
        send_on(c->state);
}

void http_respond_text(struct request *r, enum status status, const char *sentence)
{
        struct response a = { .status = status,
                              .type = "text/plain; charset=utf-8",
                              .caching = "no-cache",
                              .body = sentence,
                              .size = strlen(sentence) };

        http_respond(r, &a);
}

/* --- the client's address --- */

/* The last item of a list: what the nearest proxy has added. */
static const char *last_of(const char *list)
{
        const char *last = strrchr(list, ',');

        last = last ? last + 1 : list;
        return last + strspn(last, " ");
}

static void find_out_who(struct request *r)
{
        struct connection *c = r->connection;
        int proxy = c->server->settings->proxy;
        const char *forwarded = last_of(r->field[FORWARDED_FOR]);

        snprintf(r->address, sizeof r->address, "%s", proxy && *forwarded ? forwarded : c->address);
        r->secure = c->tls || (proxy && strcasecmp(r->field[FORWARDED_PROTO], "https") == 0);
        if (!proxy && *r->field[FORWARDED_FOR] && server_is_local(c->address) && !c->server->hinted++)
                log_info("forwarded", "%s", "hint=\"if requests come through a proxy of yours, start serve with --proxy\"");
}

int http_is_origin(const struct request *r, const char *origin)
{
        if (strncmp(origin, "https://", 8) == 0)
                origin += 8;
        else if (strncmp(origin, "http://", 7) == 0 && !r->secure)
                origin += 7;
        else
                return 0;
        return *origin && strcasecmp(origin, r->field[HOST]) == 0;
}

int http_is_own(const struct request *r)
{
        return http_is_origin(r, r->field[ORIGIN]);
}

/* --- callbacks of llhttp --- */

static int on_url(llhttp_t *parser, const char *bytes, size_t size)
{
        struct http *h = parser->data;
        struct request *r = h->request;
        size_t length = strlen(r->path);

        if (length + size >= sizeof r->path) {
                h->wrong = URI_TOO_LONG;
                return HPE_USER;
        }
        memcpy(r->path + length, bytes, size); /* the rest is zero */
        return 0;
}

static int on_name(llhttp_t *parser, const char *bytes, size_t size)
{
        struct http *h = parser->data;

        for (size_t i = 0; i < size; i++, h->name_size++)
                if (h->name_size < sizeof h->name)
                        h->name[h->name_size] = (char)(bytes[i] >= 'A' && bytes[i] <= 'Z' ? bytes[i] + 32 : bytes[i]);
        return 0;
}

static enum field field_of(const char *name, size_t size)
{
        int i = 0;

        while (i < FIELDS && (strlen(FIELD_NAMES[i]) != size || memcmp(FIELD_NAMES[i], name, size) != 0))
                i++;
        return (enum field)i;
}

/* Cookies and X-Forwarded-For may come in several fields; any other field only once. */
static int on_name_complete(llhttp_t *parser)
{
        struct http *h = parser->data;
        struct request *r = h->request;

        h->field = h->name_size <= sizeof h->name ? field_of(h->name, h->name_size) : FIELDS;
        h->name_size = 0;
        if (h->field == FIELDS)
                return 0;
        if (*r->field[h->field] && h->field != COOKIE && h->field != FORWARDED_FOR) {
                h->wrong = BAD_REQUEST;
                return HPE_USER;
        }
        if (r->text_size + strlen(r->field[h->field]) + 2 > sizeof r->text)
                return 0;          /* too long in any case: on_value refuses it */
        if (*r->field[h->field]) { /* moves the earlier value to the end, so that this one follows it */
                char *to = r->text + r->text_size;

                strcpy(to, r->field[h->field]);
                strcat(to, h->field == COOKIE ? ";" : ",");
                r->field[h->field] = to;
                r->text_size += strlen(to);
        } else {
                r->field[h->field] = r->text + r->text_size;
        }
        return 0;
}

static int on_value(llhttp_t *parser, const char *bytes, size_t size)
{
        struct http *h = parser->data;
        struct request *r = h->request;

        if (h->field == FIELDS)
                return 0;
        if (r->text_size + size + 1 > sizeof r->text) {
                h->wrong = HEAD_TOO_LARGE;
                return HPE_USER;
        }
        memcpy(r->text + r->text_size, bytes, size);
        r->text_size += size;
        return 0;
}

static int on_value_complete(llhttp_t *parser)
{
        struct http *h = parser->data;
        struct request *r = h->request;

        if (h->field != FIELDS)
                r->text[r->text_size++] = '\0';
        return 0;
}

static enum method method_of(const llhttp_t *parser)
{
        switch (parser->method) {
        case HTTP_GET:
                return GET;
        case HTTP_HEAD:
                return HEAD;
        case HTTP_POST:
                return POST;
        default:
                return OTHER_METHOD;
        }
}

/* The status to refuse a request with, judged by its head; 0: none. */
static enum status head_is_wrong(const struct http *h)
{
        const llhttp_t *p = &h->parser;

        if (p->http_major != 1 || (p->http_minor && !*h->request->field[HOST]))
                return BAD_REQUEST;
        if (p->flags & F_TRANSFER_ENCODING || p->content_length > MAX_BODY)
                return CONTENT_TOO_LARGE;
        return 0;
}

static int on_head(llhttp_t *parser)
{
        static const char CONTINUE[] = "HTTP/1.1 100 Continue\r\n\r\n";
        struct http *h = parser->data;
        struct request *r = h->request;
        char *query = strchr(r->path, '?');

        h->in_head = 0;
        r->method = method_of(parser);
        r->keep_alive = llhttp_should_keep_alive(parser);
        if (query)
                *query = '\0';
        r->argument = query ? query + 1 : "";
        find_out_who(r);
        if ((h->wrong = head_is_wrong(h)))
                return -1;
        if (strcasecmp(r->field[EXPECT], "100-continue") == 0 && parser->content_length)
                connection_write(h->connection, CONTINUE, sizeof CONTINUE - 1);
        return 0;
}

static int on_body(llhttp_t *parser, const char *bytes, size_t size)
{
        struct http *h = parser->data;
        struct request *r = h->request;

        if (size > sizeof r->body - r->body_size)
                return HPE_USER;
        memcpy(r->body + r->body_size, bytes, size);
        r->body_size += size;
        return 0;
}

static int on_complete(llhttp_t *parser)
{
        struct http *h = parser->data;

        h->answering = 1;
        return HPE_PAUSED;
}

static const llhttp_settings_t SETTINGS = {
        .on_url = on_url,
        .on_header_field = on_name,
        .on_header_field_complete = on_name_complete,
        .on_header_value = on_value,
        .on_header_value_complete = on_value_complete,
        .on_headers_complete = on_head,
        .on_body = on_body,
        .on_message_complete = on_complete,
};

/* --- requests, one after another --- */

static int begin_request(struct http *h)
{
        struct request *r = calloc(1, sizeof *r);

        if (!r) {
                connection_close(h->connection);
                return 0;
        }
        r->connection = h->connection;
        r->argument = "";
        for (int i = 0; i < FIELDS; i++)
                r->field[i] = "";
        h->request = r;
        h->wrong = 0;
        h->in_head = 1;
        h->head_size = h->lines = h->line = h->name_size = 0;
        h->after_return = 0;
        llhttp_init(&h->parser, HTTP_REQUEST, &SETTINGS);
        h->parser.data = h;
        connection_deadline(h->connection, REQUEST_TIME);
        return 1;
}

/* The request cannot be parsed, nor anything after it. */
static void refuse(struct http *h, enum status status)
{
        struct request *r = h->request;

        h->answering = 1;
        r->keep_alive = 0;
        if (!r->address[0])
                find_out_who(r);
        if (r->method == HEAD)
                r->method = GET;
        if (api_knows(r->path))
                call_refuse_request(r, status);
        else
                http_respond_text(r, status,
                                  status == HEAD_TOO_LARGE ? "Request header too large: at most 8,192 bytes.\n"
                                                           : "Malformed request.\n");
}

/* Hands a complete request to its handler. */
static void dispatch(struct request *r)
{
        connection_deadline(r->connection, 0);
        if (strcmp(r->path, "/ws") == 0)
                websocket_answer(r);
        else if (api_knows(r->path))
                call_begin(r);
        else
                files_answer(r);
}

/* llhttp 8 accepts a bare carriage return as the end of a line, and proxies do not; such a difference allows request smuggling, so
 * it is refused. Checks the bytes up to the empty line that ends the head. */
static int has_bare_return(struct http *h, const char *bytes, size_t size)
{
        for (size_t i = 0; i < size; i++) {
                if (h->after_return && bytes[i] != '\n')
                        return 1;
                h->after_return = bytes[i] == '\r';
                if (bytes[i] == '\n' && !h->line && h->lines)
                        return 0;
                h->lines += bytes[i] == '\n' && h->line;
                h->line = bytes[i] == '\n' ? 0 : h->line + (bytes[i] != '\r');
        }
        return 0;
}

/* Parses a request, or a part of one; returns how many bytes were used. */
static size_t read_some(struct http *h, const char *bytes, size_t size)
{
        enum llhttp_errno error;
        size_t used;

        if (h->in_head && size > MAX_HEAD + 1 - h->head_size)
                size = MAX_HEAD + 1 - h->head_size;
        if (h->in_head && has_bare_return(h, bytes, size)) {
                refuse(h, BAD_REQUEST);
                return size;
        }
        error = llhttp_execute(&h->parser, bytes, size);
        used = error == HPE_OK ? size : (size_t)(llhttp_get_error_pos(&h->parser) - bytes);
        h->head_size += used;
        if (h->answering)
                dispatch(h->request);
        else if (h->wrong)
                refuse(h, h->wrong);
        else if (h->in_head && h->head_size > MAX_HEAD)
                refuse(h, HEAD_TOO_LARGE);
        else if (error != HPE_OK)
                refuse(h, BAD_REQUEST);
        return used;
}

/* Keeps pipelined bytes for later. */
static int keep(struct http *h, const char *bytes, size_t size)
{
        char *more = size <= MAX_AHEAD ? malloc(size) : NULL;

        if (size && !more)
                return 0;
        if (size)
                memcpy(more, bytes, size);
        free(h->ahead);
        h->ahead = more;
        h->ahead_size = size;
        return 1;
}

/* Parses requests until one has to wait for its response. */
static void run(struct connection *c, const char *bytes, size_t size)
{
        struct http *h = c->state;

        h->running = 1;
        while (size && c->protocol == &HTTP && !h->answering && !c->closing && !c->finishing) {
                size_t used;

                if (!h->request && !begin_request(h))
                        break;
                used = read_some(h, bytes, size);
                bytes += used;
                size -= used;
        }
        if (c->protocol != &HTTP) {
                if (size)
                        c->protocol->received(c, bytes, size);
                return;
        }
        h->running = 0;
        if (c->closing || c->finishing)
                return;
        if (!keep(h, bytes, size))
                connection_close(c);
        if (h->answering)
                connection_pause(c, FOREVER);
        else if (!h->request)
                connection_deadline(c, IDLE_TIME);
}

/* A request has been answered: parses the pipelined ones. */
static void go_on(struct http *h)
{
        char *ahead = h->ahead;
        size_t size = h->ahead_size;

        if (h->running)
                return; /* run() continues by itself */
        h->ahead = NULL;
        h->ahead_size = 0;
        connection_resume(h->connection);
        run(h->connection, ahead, size);
        free(ahead);
}

/* --- the protocol of a connection --- */

static void opened(struct connection *c)
{
        struct http *h = calloc(1, sizeof *h);

        if (!h) {
                connection_close(c);
                return;
        }
        h->connection = c;
        c->state = h;
        connection_deadline(c, REQUEST_TIME);
}

static void received(struct connection *c, const char *bytes, size_t size)
{
        struct http *h = c->state;
        char *both;

        if (!h->answering) {
                run(c, bytes, size);
                return;
        }
        both = h->ahead_size + size <= MAX_AHEAD ? realloc(h->ahead, h->ahead_size + size) : NULL; /* the rest of a TLS record */
        if (!both) {
                connection_close(c);
                return;
        }
        memcpy(both + h->ahead_size, bytes, size);
        h->ahead = both;
        h->ahead_size += size;
}

static void ready(struct connection *c)
{
        struct http *h = c->state;

        if (h->request && h->request->at)
                send_on(h);
}

static void http_close(struct http *h)
{
        if (!h)
                return;
        end_request(h);
        free(h->ahead);
        free(h);
}

static void closed(struct connection *c)
{
        http_close(c->state);
}

const struct protocol HTTP = { opened, received, ready, closed };

static void hand_over(struct request *r, const char *head, size_t size, const struct protocol *next, void *state)
{
        struct connection *c = r->connection;
        struct http *h = c->state;

        c->protocol = next;
        c->state = state;
        connection_deadline(c, 0);
        connection_write(c, head, size);
        http_close(h);
}

void http_upgrade(struct request *r, const char *accept, const char *subprotocol, const struct protocol *next, void *state)
{
        char head[MAX_ANSWER];
        int size = add(head, 0,
                       "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                       "sec-websocket-accept: %s\r\nsec-websocket-protocol: %s\r\n\r\n",
                       accept, subprotocol);

        hand_over(r, head, (size_t)size, next, state);
}

void http_stream(struct request *r, const struct protocol *next, void *state)
{
        char head[MAX_ANSWER];
        int size = add(head, 0,
                       "HTTP/1.1 200 OK\r\n%scontent-type: application/x-ndjson\r\ncache-control: no-store\r\n"
                       "x-accel-buffering: no\r\nconnection: close\r\n\r\n",
                       SAFETY);

        hand_over(r, head, (size_t)size, next, state);
}
