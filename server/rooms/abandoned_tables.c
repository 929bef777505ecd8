/* Deletes abandoned tables; see hub_parts.h.
 *
 * Abandoned are unfinished games, and games of one guest against bots, with no new entry for so many days. Finished games between
 * people are kept, and those of people with a login. Every server that serves clients scans all tables, a batch at a time, and
 * checks each again in the transaction that deletes it (as idle_guests.c does). The entries of a long log are deleted first, in
 * batches, so that no game has to wait for it. */
#include "hub_parts.h"

#include <stdlib.h>

enum { AT_ONCE = 200, USUAL_DAYS = 60 };

static const uint64_t EVERY = 60000;

struct deletion {
        struct hub *h;
        int64_t table, before;
};

static void delete_some(struct deletion *d);

static void on_deleted(struct work *w)
{
        struct deletion *d = work_whose(w);

        if (work_outcome(w) == STORE_DONE)
                d->h->figures.deleted++;
        free(d);
        work_close(w);
}

static void delete_all(struct deletion *d)
{
        struct work *w = work_open(on_deleted, d);

        work_add(w, ABANDONED_TABLE, "ii", d->table, d->before);
        work_add(w, DROP_TABLE, "i", d->table);
        cluster_notice(d->h, w, NOTICE_GONE, d->table, 0);
        store_do(d->h->store, w);
}

static void on_trimmed(struct work *w)
{
        struct deletion *d = work_whose(w);
        int more = rows_count(work_rows(w, work_size(w) - 1)) > 0;

        if (work_outcome(w) != STORE_DONE || d->h->stopping) {
                free(d); /* the next scan tries again */
        } else if (more) {
                delete_some(d);
        } else {
                delete_all(d);
        }
        work_close(w);
}

static void delete_some(struct deletion *d)
{
        struct work *w = work_open(on_trimmed, d);

        work_add(w, ABANDONED_TABLE, "ii", d->table, d->before);
        work_add(w, TRIM_ENTRIES, "i", d->table);
        store_do(d->h->store, w);
}

static void delete_table(struct hub *h, int64_t table)
{
        struct deletion *d = malloc(sizeof *d);

        if (!d)
                return; /* the next scan tries again */
        *d = (struct deletion){ h, table, h->abandoned_before };
        delete_some(d);
}

static void on_scanned(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *tables = work_rows(w, 0);
        int count = rows_count(tables);

        for (int i = 0; i < count; i++)
                if (rows_number(tables, i, 1) && !live_find(h, rows_number(tables, i, 0)) && clock_is_right() && !h->stopping)
                        delete_table(h, rows_number(tables, i, 0));
        h->table_cursor = count == AT_ONCE ? rows_number(tables, count - 1, 0) : 0;
        work_close(w);
}

void abandoned_tables_tick(struct hub *h, uint64_t now)
{
        uint64_t days = h->keep_days > 0 ? (uint64_t)h->keep_days : USUAL_DAYS;
        struct work *w;

        if (!h->wake || h->keep_days == KEEP_ALWAYS || now < h->tables_scanned + EVERY || !clock_is_right())
                return;
        h->tables_scanned = now;
        h->abandoned_before = (int64_t)(now - days * DAY);
        w = work_open(on_scanned, h);
        work_add(w, ABANDONED_TABLES, "iii", h->table_cursor, h->abandoned_before, (int64_t)AT_ONCE);
        store_do(h->store, w);
}
