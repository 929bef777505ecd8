/* A room that is in memory, with what is on its way to the store and back.
 *
 * For the files that share the hub's work: hub.c handles commands and tells clients, live_room.c keeps the rooms, table_loader.c
 * loads them, schedule.c runs their clocks and bots, lobby.c lists the tables, results.c stores how games ended, idle_guests.c and
 * abandoned_tables.c delete what nobody comes back to, cluster.c connects the servers that share a database.
 *
 * Out of memory: whatever a client asks for is refused with OUT_OF_MEMORY and nothing changes; what the server does by itself is
 * left out and tried again at a later tick. Only where half a thing would be worse than none (a work for the store) does it abort;
 * the service manager starts it again, and nothing that was acknowledged is lost. */
#ifndef SERAI_LIVE_ROOM_H
#define SERAI_LIVE_ROOM_H

#include <sys/queue.h>

#include "../clock.h"
#include "../log.h"
#include "../people/quota.h"
#include "../store/entry_hash.h"
#include "hub.h"

enum {
        BUCKETS = 4096,
        MAX_LISTED = 60, /* tables that the lobby lists */
        MAX_GONE = 256,
        SLOT_BITS = 20, /* of a client's number; the rest tells it from those that had the slot before */
        MAX_CLIENTS = 1 << SLOT_BITS
};

/* A command that waits for a room. */
struct queued_command {
        STAILQ_ENTRY(queued_command) next;
        uint64_t client;
        int64_t person;
        struct command command;
};

/* Somebody who wants the record of a game that is over. */
struct record_request {
        SLIST_ENTRY(record_request) next;
        void (*done)(void *whose, char *record);
        void *whose;
};

/* What connects a person with a room: a seat, or being its host. */
struct membership {
        LIST_ENTRY(membership) of_person;
        int64_t person; /* 0: nobody, and it is in no list */
        struct live_room *live;
};

enum { HOST = MAX_PLAYERS, MEMBERSHIPS };

/* The life of a room in memory; docs/architecture.md draws the transitions. */
enum live_state {
        LIVE_LOADING, /* its log is being read, then the names of its players                   */
        LIVE_MAKING,  /* it is new: its first entry is on its way to the store                   */
        LIVE_IDLE,    /* nothing is on its way: commands are handled at once                     */
        LIVE_SAVING,  /* an entry or a chat message is on its way to the store; commands wait    */
        LIVE_READING, /* what another server has stored is being read; commands wait             */
        LIVE_BEHIND,  /* another server may have stored something; to be read at the next tick   */
        LIVE_CLOSING  /* nobody finds it; it is freed when no work of the store comes back to it */
};

/* What another server has stored and is to be read. */
enum { LOG = 1, TALK = 2 };

struct live_room {
        struct room room;
        struct hub *hub;
        LIST_ENTRY(live_room) in_bucket, in_hub;
        struct membership member[MEMBERSHIPS]; /* by seat, and the host */
        enum live_state state;
        int works;         /* of the store that will come back to it */
        int after_restart; /* 1: it is loaded because the server has started again */
        int behind;        /* LOG, TALK, or both */

        struct entry entry; /* on its way to the store, */
        uint64_t entry_at;
        uint8_t entry_hash[ENTRY_HASH], last_hash[ENTRY_HASH]; /* its hash, and that of the entry before it */
        uint64_t last_at;                                      /* when the last entry was stored: the next one is not earlier */
        uint64_t asker;                                        /* the client that asked for it; 0: none, */
        enum command_kind asked;                               /* by which command, */
        struct queued_command *running;                        /* which is run again if another server was first; or NULL */
        int unsure;                /* 1: nobody knows whether the entry was stored; the command waits in the queue again */
        struct live_room *rematch; /* the new table that is stored with it, or NULL */
        int64_t next_chat;         /* the number of the next chat message */
        STAILQ_HEAD(, queued_command) queue;
        int queued;
        SLIST_HEAD(, record_request) record_requests;

        enum {
                NO_BOT_THINKS,
                BOT_THINKS,           /* and somebody waits for it, */
                BOT_THINKS_FOR_NOBODY /* or nobody is there */
        } thinking;
        struct thought *thought; /* what a bot has found while the room was busy */
        uint64_t wait_until;     /* when a bot may think again, after something could not be stored */
        uint64_t lease;          /* until when its bots are ours; 0: they are not */
        uint64_t due;            /* when somebody has to see to it, as it is stored; 0: never */

        uint64_t lobby_version; /* what the lobby was told of it (room.info_changes) */
        int in_lobby, is_news;  /* 1: the lobby lists it; and tells about it now */
        int finished;           /* 1: its result is stored, or on the way */
        STAILQ_ENTRY(live_room) in_finishing;
        uint64_t empty_since; /* when the last client went */
        int stored_here;      /* 1: the last entry was stored by this server */
        uint64_t changed;     /* when that was, or when it was read */
};

struct hub {
        struct store *store;
        struct thinkers *thinkers;
        void (*wake)(struct client *client);
        int64_t node;                           /* our id among the servers on one database; 0: there are no others */
        LIST_HEAD(, live_room) bucket[BUCKETS]; /* by id */
        LIST_HEAD(live_rooms, live_room) rooms;
        struct client **slot; /* by number; `slots` of them */
        uint32_t slots;
        uint64_t admitted;
        LIST_HEAD(clients, client) person[BUCKETS];     /* clients by person */
        LIST_HEAD(members, membership) member[BUCKETS]; /* memberships by person */
        STAILQ_HEAD(, live_room) finishing;             /* whose results are to be stored, one after another */
        int64_t gone[MAX_GONE];                         /* tables that the lobby has to be told are gone */
        int gone_count;
        int listed; /* how many tables the lobby shows */
        uv_timer_t timer;
        unsigned ticks;
        struct outbox news; /* of the lobby, while it is being told */
        uint32_t news_to;   /* the slot that is told next */
        uv_timer_t spreading;
        int most_leases, leases; /* tables whose bots we may think for, and do */
        enum { NOT_CLAIMING, CLAIMING, CLAIM_AGAIN } claiming;
        uint64_t pulsed, looked_elsewhere;       /* when the others were told last that we are here, and were asked who is there */
        int64_t adopted;                         /* until when tables were made that were looked for, whoever made them, */
        uint64_t adopting;                       /* and when that was */
        int64_t looked_at;                       /* of all people, the last who was checked for never having come back, */
        uint64_t looked;                         /* and when that was */
        int keep_days;                           /* for which abandoned tables are kept */
        int64_t tables_looked_at, tables_before; /* the last of them that was looked at, whether it is from before this moment, */
        uint64_t tables_looked;                  /* and when that was */
        struct quota quota;
        uint32_t seen_to;   /* the slot whose client is the next to be noted as still here */
        uint64_t time_seen; /* when the store was last told what time it is */
        int stopping;
        struct hub_figures figures;
};

static inline struct client *client_of(struct subscriber *g)
{
        return (struct client *)g;
}

static inline struct clients *clients_of(struct hub *h, int64_t person)
{
        return &h->person[(uint64_t)person % BUCKETS];
}

/* --- hub.c --- */

struct client *client_find(const struct hub *h, uint64_t number);
int person_is_here(struct hub *h, int64_t person);
void client_refuse(struct hub *h, struct client *client, enum command_kind about, const struct reason *why);
void client_refuse_plainly(struct hub *h, struct client *client, enum command_kind about, const struct refusal *is);
void client_made(struct hub *h, struct client *client, int64_t table);

/* A client is in the room it asked for, which is there; and says something there, which has time for it. */
void client_arrives(struct hub *h, struct live_room *live, struct client *client);
void client_speaks(struct hub *h, struct live_room *live, struct client *client, const struct command *c);

/* Those who look on, and may not any more, look at nothing, and are told why. */
void live_evict(struct hub *h, struct live_room *live);

/* --- live_room.c --- */

/* It is loaded, and what it knows can be told. */
static inline int live_is_ready(const struct live_room *live)
{
        return live->state >= LIVE_IDLE && live->state < LIVE_CLOSING;
}

/* Commands wait. */
static inline int live_is_busy(const struct live_room *live)
{
        return live->state != LIVE_IDLE;
}

void live_turn(struct live_room *live, enum live_state state);

struct live_room *live_find(struct hub *h, int64_t id);
struct live_room *live_open(struct hub *h, int64_t id, enum live_state state); /* NULL: out of memory */
void live_close(struct hub *h, struct live_room *live);

/* From the store. */
struct live_room *live_load(struct hub *h, int64_t id, int was_down); /* NULL: there is no memory */

/* Whether nobody is there, here or elsewhere. */
int live_is_empty(const struct live_room *live);

/* Who sits here and whose table it is may be different now. */
void live_update_members(struct hub *h, struct live_room *live);

/* The next membership of a person, after this one or the first: by a seat, or as the host. */
struct membership *next_membership(struct hub *h, int64_t person, const struct membership *last, int as_host);

/* Everybody here has something to be told; those who sit here are told about their tables, where they look at something else. */
void live_wake(struct hub *h, struct live_room *live);
void live_tell_owners(struct hub *h, struct live_room *live);

/* Stores p->entry, which a client asked for, or nobody (0). */
void live_save(struct hub *h, struct live_room *live, uint64_t asker);

/* Why p->entry may not be stored, for a client or a bot (NULL); NULL if it may. */
const struct refusal *live_refuses(struct hub *h, const struct live_room *live, const struct client *client);

/* Nothing more is stored here, not even moves. */
int live_is_full(const struct live_room *live);

/* What was handed to the store has come back: 0 if it was not kept. Then the command of which it came is run again, when it is
 * known what others have done meanwhile, or its client is told why. */
int live_saved(struct hub *h, struct live_room *live, const struct work *w);

/* Makes a table for a client, who is told when it is stored; or the rematch of a game, which is stored together with the entry
 * that says where it is. 0: there is no memory. */
int live_make(struct hub *h, const struct plan *plan, const struct client *client, enum command_kind asked);
int live_make_next(struct hub *h, struct live_room *live, const struct client *client);

/* A command for the room, now or as soon as the room has time for it. NULL, or why it cannot wait. */
const struct refusal *live_command(struct hub *h, struct live_room *live, struct client *client, const struct command *c);
void live_take_waiting(struct hub *h, struct live_room *live);

/* Something is different here; or elsewhere, and that is read first. */
void live_go_on(struct hub *h, struct live_room *live);

/* Those who want the record of its game get it, or nothing. */
void live_give_record(struct live_room *live);

/* The store does not have it, or not any more: whoever has come to it is told so. */
void live_gone(struct hub *h, struct live_room *live);

/* It is up to date: clients that wait for it come in. Or it cannot be used, and everybody is told why. */
void live_admit(struct hub *h, struct live_room *live);
void live_refuse(struct hub *h, struct live_room *live, const struct reason *why);

/* If a bot is to move here, it thinks; and one that answers a question of somebody. */
void live_think(struct hub *h, struct live_room *live);
void live_think_for(struct hub *h, struct live_room *live, struct client *client);
void on_thought(struct thought *t, void *whose);

/* Reads what other servers have stored meanwhile: LOG, TALK, or both. */
void live_catch_up(struct hub *h, struct live_room *live, int what);

/* --- lobby.c --- */

int is_listed(const struct live_room *live);
void lobby_make_news(struct hub *h);
void lobby_spread_news(struct hub *h);
void lobby_tell(struct hub *h, struct outbox *o);

struct owning {
        struct hub *h;
        const struct client *client;
};
void write_mine(struct json *j, const void *owning);

/* --- results.c --- */

/* Finds out about everybody who sits here; a room that was loaded is open when that is known. */
void live_learn(struct hub *h, struct live_room *live);

/* Stores how a game ended. */
void live_finish(struct hub *h, struct live_room *live);

/* --- idle_guests.c --- */

/* Forgets guests who do not come back any more, a few now and then. */
void idle_guests_tick(struct hub *h, uint64_t now);

/* --- abandoned_tables.c --- */

/* Deletes tables that were abandoned, a few now and then. */
void abandoned_tables_tick(struct hub *h, uint64_t now);

/* --- table_loader.c --- */

/* Loads what has to be in memory: when the server starts, and when a person comes who was not here before. */
void tables_load(struct hub *h);
void tables_load_of(struct hub *h, int64_t person);

/* Loads tables that other servers may have left behind, now and then. */
void tables_adopt(struct hub *h, uint64_t now);

/* --- schedule.c --- */

/* Sees to it that somebody does what is to be done at this table when the time comes. */
void schedule_room(struct hub *h, struct live_room *live);

/* Asks for tables that are due. */
void schedule_claim(struct hub *h);

/* Begins; and looks at every table, now and then. */
void schedule_open(struct hub *h, int threads);
void schedule_tick(struct hub *h, uint64_t now);

/* --- cluster.c --- */

/* Begins, and ends, being one of several servers; and what is done now and then. Nothing where there are no others. */
void cluster_open(struct hub *h);
void cluster_close(struct hub *h);
void cluster_tick(struct hub *h, uint64_t now);

/* What a work is about, for the other servers. The letters are what goes over the wire, also to servers of older versions. */
enum notice {
        NOTICE_ENTRY = 'e',    /* an entry of a table */
        NOTICE_CHAT = 'c',     /* a chat message */
        NOTICE_NEW = 'n',      /* a new public table */
        NOTICE_GONE = 'x',     /* a table was deleted */
        NOTICE_PRESENCE = 'p', /* who is at a table */
        NOTICE_RATINGS = 'l',  /* names and ratings at a table */
        NOTICE_SEAT = 's',     /* a person took a seat */
        NOTICE_DUE = 'd',      /* something is due */
        NOTICE_PERSON = 'r'    /* a person was renamed, deleted or logged out */
};
void cluster_notice(const struct hub *h, struct work *w, enum notice kind, int64_t id, int64_t person);

/* Somebody came to a room, or went. */
void cluster_presence(struct hub *h, struct live_room *live, int64_t person);

/* Asks who is at a room on other servers, and takes in what a statement found of it. */
void cluster_look(struct hub *h, struct live_room *live);
void cluster_read_presence(struct live_room *live, const struct rows *found);

#endif
