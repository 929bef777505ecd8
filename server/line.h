/* Lines: WebSockets between browsers and the hall; docs/protocol.md, section 5. */
#ifndef SERAI_LINE_H
#define SERAI_LINE_H

#include <libwebsockets.h>

#include "hall.h"

enum { MAX_FRAME = 4096 };

/* What libwebsockets keeps for each line. */
struct line {
        struct lws *wsi;
        struct visit visit;
        struct finding *finding; /* while it is found out who it is */
        int entered;             /* 1: the hall knows the visit */
        const char *farewell;    /* why it is to be closed, or NULL */
        char *part;              /* the beginning of a message that came in parts, MAX_FRAME bytes */
        size_t parted;           /* how many of them are filled */
};

/* The callback of the protocol "serai"; its memory for each line is a struct line. */
int line_hear(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size);

/* A visit has something to be told: what the hall calls. */
void line_wake(struct visit *v);

#endif
