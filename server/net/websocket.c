/* WebSockets between browsers and the hub; see websocket.h.
 *
 * wslay parses frames, joins fragments, answers pings and handles the close. Text frames to the client are written here, head and
 * message in one piece, so that each costs one system call and no copy. */
#include "websocket.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <openssl/sha.h>
#include <sodium.h>
#include <wslay/wslay.h>

#include "../clock.h"
#include "../people/people.h"
#include "hub_line.h"

enum {
        QUIET = 30000,
        TOO_QUIET = 65000,
        HELD_BACK = 10000,      /* milliseconds; then a client that never stops sending too much is closed */
        FRAME_HEAD = 10,        /* bytes of the longest */
        ENOUGH = 1 << 16,       /* bytes of answers: further commands are read when these are sent */
        MAX_ANSWERS = 1 << 22,  /* a client with more unread answers is closed */
        CLOSE_TIME = 5000,      /* milliseconds for the peer to answer a close */
        OUTDATED_TIME = 300000, /* a page that has to be reloaded stays connected; then it may ask again */
        KEY_TEXT = 24,
        ACCEPT_TEXT = 29
};

static const struct limit OPENINGS = { .burst = 60, .every = 1000 };
static const char SUBPROTOCOL[] = "serai.2", OLD_SUBPROTOCOL[] = "serai";

struct websocket {
        struct hub_line line; /* first: a line can be cast to its WebSocket */
        struct connection *connection;
        wslay_event_context_ptr wslay;
        struct token_text token; /* of its session, */
        int is_program;          /* or of a program */
        const char *input;       /* what wslay parses next */
        size_t input_size;
        char *kept;              /* received and not parsed yet; or NULL, */
        uint64_t held;           /* and since when it has never been empty */
        uint64_t heard;          /* when bytes last arrived, in loop time */
        struct finding *finding; /* while its session is looked up */
        int entered;             /* 1: the hub has the client */
        int parting;             /* 1: it is being closed */
        LIST_ENTRY(websocket) all;
};

/* A lookup in the store; the WebSocket may be gone when it returns. */
struct finding {
        struct websocket *ws; /* NULL: it is gone */
};

static struct server *server_of(const struct websocket *ws)
{
        return ws->connection->server;
}

/* --- sending --- */

/* Writes the head of a final text frame just before its message; returns its length. */
static size_t write_frame_head(unsigned char *message, size_t size)
{
        enum { FINAL_TEXT = 0x81 };
        int bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
        unsigned char *at = message;

        for (int i = 0; i < bytes; i++)
                *--at = (unsigned char)(size >> 8 * i);
        *--at = (unsigned char)(bytes == 8 ? 127 : bytes == 2 ? 126 : size);
        *--at = FINAL_TEXT;
        return (size_t)(message - at);
}

/* Sends an outbox whose first FRAME_HEAD bytes are reserved. */
static void send_outbox(struct websocket *ws, struct outbox *o)
{
        unsigned char *message = (unsigned char *)o->text + FRAME_HEAD;
        size_t size = (size_t)o->size - FRAME_HEAD, head;

        if (!size)
                return;
        head = write_frame_head(message, size);
        connection_write(ws->connection, message - head, head + size);
}

/* Control frames to be sent: many pongs are one write. */
static struct {
        size_t size;
        uint8_t bytes[1 << 12];
} control;

static void flush_control(struct websocket *ws)
{
        if (control.size)
                connection_write(ws->connection, control.bytes, control.size);
        control.size = 0;
}

static ssize_t take_output(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t size, int flags, void *user)
{
        struct websocket *ws = user;

        (void)wslay, (void)flags;
        if (control.size + size > sizeof control.bytes)
                flush_control(ws);
        memcpy(control.bytes + control.size, bytes, size); /* a control frame has at most 127 bytes */
        control.size += size;
        return (ssize_t)size;
}

/* Sends wslay's control frames: pings, pongs, and the close, after which the connection is closed. */
static void send_control(struct websocket *ws)
{
        int sent = wslay_event_send(ws->wslay) == 0;

        flush_control(ws);
        if (!sent) {
                connection_close(ws->connection);
                return;
        }
        if (!wslay_event_get_close_sent(ws->wslay))
                return;
        ws->parting = 1;
        if (wslay_event_get_close_received(ws->wslay) || !wslay_event_get_read_enabled(ws->wslay))
                connection_finish(ws->connection);
        else
                connection_deadline(ws->connection, CLOSE_TIME);
}

static void close_for(struct websocket *ws, uint16_t status, const char *why)
{
        wslay_event_queue_close(ws->wslay, status, (const uint8_t *)why, strlen(why));
}

/* Sends the reason as a message for the page, then closes. */
static void part(struct websocket *ws, const struct refusal *is, const char *detail)
{
        struct outbox o = { 0 };
        struct reason why = { .is = is };

        if (ws->parting)
                return;
        if (outbox_reserve(&o, FRAME_HEAD)) {
                snprintf(why.detail, sizeof why.detail, "%s", detail);
                tell_refusal(&o, "", &why);
                send_outbox(ws, &o);
        }
        outbox_close(&o);
        close_for(ws, WSLAY_CODE_POLICY_VIOLATION, "");
        send_control(ws);
        connection_finish(ws->connection);
}

static void look_again(struct websocket *ws);
static void ready(struct connection *c);

/* Sends what the hub has for it. */
static void tell(struct websocket *ws)
{
        static struct copies copies;
        static struct outbox o = { .copies = &copies }; /* shared by all, one at a time */
        int more;

        if (!ws->entered || ws->parting)
                return;
        if (ws->line.client.recheck)
                look_again(ws);
        outbox_clear(&o);
        if (!outbox_reserve(&o, FRAME_HEAD)) {
                connection_close(ws->connection);
                return;
        }
        more = hub_tell(server_of(ws)->hub, &ws->line.client, &o);
        if (o.lost) {
                connection_close(ws->connection);
                return;
        }
        send_outbox(ws, &o);
        if (more)
                hub_line_wake(&ws->line.client);
}

static void on_woken(struct hub_line *line)
{
        struct websocket *ws = (struct websocket *)line;

        if (line->client.answers.size > MAX_ANSWERS)
                connection_close(ws->connection);
        else if (connection_is_full(ws->connection))
                return; /* sent when it has drained */
        else if (ws->connection->resume)
                ready(ws->connection);
        else
                tell(ws);
}

/* --- receiving --- */

/* For how many milliseconds not to read: while the client does not read, or has sent too much. */
static uint64_t wait_of(struct websocket *ws)
{
        if (!ws->entered || ws->line.client.answers.size > ENOUGH || connection_is_full(ws->connection))
                return FOREVER;
        return hub_wait(&ws->line.client);
}

static ssize_t give_input(wslay_event_context_ptr wslay, uint8_t *out, size_t size, int flags, void *user)
{
        struct websocket *ws = user;
        size_t given = wait_of(ws) ? 0 : size < ws->input_size ? size : ws->input_size;

        (void)flags;
        if (!given) {
                wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
                return -1;
        }
        memcpy(out, ws->input, given);
        ws->input += given;
        ws->input_size -= given;
        return (ssize_t)given;
}

/* Every frame counts as a message, since it costs as much. */
static void on_frame(wslay_event_context_ptr wslay, const struct wslay_event_on_frame_recv_start_arg *frame, void *user)
{
        struct websocket *ws = user;

        (void)wslay;
        if (ws->entered)
                hub_charge(&ws->line.client);
        if (frame->opcode == WSLAY_BINARY_FRAME)
                close_for(ws, WSLAY_CODE_UNSUPPORTED_DATA, "a message is text");
}

static void on_message(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *message, void *user)
{
        struct websocket *ws = user;

        if (message->opcode == WSLAY_TEXT_FRAME && ws->entered && !ws->parting && !wslay_event_get_close_sent(wslay))
                hub_hear(server_of(ws)->hub, &ws->line.client, (const char *)message->msg, message->msg_length);
}

static const struct wslay_event_callbacks CALLBACKS = {
        .recv_callback = give_input,
        .send_callback = take_output,
        .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback = on_message,
};

/* Parses what has arrived. What is left is kept, and nothing more is read until it is parsed: TCP flow control slows the client
 * down. */
static void read_input(struct websocket *ws, const char *bytes, size_t size)
{
        struct connection *c = ws->connection;
        char *kept = NULL;

        ws->input = bytes;
        ws->input_size = size;
        if (wslay_event_recv(ws->wslay) != 0)
                connection_close(c);
        else
                send_control(ws);
        if (ws->parting || c->closing)
                return;
        if (ws->input_size && !(kept = malloc(ws->input_size))) {
                connection_close(c);
                return;
        }
        if (kept)
                memcpy(kept, ws->input, ws->input_size);
        if (!ws->kept)
                ws->held = uv_now(&c->server->loop);
        free(ws->kept);
        ws->kept = kept;
        if (kept || wait_of(ws))
                connection_pause(c, wait_of(ws));
}

static void received(struct connection *c, const char *bytes, size_t size)
{
        struct websocket *ws = c->state;
        char *both;

        ws->heard = uv_now(&c->server->loop);
        if (!ws->kept) {
                read_input(ws, bytes, size);
                return;
        }
        both = realloc(ws->kept, ws->input_size + size); /* the rest of a TLS record: bounded by its size */
        if (!both) {
                connection_close(c);
                return;
        }
        memcpy(both + ws->input_size, bytes, size);
        ws->kept = both;
        ws->input_size += size;
}

/* Everything written has been sent, or a pause is over. */
static void ready(struct connection *c)
{
        struct websocket *ws = c->state;

        tell(ws);
        if (ws->parting || c->closing || wait_of(ws) == FOREVER)
                return;
        connection_resume(c);
        if (ws->kept)
                read_input(ws, ws->kept, ws->input_size);
}

void websockets_ping(struct server *s)
{
        uint64_t now = uv_now(&s->loop);
        struct websocket *ws;

        LIST_FOREACH (ws, &s->websockets, all) {
                struct wslay_event_msg ping = { .opcode = WSLAY_PING };

                if (ws->kept && now > ws->held + HELD_BACK)
                        part(ws, &FLOODING, "");
                else if (ws->connection->resume && connection_is_deserted(ws->connection))
                        connection_close(ws->connection);
                if (ws->connection->resume || now <= ws->heard + QUIET)
                        continue; /* it is paused, or has sent something lately */
                if (now > ws->heard + TOO_QUIET) {
                        connection_close(ws->connection);
                } else {
                        wslay_event_queue_msg(ws->wslay, &ping);
                        send_control(ws);
                }
        }
}

/* --- sessions --- */

static void on_found(void *whose, const struct person *person, const char *why)
{
        struct finding *f = whose;
        struct websocket *ws = f->ws;
        int known = person && ws && (!ws->entered || ws->line.client.subscriber.person == person->id);

        free(f);
        if (!ws)
                return;
        ws->finding = NULL;
        if (!known) {
                if (!ws->entered || !why) /* a connected client stays while the store fails */
                        part(ws, why ? &STORE_UNAVAILABLE : &UNKNOWN_SESSION, why ? why : "");
                return;
        }
        if (person->banned > (int64_t)clock_now()) {
                char until[TIME_TEXT];

                people_print_time(person->banned, until);
                part(ws, &BANNED, until);
                return;
        }
        ws->line.client.guest = !person->login[0];
        ws->line.client.subscriber.kind = person->bot ? PROGRAM : person->login[0] ? ACCOUNT : GUEST;
        ws->line.client.muted = person->muted;
        if (ws->entered)
                return;
        ws->line.client.subscriber.person = person->id;
        memcpy(ws->line.client.subscriber.name, person->name, MAX_SEAT_NAME);
        ws->entered = hub_enter(server_of(ws)->hub, &ws->line.client);
        if (!ws->entered)
                part(ws, &TOO_MANY_CONNECTIONS, "");
}

static void find_out_who(struct websocket *ws)
{
        ws->finding = malloc(sizeof *ws->finding);
        if (!ws->finding) {
                connection_close(ws->connection);
                return;
        }
        ws->finding->ws = ws;
        (ws->is_program ? people_find_program : people_find)(server_of(ws)->store, &ws->token, on_found, ws->finding);
}

/* The session may have ended: then the WebSocket is closed. */
static void look_again(struct websocket *ws)
{
        ws->line.client.recheck = 0;
        if (!ws->finding)
                find_out_who(ws);
}

/* --- closing --- */

static void closed(struct connection *c)
{
        struct websocket *ws = c->state;

        hub_line_unwake(&ws->line);
        LIST_REMOVE(ws, all);
        if (ws->finding)
                ws->finding->ws = NULL;
        if (ws->entered)
                hub_leave(c->server->hub, &ws->line.client);
        wslay_event_context_free(ws->wslay);
        free(ws->kept);
        free(ws);
}

static const struct protocol WEBSOCKET = { NULL, received, ready, closed };

/* The Sec-WebSocket-Accept of a key (RFC 6455, 4.2.2). */
static void accept_key(const char *key, char accept[ACCEPT_TEXT])
{
        static const char MAGIC[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
        char text[KEY_TEXT + sizeof MAGIC];
        unsigned char hash[SHA_DIGEST_LENGTH];

        memcpy(text, key, KEY_TEXT);
        memcpy(text + KEY_TEXT, MAGIC, sizeof MAGIC);
        SHA1((unsigned char *)text, KEY_TEXT + sizeof MAGIC - 1, hash);
        sodium_bin2base64(accept, ACCEPT_TEXT, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}

static int is_key(const char *key)
{
        unsigned char bytes[16];
        size_t size;

        return strlen(key) == KEY_TEXT &&
               sodium_base642bin(bytes, sizeof bytes, key, KEY_TEXT, NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL) == 0 &&
               size == sizeof bytes;
}

/* Whether a comma-separated list has this name. */
static int has_name(const char *list, const char *name)
{
        size_t length = strlen(name);

        for (const char *at = list; at; at = strchr(at, ',')) {
                at += strspn(at, ", \t");
                if (strncasecmp(at, name, length) == 0 && strspn(at + length, " \t") == strcspn(at + length, ","))
                        return 1;
        }
        return 0;
}

/* --- pages of protocol version 1 that are still open --- */

static int is_outdated(const struct request *r)
{
        return !has_name(r->field[WEBSOCKET_PROTOCOL], SUBPROTOCOL) && has_name(r->field[WEBSOCKET_PROTOCOL], OLD_SUBPROTOCOL);
}

/* The message to them, in the first of our languages that the browser names. */
static const char *reload_words(const char *languages)
{
        static const struct {
                const char *language, *words;
        } ALL[] = { { "uk", "Вийшла нова версія Serai. Оновіть сторінку" },
                    { "ru", "Вышла новая версия Serai. Обновите страницу" },
                    { "nl", "Er is een nieuwe versie van Serai. Laad de pagina opnieuw" },
                    { "en", "There is a new version of Serai. Reload the page" } };
        const char *words = ALL[3].words, *first = NULL;

        for (int i = 0; i < 4; i++) {
                const char *at = strstr(languages, ALL[i].language);

                if (at && (!first || at < first)) {
                        first = at;
                        words = ALL[i].words;
                }
        }
        return words;
}

static void write_reload(struct json *j, const void *words)
{
        json_text(j, "{\"t\":\"hello\",\"version\":1,\"person\":\"\",\"name\":\"\",\"time\":0}\n");
        json_text(j, "{\"t\":\"refused\",\"about\":\"join\",\"why\":\"");
        json_text(j, words);
        json_text(j, "\"}\n{\"t\":\"refused\",\"about\":\"\",\"why\":\"");
        json_text(j, words);
        json_text(j, "\"}");
}

/* The connection is kept, so that the page does not reconnect again and again; nothing from it is read. */
static void tell_to_reload(struct websocket *ws, const char *languages)
{
        struct outbox o = { 0 };

        if (outbox_reserve(&o, FRAME_HEAD)) {
                outbox_add(&o, write_reload, reload_words(languages));
                send_outbox(ws, &o);
        }
        outbox_close(&o);
        connection_deadline(ws->connection, OUTDATED_TIME);
}

/* --- opening --- */

/* The status to refuse a WebSocket with; 0: none. From a browser only our own origin may open one. */
static enum status objection(const struct request *r, const char **why)
{
        struct server *s = r->connection->server;

        *why = "A WebSocket with the subprotocol serai.2 is expected here.\n";
        if (r->method != GET)
                return METHOD_NOT_ALLOWED;
        if (!has_name(r->field[UPGRADE], "websocket") || strcmp(r->field[WEBSOCKET_VERSION], "13") != 0)
                return UPGRADE_REQUIRED;
        if ((!has_name(r->field[WEBSOCKET_PROTOCOL], SUBPROTOCOL) && !is_outdated(r)) || !is_key(r->field[WEBSOCKET_KEY]))
                return BAD_REQUEST;
        *why = "This comes from a page that is not ours.\n";
        if (*r->field[ORIGIN] && !http_is_own(r))
                return FORBIDDEN;
        *why = "Too many connections from your address; try again in a moment.\n";
        if (!server_allows(s, r->address, OPEN_WEBSOCKET, OPENINGS) ||
            (s->settings->proxy && !connection_comes_from(r->connection, r->address)))
                return TOO_MANY_REQUESTS;
        return 0;
}

void websocket_answer(struct request *r)
{
        struct connection *c = r->connection;
        struct server *s = c->server;
        const char *why;
        enum status status = objection(r, &why);
        struct websocket *ws = status ? NULL : calloc(1, sizeof *ws);
        char accept[ACCEPT_TEXT], languages[128];
        int known, outdated = is_outdated(r);

        if (status) {
                http_respond_text(r, status, why);
                return;
        }
        if (!ws || wslay_event_context_server_init(&ws->wslay, &CALLBACKS, ws) != 0) {
                free(ws);
                connection_close(c);
                return;
        }
        wslay_event_config_set_max_recv_msg_length(ws->wslay, MAX_FRAME);
        ws->connection = c;
        ws->line.server = s;
        ws->line.tell = on_woken;
        ws->heard = uv_now(&s->loop);
        ws->line.client.trusted = server_trusts(s, r->address);
        LIST_INSERT_HEAD(&s->websockets, ws, all);
        ws->is_program = people_read_bearer(r->field[AUTHORIZATION], &ws->token);
        known = ws->is_program || people_read_cookie(r->field[COOKIE], &ws->token);
        snprintf(languages, sizeof languages, "%s", r->field[ACCEPT_LANGUAGE]);
        accept_key(r->field[WEBSOCKET_KEY], accept);
        http_upgrade(r, accept, outdated ? OLD_SUBPROTOCOL : SUBPROTOCOL, &WEBSOCKET, ws);
        connection_pause(c, FOREVER);
        if (outdated)
                tell_to_reload(ws, languages);
        else if (known)
                find_out_who(ws);
        else
                part(ws, &UNKNOWN_SESSION, "");
}
