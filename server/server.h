/* The server: one listener for the page and everything that comes to be on it, and what its parts share. */
#ifndef SERAI_SERVER_H
#define SERAI_SERVER_H

#include <uv.h>

#include "net/connection.h"
#include "net/rate_limit.h"
#include "store/store.h"

struct hub;
struct job;
struct tls_settings;
struct websocket;

struct server_settings {
        const char *address;  /* to listen on, in numbers */
        int port;             /* 0: any that is free */
        const char *db;       /* the file of the store, or postgres://… */
        int proxy;            /* 1: X-Forwarded-For and X-Forwarded-Proto are a proxy's of ours, and believed */
        int trust_local;      /* 1: programs on this machine are not limited, unless they may be a proxy */
        const char *tls_cert; /* files with the certificates and the key, or NULL: no TLS */
        const char *tls_key;
        int keep_days; /* for which abandoned tables are kept; 0: as long as is usual, -1: always (hub.h) */
};

struct server {
        const struct server_settings *settings;
        uv_loop_t loop;
        struct store *store;
        struct hub *hub;
        struct tls_settings *tls; /* or NULL */
        const struct protocol *first_protocol;
        struct connections connections;
        LIST_HEAD(, websocket) websockets; /* all of them; */
        LIST_HEAD(, websocket) woken;      /* those that have something to be told */
        struct rate_limiter rate_limiter;
        int calls; /* of the API, under way */
        uv_prepare_t before;
        uv_check_t after;
        uv_timer_t pings;
        int hinted;                   /* 1: the log has the hint about --proxy */
        STAILQ_HEAD(, job) passwords; /* that wait to be computed, */
        int passwords_waiting;        /* so many; */
        int passwords_running;        /* and those in the loop's pool */
};

/* Serves until it is told to stop by SIGINT or SIGTERM; `ready` is told the port when it listens. 1, or 0 with the reason in `why`
 * if it could not begin. */
int server_run(const struct server_settings *settings, void (*ready)(const struct server_settings *settings, int port),
               char why[MAX_STORE_WHY]);

/* Thinks for the bots of the servers on a database that they share, with so many threads (0: one for each processor), until it is
 * told to stop. 1, or 0 with the reason in `why`. */
int server_think(const char *db, int threads, char why[MAX_STORE_WHY]);

/* Whether an address is this machine's own. Whether limits do not hold for it. Whether it has a drop left in its bucket for
 * something (rate_limit.h). */
int server_is_local(const char *address);
int server_trusts(const struct server *s, const char *address);
int server_allows(struct server *s, const char *address, int what, struct limit limit);

/* Milliseconds since 1970. */
int64_t server_time(void);

#endif
