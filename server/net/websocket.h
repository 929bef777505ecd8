/* WebSockets between browsers and the hub, by wslay; docs/protocol.md, section 5.
 *
 * A WebSocket is authenticated by its cookie, which takes the store a moment. Messages are built when the connection can take
 * them, in memory that all WebSockets share. */
#ifndef SERAI_WEBSOCKET_H
#define SERAI_WEBSOCKET_H

#include "../rooms/hub.h"
#include "../server.h"
#include "http.h"

enum { MAX_FRAME = 4096 };

/* Answers a request for /ws: upgrades or refuses it. */
void websocket_answer(struct request *r);

/* Pings clients that have been silent for a while, and closes those that do not answer. */
void websockets_ping(struct server *s);

#endif
