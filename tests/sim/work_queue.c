/* A store's queue without a thread: its turns are events. See server/store/work_queue.h. */
#include "../../server/store/work_queue.h"

#include <stdlib.h>
#include <string.h>

#include "parts.h"

enum { LATENCY = 300, JITTER = 2500 /* of a turn, in microseconds */ };

/* What a server's queue needs here beside its own struct. */
static struct side {
        struct work_queue *queue; /* NULL: it has none */
        struct works works;       /* taken, and left for the next turn */
        struct works given;       /* ended, on their way to the loop */
        struct work **under_way;  /* all that were put and not returned */
        size_t count, room;
        struct event *turn, *delivery;
        uint64_t busy_until, took;
} sides[MAX_SERVERS];

static struct side *running; /* whose turn it is */

static struct side *side_of(const struct work_queue *d)
{
        for (int i = 0; i < MAX_SERVERS; i++)
                if (sides[i].queue == d)
                        return &sides[i];
        abort();
}

void turn_takes(uint64_t time)
{
        if (running)
                running->took += time;
}

/* --- what a turn has ended goes back to the loop --- */

static void finish(struct side *s, struct work *w)
{
        for (size_t i = 0; i < s->count; i++)
                if (s->under_way[i] == w) {
                        memmove(s->under_way + i, s->under_way + i + 1, (--s->count - i) * sizeof *s->under_way);
                        w->done(w);
                        return;
                }
        abort();
}

static void deliver(void *whose)
{
        struct side *s = whose;
        struct work_queue *d = s->queue;
        struct values heard = d->heard;
        struct work *w;

        s->delivery = NULL;
        while ((w = STAILQ_FIRST(&d->ended))) {
                STAILQ_REMOVE_HEAD(&d->ended, next);
                finish(s, w);
        }
        memset(&d->heard, 0, sizeof d->heard);
        for (size_t i = 0; i < heard.count && d->hear; i++)
                d->hear(d->listener, heard.value[i].type == 'n' ? NULL : heard.bytes + heard.value[i].at);
        values_close(&heard);
}

static void deliver_after(struct side *s, uint64_t delay)
{
        if (!s->delivery && (!STAILQ_EMPTY(&s->queue->ended) || s->queue->heard.count))
                s->delivery = sim_after(current, delay, deliver, s);
}

/* --- turns --- */

static void take_turn(void *whose);

static void turn_after(struct side *s, struct server *server, uint64_t delay)
{
        uint64_t at = now + delay > s->busy_until ? now + delay : s->busy_until;

        if (!s->turn)
                s->turn = sim_after(server, at - now, take_turn, s);
}

static void take_turn(void *whose)
{
        struct side *s = whose;
        struct work_queue *d = s->queue;
        struct pause pause;

        s->turn = NULL;
        s->took = conditions.disk_latency;
        STAILQ_CONCAT(&s->works, &d->waiting);
        running = s;
        pause = d->turn(d->whose, &s->works);
        running = NULL;
        s->busy_until = now + s->took;
        deliver_after(s, s->took + sim_random(LATENCY));
        if (!STAILQ_EMPTY(&d->waiting) || !STAILQ_EMPTY(&s->works))
                turn_after(s, current, LATENCY);
        else if (pause.milliseconds >= 0)
                turn_after(s, current, (uint64_t)pause.milliseconds * MS + LATENCY);
        else if (server_count > 1 && postgres_has_news(current->index))
                turn_after(s, current, LATENCY);
}

void store_wake(int server)
{
        if (sides[server].queue && servers[server].state == UP)
                turn_after(&sides[server], &servers[server], LATENCY);
}

/* --- the queue --- */

int work_queue_open(struct work_queue *d, uv_loop_t *loop, struct pause (*turn)(void *whose, struct works *works), void *whose)
{
        struct side *s = &sides[current->index];

        (void)loop;
        *s = (struct side){ .queue = d };
        STAILQ_INIT(&s->works);
        STAILQ_INIT(&d->waiting);
        STAILQ_INIT(&d->ended);
        d->turn = turn;
        d->whose = whose;
        turn_after(s, current, 0);
        return 1;
}

void work_queue_put(struct work_queue *d, struct work *w)
{
        struct side *s = side_of(d);

        w->since = uv_hrtime();
        if (s->count == s->room) {
                s->room = 2 * s->room + 16;
                s->under_way = realloc(s->under_way, s->room * sizeof *s->under_way);
                if (!s->under_way)
                        abort();
        }
        s->under_way[s->count++] = w;
        STAILQ_INSERT_TAIL(&d->waiting, w, next);
        if (current->state == UP)
                turn_after(s, current, LATENCY + sim_random(JITTER));
}

void work_queue_listen(struct work_queue *d, void (*hear)(void *whose, const char *about), void *whose)
{
        d->hear = hear;
        d->listener = whose;
}

void work_queue_give(struct work_queue *d, struct works *list)
{
        STAILQ_CONCAT(&d->ended, list);
}

void work_queue_tell(struct work_queue *d, const char *about)
{
        const struct value missed = { .type = 'n' };

        if (about)
                values_add_bytes(&d->heard, 't', about, strlen(about));
        else
                values_add(&d->heard, &missed);
}

int works_turn(struct server *server)
{
        struct side *s = &sides[server->index];

        if (!s->count)
                return 0;
        if (s->turn)
                sim_cancel(s->turn);
        if (s->delivery)
                sim_cancel(s->delivery);
        s->turn = s->delivery = NULL;
        take_turn(s);
        if (s->delivery)
                sim_cancel(s->delivery);
        deliver(s);
        return 1;
}

/* In the order in which they were put; what they lead to fails, too. */
void works_fail(struct server *server)
{
        struct side *s = &sides[server->index];

        while (s->count) {
                struct work *w = s->under_way[0];

                STAILQ_INIT(&s->queue->waiting); /* `under_way` has them all */
                STAILQ_INIT(&s->queue->ended);
                work_forget_found(w);
                work_end(w, STORE_FAILED, "the server is gone");
                finish(s, w);
        }
}

void work_queue_close(struct work_queue *d, void (*end)(void *whose))
{
        struct side *s = side_of(d);
        void *whose = d->whose;

        works_fail(current);
        values_close(&d->heard);
        free(s->under_way);
        *s = (struct side){ .queue = NULL };
        end(whose);
        free(whose);
}
