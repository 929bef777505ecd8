/* A place: a room, as the hall keeps it, with what is on its way to the store and back.
 *
 * For the files that share the hall's work: hall.c hears and tells, place.c keeps the rooms, lobby.c knows which tables there are,
 * results.c how games ended, nodes.c what other servers on the same database do, guests.c who is forgotten, old_tables.c which
 * tables are. */
#ifndef SERAI_PLACE_H
#define SERAI_PLACE_H

#include "../clock.h"
#include "../log.h"
#include "../people/quota.h"
#include "../store/entry_hash.h"
#include "hub.h"

enum {
        BUCKETS = 4096,
        MAX_LISTED = 60, /* tables that the lobby tells at once */
        MAX_GONE = 256,
        SLOT_BITS = 20, /* of a visit's number; the rest tells it from those that had the slot before */
        MAX_VISITS = 1 << SLOT_BITS
};

/* A message that waits for a room. */
struct waiting {
        struct waiting *next;
        uint64_t visit;
        int64_t person;
        size_t size;
        char text[];
};

/* Somebody who wants the record of a game that is over. */
struct wanting {
        struct wanting *next;
        void (*done)(void *whose, char *record);
        void *whose;
};

/* What ties a person to a place: a seat, or that the table is theirs to decide about. */
struct tie {
        struct tie *next;  /* in the person's bucket */
        struct tie **back; /* what points to it there */
        int64_t person;    /* 0: nobody, and it is in no bucket */
        struct place *place;
};

enum { HOST = MAX_PLAYERS, TIES };

enum { LOG = 1, TALK = 2 };

struct place {
        struct room room;
        struct tie tie[TIES]; /* by seat, and the host */
        struct hall *hall;
        struct place *next;  /* in its bucket */
        struct place *other; /* in the list of all */
        struct place **back; /* what points to it there */
        int ready;           /* 1 once it is loaded */
        int shut;            /* 1: nobody finds it, and it is let go of as soon as nothing comes back to it */
        int was_down;        /* 1: it is loaded because the server has started again */
        int pins;            /* works that will come back to it */
        int saving;          /* 1 while `entry` is stored */
        int reading;         /* 1 while what other servers stored is read, */
        int behind;          /* and what of it has to be: LOG, TALK, or both */
        struct entry entry;
        uint64_t entry_at;
        uint8_t entry_hash[ENTRY_HASH], last_hash[ENTRY_HASH]; /* of `entry`, and of the entry before it */
        uint64_t last_at;                                      /* when the last entry was stored: the next one is not earlier */
        uint64_t asker;                                        /* the visit that asked for it; 0: none */
        struct place *next_made;                               /* the table of the rematch that is stored with it, or NULL */
        struct waiting *first, **end;
        int waiting;
        struct waiting *asking; /* the message of which `entry` came, until that is stored, */
        int unsure;             /* 1: and nobody knows whether it was; then it waits to be heard again */
        int64_t said;           /* the number of what is said next */
        enum {
                NO_BOT_THINKS,
                BOT_THINKS,           /* and somebody waits for it, */
                BOT_THINKS_FOR_NOBODY /* or nobody is there */
        } thinking;
        struct thought *thought; /* what it came to, while an entry is stored */
        uint64_t wait_until;     /* when a bot may think again, after something could not be stored */
        struct wanting *wanting;
        uint64_t listed;      /* the looks that the lobby was told */
        int in_list, is_news; /* 1: the lobby knows it; and is told about it now */
        int finished;         /* 1: its result is in the store, or on the way */
        struct place *queued; /* the next whose result is to be stored */
        uint64_t quiet;       /* since when nobody is here */
        int ours;             /* 1: the last entry was stored from here */
        uint64_t changed;     /* when that was, or when it was read */
        uint64_t claimed;     /* until when its bots are ours; 0: they are not */
        uint64_t due;         /* when somebody has to see to it, as it is stored; 0: never */
};

struct hall {
        struct store *store;
        struct thinkers *thinkers;
        void (*wake)(struct visit *v);
        int64_t node;                  /* our id among the servers on one database; 0: there are no others */
        struct place *bucket[BUCKETS]; /* by id */
        struct place *places;
        struct visit **slot; /* by number; `slots` of them */
        uint32_t slots;
        uint64_t visited;
        struct visit *person[BUCKETS]; /* visits by person */
        struct tie *tie[BUCKETS];      /* and what is theirs */
        struct place *finishing;       /* whose results are to be stored, one after another */
        int64_t gone[MAX_GONE];        /* tables that the lobby has to be told are gone */
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
        uint32_t seen_to;   /* the slot whose visit is the next to be noted as still here */
        uint64_t time_seen; /* when the store was last told what time it is */
        int stopping;
        struct hall_figures figures;
};

static inline struct visit *visit_of(struct guest *g)
{
        return (struct visit *)g;
}

static inline struct visit **person_bucket(struct hall *h, int64_t person)
{
        return &h->person[(uint64_t)person % BUCKETS];
}

/* --- hall.c --- */

struct visit *visit_find(const struct hall *h, uint64_t number);
int person_is_here(struct hall *h, int64_t person);
void visit_refuse(struct hall *h, struct visit *v, const char *about, const char *why);
void visit_made(struct hall *h, struct visit *v, int64_t table);

/* A visit is in the room it asked for, which is there; and says something there, which has time for it. */
void visit_arrives(struct hall *h, struct place *p, struct visit *v);
void visit_speaks(struct hall *h, struct place *p, struct visit *v, const struct message *m);

/* Those who look on, and may not any more, look at nothing, and are told why. */
void place_send_away(struct hall *h, struct place *p);

/* --- place.c --- */

struct place *place_find(struct hall *h, int64_t id);
struct place *place_open(struct hall *h, int64_t id); /* NULL: there is no memory */
void place_close(struct hall *h, struct place *p);

/* From the store. */
struct place *place_load(struct hall *h, int64_t id, int was_down); /* NULL: there is no memory */

/* Whether nobody is there, here or elsewhere. */
int place_is_empty(const struct place *p);

/* Who sits here and whose table it is may be different now. */
void place_tie(struct hall *h, struct place *p);

/* The next tie of a person, after this one or the first: by a seat, or as the host. */
struct tie *next_tie(struct hall *h, int64_t person, const struct tie *last, int as_host);

/* Everybody here has something to be told; those who sit here are told about their tables, where they look at something else. */
void place_wake(struct hall *h, struct place *p);
void place_tell_owners(struct hall *h, struct place *p);

/* Stores p->entry, which a visit asked for, or nobody (0). */
void place_save(struct hall *h, struct place *p, uint64_t asker);

extern const char TOO_MUCH_TODAY[];

/* Why p->entry may not be stored, for a visit or a bot (NULL); NULL if it may. */
const char *place_refuses(struct hall *h, const struct place *p, const struct visit *v);

/* Nothing more is stored here, not even moves. */
int place_is_full(const struct place *p);

/* What was handed to the store has come back: 0 if it was not kept. Then the message of which it came is heard again, when it is
 * known what others have done meanwhile, or its visit is told why. */
int place_saved(struct hall *h, struct place *p, const struct work *w, const char *about);

/* Makes a table for a visit, who is told when it is stored; or the rematch at a place, which is stored together with the entry that
 * says where it is. 0: there is no memory. */
int place_make(struct hall *h, const struct plan *plan, const struct visit *v);
int place_make_next(struct hall *h, struct place *p, const struct visit *v);

/* A message waits until the room has time for it. NULL, or why it cannot. */
const char *place_wait(struct place *p, struct visit *v, const char *text, size_t size);
void place_take_waiting(struct hall *h, struct place *p);

/* Something is different here; or elsewhere, and that is read first. */
void place_go_on(struct hall *h, struct place *p);

/* Those who want the record of its game get it, or nothing. */
void place_give_record(struct place *p);

/* The store does not have it, or not any more: whoever has come to it is told so. */
void place_gone(struct hall *h, struct place *p);

/* It is there, or it is not, and then this is why: those who wait for it are told. */
void place_open_doors(struct hall *h, struct place *p, const char *why);

/* If a bot is to move here, it thinks; and one that answers a question of somebody. */
void place_think(struct hall *h, struct place *p);
void place_think_for(struct hall *h, struct place *p, struct visit *v);
void on_thought(struct thought *t, void *whose);

/* Reads what other servers have stored meanwhile: LOG, TALK, or both. */
void place_catch_up(struct hall *h, struct place *p, int what);

/* --- lobby.c --- */

int is_listed(const struct place *p);
void lobby_make_news(struct hall *h);
void lobby_spread_news(struct hall *h);
void lobby_tell(struct hall *h, struct outbox *o);

struct owning {
        struct hall *h;
        const struct visit *v;
};
void write_mine(struct json *j, const void *owning);

/* --- results.c --- */

/* Finds out about everybody who sits here; a room that was loaded is open when that is known. */
void place_learn(struct hall *h, struct place *p);

/* Stores how a game ended. */
void place_finish(struct hall *h, struct place *p);

/* --- guests.c --- */

/* Forgets guests who do not come back any more, a few now and then. */
void guests_tick(struct hall *h, uint64_t now);

/* --- old_tables.c --- */

/* Deletes tables that were abandoned, a few now and then. */
void old_tables_tick(struct hall *h, uint64_t now);

/* --- nodes.c --- */

/* Begins, and ends, being one of several servers; and what is done now and then. Nothing where there are no others, but for tables
 * that are due. */
void nodes_open(struct hall *h, int threads);
void nodes_close(struct hall *h);
void nodes_tick(struct hall *h, uint64_t now);

/* Tells the other servers what a work is about: 'e' an entry, 'c' something said, 'n' a new public table, 'x' one that is gone, 'p'
 * who is there, 'l' names and ratings, 's' a seat that a person took, 'd' that something is due, 'r' a person. */
void nodes_notice(const struct hall *h, struct work *w, char kind, int64_t id, int64_t person);

/* Somebody came to a place, or went; somebody came in who was not here before. */
void nodes_presence(struct hall *h, struct place *p, int64_t person);
void nodes_greet(struct hall *h, int64_t person);

/* Asks who is at a place elsewhere, and takes in what a statement found of it. */
void nodes_look(struct hall *h, struct place *p);
void nodes_read_presence(struct place *p, const struct rows *found);

/* Asks for tables that are due. */
void nodes_claim(struct hall *h);

/* Sees to it that somebody does what is to be done at this table when the time comes. */
void nodes_see_to(struct hall *h, struct place *p);

#endif
