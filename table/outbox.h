/* Outgoing messages, one per line, in memory that grows. */
#ifndef SERAI_OUTBOX_H
#define SERAI_OUTBOX_H

#include "../core/json.h"

struct copies;

struct outbox {
        struct copies *copies; /* cache of steps written for others (table.h), or NULL */
        char *text;
        int size; /* bytes in use */
        int room;
        int lost; /* 1: a message was dropped, out of memory */
};

/* Adds one message. `write` may be called twice, if there was too little room at first. */
void outbox_add(struct outbox *o, void (*write)(struct json *j, const void *what), const void *what);

/* Appends another outbox. */
void outbox_append(struct outbox *o, const struct outbox *lines);

/* Leaves so many bytes free at the start. 0: out of memory. */
int outbox_reserve(struct outbox *o, int bytes);

void outbox_clear(struct outbox *o);
void outbox_close(struct outbox *o);

#endif
