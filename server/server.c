/* The listener, on libwebsockets and its libuv loop, from its first moment to its last; see server.h. */
#include "server.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <sodium.h>

#include "clock.h"
#include "hall.h"
#include "http.h"
#include "line.h"
#include "log.h"

/* What is spoken; http first, which is what everything begins with. */
static const struct lws_protocols PROTOCOLS[] = {
        { .name = "http", .callback = http_hear, .per_session_data_size = sizeof(struct request) },
        { .name = "serai", .callback = line_hear, .per_session_data_size = sizeof(struct line), .rx_buffer_size = MAX_FRAME },
        { .name = NULL },
};

enum { PING_EVERY = 5000 };

int64_t server_time(void)
{
        return (int64_t)clock_now();
}

static void log_line(int level, const char *line)
{
        (void)level;
        log_error("libwebsockets", "says=\"%s\"", line);
}

/* Whether one can listen there; NULL, or why not. libwebsockets would wait for an address that is not there yet. */
static const char *refused(const struct server_settings *settings)
{
        struct addrinfo wanted = { .ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM }, *found;
        char port[8];
        const int yes = 1;
        int fd, wrong;

        snprintf(port, sizeof port, "%d", settings->port);
        if (getaddrinfo(settings->address, port, &wanted, &found) != 0)
                return "that is no address";
        fd = socket(found->ai_family, found->ai_socktype, 0);
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        wrong = fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) != 0 ? errno : 0;
        freeaddrinfo(found);
        if (fd >= 0)
                close(fd);
        return wrong ? strerror(wrong) : NULL;
}

static void on_signal(uv_signal_t *signal, int number)
{
        log_info("stopping", "signal=%d", number);
        uv_stop(signal->loop);
}

/* Ctrl-C and SIGTERM stop the loop. */
static void open_signals(uv_loop_t *loop, uv_signal_t signals[2])
{
        for (int i = 0; i < 2; i++) {
                uv_signal_init(loop, &signals[i]);
                uv_signal_start(&signals[i], on_signal, i ? SIGTERM : SIGINT);
        }
}

static void close_signals(uv_signal_t signals[2])
{
        for (int i = 0; i < 2; i++)
                uv_close((uv_handle_t *)&signals[i], NULL);
}

/* Listens; 0, with the reason, if it cannot. libwebsockets says on its own what it dislikes about certificates. */
static int listen_on(struct server *s, void (*ready)(const struct server_settings *settings, int port), char *why)
{
        const struct server_settings *settings = s->settings;
        void *loops[] = { &s->loop };
        struct lws_context_creation_info info = {
                .port = CONTEXT_PORT_NO_LISTEN,
                .protocols = PROTOCOLS,
                .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                           (settings->tls_cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
                .foreign_loops = loops,
                .user = s,
        };
        struct lws_vhost *vhost;
        char db[MAX_STORE_NAME];

        s->context = lws_create_context(&info);
        if (!s->context) {
                snprintf(why, MAX_STORE_WHY, "the network loop cannot be set up; the package libwebsockets-evlib-uv belongs to it");
                return 0;
        }
        info.port = settings->port;
        info.iface = settings->address;
        info.alpn = "http/1.1";
        info.ssl_cert_filepath = settings->tls_cert;
        info.ssl_private_key_filepath = settings->tls_key;
        vhost = lws_create_vhost(s->context, &info);
        if (!vhost || lws_get_vhost_listen_port(vhost) <= 0) {
                snprintf(why, MAX_STORE_WHY, "cannot listen on port %d of %.64s%s", settings->port, settings->address,
                         settings->tls_cert ? " with that certificate and key" : "");
                return 0;
        }
        log_info("listening", "address=%s port=%d tls=%d proxy=%d db=\"%s\"", settings->address, lws_get_vhost_listen_port(vhost),
                 settings->tls_cert != NULL, settings->proxy, store_name(settings->db, db));
        ready(settings, lws_get_vhost_listen_port(vhost));
        return 1;
}

static struct store *open_store(uv_loop_t *loop, const char *db, char *why)
{
        char reason[MAX_STORE_WHY], name[MAX_STORE_NAME];
        struct store *store = store_open(db, loop, reason);

        if (!store)
                snprintf(why, MAX_STORE_WHY, "the database %.80s cannot be opened: %.140s", store_name(db, name), reason);
        return store;
}

static void before_waiting(uv_prepare_t *prepare)
{
        lines_tell(prepare->data);
}

static void after_waiting(uv_check_t *check)
{
        lines_tell(check->data);
}

static void now_and_then(uv_timer_t *timer)
{
        lines_ping(timer->data);
}

/* What is to be told is told in every round of the loop, once whatever came in has been dealt with. */
static void open_rounds(struct server *s)
{
        uv_prepare_init(&s->loop, &s->before);
        uv_check_init(&s->loop, &s->after);
        uv_timer_init(&s->loop, &s->pings);
        s->before.data = s->after.data = s->pings.data = s;
        uv_prepare_start(&s->before, before_waiting);
        uv_check_start(&s->after, after_waiting);
        uv_timer_start(&s->pings, now_and_then, PING_EVERY, PING_EVERY);
}

static void close_rounds(struct server *s)
{
        uv_close((uv_handle_t *)&s->before, NULL);
        uv_close((uv_handle_t *)&s->after, NULL);
        uv_close((uv_handle_t *)&s->pings, NULL);
}

/* Bots think on all processors but one, which is for people. */
static int thinkers(void)
{
        long processors = sysconf(_SC_NPROCESSORS_ONLN);

        return processors > 1 ? (int)processors - 1 : 1;
}

/* Serves, on a loop that is there already. When it is told to stop, first the lines are closed, then everything that was begun
 * is finished, then the store is closed: what finishes may still want to keep something. */
static int serve(struct server *s, void (*ready)(const struct server_settings *settings, int port), char *why)
{
        uv_signal_t signals[2];
        int began;

        s->store = open_store(&s->loop, s->settings->db, why);
        if (!s->store)
                return 0;
        s->hall = hall_open(&s->loop, s->store, thinkers(), line_wake);
        if (!s->hall)
                abort();
        hall_keep_tables(s->hall, s->settings->keep_days);
        open_rounds(s);
        open_signals(&s->loop, signals);
        began = listen_on(s, ready, why);
        if (began)
                uv_run(&s->loop, UV_RUN_DEFAULT);
        if (s->context)
                lws_context_destroy(s->context);
        close_signals(signals);
        close_rounds(s);
        hall_stop(s->hall);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        if (s->context)
                lws_context_destroy(s->context); /* on a loop that is not its own it goes in two steps */
        hall_close(s->hall);
        store_close(s->store);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        log_info("stopped", "%s", "");
        return began;
}

int server_run(const struct server_settings *settings, void (*ready)(const struct server_settings *settings, int port),
               char why[MAX_STORE_WHY])
{
        const char *wrong = refused(settings);
        struct server *s;
        int began;

        if (wrong) {
                snprintf(why, MAX_STORE_WHY, "cannot listen on port %d of %.64s: %s", settings->port, settings->address, wrong);
                return 0;
        }
        s = calloc(1, sizeof *s);
        if (!s || sodium_init() < 0)
                abort();
        lws_set_log_level(LLL_ERR, log_line);
        signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is like a full disk, and no reason to stop */
        s->settings = settings;
        guard_open(&s->guard);
        uv_loop_init(&s->loop);
        began = serve(s, ready, why);
        uv_loop_close(&s->loop);
        free(s);
        return began;
}

int server_think(const char *db, int threads, char why[MAX_STORE_WHY])
{
        uv_loop_t loop;
        uv_signal_t signals[2];
        struct store *store;
        struct hall *hall;
        char name[MAX_STORE_NAME];

        if (!store_is_address(db)) {
                snprintf(why, MAX_STORE_WHY, "only servers that share a database can be helped: --db postgres://…");
                return 0;
        }
        uv_loop_init(&loop);
        store = sodium_init() < 0 ? NULL : open_store(&loop, db, why);
        if (!store) {
                uv_loop_close(&loop);
                return 0;
        }
        threads = threads ? threads : thinkers() + 1;
        hall = hall_open(&loop, store, threads, NULL);
        if (!hall)
                abort();
        open_signals(&loop, signals);
        log_info("thinking", "threads=%d db=\"%s\"", threads, store_name(db, name));
        uv_run(&loop, UV_RUN_DEFAULT);
        close_signals(signals);
        hall_stop(hall);
        uv_run(&loop, UV_RUN_DEFAULT);
        hall_close(hall);
        store_close(store);
        uv_run(&loop, UV_RUN_DEFAULT);
        uv_loop_close(&loop);
        log_info("stopped", "%s", "");
        return 1;
}
