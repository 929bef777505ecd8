/* Daily quotas; see quota.h. */
#include "quota.h"

#include "../clock.h"

uint64_t quota_most[QUOTAS] = { [QUOTA_ENTRIES] = 50000, [QUOTA_BYTES] = 20000000, [QUOTA_TABLES] = 300, [QUOTA_CHAT] = 2000 };

static const struct use *uses_of(const struct quota *q, int64_t person)
{
        return q->of[(uint64_t)person % QUOTA_SETS];
}

static int is_today(const struct use *u, uint64_t now)
{
        return u->person && now < u->since + DAY;
}

int quota_allows(const struct quota *q, int64_t person, enum quota_kind what, uint64_t now)
{
        const struct use *u = uses_of(q, person);

        for (int i = 0; i < QUOTA_WAYS; i++)
                if (u[i].person == person && is_today(&u[i], now))
                        return u[i].used[what] < quota_most[what];
        return 1;
}

/* How near a person is to a limit; 0: they may be evicted. */
static uint64_t weight(const struct use *u, uint64_t now)
{
        uint64_t sum = 1;

        for (int i = 0; i < QUOTAS; i++)
                sum += u->used[i] * 1000 / quota_most[i];
        return is_today(u, now) ? sum : 0;
}

void quota_take(struct quota *q, int64_t person, enum quota_kind what, uint64_t amount, uint64_t now)
{
        struct use *uses = (struct use *)uses_of(q, person), *u = uses;

        for (struct use *w = uses; w < uses + QUOTA_WAYS; w++) {
                if (w->person == person) {
                        u = w;
                        break;
                }
                if (weight(w, now) < weight(u, now))
                        u = w;
        }
        if (u->person != person || !is_today(u, now))
                *u = (struct use){ .person = person, .since = now };
        u->used[what] += amount;
}
