/* API handlers for programs that play (docs/bot-api.md): declaring an account one, its token, streams of events, and commands; see
 * api.h. */
#include "api.h"

#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "../net/hub_line.h"
#include "../net/stream.h"

static const struct limit COMMANDS_OF_ONE = { .burst = 100, .every = 100 }, CHAT_OF_ONE = { .burst = CHAT_BURST, .every = 2000 };

/* --- declaring, and the token --- */

static void then_be_a_bot(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN) {
                call_refuse(c, CONFLICT, &CANNOT_DECLARE);
                return;
        }
        hub_rename(c->server->hub, c->who.id, c->who.name);
        call_done(c);
}

void run_bot_declare(struct call *c)
{
        struct work *w = call_work(c, then_be_a_bot);

        work_add(w, DECLARE_BOT, "i", c->who.id);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

static void write_token(struct json *j, const void *token)
{
        write_format(j, "{\"token\":\"%s\"}", ((const struct token_text *)token)->text);
}

/* The token is in the call until then: `given` is not sent, since gives_token is 0. */
static void then_tell_token(struct call *c, struct work *w)
{
        struct token_text token = c->given;

        if (work_outcome(w) == STORE_TAKEN) {
                call_refuse(c, FORBIDDEN, &NOT_A_BOT);
                return;
        }
        hub_recheck(c->server->hub, c->who.id);
        call_answer(c, OK, write_token, &token);
}

/* An account has one token: a new one ends the one before. */
void run_bot_token(struct call *c)
{
        struct token_text hash;
        struct work *w = call_work(c, then_tell_token);

        c->given = people_token();
        hash = people_token_hash(&c->given);
        work_add(w, END_BOT_TOKENS, "i", c->who.id);
        work_add(w, ADD_BOT_TOKEN, "tii", hash.text, c->who.id, (int64_t)clock_now());
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

static void then_have_revoked(struct call *c, struct work *w)
{
        (void)w;
        hub_recheck(c->server->hub, c->who.id);
        call_done(c);
}

void run_bot_revoke(struct call *c)
{
        struct work *w = call_work(c, then_have_revoked);

        work_add(w, END_BOT_TOKENS, "i", c->who.id);
        hub_notice_person(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

/* --- streams --- */

/* The table in the query; 0: none. -1, after refusing, if it is not an id. */
static int64_t table_of(struct call *c)
{
        int64_t table = c->argument[0] ? id_parse(c->argument) : 0;

        if (!c->argument[0] || table)
                return table;
        call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "table");
        return -1;
}

void run_bot_events(struct call *c)
{
        int64_t table = table_of(c);

        if (table < 0)
                return;
        c->under_way = 0;
        if (!c->request)
                call_refuse(c, OK, &SERVER_BUSY); /* it is gone: this only frees it */
        else if (!stream_open(c->request, &c->who, &c->token, table))
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_CONNECTIONS);
}

/* --- commands --- */

/* A command on its way through the hub, as from a client that comes only to say it. */
struct errand {
        struct hub_line line;
        struct call *call;
        int64_t table; /* where it is to be said; 0: nowhere */
        int sent, answered;
        struct reason why; /* it was refused */
};

static void on_done(struct client *client, const struct reason *why)
{
        struct errand *e = (struct errand *)client;

        if (e->answered || (!e->sent && !why))
                return; /* what the hub does when somebody comes is no answer */
        e->answered = 1;
        if (why)
                e->why = *why;
        hub_line_wake(client);
}

/* What was said in answer, one message a line, as a list. */
static void write_answers(struct json *j, const void *what)
{
        const struct outbox *o = what;
        const char *at = o->text, *end = o->text + o->size;
        char first = 1;

        json_text(j, "{\"events\":[");
        while (at < end) {
                size_t size = (size_t)((const char *)memchr(at, '\n', (size_t)(end - at)) - at);
                char *line = strndup(at, size);

                if (!line)
                        abort();
                json_text(j, first ? "" : ",");
                json_text(j, line);
                free(line);
                first = 0;
                at += size + 1;
        }
        json_text(j, "]}");
}

static enum status status_of(const struct refusal *is)
{
        static const struct refusal *const LATER[] = { &TOO_FAST,    &CHAT_TOO_FAST,        &NEW_TABLES_TOO_FAST,
                                                       &DAILY_LIMIT, &TOO_MANY_CONNECTIONS, &NUDGED_LATELY },
                                           *const BROKEN[] = { &OUT_OF_MEMORY, &NOT_SAVED, &MAYBE_SAVED, &CANNOT_LOAD };

        for (size_t i = 0; i < sizeof LATER / sizeof *LATER; i++)
                if (is == LATER[i])
                        return TOO_MANY_REQUESTS;
        for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++)
                if (is == BROKEN[i])
                        return SERVICE_UNAVAILABLE;
        return is == &NO_SUCH_TABLE ? NOT_FOUND : BAD_REQUEST;
}

static void finish(struct errand *e)
{
        struct client *client = &e->line.client;

        if (e->why.is)
                call_refuse_reason(e->call, status_of(e->why.is), &e->why);
        else
                call_answer(e->call, OK, write_answers, &client->answers);
        hub_line_unwake(&e->line);
        hub_leave(e->line.server->hub, client);
        free(e);
}

static void tell(struct hub_line *line)
{
        struct errand *e = (struct errand *)line;
        struct client *client = &line->client;
        int is_there = client->subscriber.circle.known && (!e->table || (client->live && !client->arriving));

        if (!e->sent && !e->answered && is_there) {
                e->sent = 1;
                outbox_clear(&client->answers);
                hub_hear(line->server->hub, client, e->call->body, strlen(e->call->body));
        }
        if (e->answered)
                finish(e);
}

/* Whether a program can give this command over HTTP: at a table, those that are done when they are answered; elsewhere, those that
 * lead to a table. */
static int is_errand(const struct call *c, int64_t table)
{
        struct command command;
        struct reason why;

        if (!command_read(&command, c->body, strlen(c->body), &why))
                return command.kind < COMMANDS; /* the hub says what is wrong */
        if (!table)
                return command.kind == COMMAND_MAKE || command.kind == COMMAND_QUICK;
        return COMMAND_ABOUT[command.kind].handler >= FOR_ROOM && command.kind != COMMAND_HINT;
}

/* 0, after refusing, if there were too many from this account. */
static int may_command(struct call *c, int chat)
{
        struct rate_limiter *g = &c->server->rate_limiter;
        uint64_t now = uv_now(&c->server->loop);
        uint64_t all = rate_limiter_bytes(g, BOT_COMMAND, &c->who.id, sizeof c->who.id),
                 words = rate_limiter_bytes(g, BOT_CHAT, &c->who.id, sizeof c->who.id);

        if (server_trusts(c->server, c->address) ||
            (rate_limiter_allows(g, all, COMMANDS_OF_ONE, now) && (!chat || rate_limiter_allows(g, words, CHAT_OF_ONE, now))))
                return 1;
        c->retry = chat ? 2 : 1;
        call_refuse(c, TOO_MANY_REQUESTS, chat ? &CHAT_TOO_FAST : &CALLS_TOO_FAST);
        return 0;
}

void run_bot_command(struct call *c)
{
        int64_t table = table_of(c);
        char type[32];
        struct errand *e;

        if (table < 0)
                return;
        if (!message_word(&c->message, message_member(&c->message, WHOLE_MESSAGE, "t"), type, sizeof type) ||
            !is_errand(c, table)) {
                call_refuse(c, BAD_REQUEST, table ? &NO_SUCH_COMMAND : &NOT_AT_A_TABLE);
                return;
        }
        if (!may_command(c, strcmp(type, "chat") == 0))
                return;
        e = calloc(1, sizeof *e);
        if (!e)
                abort();
        e->line.server = c->server;
        e->line.tell = tell;
        e->line.client.done = on_done;
        e->line.client.trusted = server_trusts(c->server, c->address);
        e->line.client.muted = c->who.muted;
        e->line.client.subscriber.person = c->who.id;
        e->line.client.subscriber.kind = PROGRAM;
        memcpy(e->line.client.subscriber.name, c->who.name, MAX_SEAT_NAME);
        e->call = c;
        e->table = table;
        if (!hub_enter(c->server->hub, &e->line.client)) {
                free(e);
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_CONNECTIONS);
                return;
        }
        c->under_way = 1;
        if (table)
                hub_join(c->server->hub, &e->line.client, table);
}
