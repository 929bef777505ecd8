/* The log of the servers, as lines of the story. */
#include "../../server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parts.h"

static void keep(const char *level, const char *event, const char *format, va_list values)
{
        char rest[256];

        vsnprintf(rest, sizeof rest, format, values);
        sim_note("server %d %s %s %s", current ? current->index : -1, level, event, rest);
}

void log_info(const char *event, const char *format, ...)
{
        va_list values;

        if (!sim_is_told())
                return;
        va_start(values, format);
        keep("says", event, format, values);
        va_end(values);
}

/* A log of entries that does not replay means that something was lost or changed. */
void log_error(const char *event, const char *format, ...)
{
        va_list values;

        if (sim_is_told()) {
                va_start(values, format);
                keep("complains", event, format, values);
                va_end(values);
        }
        if (strcmp(event, "table-damaged") == 0 && current->state == UP && !conditions.disk_lies)
                sim_fail("a server finds the log of a table damaged");
}

void log_repeated(void)
{
}
