/* What is wanted of a room becomes an entry, if that is allowed: what guests say, what the time brings, what a bot has chosen, and
 * that there is to be a room at all; see room.h. Nothing is done here: room.c does what the entries say. */
#include "room_parts.h"

#include <string.h>

#include "../clock.h"

enum { MAX_RENEWALS = 128 }; /* new chains of one seat in a game: enough to change devices every turn */

static const uint64_t DEAL_WAIT = 10000, GONE_WAIT = 60000;

/* --- writing entries --- */

static struct json entry_open(struct entry *e, const char *what)
{
        struct json j = json_writer(e->body, MAX_ENTRY);

        memset(&e->deed, 0, sizeof e->deed);
        e->seat = e->level = e->begins = 0;
        e->person = 0;
        json_text(&j, "{\"e\":");
        json_string(&j, what);
        return j;
}

static void entry_close(struct entry *e, struct json *j)
{
        json_text(j, "}");
        e->size = text_close(&j->out);
}

/* That a seat is free again, and who is host then: if the host had it, the person in the lowest seat, if there is one. */
static void enter_free(const struct room *r, struct entry *e, const char *what, int seat)
{
        struct json j = entry_open(e, what);
        int heir = r->chair[seat].person == r->host ? lowest_person(r, seat) : -1;

        e->seat = seat + 1;
        json_count(&j, "seat", seat + 1, 0);
        add_id(&j, "host", heir < 0 ? r->host : r->chair[heir].person);
        entry_close(e, &j);
}

/* A host who does not sit has gone: the person in the lowest seat who is here becomes host, if somebody is. */
static void enter_host(const struct room *r, struct entry *e)
{
        struct json j;
        int heir = 0;

        while (heir < r->players && !(r->chair[heir].person && r->chair[heir].connections))
                heir++;
        if (heir == r->players)
                return;
        j = entry_open(e, "set");
        add_id(&j, "host", r->chair[heir].person);
        entry_close(e, &j);
}

static void enter_deed(const struct room *r, struct entry *e, const struct deed *d)
{
        static const char *const NAMES[] = { "", "play", "undo", "hold", "back" };
        struct json j = entry_open(e, NAMES[d->what]);

        e->deed = *d;
        json_count(&j, "seat", d->seat + 1, 0);
        if (d->what == PLAY_MOVE) {
                json_text(&j, ",\"move\":\"");
                r->game->print_move(&r->table.record.state, d->m, &j.out);
                json_text(&j, "\"");
        }
        if (d->bot)
                json_count(&j, "bot", d->bot, 0);
        if (d->linked)
                add_hash(&j, "link", d->link);
        entry_close(e, &j);
}

/* The deal, with what has come of the first links, and the last of them, if that comes now. */
static void enter_deal(const struct room *r, int seat, const uint8_t *link, struct entry *e)
{
        struct json j = entry_open(e, "deal");

        e->begins = 1;
        for (int p = 0; p < r->players; p++) {
                uint8_t first[HASH_BYTES];

                memcpy(first, link && p == seat ? link : r->chair[p].first, HASH_BYTES);
                json_text(&j, p ? "," : ",\"first\":[");
                json_hash(&j, first);
        }
        json_text(&j, "]");
        entry_close(e, &j);
}

/* A question, or what somebody answers to it. */
static void enter_word(struct entry *e, const char *name, int seat, int yes)
{
        struct json j = entry_open(e, name);

        json_count(&j, "seat", seat + 1, 0);
        add_bool(&j, "yes", yes);
        entry_close(e, &j);
}

static void hold_seat(const struct room *r, int seat, struct entry *e)
{
        struct deed d = { .what = HOLD_SEAT, .seat = seat, .bot = r->chair[seat].stand_in };

        enter_deed(r, e, &d);
}

/* --- making a room --- */

const char *plan_read(struct plan *p, const struct message *m, char *why)
{
        int list = message_member(m, WHOLE_MESSAGE, "seats");
        const char *wrong;

        memset(p, 0, sizeof *p);
        for (int item = message_item(m, list, list); item != NO_VALUE; item = message_item(m, list, item)) {
                uint64_t level;

                if (p->players == MAX_PLAYERS || !message_number(m, item, 0, LEVELS, &level))
                        return "the seats are two to four numbers: 0 for a person, 1 to 10 for the level of a bot";
                p->level[p->players++] = (int)level;
        }
        if (p->players < 2)
                return "the seats are two to four numbers: 0 for a person, 1 to 10 for the level of a bot";
        if ((wrong = read_game(m, p->players, &p->game, &p->options, why)) || (wrong = read_clock(m, &p->clock)))
                return wrong;
        p->is_public = yes_or(m, "public", 1);
        p->watch = yes_or(m, "watch", 1);
        p->chat = yes_or(m, "chat", 1);
        p->rated = yes_or(m, "rated", 1);
        for (int i = 0; i < p->players; i++)
                if (!p->level[i])
                        return NULL;
        return "at least one seat is for a person";
}

/* Every game has an option for who begins, the only one that is a seat. */
static void let_next_begin(const struct game *g, struct options *o)
{
        for (int i = 0; g->option[i].name; i++)
                if (g->option[i].kind == SEAT)
                        o->value[i] = (uint16_t)((o->value[i] + 1) % o->value[PLAYERS]);
}

void plan_again(struct plan *p, const struct room *r)
{
        memset(p, 0, sizeof *p);
        p->game = r->game;
        p->options = r->options;
        let_next_begin(p->game, &p->options);
        p->players = r->players;
        for (int i = 0; i < r->players; i++) {
                p->level[i] = r->chair[i].level;
                p->kept[i] = r->chair[i].person;
        }
        p->clock = r->clock;
        p->is_public = r->is_public;
        p->watch = r->watch;
        p->chat = r->chat;
        p->rated = r->rated;
}

void room_begin(const struct plan *p, int64_t host, const uint8_t salt[HASH_BYTES], const uint8_t secret[HASH_BYTES], uint64_t seed,
                struct entry *e)
{
        struct json j = entry_open(e, "make");

        add_id(&j, "host", host);
        add_game(&j, p->game, &p->options);
        for (int i = 0; i < p->players; i++) {
                json_text(&j, i ? "," : ",\"seats\":[");
                json_number(&j, (uint64_t)p->level[i], 0, LEVELS);
        }
        json_text(&j, "]");
        for (int i = 0; i < p->players; i++) {
                char digits[ID_TEXT + 1];

                id_print(p->kept[i], digits);
                json_text(&j, i ? "," : ",\"kept\":[");
                json_string(&j, digits);
        }
        json_text(&j, "]");
        if (has_clock(&p->clock))
                write_clock(&j, &p->clock);
        add_bool(&j, "public", p->is_public);
        add_bool(&j, "watch", p->watch);
        add_bool(&j, "chat", p->chat);
        add_bool(&j, "rated", p->rated);
        add_hash(&j, "salt", salt);
        add_hash(&j, "secret", secret);
        add_number(&j, "seed", seed);
        entry_close(e, &j);
}

/* --- what guests say --- */

struct asking {
        struct room *r;
        struct subscriber *g;
        const struct message *m;
        uint64_t now;
        struct outbox *o;
        struct entry *e;
        int seat; /* of the guest, or -1 */
};

static int member(const struct asking *a, const char *key)
{
        return message_member(a->m, WHOLE_MESSAGE, key);
}

/* The seat that a message names. */
static const char *named_seat(const struct asking *a, int *seat)
{
        return read_seat(a->r, a->m, seat) ? NULL : "there is no such seat at this table";
}

static const char *before_the_game(const struct asking *a)
{
        return a->r->state == ROOM_OPEN ? NULL : "the game has begun already";
}

static int is_barred(const struct room *r, int64_t person)
{
        for (int i = 0; i < MAX_BARRED; i++)
                if (r->barred[i] == person)
                        return 1;
        return 0;
}

static const char *cannot_have(const struct asking *a, const struct chair *c)
{
        if (is_taken(c))
                return "that seat is taken";
        if (c->kept && c->kept != a->g->person)
                return "that seat is kept for somebody";
        return NULL;
}

/* The seat that is kept for somebody, else the first that is to be had; -1 if none is. */
static int any_seat(const struct asking *a)
{
        int free = -1;

        for (int s = a->r->players - 1; s >= 0; s--)
                if (!cannot_have(a, &a->r->chair[s]) && (free < 0 || a->r->chair[free].kept != a->g->person))
                        free = s;
        return free;
}

static const char *seat_to_take(const struct asking *a, int *seat)
{
        const char *wrong;
        uint64_t any;

        if (!message_number(a->m, member(a, "seat"), 0, 0, &any))
                return (wrong = named_seat(a, seat)) ? wrong : cannot_have(a, &a->r->chair[*seat]);
        *seat = any_seat(a);
        return *seat < 0 ? "no seat is free at this table" : NULL;
}

static const char *hear_sit(struct asking *a)
{
        uint8_t tip[HASH_BYTES];
        struct json j;
        const char *wrong = before_the_game(a);
        int seat;

        if (wrong)
                return wrong;
        if (a->seat >= 0)
                return "you have a seat already";
        if ((wrong = seat_to_take(a, &seat)))
                return wrong;
        if (is_barred(a->r, a->g->person))
                return "the host has removed you from this table";
        if (!message_hash(a->m, member(a, "tip"), tip) || is_missing(tip))
                return "the tip of a chain is 64 hexadecimal digits";
        j = entry_open(a->e, "sit");
        a->e->seat = seat + 1;
        a->e->person = a->g->person;
        json_count(&j, "seat", seat + 1, 0);
        add_id(&j, "person", a->g->person);
        add_hash(&j, "tip", tip);
        entry_close(a->e, &j);
        return NULL;
}

static const char *hear_stand(struct asking *a)
{
        const char *wrong = before_the_game(a);

        if (wrong)
                return wrong;
        if (a->seat < 0)
                return "you have no seat here";
        enter_free(a->r, a->e, "stand", a->seat);
        return NULL;
}

static const char *as_host(const struct asking *a)
{
        return a->r->host == a->g->person ? NULL : "that is for the host of the table to decide";
}

static const char *hear_bot(struct asking *a)
{
        const char *wrong = before_the_game(a);
        uint64_t level;
        struct json j;
        int seat;

        if (wrong || (wrong = as_host(a)) || (wrong = named_seat(a, &seat)))
                return wrong;
        if (a->r->chair[seat].person)
                return "that seat is taken";
        if (!message_number(a->m, member(a, "level"), 0, LEVELS, &level))
                return "the level of a bot is a number from 1 to 10, and 0 for none";
        if ((int)level == a->r->chair[seat].level && !a->r->chair[seat].kept)
                return NULL;
        j = entry_open(a->e, "bot");
        a->e->seat = seat + 1;
        a->e->level = (int)level;
        json_count(&j, "seat", seat + 1, 0);
        json_count(&j, "level", (int)level, 0);
        entry_close(a->e, &j);
        return NULL;
}

static const char *hear_remove(struct asking *a)
{
        const char *wrong = before_the_game(a);
        int seat;

        if (wrong || (wrong = as_host(a)) || (wrong = named_seat(a, &seat)))
                return wrong;
        if (!a->r->chair[seat].person || seat == a->seat)
                return "there is nobody in that seat whom you could remove";
        enter_free(a->r, a->e, "remove", seat);
        return NULL;
}

static const char *hear_set(struct asking *a)
{
        static const char *const SETTINGS[] = { "chat", "watch", "public" };
        const int now[] = { a->r->chat, a->r->watch, a->r->is_public };
        const char *wrong = as_host(a);
        struct json j;
        int changes = 0;

        if (wrong)
                return wrong;
        for (int i = 0; i < 3; i++)
                changes |= yes_or(a->m, SETTINGS[i], now[i]) != now[i];
        if (!changes)
                return NULL;
        j = entry_open(a->e, "set");
        for (int i = 0; i < 3; i++)
                if (member(a, SETTINGS[i]) != NO_VALUE)
                        add_bool(&j, SETTINGS[i], yes_or(a->m, SETTINGS[i], 0));
        entry_close(a->e, &j);
        return NULL;
}

static const char *hear_ready(struct asking *a)
{
        const char *wrong = before_the_game(a);
        struct json j;

        if (wrong)
                return wrong;
        if (a->seat < 0)
                return "you have no seat here";
        if (yes_or(a->m, "ready", 1) == a->r->chair[a->seat].ready)
                return NULL;
        j = entry_open(a->e, "ready");
        json_count(&j, "seat", a->seat + 1, 0);
        add_bool(&j, "ready", yes_or(a->m, "ready", 1));
        entry_close(a->e, &j);
        return NULL;
}

/* Whether nobody's first link is waited for but this one's. */
static int all_others_have_dealt(const struct room *r, int seat)
{
        for (int p = 0; p < r->players; p++)
                if (p != seat && r->chair[p].person && is_missing(r->chair[p].first))
                        return 0;
        return 1;
}

static const char *hear_link(struct asking *a)
{
        struct chair *c = &a->r->chair[a->seat < 0 ? 0 : a->seat];
        uint8_t link[HASH_BYTES], tip[HASH_BYTES];

        if (a->seat < 0 || a->r->state == ROOM_OPEN)
                return "no link is asked of you now";
        if (!message_hash(a->m, member(a, "link"), link))
                return "a link is 64 hexadecimal digits";
        hash(link, HASH_BYTES, tip);
        if (memcmp(tip, c->tip, HASH_BYTES) != 0)
                return "that is not link 1 of your chain";
        if (a->r->state != ROOM_DEALING || !is_missing(c->first))
                return NULL; /* it was told twice, or the deal did not wait for it */
        if (all_others_have_dealt(a->r, a->seat)) {
                enter_deal(a->r, a->seat, link, a->e);
        } else {
                struct json j = entry_open(a->e, "link");

                json_count(&j, "seat", a->seat + 1, 0);
                add_hash(&j, "link", link);
                entry_close(a->e, &j);
        }
        return NULL;
}

static const char *hear_leave(struct asking *a)
{
        if (a->seat < 0) {
                if (a->r->host == a->g->person && a->r->host_connections <= 1 && a->r->state != ROOM_OVER)
                        enter_host(a->r, a->e);
                return NULL;
        }
        if (a->r->state == ROOM_OPEN)
                enter_free(a->r, a->e, "stand", a->seat);
        else if (a->r->state == ROOM_PLAYING && !a->r->table.seat[a->seat].held)
                hold_seat(a->r, a->seat, a->e);
        return NULL;
}

static const char *hear_back(struct asking *a)
{
        struct deed d = { .what = RETURN_SEAT, .seat = a->seat };

        if (!room_can_return(a->r, a->g->person))
                return "there is no seat for you to come back to";
        enter_deed(a->r, a->e, &d);
        return NULL;
}

/* A device that does not have the chain needs a new one to make a move, and one for each position is enough. */
static int renewed_too_often(const struct fair *f, size_t ply, int seat)
{
        int count = 0;

        for (int i = 0; i < f->renewed; i++) {
                if (f->anew[i].seat == seat && f->anew[i].ply == ply)
                        return 1;
                count += f->anew[i].seat == seat;
        }
        return count >= MAX_RENEWALS;
}

static const char *hear_anew(struct asking *a)
{
        uint8_t tip[HASH_BYTES];
        struct json j;

        if (a->seat < 0 || a->r->state != ROOM_PLAYING)
                return "a new chain is for those who play";
        if (renewed_too_often(a->r->table.record.fair, a->r->table.record.count, a->seat))
                return "you have begun a new chain in this position already, or too many in this game";
        if (!message_hash(a->m, member(a, "tip"), tip) || is_missing(tip))
                return "the tip of a chain is 64 hexadecimal digits";
        j = entry_open(a->e, "anew");
        json_count(&j, "seat", a->seat + 1, 0);
        add_hash(&j, "tip", tip);
        entry_close(a->e, &j);
        return NULL;
}

/* Somebody who could be asked: a person at the table, for whom no bot plays. */
static int is_here(const struct room *r, int seat)
{
        return r->chair[seat].person && r->chair[seat].connections && !r->table.seat[seat].held;
}

/* The other people who are there have to agree. */
static int all_allow(const struct room *r, int asker, unsigned allowed)
{
        for (int p = 0; p < r->players; p++)
                if (p != asker && is_here(r, p) && !(allowed >> p & 1))
                        return 0;
        return 1;
}

static void ask_to_undo(struct asking *a, const struct deed *d)
{
        if (all_allow(a->r, d->seat, 0))
                enter_deed(a->r, a->e, d);
        else if (a->r->undo_by != d->seat)
                enter_word(a->e, "ask", d->seat, 1);
}

static const char *hear_allow(struct asking *a)
{
        struct room *r = a->r;
        struct deed d = { .what = TAKE_BACK, .seat = r->undo_by };
        uint64_t ply;

        if (r->undo_by < 0 || !message_number(a->m, member(a, "ply"), 0, UINT64_MAX, &ply) || ply != r->table.record.count)
                return "nobody asks for that any more";
        if (a->seat < 0 || a->seat == r->undo_by)
                return "the others are asked, not you";
        if (yes_or(a->m, "yes", 0) && all_allow(r, r->undo_by, r->allowed | 1u << a->seat))
                enter_deed(r, a->e, &d);
        else if (!yes_or(a->m, "yes", 0) || !(r->allowed >> a->seat & 1))
                enter_word(a->e, "allow", a->seat, yes_or(a->m, "yes", 0));
        return NULL;
}

/* What the table of any game understands. */
static const char *hear_game(struct asking *a, const char *name)
{
        struct room *r = a->r;
        struct deed d;

        if (r->state < ROOM_PLAYING)
                return "the game has not begun";
        if (strcmp(name, "hint") == 0 && r->rated)
                return "there are no hints in a rated game";
        table_wants(&r->table, &a->g->viewer, a->m, a->now, a->o, &d);
        if (d.what == TAKE_BACK)
                ask_to_undo(a, &d);
        else if (d.what)
                enter_deed(r, a->e, &d);
        return NULL;
}

static const struct {
        const char *name;
        const char *(*hear)(struct asking *a); /* NULL, or why not */
} HEARD[] = {
        { "sit", hear_sit },   { "stand", hear_stand }, { "bot", hear_bot },   { "remove", hear_remove },
        { "set", hear_set },   { "ready", hear_ready }, { "link", hear_link }, { "leave", hear_leave },
        { "anew", hear_anew }, { "allow", hear_allow }, { "back", hear_back },
};

void room_hear(struct room *r, struct subscriber *g, const struct message *m, uint64_t now, struct outbox *o, struct entry *e)
{
        enum { KNOWN = sizeof HEARD / sizeof *HEARD };
        struct asking a = { r, g, m, now, o, e, room_seat(r, g->person) };
        char name[MAX_WORD] = "";
        const char *why;
        int i = 0;

        e->size = 0;
        message_word(m, message_member(m, WHOLE_MESSAGE, "t"), name, MAX_WORD);
        while (i < KNOWN && strcmp(HEARD[i].name, name) != 0)
                i++;
        why = i < KNOWN ? HEARD[i].hear(&a) : hear_game(&a, name);
        if (why)
                tell_refusal(o, i < KNOWN ? HEARD[i].name : name, why);
}

/* --- what nobody says --- */

int room_counts_days(const struct room *r)
{
        return r->clock.move >= DAY || r->clock.game >= DAY;
}

/* A host who does not sit is not in the room any more. */
static int host_is_gone(const struct room *r, uint64_t now)
{
        return r->state != ROOM_OVER && room_seat(r, r->host) < 0 && !r->host_connections && !room_counts_days(r) &&
               now >= r->host_gone + GONE_WAIT;
}

void room_tick(const struct room *r, uint64_t now, struct entry *e)
{
        int others = 0, late;

        e->size = 0;
        if (r->state == ROOM_DEALING && now >= r->since + DEAL_WAIT)
                enter_deal(r, 0, NULL, e);
        else if (host_is_gone(r, now))
                enter_host(r, e);
        if (r->state != ROOM_PLAYING || e->size)
                return;
        if ((late = table_late(&r->table, now)) >= 0) {
                hold_seat(r, late, e);
                return;
        }
        for (int p = 0; p < r->players; p++)
                others += is_here(r, p);
        for (int p = 0; p < r->players && others && !room_counts_days(r); p++)
                if (r->chair[p].person && !r->chair[p].connections && !r->table.seat[p].held &&
                    now >= r->chair[p].gone + GONE_WAIT) {
                        hold_seat(r, p, e);
                        return;
                }
}

int room_choice(const struct room *r, const struct question *q, const struct answer *a, struct entry *e)
{
        struct deed d;

        if (r->state != ROOM_PLAYING || !table_choice(&r->table, q, a, &d))
                return 0;
        enter_deed(r, e, &d);
        return 1;
}

void room_rematch(int64_t next, struct entry *e)
{
        struct json j = entry_open(e, "next");

        add_id(&j, "table", next);
        entry_close(e, &j);
}
