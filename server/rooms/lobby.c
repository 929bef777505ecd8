/* The lists of tables: the lobby's, and each person's own; see hub_parts.h. */
#include "hub_parts.h"

#include <string.h>

enum {
        MAX_NEWS = 16, /* changed tables in one update */
        MAX_ANSWERS = 1 << 16,
        NEWS_AT_ONCE = 64,
        LISTED_OF_ONE = 4 /* of one host */
};

static int has_people(const struct room *r)
{
        for (int s = 0; s < r->players; s++)
                if (r->chair[s].person || r->chair[s].reserved_for)
                        return 1;
        return 0;
}

/* A table at which nobody sits is not listed, nor a game that nobody is at. */
static int is_for_all(const struct live_room *live)
{
        const struct room *r = &live->room;

        return live_is_ready(live) && r->is_public && r->state < ROOM_OVER && has_people(r) &&
               (r->state == ROOM_OPEN || !live_is_empty(live));
}

static int is_newer(const struct live_room *live, const struct live_room *other)
{
        return live->room.made != other->room.made ? live->room.made > other->room.made : live->room.id > other->room.id;
}

/* Only the newest few of each host, so that nobody can fill the lobby. */
int is_listed(const struct live_room *live)
{
        int newer = 0;

        if (!is_for_all(live))
                return 0;
        for (struct membership *t = next_membership(live->hub, live->room.host, NULL, 1); t;
             t = next_membership(live->hub, live->room.host, t, 1))
                newer += is_newer(t->live, live) && is_for_all(t->live);
        return newer < LISTED_OF_ONE;
}

/* The lobby as a client sees it. */
struct viewing {
        struct hub *h;
        const struct subscriber *g;
        const struct circle *before; /* for changes of its circle; or NULL */
};

/* Whether a table is kept from somebody; whether it was, when the lobby was last told of it. */
static int is_hidden(const struct live_room *live, const struct subscriber *g)
{
        return room_is_hidden(&live->room, &g->circle, g->person);
}

static int was_hidden(const struct live_room *live, const struct circle *c, int64_t person)
{
        return circle_hides(c, person, live->shown_with, MEMBERSHIPS);
}

/* The whole list, tables that wait for players first. */
static void write_lobby(struct json *j, const void *what)
{
        const struct viewing *v = what;
        const struct hub *h = v->h;
        const struct live_room *live;
        int n = 0;

        json_text(j, "{\"t\":\"lobby\",\"whole\":true,\"tables\":[");
        for (int begun = 0; begun < 2; begun++)
                LIST_FOREACH (live, &h->rooms, in_hub)
                        if (n < MAX_LISTED && is_listed(live) && !is_hidden(live, v->g) &&
                            (live->room.state != ROOM_OPEN) == begun) {
                                json_text(j, n++ ? "," : "");
                                room_write(j, &live->room);
                        }
        json_text(j, "],\"gone\":[]}");
}

static void remember(struct live_room *live)
{
        for (int i = 0; i < MEMBERSHIPS; i++)
                live->shown_with[i] = live->member[i].person;
}

void lobby_tell(struct hub *h, const struct client *client, struct outbox *o)
{
        struct live_room *live;

        outbox_add(o, write_lobby, &(struct viewing){ h, &client->subscriber, NULL });
        LIST_FOREACH (live, &h->rooms, in_hub)
                if (is_listed(live) && !live->in_lobby) {
                        live->in_lobby = 1;
                        remember(live);
                }
}

static void write_gone(struct json *j, int64_t table, int *n)
{
        char id[ID_TEXT + 1];

        id_print(table, id);
        json_text(j, (*n)++ ? "," : "");
        json_string(j, id);
}

/* What has changed since the last update; the rest goes into the next one. */
static void write_news(struct json *j, const void *what)
{
        const struct hub *h = what;
        const struct live_room *live;
        int n = 0, gone = 0;

        json_text(j, "{\"t\":\"lobby\",\"tables\":[");
        LIST_FOREACH (live, &h->rooms, in_hub)
                if (live->is_news) {
                        json_text(j, n++ ? "," : "");
                        room_write(j, &live->room);
                }
        json_text(j, "],\"gone\":[");
        for (int i = 0; i < h->gone_count; i++)
                write_gone(j, h->gone[i].table, &gone);
        json_text(j, "]}");
}

/* How a table changes for one client: it appears or is different, it goes, or nothing is to be seen. */
enum sight { UNSEEN, SEEN, VANISHED };

static enum sight sight_of(const struct live_room *live, const struct viewing *v)
{
        int before = was_hidden(live, v->before ? v->before : &v->g->circle, v->g->person), now = is_hidden(live, v->g);

        if (v->before ? !live->in_lobby || before == now : !live->is_news || (now && (before || !live->in_lobby)))
                return UNSEEN;
        return now ? VANISHED : SEEN;
}

/* What has changed, for a client from whom some tables are kept: what it would be sent if they were not there. */
static void write_own_news(struct json *j, const void *what)
{
        const struct viewing *v = what;
        const struct live_room *live;
        int n = 0, gone = 0;

        json_text(j, "{\"t\":\"lobby\",\"tables\":[");
        LIST_FOREACH (live, &v->h->rooms, in_hub)
                if (sight_of(live, v) == SEEN) {
                        json_text(j, n++ ? "," : "");
                        room_write(j, &live->room);
                }
        json_text(j, "],\"gone\":[");
        LIST_FOREACH (live, &v->h->rooms, in_hub)
                if (sight_of(live, v) == VANISHED)
                        write_gone(j, live->room.id, &gone);
        for (int i = 0; i < v->h->gone_count && !v->before; i++)
                if (!circle_hides(&v->g->circle, v->g->person, v->h->gone[i].with, MEMBERSHIPS))
                        write_gone(j, v->h->gone[i].table, &gone);
        json_text(j, "]}");
}

static int has_own_news(const struct viewing *v)
{
        const struct live_room *live;

        LIST_FOREACH (live, &v->h->rooms, in_hub)
                if (sight_of(live, v) != UNSEEN)
                        return 1;
        for (int i = 0; i < v->h->gone_count && !v->before; i++)
                if (!circle_hides(&v->g->circle, v->g->person, v->h->gone[i].with, MEMBERSHIPS))
                        return 1;
        return 0;
}

static void tell_own_news(struct hub *h, struct client *client, const struct circle *before)
{
        struct viewing v = { h, &client->subscriber, before };

        if (!has_own_news(&v))
                return;
        if (client->answers.size > MAX_ANSWERS)
                client->in_lobby = LOBBY_NOT_TOLD;
        else
                outbox_add(&client->answers, write_own_news, &v);
        h->wake(client);
}

void lobby_circle_changed(struct hub *h, struct client *client, const struct circle *before)
{
        if (client->in_lobby != IN_LOBBY)
                return;
        if (h->news.size)
                client->in_lobby = LOBBY_NOT_TOLD; /* it may have got only a part of what is being sent */
        else
                tell_own_news(h, client, before);
}

void lobby_gone(struct hub *h, struct live_room *live)
{
        struct gone *gone = &h->gone[h->gone_count];

        if (!live->in_lobby || h->gone_count == MAX_GONE)
                return;
        h->gone_count++;
        gone->table = live->room.id;
        memcpy(gone->with, live->shown_with, sizeof gone->with);
        live->in_lobby = 0;
        live->lobby_version = 0; /* it is news when it is loaded again */
}

/* Sends the update to a batch of clients at a time, so that commands need not wait until all have it. */
void lobby_spread_news(struct hub *h)
{
        uint32_t to = h->news_to + NEWS_AT_ONCE;

        for (; h->news_to < to && h->news_to < h->slots; h->news_to++) {
                struct client *client = h->slot[h->news_to];

                if (!client || client->in_lobby != IN_LOBBY || client->subscriber.circle.blocked)
                        continue;
                if (client->answers.size > MAX_ANSWERS)
                        client->in_lobby = LOBBY_NOT_TOLD;
                else
                        outbox_append(&client->answers, &h->news);
                h->wake(client);
        }
        if (h->news_to >= h->slots)
                outbox_clear(&h->news);
}

void lobby_make_news(struct hub *h)
{
        struct live_room *live;
        int changed = 0;

        h->listed = 0;
        LIST_FOREACH (live, &h->rooms, in_hub) {
                live->is_news = is_listed(live) && live->lobby_version != live->room.info_changes && changed < MAX_NEWS;
                changed += live->is_news;
                h->listed += is_listed(live);
                if (!is_listed(live))
                        lobby_gone(h, live);
        }
        if (!changed && !h->gone_count)
                return;
        outbox_add(&h->news, write_news, h);
        h->news_to = 0;
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i] && h->slot[i]->in_lobby == IN_LOBBY && h->slot[i]->subscriber.circle.blocked)
                        tell_own_news(h, h->slot[i], NULL);
        LIST_FOREACH (live, &h->rooms, in_hub)
                if (live->is_news) {
                        live->lobby_version = live->room.info_changes;
                        live->in_lobby = 1;
                        remember(live);
                }
        h->gone_count = 0;
}

static void write_own(struct json *j, const struct live_room *live, int64_t person)
{
        const struct room *r = &live->room;
        uint64_t deadline = r->state == ROOM_PLAYING ? room_deadline(r) : 0, now = live_now(live);

        json_text(j, "{\"table\":");
        json_string(j, r->name);
        json_text(j, ",\"game\":");
        json_string(j, r->game->name);
        json_text(j, ",\"state\":");
        json_string(j, r->state == ROOM_OPEN ? "open" : "playing");
        json_text(j, ",\"turn\":");
        json_bool(j, r->state == ROOM_PLAYING && table_deciding(&r->table) == room_seat(r, person));
        if (room_seat(r, person) >= 0 && room_calls(r, room_seat(r, person)))
                json_text(j, ",\"called\":true");
        if (deadline) {
                json_text(j, ",\"left\":");
                json_number(j, deadline > now ? deadline - now : 0, 0, UINT64_MAX);
        }
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
        int64_t person = o->client->subscriber.person;
        int n = 0;

        json_text(j, "{\"t\":\"mine\",\"tables\":[");
        for (struct membership *t = next_membership(o->h, person, NULL, 0); t; t = next_membership(o->h, person, t, 0))
                if (live_is_ready(t->live) && t->live->room.state < ROOM_OVER) {
                        json_text(j, n++ ? "," : "");
                        write_own(j, t->live, person);
                }
        json_text(j, "]}");
}
