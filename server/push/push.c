/* See push.h. */
#include "push.h"

#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "../log.h"
#include "../rooms/hub.h"
#include "../server.h"

static void on_sent(void *whose, const struct letter *letter, enum sent sent)
{
        struct push *p = whose;
        struct work *w;

        p->reach = sent == NO_WAY_OUT ? REACHES_NOBODY : REACHES;
        if (sent != SENT_TO_NOBODY)
                return;
        w = work_open(work_close, NULL);
        work_add(w, FORGET_PUSH, "t", letter->endpoint);
        store_do(p->server->store, w);
}

static int room(void *whose)
{
        return push_sender_room(whose);
}

static void take(void *whose, const struct letter *letter)
{
        push_sender_take(whose, letter);
}

static void on_key(struct work *w)
{
        struct push *p = work_whose(w);
        struct server *s = p->server;
        size_t size = 0;
        const char *der =
                work_outcome(w) == STORE_DONE && rows_count(work_rows(w, 0)) ? rows_text(work_rows(w, 0), 0, 0, &size) : NULL;

        if (!der || !site_key_read(&p->key, der, size))
                log_error("no-push", "why=\"%s\"", der ? "the stored key cannot be read" : work_why(w));
        else if (!p->sender)
                p->sender = push_sender_open(&s->loop, &p->key, s->settings->push_loopback, on_sent, p);
        if (p->sender)
                hub_post_by(s->hub, &(struct postman){ p->sender, room, take });
        work_close(w);
}

void push_open(struct server *s)
{
        struct push *p = calloc(1, sizeof *p);
        struct site_key fresh;
        struct work *w;

        if (!p || !site_key_make(&fresh))
                abort();
        s->push = p;
        p->server = s;
        w = work_open(on_key, p);
        work_add(w, PUSH_KEY, "bi", fresh.der, fresh.size, (int64_t)clock_now());
        store_do(s->store, w);
}

void push_close(struct server *s)
{
        if (s->push->sender)
                push_sender_close(s->push->sender);
        s->push->sender = NULL;
}

void push_welcome(struct server *s, const struct letter *to)
{
        struct letter letter = *to;

        strcpy(letter.text, "{\"kind\":\"hello\"}");
        letter.seconds = 60;
        letter.urgent = 1;
        if (s->push->sender)
                push_sender_take(s->push->sender, &letter);
}
