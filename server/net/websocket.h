/* WebSockets between browsers and the hub, by wslay; docs/protocol.md, section 5.
 *
 * A WebSocket says who it is by its cookie, which takes the store a moment. What it is told is made when the connection can take
 * it, in memory that all of them share. */
#ifndef SERAI_WEBSOCKET_H
#define SERAI_WEBSOCKET_H

#include "../rooms/hub.h"
#include "../server.h"
#include "http.h"

enum { MAX_FRAME = 4096 };

/* Answers a request for /ws: it becomes a WebSocket, or is refused. */
void websocket_answer(struct request *r);

/* A client has something to be told: what the hub calls. It is told before the loop waits again (websockets_tell). */
void websocket_wake(struct client *v);
void websockets_tell(struct server *s);

/* Pings those that have been silent for a while, and closes those that do not answer. */
void websockets_ping(struct server *s);

#endif
