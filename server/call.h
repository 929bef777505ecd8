/* A call of the API: one request over HTTP, from its header to its answer. docs/protocol.md, section 9, tells what is said.
 *
 * A call is its own thing, apart from the line it came by: while the store or the pool works for it the line may go, and the call
 * then ends without being heard. So nothing that is finished later ever holds a line; a call does, and is told when it goes. */
#ifndef SERAI_CALL_H
#define SERAI_CALL_H

#include "../table/message.h"
#include "../table/outbox.h"
#include "http.h"
#include "people.h"

enum {
        MAX_BODY = 4096,
        MAX_ARGUMENT = 64,
        TOO_MANY = 429, /* a status that libwebsockets has no name for */
};

/* What is limited, by address; and tries of one login by everybody together. */
enum { ANY_CALL, NEW_GUEST, TRY_PASSWORD, TRY_LOGIN };

struct call {
        struct server *server;
        struct lws *wsi; /* NULL: it is gone */
        const struct route *route;
        char address[MAX_ADDRESS];
        int secure;
        struct token_text token; /* "" if none was shown */
        char argument[MAX_ARGUMENT];
        char body[MAX_BODY];
        size_t size;
        int heard; /* 1: all of it is here */
        struct message message;
        struct person who; /* id 0: nobody */
        void (*next)(struct call *c, struct work *w);
        int under_way; /* 1: the store or the pool works for it */
        /* the answer; 0 while there is none */
        unsigned status;
        struct token_text given; /* the token that is given with it */
        int gives_token;
        int last;    /* 1: the line is closed after it */
        int written; /* 1: its header is */
        struct outbox out;
};

struct route {
        const char *path;
        const char *argument; /* in the address, behind a question mark; or NULL */
        int post;
        enum { ANYBODY, WHO, SOMEBODY } whose; /* who may ask: anybody; the same, but it is found out who; somebody known */
        void (*run)(struct call *c);
        const char *type; /* of what it answers, if that is no JSON */
};

/* The calls that there are (api.c); ends with a NULL path. */
extern const struct route ROUTES[];

/* --- for whoever answers it: a call is answered once --- */

void call_answer(struct call *c, unsigned status, void (*write)(struct json *j, const void *what), const void *what);
void call_refuse(struct call *c, unsigned status, const char *why);

/* With the answer comes this token; NULL: none any more. */
void call_give_token(struct call *c, const struct token_text *token);

/* A work for a call; `next` is called when it has not failed. */
struct work *call_work(struct call *c, void (*next)(struct call *c, struct work *w));

/* As printf; for what is short and needs no care. */
void write_format(struct json *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- for the line (http.c): a call goes through these in order --- */

/* It begins with its header, its body comes in pieces and ends, and when the answer is known the line is asked to take it.
 * `call_end` is for whichever moment the line is gone. Each returns 1 to have it closed. */
int call_begin(struct lws *wsi, struct request *r, const char *path);
int call_hear_body(struct request *r, const char *bytes, size_t size);
int call_hear_end(struct request *r);
int call_write(struct lws *wsi, struct request *r);
void call_end(struct request *r);

#endif
