/* A connection: bytes to and from one client over TCP, with or without TLS.
 *
 * A protocol (http.h, websocket.h) is called when bytes have arrived, when everything written has been sent, and when the
 * connection is closed. A connection may change its protocol: a WebSocket begins as HTTP.
 *
 * Backpressure instead of queues. A protocol writes again when the last write has drained; a client that does not read holds up
 * only itself, and is closed when it has read nothing for a while. A client that sends faster than allowed is read from later
 * (connection_pause), so that TCP flow control slows it down. Connections per address are limited, and so is the time for each
 * step (connection_deadline).
 *
 * A closed connection stays in memory for one round of the loop: its callers may finish what they are doing, and writes to it are
 * dropped. */
#ifndef SERAI_CONNECTION_H
#define SERAI_CONNECTION_H

#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>
#include <uv.h>

#include "rate_limit.h"

struct server;
struct tls;
struct connection;

enum {
        MAX_CONNECTIONS = 50000, /* or the limit of open files less SPARE_FILES, if that is lower */
        SPARE_FILES = 64,        /* for the store and the libraries */
        MAX_PER_ADDRESS = 256,   /* an IPv4 address, or the /64 of an IPv6 one */
        MAX_PER_NETWORK = 1024,  /* the /48 of an IPv6 address */
        MAX_BACKLOG = 1 << 22    /* bytes written and not sent */
};

struct protocol {
        void (*opened)(struct connection *c);
        void (*received)(struct connection *c, const char *bytes, size_t size);
        void (*ready)(struct connection *c);  /* everything written has been sent, or a pause is over */
        void (*closed)(struct connection *c); /* frees c->state */
};

struct connection {
        uv_tcp_t tcp; /* first: a handle can be cast to its connection */
        struct server *server;
        struct tls *tls; /* or NULL */
        const struct protocol *protocol;
        void *state; /* the protocol's */
        char address[MAX_ADDRESS];
        struct address_keys keys; /* of the address, for the rate limiter */
        uint64_t deadline;        /* when it is closed, in loop time; 0: never */
        uint64_t resume;          /* when a pause ends; 0: there is none */
        size_t unsent;            /* bytes, at the last check, */
        uint64_t progress;        /* and when that last went down */
        int closing, finishing;
        size_t discarded; /* bytes received after connection_finish */
        LIST_ENTRY(connection) all, same_address, same_network;
};

LIST_HEAD(connection_list, connection);

enum { ADDRESS_BUCKETS = 4096 };

/* All the connections of a server. */
struct connections {
        uv_tcp_t listener;
        uv_timer_t timer;
        unsigned ticks;
        int count, most;
        struct connection_list all, by_address[ADDRESS_BUCKETS], by_network[ADDRESS_BUCKETS];
        uint64_t accepted, refused; /* since the start */
        char buffer[1 << 14];       /* for reading, shared by all */
};

/* Listens; every connection begins with this protocol. Returns the port, or 0 with the reason in `why`. */
int connections_listen(struct server *s, const struct protocol *first, char *why, size_t why_size);

/* Stops listening and closes all connections. The loop has to run afterwards. */
void connections_close(struct server *s);

/* Sends bytes; those that cannot be sent at once are copied. */
void connection_write(struct connection *c, const void *bytes, size_t size);

/* 1: written bytes are waiting; `ready` will be called. */
int connection_is_full(const struct connection *c);

/* Closes at once; closes when everything written has been sent. */
void connection_close(struct connection *c);
void connection_finish(struct connection *c);

/* Closes the connection in so many milliseconds, unless another deadline is set; 0: never. */
void connection_deadline(struct connection *c, uint64_t milliseconds);

/* Stops reading until connection_resume; `ready` is called after so many milliseconds, unless FOREVER. */
#define FOREVER UINT64_MAX
void connection_pause(struct connection *c, uint64_t milliseconds);
void connection_resume(struct connection *c);

/* Whether the client has disconnected, which goes unnoticed while nothing is read. */
int connection_is_deserted(const struct connection *c);

/* Sets the client's address, as a proxy reports it. 0: that address has too many connections. */
int connection_comes_from(struct connection *c, const char *address);

#endif
