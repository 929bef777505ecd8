/* Loads the tables that have to be in memory; see hub_parts.h. */
#include "hub_parts.h"

static const uint64_t ORPHANS_EVERY = 60000, ORPHAN_AGE = 600000;

enum { ORPHANS_AT_ONCE = 100 };

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
                log_error("tables-not-loaded", "why=\"%s\"", work_why(w));
        work_close(w);
}

/* A single server loads all games in progress; one of a cluster, the lobby's tables. */
void tables_load(struct hub *h)
{
        struct work *w = work_open(on_tables, h);

        if (h->node)
                work_add(w, LISTED, "i", (int64_t)4 * MAX_LISTED); /* more than are listed, as there may be too many of one host */
        else
                work_add(w, LIVE_TABLES, "");
        store_do(h->store, w);
}

static void on_own(struct work *w)
{
        load_found(work_whose(w), work_rows(w, 0), 0);
        work_close(w);
}

void tables_load_of(struct hub *h, int64_t person)
{
        struct work *w = work_open(on_own, h);

        work_add(w, LIVE_OF, "i", person);
        store_do(h->store, w);
}

static void on_orphaned(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *tables = work_rows(w, 0);

        load_found(h, tables, 0);
        if (rows_count(tables))
                h->orphan_cursor = rows_number(tables, rows_count(tables) - 1, 1);
        work_close(w);
}

/* A table whose game has not begun is deleted by the server that has it in memory, if nobody comes (hub.c); but that server may
 * have died. So each server loads every such table once, when it is old enough to be deleted. */
void tables_load_orphaned(struct hub *h, uint64_t now)
{
        struct work *w;

        if (!h->node || !h->wake || now < h->orphans_scanned + ORPHANS_EVERY)
                return;
        w = work_open(on_orphaned, h);

        h->orphans_scanned = now;
        work_add(w, WAITING_TABLES, "iii", h->orphan_cursor, (int64_t)(now - ORPHAN_AGE), (int64_t)ORPHANS_AT_ONCE);
        store_do(h->store, w);
}
