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

/* After all with the same or an earlier stamp. */
static void insert(struct think_queue *q, struct thought *t)
{
        struct thought **at = &q->first;

        t->stamp = q->clock[t->urgency];
        for (struct thought *other = q->first; other; other = other->next)
                if (other->person == t->person && other->urgency == t->urgency && other->stamp > t->stamp)
                        t->stamp = other->stamp;
        t->stamp += cost(t);
        while (*at && !is_later(*at, t))
                at = &(*at)->next;
        t->next = *at;
        *at = t;
        q->size++;
}

static struct thought *unlink_thought(struct think_queue *q, struct thought **at)
{
        struct thought *t = *at;

        *at = t->next;
        t->next = NULL;
        q->size--;
        return t;
}

/* The link to a person's hint, or to the end. */
static struct thought **find_hint(struct think_queue *q, int64_t person)
{
        struct thought **at = &q->first;

        while (*at && !((*at)->client && (*at)->person == person))
                at = &(*at)->next;
        return at;
}

static int is_full(const struct think_queue *q, int64_t person)
{
        int own = 0;

        for (const struct thought *t = q->first; t; t = t->next)
                own += t->person == person;
        return q->size >= MAX_THOUGHTS || own >= MAX_THOUGHTS_OF_ONE;
}

struct thought *think_queue_add(struct think_queue *q, struct thought *t)
{
        struct thought **hint = t->client ? find_hint(q, t->person) : NULL, *older;

        if (hint && *hint) {
                older = *hint;
                t->stamp = older->stamp;
                t->next = older->next;
                *hint = t;
                return older;
        }
        if (is_full(q, t->person))
                return t;
        insert(q, t);
        return NULL;
}

struct thought *think_queue_take(struct think_queue *q)
{
        struct thought *t = q->first ? unlink_thought(q, &q->first) : NULL;

        if (t)
                q->clock[t->urgency] = t->stamp;
        return t;
}

void think_queue_hurry(struct think_queue *q, int64_t table)
{
        for (struct thought **at = &q->first; *at; at = &(*at)->next)
                if (!(*at)->client && (*at)->table == table) {
                        struct thought *t = unlink_thought(q, at);

                        t->urgency = SOMEBODY_WAITS;
                        insert(q, t);
                        return;
                }
}
