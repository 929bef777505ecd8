/* Clients, their commands, and what they are sent; see hub.h. */
#include "../people/people.h"
#include "../people/rating.h"
#include "hub_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
        MAX_OWN_TABLES = 50,
        MAX_GUEST_TABLES = 3, /* whose games have not begun */
        MAX_NEW_TABLES = 10,  /* of one person in NEW_TIME */
        CREDIT = 300,         /* messages in a burst, */
        CREDIT_EVERY = 10,    /* and one more every so many milliseconds */
        TICK = 250,
        SLOW_TICKS = 4,
        NEWS_EVERY = 10
};

static const uint64_t OWN_TABLES_EVERY = 500, EMPTY_WAIT = 600000, QUIET_WAIT = 60000, CHAT_TIME = 10000, QUICK_CLOCK = 120000,
                      NEW_TIME = 60000;

/* --- clients --- */

struct client *client_find(const struct hub *h, uint64_t number)
{
        struct client *client = number ? h->slot[number & (MAX_CLIENTS - 1)] : NULL;

        return client && client->number == number ? client : NULL;
}

void client_refuse(struct hub *h, struct client *client, enum command_kind about, const struct reason *why)
{
        h->figures.refusals++;
        tell_refusal(&client->answers, about < COMMANDS ? COMMAND_ABOUT[about].name : "", why);
        h->wake(client);
        if (client->done)
                client->done(client, why);
}

void client_done(struct client *client)
{
        if (client && client->done)
                client->done(client, NULL);
}

void client_refuse_plainly(struct hub *h, struct client *client, enum command_kind about, const struct refusal *is)
{
        client_refuse(h, client, about, &(struct reason){ .is = is });
}

int person_is_here(struct hub *h, int64_t person)
{
        struct client *client;

        LIST_FOREACH (client, clients_of(h, person), of_person)
                if (client->subscriber.person == person)
                        return 1;
        return 0;
}

/* Finds a free slot, growing the array if need be. */
static int slot_for(struct hub *h, uint32_t *slot)
{
        uint32_t slots = h->slots ? 2 * h->slots : 64;
        struct client **more;

        for (uint32_t i = 0; i < h->slots; i++) {
                *slot = (uint32_t)((h->admitted + i) % h->slots);
                if (!h->slot[*slot])
                        return 1;
        }
        more = slots <= MAX_CLIENTS ? realloc(h->slot, slots * sizeof(struct client *)) : NULL;
        if (!more)
                return 0;
        memset(more + h->slots, 0, (slots - h->slots) * sizeof(struct client *));
        *slot = h->slots;
        h->slot = more;
        h->slots = slots;
        return 1;
}

static void write_hello(struct json *j, const void *what)
{
        const struct client *client = what;
        char id[ID_TEXT + 1];

        id_print(client->subscriber.person, id);
        json_text(j, "{\"t\":\"hello\"");
        json_count(j, "version", PROTOCOL_VERSION, 0);
        json_text(j, ",\"person\":");
        json_string(j, id);
        json_text(j, ",\"name\":");
        json_string(j, client->subscriber.name);
        json_text(j, ",\"time\":");
        json_number(j, clock_now(), 0, UINT64_MAX);
        json_text(j, "}");
}

int hub_enter(struct hub *h, struct client *client)
{
        struct clients *same = clients_of(h, client->subscriber.person);
        struct client *other;
        uint32_t slot;
        int own = 0;

        LIST_FOREACH (other, same, of_person)
                own += other->subscriber.person == client->subscriber.person;
        if (own >= MAX_OWN_CLIENTS || !slot_for(h, &slot))
                return 0;
        if (!person_is_here(h, client->subscriber.person)) {
                h->figures.people++;
                tables_load_of(h, client->subscriber.person);
        }
        client->number = ++h->admitted << SLOT_BITS | slot;
        h->slot[slot] = client;
        LIST_INSERT_HEAD(same, client, of_person);
        client->credit = CREDIT;
        client->credited = clock_now();
        client->own_tables_due = 1;
        h->figures.clients++;
        outbox_add(&client->answers, write_hello, client);
        h->wake(client);
        cluster_person(h, client->subscriber.person);
        client->circle_asked = clock_now();
        friends_read(h, client->subscriber.person);
        return 1;
}

/* Takes a client out of its room. */
static void look_away(struct hub *h, struct client *client)
{
        struct live_room *live = client->live;

        client->in_lobby = NOT_IN_LOBBY;
        client->live = NULL;
        client->own_tables_due |= live != NULL; /* it got no list while it was there */
        if (!live || client->arriving) {
                client->arriving = 0;
                return;
        }
        room_go(&live->room, &client->subscriber, live_now(live));
        cluster_presence(h, live, client->subscriber.person);
        if (LIST_EMPTY(&live->room.subscribers))
                live->empty_since = clock_now();
        live_wake(h, live);
}

void hub_leave(struct hub *h, struct client *client)
{
        look_away(h, client);
        LIST_REMOVE(client, of_person);
        h->slot[client->number & (MAX_CLIENTS - 1)] = NULL;
        h->figures.clients--;
        h->figures.people -= !person_is_here(h, client->subscriber.person);
        cluster_person(h, client->subscriber.person);
        free(client->subscriber.circle.person);
        client->subscriber.circle = (struct circle){ .person = NULL };
        outbox_close(&client->answers);
}

/* Why a client may not look at a table; NULL if it may. */
static const struct refusal *cannot_see(const struct live_room *live, const struct client *client)
{
        const struct subscriber *g = &client->subscriber;

        if (room_is_hidden(&live->room, &g->circle, g->person))
                return &NO_SUCH_TABLE;
        return room_may_see(&live->room, g->person) ? NULL : &NO_SPECTATORS;
}

void live_evict(struct hub *h, struct live_room *live)
{
        struct subscriber *g, *next;

        for (g = LIST_FIRST(&live->room.subscribers); g; g = next) {
                struct client *client = client_of(g);
                const struct refusal *why = cannot_see(live, client);

                next = LIST_NEXT(g, in_room);
                if (!why)
                        continue;
                look_away(h, client);
                client_refuse_plainly(h, client, COMMAND_JOIN, why);
        }
}

void client_arrives(struct hub *h, struct live_room *live, struct client *client)
{
        static const struct command RETURN = { .kind = COMMAND_RETURN };
        const struct refusal *why = cannot_see(live, client);

        if (!client->subscriber.circle.known)
                return; /* friends.c admits it */
        client->arriving = 0;
        if (why) {
                client->live = NULL;
                client_refuse_plainly(h, client, COMMAND_JOIN, why);
                return;
        }
        room_come(&live->room, &client->subscriber, client->version, client->told, live_now(live));
        cluster_presence(h, live, client->subscriber.person);
        notices_look_at(h, client->subscriber.person, live->room.id);
        live_wake(h, live);
        if (room_can_return(&live->room, client->subscriber.person))
                live_command(h, live, client, &RETURN);
}

void hub_rename(struct hub *h, int64_t person, const char *name)
{
        struct client *client;
        struct live_room *live;

        LIST_FOREACH (client, clients_of(h, person), of_person)
                if (client->subscriber.person == person)
                        strncpy(client->subscriber.name, name, MAX_SEAT_NAME - 1);
        hub_recheck(h, person);
        for (struct membership *t = next_membership(h, person, NULL, 0); t; t = next_membership(h, person, t, 0))
                if (live_is_ready(t->live))
                        live_learn(h, t->live);
        if (name[0])
                return;
        LIST_FOREACH (live, &h->rooms, in_hub)
                room_delete_chat(&live->room, person);
}

void hub_notice_person(const struct hub *h, struct work *w, int64_t person)
{
        cluster_notice(h, w, NOTICE_PERSON, 0, person);
}

void hub_record(struct hub *h, int64_t table, void (*done)(void *whose, char *record), void *whose)
{
        struct live_room *live = live_find(h, table);
        struct record_request *w = malloc(sizeof *w);

        if (!live)
                live = live_load(h, table, 0);
        if (!live || !w) {
                free(w);
                done(whose, NULL);
                return;
        }
        w->done = done;
        w->whose = whose;
        SLIST_INSERT_HEAD(&live->record_requests, w, next);
        if (live_is_ready(live))
                live_give_record(live);
}

/* --- making tables --- */

static void write_made(struct json *j, const void *what)
{
        const int64_t *table = what;
        char id[ID_TEXT + 1];

        id_print(*table, id);
        json_text(j, "{\"t\":\"made\",\"table\":");
        json_string(j, id);
        json_text(j, "}");
}

void client_made(struct hub *h, struct client *client, int64_t table)
{
        outbox_add(&client->answers, write_made, &table);
        h->wake(client);
        client_done(client);
}

/* Whether a client may make another table now. */
static int may_make_table(struct hub *h, const struct client *client, struct reason *why)
{
        uint64_t now = clock_now();
        int64_t person = client->subscriber.person;
        int own = 0, open = 0, lately = 0;

        for (struct membership *t = next_membership(h, person, NULL, 1); t; t = next_membership(h, person, t, 1)) {
                own += t->live->room.state < ROOM_OVER;
                open += t->live->room.state == ROOM_OPEN;
                lately += now < t->live->room.made + NEW_TIME;
        }
        if (h->site.off[SITE_TABLES])
                why->is = &TABLES_OFF;
        else if (own >= MAX_OWN_TABLES)
                why->is = &TOO_MANY_TABLES;
        else if (open >= MAX_GUEST_TABLES && client->guest && !client->trusted)
                why->is = &TOO_MANY_GUEST_TABLES;
        else if (lately >= MAX_NEW_TABLES && !client->trusted)
                why->is = &NEW_TABLES_TOO_FAST;
        else if (!client->trusted && !quota_allows(&h->quota, person, QUOTA_TABLES, now))
                why->is = &DAILY_LIMIT;
        return !why->is;
}

static void make_table(struct hub *h, struct client *client, const struct plan *plan, enum command_kind asked, struct reason *why)
{
        if (may_make_table(h, client, why) && !live_make(h, plan, client, asked))
                why->is = &OUT_OF_MEMORY;
}

static void on_make(struct hub *h, struct client *client, const struct command *c, struct reason *why)
{
        struct plan plan;

        if (plan_read(&plan, c, why))
                make_table(h, client, &plan, c->kind, why);
}

/* Whether clocks are of one kind: both count days, both do not, or there is none. */
static int are_alike(const struct clock *a, const struct clock *b)
{
        return has_clock(a) == has_clock(b) && (a->move >= DAY || a->game >= DAY) == (b->move >= DAY || b->game >= DAY);
}

/* Whether somebody is at a table, or sits there and is somewhere else on the site. */
static int somebody_is_near(struct hub *h, const struct live_room *live)
{
        for (int s = 0; s < live->room.players; s++)
                if (live->room.chair[s].person && person_is_here(h, live->room.chair[s].person))
                        return 1;
        return !live_is_empty(live);
}

/* Whether a person who wants to play at once could sit down here. */
static int has_room(struct hub *h, const struct live_room *live, const struct plan *plan, const struct subscriber *g)
{
        const struct room *r = &live->room;
        int64_t person = g->person;

        if (!live_is_ready(live) || r->state != ROOM_OPEN || !r->is_public || r->game != plan->game ||
            r->players != plan->players || r->rated != plan->rated || !are_alike(&r->clock, &plan->clock) ||
            room_seat(r, person) >= 0 || (r->rated && room_mixes(r, g->kind)) || !g->circle.known ||
            room_has_blocked(r, &g->circle) || room_is_hidden(r, &g->circle, person))
                return 0;
        for (int i = 0; i < MAX_BARRED; i++)
                if (r->barred[i] == person)
                        return 0;
        for (int s = 0; s < r->players; s++)
                if (!r->chair[s].person && !r->chair[s].level && !r->chair[s].reserved_for)
                        return somebody_is_near(h, live);
        return 0;
}

/* How far the people at a table are from a rating, in the mean; those who have none are taken for beginners. */
static int distance_from(const struct room *r, int rating)
{
        int sum = 0, people = 0;

        for (int s = 0; s < r->players; s++)
                if (r->chair[s].person) {
                        sum += abs((r->chair[s].rating ? r->chair[s].rating : rating_shown(rating_fresh())) - rating);
                        people++;
                }
        return people ? sum / people : 0;
}

/* A person who wants to play at once; their rating is being read. */
struct quick {
        struct hub *hub;
        uint64_t client;
        struct plan plan;
};

/* Of the tables with a free seat, the one whose players are nearest in rating; of several, the oldest. NULL: there is none. */
static struct live_room *find_table(struct hub *h, const struct plan *plan, const struct subscriber *g, int rating)
{
        struct live_room *found = NULL, *live;
        int nearest = 0;

        LIST_FOREACH (live, &h->rooms, in_hub) {
                int distance = distance_from(&live->room, rating);

                if (!has_room(h, live, plan, g) || (found && distance > nearest) ||
                    (found && distance == nearest && live->room.since >= found->room.since))
                        continue;
                found = live;
                nearest = distance;
        }
        return found;
}

static void on_rating(struct work *w)
{
        struct quick *q = work_whose(w);
        struct hub *h = q->hub;
        struct client *client = client_find(h, q->client);
        struct rating rating = rating_fresh();
        struct live_room *found = NULL;
        struct reason why = { .is = NULL };

        if (work_outcome(w) == STORE_DONE && rows_count(work_rows(w, 0))) {
                rating.mu = rows_real(work_rows(w, 0), 0, RATING_MU);
                rating.sigma = rows_real(work_rows(w, 0), 0, RATING_SIGMA);
        }
        if (client)
                found = find_table(h, &q->plan, &client->subscriber, rating_shown(rating));
        if (found)
                client_made(h, client, found->room.id);
        else if (client)
                make_table(h, client, &q->plan, COMMAND_QUICK, &why);
        if (why.is)
                client_refuse(h, client, COMMAND_QUICK, &why);
        work_close(w);
        free(q);
}

static void on_quick(struct hub *h, struct client *client, const struct command *c, struct reason *why)
{
        struct quick *q = calloc(1, sizeof *q);
        struct work *w;

        if (!q) {
                why->is = &OUT_OF_MEMORY;
                return;
        }
        q->hub = h;
        q->client = client->number;
        q->plan = (struct plan){ .game = c->game,
                                 .options = c->options,
                                 .players = c->players,
                                 .clock = c->clock,
                                 .is_public = 1,
                                 .watch = 1,
                                 .chat = 1,
                                 .rated = c->rated };
        if (!command_has(c, MEMBER_CLOCK)) {
                q->plan.clock.move = QUICK_CLOCK;
                for (int i = 0; i < MAX_PLAYERS; i++)
                        q->plan.clock.left[i] = QUICK_CLOCK;
        }
        w = work_open(on_rating, q);
        work_add(w, RATING, "ti", c->game->name, client->subscriber.person);
        store_do(h->store, w);
}

/* --- entering rooms and the lobby --- */

static void on_lobby(struct hub *h, struct client *client, const struct command *c, struct reason *why)
{
        (void)c, (void)why;
        look_away(h, client);
        client->in_lobby = LOBBY_NOT_TOLD;
        h->wake(client);
}

static void on_nothing(struct hub *h, struct client *client, const struct command *c, struct reason *why)
{
        (void)c, (void)why;
        look_away(h, client);
        h->wake(client);
}

static void on_join(struct hub *h, struct client *client, const struct command *c, struct reason *why)
{
        struct live_room *live;

        if (!c->table) {
                why->is = &NO_SUCH_TABLE;
                return;
        }
        look_away(h, client);
        client->version = c->version;
        client->told = c->told;
        client->subscriber.viewer.changes = c->changes;
        live = live_find(h, c->table);
        if (!live)
                live = live_load(h, c->table, 0);
        if (!live) {
                why->is = &OUT_OF_MEMORY;
                return;
        }
        client->live = live;
        client->arriving = 1;
        if (live_is_ready(live) && h->node)
                live_catch_up(h, live, LOG | TALK); /* another server may have sent more than this one has read */
        else if (live_is_ready(live))
                client_arrives(h, live, client);
}

void hub_join(struct hub *h, struct client *client, int64_t table)
{
        struct command c = { .kind = COMMAND_JOIN, .table = table };
        struct reason why = { .is = NULL };

        on_join(h, client, &c, &why);
        if (why.is)
                client_refuse(h, client, c.kind, &why);
}

/* Commands of tables on a device, which a server does not have. */
static void on_device(struct hub *h, struct client *client, const struct command *c, struct reason *why)
{
        struct table none = { .chain = NULL };
        struct deed d;

        table_command(&none, &client->subscriber.viewer, c, 0, &client->answers, &d, why);
        h->wake(client);
}

/* --- chat --- */

struct chat_message {
        struct live_room *live;
        int64_t person;
        uint64_t at;
        char name[MAX_SEAT_NAME], words[MAX_CHAT];
};

static void on_chat_saved(struct work *w)
{
        struct chat_message *s = work_whose(w);
        struct live_room *live = s->live;
        struct hub *h = live->hub;

        if (live_saved(h, live, w)) {
                room_add_chat(&live->room, s->person, s->name, s->at, s->words);
                live->next_chat++;
                client_done(client_find(h, live->asker));
        }
        work_close(w);
        free(s);
        live_go_on(h, live);
}

/* The client on which a person's rate limits are counted: the oldest, so that more connections give no more. */
static struct client *account(struct client *client)
{
        for (struct client *other = LIST_NEXT(client, of_person); other; other = LIST_NEXT(other, of_person))
                if (other->subscriber.person == client->subscriber.person)
                        client = other;
        return client;
}

/* CHAT_BURST messages in ten seconds. */
static int may_chat(struct client *client, uint64_t now)
{
        uint64_t *oldest = &client->chat_times[client->chats % CHAT_BURST];

        if (*oldest && now < *oldest + CHAT_TIME)
                return 0;
        *oldest = now;
        client->chats++;
        return 1;
}

/* The message as it is stored: a preset phrase begins with a slash. */
static int chat_words(const struct command *c, char words[MAX_CHAT])
{
        if (command_has(c, MEMBER_PHRASE))
                return snprintf(words, MAX_CHAT, "/%s", c->phrase) > 1;
        return command_has(c, MEMBER_WORDS) && people_words(c->words, words, MAX_CHAT) > 0 && words[0] != '/';
}

static void on_chat(struct hub *h, struct live_room *live, struct client *client, const struct command *c, struct reason *why)
{
        struct chat_message s = { .live = live, .person = client->subscriber.person, .at = clock_now() }, *kept;
        struct work *w;

        if (!live->room.chat)
                why->is = &NO_CHAT;
        else if (h->site.off[SITE_CHAT])
                why->is = &CHAT_OFF;
        else if (client->muted > (int64_t)s.at)
                why->is = &MUTED, people_print_time(client->muted, why->detail);
        else if (room_seat(&live->room, s.person) < 0)
                why->is = &PLAYERS_CHAT;
        else if (!chat_words(c, s.words))
                why->is = &BAD_CHAT;
        else if (site_is_unwanted(&h->site, s.words))
                why->is = &UNWANTED;
        else if (!may_chat(account(client), s.at))
                why->is = &CHAT_TOO_FAST;
        else if (!client->trusted && !quota_allows(&h->quota, s.person, QUOTA_CHAT, s.at))
                why->is = &DAILY_LIMIT;
        if (why->is)
                return;
        quota_take(&h->quota, s.person, QUOTA_CHAT, 1, s.at);
        memcpy(s.name, client->subscriber.name, MAX_SEAT_NAME);
        kept = malloc(sizeof *kept);
        if (!kept) {
                why->is = &OUT_OF_MEMORY;
                return;
        }
        *kept = s;
        live_turn(live, LIVE_SAVING);
        live->works++;
        live->asker = client->number;
        w = work_open(on_chat_saved, kept);
        work_add(w, ADD_CHAT, "iiiit", live->room.id, live->next_chat, (int64_t)s.at, s.person, s.words);
        cluster_notice(h, w, NOTICE_CHAT, live->room.id, 0);
        store_do(h->store, w);
}

static void on_rematch(struct hub *h, struct live_room *live, struct client *client, struct reason *why)
{
        if (live->room.state != ROOM_OVER || room_seat(&live->room, client->subscriber.person) < 0)
                why->is = &PLAYERS_REMATCH;
        else if (live->room.next)
                client_made(h, client, live->room.next);
        else if (h->site.off[SITE_TABLES])
                why->is = &TABLES_OFF;
        else if (live_is_full(live))
                why->is = &TABLE_FULL;
        else if (!client->trusted && !quota_allows(&h->quota, client->subscriber.person, QUOTA_TABLES, clock_now()))
                why->is = &DAILY_LIMIT;
        else if (!live_make_next(h, live, client))
                why->is = &OUT_OF_MEMORY;
}

/* --- commands --- */

void client_speaks(struct hub *h, struct live_room *live, struct client *client, const struct command *c)
{
        uint64_t info = live->room.info_changes;
        struct reason why = { .is = NULL };

        live->entry.size = 0;
        live->asked = c->kind;
        if (c->kind == COMMAND_CHAT)
                on_chat(h, live, client, c, &why);
        else if (c->kind == COMMAND_REMATCH)
                on_rematch(h, live, client, &why);
        else
                room_command(&live->room, &client->subscriber, c, live_now(live), &client->answers, &live->entry, &why);
        if (live->entry.size && live->state != LIVE_SAVING && (why.is = live_refuses(h, live, client)))
                live->entry.size = 0;
        if (why.is)
                client_refuse(h, client, c->kind, &why);
        if (live->entry.size && live->state != LIVE_SAVING)
                live_save(h, live, client->number);
        else if (!why.is && live->state != LIVE_SAVING && c->kind != COMMAND_RETURN)
                client_done(client);
        if (c->kind == COMMAND_HINT)
                live_think_for(h, live, client);
        if (live->room.info_changes != info)
                live_wake(h, live);
        if (c->kind == COMMAND_LEAD && !why.is)
                cluster_lead(h, live);
        if (c->kind == COMMAND_LEAVE && client->live == live)
                look_away(h, client);
        h->wake(client);
}

static void (*const HANDLERS[COMMANDS])(struct hub *h, struct client *client, const struct command *c, struct reason *why) = {
        [COMMAND_GAMES] = on_device, [COMMAND_NEW] = on_device, [COMMAND_OPEN] = on_device, [COMMAND_NOTHING] = on_nothing,
        [COMMAND_LOBBY] = on_lobby,  [COMMAND_MAKE] = on_make,  [COMMAND_QUICK] = on_quick, [COMMAND_JOIN] = on_join,
};

/* The client on which a person's messages are counted, with its credit topped up. */
static struct client *account_by_now(struct client *client)
{
        uint64_t now = clock_now(), more;

        client = account(client);
        more = (now - client->credited) / CREDIT_EVERY;
        client->credited += more * CREDIT_EVERY;
        client->credit = client->credit + (int64_t)more < CREDIT ? client->credit + (int64_t)more : CREDIT;
        return client;
}

void hub_charge(struct client *client)
{
        account_by_now(client)->credit--;
}

uint64_t hub_wait(struct client *client)
{
        int64_t credit = account_by_now(client)->credit;

        return credit > 0 || client->trusted ? 0 : (uint64_t)(1 - credit) * CREDIT_EVERY;
}

void hub_recheck(struct hub *h, int64_t person)
{
        struct client *client;

        LIST_FOREACH (client, clients_of(h, person), of_person)
                if (client->subscriber.person == person) {
                        client->recheck = 1;
                        h->wake(client);
                }
}

void hub_hear(struct hub *h, struct client *client, const char *text, size_t size)
{
        struct command c;
        struct reason why;

        h->figures.messages++;
        if (command_read(&c, text, size, &why)) {
                account_by_now(client)->credit -= COMMAND_ABOUT[c.kind].cost - 1; /* one was charged when it came */
                if (HANDLERS[c.kind])
                        HANDLERS[c.kind](h, client, &c, &why);
                else if (client->live)
                        why.is = live_command(h, client->live, client, &c);
                else
                        why.is = &NOT_AT_A_TABLE;
        }
        if (why.is)
                client_refuse(h, client, c.kind, &why);
}

/* --- sending --- */

int hub_tell(struct hub *h, struct client *client, struct outbox *o)
{
        struct owning own = { h, client };

        outbox_append(o, &client->answers);
        outbox_close(&client->answers);
        admin_news_tell(h, client, o);
        if (client->in_lobby == LOBBY_NOT_TOLD && client->subscriber.circle.known) {
                lobby_tell(h, client, o);
                client->in_lobby = IN_LOBBY;
        }
        if (client->own_tables_due && clock_now() > client->own_tables_told + OWN_TABLES_EVERY) {
                outbox_add(o, write_mine, &own);
                client->own_tables_told = clock_now();
                client->own_tables_due = 0;
        }
        return client->live && !client->arriving && room_tell(&client->live->room, &client->subscriber, live_now(client->live), o);
}

/* --- ticks --- */

/* Deleted, unless somebody came first, here or on another server. */
static void on_dropped(struct work *w)
{
        struct live_room *live = work_whose(w);
        struct hub *h = live->hub;

        live->works--;
        if (work_outcome(w) == STORE_DONE)
                live_gone(h, live);
        else
                live->empty_since = clock_now();
        work_close(w);
}

/* Deletes an open table that was abandoned. */
static void drop(struct hub *h, struct live_room *live)
{
        struct work *w = work_open(on_dropped, live);

        live->works++;
        work_add(w, DROP_TABLE, "i", live->room.id);
        cluster_notice(h, w, NOTICE_GONE, live->room.id, 0);
        store_do(h->store, w);
}

/* Whether a player or the host of the room is connected. */
static int is_wanted(struct hub *h, const struct live_room *live)
{
        for (int i = 0; i < MEMBERSHIPS; i++)
                if (live->member[i].person && person_is_here(h, live->member[i].person))
                        return 1;
        return 0;
}

/* What to do with a room that nobody is in. What is due at a table that no server has in memory is claimed when the time comes. */
enum fate { STAYS, UNLOAD, DELETE };

static enum fate fate_of(struct hub *h, const struct live_room *live, uint64_t now)
{
        const struct room *r = &live->room;
        uint64_t wait = room_counts_days(r) ? 30 * DAY : EMPTY_WAIT;

        if (live->state == LIVE_CLOSING)
                return live->works ? STAYS : UNLOAD;
        if (live->works || live->thinking || live->lease || !LIST_EMPTY(&r->subscribers) || !live_is_ready(live) ||
            !SLIST_EMPTY(&live->record_requests) || now <= live->empty_since + QUIET_WAIT)
                return STAYS;
        if (r->state == ROOM_OVER)
                return live->finished ? UNLOAD : STAYS;
        if (r->state == ROOM_PLAYING)
                return !is_wanted(h, live) && (!is_listed(live) || h->listed > MAX_LISTED) ? UNLOAD : STAYS;
        return r->state == ROOM_OPEN && live_is_empty(live) && now > live->empty_since + wait && clock_is_steady() ? DELETE : STAYS;
}

static void tick_room(struct hub *h, struct live_room *live, uint64_t now)
{
        if (live->room.state == ROOM_OPEN && !live_is_empty(live))
                live->empty_since = now; /* a client may be connected to another server */
        switch (fate_of(h, live, now)) {
        case DELETE:
                drop(h, live);
                return;
        case UNLOAD:
                live_close(h, live);
                return;
        case STAYS:
                break;
        }
        if (live_is_busy(live))
                return;
        if (room_release(&live->room, live_now(live)))
                live_wake(h, live);
        live->entry.size = 0;
        if (clock_is_steady())
                room_tick(&live->room, live_now(live), &live->entry);
        if (live->entry.size && !live_refuses(h, live, NULL))
                live_save(h, live, 0);
        else
                live_think(h, live);
}

static void on_spread(uv_timer_t *timer)
{
        struct hub *h = timer->data;

        lobby_spread_news(h);
        if (!h->news.size)
                uv_timer_stop(timer);
}

static void on_tick(uv_timer_t *timer)
{
        struct hub *h = timer->data;
        struct live_room *live, *next;
        uint64_t now;

        clock_check();
        now = clock_now();
        h->figures.playing = 0;
        for (live = LIST_FIRST(&h->rooms); live; live = next) {
                next = LIST_NEXT(live, in_hub);
                h->figures.playing += live->room.state == ROOM_PLAYING;
                notices_of_room(h, live);
                tick_room(h, live, now);
        }
        notices_tick(h);
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i] && h->slot[i]->own_tables_due)
                        h->wake(h->slot[i]);
        h->figures.ticks = ++h->ticks;
        if (h->ticks % SLOW_TICKS == 0) {
                hub_read_admin_log(h);
                for (uint32_t i = 0; i < h->slots; i++)
                        if (h->slot[i])
                                friends_read_again(h, h->slot[i], now);
                cluster_tick(h, now);
                schedule_tick(h, now);
                tables_load_orphaned(h, now);
                idle_guests_tick(h, now);
                abandoned_tables_tick(h, now);
                log_repeated();
        }
        if (h->ticks % SLOW_TICKS == 0 && !h->news.size)
                lobby_make_news(h);
        if (h->news.size && !uv_is_active((uv_handle_t *)&h->spreading))
                uv_timer_start(&h->spreading, on_spread, 0, NEWS_EVERY);
}

/* --- opening and closing --- */

struct hub *hub_open(uv_loop_t *loop, struct store *store, int threads, void (*wake)(struct client *client))
{
        struct hub *h = calloc(1, sizeof *h);
        struct store_times times = store_times(store);

        if (!h)
                return NULL;
        h->store = store;
        h->wake = wake;
        STAILQ_INIT(&h->finishing);
        h->thinkers = thinkers_open(loop, threads, on_thought, h);
        if (!h->thinkers) {
                free(h);
                return NULL;
        }
        clock_open(times.seen, times.database, times.ahead);
        uv_timer_init(loop, &h->timer);
        h->timer.data = h;
        uv_timer_start(&h->timer, on_tick, TICK, TICK);
        uv_timer_init(loop, &h->spreading);
        h->spreading.data = h;
        cluster_open(h);
        admin_news_open(h);
        schedule_open(h, threads);
        if (wake)
                tables_load(h);
        return h;
}

const struct site *hub_site(const struct hub *h)
{
        return &h->site;
}

void hub_keep_tables(struct hub *h, int days)
{
        h->keep_days = days;
}

void hub_stop(struct hub *h)
{
        h->stopping = 1;
        cluster_close(h);
        thinkers_close(h->thinkers);
        uv_close((uv_handle_t *)&h->timer, NULL);
        uv_close((uv_handle_t *)&h->spreading, NULL);
}

void hub_close(struct hub *h)
{
        while (!LIST_EMPTY(&h->rooms))
                live_close(h, LIST_FIRST(&h->rooms));
        free(h->slot);
        outbox_close(&h->news);
        clock_close();
        free(h);
}

struct hub_figures hub_figures(const struct hub *h)
{
        struct hub_figures f = h->figures;

        f.thoughts = h->stopping ? 0 : (uint64_t)thinkers_waiting(h->thinkers);
        return f;
}
