/* A place: a room, as the hub keeps it, with what is on its way to the store and back.
 *
 * For the files that share the hub's work: hub.c hears and tells, live_room.c keeps the rooms, lobby.c knows which tables there
 * are, results.c how games ended, cluster.c what other servers on the same database do, idle_guests.c who is forgotten,
 * abandoned_tables.c which tables are. */
#ifndef SERAI_LIVE_ROOM_H
#define SERAI_LIVE_ROOM_H

#include "../clock.h"
#include "../log.h"
#include "../people/quota.h"
#include "../store/entry_hash.h"
#include "hub.h"

enum {
        BUCKETS = 4096,
        MAX_LISTED = 60, /* tables that the lobby tells at once */
        MAX_GONE = 256,
        SLOT_BITS = 20, /* of a client's number; the rest tells it from those that had the slot before */
        MAX_CLIENTS = 1 << SLOT_BITS
};

/* A command that waits for a room. */
struct queued_command {
        struct queued_command *next;
        uint64_t client;
        int64_t person;
        struct command command;
};

/* Somebody who wants the record of a game that is over. */
struct record_request {
        struct record_request *next;
        void (*done)(void *whose, char *record);
        void *whose;
};

/* What ties a person to a place: a seat, or that the table is theirs to decide about. */
struct membership {
        struct membership *next;  /* in the person's bucket */
        struct membership **back; /* what points to it there */
        int64_t person;           /* 0: nobody, and it is in no bucket */
        struct live_room *live;
};

enum { HOST = MAX_PLAYERS, MEMBERSHIPS };

enum { LOG = 1, TALK = 2 };

struct live_room {
        struct room room;
        struct membership member[MEMBERSHIPS]; /* by seat, and the host */
        struct hub *hub;
        struct live_room *next;  /* in its bucket */
        struct live_room *other; /* in the list of all */
        struct live_room **back; /* what points to it there */
        int ready;               /* 1 once it is loaded */
        int shut;                /* 1: nobody finds it, and it is let go of as soon as nothing comes back to it */
        int was_down;            /* 1: it is loaded because the server has started again */
        int pins;                /* works that will come back to it */
        int saving;              /* 1 while `entry` is stored */
        int reading;             /* 1 while what other servers stored is read, */
        int behind;              /* and what of it has to be: LOG, TALK, or both */
        struct entry entry;
        uint64_t entry_at;
        uint8_t entry_hash[ENTRY_HASH], last_hash[ENTRY_HASH]; /* of `entry`, and of the entry before it */
        uint64_t last_at;                                      /* when the last entry was stored: the next one is not earlier */
        uint64_t asker;                                        /* the client that asked for it; 0: none */
        enum command_kind asked;                               /* and by which command */
        struct live_room *next_made;                           /* the table of the rematch that is stored with it, or NULL */
        struct queued_command *first, **end;
        int waiting;
        struct queued_command *asking; /* the command of which `entry` came, until that is stored, */
        int unsure;                    /* 1: and nobody knows whether it was; then it waits to be heard again */
        int64_t said;                  /* the number of what is said next */
        enum {
                NO_BOT_THINKS,
                BOT_THINKS,           /* and somebody waits for it, */
                BOT_THINKS_FOR_NOBODY /* or nobody is there */
        } thinking;
        struct thought *thought; /* what it came to, while an entry is stored */
        uint64_t wait_until;     /* when a bot may think again, after something could not be stored */
        struct record_request *record_requests;
        uint64_t listed;          /* the looks that the lobby was told */
        int in_list, is_news;     /* 1: the lobby knows it; and is told about it now */
        int finished;             /* 1: its result is in the store, or on the way */
        struct live_room *queued; /* the next whose result is to be stored */
        uint64_t quiet;           /* since when nobody is here */
        int ours;                 /* 1: the last entry was stored from here */
        uint64_t changed;         /* when that was, or when it was read */
        uint64_t claimed;         /* until when its bots are ours; 0: they are not */
        uint64_t due;             /* when somebody has to see to it, as it is stored; 0: never */
};

struct hub {
        struct store *store;
        struct thinkers *thinkers;
        void (*wake)(struct client *v);
        int64_t node;                      /* our id among the servers on one database; 0: there are no others */
        struct live_room *bucket[BUCKETS]; /* by id */
        struct live_room *live;
        struct client **slot; /* by number; `slots` of them */
        uint32_t slots;
        uint64_t admitted;
        struct client *person[BUCKETS];     /* clients by person */
        struct membership *member[BUCKETS]; /* and what is theirs */
        struct live_room *finishing;        /* whose results are to be stored, one after another */
        int64_t gone[MAX_GONE];             /* tables that the lobby has to be told are gone */
        int gone_count;
        int listed; /* how many tables the lobby shows */
        uv_timer_t timer;
        unsigned ticks;
        struct outbox news; /* of the lobby, while it is being told */
        uint32_t news_to;   /* the slot that is told next */
        uv_timer_t spreading;
        int most_claims, claims;                 /* tables whose bots we may think for, and do */
        int claiming;                            /* 1 while tables that are due are asked for; 2: and again */
        uint64_t pulsed;                         /* when the others were told last that we are here */
        int64_t adopted;                         /* until when tables were made that were looked for, whoever made them, */
        uint64_t adopting;                       /* and when that was */
        int64_t looked_at;                       /* of all people, the last at whom it was looked whether they never came back, */
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

static inline struct client **person_bucket(struct hub *h, int64_t person)
{
        return &h->person[(uint64_t)person % BUCKETS];
}

/* --- hub.c --- */

struct client *client_find(const struct hub *h, uint64_t number);
int person_is_here(struct hub *h, int64_t person);
void client_refuse(struct hub *h, struct client *v, enum command_kind about, const struct reason *why);
void client_refuse_plainly(struct hub *h, struct client *v, enum command_kind about, const struct refusal *is);
void client_made(struct hub *h, struct client *v, int64_t table);

/* A client is in the room it asked for, which is there; and says something there, which has time for it. */
void client_arrives(struct hub *h, struct live_room *p, struct client *v);
void client_speaks(struct hub *h, struct live_room *p, struct client *v, const struct command *c);

/* Those who look on, and may not any more, look at nothing, and are told why. */
void live_evict(struct hub *h, struct live_room *p);

/* --- live_room.c --- */

struct live_room *live_find(struct hub *h, int64_t id);
struct live_room *live_open(struct hub *h, int64_t id); /* NULL: there is no memory */
void live_close(struct hub *h, struct live_room *p);

/* From the store. */
struct live_room *live_load(struct hub *h, int64_t id, int was_down); /* NULL: there is no memory */

/* Whether nobody is there, here or elsewhere. */
int live_is_empty(const struct live_room *p);

/* Who sits here and whose table it is may be different now. */
void live_update_members(struct hub *h, struct live_room *p);

/* The next tie of a person, after this one or the first: by a seat, or as the host. */
struct membership *next_membership(struct hub *h, int64_t person, const struct membership *last, int as_host);

/* Everybody here has something to be told; those who sit here are told about their tables, where they look at something else. */
void live_wake(struct hub *h, struct live_room *p);
void live_tell_owners(struct hub *h, struct live_room *p);

/* Stores p->entry, which a client asked for, or nobody (0). */
void live_save(struct hub *h, struct live_room *p, uint64_t asker);

/* Why p->entry may not be stored, for a client or a bot (NULL); NULL if it may. */
const struct refusal *live_refuses(struct hub *h, const struct live_room *p, const struct client *v);

/* Nothing more is stored here, not even moves. */
int live_is_full(const struct live_room *p);

/* What was handed to the store has come back: 0 if it was not kept. Then the command of which it came is run again, when it is
 * known what others have done meanwhile, or its client is told why. */
int live_saved(struct hub *h, struct live_room *p, const struct work *w);

/* Makes a table for a client, who is told when it is stored; or the rematch at a place, which is stored together with the entry
 * that says where it is. 0: there is no memory. */
int live_make(struct hub *h, const struct plan *plan, const struct client *v);
int live_make_next(struct hub *h, struct live_room *p, const struct client *v);

/* A command for the room, now or as soon as the room has time for it. NULL, or why it cannot wait. */
const struct refusal *live_command(struct hub *h, struct live_room *p, struct client *v, const struct command *c);
void live_take_waiting(struct hub *h, struct live_room *p);

/* Something is different here; or elsewhere, and that is read first. */
void live_go_on(struct hub *h, struct live_room *p);

/* Those who want the record of its game get it, or nothing. */
void live_give_record(struct live_room *p);

/* The store does not have it, or not any more: whoever has come to it is told so. */
void live_gone(struct hub *h, struct live_room *p);

/* It is there, or it is not, and then this is why: those who wait for it are told. */
void live_admit(struct hub *h, struct live_room *p, const struct reason *why);

/* If a bot is to move here, it thinks; and one that answers a question of somebody. */
void live_think(struct hub *h, struct live_room *p);
void live_think_for(struct hub *h, struct live_room *p, struct client *v);
void on_thought(struct thought *t, void *whose);

/* Reads what other servers have stored meanwhile: LOG, TALK, or both. */
void live_catch_up(struct hub *h, struct live_room *p, int what);

/* --- lobby.c --- */

int is_listed(const struct live_room *p);
void lobby_make_news(struct hub *h);
void lobby_spread_news(struct hub *h);
void lobby_tell(struct hub *h, struct outbox *o);

struct owning {
        struct hub *h;
        const struct client *v;
};
void write_mine(struct json *j, const void *owning);

/* --- results.c --- */

/* Finds out about everybody who sits here; a room that was loaded is open when that is known. */
void live_learn(struct hub *h, struct live_room *p);

/* Stores how a game ended. */
void live_finish(struct hub *h, struct live_room *p);

/* --- idle_guests.c --- */

/* Forgets guests who do not come back any more, a few now and then. */
void idle_guests_tick(struct hub *h, uint64_t now);

/* --- abandoned_tables.c --- */

/* Deletes tables that were abandoned, a few now and then. */
void abandoned_tables_tick(struct hub *h, uint64_t now);

/* --- cluster.c --- */

/* Begins, and ends, being one of several servers; and what is done now and then. Nothing where there are no others, but for tables
 * that are due. */
void cluster_open(struct hub *h, int threads);
void cluster_close(struct hub *h);
void cluster_tick(struct hub *h, uint64_t now);

/* Tells the other servers what a work is about: 'e' an entry, 'c' something said, 'n' a new public table, 'x' one that is gone, 'p'
 * who is there, 'l' names and ratings, 's' a seat that a person took, 'd' that something is due, 'r' a person. */
void cluster_notice(const struct hub *h, struct work *w, char kind, int64_t id, int64_t person);

/* Somebody came to a place, or went; somebody came in who was not here before. */
void cluster_presence(struct hub *h, struct live_room *p, int64_t person);
void cluster_greet(struct hub *h, int64_t person);

/* Asks who is at a place elsewhere, and takes in what a statement found of it. */
void cluster_look(struct hub *h, struct live_room *p);
void cluster_read_presence(struct live_room *p, const struct rows *found);

/* Asks for tables that are due. */
void schedule_claim(struct hub *h);

/* Sees to it that somebody does what is to be done at this table when the time comes. */
void schedule_room(struct hub *h, struct live_room *p);

#endif
