/* What the hub can wake: a WebSocket (websocket.c), a stream of events (stream.c), or a command over HTTP
 * (api/bot_handlers.c). */
#ifndef SERAI_HUB_LINE_H
#define SERAI_HUB_LINE_H

#include "../rooms/hub.h"
#include "../server.h"

struct hub_line {
        struct client client; /* first: a client can be cast to its line */
        struct server *server;
        void (*tell)(struct hub_line *line); /* there is something new: sends it, or later what there is by then. May free it */
        int is_woken;
        LIST_ENTRY(hub_line) woken;
};

/* To be told in this round of the loop; no longer. */
void hub_line_wake(struct client *client);
void hub_line_unwake(struct hub_line *line);

/* Tells all that are woken. */
void hub_lines_tell(struct server *s);

#endif
