/* What the server writes down about itself; see log.h. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "clock.h"

enum { MAX_DETAILS = 512, MAX_STAMP = 32 };

/* In one piece, so that lines of several threads do not mix. */
static void write_line(const char *level, const char *event, const char *format, va_list args)
{
        uint64_t now = clock_wall();
        time_t seconds = (time_t)(now / 1000);
        char stamp[MAX_STAMP], details[MAX_DETAILS];
        struct tm t;

        gmtime_r(&seconds, &t);
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &t);
        vsnprintf(details, sizeof details, format, args);
        for (char *c = details; *c; c++)
                if (*c < ' ')
                        *c = ' ';
        fprintf(stderr, "%s.%03uZ level=%s event=%s%s%s\n", stamp, (unsigned)(now % 1000), level, event, *details ? " " : "", details);
}

void log_info(const char *event, const char *format, ...)
{
        va_list args;

        va_start(args, format);
        write_line("info", event, format, args);
        va_end(args);
}

void log_error(const char *event, const char *format, ...)
{
        va_list args;

        va_start(args, format);
        write_line("error", event, format, args);
        va_end(args);
}
