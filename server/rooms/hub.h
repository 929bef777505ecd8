/* The hub: all rooms in memory, and all connected clients.
 *
 * Commands come in as text from a client. What a client receives is built when its connection can take it: a client remembers what
 * it was sent, not what is to be sent, so a slow one gets the newest state less often and nothing queues up.
 *
 * A room stores an entry before it sends it (room.h); until the entry is stored, further commands for the room wait.
 *
 * The hub does no I/O except through the store and the thinkers. Clients come from server/net/websocket.c, or from tests. */
#ifndef SERAI_HUB_H
#define SERAI_HUB_H

#include <sys/queue.h>

#include "../admin/site.h"
#include "../store/store.h"
#include "room.h"
#include "think.h"

struct hub;
struct live_room; /* a room in memory (live_room.h) */

enum { CHAT_BURST = 6 }; /* chat messages in ten seconds */

/* One connection. All zero but `subscriber.person` and `subscriber.name`, which the caller sets. */
struct client {
        struct subscriber subscriber; /* what it was sent of its room; first, so that a subscriber can be cast to its client */
        uint64_t number;              /* its slot, and a serial number that is never used again */
        LIST_ENTRY(client) of_person;
        struct live_room *live;                                   /* the room it is in, or NULL */
        int arriving;                                             /* 1: it waits until the room is loaded and up to date */
        uint64_t version, told;                                   /* what the client says it has, until then */
        enum { NOT_IN_LOBBY, IN_LOBBY, LOBBY_NOT_TOLD } in_lobby; /* LOBBY_NOT_TOLD: send the whole list */
        int invitations;                                          /* so many it was told of last */
        uint64_t circle_asked;                                    /* when its circle was last asked for */
        int own_tables_due;                                       /* 1: send the list of its own tables */
        uint64_t own_tables_told;                                 /* when it was last sent */
        uint64_t chat_times[CHAT_BURST];                          /* when its last chat messages were sent, a ring */
        int chats;
        int64_t credit;     /* messages it may still send; negative if it has sent more */
        uint64_t credited;  /* when `credit` was last topped up */
        uint64_t seen;      /* when the store last recorded that this person was seen */
        int trusted;        /* 1: no rate limit: a program on this machine */
        int guest;          /* 1: the person has no login */
        int64_t muted;      /* until when the person may not chat; 0: they may */
        uint64_t announced; /* the last announcement that it was told */
        int recheck;        /* 1: the session may have ended; check it again */
        void (*done)(struct client *client, const struct reason *why); /* NULL; or called when a command is done, or was refused */
        struct outbox answers;                                         /* answers to its commands */
};

/* `wake` is called when there is something to send to a client. NULL: no clients; the hub only thinks for the bots of other
 * servers. `threads` are for bots. Returns NULL if out of memory. */
struct hub *hub_open(uv_loop_t *loop, struct store *store, int threads, void (*wake)(struct client *client));

/* Deletes abandoned tables after so many days; 0: the default, 60. */
enum { KEEP_ALWAYS = -1 };
void hub_keep_tables(struct hub *h, int days);

/* hub_stop starts nothing new; run the loop until it is empty, then call hub_close, which frees everything. */
void hub_stop(struct hub *h);
void hub_close(struct hub *h);

/* Adds a client (0: that person has too many connections, or out of memory); handles one message from it; writes what is new for
 * it, returning 1 if there is more; removes it. The caller owns `client`. */
int hub_enter(struct hub *h, struct client *client);
void hub_hear(struct hub *h, struct client *client, const char *text, size_t size);
void hub_join(struct hub *h, struct client *client, int64_t table); /* as if it had said so */
int hub_tell(struct hub *h, struct client *client, struct outbox *o);
void hub_leave(struct hub *h, struct client *client);

/* The rate limit. hub_charge counts one message or frame; hub_wait says for how many milliseconds not to read. A client that sends
 * too much is throttled, not refused. All connections of a person share one limit. */
void hub_charge(struct client *client);
uint64_t hub_wait(struct client *client);

/* Sessions of a person may have ended: sets `recheck` on all their clients. */
void hub_recheck(struct hub *h, int64_t person);

/* A person was renamed, or the account was deleted (name ""), and its chat messages with it. hub_notice_person adds the
 * notification of other servers to the work that does it. */
void hub_rename(struct hub *h, int64_t person, const char *name);
void hub_notice_person(const struct hub *h, struct work *w, int64_t person);

/* What is set for the whole site; and reads, at once, what administrators have done. */
const struct site *hub_site(const struct hub *h);
void hub_read_admin_log(struct hub *h);

/* Whom a person blocks, or who invites them, has changed; adds the notification of other servers. */
void hub_friends_changed(struct hub *h, int64_t person);
void hub_notice_friends(const struct hub *h, struct work *w, int64_t person);

/* How somebody is invited; the numbers are in the store. */
enum { REQUEST /* may I join you? */, CHALLENGE, INVITATION };

/* Where a person is: at this table, or at none. 0: not connected to this server. */
struct whereabouts {
        int64_t table; /* 0: none */
        const char *game;
        enum table_state state;
        int is_public;
};
int hub_whereabouts(struct hub *h, int64_t person, struct whereabouts *at);

/* Notices for people who are not here (push/notices.c); the numbers are bits of what somebody has chosen, and in the store. */
enum { NOTICE_OF_TURN = 1, NOTICE_OF_CHALLENGE = 2, NOTICE_OF_INVITATION = 4, NOTICE_OF_TIME = 8 };
void hub_raise_notice(struct hub *h, int64_t person, int64_t table, int kind);

/* Who sends them: how many letters there is room for, and one to be sent (push_sender.h). */
struct letter;
struct postman {
        void *whose;
        int (*room)(void *whose);
        void (*take)(void *whose, const struct letter *letter);
};
void hub_post_by(struct hub *h, const struct postman *postman);

/* Calls `done` with the record of a finished game, which `done` frees; NULL if there is none. */
void hub_record(struct hub *h, int64_t table, void (*done)(void *whose, char *record), void *whose);

/* Counters and gauges for /metrics. */
struct hub_figures {
        uint64_t clients, people, rooms, playing, moves, messages, refusals;
        uint64_t thoughts; /* of bots, waiting for a thread */
        uint64_t unsaved;  /* entries and messages that could not be stored */
        uint64_t deleted;  /* abandoned tables */
        uint64_t ticks;    /* passes over all tables */
};

struct hub_figures hub_figures(const struct hub *h);

#endif
