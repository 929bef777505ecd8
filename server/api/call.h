/* An API call: one HTTP request, from its header to its response; docs/protocol.md, section 9.
 *
 * A call is separate from its connection: while the store or the thread pool works for it, the connection may close, and the call
 * then ends without a response. So no pending work holds a connection; a call does, and is notified when it closes. */
#ifndef SERAI_CALL_H
#define SERAI_CALL_H

#include "../net/http.h"
#include "../people/people.h"

enum { MAX_ARGUMENT = 64, MAX_SITE = 256 };

struct call {
        struct server *server;
        struct request *request; /* NULL: it is gone */
        const struct route *route;
        char address[MAX_ADDRESS];
        int secure;
        struct token_text token; /* "" if there was none */
        char argument[MAX_ARGUMENT];
        char body[MAX_BODY + 1];
        struct message message; /* the body */
        struct person who;      /* id 0: nobody */
        int retry;              /* seconds after which to try again, if it was too fast; 0: the usual */
        int known_device;       /* 1: the device has logged in with this login before */
        void (*next)(struct call *c, struct work *w);
        const char *confirmed_by;               /* the member with the password that is asked for again, */
        void (*confirmed)(struct call *c);      /* and what it is asked for */
        struct code_text codes[RECOVERY_CODES]; /* new ones, for the response */
        int under_way;                          /* 1: the store or the thread pool works for it */
        struct token_text given;                /* the token to be set with the response, */
        int gives_token;                        /* if this is 1 */
        struct token_text device;               /* the same for the device's cookie; "": none */
        char origin[MAX_SITE];                  /* where the page is, for a POST */
        int64_t other, table;                   /* whom and what the call is about; 0: nobody, nothing */
        int64_t before;                         /* the person before the login; 0: none */
        struct outbox out;                      /* the response */
};

struct route {
        const char *path;
        const char *argument; /* the query parameter, or NULL */
        int post;
        enum { ANYBODY, WHO, SOMEBODY, ADMIN, BOT } whose; /* anybody; the same, with the person looked up; a known person, ... */
        void (*run)(struct call *c);
        const char *type; /* of the response, if it is not JSON */
};

/* All routes (api.c); ends with a NULL path. */
extern const struct route ROUTES[];

/* --- for handlers: a call is answered once --- */

void call_answer(struct call *c, enum status status, void (*write)(struct json *j, const void *what), const void *what);
void call_refuse(struct call *c, enum status status, const struct refusal *is);
void call_refuse_because(struct call *c, enum status status, const struct refusal *is, const char *detail);

void call_refuse_reason(struct call *c, enum status status, const struct reason *why);

/* FORBIDDEN until this time. */
void call_refuse_until(struct call *c, const struct refusal *is, int64_t until);

/* Sets this token with the response; NULL: deletes it. */
void call_give_token(struct call *c, const struct token_text *token);

/* A work for a call; `next` is called unless it failed. */
struct work *call_work(struct call *c, void (*next)(struct call *c, struct work *w));

/* As printf, for short texts that need no escaping. */
void write_format(struct json *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- for http.c --- */

/* Starts the call of a complete request; or refuses one that cannot be parsed. */
void call_begin(struct request *r);
void call_refuse_request(struct request *r, enum status status);

/* The request is answered, or its connection closed. */
void call_end(struct request *r);

#endif
