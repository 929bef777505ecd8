/* HTTP/1.1 on a connection: one request at a time, parsed whole by llhttp, then answered.
 *
 * A request is its method, path, query, the few header fields that are used, and a body of at most MAX_BODY bytes. Everything has
 * a limit: the head (431), the body (413), the time until it is complete. What cannot be parsed is answered with 400, and the
 * connection is closed.
 *
 * The handler of a request (files.c, call.c, websocket.c) answers it once with http_respond, now or later. */
#ifndef SERAI_HTTP_H
#define SERAI_HTTP_H

#include "../server.h"
#include "connection.h"

struct call;

enum { MAX_HEAD = 8192, MAX_PATH = 512, MAX_BODY = 4096 };

enum method { OTHER_METHOD, GET, HEAD, POST };

/* The header fields of a request that are kept. */
enum field {
        ACCEPT_ENCODING,
        ACCEPT_LANGUAGE,
        AUTHORIZATION,
        COOKIE,
        EXPECT,
        FORWARDED_FOR,
        FORWARDED_PROTO,
        HOST,
        IF_NONE_MATCH,
        ORIGIN,
        UPGRADE,
        USER_AGENT,
        WEBSOCKET_KEY,
        WEBSOCKET_PROTOCOL,
        WEBSOCKET_VERSION,
        FIELDS
};

enum status {
        OK = 200,
        NOT_MODIFIED = 304,
        BAD_REQUEST = 400,
        UNAUTHORIZED = 401,
        FORBIDDEN = 403,
        NOT_FOUND = 404,
        METHOD_NOT_ALLOWED = 405,
        CONFLICT = 409,
        CONTENT_TOO_LARGE = 413,
        URI_TOO_LONG = 414,
        UPGRADE_REQUIRED = 426,
        TOO_MANY_REQUESTS = 429,
        HEAD_TOO_LARGE = 431,
        SERVICE_UNAVAILABLE = 503
};

struct request {
        struct connection *connection;
        enum method method;
        char path[MAX_PATH];       /* without the query */
        const char *argument;      /* the query, in `path`; or "" */
        const char *field[FIELDS]; /* "" if it is missing */
        char address[MAX_ADDRESS]; /* the client's, or as reported by a trusted proxy */
        int secure;                /* 1: the browser's connection is encrypted */
        int keep_alive;            /* 1: another request may follow on the connection */
        struct call *call;         /* of the API, or NULL */
        char body[MAX_BODY];
        size_t body_size;
        const unsigned char *at, *end; /* the rest of the response's body */
        char text[MAX_HEAD];           /* the fields' values, each with a NUL */
        size_t text_size;
};

/* The response to a request. Its body has to stay in memory until the request ends. */
struct response {
        enum status status;
        const char *type;
        const char *caching;
        const char *tag;             /* or NULL */
        const char *coding;          /* or NULL */
        const char *cookie, *device; /* cookies to be set, or NULL */
        int retry;                   /* seconds after which to try again; 0: not said */
        const void *body;
        size_t size;
};

extern const struct protocol HTTP;

void http_respond(struct request *r, const struct response *a);

/* Responds with a status and a sentence. */
void http_respond_text(struct request *r, enum status status, const char *sentence);

/* Answers a WebSocket handshake and hands the connection over to the protocol `next`. The request is freed. */
void http_upgrade(struct request *r, const char *accept, const char *subprotocol, const struct protocol *next, void *state);

/* Answers with a body that goes on until the connection is closed, one JSON object a line, written by the protocol `next`. The
 * request is freed. */
void http_stream(struct request *r, const struct protocol *next, void *state);

/* Whether an origin is our own; whether it is that of the request. */
int http_is_origin(const struct request *r, const char *origin);
int http_is_own(const struct request *r);

/* files.c: answers a request for one of the page's files. */
void files_answer(struct request *r);

#endif
