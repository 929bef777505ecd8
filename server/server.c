/* The server's event loop, from start to stop; see server.h. */
#include "server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "clock.h"
#include "log.h"
#include "net/http.h"
#include "net/hub_line.h"
#include "net/stream.h"
#include "net/tls.h"
#include "net/websocket.h"
#include "push/push.h"
#include "rooms/hub.h"
#include "sandbox.h"
#include "watchdog.h"

enum { PING_EVERY = 5000, WATCHDOG_INTERVAL = 1000, WATCHDOG_LIMIT = 30 };

int server_is_local(const char *address)
{
        return strncmp(address, "127.", 4) == 0 || strncmp(address, "::ffff:127.", 11) == 0 || strcmp(address, "::1") == 0;
}

int server_trusts(const struct server *s, const char *address)
{
        return s->settings->trust_local && !s->settings->proxy && server_is_local(address);
}

int server_allows(struct server *s, const char *address, int what, struct limit limit)
{
        return server_trusts(s, address) || rate_limiter_allows_address(&s->rate_limiter, what, address, limit, uv_now(&s->loop));
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

/* Listens; returns the port, or 0 with the reason. */
static int listen_on(struct server *s, char *why)
{
        const struct server_settings *settings = s->settings;

        if (settings->tls_cert && !(s->tls = tls_settings_open(settings->tls_cert, settings->tls_key, why, MAX_STORE_WHY)))
                return 0;
        return connections_listen(s, &HTTP, why, MAX_STORE_WHY);
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
        hub_lines_tell(prepare->data);
}

static void after_waiting(uv_check_t *check)
{
        hub_lines_tell(check->data);
}

static void now_and_then(uv_timer_t *timer)
{
        websockets_ping(timer->data);
        streams_ping(timer->data);
}

/* Messages are sent once in every round of the loop, after all input has been handled. */
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

static void say_ready(struct server *s, int port, void (*ready)(const struct server_settings *settings, int port))
{
        const struct server_settings *settings = s->settings;
        char db[MAX_STORE_NAME];

        log_info("listening", "address=%s port=%d tls=%d proxy=%d db=\"%s\"", settings->address, port, settings->tls_cert != NULL,
                 settings->proxy, store_name(settings->db, db));
        ready(settings, port);
        watchdog_notify("READY=1");
}

/* Serves until stopped. First the connections are closed, then pending work is finished, then the store is closed: what is pending
 * may still write to it. */
static void run_until_stopped(struct server *s, int port, void (*ready)(const struct server_settings *settings, int port))
{
        uv_signal_t signals[2];
        struct watchdog *watchdog = watchdog_open(&s->loop, WATCHDOG_INTERVAL, WATCHDOG_LIMIT);

        s->hub = hub_open(&s->loop, s->store, thinkers(), hub_line_wake);
        if (!watchdog || !s->hub)
                abort();
        hub_keep_tables(s->hub, s->settings->keep_days);
        push_open(s);
        open_rounds(s);
        open_signals(&s->loop, signals);
        sandbox_enter();
        say_ready(s, port, ready);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        watchdog_notify("STOPPING=1");
        connections_close(s);
        close_signals(signals);
        close_rounds(s);
        hub_stop(s->hub);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        push_close(s);
        hub_lines_tell(s); /* commands over HTTP that are done */
        hub_close(s->hub);
        store_close(s->store);
        watchdog_close(watchdog);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        free(s->push);
        log_info("stopped", "%s", "");
}

/* Listens first, so that a server that cannot do so leaves the database as it was. */
static int serve(struct server *s, void (*ready)(const struct server_settings *settings, int port), char *why)
{
        int port = listen_on(s, why);

        s->store = port ? open_store(&s->loop, s->settings->db, why) : NULL;
        if (s->store) {
                run_until_stopped(s, port, ready);
        } else {
                connections_close(s);
                uv_run(&s->loop, UV_RUN_DEFAULT);
        }
        tls_settings_close(s->tls);
        return s->store != NULL;
}

int server_run(const struct server_settings *settings, void (*ready)(const struct server_settings *settings, int port),
               char why[MAX_STORE_WHY])
{
        struct server *s;
        int began;

        s = calloc(1, sizeof *s);
        if (!s || sodium_init() < 0)
                abort();
        signal(SIGPIPE, SIG_IGN);
        signal(SIGXFSZ, SIG_IGN); /* a file size limit is like a full disk, and no reason to stop */
        s->settings = settings;
        rate_limiter_open(&s->rate_limiter);
        STAILQ_INIT(&s->passwords);
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
        struct hub *hub;
        char name[MAX_STORE_NAME];

        if (!store_is_address(db)) {
                snprintf(why, MAX_STORE_WHY, "thinking for other servers needs a shared database: --db postgres://…");
                return 0;
        }
        uv_loop_init(&loop);
        store = sodium_init() < 0 ? NULL : open_store(&loop, db, why);
        if (!store) {
                uv_loop_close(&loop);
                return 0;
        }
        threads = threads ? threads : thinkers() + 1;
        hub = hub_open(&loop, store, threads, NULL);
        if (!hub)
                abort();
        open_signals(&loop, signals);
        sandbox_enter();
        log_info("thinking", "threads=%d db=\"%s\"", threads, store_name(db, name));
        uv_run(&loop, UV_RUN_DEFAULT);
        close_signals(signals);
        hub_stop(hub);
        uv_run(&loop, UV_RUN_DEFAULT);
        hub_close(hub);
        store_close(store);
        uv_run(&loop, UV_RUN_DEFAULT);
        uv_loop_close(&loop);
        log_info("stopped", "%s", "");
        return 1;
}
