/* Metrics; see metrics.h. */
#include "metrics.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../table/version.h"
#include "clock.h"
#include "rooms/hub.h"
#include "server.h"

static void write_figure(struct json *j, const char *name, const char *kind, const char *help, double value)
{
        char text[512];

        snprintf(text, sizeof text, "# HELP %s %s\n# TYPE %s %s\n%s %.15g\n", name, help, name, kind, name, value);
        json_text(j, text);
}

static double cpu_seconds(void)
{
        struct rusage u;

        getrusage(RUSAGE_SELF, &u);
        return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* Linux reports it in pages; elsewhere it is 0. */
static double resident_bytes(void)
{
        FILE *f = fopen("/proc/self/statm", "r");
        long all = 0, resident = 0;

        if (!f)
                return 0;
        if (fscanf(f, "%ld %ld", &all, &resident) != 2)
                resident = 0;
        fclose(f);
        return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

void write_metrics(struct json *j, const void *what)
{
        const struct server *s = what;
        struct hub_figures f = hub_figures(s->hub);
        struct clock_figures clock = clock_figures();

        json_text(j, "# HELP serai_build_info The version, as a label.\n# TYPE serai_build_info gauge\n"
                     "serai_build_info{version=\"" VERSION_TEXT "\"} 1\n");
        write_figure(j, "process_cpu_seconds_total", "counter", "Processor time used, in seconds.", cpu_seconds());
        write_figure(j, "process_resident_memory_bytes", "gauge", "Memory in use, in bytes.", resident_bytes());
        write_figure(j, "serai_connections", "gauge", "Open TCP connections.", (double)s->connections.count);
        write_figure(j, "serai_connections_refused_total", "counter", "TCP connections that were refused.",
                     (double)s->connections.refused);
        write_figure(j, "serai_people", "gauge", "People who are connected.", (double)f.people);
        write_figure(j, "serai_websockets", "gauge", "Open WebSockets.", (double)f.clients);
        write_figure(j, "serai_tables", "gauge", "Tables in memory.", (double)f.rooms);
        write_figure(j, "serai_tables_playing", "gauge", "Tables with a game in progress.", (double)f.playing);
        write_figure(j, "serai_thoughts_waiting", "gauge", "Bot moves and hints that wait for a thread.", (double)f.thoughts);
        write_figure(j, "serai_moves_total", "counter", "Moves that were stored.", (double)f.moves);
        write_figure(j, "serai_messages_total", "counter", "Messages received.", (double)f.messages);
        write_figure(j, "serai_refusals_total", "counter", "Messages that were refused.", (double)f.refusals);
        write_figure(j, "serai_unsaved_total", "counter", "Moves and messages that could not be stored.", (double)f.unsaved);
        write_figure(j, "serai_tables_deleted_total", "counter", "Abandoned tables that were deleted.", (double)f.deleted);
        write_figure(j, "serai_clock_apart_seconds", "gauge", "The wall clock, or the database's, minus the server's clock.",
                     clock.apart);
        write_figure(j, "serai_clock_jumps_total", "counter", "Times that the wall clock, or the database's, jumped.",
                     (double)clock.jumps);
        write_figure(j, "serai_clock_steady", "gauge", "1: durations can be trusted; 0: nobody loses on time now.", clock.steady);
        write_figure(j, "serai_clock_right", "gauge", "1: dates can be trusted; 0: nothing is deleted for its age now.",
                     clock.right);
}
