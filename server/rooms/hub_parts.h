/* The hub, for the files that make it up: hub.c handles commands and sends
 * to clients, live_room.c keeps the rooms, table_loader.c loads them, schedule.c runs their clocks and bots, lobby.c lists the
 * tables, results.c stores results, admin_news.c follows the administrators, idle_guests.c and abandoned_tables.c delete what is no
 * longer used, cluster.c connects the servers that share a database; people/friends.c knows who blocks and invites whom.
 *
 * Out of memory: a client's command is refused with OUT_OF_MEMORY and nothing changes; the server's own work is skipped and tried
 * again at a later tick. Only where half a change would be worse than none (a work for the store) does it abort; the service
 * manager restarts it, and nothing that was acknowledged is lost. */
#ifndef SERAI_HUB_PARTS_H
#define SERAI_HUB_PARTS_H

#include "../clock.h"
#include "../log.h"
#include "../people/quota.h"
#include "live_room.h"

enum {
        HUB_BUCKETS = 4096,
        MAX_OWN_CLIENTS = 32, /* connections of one person */
        MAX_LISTED = 60,      /* tables that the lobby lists */
        MAX_GONE = 256,
        SLOT_BITS = 20, /* of a client's number; the other bits are a serial number */
        MAX_CLIENTS = 1 << SLOT_BITS
};

struct hub {
        struct store *store;
        struct thinkers *thinkers;
        void (*wake)(struct client *client);
        int64_t node;                               /* our id in the cluster; 0: a single server */
        LIST_HEAD(, live_room) bucket[HUB_BUCKETS]; /* by id */
        LIST_HEAD(live_rooms, live_room) rooms;
        struct client **slot; /* by number; `slots` of them */
        uint32_t slots;
        uint64_t admitted;
        LIST_HEAD(clients, client) person[HUB_BUCKETS];     /* clients by person */
        LIST_HEAD(members, membership) member[HUB_BUCKETS]; /* memberships by person */
        STAILQ_HEAD(, live_room) finishing;                 /* rooms whose results are to be stored, one at a time */
        struct gone {
                int64_t table, with[MEMBERSHIPS];
        } gone[MAX_GONE]; /* tables to be removed from the lobby's list, with who was at them */
        int gone_count;
        int listed; /* tables in the lobby's list */
        uv_timer_t timer;
        unsigned ticks;
        struct outbox news; /* the lobby's update, while it is being sent */
        uint32_t news_to;   /* the slot that gets it next */
        uv_timer_t spreading;
        int most_leases, leases; /* tables whose bots this server may think for, and does */
        enum { NOT_CLAIMING, CLAIMING, CLAIM_AGAIN } claiming;
        int reading_presence;                   /* 1: a query for the presence at other servers is pending */
        uint64_t pulsed, presence_read;         /* when presence was last stored, and last read */
        int64_t orphan_cursor;                  /* tables made up to this time were searched for orphans (tables_load_orphaned), */
        uint64_t orphans_scanned;               /* last at this time */
        int64_t guest_cursor;                   /* the last person checked for being idle (idle_guests.c), */
        uint64_t guests_scanned;                /* and when */
        int keep_days;                          /* abandoned tables are kept so many days */
        int64_t table_cursor, abandoned_before; /* the last table checked (abandoned_tables.c); older than this is abandoned; */
        uint64_t tables_scanned;                /* when it was checked */
        struct site site;
        int64_t admin_log_end; /* the last line of the administrators' log that was read */
        int reading_admin_log; /* 1: a query for what is new in it is pending */
        struct quota quota;
        struct postman postman; /* all zero: nobody */
        uint32_t seen_to;       /* the next slot whose person is recorded as seen */
        uint64_t time_seen;     /* when the time was last stored */
        int stopping;
        struct hub_figures figures;
};

static inline struct client *client_of(struct subscriber *g)
{
        return (struct client *)g;
}

static inline struct clients *clients_of(struct hub *h, int64_t person)
{
        return &h->person[(uint64_t)person % HUB_BUCKETS];
}

/* --- hub.c --- */

struct client *client_find(const struct hub *h, uint64_t number);
int person_is_here(struct hub *h, int64_t person);
void client_refuse(struct hub *h, struct client *client, enum command_kind about, const struct reason *why);
void client_refuse_plainly(struct hub *h, struct client *client, enum command_kind about, const struct refusal *is);
void client_made(struct hub *h, struct client *client, int64_t table);
void client_done(struct client *client); /* or NULL */

/* Puts a client into the room it asked for, which is ready; runs a command in a room that is idle. */
void client_arrives(struct hub *h, struct live_room *live, struct client *client);
void client_speaks(struct hub *h, struct live_room *live, struct client *client, const struct command *c);

/* Removes spectators who may not watch any more, with the reason. */
void live_evict(struct hub *h, struct live_room *live);

/* --- lobby.c --- */

int is_listed(const struct live_room *live);
void lobby_make_news(struct hub *h);
void lobby_spread_news(struct hub *h);
void lobby_tell(struct hub *h, const struct client *client, struct outbox *o);

/* A table that may be in the lobby's list is not to be any more. */
void lobby_gone(struct hub *h, struct live_room *live);

/* Who blocks a client has changed: adds or removes the tables that it may now see, or not see any more. */
void lobby_circle_changed(struct hub *h, struct client *client, const struct circle *before);

struct owning {
        struct hub *h;
        const struct client *client;
};
void write_mine(struct json *j, const void *owning);

/* --- results.c --- */

/* Reads names and ratings of all who have a seat; a room being loaded is ready afterwards. */
void live_learn(struct hub *h, struct live_room *live);

/* Stores the result of a game. */
void live_finish(struct hub *h, struct live_room *live);

/* --- people/friends.c --- */

/* Reads whom a person blocks and who invites them, and tells their clients; the same for a client that does not know, at a tick. */
void friends_read(struct hub *h, int64_t person);
void friends_read_again(struct hub *h, struct client *client, uint64_t now);

/* --- push/notices.c --- */

/* Raises what is due at a table that is being played; sends what is due at all. */
void notices_of_room(struct hub *h, struct live_room *live);
void notices_tick(struct hub *h);

/* Somebody looks at a table: the next notice of it may come. */
void notices_look_at(struct hub *h, int64_t person, int64_t table);

/* When to warn the player to move that their time is running out, by the table's time; 0: never. */
uint64_t notices_warn_at(const struct room *r);

/* --- idle_guests.c --- */

/* Deletes guests who have not come back, a few at a time. */
void idle_guests_tick(struct hub *h, uint64_t now);

/* --- abandoned_tables.c --- */

/* Deletes abandoned tables, a few at a time. */
void abandoned_tables_tick(struct hub *h, uint64_t now);

/* --- admin_news.c --- */

void admin_news_open(struct hub *h);

/* Tells a client the last announcement, once. */
void admin_news_tell(const struct hub *h, struct client *client, struct outbox *o);

/* --- table_loader.c --- */

/* Loads the tables that have to be in memory when the server starts, and when a person connects. */
void tables_load(struct hub *h);
void tables_load_of(struct hub *h, int64_t person);

/* Loads tables that a stopped server may have left behind. */
void tables_load_orphaned(struct hub *h, uint64_t now);

/* --- schedule.c --- */

/* Stores when the table is next due, and renews, offers or ends its lease. */
void schedule_room(struct hub *h, struct live_room *live);

/* Claims tables that are due. */
void schedule_claim(struct hub *h);

/* Called at the start, and at every tick. */
void schedule_open(struct hub *h, int threads);
void schedule_tick(struct hub *h, uint64_t now);

/* --- cluster.c --- */

/* Joins and leaves the cluster; called at every tick. No-ops on a single server. */
void cluster_open(struct hub *h);
void cluster_close(struct hub *h);
void cluster_tick(struct hub *h, uint64_t now);

/* What a work is about, for the other servers. The letters are the wire format, also between versions. */
enum notice {
        NOTICE_ENTRY = 'e',    /* an entry of a table */
        NOTICE_CHAT = 'c',     /* a chat message */
        NOTICE_NEW = 'n',      /* a new public table */
        NOTICE_GONE = 'x',     /* a table was deleted */
        NOTICE_PRESENCE = 'p', /* who is at a table */
        NOTICE_RATINGS = 'l',  /* names and ratings at a table */
        NOTICE_SEAT = 's',     /* a person took a seat */
        NOTICE_LEAD = 'v', /* where the person who leads looks: `ply` and `line` of struct lead follow; no person: nobody leads */
        NOTICE_DUE = 'd',  /* something is due */
        NOTICE_FRIENDS = 'f', /* whom a person blocks, or who invites them */
        NOTICE_PERSON = 'r'   /* a person was renamed, deleted or logged out */
};
void cluster_notice(const struct hub *h, struct work *w, enum notice kind, int64_t id, int64_t person);

/* Stores that a person has come to a room or left it. */
void cluster_presence(struct hub *h, struct live_room *live, int64_t person);

/* Tells the other servers where the person who leads through a finished game looks. */
void cluster_lead(struct hub *h, const struct live_room *live);

/* Another name, other rights or sessions: reads the name again, and checks the person's connections. */
void person_changed(struct hub *h, int64_t person);

/* Stores that a person has connected to this server, or is not connected any more. */
void cluster_person(struct hub *h, int64_t person);

/* Asks which people are at a room on other servers; reads the answer. */
void cluster_look(struct hub *h, struct live_room *live);
void cluster_read_presence(struct live_room *live, const struct rows *found);

#endif
