/* The server's clock, for every time that is stored or compared.
 *
 * clock_now() is the monotonic clock plus an offset that is set when the server starts. It never goes back and never jumps,
 * whatever happens to the wall clock, so it serves for dates as well as durations: game clocks, rate limits, leases.
 *
 * The offset is slewed towards a reference by at most 1 %: the database's clock where several servers share a database, so that
 * they agree whatever their own clocks say, else the wall clock. When the reference jumps, the clock does not follow; the jump is
 * logged and counted, and whatever cannot be undone has to check first:
 *
 * - can durations be trusted, before a player loses on time or a table is dropped: clock_is_steady();
 * - can dates be trusted, before anything is deleted for its age: clock_is_right().
 *
 * All but clock_now(), clock_wall() and clock_monotonic() belong to the loop's thread. */
#ifndef SERAI_CLOCK_H
#define SERAI_CLOCK_H

#include <stdint.h>

static const uint64_t DAY = 24ull * 3600 * 1000;

/* Milliseconds since 1970. */
uint64_t clock_now(void);

/* The wall clock, for the timestamps of log lines; milliseconds since an arbitrary moment. */
uint64_t clock_wall(void);
uint64_t clock_monotonic(void);

/* Sets the clock from what the store has: the time that a server stored last (0: none), the database's clock (0: it has none), and
 * by how much the clocks of other running servers are ahead of that (0: there are none). If it is opened several times, as in
 * tests, the first call sets it. */
void clock_open(int64_t seen, int64_t database, int64_t ahead);
void clock_close(void);

/* Compares the clock with the wall clock, several times a second; with the database's clock, as read by a query sent at
 * clock_monotonic() == asked. */
void clock_check(void);
void clock_hear(int64_t database, uint64_t asked);

/* 1: the reference has not jumped for a minute. */
int clock_is_steady(void);

/* 1: the clock and its reference have agreed for an hour, or for a day if nothing had been stored for a week when the server
 * started; and the store has seen no later time. */
int clock_is_right(void);

struct clock_figures {
        double apart;   /* the reference minus the clock, in seconds */
        uint64_t jumps; /* of the wall clock and of the reference */
        int steady, right;
};

struct clock_figures clock_figures(void);

/* The state of a clock; all but `offset` belongs to the loop's thread. A process has one clock; a simulation with several servers
 * in one process has one for each, and sets `server_clock` before a server runs. */
struct server_clock {
        _Atomic int64_t offset; /* of clock_now() from the monotonic clock; 0: not set yet */
        int users;
        int has_database;   /* 1: the reference is the database's clock, else the wall clock */
        int64_t wall_apart; /* wall clock minus clock, at the last check */
        int64_t apart;      /* the reference minus the clock */
        uint64_t followed;  /* when the clock was last slewed; this and the next two are monotonic times */
        uint64_t jumped;    /* when the reference jumped last; 0: never */
        uint64_t agreed;    /* since when the two agree; 0: they do not */
        uint64_t patience;  /* for how long they have to agree before dates can be trusted */
        uint64_t seen;      /* the latest time in the store at the start, by clock_now() */
        uint64_t jumps;
};

extern struct server_clock *server_clock;

/* For tests: milliseconds added to each clock. */
extern struct clock_shift {
        _Atomic int64_t monotonic, wall, database;
} clock_shift;

#endif
