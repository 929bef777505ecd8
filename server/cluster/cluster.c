/* One of several servers on one database; see live_room.h.
 *
 * Any of them serves any table. What one stores the others hear of and read (live_catch_up); whoever was second is told so by the
 * store, reads, and asks again. Who is there is written down for each server, and counts as long as that server's pulse goes on.
 * What has to be done at a table, a bot's move or a clock that runs out, is due at a time that is written down with the table, and
 * whoever claims it has a lease: it is done by one, and by another one if the first is gone.
 *
 * A server that has its database for itself claims, too: so it need not keep every table in memory that has a clock. */
#include "../rooms/live_room.h"
#include "../store/new_id.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t PULSE_EVERY = 2000, BELIEVED = 8000, LEASE = 5000, CLAIM_EVERY = 1000, LOOK_EVERY = 4000, STUCK = 3000,
                      ADOPT_EVERY = 60000, ADOPT_AGE = 600000, SEE_TIME_EVERY = 60000;

enum { CLAIMS_ALONE = 100, CLAIMS_A_THREAD = 4, ADOPTED_AT_ONCE = 100 };

static void on_written(struct work *w)
{
        if (work_outcome(w) >= STORE_FAILED)
                log_error("not-written", "why=\"%s\"", work_why(w));
        work_close(w);
}

void cluster_notice(const struct hub *h, struct work *w, char kind, int64_t id, int64_t person)
{
        char about[MAX_NOTICE + 1];

        if (!h->node)
                return;
        snprintf(about, sizeof about, "%c %" PRId64 " %" PRId64, kind, id, person);
        work_notice(w, about);
}

/* --- who is there --- */

void cluster_presence(struct hub *h, struct live_room *p, int64_t person)
{
        struct work *w;
        int64_t lines = 0;

        if (!h->node || h->stopping)
                return;
        for (const struct subscriber *g = p->room.subscribers; g; g = g->next)
                lines += g->person == person;
        w = work_open(on_written, NULL);
        work_add(w, SET_PRESENCE, "iiii", h->node, p->room.id, person, lines);
        cluster_notice(h, w, 'p', p->room.id, 0);
        store_do(h->store, w);
}

void cluster_read_presence(struct live_room *p, const struct rows *found)
{
        int count = rows_count(found);
        struct elsewhere *list = count ? calloc((size_t)count, sizeof *list) : NULL;

        for (int i = 0; list && i < count; i++)
                list[i] = (struct elsewhere){ rows_number(found, i, 0), (int)rows_number(found, i, 1) };
        if (room_elsewhere(&p->room, list, list ? count : 0, clock_now()) && p->ready)
                live_wake(p->hub, p);
        free(list);
}

static void on_looked(struct work *w)
{
        struct live_room *p = work_whose(w);

        p->pins--;
        if (work_outcome(w) == STORE_DONE)
                cluster_read_presence(p, work_rows(w, 0));
        work_close(w);
}

void cluster_look(struct hub *h, struct live_room *p)
{
        struct work *w;

        if (!h->node)
                return;
        w = work_open(on_looked, p);
        p->pins++;
        work_add(w, PRESENCE, "ii", p->room.id, h->node);
        store_do(h->store, w);
}

static void tell_who_is_here(struct hub *h)
{
        for (struct live_room *p = h->live; p; p = p->other)
                for (const struct subscriber *g = p->room.subscribers; g; g = g->next)
                        cluster_presence(h, p, g->person);
}

struct pulse {
        struct hub *h;
        uint64_t asked; /* when the database's clock was asked for */
};

/* A server whose pulse stopped for a while has been forgotten by the others, with everybody who was there. */
static void on_pulsed(struct work *w)
{
        struct pulse *p = work_whose(w);

        if (work_outcome(w) == STORE_DONE) {
                clock_hear(rows_number(work_rows(w, work_size(w) - 1), 0, 1), p->asked);
                if (!rows_count(work_rows(w, 0)))
                        tell_who_is_here(p->h);
        }
        free(p);
        on_written(w);
}

static void pulse(struct hub *h, uint64_t now)
{
        struct pulse *p = malloc(sizeof *p);
        struct work *w;

        if (!p)
                return; /* the next one comes soon */
        *p = (struct pulse){ h, clock_monotonic() };
        h->pulsed = now;
        w = work_open(on_pulsed, p);
        work_add(w, NODE, "i", h->node);
        work_add(w, PULSE_NODE, "iii", h->node, (int64_t)now, (int64_t)BELIEVED);
        work_add(w, FORGET_NODES, "");
        work_add(w, TIMES, "");
        store_do(h->store, w);
}

/* So that a server which starts with a wrong clock can notice. */
static void see_time(struct hub *h, uint64_t now)
{
        struct work *w = work_open(on_written, NULL);

        h->time_seen = now;
        work_add(w, SEE_TIME, "i", (int64_t)now);
        store_do(h->store, w);
}

/* --- what is due --- */

static void on_claimed(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *found = work_rows(w, 0);
        uint64_t until = clock_now() + LEASE;
        int again = h->claiming == 2;

        h->claiming = 0;
        for (int i = 0; i < rows_count(found) && !h->stopping; i++) {
                int64_t id = rows_number(found, i, 0);
                struct live_room *p = live_find(h, id);

                if (!p && !(p = live_load(h, id, 0)))
                        continue; /* there is no memory: somebody else will, later */
                h->claims += !p->claimed;
                p->claimed = p->due = until;
                if (p->ready)
                        live_go_on(h, p);
        }
        work_close(w);
        if (again)
                schedule_claim(h);
}

void schedule_claim(struct hub *h)
{
        int64_t now = (int64_t)clock_now(), most = h->node ? h->most_claims - h->claims : (int64_t)CLAIMS_ALONE;
        struct work *w;

        if (h->claiming)
                h->claiming = 2;
        if (h->claiming || h->stopping || most <= 0)
                return;
        h->claiming = 1;
        w = work_open(on_claimed, h);
        work_add(w, CLAIM_DUE, "iiii", h->node, now, now + (int64_t)LEASE, most);
        store_do(h->store, w);
}

static void set_due(struct hub *h, struct live_room *p, uint64_t due, enum statement how)
{
        struct work *w = work_open(on_written, NULL);

        p->due = due;
        if (due)
                work_add(w, how, "ii", p->room.id, (int64_t)due);
        else
                work_add(w, how, "in", p->room.id);
        if (due && due <= clock_now())
                cluster_notice(h, w, 'd', 0, 0);
        store_do(h->store, w);
}

static void let_go(struct hub *h, struct live_room *p)
{
        h->claims -= p->claimed > 0;
        p->claimed = 0;
}

void schedule_room(struct hub *h, struct live_room *p)
{
        uint64_t now = clock_now(), deadline = table_deadline(&p->room.table);
        int bot = table_is_for_bot(&p->room.table);

        if (p->claimed && p->claimed <= now)
                let_go(h, p);
        if (p->room.state != ROOM_PLAYING || live_is_full(p)) {
                let_go(h, p);
                if (p->due && live_is_full(p))
                        set_due(h, p, 0, SET_DUE);
        } else if (p->claimed && !bot) {
                let_go(h, p);
                set_due(h, p, deadline, SET_DUE);
        } else if (p->claimed && p->claimed < now + LEASE / 2) {
                p->claimed = now + LEASE;
                set_due(h, p, p->claimed, SET_DUE);
        } else if (h->node && bot && !p->claimed && p->ours) {
                p->ours = 0;
                set_due(h, p, now, SET_DUE);
                schedule_claim(h);
        } else if (h->node && bot && !p->claimed && now > p->changed + STUCK) {
                p->changed = now;
                set_due(h, p, now, NUDGE_DUE);
        } else if (!bot && deadline && (!p->due || deadline < p->due)) {
                set_due(h, p, deadline, SET_DUE);
        }
}

/* --- what others tell --- */

static void load_found(struct hub *h, const struct rows *tables, int was_down)
{
        for (int i = 0; i < rows_count(tables) && !h->stopping; i++)
                if (!live_find(h, rows_number(tables, i, 0)))
                        live_load(h, rows_number(tables, i, 0), was_down);
}

static void on_tables(struct work *w)
{
        struct hub *h = work_whose(w);

        load_found(h, work_rows(w, 0), !h->node);
        if (work_outcome(w) != STORE_DONE)
                log_error("tables-not-read", "why=\"%s\"", work_why(w));
        work_close(w);
}

/* Alone, all that was being played when the server stopped; else what the lobby shows. */
static void find_tables(struct hub *h)
{
        struct work *w = work_open(on_tables, h);

        if (h->node)
                work_add(w, LISTED, "i", (int64_t)4 * MAX_LISTED); /* some of which may be too many of one host */
        else
                work_add(w, LIVE_TABLES, "");
        store_do(h->store, w);
}

static void on_own(struct work *w)
{
        load_found(work_whose(w), work_rows(w, 0), 0);
        work_close(w);
}

void cluster_greet(struct hub *h, int64_t person)
{
        struct work *w = work_open(on_own, h);

        work_add(w, LIVE_OF, "i", person);
        store_do(h->store, w);
}

struct naming {
        struct hub *h;
        int64_t person;
};

static void on_renamed(struct work *w)
{
        struct naming *n = work_whose(w);
        const struct rows *person = work_rows(w, 0);

        if (work_outcome(w) == STORE_DONE)
                hub_rename(n->h, n->person, rows_count(person) ? rows_text(person, 0, 0, NULL) : "");
        free(n);
        work_close(w);
}

/* Whoever is forgotten has no name any more. */
static void find_name(struct hub *h, int64_t person)
{
        struct naming *n = malloc(sizeof *n);
        struct work *w;

        if (!n)
                return;
        *n = (struct naming){ h, person };
        w = work_open(on_renamed, n);
        work_add(w, PERSON, "i", person);
        store_do(h->store, w);
}

static void hear_of_place(struct hub *h, struct live_room *p, char kind)
{
        switch (kind) {
        case 'e':
                live_catch_up(h, p, LOG);
                break;
        case 'c':
                live_catch_up(h, p, TALK);
                break;
        case 'p':
                cluster_look(h, p);
                break;
        case 'l':
                p->finished |= p->room.state == ROOM_OVER;
                live_learn(h, p);
                break;
        }
}

static void hear_all(struct hub *h)
{
        for (struct live_room *p = h->live; p; p = p->other)
                live_catch_up(h, p, LOG | TALK);
        tell_who_is_here(h);
        if (h->wake)
                find_tables(h);
        schedule_claim(h);
}

static void on_heard(void *whose, const char *about)
{
        struct hub *h = whose;
        struct live_room *p;
        int64_t id, person;
        char kind;

        if (h->stopping)
                return;
        if (!about) {
                hear_all(h);
                return;
        }
        if (sscanf(about, "%c %" SCNd64 " %" SCNd64, &kind, &id, &person) != 3)
                return;
        p = live_find(h, id);
        if (kind == 'd')
                schedule_claim(h);
        else if (kind == 'r')
                find_name(h, person);
        else if (p && kind == 'x')
                live_gone(h, p);
        else if (p && p->ready)
                hear_of_place(h, p, kind);
        else if (p)
                p->behind |= kind == 'e' ? LOG : kind == 'c' ? TALK : 0; /* it is being loaded: maybe without this */
        else if ((kind == 'n' && h->wake && h->listed < MAX_LISTED) || (kind == 's' && person_is_here(h, person)))
                live_load(h, id, 0);
}

/* --- what others have left behind --- */

static void on_adopted(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *tables = work_rows(w, 0);

        load_found(h, tables, 0);
        if (rows_count(tables))
                h->adopted = rows_number(tables, rows_count(tables) - 1, 1);
        work_close(w);
}

/* A table whose game has not begun is dropped by whoever has it in memory, if nobody comes (hub.c); and the server that had it
 * may have died. So each server takes in every such table, once, when it is old enough to be dropped. */
static void adopt(struct hub *h, uint64_t now)
{
        struct work *w = work_open(on_adopted, h);

        h->adopting = now;
        work_add(w, WAITING_TABLES, "iii", h->adopted, (int64_t)(now - ADOPT_AGE), (int64_t)ADOPTED_AT_ONCE);
        store_do(h->store, w);
}

/* --- time --- */

static void tick_room(struct hub *h, struct live_room *p, uint64_t now, int looks)
{
        if (!p->ready)
                return;
        if (p->behind)
                live_catch_up(h, p, 0);
        if (looks && h->node && !live_is_empty(p))
                cluster_look(h, p);
        if (p->room.state == ROOM_OVER && !p->finished && now > p->changed + STUCK)
                live_finish(h, p);
        schedule_room(h, p);
}

void cluster_tick(struct hub *h, uint64_t now)
{
        int looks = h->node && now / LOOK_EVERY != (now - CLAIM_EVERY) / LOOK_EVERY;

        if (h->node && now >= h->pulsed + PULSE_EVERY)
                pulse(h, now);
        if (now >= h->time_seen + SEE_TIME_EVERY)
                see_time(h, now);
        if (h->node && h->wake && now >= h->adopting + ADOPT_EVERY)
                adopt(h, now);
        schedule_claim(h);
        for (struct live_room *p = h->live; p; p = p->other)
                tick_room(h, p, now, looks);
}

/* --- the beginning and the end --- */

void cluster_open(struct hub *h, int threads)
{
        h->time_seen = clock_now();
        if (store_is_shared(h->store)) {
                h->node = id_make();
                h->most_claims = CLAIMS_A_THREAD * threads;
                store_listen(h->store, on_heard, h);
                pulse(h, clock_now());
        }
        if (h->wake)
                find_tables(h);
}

void cluster_close(struct hub *h)
{
        struct work *w;

        if (!h->node)
                return;
        w = work_open(on_written, NULL);
        work_add(w, PULSE_NODE, "iii", h->node, (int64_t)clock_now(), (int64_t)0);
        work_add(w, FORGET_NODES, "");
        store_do(h->store, w);
}
