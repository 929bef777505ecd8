/* The server: one listener for the page, the API and WebSockets, and the state that its parts share. */
#ifndef SERAI_SERVER_H
#define SERAI_SERVER_H

#include <uv.h>

#include "net/connection.h"
#include "net/rate_limit.h"
#include "store/store.h"

struct hub;
struct job;
struct push;
struct tls_settings;
struct hub_line;
struct stream;
struct websocket;

struct server_settings {
        const char *address;  /* to listen on, numeric */
        int port;             /* 0: any free port */
        const char *db;       /* a file, or postgres://… */
        int proxy;            /* 1: trust X-Forwarded-For and X-Forwarded-Proto */
        int trust_local;      /* 1: no limits for programs on this machine, unless there may be a proxy */
        const char *tls_cert; /* file names, or NULL: no TLS */
        const char *tls_key;
        int push_loopback; /* 1: notices go to services on this machine, for tests */
        int keep_days;     /* of abandoned tables; 0: the default, -1: for ever (hub.h) */
};

struct server {
        const struct server_settings *settings;
        uv_loop_t loop;
        struct store *store;
        struct hub *hub;
        struct push *push;
        struct tls_settings *tls; /* or NULL */
        const struct protocol *first_protocol;
        struct connections connections;
        LIST_HEAD(, websocket) websockets; /* all of them; */
        LIST_HEAD(, stream) streams;       /* of events; all of them, too */
        LIST_HEAD(, hub_line) woken;       /* lines with something to send */
        struct rate_limiter rate_limiter;
        int calls; /* API calls in progress */
        uv_prepare_t before;
        uv_check_t after;
        uv_timer_t pings;
        int hinted;                   /* 1: the hint about --proxy has been logged */
        STAILQ_HEAD(, job) passwords; /* that wait to be hashed, */
        int passwords_waiting;        /* so many; */
        int passwords_running;        /* and those in libuv's pool */
};

/* Serves until SIGINT or SIGTERM; `ready` is called with the port when it listens. 1, or 0 with the reason in `why` if it could
 * not start. */
int server_run(const struct server_settings *settings, void (*ready)(const struct server_settings *settings, int port),
               char why[MAX_STORE_WHY]);

/* Thinks for the bots of the servers that share a database, with so many threads (0: one for each processor), until stopped. 1, or
 * 0 with the reason in `why`. */
int server_think(const char *db, int threads, char why[MAX_STORE_WHY]);

/* Whether an address is this machine's own; whether it is exempt from limits; whether it has a token left for an action
 * (rate_limit.h). */
int server_is_local(const char *address);
int server_trusts(const struct server *s, const char *address);
int server_allows(struct server *s, const char *address, int what, struct limit limit);

#endif
