/* Lines: WebSockets between browsers and the hall; docs/protocol.md, section 5. */
#ifndef SERAI_LINE_H
#define SERAI_LINE_H

#include <libwebsockets.h>

#include "hall.h"
#include "server.h"

enum { MAX_FRAME = 4096, MAX_LINES = 50000 };

/* What libwebsockets keeps for each line. */
struct line {
        struct lws *wsi;
        struct visit visit;
        struct line *other, **back; /* in the list of all */
        struct line *woken;         /* the next that has something to be told */
        int is_woken;
        uint64_t heard; /* when anything came from it last */
        int ping;       /* 1: it is to be asked whether it is still there */
        struct finding *finding; /* while it is found out who it is */
        int entered;             /* 1: the hall knows the visit */
        const char *farewell;    /* why it is to be closed, or NULL */
        int parting;             /* 1: that was told */
        char *part;              /* the beginning of a message that came in parts, MAX_FRAME bytes */
        size_t parted;           /* how many of them are filled */
};

/* The callback of the protocol "serai"; its memory for each line is a struct line. */
int line_hear(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size);

/* A visit has something to be told: what the hall calls. It is told before the loop waits again (lines_tell). */
void line_wake(struct visit *v);
void lines_tell(struct server *s);

/* Asks lines whether they are still there that have not been heard of for a while, and closes those that do not answer. */
void lines_ping(struct server *s);

#endif
