/* Web Push on a server: the site's key, and the sender that the hub's notices go to. */
#ifndef SERAI_PUSH_H
#define SERAI_PUSH_H

#include "push_sender.h"

struct server;

struct push {
        struct server *server;
        struct push_sender *sender; /* NULL: the key is not known yet, or this program cannot send */
        struct site_key key;
        enum { REACH_UNKNOWN, REACHES, REACHES_NOBODY } reach; /* push services, as of the last notice */
};

/* Reads the site's key from the store, or makes it, and then sends. All servers on one database have one key. */
void push_open(struct server *s);
void push_close(struct server *s);

/* Sends a first notice to a browser, so that it is known whether they arrive. */
void push_welcome(struct server *s, const struct letter *to);

#endif
