/* Makes entries, if they are allowed: from commands, timeouts, bots' moves, and for a new room; see room.h. Nothing is applied
 * here: room.c does that. */
#include "room_parts.h"

#include <string.h>

#include "../clock.h"

enum { MAX_RENEWALS = 128 }; /* of one seat in a game: enough to change devices every turn */

enum { DECLINED_PLIES = 20 }; /* until a declined offer can be made again */

static const uint64_t DEAL_WAIT = 10000, GONE_WAIT = 60000, AWAY_WAIT = 5000, JUST_GONE = 1000, NUDGE_WAIT = 30000,
                      NUDGE_WAIT_OF_DAYS = 12 * 3600000, CLAIM_WAIT = 180000, LEAD_WAIT = 100;

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

/* A seat becomes free. If it was the host's, the person in the lowest seat becomes host, if there is one. */
static void enter_free(const struct room *r, struct entry *e, const char *what, int seat)
{
        struct json j = entry_open(e, what);
        int heir = r->chair[seat].person == r->host ? lowest_person(r, seat) : -1;

        e->seat = seat + 1;
        json_count(&j, "seat", seat + 1, 0);
        add_id(&j, "host", heir < 0 ? r->host : r->chair[heir].person);
        entry_close(e, &j);
}

/* A host without a seat has left: the lowest connected player becomes host, if there is one. */
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

/* The deal, with the first links received, and `link`, the last of them, if there is one. */
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

/* A request, or an answer to one. */
static void enter_word(struct entry *e, const char *name, int seat, int yes)
{
        struct json j = entry_open(e, name);

        json_count(&j, "seat", seat + 1, 0);
        add_bool(&j, "yes", yes);
        entry_close(e, &j);
}

/* A player who has been gone for so long is not ready; where the clock counts days nobody has to be here. Other servers tell a
 * little later who is at them, so nobody is away at once. */
static int is_away(const struct room *r, int seat, uint64_t now, uint64_t wait)
{
        const struct chair *c = &r->chair[seat];

        return c->person && c->ready && !c->connections && c->gone && now >= c->gone + wait && !room_counts_days(r);
}

/* Whether everybody but this seat is ready. */
static int is_last(const struct room *r, int seat)
{
        for (int p = 0; p < r->players; p++)
                if (p != seat && !r->chair[p].level && !r->chair[p].ready)
                        return 0;
        return 1;
}

/* The game does not begin without the players who are away when the last seat is ready. */
static void add_away(struct json *j, const struct room *r, int seat, uint64_t now)
{
        int count = 0;

        for (int p = 0; p < r->players && is_last(r, seat); p++)
                if (p != seat && is_away(r, p, now, JUST_GONE)) {
                        json_text(j, count++ ? "," : ",\"away\":[");
                        json_number(j, (uint64_t)p + 1, 1, MAX_PLAYERS);
                }
        if (count)
                json_text(j, "]");
}

static void enter_ready(const struct room *r, struct entry *e, int seat, int ready, uint64_t now)
{
        struct json j = entry_open(e, "ready");

        json_count(&j, "seat", seat + 1, 0);
        add_bool(&j, "ready", ready);
        if (ready)
                add_away(&j, r, seat, now);
        entry_close(e, &j);
}

static void enter_agreement(struct entry *e, int seat, enum offer what, int yes)
{
        struct json j = entry_open(e, "agree");

        json_count(&j, "seat", seat + 1, 0);
        add_string(&j, "what", OFFER_NAMES[what]);
        add_bool(&j, "yes", yes);
        entry_close(e, &j);
}

static void enter_end(struct entry *e, enum ending how)
{
        struct json j = entry_open(e, "end");

        add_string(&j, "how", ENDINGS[how]);
        entry_close(e, &j);
}

static void enter_resignation(const struct room *r, struct entry *e, int seat)
{
        struct json j = entry_open(e, "resign");

        json_count(&j, "seat", seat + 1, 0);
        json_count(&j, "bot", r->chair[seat].stand_in, 0);
        entry_close(e, &j);
}

static void hold_seat(const struct room *r, int seat, struct entry *e)
{
        struct deed d = { .what = HOLD_SEAT, .seat = seat, .bot = r->chair[seat].stand_in };

        enter_deed(r, e, &d);
}

/* --- making a room --- */

int plan_read(struct plan *p, const struct command *c, struct reason *why)
{
        int people = 0;

        memset(p, 0, sizeof *p);
        p->game = c->game;
        p->options = c->options;
        p->players = c->players;
        p->clock = c->clock;
        p->is_public = c->is_public;
        p->watch = c->watch;
        p->chat = c->chat;
        p->rated = c->rated;
        for (int i = 0; i < p->players; i++) {
                p->level[i] = c->levels[i];
                people += !p->level[i];
        }
        why->is = people ? NULL : &NO_PERSON;
        return people > 0;
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
                p->reserved_for[i] = r->chair[i].person;
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

                id_print(p->reserved_for[i], digits);
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

/* --- commands --- */

/* A command being checked. */
struct asked {
        struct room *r;
        struct subscriber *g;
        const struct command *c;
        uint64_t now;
        struct outbox *o;
        struct entry *e;
        struct reason *why;
        int seat; /* of the subscriber, or -1 */
};

/* Refuses: every handler returns 1, or this. */
static int refuse(struct asked *a, const struct refusal *is)
{
        a->why->is = is;
        return 0;
}

static int is_open(struct asked *a)
{
        return a->r->state == ROOM_OPEN || refuse(a, a->r->state == ROOM_OVER ? &GAME_IS_OVER : &GAME_HAS_BEGUN);
}

/* Whether the client plays in a game that is going on. */
static int is_playing(struct asked *a)
{
        if (a->r->state != ROOM_PLAYING)
                return refuse(a, a->r->state == ROOM_OVER ? &GAME_IS_OVER : &GAME_NOT_BEGUN);
        if (a->seat < 0)
                return refuse(a, &NOT_SEATED);
        return !a->r->chair[a->seat].resigned || refuse(a, &RESIGNED);
}

static int is_host(struct asked *a)
{
        return a->r->host == a->g->person || refuse(a, &HOST_ONLY);
}

static int is_seated(struct asked *a)
{
        return a->seat >= 0 || refuse(a, &NOT_SEATED);
}

/* The seat that a command names, from 0. */
static int named_seat(struct asked *a, int *seat)
{
        *seat = a->c->seat - 1;
        return (*seat >= 0 && *seat < a->r->players) || refuse(a, &NO_SUCH_SEAT);
}

static int is_barred(const struct room *r, int64_t person)
{
        for (int i = 0; i < MAX_BARRED; i++)
                if (r->barred[i] == person)
                        return 1;
        return 0;
}

/* Why a person cannot have a seat; NULL if they can. */
static const struct refusal *cannot_have(const struct asked *a, const struct chair *c)
{
        if (is_taken(c))
                return &SEAT_TAKEN;
        return c->reserved_for && c->reserved_for != a->g->person ? &SEAT_RESERVED : NULL;
}

/* The seat reserved for this person, else the first free one; -1 if there is none. */
static int any_seat(const struct asked *a)
{
        int free = -1;

        for (int s = a->r->players - 1; s >= 0; s--)
                if (!cannot_have(a, &a->r->chair[s]) && (free < 0 || a->r->chair[free].reserved_for != a->g->person))
                        free = s;
        return free;
}

static int seat_to_take(struct asked *a, int *seat)
{
        const struct refusal *wrong;

        if (a->c->seat == 0) {
                *seat = any_seat(a);
                return *seat >= 0 || refuse(a, &NO_FREE_SEAT);
        }
        if (!named_seat(a, seat))
                return 0;
        wrong = cannot_have(a, &a->r->chair[*seat]);
        return wrong ? refuse(a, wrong) : 1;
}

static int on_sit(struct asked *a)
{
        struct json j;
        int seat;

        if (!is_open(a))
                return 0;
        if (a->seat >= 0)
                return refuse(a, &ALREADY_SEATED);
        if (is_barred(a->r, a->g->person))
                return refuse(a, &REMOVED_BY_HOST);
        if (room_has_blocked(a->r, &a->g->circle))
                return refuse(a, &YOU_BLOCKED);
        if (room_has_blocker(a->r, &a->g->circle))
                return refuse(a, &NO_SUCH_TABLE); /* they were sent away; see room_is_hidden() */
        if (!seat_to_take(a, &seat))
                return 0;
        if (a->r->rated && room_mixes(a->r, a->g->kind))
                return refuse(a, &NO_RATED_PROGRAMS);
        j = entry_open(a->e, "sit");
        a->e->seat = seat + 1;
        a->e->person = a->g->person;
        json_count(&j, "seat", seat + 1, 0);
        add_id(&j, "person", a->g->person);
        add_hash(&j, "tip", a->c->tip);
        entry_close(a->e, &j);
        return 1;
}

static int on_stand(struct asked *a)
{
        if (!is_open(a) || !is_seated(a))
                return 0;
        enter_free(a->r, a->e, "stand", a->seat);
        return 1;
}

static int on_bot(struct asked *a)
{
        struct json j;
        int seat, level = a->c->level;

        if (!is_open(a) || !is_host(a) || !named_seat(a, &seat))
                return 0;
        if (a->r->chair[seat].person)
                return refuse(a, &SEAT_TAKEN);
        if (level == a->r->chair[seat].level && !a->r->chair[seat].reserved_for)
                return 1;
        j = entry_open(a->e, "bot");
        a->e->seat = seat + 1;
        a->e->level = level;
        json_count(&j, "seat", seat + 1, 0);
        json_count(&j, "level", level, 0);
        if (level)
                add_away(&j, a->r, seat, a->now);
        entry_close(a->e, &j);
        return 1;
}

static int on_remove(struct asked *a)
{
        int seat;

        if (!is_open(a) || !is_host(a) || !named_seat(a, &seat))
                return 0;
        if (!a->r->chair[seat].person || seat == a->seat)
                return refuse(a, &NOBODY_TO_REMOVE);
        enter_free(a->r, a->e, "remove", seat);
        return 1;
}

/* The terms of a game can be changed until it is dealt; no seat that is taken goes away. */
static int may_change_terms(struct asked *a)
{
        const struct command *c = a->c;

        if (!is_open(a))
                return 0;
        if (c->game && c->game != a->r->game) {
                strcpy(a->why->detail, "game");
                return refuse(a, &BAD_MEMBER);
        }
        for (int p = c->game ? c->players : MAX_PLAYERS; p < a->r->players; p++)
                if (is_taken(&a->r->chair[p]))
                        return refuse(a, &SEAT_TAKEN);
        return 1;
}

static int on_set(struct asked *a)
{
        const struct command *c = a->c;
        const struct {
                const char *key;
                int member, is, wanted;
        } settings[] = {
                { "chat", MEMBER_CHAT, a->r->chat, c->chat },
                { "watch", MEMBER_WATCH, a->r->watch, c->watch },
                { "public", MEMBER_PUBLIC, a->r->is_public, c->is_public },
                { "rated", MEMBER_RATED, a->r->rated, c->rated },
        };
        enum { SETTINGS = sizeof settings / sizeof *settings };
        int terms = c->game || command_has(c, MEMBER_CLOCK) || command_has(c, MEMBER_RATED), changes = terms;
        struct json j;

        if (!is_host(a) || (terms && !may_change_terms(a)))
                return 0;
        if (command_has(c, MEMBER_RATED) && c->rated && room_mixes(a->r, KIND_UNKNOWN))
                return refuse(a, &NO_RATED_PROGRAMS);
        for (int i = 0; i < SETTINGS; i++)
                changes |= command_has(c, settings[i].member) && settings[i].wanted != settings[i].is;
        if (!changes)
                return 1;
        j = entry_open(a->e, "set");
        for (int i = 0; i < SETTINGS; i++)
                if (command_has(c, settings[i].member))
                        add_bool(&j, settings[i].key, settings[i].wanted);
        if (c->game)
                add_game(&j, c->game, &c->options);
        if (command_has(c, MEMBER_CLOCK) && has_clock(&c->clock))
                write_clock(&j, &c->clock);
        else if (command_has(c, MEMBER_CLOCK))
                json_text(&j, ",\"clock\":{}");
        entry_close(a->e, &j);
        return 1;
}

static int on_ready(struct asked *a)
{
        if (!is_open(a) || !is_seated(a))
                return 0;
        if (a->c->ready != a->r->chair[a->seat].ready)
                enter_ready(a->r, a->e, a->seat, a->c->ready, a->now);
        return 1;
}

/* Whether all first links but this seat's are here, of those who have a chain. */
static int all_others_have_dealt(const struct room *r, int seat)
{
        for (int p = 0; p < r->players; p++)
                if (p != seat && r->chair[p].person && !is_missing(r->chair[p].tip) && is_missing(r->chair[p].first))
                        return 0;
        return 1;
}

static int on_link(struct asked *a)
{
        const struct chair *c = &a->r->chair[a->seat < 0 ? 0 : a->seat];
        const uint8_t *link = a->c->link;
        uint8_t tip[HASH_BYTES];
        struct json j;

        if (a->seat < 0 || a->r->state == ROOM_OPEN)
                return refuse(a, &NO_LINK_NEEDED);
        hash(link, HASH_BYTES, tip);
        if (is_missing(c->tip) || memcmp(tip, c->tip, HASH_BYTES) != 0)
                return refuse(a, &WRONG_FIRST_LINK);
        if (a->r->state != ROOM_DEALING || !is_missing(c->first))
                return 1; /* sent twice, or too late for the deal */
        if (all_others_have_dealt(a->r, a->seat)) {
                enter_deal(a->r, a->seat, link, a->e);
                return 1;
        }
        j = entry_open(a->e, "link");
        json_count(&j, "seat", a->seat + 1, 0);
        add_hash(&j, "link", link);
        entry_close(a->e, &j);
        return 1;
}

static int on_leave(struct asked *a)
{
        struct room *r = a->r;

        if (a->seat < 0) {
                if (r->host == a->g->person && r->host_connections <= 1 && r->state != ROOM_OVER)
                        enter_host(r, a->e);
        } else if (r->state == ROOM_OPEN) {
                enter_free(r, a->e, "stand", a->seat);
        } else if (r->state == ROOM_PLAYING && !r->table.seat[a->seat].held) {
                hold_seat(r, a->seat, a->e);
        }
        return 1;
}

static int on_return(struct asked *a)
{
        struct deed d = { .what = RETURN_SEAT, .seat = a->seat };

        if (!room_can_return(a->r, a->g->person))
                return refuse(a, &CANNOT_RETURN);
        enter_deed(a->r, a->e, &d);
        return 1;
}

/* A device that does not have the chain needs a new one to move; one for each position is enough. */
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

static int on_anew(struct asked *a)
{
        const struct record *record = &a->r->table.record;
        struct json j;

        if (a->seat < 0 || a->r->state != ROOM_PLAYING || renewed_too_often(record->fair, record->count, a->seat))
                return refuse(a, &CANNOT_RENEW);
        j = entry_open(a->e, "anew");
        json_count(&j, "seat", a->seat + 1, 0);
        add_hash(&j, "tip", a->c->tip);
        entry_close(a->e, &j);
        return 1;
}

/* Whether a seat can be asked: a person who is connected and has no bot playing for them. */
static int is_here(const struct room *r, int seat)
{
        return r->chair[seat].person && r->chair[seat].connections && !r->table.seat[seat].held;
}

/* All other connected players have to agree. */
static int all_allow(const struct room *r, int asker, unsigned allowed)
{
        for (int p = 0; p < r->players; p++)
                if (p != asker && is_here(r, p) && !(allowed >> p & 1))
                        return 0;
        return 1;
}

static void ask_to_undo(struct asked *a, const struct deed *d)
{
        if (all_allow(a->r, d->seat, 0))
                enter_deed(a->r, a->e, d);
        else if (a->r->undo_by != d->seat)
                enter_word(a->e, "ask", d->seat, 1);
}

static int on_allow(struct asked *a)
{
        struct room *r = a->r;
        struct deed d = { .what = TAKE_BACK, .seat = r->undo_by };
        int yes = a->c->yes;

        if (r->undo_by < 0 || a->c->ply != r->table.record.count)
                return refuse(a, &NO_QUESTION);
        if (a->seat < 0 || a->seat == r->undo_by)
                return refuse(a, &NOT_ASKED);
        if (yes && all_allow(r, r->undo_by, r->allowed | 1u << a->seat))
                enter_deed(r, a->e, &d);
        else if (!yes || !(r->allowed >> a->seat & 1))
                enter_word(a->e, "allow", a->seat, yes);
        return 1;
}

/* --- ending a game early, and players who do not move --- */

static int on_resign(struct asked *a)
{
        if (!is_playing(a))
                return 0;
        enter_resignation(a->r, a->e, a->seat);
        return 1;
}

static int on_abort(struct asked *a)
{
        int moved = 0;

        if (!is_playing(a))
                return 0;
        for (int p = 0; p < a->r->players; p++)
                moved += a->r->chair[p].moves > 0;
        if (moved == a->r->players)
                return refuse(a, &ALL_HAVE_MOVED);
        enter_end(a->e, ENDED_ABORTED);
        return 1;
}

/* The seats that have to agree: all people for whom no bot plays, connected or not. */
static unsigned who_must_agree(const struct room *r)
{
        unsigned seats = 0;

        for (int p = 0; p < r->players; p++)
                seats |= (unsigned)(r->chair[p].person && !r->table.seat[p].held) << p;
        return seats;
}

static int may_offer(struct asked *a, enum offer what)
{
        const struct room *r = a->r;
        size_t declined = r->chair[a->seat].declined[what];

        for (int p = 0; p < r->players && what == OFFER_DRAW; p++)
                if (r->chair[p].level)
                        return refuse(a, &NO_DRAW_WITH_BOTS);
        return r->agreed[what] || !declined || r->table.record.count + 1 >= declined + DECLINED_PLIES ||
               refuse(a, &DECLINED_LATELY);
}

static int on_agree(struct asked *a)
{
        static const enum ending ENDS[] = { ENDED_DRAWN, ENDED_STOPPED };
        unsigned agreed, must = who_must_agree(a->r);
        int what = 0;

        while (what < OFFERS && strcmp(a->c->what, OFFER_NAMES[what]) != 0)
                what++;
        if (what == OFFERS) {
                strcpy(a->why->detail, "what");
                return refuse(a, &BAD_MEMBER);
        }
        if (!is_playing(a) || (a->c->yes && !may_offer(a, (enum offer)what)))
                return 0;
        agreed = a->r->agreed[what] | 1u << a->seat;
        if (!a->c->yes && !a->r->agreed[what])
                return refuse(a, &NO_QUESTION);
        if (a->c->yes && (agreed & must) == must)
                enter_end(a->e, ENDS[what]);
        else if (!a->c->yes || agreed != a->r->agreed[what])
                enter_agreement(a->e, a->seat, (enum offer)what, a->c->yes);
        return 1;
}

/* The seat of another person whose move the others wait for, or -1. */
static int awaited(const struct asked *a)
{
        int seat = table_deciding(&a->r->table);

        return seat >= 0 && seat != a->seat && a->r->chair[seat].person && !a->r->table.seat[seat].held ? seat : -1;
}

static int on_nudge(struct asked *a)
{
        const struct room *r = a->r;
        uint64_t wait = room_counts_days(r) ? NUDGE_WAIT_OF_DAYS : NUDGE_WAIT;
        struct json j;

        if (!is_playing(a))
                return 0;
        if (awaited(a) < 0)
                return refuse(a, &NOBODY_TO_NUDGE);
        if (a->now < r->table.clock.since + wait || (r->nudged_by && r->nudged_at == r->table.record.count))
                return refuse(a, &NUDGED_LATELY);
        j = entry_open(a->e, "nudge");
        json_count(&j, "seat", a->seat + 1, 0);
        entry_close(a->e, &j);
        return 1;
}

static int on_claim(struct asked *a)
{
        if (!is_playing(a))
                return 0;
        if (awaited(a) < 0)
                return refuse(a, &NOBODY_TO_NUDGE);
        if (has_clock(&a->r->clock))
                return refuse(a, &CLOCK_DECIDES);
        if (a->now < a->r->table.clock.since + CLAIM_WAIT)
                return refuse(a, &CLAIM_TOO_EARLY);
        hold_seat(a->r, awaited(a), a->e);
        return 1;
}

/* --- looking at a finished game together --- */

/* Moves have no other characters, and nothing in a line has to be escaped. */
static int is_line(const char *line)
{
        for (; *line; line++)
                if (*line < ' ' || *line > '~' || *line == '"' || *line == '\\')
                        return 0;
        return 1;
}

static int on_lead(struct asked *a)
{
        struct lead *lead = &a->r->lead;

        if (a->r->state != ROOM_OVER)
                return refuse(a, &LEAD_AT_END);
        if (!is_seated(a))
                return 0;
        if (lead->seat && lead->seat != a->seat + 1)
                return refuse(a, &LED_BY_ANOTHER);
        if (!is_line(a->c->line)) {
                strcpy(a->why->detail, "line");
                return refuse(a, &BAD_MEMBER);
        }
        if (command_has(a->c, MEMBER_PLY) && lead->seat && a->now < lead->at + LEAD_WAIT)
                return refuse(a, &TOO_FAST);
        lead->seat = command_has(a->c, MEMBER_PLY) ? a->seat + 1 : 0;
        lead->ply = a->c->ply;
        lead->at = a->now;
        memcpy(lead->line, a->c->line, sizeof lead->line);
        a->r->info_changes++;
        return 1;
}

/* Commands of any table. */
static int on_game(struct asked *a)
{
        struct room *r = a->r;
        struct deed d;

        if (r->state < ROOM_PLAYING)
                return refuse(a, &GAME_NOT_BEGUN);
        if (a->seat >= 0 && r->chair[a->seat].resigned && r->state == ROOM_PLAYING &&
            (a->c->kind == COMMAND_PLAY || a->c->kind == COMMAND_UNDO))
                return refuse(a, &RESIGNED);
        if (a->c->kind == COMMAND_HINT && r->rated)
                return refuse(a, &NO_RATED_HINTS);
        if (a->c->kind == COMMAND_SEE && a->c->seat != a->seat + 1)
                return refuse(a, &OWN_EYES_ONLY); /* a player who saw as a spectator could not move any more */
        table_command(&r->table, &a->g->viewer, a->c, a->now, a->o, &d, a->why);
        if (d.what == TAKE_BACK)
                ask_to_undo(a, &d);
        else if (d.what)
                enter_deed(r, a->e, &d);
        return !a->why->is;
}

static int (*const HANDLERS[COMMANDS + 1])(struct asked *a) = {
        [COMMAND_SIT] = on_sit,     [COMMAND_STAND] = on_stand,   [COMMAND_BOT] = on_bot,       [COMMAND_REMOVE] = on_remove,
        [COMMAND_SET] = on_set,     [COMMAND_READY] = on_ready,   [COMMAND_LINK] = on_link,     [COMMAND_LEAVE] = on_leave,
        [COMMAND_ANEW] = on_anew,   [COMMAND_ALLOW] = on_allow,   [COMMAND_SEE] = on_game,      [COMMAND_PLAY] = on_game,
        [COMMAND_UNDO] = on_game,   [COMMAND_LOOK] = on_game,     [COMMAND_WHY] = on_game,      [COMMAND_HINT] = on_game,
        [COMMAND_RECORD] = on_game, [COMMAND_RETURN] = on_return, [COMMAND_RESIGN] = on_resign, [COMMAND_ABORT] = on_abort,
        [COMMAND_LEAD] = on_lead,   [COMMAND_AGREE] = on_agree,   [COMMAND_NUDGE] = on_nudge,   [COMMAND_CLAIM] = on_claim,
};

int room_command(struct room *r, struct subscriber *g, const struct command *c, uint64_t now, struct outbox *o, struct entry *e,
                 struct reason *why)
{
        struct asked a = { r, g, c, now, o, e, why, room_seat(r, g->person) };

        e->size = 0;
        return HANDLERS[c->kind](&a);
}

/* --- time, bots, rematches --- */

int room_counts_days(const struct room *r)
{
        return r->clock.move >= DAY || r->clock.game >= DAY;
}

/* A host without a seat has left the room. */
static int host_is_gone(const struct room *r, uint64_t now)
{
        return r->state != ROOM_OVER && room_seat(r, r->host) < 0 && !r->host_connections && !room_counts_days(r) &&
               now >= r->host_gone + GONE_WAIT;
}

/* Nobody has come back for a long time. With one person it is as if they had resigned; of several nobody wins or loses. */
static void give_up(const struct room *r, struct entry *e)
{
        int first = lowest_person(r, -1);

        if (lowest_person(r, first) < 0)
                enter_resignation(r, e, first);
        else
                enter_end(e, ENDED_ABANDONED);
}

void room_tick(const struct room *r, uint64_t now, struct entry *e)
{
        int others = 0, late;

        e->size = 0;
        if (r->state == ROOM_DEALING && (now >= r->since + DEAL_WAIT || all_others_have_dealt(r, -1)))
                enter_deal(r, 0, NULL, e);
        else if (host_is_gone(r, now))
                enter_host(r, e);
        for (int p = 0; p < r->players && r->state == ROOM_OPEN && !e->size; p++)
                if (is_away(r, p, now, AWAY_WAIT))
                        enter_ready(r, e, p, 0, now);
        if (r->state != ROOM_PLAYING || e->size)
                return;
        if (room_is_paused(r)) {
                if (now >= room_deadline(r))
                        give_up(r, e);
                return;
        }
        if ((late = table_late(&r->table, now)) >= 0) {
                hold_seat(r, late, e);
                return;
        }
        for (int p = 0; p < r->players; p++)
                others += r->chair[p].person && r->chair[p].connections; /* also if a bot plays for them */
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

        if (r->state != ROOM_PLAYING || room_is_paused(r) || !table_choice(&r->table, q, a, &d))
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
