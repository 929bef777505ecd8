/* Fair queueing of thoughts; see think_queue.h. */
#include "think_queue.h"

static uint64_t cost(const struct thought *t)
{
        return bot_level(t->question.game, t->question.level)->iterations;
}

static int is_later(const struct thought *t, const struct thought *other)
{
        return t->urgency != other->urgency ? t->urgency > other->urgency : t->stamp > other->stamp;
}

void think_queue_open(struct think_queue *q)
{
        *q = (struct think_queue){ 0 };
        TAILQ_INIT(&q->list);
}

/* After all with the same or an earlier stamp. */
static void insert(struct think_queue *q, struct thought *t)
{
        struct thought *other;

        t->stamp = q->clock[t->urgency];
        TAILQ_FOREACH(other, &q->list, in_queue)
        if (other->person == t->person && other->urgency == t->urgency && other->stamp > t->stamp)
                t->stamp = other->stamp;
        t->stamp += cost(t);
        TAILQ_FOREACH(other, &q->list, in_queue)
        if (is_later(other, t))
                break;
        if (other)
                TAILQ_INSERT_BEFORE(other, t, in_queue);
        else
                TAILQ_INSERT_TAIL(&q->list, t, in_queue);
        q->size++;
}

static void take_out(struct think_queue *q, struct thought *t)
{
        TAILQ_REMOVE(&q->list, t, in_queue);
        q->size--;
}

/* The hint that a person has in the queue; or NULL. */
static struct thought *find_hint(const struct think_queue *q, int64_t person)
{
        struct thought *t;

        TAILQ_FOREACH(t, &q->list, in_queue)
        if (t->client && t->person == person)
                break;
        return t;
}

static int is_full(const struct think_queue *q, int64_t person)
{
        const struct thought *t;
        int own = 0;

        TAILQ_FOREACH(t, &q->list, in_queue)
        own += t->person == person;
        return q->size >= MAX_THOUGHTS || own >= MAX_THOUGHTS_OF_ONE;
}

struct thought *think_queue_add(struct think_queue *q, struct thought *t)
{
        struct thought *older = t->client ? find_hint(q, t->person) : NULL;

        if (older) {
                t->stamp = older->stamp;
                TAILQ_INSERT_BEFORE(older, t, in_queue);
                TAILQ_REMOVE(&q->list, older, in_queue);
                return older;
        }
        if (is_full(q, t->person))
                return t;
        insert(q, t);
        return NULL;
}

struct thought *think_queue_take(struct think_queue *q)
{
        struct thought *t = TAILQ_FIRST(&q->list);

        if (t) {
                take_out(q, t);
                q->clock[t->urgency] = t->stamp;
        }
        return t;
}

void think_queue_hurry(struct think_queue *q, int64_t table)
{
        struct thought *t;

        TAILQ_FOREACH(t, &q->list, in_queue)
        if (!t->client && t->table == table) {
                take_out(q, t);
                t->urgency = SOMEBODY_WAITS;
                insert(q, t);
                return;
        }
}
