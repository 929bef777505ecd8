/* The simulation: several servers, their stores and everybody who plays on them, in one process and one thread, from one seed.
 *
 * The server's code is the real one. What is exchanged, when the program is linked, is its edges:
 *
 *     uv.c           timers, on the simulated time
 *     system.c       the system's clocks, and chance
 *     log.c          the log, kept for the story of a failure
 *     work_queue.c   the store's thread: its turns are events like others
 *     think.c        the thinkers' threads, likewise
 *     disk.c         the disk of a lone server, an SQLite VFS in memory
 *     libpq.c        PostgreSQL, for several servers; libpq_sql.c is the database behind it
 *
 * world.c runs the events in the order of time, starts and stops servers, and injects faults (faults.c); people.c are the clients,
 * friends.c what they do through the API; checks.c and permissions.c check what must always hold. A run follows from its seed and
 * its list of faults, bit by bit. */
#ifndef SERAI_SIM_H
#define SERAI_SIM_H

#include <stddef.h>
#include <stdint.h>

#include "../../core/random.h"
#include "../../server/clock.h"
#include "../../server/rooms/hub.h"

/* --- time and events (world.c) --- */

enum { MAX_SERVERS = 3 };

static const uint64_t MS = 1000, SECOND = 1000000, MINUTE = 60000000; /* simulated time is in microseconds */
static const int64_t RUN_BEGAN = INT64_C(1767225600000); /* the date at `now` 0, 2026-01-01, in milliseconds since 1970 */

struct server {
        int index;
        enum { DOWN, UP, DYING } state; /* DYING: what is left of a killed server is being freed; nothing of it has an effect */
        unsigned life;                  /* how often it was started; events of an earlier life do not happen */
        uint64_t frozen_until;          /* nothing of it happens before; then all of it */
        int64_t wall_ahead;             /* of its wall clock, in microseconds */
        struct server_clock clock;
        struct store *store;
        struct hub *hub;
        uint64_t booted; /* when it was started */
};

extern struct server servers[MAX_SERVERS];
extern int server_count;       /* 1: alone, on a disk; else on a shared database */
extern struct server *current; /* whose code runs; NULL: nobody's */
extern uint64_t now;           /* since the run began */

/* Calls `happen(whose)` after so much time, as code of a server (NULL: of the world outside). */
struct event;
struct event *sim_after(struct server *s, uint64_t delay, void (*happen)(void *whose), void *whose);
void sim_cancel(struct event *e);

/* Chance for the servers' edges: from 0 to n - 1; 1 with this probability in a million. */
uint32_t sim_random(uint32_t n);
int sim_chance(uint32_t per_million);

/* --- faults that are under way (faults.c sets them) --- */

extern struct conditions {
        uint32_t disk_fails;   /* per million writes or syncs: SQLITE_IOERR */
        int disk_is_full;      /* writes that need room fail with SQLITE_FULL */
        int disk_lies;         /* syncs are not done: what was "synced" can be lost in a crash */
        uint64_t disk_latency; /* of a turn of the store */
        uint32_t cut;          /* per million batches: the connection to the database breaks, somewhere around the batch */
        int database_is_down;  /* nothing connects */
        unsigned cut_off;      /* bit set of servers that the database cannot be reached from */
        unsigned cut_at_entry; /* bit set of servers that are cut off when they have stored an entry, before they know */
        uint32_t notice_lost, notice_late, notice_twice; /* per million */
        int64_t database_ahead;                          /* of the database's clock, in milliseconds */
} conditions;

/* Something went wrong that the checkers are there for; the run ends. */
_Noreturn void sim_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A line of the story, kept if it is asked for. */
void sim_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- the disk of a lone server (disk.c) --- */

/* Registers the VFS as the default one. disk_clear deletes all files. disk_crash: what was not synced is lost, kept or torn, each
 * sector by chance, and files that are open fail from now on. */
void disk_open(void);
void disk_clear(void);
void disk_crash(void);

/* --- PostgreSQL (libpq.c) --- */

/* An empty database; the old one is forgotten, with its connections. */
void postgres_clear(void);

/* The server (its index) is gone: its connections are closed. postgres_crash: those of all are. */
void postgres_forget(int server);
void postgres_crash(void);

/* 1: there is something to read on a connection of this server, so that its store gets a turn. */
int postgres_has_news(int server);

/* The SQLite database behind either, for checks at the end of a run. */
struct sqlite3;
struct sqlite3 *postgres_database(void);

/* --- the store's turns (work_queue.c) --- */

/* The running turn takes so much longer. */
void turn_takes(uint64_t time);

/* A notice has come, or the connection broke: the store of this server gets a turn. */
void store_wake(int server);

#endif
