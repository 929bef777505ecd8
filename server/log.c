/* Logging; see log.h. */
#include "log.h"

#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

enum {
        MAX_EVENT = 48,
        MAX_DETAILS = 512,
        MAX_STAMP = 32,
        RECENT = 64,        /* lines and events remembered for counting repeats */
        COUNTED_FOR = 5000, /* milliseconds */
        MOST_OF_AN_EVENT = 20
};

/* A recent line, or an event. */
struct recent {
        char level[8], event[MAX_EVENT];
        char details[MAX_DETAILS];
        int is_event;               /* 1: any line of this event; `details` are those of the last one */
        uint64_t order;             /* larger is later; 0: free */
        uint64_t since;             /* when the first came, by the monotonic clock */
        unsigned written, repeated; /* lines since then */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct recent recent[RECENT];
static uint64_t orders;
static unsigned lost; /* lines lost since the last one written */

/* --- with the lock held --- */

/* Whether a line can be written without blocking: a pipe whose reader has stopped must not stop the server. */
static int can_write(void)
{
        struct pollfd out = { .fd = STDERR_FILENO, .events = POLLOUT };

        return poll(&out, 1, 0) != 0;
}

/* In one write, so that lines of several processes do not mix. */
static void write_line(const char *level, const char *event, const char *details, unsigned repeated)
{
        uint64_t now = clock_wall();
        time_t seconds = (time_t)(now / 1000);
        char stamp[MAX_STAMP], times[32] = "";
        struct tm t;

        gmtime_r(&seconds, &t);
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &t);
        if (!can_write()) {
                lost++;
                return;
        }
        if (repeated)
                snprintf(times, sizeof times, " repeated=%u", repeated);
        if (lost)
                fprintf(stderr, "%s.%03uZ level=error event=log-lost lines=%u\n", stamp, (unsigned)(now % 1000), lost);
        lost = 0;
        fprintf(stderr, "%s.%03uZ level=%s event=%s%s%s%s\n", stamp, (unsigned)(now % 1000), level, event, *details ? " " : "",
                details, times);
}

static void forget(struct recent *r)
{
        if (r->repeated)
                write_line(r->level, r->event, r->details, r->repeated);
        r->order = 0;
}

static void forget_old(uint64_t now)
{
        for (struct recent *r = recent; r < recent + RECENT; r++)
                if (r->order && now - r->since >= COUNTED_FOR)
                        forget(r);
}

/* Finds a recent line, or its event; else replaces the oldest one. */
static struct recent *find(const char *level, const char *event, const char *details, int is_event, uint64_t now)
{
        struct recent *oldest = recent;

        for (struct recent *r = recent; r < recent + RECENT; r++) {
                if (r->order && r->is_event == is_event && strcmp(r->event, event) == 0 && strcmp(r->level, level) == 0 &&
                    (is_event || strcmp(r->details, details) == 0))
                        return r;
                if (r->order < oldest->order)
                        oldest = r;
        }
        if (oldest->order)
                forget(oldest);
        snprintf(oldest->level, sizeof oldest->level, "%s", level);
        snprintf(oldest->event, sizeof oldest->event, "%s", event);
        snprintf(oldest->details, sizeof oldest->details, "%s", details);
        oldest->is_event = is_event;
        oldest->order = ++orders;
        oldest->since = now;
        oldest->written = oldest->repeated = 0;
        return oldest;
}

/* Whether to write a line. */
static int is_news(const char *level, const char *event, const char *details, uint64_t now)
{
        struct recent *e = find(level, event, details, 1, now), *line;

        if (e->written >= MOST_OF_AN_EVENT) {
                snprintf(e->details, sizeof e->details, "%s", details);
                e->repeated++;
                return 0;
        }
        line = find(level, event, details, 0, now);
        if (line->written) {
                line->repeated++;
                return 0;
        }
        line->written = 1;
        e->written++;
        return 1;
}

/* --- for any thread --- */

static void write_the_rest(void)
{
        pthread_mutex_lock(&lock);
        for (struct recent *r = recent; r < recent + RECENT; r++)
                if (r->order)
                        forget(r);
        pthread_mutex_unlock(&lock);
}

static void write_what_repeats_at_the_end(void)
{
        atexit(write_the_rest);
}

static void log_line(const char *level, const char *full_event, const char *format, va_list args)
{
        static pthread_once_t once = PTHREAD_ONCE_INIT;
        char event[MAX_EVENT], details[MAX_DETAILS];
        uint64_t now = clock_monotonic();

        pthread_once(&once, write_what_repeats_at_the_end);
        snprintf(event, sizeof event, "%s", full_event);
        vsnprintf(details, sizeof details, format, args);
        for (char *c = details; *c; c++)
                if (*c < ' ')
                        *c = ' ';
        pthread_mutex_lock(&lock);
        forget_old(now);
        if (is_news(level, event, details, now))
                write_line(level, event, details, 0);
        pthread_mutex_unlock(&lock);
}

void log_info(const char *event, const char *format, ...)
{
        va_list args;

        va_start(args, format);
        log_line("info", event, format, args);
        va_end(args);
}

void log_error(const char *event, const char *format, ...)
{
        va_list args;

        va_start(args, format);
        log_line("error", event, format, args);
        va_end(args);
}

void log_repeated(void)
{
        pthread_mutex_lock(&lock);
        forget_old(clock_monotonic());
        pthread_mutex_unlock(&lock);
}
