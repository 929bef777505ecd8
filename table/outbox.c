/* Outgoing messages; see outbox.h. */
#include "outbox.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Grows to so many bytes in all. */
static int grow(struct outbox *o, int64_t room)
{
        char *more = room < INT_MAX ? realloc(o->text, (size_t)room) : NULL;

        if (!more) {
                o->lost = 1;
                return 0;
        }
        o->text = more;
        o->room = (int)room;
        return 1;
}

void outbox_add(struct outbox *o, void (*write)(struct json *j, const void *what), const void *what)
{
        for (;;) {
                int left = o->room - o->size;
                struct json j = json_writer(o->text ? o->text + o->size : NULL, left);

                write(&j, what);
                json_text(&j, "\n");
                if (j.out.len < left) { /* and the closing NUL */
                        text_close(&j.out);
                        o->size += j.out.len;
                        return;
                }
                if (!grow(o, 2 * ((int64_t)o->size + j.out.len + 1)))
                        return;
        }
}

/* Each gets its newline when it is added. */
static void write_lines(struct json *j, const void *what)
{
        const struct outbox *o = what;

        text_bytes(&j->out, o->text, o->size - 1);
}

void outbox_append(struct outbox *o, const struct outbox *lines)
{
        if (lines->size)
                outbox_add(o, write_lines, lines);
}

int outbox_reserve(struct outbox *o, int bytes)
{
        if (o->room < bytes && !grow(o, 4096 + bytes))
                return 0;
        o->size = bytes;
        return 1;
}

void outbox_clear(struct outbox *o)
{
        o->size = 0;
        o->lost = 0;
}

void outbox_close(struct outbox *o)
{
        struct outbox empty = { .copies = o->copies };

        free(o->text);
        *o = empty;
}
