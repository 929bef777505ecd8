/* Several servers on one database; see hub_parts.h.
 *
 * Any of them serves any table. When one stores something, it notifies the others, which read it (live_catch_up); of two that
 * store at once, the store refuses the second, which reads and tries again. Rooms that are quiet are read now and then, since a
 * notice may be missing. Presence is stored for each server, and valid while that server's pulse goes on. Clocks and leases are in
 * server/rooms/schedule.c. */
#include "../rooms/hub_parts.h"
#include "../store/new_id.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t PULSE_EVERY = 2000, BELIEVED = 8000, LOOK_EVERY = 4000, POLL_EVERY = 10000;

static void on_written(struct work *w)
{
        if (work_outcome(w) >= STORE_FAILED)
                log_error("write-failed", "why=\"%s\"", work_why(w));
        work_close(w);
}

void cluster_notice(const struct hub *h, struct work *w, enum notice kind, int64_t id, int64_t person)
{
        char about[MAX_NOTICE + 1];

        if (!h->node)
                return;
        snprintf(about, sizeof about, "%c %" PRId64 " %" PRId64, kind, id, person);
        work_notice(w, about);
}

/* --- who leads through a finished game --- */

void cluster_lead(struct hub *h, const struct live_room *live)
{
        const struct lead *lead = &live->room.lead;
        char about[MAX_NOTICE + 1];
        struct work *w;

        if (!h->node || h->stopping)
                return;
        w = work_open(on_written, NULL);
        snprintf(about, sizeof about, "%c %" PRId64 " %" PRId64 " %" PRIu64 " %s", NOTICE_LEAD, live->room.id,
                 lead->seat ? live->room.chair[lead->seat - 1].person : 0, lead->ply, lead->line);
        work_notice(w, about);
        store_do(h->store, w);
}

static int leads_from_here(const struct room *r)
{
        const struct subscriber *g;

        LIST_FOREACH (g, &r->subscribers, in_room)
                if (r->lead.seat && room_seat(r, g->person) == r->lead.seat - 1)
                        return 1;
        return 0;
}

static void hear_lead(struct hub *h, struct live_room *live, const char *about, int64_t person)
{
        struct lead lead = { .seat = room_seat(&live->room, person) + 1, .at = live_now(live) };
        int line = 0;

        if (live->room.state != ROOM_OVER || sscanf(about, "%*c %*d %*d %" SCNu64 " %n", &lead.ply, &line) != 1)
                return;
        snprintf(lead.line, sizeof lead.line, "%s", line ? about + line : "");
        live->room.lead = lead;
        live->room.info_changes++;
        live_wake(h, live);
}

/* --- presence and pulse --- */

void cluster_presence(struct hub *h, struct live_room *live, int64_t person)
{
        const struct subscriber *g;
        struct work *w;
        int64_t lines = 0;

        if (!h->node || h->stopping)
                return;
        LIST_FOREACH (g, &live->room.subscribers, in_room)
                lines += g->person == person;
        w = work_open(on_written, NULL);
        work_add(w, SET_PRESENCE, "iiii", h->node, live->room.id, person, lines);
        cluster_notice(h, w, NOTICE_PRESENCE, live->room.id, 0);
        store_do(h->store, w);
}

/* People at no table are at table 0. */
void cluster_person(struct hub *h, int64_t person)
{
        struct client *client;
        struct work *w;
        int64_t lines = 0;

        if (!h->node || !h->wake || h->stopping)
                return;
        LIST_FOREACH (client, clients_of(h, person), of_person)
                lines += client->subscriber.person == person;
        w = work_open(on_written, NULL);
        work_add(w, SET_PRESENCE, "iiii", h->node, (int64_t)0, person, lines);
        store_do(h->store, w);
}

/* Some rows, of which this column is the person, and the next one the connections. */
static void read_presence(struct live_room *live, const struct rows *found, int first, int count, int column)
{
        struct elsewhere *list = count ? calloc((size_t)count, sizeof *list) : NULL;

        for (int i = 0; list && i < count; i++)
                list[i] =
                        (struct elsewhere){ rows_number(found, first + i, column), (int)rows_number(found, first + i, column + 1) };
        if (!live_is_empty(live))
                live->empty_since = clock_now(); /* if those leave now who were on other servers */
        if (room_elsewhere(&live->room, list, list ? count : 0, live_now(live)) && live_is_ready(live)) {
                live_wake(live->hub, live);
                if (leads_from_here(&live->room))
                        cluster_lead(live->hub, live); /* for new arrivals on other servers */
        }
        free(list);
}

void cluster_read_presence(struct live_room *live, const struct rows *found)
{
        read_presence(live, found, 0, rows_count(found), 0);
}

static void on_looked(struct work *w)
{
        struct live_room *live = work_whose(w);

        live->works--;
        if (work_outcome(w) == STORE_DONE)
                cluster_read_presence(live, work_rows(w, 0));
        work_close(w);
}

void cluster_look(struct hub *h, struct live_room *live)
{
        struct work *w;

        if (!h->node)
                return;
        w = work_open(on_looked, live);
        live->works++;
        work_add(w, PRESENCE, "ii", live->room.id, h->node);
        store_do(h->store, w);
}

/* The first row of this table, or of one after it. */
static int first_row(const struct rows *found, int64_t table)
{
        int low = 0, high = rows_count(found);

        while (low < high) {
                int middle = low + (high - low) / 2;

                if (rows_number(found, middle, 0) < table)
                        low = middle + 1;
                else
                        high = middle;
        }
        return low;
}

static void on_looked_at_all(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *found = work_rows(w, 0);
        struct live_room *live;

        h->reading_presence = 0;
        LIST_FOREACH (live, &h->rooms, in_hub) {
                int first = first_row(found, live->room.id), end = first;

                while (end < rows_count(found) && rows_number(found, end, 0) == live->room.id)
                        end++;
                if (work_outcome(w) == STORE_DONE && live_is_ready(live))
                        read_presence(live, found, first, end - first, 1);
        }
        work_close(w);
}

/* All rooms at once: a server has many. */
static void look_at_all(struct hub *h)
{
        struct work *w = work_open(on_looked_at_all, h);

        h->reading_presence = 1;
        work_add(w, ALL_PRESENCE, "i", h->node);
        store_do(h->store, w);
}

static void tell_who_is_here(struct hub *h)
{
        struct live_room *live;
        const struct subscriber *g;

        LIST_FOREACH (live, &h->rooms, in_hub)
                LIST_FOREACH (g, &live->room.subscribers, in_room)
                        cluster_presence(h, live, g->person);
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i])
                        cluster_person(h, h->slot[i]->subscriber.person);
}

struct pulse {
        struct hub *h;
        uint64_t asked; /* when the database's clock was queried */
};

/* The others have deleted a server whose pulse had stopped, with its presence: stores that again. */
static void on_pulsed(struct work *w)
{
        struct pulse *pulse = work_whose(w);

        if (work_outcome(w) == STORE_DONE) {
                clock_hear(rows_number(work_rows(w, work_size(w) - 1), 0, 1), pulse->asked);
                if (!rows_count(work_rows(w, 0)))
                        tell_who_is_here(pulse->h);
        }
        free(pulse);
        on_written(w);
}

static void pulse(struct hub *h, uint64_t now)
{
        struct pulse *sent = malloc(sizeof *sent);
        struct work *w;

        if (!sent)
                return; /* the next pulse comes soon */
        *sent = (struct pulse){ h, clock_monotonic() };
        h->pulsed = now;
        w = work_open(on_pulsed, sent);
        work_add(w, NODE, "i", h->node);
        work_add(w, PULSE_NODE, "iii", h->node, (int64_t)now, (int64_t)BELIEVED);
        work_add(w, FORGET_NODES, "");
        work_add(w, TIMES, "");
        store_do(h->store, w);
}

/* --- notices of other servers --- */

struct naming {
        struct hub *h;
        int64_t person;
};

static void on_renamed(struct work *w)
{
        struct naming *n = work_whose(w);
        const struct rows *person = work_rows(w, 0);

        if (work_outcome(w) == STORE_DONE)
                hub_rename(n->h, n->person, rows_count(person) ? rows_text(person, 0, PERSON_NAME, NULL) : "");
        free(n);
        work_close(w);
}

/* A deleted person has no name. */
void person_changed(struct hub *h, int64_t person)
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

/* Handles a notice about a room in memory. */
static void hear_of_room(struct hub *h, struct live_room *live, enum notice kind)
{
        switch (kind) {
        case NOTICE_ENTRY:
                live_catch_up(h, live, LOG);
                break;
        case NOTICE_CHAT:
                live_catch_up(h, live, TALK);
                break;
        case NOTICE_PRESENCE:
                if (live_is_ready(live))
                        cluster_look(h, live);
                break;
        case NOTICE_RATINGS:
                live->finished |= live->room.state == ROOM_OVER;
                if (live_is_ready(live))
                        live_learn(h, live);
                break;
        case NOTICE_GONE:
                live_gone(h, live);
                break;
        default:
                break;
        }
}

/* Notices may have been missed. */
static void hear_all(struct hub *h)
{
        struct live_room *live;

        LIST_FOREACH (live, &h->rooms, in_hub)
                live_catch_up(h, live, LOG | TALK);
        tell_who_is_here(h);
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i])
                        friends_read(h, h->slot[i]->subscriber.person);
        if (h->wake)
                tables_load(h);
        schedule_claim(h);
}

static void on_notice(void *whose, const char *about)
{
        struct hub *h = whose;
        struct live_room *live;
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
        live = live_find(h, id);
        if (kind == NOTICE_DUE)
                schedule_claim(h);
        else if (kind == NOTICE_PERSON)
                person_changed(h, person);
        else if (kind == NOTICE_FRIENDS)
                friends_read(h, person);
        else if (kind == NOTICE_LEAD && live)
                hear_lead(h, live, about, person);
        else if (live)
                hear_of_room(h, live, (enum notice)kind);
        else if ((kind == NOTICE_NEW && h->wake && h->listed < MAX_LISTED) || (kind == NOTICE_SEAT && person_is_here(h, person)))
                live_load(h, id, 0);
}

/* --- ticks --- */

/* Somebody looks at a room of which nothing was heard for some time. A notice may be missing: a server that dies after a commit
 * sends none. */
static int is_quiet(const struct live_room *live, uint64_t now)
{
        return live->state == LIVE_IDLE && !LIST_EMPTY(&live->room.subscribers) && now >= live->changed + POLL_EVERY &&
               now >= live->caught_up + POLL_EVERY;
}

void cluster_tick(struct hub *h, uint64_t now)
{
        struct live_room *live;

        if (!h->node)
                return;
        if (now >= h->pulsed + PULSE_EVERY)
                pulse(h, now);
        if (now >= h->presence_read + LOOK_EVERY && !h->reading_presence) {
                h->presence_read = now;
                look_at_all(h);
        }
        LIST_FOREACH (live, &h->rooms, in_hub)
                if (live->state == LIVE_BEHIND)
                        live_catch_up(h, live, 0);
                else if (is_quiet(live, now))
                        live_catch_up(h, live, LOG | TALK);
}

/* --- opening and closing --- */

void cluster_open(struct hub *h)
{
        if (!store_is_shared(h->store))
                return;
        h->node = id_make();
        store_listen(h->store, on_notice, h);
        pulse(h, clock_now());
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
