/* Replaces push_sender.c in builds without libcurl: nothing is sent, and the page says so. */
#include <stddef.h>

#include "push_sender.h"

struct push_sender *push_sender_open(uv_loop_t *loop, const struct site_key *key, int loopback,
                                     void (*done)(void *whose, const struct letter *letter, enum sent sent), void *whose)
{
        (void)loop, (void)key, (void)loopback, (void)done, (void)whose;
        return NULL;
}

/* Never called. */
int push_sender_room(struct push_sender *s)
{
        (void)s;
        return 0;
}

void push_sender_take(struct push_sender *s, const struct letter *letter)
{
        (void)s, (void)letter;
}

void push_sender_close(struct push_sender *s)
{
        (void)s;
}
