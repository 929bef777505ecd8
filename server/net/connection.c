/* TCP connections; see connection.h. */
#include "connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "../log.h"
#include "../server.h"
#include "tls.h"

enum {
        QUEUE = 1024,             /* the listen backlog */
        SEND_BUFFER = 1 << 16,    /* in the kernel, which doubles both: what it holds for a client that does not read, */
        RECEIVE_BUFFER = 1 << 15, /* and of a client that is not read from */
        TICK = 50,
        TICKS_A_SECOND = 20,
        STALLED = 30000,        /* milliseconds without any of the written bytes being taken */
        LINGER = 2000,          /* milliseconds for the client to read the last response before the connection is closed, */
        MAX_DISCARDED = 1 << 16 /* or bytes that it may still send */
};

static const struct limit OPENINGS = { .burst = 512, .every = 20 };

/* Bytes that could not be sent at once. */
struct pending {
        uv_write_t request; /* first: a request can be cast to its pending */
        char bytes[];
};

static struct connections *connections_of(const struct connection *c)
{
        return &c->server->connections;
}

static uint64_t now(const struct connection *c)
{
        return uv_now(c->tcp.loop);
}

/* --- connections per address --- */

static struct connection_list *bucket(struct connection_list *lists, uint64_t key)
{
        return &lists[key % ADDRESS_BUCKETS];
}

static int has_too_many(struct server *s, const struct address_keys *keys)
{
        struct connection *c;
        int address = 0, network = 0;

        LIST_FOREACH (c, bucket(s->connections.by_address, keys->address), same_address)
                address += c->keys.address == keys->address;
        LIST_FOREACH (c, bucket(s->connections.by_network, keys->network), same_network)
                network += c->keys.network == keys->network;
        return address >= MAX_PER_ADDRESS || network >= MAX_PER_NETWORK;
}

static void list_by_address(struct connection *c)
{
        rate_limiter_keys(&c->server->rate_limiter, c->address, &c->keys);
        LIST_INSERT_HEAD(bucket(connections_of(c)->by_address, c->keys.address), c, same_address);
        LIST_INSERT_HEAD(bucket(connections_of(c)->by_network, c->keys.network), c, same_network);
}

static void unlist_by_address(struct connection *c)
{
        LIST_REMOVE(c, same_address);
        LIST_REMOVE(c, same_network);
}

int connection_comes_from(struct connection *c, const char *address)
{
        struct address_keys keys;

        rate_limiter_keys(&c->server->rate_limiter, address, &keys);
        if (!server_trusts(c->server, address) && has_too_many(c->server, &keys))
                return 0;
        unlist_by_address(c);
        snprintf(c->address, sizeof c->address, "%s", address);
        list_by_address(c);
        return 1;
}

/* --- closing --- */

static void on_closed(uv_handle_t *handle)
{
        struct connection *c = (struct connection *)handle;

        c->protocol->closed(c);
        LIST_REMOVE(c, all);
        unlist_by_address(c);
        connections_of(c)->count--;
        tls_close(c->tls);
        free(c);
}

void connection_close(struct connection *c)
{
        if (c->closing)
                return;
        c->closing = 1;
        uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void on_shut(uv_shutdown_t *request, int status)
{
        struct connection *c = (struct connection *)request->handle;

        free(request);
        if (status != 0)
                connection_close(c);
}

/* Sends an end of file after the last bytes, and waits a moment: closing at once while the client is still sending would reset the
 * connection, and lose what it has not read. */
void connection_finish(struct connection *c)
{
        uv_shutdown_t *request = c->closing || c->finishing ? NULL : malloc(sizeof *request);

        if (!request) {
                if (!c->finishing)
                        connection_close(c);
                return;
        }
        c->finishing = 1;
        if (c->tls)
                tls_shut(c);
        connection_deadline(c, connection_is_full(c) ? 5 * LINGER : LINGER);
        connection_resume(c);
        if (uv_shutdown(request, (uv_stream_t *)&c->tcp, on_shut) != 0) {
                free(request);
                connection_close(c);
        }
}

void connection_deadline(struct connection *c, uint64_t milliseconds)
{
        c->deadline = milliseconds ? now(c) + milliseconds : 0;
}

/* --- writing --- */

int connection_is_full(const struct connection *c)
{
        return uv_stream_get_write_queue_size((const uv_stream_t *)&c->tcp) > 0;
}

static void on_written(uv_write_t *request, int status)
{
        struct connection *c = (struct connection *)request->handle;

        free(request);
        if (status != 0)
                connection_close(c);
        else if (!c->closing && !c->finishing && !connection_is_full(c))
                c->protocol->ready(c);
        if (!c->closing && c->finishing && !connection_is_full(c))
                connection_deadline(c, LINGER);
}

static void write_later(struct connection *c, const char *bytes, size_t size)
{
        struct pending *p = malloc(sizeof *p + size);
        uv_buf_t buffer;

        if (!p) {
                connection_close(c);
                return;
        }
        memcpy(p->bytes, bytes, size);
        buffer = uv_buf_init(p->bytes, (unsigned)size);
        if (!connection_is_full(c))
                c->progress = now(c);
        if (uv_write(&p->request, (uv_stream_t *)&c->tcp, &buffer, 1, on_written) != 0) {
                free(p);
                connection_close(c);
        }
}

void connection_send(struct connection *c, const char *bytes, size_t size)
{
        uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)size);
        int sent = connection_is_full(c) ? UV_EAGAIN : uv_try_write((uv_stream_t *)&c->tcp, &buffer, 1);

        if (sent < 0 && sent != UV_EAGAIN) {
                connection_close(c);
                return;
        }
        sent = sent < 0 ? 0 : sent;
        if ((size_t)sent < size)
                write_later(c, bytes + sent, size - (size_t)sent);
}

void connection_write(struct connection *c, const void *bytes, size_t size)
{
        if (c->closing || c->finishing || !size)
                return;
        if (uv_stream_get_write_queue_size((uv_stream_t *)&c->tcp) + size > MAX_BACKLOG)
                connection_close(c);
        else if (c->tls)
                tls_write(c, bytes, size);
        else
                connection_send(c, bytes, size);
}

/* --- reading --- */

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
        struct connections *all = connections_of((struct connection *)handle);

        (void)suggested;
        *buffer = uv_buf_init(all->buffer, sizeof all->buffer);
}

void connection_received(struct connection *c, const char *bytes, size_t size)
{
        if (!c->closing && !c->finishing)
                c->protocol->received(c, bytes, size);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
        struct connection *c = (struct connection *)stream;

        if (size < 0 || (c->finishing && (c->discarded += (size_t)size) > MAX_DISCARDED))
                connection_close(c);
        else if (c->finishing)
                return;
        else if (c->tls)
                tls_received(c, buffer->base, (size_t)size);
        else if (size)
                connection_received(c, buffer->base, (size_t)size);
}

void connection_pause(struct connection *c, uint64_t milliseconds)
{
        if (c->closing || c->finishing)
                return;
        c->resume = milliseconds == FOREVER ? FOREVER : now(c) + milliseconds;
        uv_read_stop((uv_stream_t *)&c->tcp);
}

int connection_is_deserted(const struct connection *c)
{
#ifdef __linux__
        struct tcp_info info = { .tcpi_state = TCP_ESTABLISHED };
        socklen_t size = sizeof info;
        int fd;

        return uv_fileno((const uv_handle_t *)&c->tcp, &fd) == 0 && getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
               info.tcpi_state != TCP_ESTABLISHED;
#else
        (void)c;
        return 0;
#endif
}

void connection_resume(struct connection *c)
{
        c->resume = 0;
        if (!c->closing && uv_read_start((uv_stream_t *)&c->tcp, give_buffer, on_read) != 0)
                connection_close(c);
}

/* --- timeouts --- */

/* Whether none of the pending bytes have been taken for too long. */
static int is_stalled(struct connection *c, uint64_t time)
{
        size_t unsent = uv_stream_get_write_queue_size((uv_stream_t *)&c->tcp);

        if (!unsent || unsent < c->unsent)
                c->progress = time;
        c->unsent = unsent;
        return unsent && time >= c->progress + STALLED;
}

static void on_tick(uv_timer_t *timer)
{
        struct connections *all = timer->data;
        struct connection *c;
        uint64_t time = uv_now(timer->loop);
        int second = ++all->ticks % TICKS_A_SECOND == 0;

        LIST_FOREACH (c, &all->all, all) {
                if (c->resume && time >= c->resume && !c->closing)
                        c->protocol->ready(c);
                if (second && ((c->deadline && time >= c->deadline) || is_stalled(c, time)))
                        connection_close(c);
        }
}

/* --- accepting --- */

static void read_address(struct connection *c)
{
        struct sockaddr_storage peer;
        int size = sizeof peer;

        if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&peer, &size) != 0 ||
            uv_ip_name((struct sockaddr *)&peer, c->address, sizeof c->address) != 0)
                c->address[0] = '\0';
}

static void set_up_socket(struct connection *c)
{
        int sent = SEND_BUFFER, received = RECEIVE_BUFFER;

        uv_tcp_nodelay(&c->tcp, 1);
        uv_send_buffer_size((uv_handle_t *)&c->tcp, &sent);
        uv_recv_buffer_size((uv_handle_t *)&c->tcp, &received);
}

/* Whether an address may have one more connection. Behind a proxy every connection is the proxy's. */
static int is_welcome(struct connection *c)
{
        struct server *s = c->server;

        if (!c->address[0] || s->connections.count > s->connections.most)
                return 0;
        return s->settings->proxy || server_trusts(s, c->address) ||
               (!has_too_many(s, &c->keys) && server_allows(s, c->address, OPEN_CONNECTION, OPENINGS));
}

static void on_connection(uv_stream_t *listener, int status)
{
        struct server *s = listener->data;
        struct connections *all = &s->connections;
        struct connection *c;

        if (status != 0) {
                log_error("accept-failed", "why=\"%s\"", uv_strerror(status));
                return;
        }
        c = calloc(1, sizeof *c);
        if (!c)
                abort();
        uv_tcp_init(&s->loop, &c->tcp);
        c->server = s;
        c->protocol = s->first_protocol;
        all->count++;
        LIST_INSERT_HEAD(&all->all, c, all);
        if (uv_accept(listener, (uv_stream_t *)&c->tcp) == 0)
                read_address(c);
        rate_limiter_keys(&s->rate_limiter, c->address, &c->keys);
        if (!is_welcome(c) || (s->tls && !(c->tls = tls_open(s->tls)))) {
                all->refused++;
                list_by_address(c);
                connection_close(c);
                return;
        }
        all->accepted++;
        list_by_address(c);
        set_up_socket(c);
        c->protocol->opened(c);
        connection_resume(c);
}

/* Binds to the address in the settings; NULL, or the reason why not. */
static const char *bind_listener(struct server *s, uv_tcp_t *listener)
{
        const struct server_settings *settings = s->settings;
        struct sockaddr_storage at;
        int wrong;

        if (uv_ip4_addr(settings->address, settings->port, (struct sockaddr_in *)&at) != 0 &&
            uv_ip6_addr(settings->address, settings->port, (struct sockaddr_in6 *)&at) != 0)
                return "that is not an IP address";
        if ((wrong = uv_tcp_bind(listener, (struct sockaddr *)&at, 0)) != 0 ||
            (wrong = uv_listen((uv_stream_t *)listener, QUEUE, on_connection)) != 0)
                return strerror(-wrong);
        return NULL;
}

/* As many as the limit of open files allows. */
static int most_connections(void)
{
        struct rlimit files;

        if (getrlimit(RLIMIT_NOFILE, &files) != 0)
                return MAX_CONNECTIONS;
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        return files.rlim_cur < MAX_CONNECTIONS + SPARE_FILES ? (int)files.rlim_cur - SPARE_FILES : (int)MAX_CONNECTIONS;
}

int connections_listen(struct server *s, const struct protocol *first, char *why, size_t why_size)
{
        struct connections *all = &s->connections;
        struct sockaddr_storage at;
        int size = sizeof at;
        const char *wrong;

        s->first_protocol = first;
        all->most = most_connections();
        uv_tcp_init(&s->loop, &all->listener);
        all->listener.data = s;
        uv_timer_init(&s->loop, &all->timer);
        all->timer.data = all;
        uv_timer_start(&all->timer, on_tick, TICK, TICK);
        wrong = bind_listener(s, &all->listener);
        if (wrong) {
                snprintf(why, why_size, "cannot listen on port %d of %.64s: %s", s->settings->port, s->settings->address, wrong);
                return 0;
        }
        uv_tcp_getsockname(&all->listener, (struct sockaddr *)&at, &size);
        return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port : ((struct sockaddr_in *)&at)->sin_port);
}

void connections_close(struct server *s)
{
        struct connection *c;

        if (!s->first_protocol)
                return; /* it never listened */
        uv_close((uv_handle_t *)&s->connections.listener, NULL);
        uv_close((uv_handle_t *)&s->connections.timer, NULL);
        LIST_FOREACH (c, &s->connections.all, all)
                connection_close(c);
}
