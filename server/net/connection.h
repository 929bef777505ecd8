/* A connection: bytes to and from one client over TCP, with TLS or without.
 *
 * A protocol (http.h, websocket.h) is called when bytes have come in, when everything that was written is on its way, and when the
 * connection is gone. The same connection may change its protocol: a WebSocket begins as HTTP.
 *
 * Nothing piles up. A protocol writes again when the last write has drained; what a client does not read holds up that client
 * alone, and the connection is closed when none of it has been read for a while. A client that sends faster than it may is read
 * from later (connection_pause), so that its own TCP holds it back. How many connections one address may have is limited, and so
 * is how long each step may take (connection_deadline).
 *
 * A connection that is closed stays in memory until the loop has turned once: whoever is in the middle of something with it may
 * finish, and writes to it are dropped. */
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
        MAX_CONNECTIONS = 50000, /* or as many as the system's limit of open files leaves, less SPARE_FILES */
        SPARE_FILES = 64,        /* for the store, and for what the libraries open */
        MAX_PER_ADDRESS = 256,   /* an IPv4 address, or the /64 of an IPv6 one */
        MAX_PER_NETWORK = 1024,  /* the /48 of an IPv6 address */
        MAX_BACKLOG = 1 << 22    /* bytes that were written and not sent */
};

struct protocol {
        void (*opened)(struct connection *c);
        void (*received)(struct connection *c, const char *bytes, size_t size);
        void (*ready)(struct connection *c);  /* everything that was written is on its way, or a pause is over */
        void (*closed)(struct connection *c); /* lets go of c->state */
};

struct connection {
        uv_tcp_t tcp; /* first: a handle is its connection */
        struct server *server;
        struct tls *tls; /* or NULL */
        const struct protocol *protocol;
        void *state; /* the protocol's */
        char address[MAX_ADDRESS];
        struct address_keys keys; /* of the address, as limits count it */
        uint64_t deadline;        /* when it is closed, in the loop's time; 0: never */
        uint64_t resume;          /* when a pause is over; 0: there is none */
        size_t unsent;            /* at the last look, */
        uint64_t progress;        /* and when that was less than before */
        int closing, finishing;
        size_t discarded; /* bytes that came after it was finished */
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
        uint64_t accepted, refused; /* how many ever were */
        char buffer[1 << 14];       /* what is being read */
};

/* Listens; every connection begins with this protocol. The port that it listens on, or 0 with the reason. */
int connections_listen(struct server *s, const struct protocol *first, char *why, size_t why_size);

/* Accepts no more, and closes all there are. The loop has to be run afterwards. */
void connections_close(struct server *s);

/* Sends bytes, which are copied where they have to wait. */
void connection_write(struct connection *c, const void *bytes, size_t size);

/* 1: something that was written waits; `ready` will be called. */
int connection_is_full(const struct connection *c);

/* Closes at once; or when everything that was written has been sent. */
void connection_close(struct connection *c);
void connection_finish(struct connection *c);

/* It is closed in so many milliseconds, unless another deadline is set; 0: it is not. */
void connection_deadline(struct connection *c, uint64_t milliseconds);

/* Nothing is read until connection_resume; `ready` is called after so many milliseconds, unless that is FOREVER. */
#define FOREVER UINT64_MAX
void connection_pause(struct connection *c, uint64_t milliseconds);
void connection_resume(struct connection *c);

/* Whether the client has gone, while nothing is read and so its end is not noticed. */
int connection_is_deserted(const struct connection *c);

/* The client is at this address, as a proxy says. 0: that address has too many connections already. */
int connection_comes_from(struct connection *c, const char *address);

#endif
