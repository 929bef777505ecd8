/* Every room there is, and everybody in them; see hall.h. */
#include "hall.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "rating.h"

enum {
        BUCKETS = 4096,
        SLOT_BITS = 20, /* of a visit's number; the rest tells it from those that had the slot before */
        MAX_VISITS = 1 << SLOT_BITS,
        MAX_WORD = 32,
        MAX_WAITING = 64, /* messages in a room while an entry is stored */
        MAX_OWN_TABLES = 50,
        MAX_LISTED = 60, /* tables that the lobby tells at once, */
        MAX_NEWS = 16,   /* and that it tells as changed */
        MAX_GONE = 256,
        MAX_ANSWERS = 1 << 16,
        CREDIT = 300,      /* messages at once, */
        CREDIT_EVERY = 10, /* and one more in so many milliseconds */
        TICK = 250,
        LOBBY_TICKS = 4,
        NEWS_AT_ONCE = 64,
        NEWS_EVERY = 10
};

static const uint64_t MINE_EVERY = 500, EMPTY_WAIT = 600000, DAY = 24ull * 3600 * 1000, OVER_WAIT = 60000, SPEAK_TIME = 10000, QUICK_CLOCK = 120000;

/* A message that waits for a room. */
struct waiting {
        struct waiting *next;
        uint64_t visit;
        size_t size;
        char text[];
};

/* Somebody who wants the record of a game that is over. */
struct wanting {
        struct wanting *next;
        void (*done)(void *whose, char *record);
        void *whose;
};

/* What ties a person to a place: a seat, or that the table is theirs to decide about. */
struct tie {
        struct tie *next;  /* in the person's bucket */
        struct tie **back; /* what points to it there */
        int64_t person;    /* 0: nobody, and it is in no bucket */
        struct place *place;
};

enum { HOST = MAX_PLAYERS, TIES };

struct place {
        struct room room;
        struct tie tie[TIES]; /* by seat, and the host */
        struct hall *hall;
        struct place *next;  /* in its bucket */
        struct place *other; /* in the list of all */
        struct place **back; /* what points to it there */
        int ready;           /* 1 once it is loaded */
        int pins;            /* works that will come back to it */
        int saving;          /* 1 while `entry` is stored */
        struct entry entry;
        uint64_t entry_at;
        uint64_t asker; /* the visit that asked for it; 0: none */
        struct waiting *first, **end;
        int waiting;
        int64_t said;            /* the number of what is said next */
        int thinking;            /* 1 while a bot thinks */
        struct thought *thought; /* what it came to, while an entry is stored */
        struct wanting *wanting;
        uint64_t listed;      /* the looks that the lobby was told */
        int in_list, is_news; /* 1: the lobby knows it; and is told about it now */
        int finished;         /* 1: its result is in the store, or on the way */
        struct place *queued; /* the next whose result is to be stored */
        uint64_t quiet;       /* since when nobody is here */
};

struct hall {
        struct store *store;
        struct thinkers *thinkers;
        void (*wake)(struct visit *v);
        struct place *bucket[BUCKETS]; /* by id */
        struct place *places;
        struct visit **slot; /* by number; `slots` of them */
        uint32_t slots;
        uint64_t visited;
        struct visit *person[BUCKETS]; /* visits by person */
        struct tie *tie[BUCKETS];      /* and what is theirs */
        struct place *finishing;       /* whose results are to be stored, one after another */
        int64_t gone[MAX_GONE];        /* tables that the lobby has to be told are gone */
        int gone_count;
        uv_timer_t timer;
        unsigned ticks;
        struct outbox news; /* of the lobby, while it is being told */
        uint32_t news_to;   /* the slot that is told next */
        uv_timer_t spreading;
        int stopping;
        struct hall_figures figures;
};

/* --- visits --- */

static struct visit *visit_of(struct guest *g)
{
        return (struct visit *)g;
}

static struct visit *find_visit(const struct hall *h, uint64_t number)
{
        struct visit *v = number ? h->slot[number & (MAX_VISITS - 1)] : NULL;

        return v && v->number == number ? v : NULL;
}

static struct visit **person_bucket(struct hall *h, int64_t person)
{
        return &h->person[(uint64_t)person % BUCKETS];
}

static struct tie **tie_bucket(struct hall *h, int64_t person)
{
        return &h->tie[(uint64_t)person % BUCKETS];
}

static void answer_refusal(struct hall *h, struct visit *v, const char *about, const char *why)
{
        h->figures.refusals++;
        tell_refusal(&v->answers, about, why);
        h->wake(v);
}

static void wake_room(struct hall *h, struct place *p)
{
        for (struct guest *g = p->room.guests; g; g = g->next)
                h->wake(visit_of(g));
}

/* Those who sit here are told about their tables, where they look at something else. */
static void tell_owners(struct hall *h, struct place *p)
{
        for (int seat = 0; seat < p->room.players; seat++) {
                int64_t person = p->room.chair[seat].person;

                if (!person)
                        continue;
                for (struct visit *v = *person_bucket(h, person); v; v = v->same)
                        if (v->guest.person == person && v->place != p) {
                                v->mine = 1;
                                h->wake(v);
                        }
        }
}

/* A slot for one more. */
static int slot_for(struct hall *h, uint32_t *slot)
{
        uint32_t slots = h->slots ? 2 * h->slots : 64;
        struct visit **more;

        for (uint32_t i = 0; i < h->slots; i++) {
                *slot = (uint32_t)((h->visited + i) % h->slots);
                if (!h->slot[*slot])
                        return 1;
        }
        more = slots <= MAX_VISITS ? realloc(h->slot, slots * sizeof(struct visit *)) : NULL;
        if (!more)
                return 0;
        memset(more + h->slots, 0, (slots - h->slots) * sizeof(struct visit *));
        *slot = h->slots;
        h->slot = more;
        h->slots = slots;
        return 1;
}

static void write_hello(struct json *j, const void *what)
{
        const struct visit *v = what;
        char id[ID_TEXT + 1];

        id_print(v->guest.person, id);
        json_text(j, "{\"t\":\"hello\",\"version\":1,\"person\":");
        json_string(j, id);
        json_text(j, ",\"name\":");
        json_string(j, v->guest.name);
        json_text(j, ",\"time\":");
        json_number(j, log_time(), 0, UINT64_MAX);
        json_text(j, "}");
}

int hall_enter(struct hall *h, struct visit *v)
{
        struct visit **bucket = person_bucket(h, v->guest.person);
        uint32_t slot;

        if (!slot_for(h, &slot))
                return 0;
        v->number = ++h->visited << SLOT_BITS | slot;
        h->slot[slot] = v;
        v->same = *bucket;
        *bucket = v;
        v->credit = CREDIT;
        v->credited = log_time();
        v->mine = 1;
        h->figures.visits++;
        outbox_add(&v->answers, write_hello, v);
        h->wake(v);
        return 1;
}

/* Looks at nothing any more. */
static void look_away(struct hall *h, struct visit *v)
{
        struct place *p = v->place;

        v->in_lobby = 0;
        v->place = NULL;
        v->mine |= p != NULL; /* of which it was not told while it was there */
        if (!p || !p->ready)
                return;
        room_go(&p->room, &v->guest, log_time());
        if (!p->room.guests)
                p->quiet = log_time();
        wake_room(h, p);
}

void hall_leave(struct hall *h, struct visit *v)
{
        struct visit **at = person_bucket(h, v->guest.person);

        look_away(h, v);
        while (*at != v)
                at = &(*at)->same;
        *at = v->same;
        h->slot[v->number & (MAX_VISITS - 1)] = NULL;
        h->figures.visits--;
        outbox_close(&v->answers);
}

/* --- places --- */

static struct place **place_bucket(struct hall *h, int64_t id)
{
        return &h->bucket[(uint64_t)id % BUCKETS];
}

static struct place *find_place(struct hall *h, int64_t id)
{
        struct place *p = *place_bucket(h, id);

        while (p && p->room.id != id)
                p = p->next;
        return p;
}

static void tie_to(struct hall *h, struct tie *t, int64_t person)
{
        struct tie **bucket = tie_bucket(h, person);

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

/* Who sits here and whose table it is may be different now. */
static void tie_all(struct hall *h, struct place *p)
{
        for (int s = 0; s < MAX_PLAYERS; s++)
                tie_to(h, &p->tie[s], p->room.chair[s].person);
        tie_to(h, &p->tie[HOST], p->room.host);
}

/* The next tie of a person, after this one or the first: by a seat, or as the host. */
static struct tie *next_tie(struct hall *h, int64_t person, const struct tie *last, int as_host)
{
        struct tie *t = last ? last->next : *tie_bucket(h, person);

        while (t && (t->person != person || (t == &t->place->tie[HOST]) != as_host))
                t = t->next;
        return t;
}

/* NULL: there is no memory. */
static struct place *place_open(struct hall *h, int64_t id)
{
        struct place *p = calloc(1, sizeof *p), **bucket = place_bucket(h, id);

        if (!p)
                return NULL;
        room_open(&p->room, id);
        p->hall = h;
        for (int i = 0; i < TIES; i++)
                p->tie[i].place = p;
        p->end = &p->first;
        p->next = *bucket;
        *bucket = p;
        p->other = h->places;
        p->back = &h->places;
        if (h->places)
                h->places->back = &p->other;
        h->places = p;
        p->quiet = log_time();
        h->figures.rooms++;
        return p;
}

static void place_close(struct hall *h, struct place *p)
{
        struct place **at = place_bucket(h, p->room.id);

        while (*at != p)
                at = &(*at)->next;
        *at = p->next;
        for (int i = 0; i < TIES; i++)
                tie_to(h, &p->tie[i], 0);
        *p->back = p->other;
        if (p->other)
                p->other->back = p->back;
        if (p->in_list && h->gone_count < MAX_GONE)
                h->gone[h->gone_count++] = p->room.id;
        while (p->first) {
                struct waiting *w = p->first;

                p->first = w->next;
                free(w);
        }
        free(p->thought);
        room_close(&p->room);
        free(p);
        h->figures.rooms--;
}

/* --- storing, and what follows --- */

static void think(struct hall *h, struct place *p);
static void finish(struct hall *h, struct place *p);
static void learn(struct hall *h, struct place *p);
static void open_doors(struct hall *h, struct place *p, const char *why);
static void hear_in_room(struct hall *h, struct place *p, struct visit *v, const struct message *m);

static void take_waiting(struct hall *h, struct place *p)
{
        while (!p->saving && p->first) {
                struct waiting *w = p->first;
                struct visit *v = find_visit(h, w->visit);
                struct message m;

                if (!(p->first = w->next))
                        p->end = &p->first;
                p->waiting--;
                if (v && v->place == p && message_open(&m, w->text, w->size)) {
                        hear_in_room(h, p, v, &m);
                        message_close(&m);
                }
                free(w);
        }
}

/* Something is different here. */
static void go_on(struct hall *h, struct place *p)
{
        wake_room(h, p);
        tell_owners(h, p);
        if (p->room.state == ROOM_OVER && !p->finished)
                finish(h, p);
        think(h, p);
        take_waiting(h, p);
}

static void on_saved(struct work *w)
{
        struct place *p = work_whose(w);
        struct hall *h = p->hall;
        struct visit *asker = find_visit(h, p->asker);

        p->pins--;
        p->saving = 0;
        if (work_outcome(w) == STORE_DONE) {
                h->figures.moves += p->entry.deed.what == PLAY_MOVE;
                room_do(&p->room, &p->entry, p->entry_at);
                tie_all(h, p);
                if (p->entry.person)
                        learn(h, p);
        } else {
                log_error("not-saved", "table=%s why=\"%s\"", p->room.name, work_why(w));
        }
        if (work_outcome(w) != STORE_DONE && asker) {
                char why[MAX_STORE_WHY + 64];

                snprintf(why, sizeof why, "that could not be saved, and nothing has changed: %s", work_why(w));
                answer_refusal(h, asker, p->entry.deed.what == PLAY_MOVE ? "play" : p->entry.deed.what == TAKE_BACK ? "undo" : "save", why);
        }
        work_close(w);
        go_on(h, p);
}

/* Stores p->entry. */
static void save(struct hall *h, struct place *p, uint64_t asker)
{
        struct work *w = work_open(on_saved, p);
        const struct entry *e = &p->entry;
        int64_t id = p->room.id;

        p->saving = 1;
        p->pins++;
        p->asker = asker;
        p->entry_at = log_time();
        work_add(w, ADD_ENTRY, "iiit", id, (int64_t)p->room.version, (int64_t)p->entry_at, e->body);
        if (e->seat && e->level)
                work_add(w, SET_BOT, "iii", id, (int64_t)e->seat, (int64_t)e->level);
        else if (e->seat && e->person)
                work_add(w, SET_SEAT, "iii", id, (int64_t)e->seat, e->person);
        else if (e->seat)
                work_add(w, SET_SEAT, "iit", id, (int64_t)e->seat, NULL);
        if (e->begins)
                work_add(w, SET_TABLE_STATE, "iii", id, (int64_t)1, (int64_t)p->entry_at);
        store_do(h->store, w);
}

/* --- bots --- */

static void take_thought(struct hall *h, struct place *p, struct thought *t)
{
        if (room_choice(&p->room, &t->question, &t->answer, &p->entry))
                save(h, p, 0);
        else
                think(h, p);
        free(t);
}

static void on_thought(struct thought *t, void *whose)
{
        struct hall *h = whose;
        struct place *p = find_place(h, t->table);
        struct visit *v = find_visit(h, t->guest);

        if (p && t->guest && v && v->place == p && table_hint(&p->room.table, &v->guest.viewer, &t->question, &t->answer, &v->answers))
                h->wake(v);
        if (!p || t->guest) {
                free(t);
                return;
        }
        p->thinking = 0;
        if (p->saving)
                p->thought = t;
        else
                take_thought(h, p, t);
}

static int ask(struct hall *h, const struct question *q, int64_t table, uint64_t guest)
{
        struct thought *t = malloc(sizeof *t);

        if (!t)
                return 0;
        t->question = *q;
        t->table = table;
        t->guest = guest;
        if (thinkers_ask(h->thinkers, t))
                return 1;
        free(t);
        return 0;
}

/* If a bot is to move here, it thinks. */
static void think(struct hall *h, struct place *p)
{
        struct thought *t = p->thought;
        struct question q;

        if (p->saving || p->thinking || h->stopping || p->room.state != ROOM_PLAYING)
                return;
        if (t) {
                p->thought = NULL;
                take_thought(h, p, t);
                return;
        }
        if (table_asks(&p->room.table, NULL, &q))
                p->thinking = ask(h, &q, p->room.id, 0);
}

static void think_for(struct hall *h, struct place *p, struct visit *v)
{
        struct question q;

        if (h->stopping || !v->guest.viewer.hint || !table_asks(&p->room.table, &v->guest.viewer, &q) || !q.hint)
                return;
        if (!ask(h, &q, p->room.id, v->number))
                answer_refusal(h, v, "hint", "there are too many questions at the moment; ask again");
}

/* --- names and ratings of those who sit --- */

static struct rating read_rating(const struct rows *r, struct rating none, int *games)
{
        struct rating found = none;

        *games = 0;
        if (rows_count(r)) {
                found.mu = rows_real(r, 0, 0);
                found.sigma = rows_real(r, 0, 1);
                *games = (int)rows_number(r, 0, 2);
        }
        return found;
}

static void on_learnt(struct work *w)
{
        struct place *p = work_whose(w);
        int nth = 0;

        p->pins--;
        for (int seat = 0; seat < p->room.players && work_outcome(w) == STORE_DONE && nth < work_size(w); seat++, nth += 2) {
                const struct rows *person = work_rows(w, nth);
                int games;
                struct rating rating = read_rating(work_rows(w, nth + 1), rating_fresh(), &games);

                if (rows_count(person))
                        room_know(&p->room, rows_number(person, 0, 3), rows_text(person, 0, 0, NULL), games ? rating_shown(rating) : 0,
                                  rating_level(p->room.game, rating));
        }
        work_close(w);
        if (p->ready)
                wake_room(p->hall, p);
        else
                open_doors(p->hall, p, NULL);
}

/* Finds out about everybody who sits here; a room that was loaded is open when that is known. */
static void learn(struct hall *h, struct place *p)
{
        struct work *w = work_open(on_learnt, p);

        p->pins++;
        for (int seat = 0; seat < p->room.players; seat++) {
                work_add(w, PERSON, "i", p->room.chair[seat].person);
                work_add(w, RATING, "ti", p->room.game->name, p->room.chair[seat].person);
        }
        store_do(h->store, w);
}

void hall_rename(struct hall *h, int64_t person, const char *name)
{
        for (struct visit *v = *person_bucket(h, person); v; v = v->same)
                if (v->guest.person == person)
                        strncpy(v->guest.name, name, MAX_SEAT_NAME - 1);
        for (struct tie *t = next_tie(h, person, NULL, 0); t; t = next_tie(h, person, t, 0))
                if (t->place->ready)
                        learn(h, t->place);
}

/* --- results, one after another, so that nobody's rating is changed by two at once --- */

static void finish_next(struct hall *h);

/* Whoever has a seat, as ratings know them: a person, or minus the level of a bot. */
static int64_t rated_as(const struct chair *c)
{
        return c->level ? -(int64_t)c->level : c->person;
}

static void on_finished(struct work *w)
{
        struct place *p = work_whose(w);
        struct hall *h = p->hall;

        p->pins--;
        p->finished = work_outcome(w) == STORE_DONE; /* else the next tick tries again */
        if (p->finished)
                log_info("table-over", "table=%s game=%s players=%d moves=%zu", p->room.name, p->room.game->name, p->room.players,
                         p->room.table.record.count);
        h->finishing = p->queued;
        work_close(w);
        learn(h, p);
        finish_next(h);
}

static void on_ratings(struct work *found)
{
        struct place *p = work_whose(found);
        struct room *r = &p->room;
        struct work *w = work_open(on_finished, p);
        struct rating rating[MAX_PLAYERS];
        int place[MAX_PLAYERS], points[MAX_PLAYERS], games[MAX_PLAYERS];

        for (int s = 0; s < r->players; s++)
                rating[s] = read_rating(work_rows(found, s),
                                        r->chair[s].level ? rating_of_bot(r->game, r->chair[s].level) : rating_fresh(), &games[s]);
        room_places(r, place, points);
        if (r->rated)
                rating_update(rating, place, r->players);
        work_add(w, SET_TABLE_STATE, "iii", r->id, (int64_t)2, (int64_t)log_time());
        for (int s = 0; s < r->players; s++) {
                if (r->rated)
                        work_add(w, SET_RESULT, "iiiid", r->id, (int64_t)s + 1, (int64_t)place[s], (int64_t)points[s],
                                 (double)rating_shown(rating[s]));
                else
                        work_add(w, SET_RESULT, "iiiit", r->id, (int64_t)s + 1, (int64_t)place[s], (int64_t)points[s], NULL);
                if (r->rated && rated_as(&r->chair[s]))
                        work_add(w, SET_RATING, "tiddii", r->game->name, rated_as(&r->chair[s]), rating[s].mu, rating[s].sigma,
                                 (int64_t)games[s] + 1, (int64_t)games[s]);
        }
        if (work_outcome(found) == STORE_DONE) {
                store_do(p->hall->store, w);
                work_close(found);
                return;
        }
        work_close(w);
        on_finished(found); /* it failed */
}

static void finish_next(struct hall *h)
{
        struct place *p = h->finishing;
        struct work *w;

        if (!p)
                return;
        w = work_open(on_ratings, p);
        for (int s = 0; s < p->room.players; s++)
                work_add(w, RATING, "ti", p->room.game->name, rated_as(&p->room.chair[s]));
        store_do(h->store, w);
}

static void finish(struct hall *h, struct place *p)
{
        struct place **at = &h->finishing;
        int first = !h->finishing;

        while (*at)
                at = &(*at)->queued;
        *at = p;
        p->queued = NULL;
        p->finished = 1;
        p->pins++;
        if (first)
                finish_next(h);
}

/* --- loading --- */

/* A visit is in the room it asked for, which is there. */
static void come(struct hall *h, struct place *p, struct visit *v)
{
        static const char BACK[] = "{\"t\":\"back\"}";
        int sits = room_seat(&p->room, v->guest.person) >= 0;

        if (!sits && !p->room.watch && (p->room.state == ROOM_PLAYING || p->room.state == ROOM_DEALING)) {
                v->place = NULL;
                answer_refusal(h, v, "join", "the host of this table wants nobody to watch");
                return;
        }
        room_come(&p->room, &v->guest, v->version, v->told, log_time());
        wake_room(h, p);
        if (room_can_return(&p->room, v->guest.person))
                hall_hear(h, v, BACK, sizeof BACK - 1);
}

/* The log of a room, all of it. 0: it is broken. */
static int replay_all(struct place *p, const struct rows *entries, const struct rows *chat)
{
        for (int i = 0; i < rows_count(entries); i++) {
                size_t size;
                const char *body = rows_text(entries, i, 2, &size);

                if (!room_replay(&p->room, body, size, (uint64_t)rows_number(entries, i, 1))) {
                        log_error("broken-table", "table=%s entry=%d", p->room.name, i);
                        return 0;
                }
        }
        for (int i = 0; i < rows_count(chat); i++) {
                room_say(&p->room, rows_number(chat, i, 2), rows_text(chat, i, 3, NULL), (uint64_t)rows_number(chat, i, 1),
                         rows_text(chat, i, 4, NULL));
                p->said = rows_number(chat, i, 0) + 1;
        }
        room_resume(&p->room, log_time());
        tie_all(p->hall, p);
        return 1;
}

static void give_record(struct place *p)
{
        while (p->wanting) {
                struct wanting *w = p->wanting;

                p->wanting = w->next;
                w->done(w->whose, p->ready && p->room.state == ROOM_OVER ? record_print(&p->room.table.record) : NULL);
                free(w);
        }
}

/* It is there, or it is not, and then this is why: those who wait for it are told. */
static void open_doors(struct hall *h, struct place *p, const char *why)
{
        p->ready = why == NULL;
        for (uint32_t i = 0; i < h->slots; i++) {
                struct visit *v = h->slot[i];

                if (!v || v->place != p)
                        continue;
                if (p->ready) {
                        come(h, p, v);
                } else {
                        v->place = NULL;
                        answer_refusal(h, v, "join", why);
                }
        }
        give_record(p);
        if (p->ready)
                go_on(h, p);
        else
                place_close(h, p);
}

static void on_loaded(struct work *w)
{
        struct place *p = work_whose(w);
        struct hall *h = p->hall;

        p->pins--;
        if (work_outcome(w) != STORE_DONE) {
                open_doors(h, p, work_why(w));
        } else if (!rows_count(work_rows(w, 0))) {
                open_doors(h, p, "there is no such table");
        } else if (!replay_all(p, work_rows(w, 0), work_rows(w, 1))) {
                open_doors(h, p, "what was kept of this table cannot be read");
        } else {
                p->finished = p->room.state == ROOM_OVER && rows_number(work_rows(w, 2), 0, 0) == 2;
                learn(h, p);
        }
        work_close(w);
}

static struct place *load(struct hall *h, int64_t id)
{
        struct place *p = place_open(h, id);
        struct work *w;

        if (!p)
                return NULL;
        p->pins++;
        w = work_open(on_loaded, p);
        work_add(w, ENTRIES, "i", id);
        work_add(w, CHAT, "i", id);
        work_add(w, TABLE_STATE, "i", id);
        store_do(h->store, w);
        return p;
}

void hall_record(struct hall *h, int64_t table, void (*done)(void *whose, char *record), void *whose)
{
        struct place *p = find_place(h, table);
        struct wanting *w = malloc(sizeof *w);

        if (!p)
                p = load(h, table);
        if (!p || !w) {
                free(w);
                done(whose, NULL);
                return;
        }
        *w = (struct wanting){ p->wanting, done, whose };
        p->wanting = w;
        if (p->ready)
                give_record(p);
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

static void tell_made(struct hall *h, struct visit *v, int64_t table)
{
        outbox_add(&v->answers, write_made, &table);
        h->wake(v);
}

/* The room is stored: from now on it is there. */
static void on_made(struct work *w)
{
        struct place *p = work_whose(w);
        struct hall *h = p->hall;
        struct visit *v = find_visit(h, p->asker);

        p->pins--;
        p->saving = 0;
        if (work_outcome(w) != STORE_DONE) {
                if (v)
                        answer_refusal(h, v, "make", work_why(w));
                work_close(w);
                place_close(h, p);
                return;
        }
        work_close(w);
        room_do(&p->room, &p->entry, p->entry_at);
        tie_all(h, p);
        p->ready = 1;
        log_info("table-made", "table=%s game=%s players=%d", p->room.name, p->room.game->name, p->room.players);
        if (v)
                tell_made(h, v, p->room.id);
        go_on(h, p);
}

/* NULL: there is no memory. */
static struct place *make(struct hall *h, const struct plan *plan, int64_t host, uint64_t asker)
{
        struct place *p = place_open(h, id_make());
        uint8_t salt[HASH_BYTES], secret[HASH_BYTES];
        uint64_t seed;
        struct work *w;

        if (!p)
                return NULL;
        randombytes_buf(salt, sizeof salt);
        randombytes_buf(secret, sizeof secret);
        randombytes_buf(&seed, sizeof seed);
        room_begin(plan, host, salt, secret, seed, &p->entry);
        p->saving = 1;
        p->pins++;
        p->asker = asker;
        p->entry_at = log_time();
        w = work_open(on_made, p);
        work_add(w, ADD_TABLE, "itii", p->room.id, plan->game->name, (int64_t)p->entry_at, (int64_t)plan->is_public);
        work_add(w, ADD_ENTRY, "iiit", p->room.id, (int64_t)0, (int64_t)p->entry_at, p->entry.body);
        for (int i = 0; i < plan->players; i++)
                if (plan->level[i])
                        work_add(w, SET_BOT, "iii", p->room.id, (int64_t)i + 1, (int64_t)plan->level[i]);
        store_do(h->store, w);
        return p;
}

static int too_many_tables(struct hall *h, int64_t person)
{
        int own = 0;

        for (struct tie *t = next_tie(h, person, NULL, 1); t; t = next_tie(h, person, t, 1))
                own += t->place->room.state < ROOM_OVER;
        return own >= MAX_OWN_TABLES;
}

static const char *hear_make(struct hall *h, struct visit *v, const struct message *m, char *why)
{
        struct plan plan;
        const char *wrong = plan_read(&plan, m, why);

        if (wrong)
                return wrong;
        if (too_many_tables(h, v->guest.person))
                return "you have fifty tables that are not over; finish or leave some first";
        return make(h, &plan, v->guest.person, v->number) ? NULL : "there is no memory for another table";
}

/* Whether somebody could sit down here who wants to play at once. */
static int has_room(const struct place *p, const struct game *g, int players, int64_t person)
{
        const struct room *r = &p->room;

        if (!p->ready || r->state != ROOM_OPEN || !r->is_public || r->game != g || r->players != players || room_seat(r, person) >= 0)
                return 0;
        for (int i = 0; i < MAX_BARRED; i++)
                if (r->barred[i] == person)
                        return 0;
        for (int s = 0; s < players; s++)
                if (!r->chair[s].person && !r->chair[s].level && !r->chair[s].kept)
                        return r->guests != NULL;
        return 0;
}

static const char *hear_quick(struct hall *h, struct visit *v, const struct message *m, char *why)
{
        struct plan plan = { .is_public = 1, .watch = 1, .chat = 1, .rated = 1, .clock = { .move = QUICK_CLOCK } };
        struct place *found = NULL;
        uint64_t players;
        const char *wrong;

        if (!message_number(m, message_member(m, WHOLE_MESSAGE, "players"), 2, MAX_PLAYERS, &players))
                return "two to four can play";
        plan.players = (int)players;
        for (int i = 0; i < MAX_PLAYERS; i++)
                plan.clock.left[i] = QUICK_CLOCK;
        if ((wrong = read_game(m, plan.players, &plan.game, &plan.options, why)))
                return wrong;
        for (struct place *p = h->places; p; p = p->other)
                if (has_room(p, plan.game, plan.players, v->guest.person) && (!found || p->room.since < found->room.since))
                        found = p;
        if (found)
                tell_made(h, v, found->room.id);
        else if (too_many_tables(h, v->guest.person))
                return "you have fifty tables that are not over; finish or leave some first";
        else if (!make(h, &plan, v->guest.person, v->number))
                return "there is no memory for another table";
        return NULL;
}

static const char *hear_lobby(struct hall *h, struct visit *v, const struct message *m, char *why)
{
        (void)m, (void)why;
        look_away(h, v);
        v->in_lobby = 2;
        h->wake(v);
        return NULL;
}

static const char *hear_nothing(struct hall *h, struct visit *v, const struct message *m, char *why)
{
        (void)m, (void)why;
        look_away(h, v);
        h->wake(v);
        return NULL;
}

static const char *hear_join(struct hall *h, struct visit *v, const struct message *m, char *why)
{
        char text[ID_TEXT + 1] = "";
        int64_t id = message_word(m, message_member(m, WHOLE_MESSAGE, "table"), text, sizeof text) ? id_parse(text) : 0;
        struct place *p;

        (void)why;
        if (!id)
                return "there is no such table";
        look_away(h, v);
        v->version = v->told = 0;
        message_number(m, message_member(m, WHOLE_MESSAGE, "version"), 0, UINT64_MAX, &v->version);
        message_number(m, message_member(m, WHOLE_MESSAGE, "told"), 0, SIZE_MAX, &v->told);
        p = find_place(h, id);
        if (!p)
                p = load(h, id);
        if (!p)
                return "there is no memory for another table";
        v->place = p;
        if (p->ready)
                come(h, p, v);
        return NULL;
}

static const char *hear_games(struct hall *h, struct visit *v, const struct message *m, char *why)
{
        struct table none = { .chain = NULL };
        struct deed d;

        (void)why;
        table_wants(&none, &v->guest.viewer, m, 0, &v->answers, &d);
        h->wake(v);
        return NULL;
}

/* --- saying something --- */

struct saying {
        struct place *p;
        int64_t person;
        uint64_t at;
        char name[MAX_SEAT_NAME], words[MAX_WORDS];
        uint64_t visit;
};

static void on_said(struct work *w)
{
        struct saying *s = work_whose(w);
        struct place *p = s->p;
        struct hall *h = p->hall;
        struct visit *v = find_visit(h, s->visit);

        p->pins--;
        p->saving = 0;
        if (work_outcome(w) == STORE_DONE)
                room_say(&p->room, s->person, s->name, s->at, s->words);
        else if (v)
                answer_refusal(h, v, "chat", work_why(w));
        work_close(w);
        free(s);
        go_on(h, p);
}

/* Six times in ten seconds, and no more. */
static int may_speak(struct visit *v, uint64_t now)
{
        uint64_t *oldest = &v->spoke[v->spoken % SPOKE];

        if (*oldest && now < *oldest + SPEAK_TIME)
                return 0;
        *oldest = now;
        v->spoken++;
        return 1;
}

static const char *hear_chat(struct hall *h, struct place *p, struct visit *v, const struct message *m)
{
        struct saying s = { .p = p, .person = v->guest.person, .at = log_time(), .visit = v->number }, *kept;
        struct work *w;

        if (!p->room.chat)
                return "the host of this table wants no chat";
        if (room_seat(&p->room, v->guest.person) < 0)
                return "only those who sit at the table may speak";
        if (message_word(m, message_member(m, WHOLE_MESSAGE, "phrase"), s.words + 1, MAX_WORD))
                s.words[0] = '/';
        else if (!message_name(m, message_member(m, WHOLE_MESSAGE, "words"), s.words, MAX_WORDS) || !s.words[0] || s.words[0] == '/')
                return "what is said has at most 300 bytes, and does not begin with a slash";
        if (!may_speak(v, s.at))
                return "that was too much at once; wait a few seconds";
        memcpy(s.name, v->guest.name, MAX_SEAT_NAME);
        kept = malloc(sizeof *kept);
        if (!kept)
                return "there is no memory for that";
        *kept = s;
        p->saving = 1;
        p->pins++;
        w = work_open(on_said, kept);
        work_add(w, ADD_CHAT, "iiiit", p->room.id, p->said++, (int64_t)s.at, s.person, s.words);
        store_do(h->store, w);
        return NULL;
}

static const char *hear_rematch(struct hall *h, struct place *p, struct visit *v)
{
        struct plan plan;
        struct place *next;

        if (p->room.state != ROOM_OVER || room_seat(&p->room, v->guest.person) < 0)
                return "a rematch is for those who have played to the end";
        if (p->room.next) {
                tell_made(h, v, p->room.next);
                return NULL;
        }
        plan_again(&plan, &p->room);
        next = make(h, &plan, v->guest.person, v->number);
        if (!next)
                return "there is no memory for another table";
        room_rematch(next->room.id, &p->entry);
        save(h, p, v->number);
        return NULL;
}

/* --- what is heard --- */

/* A message to the room, which has time for it. */
static void hear_in_room(struct hall *h, struct place *p, struct visit *v, const struct message *m)
{
        char name[MAX_WORD] = "";
        uint64_t looks = p->room.looks;
        const char *why = NULL;

        message_word(m, message_member(m, WHOLE_MESSAGE, "t"), name, MAX_WORD);
        p->entry.size = 0;
        if (strcmp(name, "chat") == 0)
                why = hear_chat(h, p, v, m);
        else if (strcmp(name, "rematch") == 0)
                why = hear_rematch(h, p, v);
        else
                room_hear(&p->room, &v->guest, m, log_time(), &v->answers, &p->entry);
        if (why)
                answer_refusal(h, v, name, why);
        if (p->entry.size && !p->saving)
                save(h, p, v->number);
        think_for(h, p, v);
        if (p->room.looks != looks)
                wake_room(h, p);
        if (strcmp(name, "leave") == 0)
                look_away(h, v);
        h->wake(v);
}

static const char *wait_for_room(struct place *p, struct visit *v, const char *text, size_t size)
{
        struct waiting *w;

        if (p->waiting == MAX_WAITING)
                return "that was too much at once; wait a moment";
        w = malloc(sizeof *w + size);
        if (!w)
                return "there is no memory for that";
        w->next = NULL;
        w->visit = v->number;
        w->size = size;
        memcpy(w->text, text, size);
        *p->end = w;
        p->end = &w->next;
        p->waiting++;
        return NULL;
}

static const struct {
        const char *name;
        const char *(*hear)(struct hall *h, struct visit *v, const struct message *m, char *why); /* NULL, or why not */
} HEARD[] = {
        { "lobby", hear_lobby }, { "make", hear_make }, { "quick", hear_quick }, { "join", hear_join }, { "games", hear_games },
        { "nothing", hear_nothing },
};

/* Takes one message from what a visit may send. */
static int has_credit(struct visit *v)
{
        uint64_t now = log_time(), more = now > v->credited ? (now - v->credited) / CREDIT_EVERY : 0;

        v->credited += more * CREDIT_EVERY;
        v->credit = v->credit + more < CREDIT ? v->credit + more : CREDIT;
        if (!v->credit)
                return v->trusted;
        v->credit--;
        return 1;
}

static const char *hear(struct hall *h, struct visit *v, const struct message *m, const char *text, size_t size, const char *name,
                        char *why)
{
        enum { KNOWN = sizeof HEARD / sizeof *HEARD };
        int i = 0;

        while (i < KNOWN && strcmp(HEARD[i].name, name) != 0)
                i++;
        if (i < KNOWN)
                return HEARD[i].hear(h, v, m, why);
        if (!v->place)
                return "you are at no table";
        if (!v->place->ready || v->place->saving)
                return wait_for_room(v->place, v, text, size);
        hear_in_room(h, v->place, v, m);
        return NULL;
}

void hall_hear(struct hall *h, struct visit *v, const char *text, size_t size)
{
        char name[MAX_WORD] = "", reason[MAX_REASON];
        const char *why = "a message is one JSON object";
        struct message m;

        h->figures.messages++;
        if (!has_credit(v)) {
                answer_refusal(h, v, "", "that was too much at once; wait a moment");
                return;
        }
        if (message_open(&m, text, size)) {
                message_word(&m, message_member(&m, WHOLE_MESSAGE, "t"), name, MAX_WORD);
                why = hear(h, v, &m, text, size, name, reason);
        }
        message_close(&m);
        if (why)
                answer_refusal(h, v, name, why);
}

/* --- what is told --- */

/* Lines that are ready; each gets its newline when it is added. */
static void write_lines(struct json *j, const void *what)
{
        const struct outbox *o = what;

        text_bytes(&j->out, o->text, o->size - 1);
}

static int is_listed(const struct place *p)
{
        return p->ready && p->room.is_public && p->room.state < ROOM_OVER;
}

/* All the tables of the lobby, those first that wait for somebody. */
static void write_lobby(struct json *j, const void *what)
{
        const struct hall *h = what;
        int n = 0;

        json_text(j, "{\"t\":\"lobby\",\"whole\":true,\"tables\":[");
        for (int begun = 0; begun < 2; begun++)
                for (const struct place *p = h->places; p && n < MAX_LISTED; p = p->other)
                        if (is_listed(p) && (p->room.state != ROOM_OPEN) == begun) {
                                json_text(j, n++ ? "," : "");
                                room_write(j, &p->room);
                        }
        json_text(j, "],\"gone\":[]}");
}

/* What has changed in it since it was told last; what is too much now is told the next time. */
static void write_news(struct json *j, const void *what)
{
        const struct hall *h = what;
        int n = 0;

        json_text(j, "{\"t\":\"lobby\",\"tables\":[");
        for (const struct place *p = h->places; p; p = p->other)
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
static void spread_news(struct hall *h)
{
        uint32_t to = h->news_to + NEWS_AT_ONCE;

        for (; h->news_to < to && h->news_to < h->slots; h->news_to++) {
                struct visit *v = h->slot[h->news_to];

                if (!v || v->in_lobby != 1)
                        continue;
                if (v->answers.size > MAX_ANSWERS)
                        v->in_lobby = 2;
                else
                        outbox_add(&v->answers, write_lines, &h->news);
                h->wake(v);
        }
        if (h->news_to >= h->slots)
                outbox_clear(&h->news);
}

static void make_news(struct hall *h)
{
        int changed = 0;

        for (struct place *p = h->places; p; p = p->other) {
                p->is_news = is_listed(p) && p->listed != p->room.looks && changed < MAX_NEWS;
                changed += p->is_news;
                if (p->in_list && !is_listed(p) && h->gone_count < MAX_GONE) {
                        h->gone[h->gone_count++] = p->room.id;
                        p->in_list = 0;
                }
        }
        if (!changed && !h->gone_count)
                return;
        outbox_add(&h->news, write_news, h);
        h->news_to = 0;
        for (struct place *p = h->places; p; p = p->other)
                if (p->is_news) {
                        p->listed = p->room.looks;
                        p->in_list = 1;
                }
        h->gone_count = 0;
}

struct owning {
        struct hall *h;
        const struct visit *v;
};

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

static void write_mine(struct json *j, const void *what)
{
        const struct owning *o = what;
        int64_t person = o->v->guest.person;
        int n = 0;

        json_text(j, "{\"t\":\"mine\",\"tables\":[");
        for (struct tie *t = next_tie(o->h, person, NULL, 0); t; t = next_tie(o->h, person, t, 0))
                if (t->place->ready && t->place->room.state < ROOM_OVER) {
                        json_text(j, n++ ? "," : "");
                        write_own(j, &t->place->room, person);
                }
        json_text(j, "]}");
}

int hall_tell(struct hall *h, struct visit *v, struct outbox *o)
{
        struct owning own = { h, v };

        if (v->answers.size)
                outbox_add(o, write_lines, &v->answers);
        outbox_close(&v->answers);
        if (v->in_lobby == 2) {
                outbox_add(o, write_lobby, h);
                v->in_lobby = 1;
        }
        if (v->mine && log_time() > v->mine_told + MINE_EVERY) {
                outbox_add(o, write_mine, &own);
                v->mine_told = log_time();
                v->mine = 0;
        }
        return v->place && v->place->ready && room_tell(&v->place->room, &v->guest, log_time(), o);
}

/* --- time --- */

static void on_dropped(struct work *w)
{
        work_close(w);
}

/* An open table that nobody came back to. */
static void drop(struct hall *h, struct place *p)
{
        struct work *w = work_open(on_dropped, NULL);

        work_add(w, DROP_TABLE, "i", p->room.id);
        store_do(h->store, w);
        tell_owners(h, p);
        place_close(h, p);
}

/* Whether a place can be let go of: 1 from memory, 2 for good. */
static int is_stale(const struct place *p, uint64_t now)
{
        const struct room *r = &p->room;
        uint64_t wait = r->clock.move >= DAY || r->clock.game >= DAY ? 30 * DAY : EMPTY_WAIT;

        if (p->pins || p->thinking || r->guests || !p->ready || p->wanting)
                return 0;
        if (r->state == ROOM_OVER)
                return p->finished && now > p->quiet + OVER_WAIT;
        return r->state == ROOM_OPEN && now > p->quiet + wait ? 2 : 0;
}

static void tick_place(struct hall *h, struct place *p, uint64_t now)
{
        int stale = is_stale(p, now);

        if (stale == 2)
                drop(h, p);
        else if (stale)
                place_close(h, p);
        if (stale || !p->ready || p->saving)
                return;
        room_tick(&p->room, now, &p->entry);
        if (p->entry.size)
                save(h, p, 0);
        else if (p->room.state == ROOM_OVER && !p->finished)
                finish(h, p);
        else
                think(h, p);
}

static void on_tick(uv_timer_t *timer)
{
        struct hall *h = timer->data;
        struct place *next;
        uint64_t now = log_time();

        h->figures.playing = 0;
        for (struct place *p = h->places; p; p = next) {
                next = p->other;
                h->figures.playing += p->room.state == ROOM_PLAYING;
                tick_place(h, p, now);
        }
        for (uint32_t i = 0; i < h->slots; i++)
                if (h->slot[i] && h->slot[i]->mine)
                        h->wake(h->slot[i]);
        if (++h->ticks % LOBBY_TICKS == 0 && !h->news.size)
                make_news(h);
}

static void on_spread(uv_timer_t *timer)
{
        struct hall *h = timer->data;

        if (h->news.size)
                spread_news(h);
}

/* --- the beginning and the end --- */

static void on_live(struct work *w)
{
        struct hall *h = work_whose(w);
        const struct rows *tables = work_rows(w, 0);

        for (int i = 0; i < rows_count(tables); i++)
                if (!find_place(h, rows_number(tables, i, 0)))
                        load(h, rows_number(tables, i, 0));
        if (work_outcome(w) != STORE_DONE)
                log_error("tables-not-read", "why=\"%s\"", work_why(w));
        work_close(w);
}

struct hall *hall_open(uv_loop_t *loop, struct store *store, int threads, void (*wake)(struct visit *v))
{
        struct hall *h = calloc(1, sizeof *h);
        struct work *w;

        if (!h)
                return NULL;
        h->store = store;
        h->wake = wake;
        h->thinkers = thinkers_open(loop, threads, on_thought, h);
        if (!h->thinkers) {
                free(h);
                return NULL;
        }
        uv_timer_init(loop, &h->timer);
        h->timer.data = h;
        uv_timer_start(&h->timer, on_tick, TICK, TICK);
        uv_timer_init(loop, &h->spreading);
        h->spreading.data = h;
        uv_timer_start(&h->spreading, on_spread, NEWS_EVERY, NEWS_EVERY);
        w = work_open(on_live, h);
        work_add(w, LIVE_TABLES, "");
        store_do(store, w);
        return h;
}

void hall_stop(struct hall *h)
{
        h->stopping = 1;
        thinkers_close(h->thinkers);
        uv_close((uv_handle_t *)&h->timer, NULL);
        uv_close((uv_handle_t *)&h->spreading, NULL);
}

void hall_close(struct hall *h)
{
        while (h->places)
                place_close(h, h->places);
        free(h->slot);
        outbox_close(&h->news);
        free(h);
}

struct hall_figures hall_figures(const struct hall *h)
{
        return h->figures;
}
