/* serai load: load-tests a server by playing on it.
 *
 * Many connections on one event loop, as guests with names and chains of their own. Each table is shared by two of them, who
 * play whole games of all three kinds by the protocol, with random legal moves; the rest only stay connected. Every message is
 * parsed and checked: a missing or repeated step, a refusal or a lost connection is an error. */
#include "load.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <sodium.h>

enum {
        MAX_CONNECTIONS = 50000,
        AT_ONCE = 100,   /* connections that may be opening at the same time */
        AGAIN_AFTER = 50 /* milliseconds until a lost connection is reopened */
};

void count_error(struct load *l, const char *format, ...)
{
        va_list args;

        if (l->stopping)
                return;
        va_start(args, format);
        if (l->errors++ == 0)
                vsnprintf(l->first_error, sizeof l->first_error, format, args);
        va_end(args);
}

/* --- time --- */

/* The two players at a table are on different servers, if there are several; a reopened connection may go to another one. */
static const struct node *node_of(const struct guest *g)
{
        return &g->load->node[((uint64_t)g->number + g->load->reopened) % (uint64_t)g->load->nodes];
}

static void open_line(struct guest *g)
{
        struct load *l = g->load;
        const struct node *n = node_of(g);
        struct sockaddr_in to, from = address_of(n, g->number);
        char host[MAX_HOST + 8];

        uv_ip4_addr(n->host, n->port, &to);
        snprintf(host, sizeof host, "%s:%d", n->host, n->port);
        l->opening++;
        g->stage = OPENING;
        g->client = client_open(&l->loop, (struct sockaddr *)&from, (struct sockaddr *)&to, host, g->cookie, &GUEST_EVENTS, g);
        if (!g->client)
                count_error(l, "there is no memory for another connection");
}

static void open_lines(struct load *l, double now)
{
        while (l->opened < l->connections && l->opening < AT_ONCE)
                open_line(&l->guest[l->opened++]);
        for (int i = 0; l->patient && i < l->opened && l->opening < AT_ONCE; i++)
                if (l->guest[i].stage == NOT_YET && now > l->guest[i].closed + AGAIN_AFTER / 1000.0) {
                        l->reopened++;
                        open_line(&l->guest[i]);
                }
}

/* Lets waiting guests move, as the rate allows. */
static void let_move(struct load *l, double now)
{
        uint64_t may = (uint64_t)(l->rate * (now - l->began));

        struct guest *g;

        while ((g = STAILQ_FIRST(&l->in_turn)) && l->allowed < (double)may) {
                STAILQ_REMOVE_HEAD(&l->in_turn, in_turn);
                l->allowed++;
                if (g->turn)
                        guest_move(g);
        }
        if (STAILQ_EMPTY(&l->in_turn) && l->allowed < (double)may)
                l->allowed = (double)may; /* unused allowance is not saved up */
}

static void begin_measuring(struct load *l, double now)
{
        l->measuring = 1;
        l->began = now;
        l->moves = l->latencies = l->messages = l->bytes = l->games = 0;
        l->allowed = 0;
        ask_servers(l, &l->cpu, &l->memory);
}

static int all_are_there(const struct load *l)
{
        if (l->greeted < l->connections)
                return 0;
        for (int i = 0; i < 2 * l->tables; i++)
                if (!l->guest[i].played)
                        return 0;
        return 1;
}

static void on_tick(uv_timer_t *timer)
{
        struct load *l = timer->data;
        double now = cli_now();

        open_lines(l, now);
        if (!l->measuring && all_are_there(l))
                begin_measuring(l, now);
        if (l->rate)
                let_move(l, now);
        if (l->measuring)
                cli_progress("%.0f s of %d: %.0f moves/s, %d connections, %llu errors", now - l->began, l->seconds,
                             (double)l->moves / (now - l->began + 1e-9), l->held, (unsigned long long)l->errors);
        else
                cli_progress("%d of %d connections", l->greeted, l->connections);
        if ((l->measuring && now - l->began >= l->seconds) ||
            (!l->measuring && !l->patient && now - l->began > 60 + l->connections / 50) ||
            (l->errors && (l->patient || (l->held == 0 && l->opened == l->connections))))
                uv_stop(&l->loop);
}

/* --- the report --- */

static int by_size(const void *a, const void *b)
{
        float x = *(const float *)a, y = *(const float *)b;

        return (x > y) - (x < y);
}

static double quantile(const struct load *l, double share)
{
        return l->latencies ? (double)l->latency[(size_t)(share * (double)(l->latencies - 1))] : 0;
}

static void report(struct load *l, double seconds)
{
        double cpu = l->cpu, memory = 0, rate = (double)l->moves / seconds;
        double each, kb;

        ask_servers(l, &l->cpu, &memory);
        each = l->moves ? 1e6 * (l->cpu - cpu) / (double)l->moves : 0;
        kb = l->connections ? (memory - l->idle_memory) / 1024 / l->connections : 0;
        qsort(l->latency, l->latencies, sizeof *l->latency, by_size);
        if (l->json) {
                printf("{\"connections\":%d,\"tables\":%d,\"seconds\":%.1f,\"moves\":%llu,\"moves_per_s\":%.1f,\"ack_ms_p50\":%.3f,"
                       "\"ack_ms_p99\":%.3f,\"ack_ms_p999\":%.3f,\"server_cpu_us_per_move\":%.1f,\"server_cpu\":%.3f,"
                       "\"server_kb_per_connection\":%.1f,\"server_mb\":%.1f,\"messages_per_s\":%.1f,\"kb_per_move\":%.2f,"
                       "\"games\":%llu,\"reopened\":%llu,\"errors\":%llu}\n",
                       l->held, l->tables, seconds, (unsigned long long)l->moves, rate, quantile(l, 0.5), quantile(l, 0.99),
                       quantile(l, 0.999), each, (l->cpu - cpu) / seconds, kb, memory / 1048576, (double)l->messages / seconds,
                       l->moves ? (double)l->bytes / 1024 / (double)l->moves : 0, (unsigned long long)l->games,
                       (unsigned long long)l->reopened, (unsigned long long)l->errors);
                return;
        }
        printf("%d connections held, %d tables, %.1f s\n", l->held, l->tables, seconds);
        printf("moves            %.0f a second (%llu in all, %llu games ended)\n", rate, (unsigned long long)l->moves,
               (unsigned long long)l->games);
        printf("acknowledged in  %.2f ms (half), %.2f ms (99 of 100), %.2f ms (999 of 1,000)\n", quantile(l, 0.5),
               quantile(l, 0.99), quantile(l, 0.999));
        printf("received         %.0f bytes a move by each of two players\n",
               l->moves ? (double)l->bytes / 2 / (double)l->moves : 0);
        printf("server           %.1f us of CPU a move, %.0f %% of a core; %.1f kB a connection, %.0f MB in all\n", each,
               100 * (l->cpu - cpu) / seconds, kb, memory / 1048576);
        if (l->patient)
                printf("lines            %llu opened again\n", (unsigned long long)l->reopened);
        printf("errors           %llu\n", (unsigned long long)l->errors);
}

/* --- the beginning --- */

static int make_guests(struct load *l)
{
        for (int i = 0; i < l->nodes; i++) {
                const struct node *n = &l->node[i];

                if (!l->anywhere && strncmp(n->host, "127.", 4) != 0)
                        return cli_fail("%s may be another machine; with --anywhere it is load-tested all the same", n->host);
                if (!node_answers(n))
                        return cli_fail("there is no server at http://%s:%d: %s", n->host, n->port, strerror(errno));
        }
        for (int i = 0; i < l->nodes && !l->anywhere; i++)
                if (strncmp(l->node[i].host, "127.", 4) != 0)
                        return cli_fail("%s may be another machine; with --anywhere it is load-tested all the same",
                                        l->node[i].host);
        for (int i = 0; i < l->connections; i++) {
                if (i % 100 == 0)
                        cli_progress("%d of %d guests", i, l->connections);
                l->guest[i].load = l;
                l->guest[i].number = i;
                if (!make_guest(&l->node[0], &l->guest[i]))
                        return cli_fail("the server makes no guest number %d", i + 1);
        }
        return 0;
}

/* Deletes the guests, and with them their games, which the server deletes when nobody is left. */
static void delete_guests(struct load *l)
{
        int left = 0;

        for (int i = 0; i < l->connections && *l->guest[i].cookie; i++) {
                if (i % 100 == 0)
                        cli_progress("%d of %d guests deleted", i, l->connections);
                left += !delete_guest(&l->node[0], &l->guest[i]);
        }
        cli_progress_end();
        if (left)
                fprintf(stderr, "serai: %d guests could not be deleted\n", left);
}

/* Ctrl-C ends it early. */
static void on_interrupt(uv_signal_t *signal, int number)
{
        struct load *l = signal->data;

        (void)number;
        l->measuring |= l->patient;
        uv_stop(&l->loop);
}

static int run(struct load *l)
{
        struct rlimit files;

        getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);

        signal(SIGPIPE, SIG_IGN);
        uv_loop_init(&l->loop);
        uv_timer_init(&l->loop, &l->timer);
        l->timer.data = l;
        l->began = cli_now();
        uv_timer_start(&l->timer, on_tick, 1, 1);
        uv_signal_init(&l->loop, &l->interrupt);
        l->interrupt.data = l;
        uv_signal_start(&l->interrupt, on_interrupt, SIGINT);
        uv_run(&l->loop, UV_RUN_DEFAULT);
        cli_progress_end();
        if (l->measuring)
                report(l, cli_now() - l->began);
        l->stopping = 1;
        uv_close((uv_handle_t *)&l->timer, NULL);
        uv_close((uv_handle_t *)&l->interrupt, NULL);
        for (int i = 0; i < l->opened; i++)
                if (l->guest[i].client)
                        client_close(l->guest[i].client);
        uv_run(&l->loop, UV_RUN_DEFAULT);
        uv_loop_close(&l->loop);
        if (l->errors)
                fprintf(stderr, "serai: %llu errors; the first: %s\n", (unsigned long long)l->errors, l->first_error);
        else if (!l->measuring)
                fprintf(stderr, "serai: only %d of %d connections were greeted and sat down to play in time\n", l->greeted,
                        l->connections);
        return l->measuring && !l->errors ? 0 : 1;
}

static const char *read_url(void *into, const char *url, char *why)
{
        struct load *l = into;
        struct node *n = &l->node[l->nodes];
        int end = 0;

        if (l->nodes == MAX_NODES || sscanf(url, "http://%63[0-9.]:%d%n", n->host, &n->port, &end) != 2 ||
            (url[end] && strcmp(url + end, "/") != 0)) {
                snprintf(why, MAX_REASON, "a server is named like http://127.0.0.1:8080, not %.100s, and there are %d at most", url,
                         MAX_NODES);
                return why;
        }
        l->nodes++;
        return NULL;
}

static const struct argument ARGUMENTS[] = {
        { "--url", "URL", ARG_READ, .read = read_url, .needed = 1, .many = 1,
          .help = "the server, by its address in numbers; several times for several servers on one database, and then the two at a "
                  "table are at different ones" },
        { "--connections", "C", ARG_NUMBER, INTO(struct load, connections), .low = 1, .high = MAX_CONNECTIONS, .usual = "200",
          .help = "how many in all" },
        { "--tables", "T", ARG_NUMBER, INTO(struct load, tables), .high = MAX_CONNECTIONS / 2, .usual = "100",
          .help = "how many tables, at most half the connections" },
        { "--bots", "N", ARG_NUMBER, INTO(struct load, bots), .high = 2, .usual = "0", .help = "and so many bots at each table" },
        { "--rate", "MOVES", ARG_NUMBER, INTO(struct load, rate), .high = 10000000, .usual = "0",
          .help = "moves a second at all tables together; 0: as many as it can" },
        { "--seconds", "S", ARG_NUMBER, INTO(struct load, seconds), .low = 1, .high = 3600, .usual = "10",
          .help = "how long it is measured" },
        { "--game", "GAME", ARG_GAME, INTO(struct load, only), .help = "only this game; all of them if not given" },
        { "--patient", .kind = ARG_SWITCH, INTO(struct load, patient),
          .help = "opens a line again that drops, and then wants to be told everything it was ever told: for a server that is stopped "
                  "and started meanwhile" },
        { "--anywhere", .kind = ARG_SWITCH, INTO(struct load, anywhere),
          .help = "also a server that is not on this machine (127.x.x.x): it will be busy, and its players will notice" },
        { "--keep", .kind = ARG_SWITCH, INTO(struct load, keep),
          .help = "leaves the guests and their games on the server; they are deleted if not given" },
        { "--json", .kind = ARG_SWITCH, INTO(struct load, json), .help = "the figures as one JSON object" },
        { 0 },
};

const struct subcommand load_subcommand = {
        .name = "load",
        .brief = "load-test a server with thousands of connections",
        .about =
                "Load-tests a server from many connections. Two connections share each table and play whole games of all kinds, one "
                "after another; one in ten of the others watches the lobby.",
        .arguments = ARGUMENTS,
        .run = cli_load,
};

int cli_load(int argc, char **argv)
{
        struct load *l = calloc(1, sizeof *l);
        double cpu;
        int failed;

        if (!l || sodium_init() < 0)
                return cli_fail("there is no memory for that");
        *l = (struct load){ .random = 1 };
        STAILQ_INIT(&l->in_turn);
        failed = arguments_read(&load_subcommand, l, &argc, argv);
        if (failed != GO_ON) {
                free(l);
                return failed;
        }
        failed = 2 * l->tables > l->connections ? cli_fail("%d tables need %d connections", l->tables, 2 * l->tables) : 0;
        if (!failed) {
                l->guest = calloc((size_t)l->connections, sizeof *l->guest);
                l->log = calloc((size_t)l->tables + 1, sizeof *l->log);
                l->latency = malloc(MOST_LATENCIES * sizeof *l->latency);
                failed = l->guest && l->log && l->latency ? 0 : cli_fail("there is no memory for %d connections", l->connections);
        }
        if (!failed)
                failed = make_guests(l);
        if (!failed) {
                ask_servers(l, &cpu, &l->idle_memory);
                failed = run(l);
        }
        if (l->guest && !l->keep)
                delete_guests(l);
        for (int i = 0; l->guest && i < l->connections; i++) {
                free(l->guest[i].link);
                free(l->guest[i].known);
        }
        free(l->guest);
        free(l->log);
        free(l->latency);
        free(l);
        return failed;
}
