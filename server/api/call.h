/* A call of the API: one request over HTTP, from its header to its answer. docs/protocol.md, section 9, tells what is said.
 *
 * A call is its own thing, apart from the line it came by: while the store or the pool works for it the line may go, and the call
 * then ends without being heard. So nothing that is finished later ever holds a line; a call does, and is told when it goes. */
#ifndef SERAI_CALL_H
#define SERAI_CALL_H

#include "../net/http.h"
#include "../people/people.h"

enum { MAX_ARGUMENT = 64 };

struct call {
        struct server *server;
        struct request *request; /* NULL: it is gone */
        const struct route *route;
        char address[MAX_ADDRESS];
        int secure;
        struct token_text token; /* "" if none was shown */
        char argument[MAX_ARGUMENT];
        char body[MAX_BODY];
        struct message message; /* in the body */
        struct person who;      /* id 0: nobody */
        int known_device;       /* 1: somebody has logged in there before, with the login that is tried */
        void (*next)(struct call *c, struct work *w);
        int under_way;            /* 1: the store or the pool works for it */
        struct token_text given;  /* the token that is given with the answer, */
        int gives_token;          /* if this is 1 */
        struct token_text device; /* the same; "": none is given */
        int64_t before;           /* who it was before somebody logged in; 0: nobody */
        struct outbox out;        /* the answer */
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

void call_answer(struct call *c, enum status status, void (*write)(struct json *j, const void *what), const void *what);
void call_refuse(struct call *c, enum status status, const struct refusal *is);
void call_refuse_because(struct call *c, enum status status, const struct refusal *is, const char *detail);

/* With the answer comes this token; NULL: none any more. */
void call_give_token(struct call *c, const struct token_text *token);

/* A work for a call; `next` is called when it has not failed. */
struct work *call_work(struct call *c, void (*next)(struct call *c, struct work *w));

/* As printf; for what is short and needs no care. */
void write_format(struct json *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- for http.c --- */

/* A request for the API, all of it. Or one that cannot be read and is refused with this status. */
void call_begin(struct request *r);
void call_refuse_request(struct request *r, enum status status);

/* The request is answered, or its connection gone. */
void call_end(struct request *r);

#endif
