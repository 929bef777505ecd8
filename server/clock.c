/* The server's clock; see clock.h. */
#include "clock.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "log.h"

/* All in milliseconds. */
enum {
        TOLERATED = 1000,     /* the clock and its reference agree if they differ by no more */
        JUMP = 1000,          /* a reference that moves further between two checks has jumped */
        LONGEST_TRIP = 500,   /* a longer round trip says too little about the time */
        SLEW = 100,           /* the clock is slewed by one part in so many */
        STEADY_AFTER = 60000, /* since the last jump */
        RIGHT_AFTER = 3600000
};

static const int64_t WEEK = 7 * (int64_t)DAY;

struct clock_shift clock_shift;

static _Atomic int64_t offset; /* of clock_now() from the monotonic clock; 0: not set yet */

static struct {
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
} state;

static uint64_t milliseconds(clockid_t which)
{
        struct timespec t;

        clock_gettime(which, &t);
        return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

uint64_t clock_wall(void)
{
        return milliseconds(CLOCK_REALTIME) + (uint64_t)clock_shift.wall;
}

uint64_t clock_monotonic(void)
{
        return milliseconds(CLOCK_MONOTONIC) + (uint64_t)clock_shift.monotonic;
}

uint64_t clock_now(void)
{
        int64_t unset = 0;

        if (!offset)
                atomic_compare_exchange_strong(&offset, &unset, (int64_t)(clock_wall() - clock_monotonic()));
        return clock_monotonic() + (uint64_t)offset;
}

/* --- following a reference --- */

static int64_t between(int64_t least, int64_t n, int64_t most)
{
        return n < least ? least : n > most ? most : n;
}

static void tell_jump(const char *which, int64_t by)
{
        state.jumps++;
        log_error("clock-jump", "clock=%s by_seconds=%+.3f", which, (double)by / 1000);
}

/* Slews the clock towards the reference, or notes a jump. */
static void follow(const char *which, int64_t apart)
{
        uint64_t now = clock_monotonic();
        int64_t most = (int64_t)(now - state.followed) / SLEW, step = 0;

        if (llabs(apart - state.apart) > JUMP) {
                tell_jump(which, apart - state.apart);
                state.jumped = now;
        }
        if (llabs(apart) > TOLERATED)
                state.agreed = 0;
        else if (!state.agreed)
                state.agreed = now;
        if (clock_is_steady()) {
                step = between(-most, apart, most);
                offset += step;
        }
        state.apart = apart - step;
        state.wall_apart -= step;
        state.followed = now;
}

void clock_check(void)
{
        int64_t apart = (int64_t)(clock_wall() - clock_now());

        if (!state.has_database)
                follow("wall", apart);
        else if (llabs(apart - state.wall_apart) > JUMP)
                tell_jump("wall", apart - state.wall_apart);
        state.wall_apart = (int64_t)(clock_wall() - clock_now());
}

void clock_hear(int64_t database, uint64_t asked)
{
        uint64_t trip = clock_monotonic() - asked;

        if (state.has_database && trip <= LONGEST_TRIP)
                follow("database", database + clock_shift.database - (int64_t)(clock_now() - trip / 2));
}

/* --- trust --- */

int clock_is_steady(void)
{
        return !state.jumped || clock_monotonic() - state.jumped >= STEADY_AFTER;
}

int clock_is_right(void)
{
        return clock_is_steady() && state.agreed && clock_monotonic() - state.agreed >= state.patience && clock_now() >= state.seen;
}

struct clock_figures clock_figures(void)
{
        return (struct clock_figures){ (double)state.apart / 1000, state.jumps, clock_is_steady(), clock_is_right() };
}

/* --- opening and closing --- */

/* Running servers are followed even if the database's clock has jumped since they started: agreement comes first. */
void clock_open(int64_t seen, int64_t database, int64_t ahead)
{
        int64_t now = database ? database + clock_shift.database : (int64_t)clock_wall();

        if (state.users++)
                return;
        memset(&state, 0, sizeof state);
        state.users = 1;
        state.has_database = database != 0;
        if (llabs(ahead) > TOLERATED) {
                state.apart = -ahead;
                now += ahead;
        }
        offset = now - (int64_t)clock_monotonic();
        state.followed = clock_monotonic();
        state.agreed = state.apart ? 0 : state.followed;
        state.wall_apart = (int64_t)clock_wall() - now;
        state.seen = (uint64_t)seen;
        state.patience = seen && now - seen > WEEK ? DAY : RIGHT_AFTER;
        if (seen > now + TOLERATED)
                tell_jump("store", now - seen);
}

void clock_close(void)
{
        state.users--;
}
