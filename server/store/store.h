/* The store: everything that must not be lost.
 *
 * A `work` is one or more statements that are done together or not at all. The store takes it, runs it on another thread, and
 * returns it on the loop's thread when what it wrote is on the disk, or with the reason why it is not. The loop never waits.
 *
 *     struct work *w = work_open(on_saved, room);
 *     work_add(w, ADD_CHAT, "iiiit", table, n, at, person, words);
 *     store_do(store, w); … later: on_saved(w), which ends with work_close(w)
 *
 * The statements are the same for every database (store.c); what differs is how they are run: in a file of one server (sqlite.c),
 * or in a database that several share (postgres.c). Works are started in the order in which they were handed over. A work that
 * failed has changed nothing. If the connection to a shared database was lost and did not come back in time, the outcome is
 * STORE_UNSURE, and the caller has to read again. */
#ifndef SERAI_STORE_H
#define SERAI_STORE_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum { MAX_STORE_WHY = 256, MAX_STORE_NAME = 256, MAX_NOTICE = 400, DEVICE_ID = 16 };

/* The state of a table in the index; the entries are the truth. */
enum table_state { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };

/* Statements, with their parameters and, after a colon, the columns they return; their SQL is in store.c, in this order. "Taken":
 * the outcome is STORE_TAKEN. */
enum statement {
        /* people */
        ADD_PERSON,         /* id, name, at; taken if somebody else has that id */
        ADD_SESSION,        /* token's hash, person, at, device, 1 if by a passkey; taken if somebody else has it */
        FIND_SESSION,       /* token's hash: person, name, login or null, at, admin, bot, muted, banned, settled reports not yet
                               told, 1 if by a passkey, or null, how many passkeys the person has */
        SEE_SESSION,        /* token's hash, at: updates when it was last used */
        SEE_PERSON,         /* person, at, at: the same for their latest session, if it was last used before the second time */
        END_SESSION,        /* token's hash */
        END_OTHER_SESSIONS, /* person, token's hash */
        END_DEVICE,         /* person, the first DEVICE_ID digits of a token's hash */
        RENAME_PERSON,      /* person, name, skeleton; taken if the name looks like that of another account */
        KEEP_PERSON,   /* person, login, its folded form, password's hash, skeleton; taken if somebody has one that looks like it */
        FIND_LOGIN,    /* folded login, skeleton: person, name, login, password's hash, banned; who has just that login first */
        FORGET_PERSON, /* person: with sessions, ratings and chat; the seats become nobody's */
        IDLE_GUESTS,   /* person, at, at, how many: of the people after that one, in their order, each one and 1 for a guest who was
                          not seen since the first moment, or, if they ever played, the second, and is at no table now: person, 0 or 1
                        */
        IDLE_GUEST,    /* person, at, at: taken if that one is none */
        PERSON,        /* person: name, login or null, at, person, bot */
        RATINGS_OF,    /* person: game, mu, sigma, games */
        CHAT_OF,       /* person: table, n, at, words */
        PERSON_NAMES,  /* table: person, name of everybody who sits there */
        OWN_NAME,      /* person, skeleton of the name: keeps others from taking it, if no account has it yet */
        SET_PASSWORD,  /* person, password's hash */
        SESSIONS_OF,   /* person: token's hash, at, made or null, device or null, 1 if by a passkey, or null; the latest first */
        /* recovery codes */
        DROP_CODES,  /* person */
        ADD_CODE,    /* code's hash, person */
        FIND_CODE,   /* code's hash, person: 1 if it can be used */
        USE_CODE,    /* code's hash, person, a random number; taken if it cannot be used */
        COUNT_CODES, /* person: how many are left */
        /* passkeys */
        DROP_CHALLENGES, /* at: those made before */
        ADD_CHALLENGE,   /* hash, at */
        FIND_CHALLENGE,  /* hash, at: 1 if it was made since then and can be used */
        USE_CHALLENGE,   /* hash, a random number; taken if it cannot be used */
        ADD_PASSKEY,     /* id, person, at, public key, counter, device; taken if somebody has it */
        FIND_PASSKEY,    /* id: person, name, login, public key, until when they are banned */
        USE_PASSKEY,     /* id, counter; taken if it has been larger */
        PASSKEYS_OF,     /* person: id, at, device, in the order in which they were added */
        DROP_PASSKEY,    /* person, id */
        /* friends */
        PLAYED_WITH,    /* person, other: the other's name, and 1 if they ever had seats at one table */
        MAY_INVITE,     /* person, other, table: the same, and 1 if the person has a seat at the table and its game has not begun */
        FOLLOW,         /* person, other, at, how many: taken if the person follows so many others */
        UNFOLLOW,       /* person, other */
        BLOCK,          /* person, other, at, how many: the same for blocking; ends following and the other's invitation */
        UNBLOCK,        /* person, other */
        FOLLOWED,       /* person: other, name, 1 if the other lets the person see where they are, at */
        FOLLOWED_AT,    /* person: other, table or 0, game or null, state or null, public or null, on every server that is alive */
        OFTEN_WITH,     /* person, how many: other, name, games, of which the person was ahead, and behind */
        BLOCKED,        /* person: other, name, at */
        CIRCLE,         /* person: 0 and one whom they block, or 1 and one who blocks them; in this order, and by id */
        INVITE,         /* person, other, kind, table or null, at: nothing changes if one blocks the other */
        UNINVITE,       /* person, other */
        INVITATIONS_OF, /* person, at: since then, to tables whose game has not begun: from whom, name, kind, table or null, game or
                           null, at */
        CHOICES,        /* person: who sees where they are, who sees their profile, notices, quiet from, quiet to, ahead of UTC */
        SET_CHOICES,    /* person, the same, at */
        /* profiles */
        PROFILE,         /* person, viewer: name, at, 1 if it may be seen, 1 if followed, 1 if blocked by the viewer, 1 if they have
                            played together, 1 if it is a guest */
        PROFILE_RESULTS, /* person: game, games, won */
        RATING_CURVE,    /* person, how many: game, at, rating after each rated game, the last ones in their order */
        GAINS,           /* table: seat, change of the rating by this game or null */
        /* notices */
        ADD_PUSH, /* endpoint, token's hash, key, auth, origin, at: the eight latest of a person are kept; taken if there is no such
                     session */
        END_PUSH, /* endpoint, person */
        FORGET_PUSH,   /* endpoint */
        PUSHES_OF,     /* person: endpoint, key, auth, origin, at */
        PUSH_KEY,      /* key, at: stores it if there is none yet: the key */
        RAISE_NOTICE,  /* person, table, kind, at: if they want it, are at no server, and were not notified of this table since they
                          looked at it */
        LOOK_AT,       /* person, table: the next notice may come */
        CLAIM_NOTICES, /* at, how many: what is due, to be sent by the one server that gets it: person, table, kind */
        NOTICE_ABOUT,  /* table, person: game, state, name of the person who invites, or null */
        /* tables */
        ADD_TABLE,        /* table, game, at, public; taken if another table has that id */
        SET_TABLE_STATE,  /* table, state: 0 open, 1 playing, 2 over; at */
        FINISH_TABLE,     /* table, at: it is over; taken if it does not exist, or was over already */
        TABLE_STATE,      /* table: state, due or null */
        SET_SEAT,         /* table, seat, person or null */
        SET_BOT,          /* table, seat, level */
        SET_RESULT,       /* table, seat, place from 1, points, rating as shown afterwards or null, and its change or null */
        ADD_ENTRY,        /* table, n, at, body, hash (entry_hash.h); taken if another entry has that n */
        ENTRIES,          /* table, how many: n, at, body, hash or null, in order */
        ENTRIES_SINCE,    /* table, n: n, at, body, hash or null, from that n on, in order */
        LIVE_TABLES,      /* tables that are not over, the oldest first: table, game, at, public, state */
        LISTED,           /* how many: public tables that are not over, open ones first, then the latest: table */
        WAITING_TABLES,   /* at, at, how many: tables made between these times whose game has not begun, the oldest first: table, at
                           */
        LIVE_OF,          /* person: tables that are not over where they have a seat: table */
        ABANDONED_TABLES, /* table, at, how many: the tables after that one by id, each with 1 if it has been abandoned since that
                             time (store.c): table, 0 or 1 */
        ABANDONED_TABLE,  /* table, at: taken if it is not abandoned */
        TRIM_ENTRIES,     /* table: deletes the last entries, at most 5000; 1 if there are more */
        DROP_TABLE,       /* table, with all that references it; taken if somebody is there */
        TABLES_OF,        /* person, at before, how many: a row for each seat of these tables, the latest first: table, game,
                             state, at, seat, person or null, name or null, level or null, place, points, rating or null */
        LATEST_OF, /* person, how many, viewer: the same, games that are over, at public tables unless it is one's own list */
        ADD_CHAT,  /* table, n, at, person, words as escaped for JSON; taken if another message has that n; deletes all but the last
                      500 of the table */
        CHAT,      /* table: n, at, person, name, words */
        CHAT_SINCE, /* table, n: n, at, person, name, words, from that n on */
        /* when a server has to act on a table: a bot is to move, or a clock runs out */
        SET_DUE,   /* table, at or null */
        NUDGE_DUE, /* table, at, until: the same, if it was null or later than `until` */
        CLAIM_DUE, /* node, now, until, how many: claims due tables that are being played, and sets them due again at `until`; no
                      two servers get the same: table */
        /* ratings; who is a person's id, or minus the level of a bot */
        RATING,     /* game, who: mu, sigma, games */
        SET_RATING, /* game, who, mu, sigma, games, games when it was read (0: there was none), table; taken if that has changed,
                       unless it is already so and the table is over: this was done before, so it comes before FINISH_TABLE */
        MET,        /* game, person, other, the smaller id first: times, at */
        SET_MET,    /* game, person, other, times, at */
        MET_OF,     /* person: game, times, at, with nobody's name */
        TOP,        /* game, how many: who, name or null, mu, sigma, games */
        /* the daily caravan (table/daily.h); a day is a number of days since 1970-01-01 */
        DRAW_DAY,         /* day, secret: keeps the secret, if the day has none yet: day, the day's secret */
        ADD_DAILY_RESULT, /* day, person, points ahead, points, at; changes nothing if that person has one: their place among all
                             of the day, and how many there are; no row if the person is gone */
        DAILY_RESULTS_OF, /* person: day, points ahead, points, at */
        /* puzzles */
        ADD_ATTEMPT, /* person, at, puzzle, game, rating, 1 if solved, 1 if it was the puzzle of the day, how many: taken if the
                        person has so many others, or is gone */
        ATTEMPTS_OF, /* person: at, puzzle, game, rating, solved, daily, the oldest first */
        /* the cluster: servers on one database, and who is at which table there */
        PULSE_NODE,   /* node, its clock, for how long it counts as alive, by the database's clock */
        NODE,         /* node: 1 if it exists */
        SET_PRESENCE, /* node, table, person, connections; 0: gone */
        PRESENCE,     /* table, node: person, connections, at all other nodes that are alive */
        COUNT_PEOPLE, /* how many people are at the servers that share the database; 0 where there is only one */
        ALL_PRESENCE, /* node: table, person, connections, the same of all tables, in their order */
        FORGET_NODES, /* deletes nodes that are not alive, and their presence */
        /* a write test */
        PULSE, /* at */
        /* clocks (clock.h) */
        SEE_TIME, /* at: what a server's clock says */
        TIMES, /* the latest time stored, or 0; the database's clock, or null if it has none; by how much the clock of a live node
                  is ahead of it, or 0 */
        /* administration: what was set, what was done (admin/acts.h), and reports */
        SITE,            /* name, value */
        SET_SITE,        /* name, value */
        ADD_ADMIN_LOG,   /* id, at, by, what, person, table, detail: numbers it, once for each id; people and table 0: null */
        ADMIN_LOG_END,   /* the last number, or 0 */
        ADMIN_LOG_SINCE, /* n: n, at, what, person or null, table or null, detail, after that n, in order, at most 100 */
        SET_ADMIN,       /* person, 1 or 0; this and the next ones: taken if there is no such person */
        SET_MUTED,       /* person, until */
        SET_BANNED,      /* person, until */
        SET_NAME,        /* person, name */
        RESET_LOGIN,     /* person: no password, passkey or recovery code is right any more; taken if there is no login */
        DELETE_TABLE,    /* table, with all that references it; taken if there is none */
        ADD_REPORT,      /* id, at, by, person, table or 0, why, words as JSON; taken if one by the same of the same waits */
        SETTLE_REPORT,   /* report, at, answer; taken if there is none that waits */
        TOLD_REPORTS,    /* person: those that are settled are told now: id, at, name, answer */
        REPORTS_BY,      /* person: at, name, table or null, why, settled, answer */
        /* lists for administrators: text to be found or "", id or 0, how many; columns as in admin/lists.c */
        LIST_PEOPLE,
        LIST_TABLES,
        LIST_REPORTS,
        LIST_LOG,
        LIST_SITE,
        /* bots of others: their tokens */
        DECLARE_BOT,    /* person; taken if it has no login, or is one already */
        ADD_BOT_TOKEN,  /* hash, person, at; taken if that is no bot */
        END_BOT_TOKENS, /* person */
        FIND_BOT_TOKEN, /* hash: the columns of FIND_SESSION */
        BOT_TOKENS_OF,  /* person: at */
        STATEMENTS
};

/* Columns of results, where there are several. */
enum { ENTRY_N, ENTRY_AT, ENTRY_BODY, ENTRY_STORED_HASH };                         /* ENTRIES, ENTRIES_SINCE */
enum { CHAT_N, CHAT_AT, CHAT_PERSON, CHAT_NAME, CHAT_WORDS };                      /* CHAT, CHAT_SINCE */
enum { OWN_CHAT_TABLE, OWN_CHAT_N, OWN_CHAT_AT, OWN_CHAT_WORDS };                  /* CHAT_OF */
enum { INDEX_STATE, INDEX_DUE };                                                   /* TABLE_STATE */
enum { PERSON_NAME, PERSON_LOGIN, PERSON_AT, PERSON_ID, PERSON_BOT };              /* PERSON */
enum { NEWS_N, NEWS_AT, NEWS_WHAT, NEWS_PERSON, NEWS_TABLE, NEWS_DETAIL };         /* ADMIN_LOG_SINCE */
enum { DRAWN_DAY, DRAWN_SECRET };                                                  /* DRAW_DAY */
enum { STANDING_PLACE, STANDING_OF };                                              /* ADD_DAILY_RESULT */
enum { OWN_DAILY_DAY, OWN_DAILY_AHEAD, OWN_DAILY_POINTS, OWN_DAILY_AT };           /* DAILY_RESULTS_OF */
enum { SESSION_HASH, SESSION_AT, SESSION_MADE, SESSION_DEVICE, SESSION_PASSKEY };  /* SESSIONS_OF */
enum { PASSKEY_PERSON, PASSKEY_NAME, PASSKEY_LOGIN, PASSKEY_KEY, PASSKEY_BANNED }; /* FIND_PASSKEY */
enum { OWN_PASSKEY_ID, OWN_PASSKEY_AT, OWN_PASSKEY_DEVICE };                       /* PASSKEYS_OF */
enum { RATING_MU, RATING_SIGMA, RATING_GAMES };                                    /* RATING */
enum { OWN_RATING_GAME, OWN_RATING_MU, OWN_RATING_SIGMA, OWN_RATING_GAMES };       /* RATINGS_OF */
enum { TOP_WHO, TOP_NAME, TOP_MU, TOP_SIGMA, TOP_GAMES, TOP_BOT };                 /* TOP */
enum {                                                                             /* TABLES_OF */
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

enum { FOLLOWED_PERSON, FOLLOWED_NAME, FOLLOWED_SHOWS, FOLLOWED_SINCE };                                  /* FOLLOWED */
enum { PLACE_PERSON, PLACE_TABLE, PLACE_GAME, PLACE_STATE, PLACE_PUBLIC };                                /* FOLLOWED_AT */
enum { OFTEN_PERSON, OFTEN_NAME, OFTEN_GAMES, OFTEN_AHEAD, OFTEN_BEHIND };                                /* OFTEN_WITH */
enum { INVITED_BY, INVITED_NAME, INVITED_KIND, INVITED_TABLE, INVITED_GAME, INVITED_AT };                 /* INVITATIONS_OF */
enum { CHOSE_HERE, CHOSE_PROFILE, CHOSE_NOTICES, CHOSE_QUIET_FROM, CHOSE_QUIET_TO, CHOSE_AHEAD, CHOSEN }; /* CHOICES */
enum { SHOWN_NAME, SHOWN_SINCE, SHOWN_AT_ALL, SHOWN_FOLLOWED, SHOWN_BLOCKED, SHOWN_PLAYED, SHOWN_GUEST, SHOWN_BOT }; /* PROFILE */
enum { PUSHED_TO, PUSHED_KEY, PUSHED_AUTH, PUSHED_ORIGIN, PUSHED_SINCE };                                            /* PUSHES_OF */

enum { ATTEMPT_AT, ATTEMPT_PUZZLE, ATTEMPT_GAME, ATTEMPT_RATING, ATTEMPT_SOLVED, ATTEMPT_DAILY }; /* ATTEMPTS_OF */

enum outcome { STORE_DONE, STORE_TAKEN /* another row was there first */, STORE_FAILED, STORE_UNSURE /* unknown */ };

struct store;
struct work;
struct rows;

/* Opens a file, or a database given as postgres://… or postgresql://…. NULL with the reason in `why`. */
struct store *store_open(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY]);

/* The same for one that servers may be using. A file is neither locked nor created nor upgraded: it has to be of this version. */
struct store *store_visit(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY]);

/* 1: `where` is a database that several servers may share, not a file. */
int store_is_address(const char *where);

/* TIMES when the store was opened, with 0 for null. */
struct store_times {
        int64_t seen, database, ahead;
};
struct store_times store_times(const struct store *s);

/* `where` for logs and screens: without the password, or anything that could be a part of it. Returns `name`. */
const char *store_name(const char *where, char name[MAX_STORE_NAME]);

/* Finishes all works, and closes. The loop has to run once more afterwards. The store keeps the loop alive only while works are
 * pending. */
void store_close(struct store *s);

/* A work that will be passed to `done`, with `whose` in work_whose(). */
struct work *work_open(void (*done)(struct work *w), void *whose);

/* Adds a statement. `types` has a letter for each value that follows: i int64_t, d double, t text (NULL: null), b bytes and their
 * size_t, and n for null, without a value. Values are copied. A plain int is no int64_t: write (int64_t)seat. */
void work_add(struct work *w, enum statement what, const char *types, ...);

/* Adds a notice of at most MAX_NOTICE bytes, without newlines, for every other store that is open on the same database. It is sent
 * when the work is committed, and only then; perhaps once for several works. If this server dies between the two, it is not sent:
 * who relies on notices has to poll as well. */
void work_notice(struct work *w, const char *about);

void store_do(struct store *s, struct work *w);
void work_close(struct work *w);

/* From now on `heard` gets the notices of other stores, on the loop's thread; NULL after a reconnect, as some may have been
 * missed. Never called for a file. */
void store_listen(struct store *s, void (*heard)(void *whose, const char *about), void *whose);

/* 1: other stores may be open on the same database. */
int store_is_shared(const struct store *s);

/* Of a finished work: its outcome, the reason if it failed, the result of its nth statement. */
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
