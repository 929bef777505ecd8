/* Sends notices to push services, in a thread of its own, for which the event loop never waits.
 *
 * The queue is bounded: what does not fit is dropped. What a service cannot take now (429, 5xx, no connection) is tried again, at
 * growing distances or when it says, a few times. The address of a service is checked when the socket is opened (push_address.h),
 * so that a name that leads elsewhere the second time makes no difference; there are no redirects and no proxies.
 *
 * Without libcurl there is no_push_sender.c instead, and nothing is sent. */
#ifndef SERAI_PUSH_SENDER_H
#define SERAI_PUSH_SENDER_H

#include <uv.h>

#include "push_message.h"

enum { MAX_LETTERS = 256 };

/* A notice to one browser. */
struct letter {
        char endpoint[MAX_ENDPOINT], key[PUSH_KEY_TEXT], auth[PUSH_AUTH_TEXT], origin[MAX_ORIGIN];
        char topic[33]; /* a newer one replaces an undelivered one of the same topic */
        char text[MAX_PUSH_TEXT];
        int seconds; /* for which it is of use */
        int urgent;
};

/* What became of it. */
enum sent { SENT, SENT_TO_NOBODY /* the subscription has ended */, NOT_SENT, NO_WAY_OUT /* the service cannot be reached */ };

struct push_sender;

/* `done` is called on the loop's thread with what became of each letter. NULL: this program cannot send. */
struct push_sender *push_sender_open(uv_loop_t *loop, const struct site_key *key, int loopback,
                                     void (*done)(void *whose, const struct letter *letter, enum sent sent), void *whose);

/* How many letters it still takes; takes a copy of one. */
int push_sender_room(struct push_sender *s);
void push_sender_take(struct push_sender *s, const struct letter *letter);

/* Drops what waits. The loop has to run once more. */
void push_sender_close(struct push_sender *s);

#endif
