/* The store: everything that must not be lost.
 *
 * Whoever wants something kept or found makes a `work`: one or more statements that are done together or not at all. The
 * store takes it, does it elsewhere, and gives it back on the loop's own thread when what it wrote is on the disk, or with
 * the reason why it is not. The loop never waits.
 *
 *   struct work *w = work_open(on_saved, room);
 *   work_add(w, ADD_CHAT, "iiiit", table, n, at, person, words);
 *   store_do(store, w);                      … later: on_saved(w), which ends with work_close(w)
 *
 * The statements are the same for every database (store.c); what differs is how they are carried out: in a file of one server's
 * own (sqlite.c), or in a database that several may share (postgres.c). Works are begun in the order in which they were handed
 * over. A work that failed has left nothing behind. If the connection to a shared database was lost and did not come back in
 * time, nobody knows what became of a work, and whoever goes on has to read again what there is. */
#ifndef SERAI_STORE_H
#define SERAI_STORE_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum { MAX_STORE_WHY = 256, MAX_STORE_NAME = 256, MAX_NOTICE = 64 };

/* What the index says of a table; the entries are the truth. */
enum table_state { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };

/* What can be asked; store.c has the words, in this order, with what goes in and what comes out. */
enum statement {
        /* people */
        ADD_PERSON,   /* id, name, at; taken if there is somebody else with that id */
        ADD_SESSION,  /* token's hash, person, at; taken if somebody else has it */
        FIND_SESSION, /* token's hash: person, name, login or null, at */
        SEE_SESSION,  /* token's hash, at: it was used again */
        SEE_PERSON,  /* person, at, at: the latest of their sessions was used again, if it was last used before the second moment */
        END_SESSION, /* token's hash */
        END_OTHER_SESSIONS, /* person, token's hash */
        RENAME_PERSON,      /* person, name */
        KEEP_PERSON,   /* person, login, its folded form, password's hash, skeleton; taken if somebody has one that looks like it */
        FIND_LOGIN,    /* folded login, skeleton: person, name, login, password's hash; who has just that login first */
        FORGET_PERSON, /* person: with sessions, ratings and chat; the seats become nobody's */
        IDLE_GUESTS,   /* person, at, at, how many: of the people after that one, in their order, each one and 1 for a guest who was
                          not seen since the first moment, or, if they ever played, the second, and is at no table now: person, 0 or 1
                        */
        IDLE_GUEST,    /* person, at, at: taken if that one is none */
        PERSON,        /* person: name, login or null, at, person */
        SESSIONS_OF,   /* person: at */
        RATINGS_OF,    /* person: game, mu, sigma, games */
        CHAT_OF,       /* person: table, n, at, words */
        PERSON_NAMES,  /* table: person, name of everybody who sits there */
        /* tables */
        ADD_TABLE,       /* table, game, at, public; taken if there is another one with that id */
        SET_TABLE_STATE, /* table, state: 0 open, 1 playing, 2 over; at */
        FINISH_TABLE,    /* table, at: it is over; taken if it is not there, or was over already */
        TABLE_STATE,     /* table: state, due or null */
        SET_SEAT,        /* table, seat, person or null */
        SET_BOT,         /* table, seat, level */
        SET_RESULT,      /* table, seat, place from 1, points, rating as shown afterwards or null */
        ADD_ENTRY,       /* table, n, at, body, hash (entry_hash.h); taken if there is another entry n */
        ENTRIES,         /* table, how many: n, at, body, hash or null, in order */
        ENTRIES_SINCE,   /* table, n: n, at, body, hash or null of this one and those after it, in order */
        LIVE_TABLES,     /* tables that are not over, the oldest first: table, game, at, public, state */
        LISTED,          /* how many: public tables that are not over, those that are open first, then the latest: table */
        WAITING_TABLES,  /* at, at, how many: tables made from then until then whose game has not begun, the oldest first: table, at
                          */
        LIVE_OF,         /* person: the tables that are not over where that person sits: table */
        ABANDONED_TABLES, /* table, at, how many: of the tables after that one, in their order, each one and 1 if nobody finished
                             it, or it is of one guest and bots, nothing was stored since that moment, and nobody is there: table, 0
                             or 1 */
        ABANDONED_TABLE,  /* table, at: taken if it is not one of these */
        TRIM_ENTRIES,     /* table: the last entries go, at most 5000; 1 if there are more */
        DROP_TABLE,       /* table, with all that belongs to it; taken if somebody is there */
        TABLES_OF,        /* person, at before, how many: a row for each seat of these tables, the latest first: table, game,
                             state, at, seat, person or null, name or null, level or null, place, points, rating or null */
        ADD_CHAT, /* table, n, at, person, words as they stand between quotes in JSON; taken if there is another n; all but the last
                     500 of the table are deleted */
        CHAT,     /* table: n, at, person, name, words */
        CHAT_SINCE, /* table, n: n, at, person, name, words of this one and those after it */
        /* tables that somebody has to see to when the time comes: a bot that is to move, a clock that runs out */
        SET_DUE,   /* table, at or null */
        NUDGE_DUE, /* the same, if it was never due */
        CLAIM_DUE, /* node, now, until, how many: of the tables that are played and due now, so many that nobody else is given;
                      unless they are set again, they are due again at `until`: table */
        /* ratings; who is a person's id, or minus the level of a bot */
        RATING,     /* game, who: mu, sigma, games */
        SET_RATING, /* game, who, mu, sigma, games, games when it was read (0: there was none); taken if that has changed */
        TOP,        /* game, how many: who, name or null, mu, sigma, games */
        /* the servers on one database, and who is at which table there */
        PULSE_NODE,   /* node, what its clock says, for how long it is believed to be there, by the database's own clock */
        NODE,         /* node: 1 if it is known */
        SET_PRESENCE, /* node, table, person, lines; 0 lines: gone */
        PRESENCE,     /* table, node: person, lines, of the nodes that are there, less this one */
        FORGET_NODES, /* nodes that are not there any more, and who was there */
        /* whether it can be written at all */
        PULSE, /* at */
        /* clocks (clock.h) */
        SEE_TIME, /* at: what a server's clock says */
        TIMES, /* the latest time that was seen, 0 if none; the database's own clock, null if it has none; by how much the clock of
                  a node that is there is ahead of it, 0 if none is there */
        STATEMENTS
};

/* The columns of what statements find, where there are several. */
enum { ENTRY_N, ENTRY_AT, ENTRY_BODY, ENTRY_STORED_HASH };                   /* ENTRIES, ENTRIES_SINCE */
enum { CHAT_N, CHAT_AT, CHAT_PERSON, CHAT_NAME, CHAT_WORDS };                /* CHAT, CHAT_SINCE */
enum { OWN_CHAT_TABLE, OWN_CHAT_N, OWN_CHAT_AT, OWN_CHAT_WORDS };            /* CHAT_OF */
enum { INDEX_STATE, INDEX_DUE };                                             /* TABLE_STATE */
enum { PERSON_NAME, PERSON_LOGIN, PERSON_AT, PERSON_ID };                    /* PERSON */
enum { RATING_MU, RATING_SIGMA, RATING_GAMES };                              /* RATING */
enum { OWN_RATING_GAME, OWN_RATING_MU, OWN_RATING_SIGMA, OWN_RATING_GAMES }; /* RATINGS_OF */
enum { TOP_WHO, TOP_NAME, TOP_MU, TOP_SIGMA, TOP_GAMES };                    /* TOP */
enum {                                                                       /* TABLES_OF */
       PLAYED_TABLE,
       PLAYED_GAME,
       PLAYED_STATE,
       PLAYED_AT,
       PLAYED_SEAT,
       PLAYED_PERSON,
       PLAYED_NAME,
       PLAYED_LEVEL,
       PLAYED_PLACE,
       PLAYED_POINTS,
       PLAYED_RATING
};

enum outcome { STORE_DONE, STORE_TAKEN /* somebody was there first */, STORE_FAILED, STORE_UNSURE /* nobody knows */ };

struct store;
struct work;
struct rows;

/* Opens what `where` names: a file, or a database as postgres://… or postgresql://…. NULL, with the reason in `why`, if that
 * cannot be. */
struct store *store_open(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY]);

/* 1: `where` is a database that several servers may use at once, and no file. */
int store_is_address(const char *where);

/* What the store knew about the time when it was opened: TIMES, with 0 for null. */
struct store_times {
        int64_t seen, database, ahead;
};
struct store_times store_times(const struct store *s);

/* What `where` may be called in logs and on screens: without the password, or what could be a part of it. Returns `name`. */
const char *store_name(const char *where, char name[MAX_STORE_NAME]);

/* Finishes what was handed over, and closes. The loop has to be run once more afterwards. While works are under way, and only
 * then, the store keeps the loop from ending. */
void store_close(struct store *s);

/* A work that will be given to `done`, with `whose` in work_whose(). */
struct work *work_open(void (*done)(struct work *w), void *whose);

/* Adds a statement. `types` has a letter for each value that follows: i int64_t, d double, t a text (NULL: null), b bytes
 * and their size_t, and n for a null, which no value follows. They are copied. A plain int is no int64_t: write (int64_t)seat. */
void work_add(struct work *w, enum statement what, const char *types, ...);

/* Adds a notice of at most MAX_NOTICE bytes, without newlines, for every other store that is open on the same database. They are
 * told when the work is done, and only then; the same one maybe once for several works that were done together. If this server
 * dies in the very moment between the two, nobody is told: whoever relies on notices also looks now and then. */
void work_notice(struct work *w, const char *about);

void store_do(struct store *s, struct work *w);
void work_close(struct work *w);

/* From now on `heard` is given what other stores have to tell, on the loop's thread; NULL if the connection was lost and is there
 * again, so that something may have been missed. On a file there is nobody else, and it is never called. */
void store_listen(struct store *s, void (*heard)(void *whose, const char *about), void *whose);

/* 1: other stores may be open on the same database. */
int store_is_shared(const struct store *s);

/* Of a work that has been done: how it ended, why if it failed, and what its nth statement found. */
enum outcome work_outcome(const struct work *w);
const char *work_why(const struct work *w);
void *work_whose(const struct work *w);
int work_size(const struct work *w); /* how many statements it has */
const struct rows *work_rows(const struct work *w, int nth);

int rows_count(const struct rows *r);
int rows_is_null(const struct rows *r, int row, int column);
int64_t rows_number(const struct rows *r, int row, int column);
double rows_real(const struct rows *r, int row, int column);
const char *rows_text(const struct rows *r, int row, int column, size_t *size); /* with a closing NUL; "" where null */

#endif
