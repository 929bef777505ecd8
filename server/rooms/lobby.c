/* Which tables there are: for everybody who looks at the lobby, and for each person their own; see live_room.h. */
#include "live_room.h"

enum {
        MAX_NEWS = 16, /* tables that are told as changed, at once */
        MAX_ANSWERS = 1 << 16,
        NEWS_AT_ONCE = 64,
        LISTED_OF_ONE = 4 /* tables of one host */
};

/* What nobody looks at any more is not shown. */
static int is_for_all(const struct live_room *p)
{
        return p->ready && p->room.is_public && (p->room.state == ROOM_OPEN || (p->room.state < ROOM_OVER && !live_is_empty(p)));
}

static int is_newer(const struct live_room *p, const struct live_room *other)
{
        return p->room.made != other->room.made ? p->room.made > other->room.made : p->room.id > other->room.id;
}

/* Of each host the newest few, so that nobody can fill the lobby. */
int is_listed(const struct live_room *p)
{
        int newer = 0;

        if (!is_for_all(p))
                return 0;
        for (struct membership *t = next_membership(p->hub, p->room.host, NULL, 1); t;
             t = next_membership(p->hub, p->room.host, t, 1))
                newer += is_newer(t->live, p) && is_for_all(t->live);
        return newer < LISTED_OF_ONE;
}

/* All the tables of the lobby, those first that wait for somebody. */
static void write_lobby(struct json *j, const void *what)
{
        const struct hub *h = what;
        int n = 0;

        json_text(j, "{\"t\":\"lobby\",\"whole\":true,\"tables\":[");
        for (int begun = 0; begun < 2; begun++)
                for (const struct live_room *p = h->live; p && n < MAX_LISTED; p = p->other)
                        if (is_listed(p) && (p->room.state != ROOM_OPEN) == begun) {
                                json_text(j, n++ ? "," : "");
                                room_write(j, &p->room);
                        }
        json_text(j, "],\"gone\":[]}");
}

void lobby_tell(struct hub *h, struct outbox *o)
{
        outbox_add(o, write_lobby, h);
        for (struct live_room *p = h->live; p; p = p->other)
                p->in_list |= is_listed(p);
}

/* What has changed in it since it was told last; what is too much now is told the next time. */
static void write_news(struct json *j, const void *what)
{
        const struct hub *h = what;
        int n = 0;

        json_text(j, "{\"t\":\"lobby\",\"tables\":[");
        for (const struct live_room *p = h->live; p; p = p->other)
                if (p->is_news) {
                        json_text(j, n++ ? "," : "");
                        room_write(j, &p->room);
                }
        json_text(j, "],\"gone\":[");
        for (int i = 0; i < h->gone_count; i++) {
                char id[ID_TEXT + 1];

                id_print(h->gone[i], id);
                json_text(j, i ? "," : "");
                json_string(j, id);
        }
        json_text(j, "]}");
}

/* Some of those who look at the lobby are told the news, so that nobody who plays has to wait until all are. */
void lobby_spread_news(struct hub *h)
{
        uint32_t to = h->news_to + NEWS_AT_ONCE;

        for (; h->news_to < to && h->news_to < h->slots; h->news_to++) {
                struct client *v = h->slot[h->news_to];

                if (!v || v->in_lobby != 1)
                        continue;
                if (v->answers.size > MAX_ANSWERS)
                        v->in_lobby = 2;
                else
                        outbox_append(&v->answers, &h->news);
                h->wake(v);
        }
        if (h->news_to >= h->slots)
                outbox_clear(&h->news);
}

void lobby_make_news(struct hub *h)
{
        int changed = 0;

        h->listed = 0;
        for (struct live_room *p = h->live; p; p = p->other) {
                p->is_news = is_listed(p) && p->listed != p->room.info_changes && changed < MAX_NEWS;
                changed += p->is_news;
                h->listed += is_listed(p);
                if (p->in_list && !is_listed(p) && h->gone_count < MAX_GONE) {
                        h->gone[h->gone_count++] = p->room.id;
                        p->in_list = 0;
                        p->listed = 0; /* it is news when it comes back */
                }
        }
        if (!changed && !h->gone_count)
                return;
        outbox_add(&h->news, write_news, h);
        h->news_to = 0;
        for (struct live_room *p = h->live; p; p = p->other)
                if (p->is_news) {
                        p->listed = p->room.info_changes;
                        p->in_list = 1;
                }
        h->gone_count = 0;
}

static void write_own(struct json *j, const struct room *r, int64_t person)
{
        json_text(j, "{\"table\":");
        json_string(j, r->name);
        json_text(j, ",\"game\":");
        json_string(j, r->game->name);
        json_text(j, ",\"state\":");
        json_string(j, r->state == ROOM_OPEN ? "open" : "playing");
        json_text(j, ",\"turn\":");
        json_bool(j, r->state == ROOM_PLAYING && table_deciding(&r->table) == room_seat(r, person));
        json_text(j, ",\"names\":[");
        for (int s = 0; s < r->players; s++) {
                json_text(j, s ? "," : "");
                json_string(j, r->chair[s].name);
        }
        json_text(j, "]}");
}

void write_mine(struct json *j, const void *what)
{
        const struct owning *o = what;
        int64_t person = o->v->subscriber.person;
        int n = 0;

        json_text(j, "{\"t\":\"mine\",\"tables\":[");
        for (struct membership *t = next_membership(o->h, person, NULL, 0); t; t = next_membership(o->h, person, t, 0))
                if (t->live->ready && t->live->room.state < ROOM_OVER) {
                        json_text(j, n++ ? "," : "");
                        write_own(j, &t->live->room, person);
                }
        json_text(j, "]}");
}
