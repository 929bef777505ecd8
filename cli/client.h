/* A WebSocket client on a libuv loop, framed by wslay: `serai load` opens thousands of them. */
#ifndef SERAI_CLIENT_H
#define SERAI_CLIENT_H

#include <stddef.h>
#include <uv.h>

struct client;

struct client_events {
        void (*opened)(void *user);
        void (*received)(void *user, const char *message, size_t size);
        void (*closed)(void *user, const char *why); /* closed; called once */
};

/* Connects from this address to /ws at that one, with a Cookie header. NULL: out of memory. */
struct client *client_open(uv_loop_t *loop, const struct sockaddr *from, const struct sockaddr *to, const char *host,
                           const char *cookie, const struct client_events *events, void *user);

/* Sends a message; what the socket does not take now is queued. */
void client_send(struct client *c, const char *message, size_t size);

void client_close(struct client *c);

#endif
