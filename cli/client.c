/* WebSocket clients; see client.h. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <wslay/wslay.h>

enum { MAX_HEAD = 4096 };

struct client {
        uv_tcp_t tcp; /* first: a handle is its client */
        uv_connect_t connecting;
        const struct client_events *events;
        void *user;
        char head[MAX_HEAD]; /* the request, then its response so far */
        size_t head_size;
        wslay_event_context_ptr wslay;
        int open; /* 1: upgraded to a WebSocket */
        const char *input;
        size_t input_size;
        const char *why; /* it is closed */
};

static char buffer[1 << 16]; /* the read buffer, shared by all clients */

/* --- the end --- */

static void on_closed(uv_handle_t *handle)
{
        struct client *c = (struct client *)handle;

        c->events->closed(c->user, c->why);
        wslay_event_context_free(c->wslay);
        free(c);
}

static void end(struct client *c, const char *why)
{
        if (uv_is_closing((uv_handle_t *)&c->tcp))
                return;
        c->why = why;
        uv_close((uv_handle_t *)&c->tcp, on_closed);
}

void client_close(struct client *c)
{
        end(c, "closed");
}

/* --- sending --- */

static void on_written(uv_write_t *request, int status)
{
        if (status != 0)
                end((struct client *)request->handle, uv_strerror(status));
        free(request);
}

static void send_bytes(struct client *c, const char *bytes, size_t size)
{
        uv_buf_t all = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)size);
        int sent = uv_try_write((uv_stream_t *)&c->tcp, &all, 1);
        uv_write_t *rest;

        if (sent == (int)size)
                return;
        if (sent < 0 && sent != UV_EAGAIN) {
                end(c, uv_strerror(sent));
                return;
        }
        sent = sent < 0 ? 0 : sent;
        rest = malloc(sizeof *rest + size - (size_t)sent);
        if (!rest) {
                end(c, "out of memory");
                return;
        }
        memcpy(rest + 1, bytes + sent, size - (size_t)sent);
        all = uv_buf_init((char *)(rest + 1), (unsigned)(size - (size_t)sent));
        if (uv_write(rest, (uv_stream_t *)&c->tcp, &all, 1, on_written) != 0) {
                free(rest);
                end(c, "it cannot be written to");
        }
}

static ssize_t take_output(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t size, int flags, void *user)
{
        (void)wslay, (void)flags;
        send_bytes(user, (const char *)bytes, size);
        return (ssize_t)size;
}

static int make_mask(wslay_event_context_ptr wslay, uint8_t *mask, size_t size, void *user)
{
        (void)wslay, (void)user;
        randombytes_buf(mask, size);
        return 0;
}

void client_send(struct client *c, const char *message, size_t size)
{
        struct wslay_event_msg m = { .opcode = WSLAY_TEXT_FRAME, .msg = (const uint8_t *)message, .msg_length = size };

        if (!c->open || wslay_event_queue_msg(c->wslay, &m) != 0 || wslay_event_send(c->wslay) != 0)
                end(c, "it cannot be written to");
}

/* --- receiving --- */

static ssize_t give_input(wslay_event_context_ptr wslay, uint8_t *out, size_t size, int flags, void *user)
{
        struct client *c = user;
        size_t given = size < c->input_size ? size : c->input_size;

        (void)flags;
        if (!given) {
                wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
                return -1;
        }
        memcpy(out, c->input, given);
        c->input += given;
        c->input_size -= given;
        return (ssize_t)given;
}

static void on_message(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *message, void *user)
{
        struct client *c = user;

        (void)wslay;
        if (message->opcode == WSLAY_TEXT_FRAME && !uv_is_closing((uv_handle_t *)&c->tcp))
                c->events->received(c->user, (const char *)message->msg, message->msg_length);
}

static const struct wslay_event_callbacks CALLBACKS = {
        .recv_callback = give_input,
        .send_callback = take_output,
        .genmask_callback = make_mask,
        .on_msg_recv_callback = on_message,
};

static void read_frames(struct client *c, const char *bytes, size_t size)
{
        c->input = bytes;
        c->input_size = size;
        if (wslay_event_recv(c->wslay) != 0 || wslay_event_send(c->wslay) != 0 || wslay_event_get_close_received(c->wslay))
                end(c, "the server closed it");
}

/* The server's response to the handshake, which may come in parts, followed by frames. */
static void read_head(struct client *c, const char *bytes, size_t size)
{
        size_t before = c->head_size, more = size < MAX_HEAD - 1 - before ? size : MAX_HEAD - 1 - before, used;
        const char *empty;

        memcpy(c->head + before, bytes, more);
        c->head[before + more] = '\0';
        c->head_size += more;
        empty = strstr(c->head, "\r\n\r\n");
        if (!empty && more == size)
                return;
        if (!empty || strncmp(c->head, "HTTP/1.1 101 ", 13) != 0) {
                end(c, "the server refused the WebSocket");
                return;
        }
        used = (size_t)(empty + 4 - c->head) - before;
        c->open = 1;
        c->events->opened(c->user);
        if (size > used)
                read_frames(c, bytes + used, size - used);
}

static void give_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
        (void)handle, (void)suggested;
        *out = uv_buf_init(buffer, sizeof buffer);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *bytes)
{
        struct client *c = (struct client *)stream;

        if (size < 0)
                end(c, uv_strerror((int)size));
        else if (size && c->open)
                read_frames(c, bytes->base, (size_t)size);
        else if (size)
                read_head(c, bytes->base, (size_t)size);
}

/* --- the beginning --- */

static void on_connected(uv_connect_t *connecting, int status)
{
        struct client *c = (struct client *)connecting->handle;

        if (status != 0 || uv_read_start((uv_stream_t *)&c->tcp, give_buffer, on_read) != 0) {
                end(c, status ? uv_strerror(status) : "it cannot be read from");
                return;
        }
        uv_tcp_nodelay(&c->tcp, 1);
        send_bytes(c, c->head, c->head_size);
        c->head_size = 0;
}

struct client *client_open(uv_loop_t *loop, const struct sockaddr *from, const struct sockaddr *to, const char *host,
                           const char *cookie, const struct client_events *events, void *user)
{
        struct client *c = calloc(1, sizeof *c);
        int failed;

        if (!c || wslay_event_context_client_init(&c->wslay, &CALLBACKS, c) != 0) {
                free(c);
                return NULL;
        }
        c->events = events;
        c->user = user;
        c->head_size = (size_t)snprintf(c->head, MAX_HEAD,
                                        "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                                        "Sec-WebSocket-Protocol: serai.2\r\nCookie: %s\r\n\r\n",
                                        host, cookie);
        uv_tcp_init(loop, &c->tcp);
        failed = uv_tcp_bind(&c->tcp, from, 0);
        if (!failed)
                failed = uv_tcp_connect(&c->connecting, &c->tcp, to, on_connected);
        if (failed)
                end(c, uv_strerror(failed));
        return c;
}
