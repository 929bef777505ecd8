/* Deletes guests who have not come back; see hub_parts.h.
 *
 * Every server that serves clients scans all people, a batch at a time. Each idle guest is checked again in the transaction that
 * deletes them, the same as when somebody deletes their account (api.c): so only one of several servers does it, and none if the
 * guest has come back meanwhile.
 *
 * Nobody who is connected is deleted: their sessions are marked as used while they have a connection to any server. Nor is anybody
 * while the clock is in doubt (clock.h). */
#include "../rooms/hub_parts.h"

#include <stdlib.h>

enum { AT_ONCE = 200, SEEN_AT_ONCE = 2000 };

/* People who played are kept for longer than their cookie lasts (people.c). */
static const uint64_t EVERY = 60000, SEE_EVERY = DAY / 2, DAYS = 30, DAYS_OF_PLAYERS = 400;

struct parting {
        struct hub *h;
        int64_t person;
};

static void on_forgotten(struct work *w)
{
        struct parting *p = work_whose(w);

        if (work_outcome(w) == STORE_DONE)
                hub_rename(p->h, p->person, "");
        free(p);
        work_close(w);
}

static void forget(struct hub *h, int64_t person, uint64_t now)
{
        struct parting *p = malloc(sizeof *p);
        struct work *w;

        if (!p)
                return; /* the next scan tries again */
        *p = (struct parting){ h, person };
        w = work_open(on_forgotten, p);
        work_add(w, IDLE_GUEST, "iii", person, (int64_t)(now - DAYS * DAY), (int64_t)(now - DAYS_OF_PLAYERS * DAY));
        work_add(w, FORGET_PERSON, "i", person);
        hub_notice_person(h, w, person);
        store_do(h->store, w);
}

static void on_scanned(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *people = work_rows(w, 0);
        int count = rows_count(people);

        for (int i = 0; i < count; i++)
                if (rows_number(people, i, 1) && !person_is_here(h, rows_number(people, i, 0)) && clock_is_right())
                        forget(h, rows_number(people, i, 0), h->guests_scanned);
        h->guest_cursor = count == AT_ONCE ? rows_number(people, count - 1, 0) : 0;
        work_close(w);
}

/* Marks connected people as seen: a connection may last for days without using its session. */
static void see_who_is_here(struct hub *h, uint64_t now)
{
        struct work *w = work_open(work_close, NULL);

        for (int i = 0; i < SEEN_AT_ONCE && h->seen_to < h->slots; i++, h->seen_to++) {
                struct client *v = h->slot[h->seen_to];

                if (!v || now < v->seen + SEE_EVERY)
                        continue;
                v->seen = now;
                work_add(w, SEE_PERSON, "iii", v->subscriber.person, (int64_t)now, (int64_t)(now - DAY));
        }
        if (h->seen_to >= h->slots)
                h->seen_to = 0;
        if (work_size(w))
                store_do(h->store, w);
        else
                work_close(w);
}

void idle_guests_tick(struct hub *h, uint64_t now)
{
        struct work *w;

        if (!h->wake || now < h->guests_scanned + EVERY)
                return;
        h->guests_scanned = now;
        see_who_is_here(h, now);
        if (!clock_is_right())
                return;
        w = work_open(on_scanned, h);
        work_add(w, IDLE_GUESTS, "iiii", h->guest_cursor, (int64_t)(now - DAYS * DAY), (int64_t)(now - DAYS_OF_PLAYERS * DAY),
                 (int64_t)AT_ONCE);
        store_do(h->store, w);
}
