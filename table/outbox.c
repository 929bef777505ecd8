/* Messages on their way out; see outbox.h. */
#include "outbox.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void outbox_add(struct outbox *o, void (*write)(struct json *j, const void *what), const void *what)
{
        for (;;) {
                int left = o->room - o->size;
                struct json j = json_writer(o->text ? o->text + o->size : NULL, left);
                char *more;
                int64_t room;

                write(&j, what);
                json_text(&j, "\n");
                if (j.out.len < left) { /* and the closing NUL */
                        text_close(&j.out);
                        o->size += j.out.len;
                        return;
                }
                room = 2 * ((int64_t)o->size + j.out.len + 1);
                more = room < INT_MAX ? realloc(o->text, (size_t)room) : NULL;
                if (!more) {
                        o->lost = 1;
                        return;
                }
                o->text = more;
                o->room = (int)room;
        }
}

void outbox_clear(struct outbox *o)
{
        o->size = 0;
        o->lost = 0;
}

void outbox_close(struct outbox *o)
{
        free(o->text);
        memset(o, 0, sizeof *o);
}
