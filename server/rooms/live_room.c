/* Rooms in memory: found, loaded, made, stored; their bots; see live_room.h. */
#include "../store/new_id.h"
#include "hub_parts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game has some hundreds of entries. Beyond the first limit only entries that advance the game are stored; beyond the second,
 * none (docs/hosting.md). */
enum {
        MAX_WAITING = 64,        /* commands in the queue of a room, */
        MAX_WAITING_OF_ONE = 16, /* and of one person */
        MANY_ENTRIES = 4000,
        MAX_ENTRIES = 20000,
        SAVE_AGAIN = 1000 /* milliseconds after which a failed save is tried again */
};

/* A room that is closing stays so. */
void live_turn(struct live_room *live, enum live_state state)
{
        if (live->state != LIVE_CLOSING)
                live->state = state;
}

/* --- finding --- */

struct live_room *live_find(struct hub *h, int64_t id)
{
        struct live_room *live;

        LIST_FOREACH (live, &h->bucket[(uint64_t)id % HUB_BUCKETS], in_bucket)
                if (live->room.id == id && live->state != LIVE_CLOSING)
                        return live;
        return NULL;
}

static struct members *members_of(struct hub *h, int64_t person)
{
        return &h->member[(uint64_t)person % HUB_BUCKETS];
}

static void set_membership(struct hub *h, struct membership *m, int64_t person)
{
        if (m->person == person)
                return;
        if (m->person)
                LIST_REMOVE(m, of_person);
        m->person = person;
        if (person)
                LIST_INSERT_HEAD(members_of(h, person), m, of_person);
}

void live_update_members(struct hub *h, struct live_room *live)
{
        for (int s = 0; s < MAX_PLAYERS; s++)
                set_membership(h, &live->member[s], live->room.chair[s].person);
        set_membership(h, &live->member[HOST], live->room.host);
}

struct membership *next_membership(struct hub *h, int64_t person, const struct membership *last, int as_host)
{
        struct membership *m = last ? LIST_NEXT(last, of_person) : LIST_FIRST(members_of(h, person));

        while (m && (m->person != person || (m == &m->live->member[HOST]) != as_host))
                m = LIST_NEXT(m, of_person);
        return m;
}

struct live_room *live_open(struct hub *h, int64_t id, enum live_state state)
{
        struct live_room *live = calloc(1, sizeof *live);

        if (!live)
                return NULL;
        room_open(&live->room, id);
        live->hub = h;
        live->state = state;
        for (int i = 0; i < MEMBERSHIPS; i++)
                live->member[i].live = live;
        STAILQ_INIT(&live->queue);
        LIST_INSERT_HEAD(&h->bucket[(uint64_t)id % HUB_BUCKETS], live, in_bucket);
        LIST_INSERT_HEAD(&h->rooms, live, in_hub);
        live->empty_since = clock_now();
        h->figures.rooms++;
        return live;
}

void live_close(struct hub *h, struct live_room *live)
{
        struct queued_command *w;

        LIST_REMOVE(live, in_bucket);
        LIST_REMOVE(live, in_hub);
        for (int i = 0; i < MEMBERSHIPS; i++)
                set_membership(h, &live->member[i], 0);
        lobby_gone(h, live);
        while ((w = STAILQ_FIRST(&live->queue))) {
                STAILQ_REMOVE_HEAD(&live->queue, next);
                free(w);
        }
        free(live->running);
        free(live->thought);
        h->leases -= live->lease > 0;
        room_close(&live->room);
        free(live);
        h->figures.rooms--;
}

int live_is_empty(const struct live_room *live)
{
        const struct room *r = &live->room;

        for (int s = 0; s < r->players; s++)
                if (r->chair[s].connections)
                        return 0;
        return LIST_EMPTY(&r->subscribers) && !r->watching;
}

void live_wake(struct hub *h, struct live_room *live)
{
        struct subscriber *g;

        LIST_FOREACH (g, &live->room.subscribers, in_room)
                h->wake(client_of(g));
}

void live_tell_owners(struct hub *h, struct live_room *live)
{
        for (int seat = 0; seat < live->room.players; seat++) {
                int64_t person = live->room.chair[seat].person;
                struct client *client;

                if (!person)
                        continue;
                LIST_FOREACH (client, clients_of(h, person), of_person)
                        if (client->subscriber.person == person && client->live != live) {
                                client->own_tables_due = 1;
                                h->wake(client);
                        }
        }
}

/* --- storing --- */

/* The time of an entry: never before that of the entry before it, whatever the clock says. */
static uint64_t in_order(struct live_room *live, int64_t at)
{
        if ((uint64_t)at > live->last_at)
                live->last_at = (uint64_t)at;
        if (live->last_at > live_now(live))
                live->ahead = live->last_at - clock_now();
        return live->last_at;
}

static const struct refusal *queue(struct live_room *live, const struct client *client, const struct command *c)
{
        struct queued_command *w;
        int own = 0;

        STAILQ_FOREACH (w, &live->queue, next)
                own += w->person == client->subscriber.person;
        if (live->queued >= MAX_WAITING || own >= MAX_WAITING_OF_ONE)
                return &TOO_FAST;
        w = malloc(sizeof *w);
        if (!w)
                return &OUT_OF_MEMORY;
        w->client = client->number;
        w->person = client->subscriber.person;
        w->command = *c;
        STAILQ_INSERT_TAIL(&live->queue, w, next);
        live->queued++;
        return NULL;
}

static struct queued_command *take_first(struct live_room *live)
{
        struct queued_command *w = STAILQ_FIRST(&live->queue);

        STAILQ_REMOVE_HEAD(&live->queue, next);
        live->queued--;
        return w;
}

/* Runs a command that has waited. Its client may have left the table since, or may have had to; leaving itself is done all the
 * same. */
static void run_waiting(struct hub *h, struct live_room *live, const struct queued_command *w)
{
        struct client *client = client_find(h, w->client);
        int is_here = client && client->live == live;

        if (is_here ? !client->arriving : client && w->command.kind == COMMAND_LEAVE)
                client_speaks(h, live, client, &w->command);
        else if (client)
                client_refuse_plainly(h, client, w->command.kind, &NOT_AT_A_TABLE);
}

/* A command whose entry is being stored is kept: it is run again if another server stored first. */
void live_take_waiting(struct hub *h, struct live_room *live)
{
        while (!live_is_busy(live) && !STAILQ_EMPTY(&live->queue)) {
                struct queued_command *w = take_first(live);

                run_waiting(h, live, w);
                if (live->state == LIVE_SAVING)
                        live->running = w;
                else
                        free(w);
        }
}

/* In a cluster a command always goes through the queue, so that it can be run again. */
const struct refusal *live_command(struct hub *h, struct live_room *live, struct client *client, const struct command *c)
{
        const struct refusal *wrong;

        if (!client->arriving && !live_is_busy(live) && !h->node) {
                client_speaks(h, live, client, c);
                return NULL;
        }
        wrong = queue(live, client, c);
        live_take_waiting(h, live);
        return wrong;
}

/* Puts the command back at the front of the queue. */
static void run_again(struct live_room *live)
{
        if (!live->running)
                return;
        STAILQ_INSERT_HEAD(&live->queue, live->running, next);
        live->running = NULL;
        live->queued++;
}

void live_go_on(struct hub *h, struct live_room *live)
{
        if (live->state == LIVE_CLOSING)
                return;
        if (live->behind) {
                live_catch_up(h, live, 0);
                return;
        }
        live_evict(h, live);
        live_wake(h, live);
        live_tell_owners(h, live);
        if (live->room.state == ROOM_OVER && !live->finished && live->stored_here)
                live_finish(h, live);
        schedule_room(h, live);
        live_think(h, live);
        live_take_waiting(h, live);
}

/* Why a work that failed is refused. */
static const struct refusal *failure(const struct work *w)
{
        return work_outcome(w) == STORE_UNSURE ? &MAYBE_SAVED : &NOT_SAVED;
}

int live_saved(struct hub *h, struct live_room *live, const struct work *w)
{
        struct client *asker = client_find(h, live->asker);
        enum outcome outcome = work_outcome(w);
        struct reason why = { .is = failure(w) };

        live->works--;
        live_turn(live, LIVE_IDLE);
        if (outcome == STORE_DONE) {
                live->stored_here = 1;
                live->changed = clock_now();
        } else if (h->node) {
                live->behind = LOG | TALK;
                live_turn(live, LIVE_BEHIND);
        }
        live->unsure = outcome == STORE_UNSURE && live->running && live->entry.size;
        if (live->unsure || (outcome == STORE_TAKEN && h->node)) {
                run_again(live);
        } else if (outcome != STORE_DONE) {
                log_error("not-saved", "table=%s why=\"%s\"", live->room.name, work_why(w));
                h->figures.unsaved++;
                live->wait_until = clock_now() + SAVE_AGAIN;
                snprintf(why.detail, sizeof why.detail, "%s", work_why(w));
                if (asker)
                        client_refuse(h, asker, live->asked, &why);
        }
        free(live->running);
        live->running = NULL;
        return outcome == STORE_DONE;
}

/* The entry is stored: applies it. */
static void do_entry(struct live_room *live)
{
        memcpy(live->last_hash, live->entry_hash, ENTRY_HASH);
        room_do(&live->room, &live->entry, in_order(live, (int64_t)live->entry_at));
}

/* A new table is stored and becomes visible; or it was not stored, and is closed. */
static void end_making(struct hub *h, struct live_room *live, const struct work *w)
{
        struct client *client = client_find(h, live->asker);

        live->works--;
        if (work_outcome(w) != STORE_DONE) {
                live_close(h, live);
                return;
        }
        live_turn(live, LIVE_IDLE);
        do_entry(live);
        live_update_members(h, live);
        live->stored_here = 1;
        log_info("table-made", "table=%s game=%s players=%d", live->room.name, live->room.game->name, live->room.players);
        if (client)
                client_made(h, client, live->room.id);
        live_go_on(h, live);
}

static void on_saved(struct work *w)
{
        struct live_room *live = work_whose(w);
        struct hub *h = live->hub;
        int what = live->entry.deed.what;

        if (live_saved(h, live, w)) {
                h->figures.moves += what == PLAY_MOVE;
                do_entry(live);
                live_update_members(h, live);
                if (live->entry.person) {
                        live_learn(h, live);
                        cluster_look(h, live);
                }
                if (live->asked != COMMAND_RETURN)
                        client_done(client_find(h, live->asker));
        }
        if (live->rematch)
                end_making(h, live->rematch, w);
        live->rematch = NULL;
        work_close(w);
        live_go_on(h, live);
}

static void add_entry(struct work *w, struct live_room *live)
{
        int64_t n = (int64_t)live->room.version, at = (int64_t)live->entry_at;

        memcpy(live->entry_hash, live->last_hash, ENTRY_HASH);
        entry_hash(live->entry_hash, n, at, live->entry.body, strlen(live->entry.body));
        work_add(w, ADD_ENTRY, "iiitb", live->room.id, n, at, live->entry.body, live->entry_hash, (size_t)ENTRY_HASH);
}

/* --- limits --- */

int live_is_full(const struct live_room *live)
{
        return live->room.version >= MAX_ENTRIES;
}

const struct refusal *live_refuses(struct hub *h, const struct live_room *live, const struct client *client)
{
        int what = live->entry.deed.what;

        if (live_is_full(live) ||
            (live->room.version >= MANY_ENTRIES && what != PLAY_MOVE && what != HOLD_SEAT && what != RETURN_SEAT))
                return &TABLE_FULL;
        if (client && !client->trusted &&
            (!quota_allows(&h->quota, client->subscriber.person, QUOTA_ENTRIES, clock_now()) ||
             !quota_allows(&h->quota, client->subscriber.person, QUOTA_BYTES, clock_now())))
                return &DAILY_LIMIT;
        return NULL;
}

/* Counts an entry against the quota of the person who asked for it; a bot's against that of the host. */
static void charge(struct hub *h, const struct live_room *live, uint64_t asker)
{
        const struct client *client = client_find(h, asker);
        int64_t person = client ? client->subscriber.person : live->room.host;

        if (!person)
                return;
        quota_take(&h->quota, person, QUOTA_ENTRIES, 1, clock_now());
        quota_take(&h->quota, person, QUOTA_BYTES, strlen(live->entry.body), clock_now());
}

/* The work that stores live->entry. */
static struct work *save_work(struct hub *h, struct live_room *live, uint64_t asker)
{
        struct work *w = work_open(on_saved, live);
        const struct entry *e = &live->entry;
        int64_t id = live->room.id;

        live_turn(live, LIVE_SAVING);
        live->works++;
        live->asker = asker;
        charge(h, live, asker);
        live->entry_at = live_now(live);
        add_entry(w, live);
        if (e->seat && e->level)
                work_add(w, SET_BOT, "iii", id, (int64_t)e->seat, (int64_t)e->level);
        else if (e->seat && e->person)
                work_add(w, SET_SEAT, "iii", id, (int64_t)e->seat, e->person);
        else if (e->seat)
                work_add(w, SET_SEAT, "iit", id, (int64_t)e->seat, NULL);
        if (e->begins)
                work_add(w, SET_TABLE_STATE, "iii", id, (int64_t)TABLE_PLAYING, (int64_t)live->entry_at);
        cluster_notice(h, w, NOTICE_ENTRY, id, 0);
        if (e->person)
                cluster_notice(h, w, NOTICE_SEAT, id, e->person);
        return w;
}

void live_save(struct hub *h, struct live_room *live, uint64_t asker)
{
        store_do(h->store, save_work(h, live, asker));
}

/* --- making tables --- */

/* A live room with its first entry, not stored yet. NULL: out of memory. */
static struct live_room *begin_making(struct hub *h, const struct plan *plan, const struct client *client)
{
        struct live_room *live = live_open(h, id_make(), LIVE_MAKING);
        uint8_t salt[HASH_BYTES], secret[HASH_BYTES];
        uint64_t seed;

        if (!live)
                return NULL;
        randombytes_buf(salt, sizeof salt);
        randombytes_buf(secret, sizeof secret);
        randombytes_buf(&seed, sizeof seed);
        room_begin(plan, client->subscriber.person, salt, secret, seed, &live->entry);
        live->works++;
        live->asker = client->number;
        live->entry_at = live->room.made = clock_now();
        set_membership(h, &live->member[HOST], client->subscriber.person); /* counted now, so that many at once are limited too */
        charge(h, live, client->number);
        quota_take(&h->quota, client->subscriber.person, QUOTA_TABLES, 1, clock_now());
        return live;
}

static void add_table(struct hub *h, struct work *w, struct live_room *live, const struct plan *plan)
{
        int64_t id = live->room.id;

        work_add(w, ADD_TABLE, "itii", id, plan->game->name, (int64_t)live->entry_at, (int64_t)plan->is_public);
        add_entry(w, live);
        for (int i = 0; i < plan->players; i++)
                if (plan->level[i])
                        work_add(w, SET_BOT, "iii", id, (int64_t)i + 1, (int64_t)plan->level[i]);
        if (plan->is_public)
                cluster_notice(h, w, NOTICE_NEW, id, 0);
}

static void on_made(struct work *w)
{
        struct live_room *live = work_whose(w);
        struct hub *h = live->hub;
        struct client *client = client_find(h, live->asker);

        if (work_outcome(w) != STORE_DONE && client) {
                struct reason why = { .is = failure(w) };

                snprintf(why.detail, sizeof why.detail, "%s", work_why(w));
                client_refuse(h, client, live->asked, &why);
        }
        end_making(h, live, w);
        work_close(w);
}

int live_make(struct hub *h, const struct plan *plan, const struct client *client, enum command_kind asked)
{
        struct live_room *live = begin_making(h, plan, client);
        struct work *w;

        if (!live)
                return 0;
        live->asked = asked;
        w = work_open(on_made, live);
        add_table(h, w, live, plan);
        store_do(h->store, w);
        return 1;
}

/* One work for both tables, so that nobody is sent to a table that does not exist, and only one of two servers makes it. */
int live_make_next(struct hub *h, struct live_room *live, const struct client *client)
{
        struct plan plan;
        struct work *w;

        plan_again(&plan, &live->room);
        live->rematch = begin_making(h, &plan, client);
        if (!live->rematch)
                return 0;
        room_rematch(live->rematch->room.id, &live->entry);
        w = save_work(h, live, client->number);
        add_table(h, w, live->rematch, &plan);
        store_do(h->store, w);
        return 1;
}

/* --- bots --- */

static void take_thought(struct hub *h, struct live_room *live, struct thought *t)
{
        if (room_choice(&live->room, &t->question, &t->answer, &live->entry) && !live_refuses(h, live, NULL))
                live_save(h, live, 0);
        else
                live_think(h, live);
        free(t);
}

void on_thought(struct thought *t, void *whose)
{
        struct hub *h = whose;
        struct live_room *live = live_find(h, t->table);
        struct client *client = client_find(h, t->client);

        if (live && t->client && client && client->live == live &&
            table_hint(&live->room.table, &client->subscriber.viewer, &t->question, &t->answer, &client->answers))
                h->wake(client);
        if (!live || t->client) {
                free(t);
                return;
        }
        live->thinking = NO_BOT_THINKS;
        if (live_is_busy(live))
                live->thought = t;
        else
                take_thought(h, live, t);
}

/* Hands a question to the thinkers. 0: their queue is full. */
static int ask(struct hub *h, const struct question *q, const struct thought *about)
{
        struct thought *t = malloc(sizeof *t), *left;
        struct client *asker;

        if (!t)
                return 0;
        *t = *about;
        t->question = *q;
        left = thinkers_ask(h->thinkers, t);
        if (left && left != t && left->client != t->client && (asker = client_find(h, left->client)))
                client_refuse_plainly(h, asker, COMMAND_HINT, &HINT_REPLACED);
        free(left);
        return left != t;
}

/* Whether a player is connected and plays, not a bot in their place. */
static int somebody_waits(const struct room *r)
{
        for (int s = 0; s < r->players; s++)
                if (r->chair[s].person && r->chair[s].connections && !r->table.seat[s].held)
                        return 1;
        return 0;
}

void live_think(struct hub *h, struct live_room *live)
{
        struct thought *t = live->thought, about = { .table = live->room.id, .person = live->room.host };
        struct question q;

        if (live->thinking == BOT_THINKS_FOR_NOBODY && somebody_waits(&live->room)) {
                thinkers_hurry(h->thinkers, live->room.id);
                live->thinking = BOT_THINKS;
        }
        if (live_is_busy(live) || live->thinking || h->stopping || live->room.state != ROOM_PLAYING || (h->node && !live->lease) ||
            live_is_full(live) || room_is_paused(&live->room) || clock_now() < live->wait_until)
                return;
        if (t) {
                live->thought = NULL;
                take_thought(h, live, t);
                return;
        }
        if (!table_asks(&live->room.table, NULL, &q))
                return;
        about.urgency = somebody_waits(&live->room) ? SOMEBODY_WAITS : NOBODY_WAITS;
        if (ask(h, &q, &about))
                live->thinking = about.urgency == SOMEBODY_WAITS ? BOT_THINKS : BOT_THINKS_FOR_NOBODY;
}

void live_think_for(struct hub *h, struct live_room *live, struct client *client)
{
        struct thought about = { .table = live->room.id, .client = client->number, .person = client->subscriber.person };
        struct question q;

        if (h->stopping || !client->subscriber.viewer.hint || !table_asks(&live->room.table, &client->subscriber.viewer, &q) ||
            !q.hint)
                return;
        if (!ask(h, &q, &about))
                client_refuse_plainly(h, client, COMMAND_HINT, &TOO_MANY_HINTS);
}

/* --- loading --- */

static void hear_said(struct live_room *live, const struct rows *chat)
{
        for (int i = 0; i < rows_count(chat); i++) {
                room_add_chat(&live->room, rows_number(chat, i, CHAT_PERSON), rows_text(chat, i, CHAT_NAME, NULL),
                              (uint64_t)rows_number(chat, i, CHAT_AT), rows_text(chat, i, CHAT_WORDS, NULL));
                live->next_chat = rows_number(chat, i, CHAT_N) + 1;
        }
}

/* Checks that an entry is the next one of the log, by number and hash. Only a shared database may have entries without a hash:
 * older versions store them. */
static int is_next(struct live_room *live, const struct rows *entries, int i)
{
        size_t size, hash_size;
        const char *body = rows_text(entries, i, ENTRY_BODY, &size), *hash = rows_text(entries, i, ENTRY_STORED_HASH, &hash_size);

        if ((uint64_t)rows_number(entries, i, ENTRY_N) != live->room.version)
                return 0;
        entry_hash(live->last_hash, rows_number(entries, i, ENTRY_N), rows_number(entries, i, ENTRY_AT), body, size);
        if (rows_is_null(entries, i, ENTRY_STORED_HASH))
                return store_is_shared(live->hub->store);
        return hash_size == ENTRY_HASH && memcmp(hash, live->last_hash, ENTRY_HASH) == 0;
}

static int damaged(const struct live_room *live, int64_t entry)
{
        log_error("table-damaged", "table=%s entry=%lld", live->room.name, (long long)entry);
        return 0;
}

/* The index is written together with the entry that changes it: if the log is behind the index, its end is missing. */
static int is_whole(const struct room *r, const struct rows *index)
{
        static const enum room_state REACHED[] = {
                [TABLE_OPEN] = ROOM_OPEN, [TABLE_PLAYING] = ROOM_PLAYING, [TABLE_OVER] = ROOM_OVER
        };
        int64_t is = rows_count(index) ? rows_number(index, 0, INDEX_STATE) : -1;

        return is >= TABLE_OPEN && is <= TABLE_OVER && r->state >= REACHED[is];
}

/* Replays the whole log. 0: it is damaged. */
static int replay_all(struct live_room *live, const struct rows *entries, const struct rows *chat, const struct rows *state)
{
        for (int i = 0; i < rows_count(entries); i++) {
                size_t size;
                const char *body = rows_text(entries, i, ENTRY_BODY, &size);

                if (!is_next(live, entries, i) ||
                    !room_replay(&live->room, body, size, in_order(live, rows_number(entries, i, ENTRY_AT))))
                        return damaged(live, i);
        }
        if (!is_whole(&live->room, state))
                return damaged(live, rows_count(entries));
        hear_said(live, chat);
        room_resume(&live->room, live_now(live), live->after_restart);
        live_update_members(live->hub, live);
        return 1;
}

void live_give_record(struct live_room *live)
{
        struct record_request *w;

        while ((w = SLIST_FIRST(&live->record_requests))) {
                SLIST_REMOVE_HEAD(&live->record_requests, next);
                w->done(w->whose,
                        live_is_ready(live) && live->room.state == ROOM_OVER ? record_print(&live->room.table.record) : NULL);
                free(w);
        }
}

/* Refuses a client that waits for the room, or is in it. */
static void refuse_client(struct hub *h, struct live_room *live, struct client *client, const struct reason *why)
{
        if (!client->arriving)
                room_go(&live->room, &client->subscriber, live_now(live));
        client->arriving = 0;
        client->live = NULL;
        client_refuse(h, client, COMMAND_JOIN, why);
}

void live_admit(struct hub *h, struct live_room *live)
{
        if (live->state == LIVE_CLOSING)
                return; /* nobody waits; the next tick frees it */
        live_turn(live, LIVE_IDLE);
        if (live->behind) {
                live_catch_up(h, live, 0);
                return;
        }
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i] && h->slot[i]->live == live && h->slot[i]->arriving)
                        client_arrives(h, live, h->slot[i]);
        live_give_record(live);
        live_go_on(h, live);
}

void live_refuse(struct hub *h, struct live_room *live, const struct reason *why)
{
        if (live->state == LIVE_CLOSING)
                return;
        live_turn(live, LIVE_CLOSING);
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i] && h->slot[i]->live == live)
                        refuse_client(h, live, h->slot[i], why);
        while (!STAILQ_EMPTY(&live->queue)) {
                struct queued_command *w = take_first(live);

                run_waiting(h, live, w);
                free(w);
        }
        live_give_record(live);
        if (!live->works)
                live_close(h, live);
}

void live_gone(struct hub *h, struct live_room *live)
{
        live_tell_owners(h, live);
        live_refuse(h, live, &(struct reason){ .is = &NO_SUCH_TABLE });
}

static void on_loaded(struct work *w)
{
        struct live_room *live = work_whose(w);
        struct hub *h = live->hub;

        struct reason why = { .is = NULL };

        live->works--;
        if (work_outcome(w) != STORE_DONE) {
                why.is = &CANNOT_LOAD;
                snprintf(why.detail, sizeof why.detail, "%s", work_why(w));
                live_refuse(h, live, &why);
        } else if (!rows_count(work_rows(w, 0))) {
                live_gone(h, live);
        } else if (rows_count(work_rows(w, 0)) > MAX_ENTRIES) {
                log_error("table-too-long", "table=%s", live->room.name);
                live_refuse(h, live, &(struct reason){ .is = &TABLE_FULL });
        } else if (!replay_all(live, work_rows(w, 0), work_rows(w, 1), work_rows(w, 2))) {
                live_refuse(h, live, &(struct reason){ .is = &TABLE_DAMAGED });
        } else {
                live->finished = live->room.state == ROOM_OVER && rows_number(work_rows(w, 2), 0, INDEX_STATE) == TABLE_OVER;
                live->due = (uint64_t)rows_number(work_rows(w, 2), 0, INDEX_DUE);
                live->stored_here = !h->node;
                cluster_read_presence(live, work_rows(w, 3));
                live_learn(h, live);
        }
        work_close(w);
}

struct live_room *live_load(struct hub *h, int64_t id, int was_down)
{
        struct live_room *live = live_open(h, id, LIVE_LOADING);
        struct work *w;

        if (!live)
                return NULL;
        live->works++;
        live->after_restart = was_down;
        live->changed = clock_now();
        w = work_open(on_loaded, live);
        work_add(w, ENTRIES, "ii", id, (int64_t)MAX_ENTRIES + 1);
        work_add(w, CHAT, "i", id);
        work_add(w, TABLE_STATE, "i", id);
        work_add(w, PRESENCE, "ii", id, h->node);
        store_do(h->store, w);
        return live;
}

/* --- catching up with other servers --- */

/* The command at the front of the queue was stored, as it turns out. */
static void stored_after_all(struct live_room *live)
{
        struct queued_command *w = take_first(live);

        live->unsure = 0;
        client_done(client_find(live->hub, w->client));
        free(w);
}

/* Applies entries of other servers. 0: the log is damaged. */
static int follow(struct live_room *live, const struct rows *entries)
{
        for (int i = 0; i < rows_count(entries); i++) {
                size_t size;
                const char *body = rows_text(entries, i, ENTRY_BODY, &size);

                if (live->unsure && i == 0 && size == (size_t)live->entry.size && memcmp(body, live->entry.body, size) == 0)
                        stored_after_all(live);
                if (!is_next(live, entries, i) ||
                    !room_follow(&live->room, body, size, in_order(live, rows_number(entries, i, ENTRY_AT))))
                        return damaged(live, rows_number(entries, i, ENTRY_N));
                live->stored_here = 0;
                live->changed = clock_now();
        }
        return 1;
}

static void on_caught_up(struct work *w)
{
        struct live_room *live = work_whose(w);
        struct hub *h = live->hub;
        int64_t before[MAX_PLAYERS];
        int others = 0, fits = 1;

        live->works--;
        if (work_outcome(w) != STORE_DONE) {
                live->behind = LOG | TALK;
                live_turn(live, LIVE_BEHIND);
                work_close(w);
                return;
        }
        for (int s = 0; s < MAX_PLAYERS; s++)
                before[s] = live->room.chair[s].person;
        fits = follow(live, work_rows(w, 0));
        live->unsure = 0;
        if (work_size(w) > 1)
                hear_said(live, work_rows(w, 1));
        for (int s = 0; s < MAX_PLAYERS; s++)
                others |= before[s] != live->room.chair[s].person;
        work_close(w);
        live_update_members(h, live);
        if (!fits) {
                live_refuse(h, live, &(struct reason){ .is = &TABLE_DAMAGED });
                return;
        }
        if (others) {
                live_learn(h, live);
                cluster_look(h, live);
        }
        live_admit(h, live);
}

void live_catch_up(struct hub *h, struct live_room *live, int what)
{
        struct work *w;

        live->behind |= what;
        if (live->state != LIVE_IDLE && live->state != LIVE_BEHIND)
                return; /* read when the pending save has returned */
        live_turn(live, LIVE_READING);
        live->caught_up = clock_now();
        live->works++;
        w = work_open(on_caught_up, live);
        work_add(w, ENTRIES_SINCE, "ii", live->room.id, (int64_t)live->room.version);
        if (live->behind & TALK)
                work_add(w, CHAT_SINCE, "ii", live->room.id, live->next_chat);
        live->behind = 0;
        store_do(h->store, w);
}
