/* What a connected person has to know of others: whom they block, and who invites them; see hub_parts.h.
 *
 * It is read when they connect, and again when it changes; with several servers, at every one of them. Until it is known, nobody
 * is let in to a table, or told of any. */
#include "../rooms/hub_parts.h"

#include <stdlib.h>
#include <string.h>

enum { READ_AGAIN = 2000 };

static const uint64_t INVITED_FOR = DAY;

struct acquaintance {
        struct hub *h;
        int64_t person;
};

/* The rows of INVITATIONS_OF, as an event. */
static void write_invitations(struct json *j, const void *what)
{
        static const char *const KINDS[] = { [REQUEST] = "request", [CHALLENGE] = "challenge", [INVITATION] = "invitation" };
        const struct rows *r = what;
        char id[ID_TEXT + 1];

        json_text(j, "{\"t\":\"invitations\",\"invitations\":[");
        for (int i = 0; i < rows_count(r); i++) {
                int64_t kind = rows_number(r, i, INVITED_KIND);

                json_text(j, i ? ",{\"kind\":" : "{\"kind\":");
                json_string(j, KINDS[kind >= REQUEST && kind <= INVITATION ? kind : INVITATION]);
                id_print(rows_number(r, i, INVITED_BY), id);
                json_text(j, ",\"person\":");
                json_string(j, id);
                json_text(j, ",\"name\":");
                json_string(j, rows_text(r, i, INVITED_NAME, NULL));
                if (!rows_is_null(r, i, INVITED_GAME)) {
                        id_print(rows_number(r, i, INVITED_TABLE), id);
                        json_text(j, ",\"table\":");
                        json_string(j, id);
                        json_text(j, ",\"game\":");
                        json_string(j, rows_text(r, i, INVITED_GAME, NULL));
                }
                json_text(j, ",\"at\":");
                json_number(j, (uint64_t)rows_number(r, i, INVITED_AT), 0, UINT64_MAX);
                json_text(j, "}");
        }
        json_text(j, "]}");
}

/* The rows of CIRCLE. 0: out of memory. */
static int read_circle(struct circle *c, const struct rows *r)
{
        int count = rows_count(r);
        int64_t *person = malloc((size_t)(count + 1) * sizeof *person);

        if (!person)
                return 0;
        free(c->person);
        *c = (struct circle){ .person = person, .known = 1 };
        for (int i = 0; i < count; i++) {
                person[i] = rows_number(r, i, 1);
                if (rows_number(r, i, 0))
                        c->blocked++;
                else
                        c->blocks++;
        }
        return 1;
}

/* Lets in a client that waited for this. */
static void admit(struct hub *h, struct client *client)
{
        struct live_room *live = client->live;

        if (live && client->arriving && live_is_ready(live) && (!h->node || live->state == LIVE_IDLE))
                client_arrives(h, live, client);
}

static void tell(struct hub *h, struct client *client, const struct rows *circle, const struct rows *invitations)
{
        struct circle before = client->subscriber.circle;

        client->subscriber.circle.person = NULL;
        if (!read_circle(&client->subscriber.circle, circle)) {
                client->subscriber.circle = before;
                return;
        }
        lobby_circle_changed(h, client, &before);
        free(before.person);
        if (rows_count(invitations) || client->invitations)
                outbox_add(&client->answers, write_invitations, invitations);
        client->invitations = rows_count(invitations);
        admit(h, client);
        h->wake(client);
}

static void on_read(struct work *w)
{
        struct acquaintance *a = work_whose(w);
        struct hub *h = a->h;
        uint64_t told[MAX_OWN_CLIENTS];
        int count = 0;
        struct client *client;

        /* What happens to a client may remove others: they are found again by their numbers. */
        LIST_FOREACH (client, clients_of(h, a->person), of_person)
                if (client->subscriber.person == a->person && count < MAX_OWN_CLIENTS)
                        told[count++] = client->number;
        for (int i = 0; i < count && work_outcome(w) == STORE_DONE; i++)
                if ((client = client_find(h, told[i])))
                        tell(h, client, work_rows(w, 0), work_rows(w, 1));
        for (struct membership *t = next_membership(h, a->person, NULL, 0); t; t = next_membership(h, a->person, t, 0))
                live_evict(h, t->live);
        free(a);
        work_close(w);
}

void friends_read(struct hub *h, int64_t person)
{
        struct acquaintance *a;
        struct work *w;

        if (!person_is_here(h, person) || !(a = malloc(sizeof *a)))
                return; /* the next tick tries again */
        *a = (struct acquaintance){ h, person };
        w = work_open(on_read, a);
        work_add(w, CIRCLE, "i", person);
        work_add(w, INVITATIONS_OF, "ii", person, (int64_t)(clock_now() - INVITED_FOR));
        store_do(h->store, w);
}

void friends_read_again(struct hub *h, struct client *client, uint64_t now)
{
        if (client->subscriber.circle.known || now < client->circle_asked + READ_AGAIN)
                return;
        client->circle_asked = now;
        friends_read(h, client->subscriber.person);
}

void hub_friends_changed(struct hub *h, int64_t person)
{
        friends_read(h, person);
}

void hub_notice_friends(const struct hub *h, struct work *w, int64_t person)
{
        cluster_notice(h, w, NOTICE_FRIENDS, 0, person);
}

int hub_whereabouts(struct hub *h, int64_t person, struct whereabouts *at)
{
        struct client *client;

        *at = (struct whereabouts){ .table = 0 };
        LIST_FOREACH (client, clients_of(h, person), of_person) {
                const struct live_room *live = client->live;

                if (client->subscriber.person != person || !live || client->arriving || !live_is_ready(live))
                        continue;
                *at = (struct whereabouts){ .table = live->room.id,
                                            .game = live->room.game->name,
                                            .state = live->room.state < ROOM_PLAYING ? TABLE_OPEN
                                                   : live->room.state == ROOM_OVER   ? TABLE_OVER
                                                                                     : TABLE_PLAYING,
                                            .is_public = live->room.is_public };
        }
        return person_is_here(h, person);
}
