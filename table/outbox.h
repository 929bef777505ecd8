/* Messages on their way out, one a line, in memory that grows as it must. */
#ifndef SERAI_OUTBOX_H
#define SERAI_OUTBOX_H

#include "../core/json.h"

struct copies;

struct outbox {
        struct copies *copies; /* of what others were told (table.h), or NULL */
        char *text;
        int size; /* bytes in use */
        int room;
        int lost; /* 1 once a message had no memory */
};

/* Writes one message, by a function that may be called again when the room was too small for it. */
void outbox_add(struct outbox *o, void (*write)(struct json *j, const void *what), const void *what);

/* Adds what is in another one. */
void outbox_append(struct outbox *o, const struct outbox *lines);

/* Leaves so many bytes free at the beginning. 0: there is no memory. */
int outbox_reserve(struct outbox *o, int bytes);

void outbox_clear(struct outbox *o);
void outbox_close(struct outbox *o);

#endif
