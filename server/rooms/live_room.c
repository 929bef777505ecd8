/* Rooms, kept: found, stored, made, loaded, thought about; see live_room.h. */
#include "live_room.h"
#include "../store/new_id.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games that people and bots play have some hundreds of entries. Where there are so many, only what brings the game on is
 * stored; and in the end nothing is (docs/hosting.md). */
enum {
        MAX_WAITING = 64,        /* messages in a room while an entry is stored, */
        MAX_WAITING_OF_ONE = 16, /* and those of one person */
        MANY_ENTRIES = 4000,
        MAX_ENTRIES = 20000,
        SAVE_AGAIN = 1000 /* milliseconds after which a failed save is tried again */
};

/* --- finding --- */

static struct live_room **live_bucket(struct hub *h, int64_t id)
{
        return &h->bucket[(uint64_t)id % BUCKETS];
}

struct live_room *live_find(struct hub *h, int64_t id)
{
        struct live_room *p = *live_bucket(h, id);

        while (p && (p->room.id != id || p->shut))
                p = p->next;
        return p;
}

static struct membership **membership_bucket(struct hub *h, int64_t person)
{
        return &h->member[(uint64_t)person % BUCKETS];
}

static void set_membership(struct hub *h, struct membership *t, int64_t person)
{
        struct membership **bucket = membership_bucket(h, person);

        if (t->person == person)
                return;
        if (t->person)
                *t->back = t->next;
        if (t->person && t->next)
                t->next->back = t->back;
        t->person = person;
        if (!person)
                return;
        t->next = *bucket;
        t->back = bucket;
        if (t->next)
                t->next->back = &t->next;
        *bucket = t;
}

void live_update_members(struct hub *h, struct live_room *p)
{
        for (int s = 0; s < MAX_PLAYERS; s++)
                set_membership(h, &p->member[s], p->room.chair[s].person);
        set_membership(h, &p->member[HOST], p->room.host);
}

struct membership *next_membership(struct hub *h, int64_t person, const struct membership *last, int as_host)
{
        struct membership *t = last ? last->next : *membership_bucket(h, person);

        while (t && (t->person != person || (t == &t->live->member[HOST]) != as_host))
                t = t->next;
        return t;
}

struct live_room *live_open(struct hub *h, int64_t id)
{
        struct live_room *p = calloc(1, sizeof *p), **bucket = live_bucket(h, id);

        if (!p)
                return NULL;
        room_open(&p->room, id);
        p->hub = h;
        for (int i = 0; i < MEMBERSHIPS; i++)
                p->member[i].live = p;
        p->end = &p->first;
        p->next = *bucket;
        *bucket = p;
        p->other = h->live;
        p->back = &h->live;
        if (h->live)
                h->live->back = &p->other;
        h->live = p;
        p->quiet = clock_now();
        h->figures.rooms++;
        return p;
}

void live_close(struct hub *h, struct live_room *p)
{
        struct live_room **at = live_bucket(h, p->room.id);

        while (*at != p)
                at = &(*at)->next;
        *at = p->next;
        for (int i = 0; i < MEMBERSHIPS; i++)
                set_membership(h, &p->member[i], 0);
        *p->back = p->other;
        if (p->other)
                p->other->back = p->back;
        if (p->in_list && h->gone_count < MAX_GONE)
                h->gone[h->gone_count++] = p->room.id;
        while (p->first) {
                struct queued_command *w = p->first;

                p->first = w->next;
                free(w);
        }
        free(p->asking);
        free(p->thought);
        h->claims -= p->claimed > 0;
        room_close(&p->room);
        free(p);
        h->figures.rooms--;
}

int live_is_empty(const struct live_room *p)
{
        const struct room *r = &p->room;

        for (int s = 0; s < r->players; s++)
                if (r->chair[s].connections)
                        return 0;
        return !r->subscribers && !r->watching;
}

void live_wake(struct hub *h, struct live_room *p)
{
        for (struct subscriber *g = p->room.subscribers; g; g = g->next)
                h->wake(client_of(g));
}

void live_tell_owners(struct hub *h, struct live_room *p)
{
        for (int seat = 0; seat < p->room.players; seat++) {
                int64_t person = p->room.chair[seat].person;

                if (!person)
                        continue;
                for (struct client *v = *person_bucket(h, person); v; v = v->same)
                        if (v->subscriber.person == person && v->live != p) {
                                v->mine = 1;
                                h->wake(v);
                        }
        }
}

/* --- storing, and what follows --- */

/* When an entry was stored. Whatever the clock said, it was not before the entry in front of it. */
static uint64_t in_order(struct live_room *p, int64_t at)
{
        if ((uint64_t)at > p->last_at)
                p->last_at = (uint64_t)at;
        return p->last_at;
}

static int is_busy(const struct live_room *p)
{
        return p->saving || p->reading || p->behind;
}

static const struct refusal *queue(struct live_room *p, const struct client *v, const struct command *c)
{
        struct queued_command *w;
        int own = 0;

        for (w = p->first; w; w = w->next)
                own += w->person == v->subscriber.person;
        if (p->waiting >= MAX_WAITING || own >= MAX_WAITING_OF_ONE)
                return &TOO_FAST;
        w = malloc(sizeof *w);
        if (!w)
                return &OUT_OF_MEMORY;
        *w = (struct queued_command){ NULL, v->number, v->subscriber.person, *c };
        *p->end = w;
        p->end = &w->next;
        p->waiting++;
        return NULL;
}

static struct queued_command *take_first(struct live_room *p)
{
        struct queued_command *w = p->first;

        if (!(p->first = w->next))
                p->end = &p->first;
        p->waiting--;
        return w;
}

/* Whoever asks for something that is then stored is asked again if somebody else was first: until then the message is kept. */
void live_take_waiting(struct hub *h, struct live_room *p)
{
        while (p->ready && !is_busy(p) && p->first) {
                struct queued_command *w = take_first(p);
                struct client *v = client_find(h, w->client);

                if (v && v->live == p && !v->arriving)
                        client_speaks(h, p, v, &w->command);
                if (p->saving)
                        p->asking = w;
                else
                        free(w);
        }
}

/* Where several servers share a table, a command always waits in the queue, to be run again if another server stores first. */
const struct refusal *live_command(struct hub *h, struct live_room *p, struct client *v, const struct command *c)
{
        const struct refusal *wrong;

        if (!v->arriving && !p->saving && !h->node) {
                client_speaks(h, p, v, c);
                return NULL;
        }
        wrong = queue(p, v, c);
        live_take_waiting(h, p);
        return wrong;
}

static void ask_again(struct live_room *p)
{
        struct queued_command *w = p->asking;

        if (!w)
                return;
        p->asking = NULL;
        w->next = p->first;
        p->first = w;
        if (!w->next)
                p->end = &w->next;
        p->waiting++;
}

void live_go_on(struct hub *h, struct live_room *p)
{
        if (p->behind) {
                live_catch_up(h, p, 0);
                return;
        }
        live_evict(h, p);
        live_wake(h, p);
        live_tell_owners(h, p);
        if (p->room.state == ROOM_OVER && !p->finished && p->ours)
                live_finish(h, p);
        schedule_room(h, p);
        live_think(h, p);
        live_take_waiting(h, p);
}

int live_saved(struct hub *h, struct live_room *p, const struct work *w)
{
        struct client *asker = client_find(h, p->asker);
        enum outcome outcome = work_outcome(w);
        struct reason why = { .is = &NOT_SAVED };

        p->pins--;
        p->saving = 0;
        if (outcome == STORE_DONE) {
                p->ours = 1;
                p->changed = clock_now();
        } else if (h->node) {
                p->behind = LOG | TALK;
        }
        p->unsure = outcome == STORE_UNSURE && p->asking && p->entry.size;
        if (p->unsure || (outcome == STORE_TAKEN && h->node)) {
                ask_again(p);
        } else if (outcome != STORE_DONE) {
                log_error("not-saved", "table=%s why=\"%s\"", p->room.name, work_why(w));
                h->figures.unsaved++;
                p->wait_until = clock_now() + SAVE_AGAIN;
                snprintf(why.detail, sizeof why.detail, "%s", work_why(w));
                if (asker)
                        client_refuse(h, asker, p->asked, &why);
        }
        free(p->asking);
        p->asking = NULL;
        return outcome == STORE_DONE;
}

/* The entry is stored. */
static void do_entry(struct live_room *p)
{
        memcpy(p->last_hash, p->entry_hash, ENTRY_HASH);
        room_do(&p->room, &p->entry, in_order(p, (int64_t)p->entry_at));
}

/* A new table is stored, and from now on it is there; or it is not, and never was. */
static void end_making(struct hub *h, struct live_room *p, const struct work *w)
{
        struct client *v = client_find(h, p->asker);

        p->pins--;
        p->saving = 0;
        if (work_outcome(w) != STORE_DONE) {
                live_close(h, p);
                return;
        }
        do_entry(p);
        live_update_members(h, p);
        p->ready = p->ours = 1;
        log_info("table-made", "table=%s game=%s players=%d", p->room.name, p->room.game->name, p->room.players);
        if (v)
                client_made(h, v, p->room.id);
        live_go_on(h, p);
}

static void on_saved(struct work *w)
{
        struct live_room *p = work_whose(w);
        struct hub *h = p->hub;
        int what = p->entry.deed.what;

        if (live_saved(h, p, w)) {
                h->figures.moves += what == PLAY_MOVE;
                do_entry(p);
                live_update_members(h, p);
                if (p->entry.person) {
                        live_learn(h, p);
                        cluster_look(h, p);
                }
        }
        if (p->next_made)
                end_making(h, p->next_made, w);
        p->next_made = NULL;
        work_close(w);
        live_go_on(h, p);
}

static void add_entry(struct work *w, struct live_room *p)
{
        int64_t n = (int64_t)p->room.version, at = (int64_t)p->entry_at;

        memcpy(p->entry_hash, p->last_hash, ENTRY_HASH);
        entry_hash(p->entry_hash, n, at, p->entry.body, strlen(p->entry.body));
        work_add(w, ADD_ENTRY, "iiitb", p->room.id, n, at, p->entry.body, p->entry_hash, (size_t)ENTRY_HASH);
}

/* --- limits --- */

int live_is_full(const struct live_room *p)
{
        return p->room.version >= MAX_ENTRIES;
}

const struct refusal *live_refuses(struct hub *h, const struct live_room *p, const struct client *v)
{
        int what = p->entry.deed.what;

        if (live_is_full(p) || (p->room.version >= MANY_ENTRIES && what != PLAY_MOVE && what != HOLD_SEAT && what != RETURN_SEAT))
                return &TABLE_FULL;
        if (v && !v->trusted &&
            (!quota_allows(&h->quota, v->subscriber.person, QUOTA_ENTRIES, clock_now()) ||
             !quota_allows(&h->quota, v->subscriber.person, QUOTA_BYTES, clock_now())))
                return &DAILY_LIMIT;
        return NULL;
}

/* An entry is put down to whoever asked for it; a bot's to the host of the table. */
static void charge(struct hub *h, const struct live_room *p, uint64_t asker)
{
        const struct client *v = client_find(h, asker);
        int64_t person = v ? v->subscriber.person : p->room.host;

        if (!person)
                return;
        quota_take(&h->quota, person, QUOTA_ENTRIES, 1, clock_now());
        quota_take(&h->quota, person, QUOTA_BYTES, strlen(p->entry.body), clock_now());
}

/* The work that stores p->entry. */
static struct work *save_work(struct hub *h, struct live_room *p, uint64_t asker)
{
        struct work *w = work_open(on_saved, p);
        const struct entry *e = &p->entry;
        int64_t id = p->room.id;

        p->saving = 1;
        p->pins++;
        p->asker = asker;
        charge(h, p, asker);
        p->entry_at = clock_now() > p->last_at ? clock_now() : p->last_at;
        add_entry(w, p);
        if (e->seat && e->level)
                work_add(w, SET_BOT, "iii", id, (int64_t)e->seat, (int64_t)e->level);
        else if (e->seat && e->person)
                work_add(w, SET_SEAT, "iii", id, (int64_t)e->seat, e->person);
        else if (e->seat)
                work_add(w, SET_SEAT, "iit", id, (int64_t)e->seat, NULL);
        if (e->begins)
                work_add(w, SET_TABLE_STATE, "iii", id, (int64_t)1, (int64_t)p->entry_at);
        cluster_notice(h, w, 'e', id, 0);
        if (e->person)
                cluster_notice(h, w, 's', id, e->person);
        return w;
}

void live_save(struct hub *h, struct live_room *p, uint64_t asker)
{
        store_do(h->store, save_work(h, p, asker));
}

/* --- making --- */

/* A place with its first entry, which is still to be stored. NULL: there is no memory. */
static struct live_room *begin_making(struct hub *h, const struct plan *plan, const struct client *v)
{
        struct live_room *p = live_open(h, id_make());
        uint8_t salt[HASH_BYTES], secret[HASH_BYTES];
        uint64_t seed;

        if (!p)
                return NULL;
        randombytes_buf(salt, sizeof salt);
        randombytes_buf(secret, sizeof secret);
        randombytes_buf(&seed, sizeof seed);
        room_begin(plan, v->subscriber.person, salt, secret, seed, &p->entry);
        p->saving = 1;
        p->pins++;
        p->asker = v->number;
        p->entry_at = p->room.made = clock_now();
        set_membership(h, &p->member[HOST], v->subscriber.person); /* it counts from now on, however many are asked for at once */
        charge(h, p, v->number);
        quota_take(&h->quota, v->subscriber.person, QUOTA_TABLES, 1, clock_now());
        return p;
}

static void add_table(struct hub *h, struct work *w, struct live_room *p, const struct plan *plan)
{
        int64_t id = p->room.id;

        work_add(w, ADD_TABLE, "itii", id, plan->game->name, (int64_t)p->entry_at, (int64_t)plan->is_public);
        add_entry(w, p);
        for (int i = 0; i < plan->players; i++)
                if (plan->level[i])
                        work_add(w, SET_BOT, "iii", id, (int64_t)i + 1, (int64_t)plan->level[i]);
        if (plan->is_public)
                cluster_notice(h, w, 'n', id, 0);
}

static void on_made(struct work *w)
{
        struct live_room *p = work_whose(w);
        struct hub *h = p->hub;
        struct client *v = client_find(h, p->asker);

        if (work_outcome(w) != STORE_DONE && v) {
                struct reason why = { .is = &NOT_SAVED };

                snprintf(why.detail, sizeof why.detail, "%s", work_why(w));
                client_refuse(h, v, COMMAND_MAKE, &why);
        }
        end_making(h, p, w);
        work_close(w);
}

int live_make(struct hub *h, const struct plan *plan, const struct client *v)
{
        struct live_room *p = begin_making(h, plan, v);
        struct work *w;

        if (!p)
                return 0;
        w = work_open(on_made, p);
        add_table(h, w, p, plan);
        store_do(h->store, w);
        return 1;
}

/* In one work, so that nobody is ever sent to a table that is not there, and of two servers one makes it. */
int live_make_next(struct hub *h, struct live_room *p, const struct client *v)
{
        struct plan plan;
        struct work *w;

        plan_again(&plan, &p->room);
        p->next_made = begin_making(h, &plan, v);
        if (!p->next_made)
                return 0;
        room_rematch(p->next_made->room.id, &p->entry);
        w = save_work(h, p, v->number);
        add_table(h, w, p->next_made, &plan);
        store_do(h->store, w);
        return 1;
}

/* --- bots --- */

static void take_thought(struct hub *h, struct live_room *p, struct thought *t)
{
        if (room_choice(&p->room, &t->question, &t->answer, &p->entry) && !live_refuses(h, p, NULL))
                live_save(h, p, 0);
        else
                live_think(h, p);
        free(t);
}

void on_thought(struct thought *t, void *whose)
{
        struct hub *h = whose;
        struct live_room *p = live_find(h, t->table);
        struct client *v = client_find(h, t->client);

        if (p && t->client && v && v->live == p &&
            table_hint(&p->room.table, &v->subscriber.viewer, &t->question, &t->answer, &v->answers))
                h->wake(v);
        if (!p || t->client) {
                free(t);
                return;
        }
        p->thinking = NO_BOT_THINKS;
        if (is_busy(p))
                p->thought = t;
        else
                take_thought(h, p, t);
}

/* Hands a question to the thinkers. 0: they have too many. */
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

/* Whether somebody is there whose game it is. */
static int somebody_waits(const struct room *r)
{
        for (int s = 0; s < r->players; s++)
                if (r->chair[s].person && r->chair[s].connections && !r->table.seat[s].held)
                        return 1;
        return 0;
}

void live_think(struct hub *h, struct live_room *p)
{
        struct thought *t = p->thought, about = { .table = p->room.id, .person = p->room.host };
        struct question q;

        if (p->thinking == BOT_THINKS_FOR_NOBODY && somebody_waits(&p->room)) {
                thinkers_hurry(h->thinkers, p->room.id);
                p->thinking = BOT_THINKS;
        }
        if (is_busy(p) || p->thinking || h->stopping || p->room.state != ROOM_PLAYING || (h->node && !p->claimed) ||
            live_is_full(p) || clock_now() < p->wait_until)
                return;
        if (t) {
                p->thought = NULL;
                take_thought(h, p, t);
                return;
        }
        if (!table_asks(&p->room.table, NULL, &q))
                return;
        about.urgency = somebody_waits(&p->room) ? SOMEBODY_WAITS : NOBODY_WAITS;
        if (ask(h, &q, &about))
                p->thinking = about.urgency == SOMEBODY_WAITS ? BOT_THINKS : BOT_THINKS_FOR_NOBODY;
}

void live_think_for(struct hub *h, struct live_room *p, struct client *v)
{
        struct thought about = { .table = p->room.id, .client = v->number, .person = v->subscriber.person };
        struct question q;

        if (h->stopping || !v->subscriber.viewer.hint || !table_asks(&p->room.table, &v->subscriber.viewer, &q) || !q.hint)
                return;
        if (!ask(h, &q, &about))
                client_refuse_plainly(h, v, COMMAND_HINT, &TOO_MANY_HINTS);
}

/* --- loading --- */

static void hear_said(struct live_room *p, const struct rows *chat)
{
        for (int i = 0; i < rows_count(chat); i++) {
                room_say(&p->room, rows_number(chat, i, 2), rows_text(chat, i, 3, NULL), (uint64_t)rows_number(chat, i, 1),
                         rows_text(chat, i, 4, NULL));
                p->said = rows_number(chat, i, 0) + 1;
        }
}

/* Whether an entry is the next one of the log, as it was stored. Only a database that is shared may have entries without a hash:
 * servers of an older version store them. */
static int is_next(struct live_room *p, const struct rows *entries, int i)
{
        size_t size, hash_size;
        const char *body = rows_text(entries, i, 2, &size), *hash = rows_text(entries, i, 3, &hash_size);

        if ((uint64_t)rows_number(entries, i, 0) != p->room.version)
                return 0;
        entry_hash(p->last_hash, rows_number(entries, i, 0), rows_number(entries, i, 1), body, size);
        if (rows_is_null(entries, i, 3))
                return store_is_shared(p->hub->store);
        return hash_size == ENTRY_HASH && memcmp(hash, p->last_hash, ENTRY_HASH) == 0;
}

static int damaged(const struct live_room *p, int64_t entry)
{
        log_error("table-damaged", "table=%s entry=%lld", p->room.name, (long long)entry);
        return 0;
}

/* What the index says of the game, 0 open, 1 playing, 2 over, is stored together with the entry that made it so: if the log has not
 * got that far, its end is missing. */
static int is_whole(const struct room *r, const struct rows *state)
{
        static const enum room_state REACHED[] = { ROOM_OPEN, ROOM_PLAYING, ROOM_OVER };
        int64_t is = rows_count(state) ? rows_number(state, 0, 0) : -1;

        return is >= 0 && is <= 2 && r->state >= REACHED[is];
}

/* The log of a room, all of it. 0: it is broken. */
static int replay_all(struct live_room *p, const struct rows *entries, const struct rows *chat, const struct rows *state)
{
        for (int i = 0; i < rows_count(entries); i++) {
                size_t size;
                const char *body = rows_text(entries, i, 2, &size);

                if (!is_next(p, entries, i) || !room_replay(&p->room, body, size, in_order(p, rows_number(entries, i, 1))))
                        return damaged(p, i);
        }
        if (!is_whole(&p->room, state))
                return damaged(p, rows_count(entries));
        hear_said(p, chat);
        room_resume(&p->room, clock_now(), p->was_down);
        live_update_members(p->hub, p);
        return 1;
}

void live_give_record(struct live_room *p)
{
        while (p->record_requests) {
                struct record_request *w = p->record_requests;

                p->record_requests = w->next;
                w->done(w->whose, p->ready && p->room.state == ROOM_OVER ? record_print(&p->room.table.record) : NULL);
                free(w);
        }
}

void live_admit(struct hub *h, struct live_room *p, const struct reason *why)
{
        if (p->shut)
                return; /* nobody waits any more, and the next tick lets go of it */
        p->ready = why == NULL;
        if (p->behind && p->ready) {
                live_catch_up(h, p, 0);
                return;
        }
        for (uint32_t i = 0; i < h->slots; i++) {
                struct client *v = h->slot[i];

                if (!v || v->live != p || (p->ready && !v->arriving))
                        continue;
                if (p->ready) {
                        client_arrives(h, p, v);
                } else {
                        if (!v->arriving)
                                room_go(&p->room, &v->subscriber, clock_now());
                        v->arriving = 0;
                        v->live = NULL;
                        client_refuse(h, v, COMMAND_JOIN, why);
                }
        }
        live_give_record(p);
        p->shut = !p->ready;
        if (p->ready)
                live_go_on(h, p);
        else if (!p->pins)
                live_close(h, p);
}

void live_gone(struct hub *h, struct live_room *p)
{
        live_tell_owners(h, p);
        live_admit(h, p, &(struct reason){ .is = &NO_SUCH_TABLE });
}

static void on_loaded(struct work *w)
{
        struct live_room *p = work_whose(w);
        struct hub *h = p->hub;

        struct reason why = { .is = NULL };

        p->pins--;
        if (work_outcome(w) != STORE_DONE) {
                why.is = &CANNOT_LOAD;
                snprintf(why.detail, sizeof why.detail, "%s", work_why(w));
                live_admit(h, p, &why);
        } else if (!rows_count(work_rows(w, 0))) {
                live_gone(h, p);
        } else if (rows_count(work_rows(w, 0)) > MAX_ENTRIES) {
                log_error("table-too-long", "table=%s", p->room.name);
                live_admit(h, p, &(struct reason){ .is = &TABLE_FULL });
        } else if (!replay_all(p, work_rows(w, 0), work_rows(w, 1), work_rows(w, 2))) {
                live_admit(h, p, &(struct reason){ .is = &TABLE_DAMAGED });
        } else {
                p->finished = p->room.state == ROOM_OVER && rows_number(work_rows(w, 2), 0, 0) == 2;
                p->due = (uint64_t)rows_number(work_rows(w, 2), 0, 1);
                p->ours = !h->node;
                cluster_read_presence(p, work_rows(w, 3));
                live_learn(h, p);
        }
        work_close(w);
}

struct live_room *live_load(struct hub *h, int64_t id, int was_down)
{
        struct live_room *p = live_open(h, id);
        struct work *w;

        if (!p)
                return NULL;
        p->pins++;
        p->was_down = was_down;
        p->changed = clock_now();
        w = work_open(on_loaded, p);
        work_add(w, ENTRIES, "ii", id, (int64_t)MAX_ENTRIES + 1);
        work_add(w, CHAT, "i", id);
        work_add(w, TABLE_STATE, "i", id);
        work_add(w, PRESENCE, "ii", id, h->node);
        store_do(h->store, w);
        return p;
}

/* --- catching up with other servers --- */

/* Whoever sits here is somebody else than before, if any entry says so. 0: the log is broken. */
static int follow(struct live_room *p, const struct rows *entries)
{
        for (int i = 0; i < rows_count(entries); i++) {
                size_t size;
                const char *body = rows_text(entries, i, 2, &size);

                if ((uint64_t)rows_number(entries, i, 0) < p->room.version)
                        continue;
                if (p->unsure && i == 0 && size == (size_t)p->entry.size && memcmp(body, p->entry.body, size) == 0)
                        p->unsure = 0, free(take_first(p)); /* it was kept */
                if (!is_next(p, entries, i) || !room_follow(&p->room, body, size, in_order(p, rows_number(entries, i, 1))))
                        return damaged(p, rows_number(entries, i, 0));
                p->ours = 0;
                p->changed = clock_now();
        }
        return 1;
}

static void on_caught_up(struct work *w)
{
        struct live_room *p = work_whose(w);
        struct hub *h = p->hub;
        int64_t before[MAX_PLAYERS];
        int others = 0, fits = 1;

        p->pins--;
        p->reading = 0;
        if (work_outcome(w) != STORE_DONE) {
                p->behind = LOG | TALK; /* the next tick tries again */
                work_close(w);
                return;
        }
        for (int s = 0; s < MAX_PLAYERS; s++)
                before[s] = p->room.chair[s].person;
        fits = follow(p, work_rows(w, 0));
        p->unsure = 0;
        if (work_size(w) > 1)
                hear_said(p, work_rows(w, 1));
        for (int s = 0; s < MAX_PLAYERS; s++)
                others |= before[s] != p->room.chair[s].person;
        work_close(w);
        live_update_members(h, p);
        if (!fits) {
                live_admit(h, p, &(struct reason){ .is = &TABLE_DAMAGED });
                return;
        }
        if (others) {
                live_learn(h, p);
                cluster_look(h, p);
        }
        live_admit(h, p, NULL);
}

void live_catch_up(struct hub *h, struct live_room *p, int what)
{
        struct work *w;

        p->behind |= what;
        if (p->saving || p->reading || !p->ready)
                return;
        p->reading = 1;
        p->pins++;
        w = work_open(on_caught_up, p);
        work_add(w, ENTRIES_SINCE, "ii", p->room.id, (int64_t)p->room.version);
        if (p->behind & TALK)
                work_add(w, CHAT_SINCE, "ii", p->room.id, p->said);
        p->behind = 0;
        store_do(h->store, w);
}
