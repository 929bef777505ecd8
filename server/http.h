/* What is said over HTTP that is no WebSocket: the page's files, and the API. */
#ifndef SERAI_HTTP_H
#define SERAI_HTTP_H

#include <libwebsockets.h>

#include "server.h"

struct call;

/* An answer under way. It is in the memory that libwebsockets keeps for each line. */
struct request {
        const unsigned char *at, *end; /* what is still to be sent */
        int last;                      /* 1: the line is closed after it */
        int ended;                     /* 1: the end of its body was reported */
        struct call *call;             /* of the API, or NULL */
};

/* The header of an answer. */
struct head {
        unsigned status;
        const char *type;
        const char *caching;
        const char *tag;    /* or NULL */
        const char *coding; /* or NULL */
        const char *cookie; /* to be set, or NULL */
        size_t size;        /* of the body that follows */
        int last;           /* 1: the line is closed after it */
};

/* 1 if it cannot be written; then the line is closed. */
int http_write_head(struct lws *wsi, const struct head *h);

/* The method is this one, by its token. */
int http_is(struct lws *wsi, enum lws_token_indexes method);

/* --- who asks --- */

/* The address of whoever asks, in numbers: the other end of the line, or what a proxy of ours says. Whether the browser's line is
 * secret. Whether the request comes from a page of our own. */
void http_address(struct lws *wsi, char address[MAX_ADDRESS]);
int http_is_secure(struct lws *wsi);
int http_is_own(struct lws *wsi);

/* Whether an address is that of a program on this machine, which is its owner's own, unless it may be a proxy. Whether an address
 * has a drop left in its bucket for something; those that are trusted always have. */
int http_trusts(const struct server *s, const char *address);
int http_allows(struct server *s, const char *address, int what, struct limit limit);

/* The server that a line belongs to. */
struct server *http_server(struct lws *wsi);

/* The callback of the protocol; its memory for each line is a struct request. */
int http_hear(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size);

/* The page (files.c): answers a request for one of its files. */
int files_answer(struct lws *wsi, struct request *r, const char *path);

#endif
