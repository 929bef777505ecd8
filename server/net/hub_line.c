/* Lines that are woken; see hub_line.h. */
#include "hub_line.h"

void hub_line_wake(struct client *client)
{
        struct hub_line *line = (struct hub_line *)client;

        if (line->is_woken)
                return;
        line->is_woken = 1;
        LIST_INSERT_HEAD(&line->server->woken, line, woken);
}

void hub_line_unwake(struct hub_line *line)
{
        if (line->is_woken)
                LIST_REMOVE(line, woken);
        line->is_woken = 0;
}

void hub_lines_tell(struct server *s)
{
        struct hub_line *line;

        while ((line = LIST_FIRST(&s->woken))) {
                hub_line_unwake(line);
                line->tell(line);
        }
}
