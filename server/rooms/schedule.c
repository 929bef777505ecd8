/* Schedules clocks and bots. The time at which a table next needs a server, for a bot's move or a clock that runs out, is stored
 * with it. A server claims due tables and holds a lease on each, so that one server acts, and another one if the first is gone. A
 * single server claims too: so a table with a clock need not stay in memory. */
#include "hub_parts.h"

static const uint64_t LEASE = 5000, STUCK = 3000, SEE_TIME_EVERY = 60000;

enum { CLAIMS_ALONE = 100, CLAIMS_A_THREAD = 4 };

static void on_written(struct work *w)
{
        if (work_outcome(w) >= STORE_FAILED)
                log_error("write-failed", "why=\"%s\"", work_why(w));
        work_close(w);
}

static void on_claimed(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *found = work_rows(w, 0);
        uint64_t until = clock_now() + LEASE;
        int again = h->claiming == CLAIM_AGAIN;

        h->claiming = NOT_CLAIMING;
        for (int i = 0; i < rows_count(found) && !h->stopping; i++) {
                int64_t id = rows_number(found, i, 0);
                struct live_room *live = live_find(h, id);

                if (!live && !(live = live_load(h, id, 0)))
                        continue; /* out of memory: another server will, or a later claim */
                h->leases += !live->lease;
                live->lease = live->due = until;
                if (live_is_ready(live))
                        live_go_on(h, live);
        }
        work_close(w);
        if (again)
                schedule_claim(h);
}

void schedule_claim(struct hub *h)
{
        int64_t now = (int64_t)clock_now(), most = h->node ? h->most_leases - h->leases : (int64_t)CLAIMS_ALONE;
        struct work *w;

        if (h->claiming)
                h->claiming = CLAIM_AGAIN;
        if (h->claiming || h->stopping || most <= 0)
                return;
        h->claiming = CLAIMING;
        w = work_open(on_claimed, h);
        work_add(w, CLAIM_DUE, "iiii", h->node, now, now + (int64_t)LEASE, most);
        store_do(h->store, w);
}

static void set_due(struct hub *h, struct live_room *live, uint64_t due)
{
        struct work *w = work_open(on_written, NULL);

        live->due = due;
        if (due)
                work_add(w, SET_DUE, "ii", live->room.id, (int64_t)due);
        else
                work_add(w, SET_DUE, "in", live->room.id);
        if (due && due <= clock_now())
                cluster_notice(h, w, NOTICE_DUE, 0, 0);
        store_do(h->store, w);
}

/* Makes a table due now, unless a server has the lease: what is due later than any lease is the clock of a person who has moved
 * since, or was set by a clock that was ahead. */
static void nudge(struct hub *h, struct live_room *live, uint64_t now)
{
        struct work *w = work_open(on_written, NULL);

        live->changed = live->due = now;
        work_add(w, NUDGE_DUE, "iii", live->room.id, (int64_t)now, (int64_t)(now + LEASE));
        cluster_notice(h, w, NOTICE_DUE, 0, 0);
        store_do(h->store, w);
}

static void end_lease(struct hub *h, struct live_room *live)
{
        h->leases -= live->lease > 0;
        live->lease = 0;
}

/* What to do about a table now. */
enum schedule_step {
        NOTHING,
        STOP,     /* nothing will be due here again */
        FORGET,   /* the same, and the store still has a time */
        RELEASE,  /* a person is to move: end the lease; the clock is due */
        RENEW,    /* a bot is to move, and the lease ends soon */
        OFFER,    /* a bot is to move, no server has the lease, and this one stored the last entry: offer it to all */
        NUDGE,    /* the same, and the server that should have offered it seems to be gone */
        SET_CLOCK /* a clock runs out earlier than the stored time */
};

/* When the clock of a table runs out or its pause ends, or when to warn of that, by the server's clock; 0: never. */
static uint64_t deadline_of(const struct live_room *live)
{
        uint64_t deadline = room_deadline(&live->room), warn_at = notices_warn_at(&live->room);

        if (warn_at > live_now(live))
                deadline = warn_at;
        return deadline > live->ahead ? deadline - live->ahead : deadline;
}

static enum schedule_step step_for(const struct hub *h, const struct live_room *live, uint64_t now)
{
        uint64_t deadline = deadline_of(live);
        int bot = table_is_for_bot(&live->room.table) && !room_is_paused(&live->room);

        if (live_is_full(live))
                return live->due ? FORGET : STOP;
        if (live->room.state != ROOM_PLAYING)
                return STOP;
        if (live->lease > now)
                return !bot ? RELEASE : live->lease < now + LEASE / 2 ? RENEW : NOTHING;
        if (bot)
                return !h->node ? NOTHING : live->stored_here ? OFFER : now > live->changed + STUCK ? NUDGE : NOTHING;
        return deadline && (!live->due || deadline < live->due) ? SET_CLOCK : NOTHING;
}

void schedule_room(struct hub *h, struct live_room *live)
{
        uint64_t now = clock_now();
        enum schedule_step step = step_for(h, live, now);

        if (live->lease <= now || step == STOP || step == FORGET || step == RELEASE)
                end_lease(h, live);
        switch (step) {
        case NOTHING:
        case STOP:
                break;
        case FORGET:
                set_due(h, live, 0);
                break;
        case RELEASE:
        case SET_CLOCK:
                set_due(h, live, deadline_of(live));
                break;
        case RENEW:
                live->lease = now + LEASE;
                set_due(h, live, live->lease);
                break;
        case OFFER:
                live->stored_here = 0;
                set_due(h, live, now);
                schedule_claim(h);
                break;
        case NUDGE:
                nudge(h, live, now);
                break;
        }
}

/* --- ticks --- */

/* Stores the time, so that a server that starts with a wrong clock can notice. */
static void see_time(struct hub *h, uint64_t now)
{
        struct work *w = work_open(on_written, NULL);

        h->time_seen = now;
        work_add(w, SEE_TIME, "i", (int64_t)now);
        store_do(h->store, w);
}

static void tick_schedule(struct hub *h, struct live_room *live, uint64_t now)
{
        if (!live_is_ready(live))
                return;
        if (live->room.state == ROOM_OVER && !live->finished && now > live->changed + STUCK)
                live_finish(h, live);
        schedule_room(h, live);
}

void schedule_open(struct hub *h, int threads)
{
        h->time_seen = clock_now();
        h->most_leases = CLAIMS_A_THREAD * threads;
}

void schedule_tick(struct hub *h, uint64_t now)
{
        struct live_room *live;

        if (now >= h->time_seen + SEE_TIME_EVERY)
                see_time(h, now);
        schedule_claim(h);
        LIST_FOREACH (live, &h->rooms, in_hub)
                tick_schedule(h, live, now);
}
