/* The server's clock; see clock.h. */
#include "clock.h"

#include <stdatomic.h>
#include <stdlib.h>
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

static struct server_clock own;
struct server_clock *server_clock = &own;

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
        struct server_clock *c = server_clock;
        int64_t unset = 0;

        if (!c->offset)
                atomic_compare_exchange_strong(&c->offset, &unset, (int64_t)(clock_wall() - clock_monotonic()));
        return clock_monotonic() + (uint64_t)c->offset;
}

/* --- following a reference --- */

static int64_t between(int64_t least, int64_t n, int64_t most)
{
        return n < least ? least : n > most ? most : n;
}

static void tell_jump(const char *which, int64_t by)
{
        server_clock->jumps++;
        log_error("clock-jump", "clock=%s by_seconds=%+.3f", which, (double)by / 1000);
}

/* Slews the clock towards the reference, or notes a jump. */
static void follow(const char *which, int64_t apart)
{
        uint64_t now = clock_monotonic();
        int64_t most = (int64_t)(now - server_clock->followed) / SLEW, step = 0;

        if (llabs(apart - server_clock->apart) > JUMP) {
                tell_jump(which, apart - server_clock->apart);
                server_clock->jumped = now;
        }
        if (llabs(apart) > TOLERATED)
                server_clock->agreed = 0;
        else if (!server_clock->agreed)
                server_clock->agreed = now;
        if (clock_is_steady()) {
                step = between(-most, apart, most);
                server_clock->offset += step;
        }
        server_clock->apart = apart - step;
        server_clock->wall_apart -= step;
        server_clock->followed = now;
}

void clock_check(void)
{
        int64_t apart = (int64_t)(clock_wall() - clock_now());

        if (!server_clock->has_database)
                follow("wall", apart);
        else if (llabs(apart - server_clock->wall_apart) > JUMP)
                tell_jump("wall", apart - server_clock->wall_apart);
        server_clock->wall_apart = (int64_t)(clock_wall() - clock_now());
}

void clock_hear(int64_t database, uint64_t asked)
{
        uint64_t trip = clock_monotonic() - asked;

        if (server_clock->has_database && trip <= LONGEST_TRIP)
                follow("database", database + clock_shift.database - (int64_t)(clock_now() - trip / 2));
}

/* --- trust --- */

int clock_is_steady(void)
{
        return !server_clock->jumped || clock_monotonic() - server_clock->jumped >= STEADY_AFTER;
}

int clock_is_right(void)
{
        return clock_is_steady() && server_clock->agreed && clock_monotonic() - server_clock->agreed >= server_clock->patience &&
               clock_now() >= server_clock->seen;
}

struct clock_figures clock_figures(void)
{
        return (struct clock_figures){ (double)server_clock->apart / 1000, server_clock->jumps, clock_is_steady(),
                                       clock_is_right() };
}

/* --- opening and closing --- */

/* Running servers are followed even if the database's clock has jumped since they started: agreement comes first. */
void clock_open(int64_t seen, int64_t database, int64_t ahead)
{
        int64_t now = database ? database + clock_shift.database : (int64_t)clock_wall();

        if (server_clock->users++)
                return;
        *server_clock = (struct server_clock){ .users = 1 };
        server_clock->has_database = database != 0;
        if (llabs(ahead) > TOLERATED) {
                server_clock->apart = -ahead;
                now += ahead;
        }
        server_clock->offset = now - (int64_t)clock_monotonic();
        server_clock->followed = clock_monotonic();
        server_clock->agreed = server_clock->apart ? 0 : server_clock->followed;
        server_clock->wall_apart = (int64_t)clock_wall() - now;
        server_clock->seen = (uint64_t)seen;
        server_clock->patience = seen && now - seen > WEEK ? DAY : RIGHT_AFTER;
        if (seen > now + TOLERATED)
                tell_jump("store", now - seen);
}

void clock_close(void)
{
        server_clock->users--;
}
