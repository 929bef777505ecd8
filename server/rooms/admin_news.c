/* Follows what administrators do; see hub_parts.h.
 *
 * `serai admin` and the page write to the database, perhaps beside another server or beside none. Each server reads the log of
 * administrators every second, and does what is new in it: it looks at people and tables again, and at the settings of the site.
 * The lines are numbered in the order of the commits, so that none is missed. */
#include "hub_parts.h"

#include <string.h>

static const uint64_t ANNOUNCED_FOR = 3600000;

static void wake_all(struct hub *h)
{
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i])
                        h->wake(h->slot[i]);
}

static void on_site(struct work *w)
{
        struct hub *h = work_whose(w);
        uint64_t announced = h->site.announced;

        if (work_outcome(w) == STORE_DONE) {
                site_read(&h->site, work_rows(w, 0));
                if (work_size(w) > 1)
                        h->admin_log_end = rows_number(work_rows(w, 1), 0, 0);
                if (announced != h->site.announced)
                        wake_all(h);
        }
        work_close(w);
}

static void take(struct hub *h, const struct rows *r, int row)
{
        struct live_room *live = live_find(h, rows_number(r, row, NEWS_TABLE));

        if (!rows_is_null(r, row, NEWS_PERSON))
                person_changed(h, rows_number(r, row, NEWS_PERSON));
        if (live)
                live_gone(h, live);
        h->admin_log_end = rows_number(r, row, NEWS_N);
}

static void on_news(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *r = work_rows(w, 0);
        struct work *site;

        h->reading_admin_log = 0;
        for (int row = 0; row < rows_count(r) && !h->stopping; row++)
                take(h, r, row);
        if (rows_count(r) && !h->stopping) {
                site = work_open(on_site, h);
                work_add(site, SITE, "");
                store_do(h->store, site);
        }
        work_close(w);
}

void hub_read_admin_log(struct hub *h)
{
        struct work *w;

        if (h->reading_admin_log)
                return;
        h->reading_admin_log = 1;
        w = work_open(on_news, h);
        work_add(w, ADMIN_LOG_SINCE, "i", h->admin_log_end);
        store_do(h->store, w);
}

/* Read before anybody can ask for something that it forbids: the store starts works in their order. */
void admin_news_open(struct hub *h)
{
        struct work *w = work_open(on_site, h);

        work_add(w, SITE, "");
        work_add(w, ADMIN_LOG_END, "");
        store_do(h->store, w);
}

static void write_announcement(struct json *j, const void *site)
{
        const struct site *s = site;

        json_text(j, "{\"t\":\"announcement\",\"at\":");
        json_number(j, s->announced, 0, UINT64_MAX);
        json_text(j, ",\"words\":\"");
        json_text(j, s->announcement);
        json_text(j, "\"}");
}

void admin_news_tell(const struct hub *h, struct client *client, struct outbox *o)
{
        if (client->announced == h->site.announced)
                return;
        client->announced = h->site.announced;
        if (clock_now() < h->site.announced + ANNOUNCED_FOR)
                outbox_add(o, write_announcement, &h->site);
}
