/* Streams of events; see stream.h. What is new is written when the connection can take it, as with WebSockets; a client that reads
 * nothing is closed by the connection. */
#include "stream.h"

#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "hub_line.h"

static const uint64_t QUIET = 10000;

struct stream {
        struct hub_line line;
        struct connection *connection;
        struct token_text token;
        uint64_t said;           /* when something was last sent, in loop time */
        struct finding *finding; /* while its token is looked up */
        LIST_ENTRY(stream) all;
};

/* A lookup in the store; the stream may be gone when it returns. */
struct finding {
        struct stream *stream; /* NULL: it is gone */
};

static void on_found(void *whose, const struct person *person, const char *why)
{
        struct finding *f = whose;
        struct stream *s = f->stream;

        free(f);
        if (!s)
                return;
        s->finding = NULL;
        if (person)
                s->line.client.muted = person->muted;
        if (!why && (!person || person->banned > (int64_t)clock_now()))
                connection_finish(s->connection); /* while the store fails it goes on */
}

/* The token may have ended. */
static void look_again(struct stream *s)
{
        s->line.client.recheck = 0;
        if (s->finding || !(s->finding = malloc(sizeof *s->finding)))
                return;
        s->finding->stream = s;
        people_find_program(s->line.server->store, &s->token, on_found, s->finding);
}

static void tell(struct hub_line *line)
{
        static struct copies copies;
        static struct outbox o = { .copies = &copies }; /* shared by all, one at a time */
        struct stream *s = (struct stream *)line;
        int more;

        if (connection_is_full(s->connection) || s->connection->closing || s->connection->finishing)
                return; /* told when it has drained */
        if (line->client.recheck)
                look_again(s);
        outbox_clear(&o);
        more = hub_tell(line->server->hub, &line->client, &o);
        if (o.lost) {
                connection_close(s->connection);
                return;
        }
        if (o.size) {
                connection_write(s->connection, o.text, (size_t)o.size);
                s->said = uv_now(&line->server->loop);
        }
        if (more)
                hub_line_wake(&line->client);
}

/* Nothing may follow the request. */
static void received(struct connection *c, const char *bytes, size_t size)
{
        (void)bytes, (void)size;
        connection_close(c);
}

static void ready(struct connection *c)
{
        tell(c->state);
}

static void closed(struct connection *c)
{
        struct stream *s = c->state;

        hub_line_unwake(&s->line);
        hub_leave(c->server->hub, &s->line.client);
        if (s->finding)
                s->finding->stream = NULL;
        LIST_REMOVE(s, all);
        free(s);
}

static const struct protocol STREAM = { NULL, received, ready, closed };

int stream_open(struct request *r, const struct person *person, const struct token_text *token, int64_t table)
{
        struct connection *c = r->connection;
        struct server *server = c->server;
        struct stream *s = calloc(1, sizeof *s);

        if (!s)
                return 0;
        s->line.server = server;
        s->line.tell = tell;
        s->connection = c;
        s->token = *token;
        s->said = uv_now(&server->loop);
        s->line.client.trusted = server_trusts(server, r->address);
        s->line.client.muted = person->muted;
        s->line.client.subscriber.person = person->id;
        s->line.client.subscriber.kind = PROGRAM;
        memcpy(s->line.client.subscriber.name, person->name, MAX_SEAT_NAME);
        if (!hub_enter(server->hub, &s->line.client)) {
                free(s);
                return 0;
        }
        LIST_INSERT_HEAD(&server->streams, s, all);
        http_stream(r, &STREAM, s);
        connection_resume(c);
        if (table)
                hub_join(server->hub, &s->line.client, table);
        return 1;
}

void streams_ping(struct server *server)
{
        uint64_t now = uv_now(&server->loop);
        struct stream *s;

        LIST_FOREACH (s, &server->streams, all) {
                if (now < s->said + QUIET || connection_is_full(s->connection))
                        continue;
                connection_write(s->connection, "\n", 1);
                s->said = now;
        }
}
