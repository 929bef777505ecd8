/* A room in memory, with its pending reads and writes. Several files make up the hub around it; see hub_parts.h. */
#ifndef SERAI_LIVE_ROOM_H
#define SERAI_LIVE_ROOM_H

#include <sys/queue.h>

#include "../store/entry_hash.h"
#include "hub.h"

/* A command that waits for a room. */
struct queued_command {
        STAILQ_ENTRY(queued_command) next;
        uint64_t client;
        int64_t person;
        struct command command;
};

/* A pending request for the record of a finished game. */
struct record_request {
        SLIST_ENTRY(record_request) next;
        void (*done)(void *whose, char *record);
        void *whose;
};

/* A person's relation to a room: a seat, or being its host. */
struct membership {
        LIST_ENTRY(membership) of_person;
        int64_t person; /* 0: nobody; then it is in no list */
        struct live_room *live;
};

enum { HOST = MAX_PLAYERS, MEMBERSHIPS };

/* The life of a room in memory; docs/architecture.md draws the transitions. */
enum live_state {
        LIVE_LOADING, /* its log is being read, then the names of its players */
        LIVE_MAKING,  /* it is new; its first entry is being stored */
        LIVE_IDLE,    /* nothing is pending: commands are handled at once */
        LIVE_SAVING,  /* an entry or a chat message is being stored; commands wait */
        LIVE_READING, /* entries of other servers are being read; commands wait */
        LIVE_BEHIND,  /* another server may have stored something; read at the next tick */
        LIVE_CLOSING  /* not found by id any more; freed when the last work has returned */
};

/* What another server has stored and is still to be read. */
enum { LOG = 1, TALK = 2 };

struct live_room {
        struct room room;
        struct hub *hub;
        LIST_ENTRY(live_room) in_bucket, in_hub;
        struct membership member[MEMBERSHIPS]; /* by seat, and the host */
        enum live_state state;
        int works;         /* of the store, that will call back */
        int after_restart; /* 1: loaded because the server has restarted */
        int behind;        /* LOG, TALK, or both */

        struct entry entry; /* being stored */
        uint64_t entry_at;
        uint8_t entry_hash[ENTRY_HASH], last_hash[ENTRY_HASH]; /* its hash, and that of the entry before it */
        uint64_t last_at;                                      /* when the last entry was stored: the next one is not earlier */
        uint64_t ahead;                                        /* of the server's clock, is the time at this table: live_now() */
        uint64_t asker;                                        /* the client that asked for it, or 0 */
        enum command_kind asked;                               /* with this command */
        struct queued_command *running;                        /* run again if another server stored first; or NULL */
        int unsure;                /* 1: unknown whether the entry was stored; the command is back in the queue */
        struct live_room *rematch; /* the new table that is stored with the entry, or NULL */
        int64_t next_chat;         /* the number of the next chat message */
        STAILQ_HEAD(, queued_command) queue;
        int queued;
        SLIST_HEAD(, record_request) record_requests;

        enum {
                NO_BOT_THINKS,
                BOT_THINKS,           /* somebody is waiting for it */
                BOT_THINKS_FOR_NOBODY /* nobody is watching */
        } thinking;
        struct thought *thought; /* a bot's answer that came while the room was busy */
        uint64_t wait_until;     /* no bot thinks before this time, after a failed save */
        uint64_t lease;          /* until when this server thinks for its bots; 0: it does not */
        uint64_t due;            /* when a server has to act on it, as stored; 0: never */

        uint64_t noticed, warned; /* the position, from 1, of the last notice that it is somebody's turn, or that time runs out */
        uint64_t lobby_version;   /* the room.info_changes that the lobby has sent */
        int64_t shown_with[MEMBERSHIPS]; /* who was at it when the lobby was last told of it */
        int in_lobby, is_news;           /* 1: listed in the lobby; in the update being sent */
        int finished;                    /* 1: its result is stored, or being stored */
        STAILQ_ENTRY(live_room) in_finishing;
        uint64_t empty_since; /* when the last client left */
        int stored_here;      /* 1: the last entry was stored by this server */
        uint64_t changed;     /* when the last entry was stored or read, */
        uint64_t caught_up;   /* and when entries of other servers were last looked for */
};

/* Loaded: its state can be sent. */
static inline int live_is_ready(const struct live_room *live)
{
        return live->state >= LIVE_IDLE && live->state < LIVE_CLOSING;
}

/* Commands have to wait. */
static inline int live_is_busy(const struct live_room *live)
{
        return live->state != LIVE_IDLE;
}

/* The time at a table. If an entry was stored by a clock that was ahead, the table's time goes on from there: else nothing would
 * happen at it until the server's clock gets there. */
static inline uint64_t live_now(const struct live_room *live)
{
        return clock_now() + live->ahead;
}

void live_turn(struct live_room *live, enum live_state state);

struct live_room *live_find(struct hub *h, int64_t id);
struct live_room *live_open(struct hub *h, int64_t id, enum live_state state); /* NULL: out of memory */
void live_close(struct hub *h, struct live_room *live);

/* Loads a room from the store. NULL: out of memory. */
struct live_room *live_load(struct hub *h, int64_t id, int was_down);

/* Whether nobody is connected to it, on any server. */
int live_is_empty(const struct live_room *live);

/* Updates memberships after seats or the host may have changed. */
void live_update_members(struct hub *h, struct live_room *live);

/* The membership after `last` (NULL: the first) of a person: of a seat, or as the host. */
struct membership *next_membership(struct hub *h, int64_t person, const struct membership *last, int as_host);

/* Wakes the clients in the room; wakes clients of its players that are not in it, for their list of tables. */
void live_wake(struct hub *h, struct live_room *live);
void live_tell_owners(struct hub *h, struct live_room *live);

/* Stores live->entry; `asker` is the client that asked for it, or 0. */
void live_save(struct hub *h, struct live_room *live, uint64_t asker);

/* Why live->entry may not be stored for a client, or for a bot (NULL); NULL if it may. */
const struct refusal *live_refuses(struct hub *h, const struct live_room *live, const struct client *client);

/* The log has reached its limit: nothing more is stored, not even moves. */
int live_is_full(const struct live_room *live);

/* Handles a finished save. 0: it failed; then the command is run again once the entries of other servers are read, or its client
 * gets the reason. */
int live_saved(struct hub *h, struct live_room *live, const struct work *w);

/* Makes a table for a client, which is answered when it is stored; or a rematch, which is stored together with the entry that
 * names it. 0: out of memory. */
int live_make(struct hub *h, const struct plan *plan, const struct client *client, enum command_kind asked);
int live_make_next(struct hub *h, struct live_room *live, const struct client *client);

/* Runs a command, now or when the room is idle. NULL, or why it cannot be queued. */
const struct refusal *live_command(struct hub *h, struct live_room *live, struct client *client, const struct command *c);
void live_take_waiting(struct hub *h, struct live_room *live);

/* To be called when something has changed: wakes clients, schedules clocks, starts bots and runs queued commands; entries of other
 * servers are read first. */
void live_go_on(struct hub *h, struct live_room *live);

/* Answers all requests for the record of its game. */
void live_give_record(struct live_room *live);

/* The store does not have it (any more): refuses its clients. */
void live_gone(struct hub *h, struct live_room *live);

/* The room is up to date: admits the clients that wait for it. Or it is unusable: refuses them all. */
void live_admit(struct hub *h, struct live_room *live);
void live_refuse(struct hub *h, struct live_room *live, const struct reason *why);

/* Asks the thinkers for a move, if a bot is to move; or for a hint for a client. */
void live_think(struct hub *h, struct live_room *live);
void live_think_for(struct hub *h, struct live_room *live, struct client *client);
void on_thought(struct thought *t, void *whose);

/* Reads what other servers have stored: LOG, TALK, or both. */
void live_catch_up(struct hub *h, struct live_room *live, int what);

#endif
