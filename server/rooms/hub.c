/* Who is in the hub, what they say there, and what they are told; see hub.h. */
#include "../people/people.h"
#include "live_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
        MAX_OWN_TABLES = 50,
        MAX_OWN_CLIENTS = 32,
        MAX_NEW_TABLES = 10, /* that one person makes in NEW_TIME */
        CREDIT = 300,        /* messages at once, */
        CREDIT_EVERY = 10,   /* and one more in so many milliseconds */
        TICK = 250,
        SLOW_TICKS = 4,
        NEWS_EVERY = 10
};

static const uint64_t MINE_EVERY = 500, EMPTY_WAIT = 600000, QUIET_WAIT = 60000, SPEAK_TIME = 10000, QUICK_CLOCK = 120000,
                      NEW_TIME = 60000;

/* --- clients --- */

struct client *client_find(const struct hub *h, uint64_t number)
{
        struct client *v = number ? h->slot[number & (MAX_CLIENTS - 1)] : NULL;

        return v && v->number == number ? v : NULL;
}

void client_refuse(struct hub *h, struct client *v, enum command_kind about, const struct reason *why)
{
        h->figures.refusals++;
        tell_refusal(&v->answers, about < COMMANDS ? COMMAND_ABOUT[about].name : "", why);
        h->wake(v);
}

void client_refuse_plainly(struct hub *h, struct client *v, enum command_kind about, const struct refusal *is)
{
        client_refuse(h, v, about, &(struct reason){ .is = is });
}

int person_is_here(struct hub *h, int64_t person)
{
        struct client *v = *person_bucket(h, person);

        while (v && v->subscriber.person != person)
                v = v->same;
        return v != NULL;
}

/* A slot for one more. */
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
        const struct client *v = what;
        char id[ID_TEXT + 1];

        id_print(v->subscriber.person, id);
        json_text(j, "{\"t\":\"hello\"");
        json_count(j, "version", PROTOCOL_VERSION, 0);
        json_text(j, ",\"person\":");
        json_string(j, id);
        json_text(j, ",\"name\":");
        json_string(j, v->subscriber.name);
        json_text(j, ",\"time\":");
        json_number(j, clock_now(), 0, UINT64_MAX);
        json_text(j, "}");
}

int hub_enter(struct hub *h, struct client *v)
{
        struct client **bucket = person_bucket(h, v->subscriber.person);
        uint32_t slot;
        int own = 0;

        for (struct client *other = *bucket; other; other = other->same)
                own += other->subscriber.person == v->subscriber.person;
        if (own >= MAX_OWN_CLIENTS || !slot_for(h, &slot))
                return 0;
        if (!person_is_here(h, v->subscriber.person))
                cluster_greet(h, v->subscriber.person);
        v->number = ++h->admitted << SLOT_BITS | slot;
        h->slot[slot] = v;
        v->same = *bucket;
        *bucket = v;
        v->credit = CREDIT;
        v->credited = clock_now();
        v->mine = 1;
        h->figures.clients++;
        outbox_add(&v->answers, write_hello, v);
        h->wake(v);
        return 1;
}

/* Looks at nothing any more. */
static void look_away(struct hub *h, struct client *v)
{
        struct live_room *p = v->live;

        v->in_lobby = 0;
        v->live = NULL;
        v->mine |= p != NULL; /* of which it was not told while it was there */
        if (!p || v->arriving) {
                v->arriving = 0;
                return;
        }
        room_go(&p->room, &v->subscriber, clock_now());
        cluster_presence(h, p, v->subscriber.person);
        if (!p->room.subscribers)
                p->quiet = clock_now();
        live_wake(h, p);
}

void hub_leave(struct hub *h, struct client *v)
{
        struct client **at = person_bucket(h, v->subscriber.person);

        look_away(h, v);
        while (*at != v)
                at = &(*at)->same;
        *at = v->same;
        h->slot[v->number & (MAX_CLIENTS - 1)] = NULL;
        h->figures.clients--;
        outbox_close(&v->answers);
}

void live_evict(struct hub *h, struct live_room *p)
{
        struct subscriber *next;

        for (struct subscriber *g = p->room.subscribers; g; g = next) {
                struct client *v = client_of(g);

                next = g->next;
                if (room_may_see(&p->room, g->person))
                        continue;
                look_away(h, v);
                client_refuse_plainly(h, v, COMMAND_JOIN, &NO_SPECTATORS);
        }
}

void client_arrives(struct hub *h, struct live_room *p, struct client *v)
{
        static const struct command RETURN = { .kind = COMMAND_RETURN };

        v->arriving = 0;
        if (!room_may_see(&p->room, v->subscriber.person)) {
                v->live = NULL;
                client_refuse_plainly(h, v, COMMAND_JOIN, &NO_SPECTATORS);
                return;
        }
        room_come(&p->room, &v->subscriber, v->version, v->told, clock_now());
        cluster_presence(h, p, v->subscriber.person);
        live_wake(h, p);
        if (room_can_return(&p->room, v->subscriber.person))
                live_command(h, p, v, &RETURN);
}

void hub_rename(struct hub *h, int64_t person, const char *name)
{
        for (struct client *v = *person_bucket(h, person); v; v = v->same)
                if (v->subscriber.person == person)
                        strncpy(v->subscriber.name, name, MAX_SEAT_NAME - 1);
        hub_recheck(h, person);
        for (struct membership *t = next_membership(h, person, NULL, 0); t; t = next_membership(h, person, t, 0))
                if (t->live->ready)
                        live_learn(h, t->live);
        for (struct live_room *p = h->live; p && !name[0]; p = p->other)
                room_unsay(&p->room, person);
}

void hub_notice_person(const struct hub *h, struct work *w, int64_t person)
{
        cluster_notice(h, w, 'r', 0, person);
}

void hub_record(struct hub *h, int64_t table, void (*done)(void *whose, char *record), void *whose)
{
        struct live_room *p = live_find(h, table);
        struct record_request *w = malloc(sizeof *w);

        if (!p)
                p = live_load(h, table, 0);
        if (!p || !w) {
                free(w);
                done(whose, NULL);
                return;
        }
        *w = (struct record_request){ p->record_requests, done, whose };
        p->record_requests = w;
        if (p->ready)
                live_give_record(p);
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

void client_made(struct hub *h, struct client *v, int64_t table)
{
        outbox_add(&v->answers, write_made, &table);
        h->wake(v);
}

/* Whether somebody may make another table now. */
static int may_make_table(struct hub *h, const struct client *v, struct reason *why)
{
        uint64_t now = clock_now();
        int64_t person = v->subscriber.person;
        int own = 0, lately = 0;

        for (struct membership *t = next_membership(h, person, NULL, 1); t; t = next_membership(h, person, t, 1)) {
                own += t->live->room.state < ROOM_OVER;
                lately += now < t->live->room.made + NEW_TIME;
        }
        if (own >= MAX_OWN_TABLES)
                why->is = &TOO_MANY_TABLES;
        else if (lately >= MAX_NEW_TABLES && !v->trusted)
                why->is = &NEW_TABLES_TOO_FAST;
        else if (!v->trusted && !quota_allows(&h->quota, person, QUOTA_TABLES, now))
                why->is = &DAILY_LIMIT;
        return !why->is;
}

static void make_table(struct hub *h, struct client *v, const struct plan *plan, struct reason *why)
{
        if (may_make_table(h, v, why) && !live_make(h, plan, v))
                why->is = &OUT_OF_MEMORY;
}

static void on_make(struct hub *h, struct client *v, const struct command *c, struct reason *why)
{
        struct plan plan;

        if (plan_read(&plan, c, why))
                make_table(h, v, &plan, why);
}

/* Whether somebody could sit down here who wants to play at once. */
static int has_room(const struct live_room *p, const struct game *g, int players, int64_t person)
{
        const struct room *r = &p->room;

        if (!p->ready || r->state != ROOM_OPEN || !r->is_public || r->game != g || r->players != players ||
            room_seat(r, person) >= 0)
                return 0;
        for (int i = 0; i < MAX_BARRED; i++)
                if (r->barred[i] == person)
                        return 0;
        for (int s = 0; s < players; s++)
                if (!r->chair[s].person && !r->chair[s].level && !r->chair[s].kept)
                        return !live_is_empty(p);
        return 0;
}

static void on_quick(struct hub *h, struct client *v, const struct command *c, struct reason *why)
{
        struct plan plan = { .game = c->game,
                             .options = c->options,
                             .players = c->players,
                             .clock = { .move = QUICK_CLOCK },
                             .is_public = 1,
                             .watch = 1,
                             .chat = 1,
                             .rated = 1 };
        struct live_room *found = NULL;

        for (int i = 0; i < MAX_PLAYERS; i++)
                plan.clock.left[i] = QUICK_CLOCK;
        for (struct live_room *p = h->live; p; p = p->other)
                if (has_room(p, plan.game, plan.players, v->subscriber.person) && (!found || p->room.since < found->room.since))
                        found = p;
        if (found)
                client_made(h, v, found->room.id);
        else
                make_table(h, v, &plan, why);
}

/* --- looking at something --- */

static void on_lobby(struct hub *h, struct client *v, const struct command *c, struct reason *why)
{
        (void)c, (void)why;
        look_away(h, v);
        v->in_lobby = 2;
        h->wake(v);
}

static void on_nothing(struct hub *h, struct client *v, const struct command *c, struct reason *why)
{
        (void)c, (void)why;
        look_away(h, v);
        h->wake(v);
}

static void on_join(struct hub *h, struct client *v, const struct command *c, struct reason *why)
{
        struct live_room *p;

        if (!c->table) {
                why->is = &NO_SUCH_TABLE;
                return;
        }
        look_away(h, v);
        v->version = c->version;
        v->told = c->told;
        p = live_find(h, c->table);
        if (!p)
                p = live_load(h, c->table, 0);
        if (!p) {
                why->is = &OUT_OF_MEMORY;
                return;
        }
        v->live = p;
        v->arriving = 1;
        if (p->ready && h->node)
                live_catch_up(h, p, LOG | TALK); /* nobody is told less than another server has told already */
        else if (p->ready)
                client_arrives(h, p, v);
}

/* Commands that a table on a device understands, and no table on a server. */
static void on_device(struct hub *h, struct client *v, const struct command *c, struct reason *why)
{
        struct table none = { .chain = NULL };
        struct deed d;

        table_command(&none, &v->subscriber.viewer, c, 0, &v->answers, &d, why);
        h->wake(v);
}

/* --- saying something --- */

struct saying {
        struct live_room *p;
        int64_t person;
        uint64_t at;
        char name[MAX_SEAT_NAME], words[MAX_CHAT];
};

static void on_said(struct work *w)
{
        struct saying *s = work_whose(w);
        struct live_room *p = s->p;
        struct hub *h = p->hub;

        if (live_saved(h, p, w)) {
                room_say(&p->room, s->person, s->name, s->at, s->words);
                p->said++;
        }
        work_close(w);
        free(s);
        live_go_on(h, p);
}

/* The client on whose account a person speaks: the one that has been here longest, so that more lines give nobody more to say. */
static struct client *account(struct client *v)
{
        for (struct client *other = v->same; other; other = other->same)
                if (other->subscriber.person == v->subscriber.person)
                        v = other;
        return v;
}

/* Six times in ten seconds, and no more. */
static int may_speak(struct client *v, uint64_t now)
{
        uint64_t *oldest = &v->spoke[v->spoken % SPOKE];

        if (*oldest && now < *oldest + SPEAK_TIME)
                return 0;
        *oldest = now;
        v->spoken++;
        return 1;
}

/* What is said, as it is stored: a phrase begins with a slash. */
static int chat_words(const struct command *c, char words[MAX_CHAT])
{
        if (command_has(c, MEMBER_PHRASE))
                return snprintf(words, MAX_CHAT, "/%s", c->phrase) > 1;
        return command_has(c, MEMBER_WORDS) && people_words(c->words, words, MAX_CHAT) > 0 && words[0] != '/';
}

static void on_chat(struct hub *h, struct live_room *p, struct client *v, const struct command *c, struct reason *why)
{
        struct saying s = { .p = p, .person = v->subscriber.person, .at = clock_now() }, *kept;
        struct work *w;

        if (!p->room.chat)
                why->is = &NO_CHAT;
        else if (room_seat(&p->room, s.person) < 0)
                why->is = &PLAYERS_CHAT;
        else if (!chat_words(c, s.words))
                why->is = &BAD_CHAT;
        else if (!may_speak(account(v), s.at))
                why->is = &CHAT_TOO_FAST;
        else if (!v->trusted && !quota_allows(&h->quota, s.person, QUOTA_CHAT, s.at))
                why->is = &DAILY_LIMIT;
        if (why->is)
                return;
        quota_take(&h->quota, s.person, QUOTA_CHAT, 1, s.at);
        memcpy(s.name, v->subscriber.name, MAX_SEAT_NAME);
        kept = malloc(sizeof *kept);
        if (!kept) {
                why->is = &OUT_OF_MEMORY;
                return;
        }
        *kept = s;
        p->saving = 1;
        p->pins++;
        p->asker = v->number;
        w = work_open(on_said, kept);
        work_add(w, ADD_CHAT, "iiiit", p->room.id, p->said, (int64_t)s.at, s.person, s.words);
        cluster_notice(h, w, 'c', p->room.id, 0);
        store_do(h->store, w);
}

static void on_rematch(struct hub *h, struct live_room *p, struct client *v, struct reason *why)
{
        if (p->room.state != ROOM_OVER || room_seat(&p->room, v->subscriber.person) < 0)
                why->is = &PLAYERS_REMATCH;
        else if (p->room.next)
                client_made(h, v, p->room.next);
        else if (live_is_full(p) || (!v->trusted && !quota_allows(&h->quota, v->subscriber.person, QUOTA_TABLES, clock_now())))
                why->is = &DAILY_LIMIT;
        else if (!live_make_next(h, p, v))
                why->is = &OUT_OF_MEMORY;
}

/* --- commands --- */

void client_speaks(struct hub *h, struct live_room *p, struct client *v, const struct command *c)
{
        uint64_t info = p->room.info_changes;
        struct reason why = { .is = NULL };

        p->entry.size = 0;
        p->asked = c->kind;
        if (c->kind == COMMAND_CHAT)
                on_chat(h, p, v, c, &why);
        else if (c->kind == COMMAND_REMATCH)
                on_rematch(h, p, v, &why);
        else
                room_command(&p->room, &v->subscriber, c, clock_now(), &v->answers, &p->entry, &why);
        if (p->entry.size && !p->saving && (why.is = live_refuses(h, p, v)))
                p->entry.size = 0;
        if (why.is)
                client_refuse(h, v, c->kind, &why);
        if (p->entry.size && !p->saving)
                live_save(h, p, v->number);
        if (c->kind == COMMAND_HINT)
                live_think_for(h, p, v);
        if (p->room.info_changes != info)
                live_wake(h, p);
        if (c->kind == COMMAND_LEAVE)
                look_away(h, v);
        h->wake(v);
}

static void (*const HANDLERS[COMMANDS])(struct hub *h, struct client *v, const struct command *c, struct reason *why) = {
        [COMMAND_GAMES] = on_device, [COMMAND_NEW] = on_device, [COMMAND_OPEN] = on_device, [COMMAND_NOTHING] = on_nothing,
        [COMMAND_LOBBY] = on_lobby,  [COMMAND_MAKE] = on_make,  [COMMAND_QUICK] = on_quick, [COMMAND_JOIN] = on_join,
};

/* The client on whose account a person sends, with what it has by now. */
static struct client *account_by_now(struct client *v)
{
        uint64_t now = clock_now(), more;

        v = account(v);
        more = (now - v->credited) / CREDIT_EVERY;
        v->credited += more * CREDIT_EVERY;
        v->credit = v->credit + (int64_t)more < CREDIT ? v->credit + (int64_t)more : CREDIT;
        return v;
}

void hub_charge(struct client *v)
{
        account_by_now(v)->credit--;
}

uint64_t hub_wait(struct client *v)
{
        int64_t credit = account_by_now(v)->credit;

        return credit > 0 || v->trusted ? 0 : (uint64_t)(1 - credit) * CREDIT_EVERY;
}

void hub_recheck(struct hub *h, int64_t person)
{
        for (struct client *v = *person_bucket(h, person); v; v = v->same)
                if (v->subscriber.person == person) {
                        v->recheck = 1;
                        h->wake(v);
                }
}

void hub_hear(struct hub *h, struct client *v, const char *text, size_t size)
{
        struct command c;
        struct reason why;

        h->figures.messages++;
        if (command_read(&c, text, size, &why)) {
                account_by_now(v)->credit -= COMMAND_ABOUT[c.kind].cost - 1; /* one is charged for any message */
                if (HANDLERS[c.kind])
                        HANDLERS[c.kind](h, v, &c, &why);
                else if (v->live)
                        why.is = live_command(h, v->live, v, &c);
                else
                        why.is = &NOT_AT_A_TABLE;
        }
        if (why.is)
                client_refuse(h, v, c.kind, &why);
}

/* --- what is told --- */

int hub_tell(struct hub *h, struct client *v, struct outbox *o)
{
        struct owning own = { h, v };

        outbox_append(o, &v->answers);
        outbox_close(&v->answers);
        if (v->in_lobby == 2) {
                lobby_tell(h, o);
                v->in_lobby = 1;
        }
        if (v->mine && clock_now() > v->mine_told + MINE_EVERY) {
                outbox_add(o, write_mine, &own);
                v->mine_told = clock_now();
                v->mine = 0;
        }
        return v->live && !v->arriving && room_tell(&v->live->room, &v->subscriber, clock_now(), o);
}

/* --- time --- */

/* It is gone, unless somebody was there first, here or elsewhere. */
static void on_dropped(struct work *w)
{
        struct live_room *p = work_whose(w);
        struct hub *h = p->hub;

        p->pins--;
        if (work_outcome(w) == STORE_DONE)
                live_gone(h, p);
        else
                p->quiet = clock_now();
        work_close(w);
}

/* An open table that nobody came back to. */
static void drop(struct hub *h, struct live_room *p)
{
        struct work *w = work_open(on_dropped, p);

        p->pins++;
        work_add(w, DROP_TABLE, "i", p->room.id);
        cluster_notice(h, w, 'x', p->room.id, 0);
        store_do(h->store, w);
}

/* Whether somebody who has a seat here, or whose table it is, is in the hub. */
static int is_wanted(struct hub *h, const struct live_room *p)
{
        for (int i = 0; i < MEMBERSHIPS; i++)
                if (p->member[i].person && person_is_here(h, p->member[i].person))
                        return 1;
        return 0;
}

/* Whether a place can be let go of: 1 from memory, 2 for good. What is due at a table that is in nobody's memory is claimed when
 * the time comes. */
static int is_stale(struct hub *h, const struct live_room *p, uint64_t now)
{
        const struct room *r = &p->room;
        uint64_t wait = room_counts_days(r) ? 30 * DAY : EMPTY_WAIT;

        if (p->pins || p->thinking || p->claimed || r->subscribers || !p->ready || p->record_requests ||
            now <= p->quiet + QUIET_WAIT)
                return 0;
        if (r->state == ROOM_OVER)
                return p->finished;
        if (r->state == ROOM_PLAYING)
                return !is_wanted(h, p) && (!is_listed(p) || h->listed > MAX_LISTED);
        return r->state == ROOM_OPEN && live_is_empty(p) && now > p->quiet + wait ? 2 : 0;
}

static void tick_room(struct hub *h, struct live_room *p, uint64_t now)
{
        int stale;

        if (p->room.state == ROOM_OPEN && !live_is_empty(p))
                p->quiet = now; /* whoever waits at another server waits here */
        stale = p->shut ? !p->pins : is_stale(h, p, now);
        if (stale == 2 && clock_is_steady())
                drop(h, p);
        else if (stale == 1)
                live_close(h, p);
        if (stale || !p->ready || p->saving || p->reading || p->behind)
                return;
        if (room_release(&p->room, now))
                live_wake(h, p);
        p->entry.size = 0;
        if (clock_is_steady())
                room_tick(&p->room, now, &p->entry);
        if (p->entry.size && !live_refuses(h, p, NULL))
                live_save(h, p, 0);
        else
                live_think(h, p);
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
        struct live_room *next;
        uint64_t now;

        clock_check();
        now = clock_now();
        h->figures.playing = 0;
        for (struct live_room *p = h->live; p; p = next) {
                next = p->other;
                h->figures.playing += p->room.state == ROOM_PLAYING;
                tick_room(h, p, now);
        }
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i] && h->slot[i]->mine)
                        h->wake(h->slot[i]);
        h->figures.ticks = ++h->ticks;
        if (h->ticks % SLOW_TICKS == 0) {
                cluster_tick(h, now);
                idle_guests_tick(h, now);
                abandoned_tables_tick(h, now);
                log_repeated();
        }
        if (h->ticks % SLOW_TICKS == 0 && !h->news.size)
                lobby_make_news(h);
        if (h->news.size && !uv_is_active((uv_handle_t *)&h->spreading))
                uv_timer_start(&h->spreading, on_spread, 0, NEWS_EVERY);
}

/* --- the beginning and the end --- */

struct hub *hub_open(uv_loop_t *loop, struct store *store, int threads, void (*wake)(struct client *v))
{
        struct hub *h = calloc(1, sizeof *h);
        struct store_times times = store_times(store);

        if (!h)
                return NULL;
        h->store = store;
        h->wake = wake;
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
        cluster_open(h, threads);
        return h;
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
        while (h->live)
                live_close(h, h->live);
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
