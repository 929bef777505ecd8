/* A table on the net, with everybody round it; see room.h. */
#include "room.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_AT_ONCE = 16, USUAL_STAND_IN = 5, MAX_WORD = 32 };

static const uint64_t DEAL_WAIT = 10000, GONE_WAIT = 60000, SEAT_KEPT = 600000, DAY = 24ull * 3600 * 1000;

static int64_t read_id(const struct message *m, int value)
{
        char text[ID_TEXT + 1];

        return message_word(m, value, text, sizeof text) ? id_parse(text) : 0;
}

/* --- who sits where --- */

static int is_taken(const struct chair *c)
{
        return c->person || c->level;
}

int room_seat(const struct room *r, int64_t person)
{
        for (int p = 0; person && p < r->players; p++)
                if (r->chair[p].person == person)
                        return p;
        return -1;
}

/* Who is here, after somebody came, went, sat down or stood up. Whoever changed seats sees with other eyes. */
static void count_guests(struct room *r, uint64_t now)
{
        int before[MAX_PLAYERS];

        for (int p = 0; p < r->players; p++) {
                before[p] = r->chair[p].lines;
                r->chair[p].lines = r->chair[p].elsewhere;
        }
        r->watching = r->elsewhere;
        for (struct guest *g = r->guests; g; g = g->next) {
                int seat = room_seat(r, g->person), eyes = seat < 0 ? (int)SPECTATOR : seat;

                if (g->viewer.seat != eyes)
                        g->viewer = (struct viewer){ .seat = eyes };
                if (seat < 0)
                        r->watching++;
                else
                        r->chair[seat].lines++;
        }
        for (int p = 0; p < r->players; p++)
                if (before[p] && !r->chair[p].lines)
                        r->chair[p].gone = now;
        r->looks++;
}

static int is_barred(const struct room *r, int64_t person)
{
        for (int i = 0; i < MAX_BARRED; i++)
                if (r->barred[i] == person)
                        return 1;
        return 0;
}

/* Somebody who could be asked: a person at the table, for whom no bot plays. */
static int is_here(const struct room *r, int seat)
{
        return r->chair[seat].person && r->chair[seat].lines && !r->table.seat[seat].held;
}

int room_can_return(const struct room *r, int64_t person)
{
        int seat = room_seat(r, person);

        return seat >= 0 && r->state == ROOM_PLAYING && r->table.seat[seat].held && (!r->clock.game || r->table.clock.left[seat]);
}

/* Whether a seat did better than another. */
static int is_ahead(const struct room *r, const int *points, const int *tiebreak, int seat, int other)
{
        int gone = r->table.seat[seat].held > 0, other_gone = r->table.seat[other].held > 0;

        if (gone != other_gone)
                return other_gone;
        return points[seat] != points[other] ? points[seat] > points[other] : tiebreak[seat] > tiebreak[other];
}

void room_places(const struct room *r, int place[MAX_PLAYERS], int points[MAX_PLAYERS])
{
        int tiebreak[MAX_PLAYERS];

        r->game->score(&r->table.record.state, points, tiebreak);
        for (int p = 0; p < r->players; p++) {
                place[p] = 1;
                for (int q = 0; q < r->players; q++)
                        place[p] += is_ahead(r, points, tiebreak, q, p);
        }
}

static int counts_days(const struct clock *c)
{
        return c->move >= DAY || c->game >= DAY;
}

static int all_are_ready(const struct room *r)
{
        int people = 0;

        for (int p = 0; p < r->players; p++) {
                if (!is_taken(&r->chair[p]) || (r->chair[p].person && !r->chair[p].ready))
                        return 0;
                people += r->chair[p].person != 0;
        }
        return people > 0;
}

/* --- entries: what is stored --- */

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

static void add_number(struct json *j, const char *key, uint64_t n)
{
        json_text(j, ",\"");
        json_text(j, key);
        json_text(j, "\":");
        json_number(j, n, 0, UINT64_MAX);
}

static void add_string(struct json *j, const char *key, const char *words)
{
        json_text(j, ",\"");
        json_text(j, key);
        json_text(j, "\":");
        json_string(j, words);
}

static void add_bool(struct json *j, const char *key, int yes)
{
        json_text(j, ",\"");
        json_text(j, key);
        json_text(j, "\":");
        json_bool(j, yes);
}

static void add_hash(struct json *j, const char *key, const uint8_t value[HASH_BYTES])
{
        uint8_t copy[HASH_BYTES];

        memcpy(copy, value, HASH_BYTES);
        json_text(j, ",\"");
        json_text(j, key);
        json_text(j, "\":");
        json_hash(j, copy);
}

static void add_id(struct json *j, const char *key, int64_t person)
{
        char digits[ID_TEXT + 1];

        id_print(person, digits);
        add_string(j, key, digits);
}

/* That a seat is free again. */
static void enter_free(struct entry *e, const char *what, int seat)
{
        struct json j = entry_open(e, what);

        e->seat = seat + 1;
        json_count(&j, "seat", seat + 1, 0);
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

static void hold_seat(const struct room *r, int seat, struct entry *e)
{
        struct deed d = { .what = HOLD_SEAT, .seat = seat, .bot = r->chair[seat].stand_in };

        enter_deed(r, e, &d);
}

/* --- making a room --- */

static int yes_or(const struct message *m, const char *key, int usual)
{
        size_t size;
        const char *bytes = message_bytes(m, message_member(m, WHOLE_MESSAGE, key), &size);

        return bytes ? size == 4 && memcmp(bytes, "true", 4) == 0 : usual;
}

const char *plan_read(struct plan *p, const struct message *m, char *why)
{
        int list = message_member(m, WHOLE_MESSAGE, "seats"), kept = message_member(m, WHOLE_MESSAGE, "kept");
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
        for (int item = message_item(m, kept, kept), i = 0; item != NO_VALUE && i < p->players; item = message_item(m, kept, item))
                p->kept[i++] = read_id(m, item);
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

static void write_game(struct json *j, const struct game *g, const struct options *o)
{
        struct options options = *o;

        add_string(j, "game", g->name);
        json_text(j, ",");
        json_options(j, g, &options);
}

static int has_clock(const struct clock *c)
{
        return c->move || c->game;
}

void room_begin(const struct plan *p, int64_t host, const uint8_t salt[HASH_BYTES], const uint8_t secret[HASH_BYTES], uint64_t seed,
                struct entry *e)
{
        struct json j = entry_open(e, "make");

        add_id(&j, "host", host);
        write_game(&j, p->game, &p->options);
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

void room_open(struct room *r, int64_t id)
{
        memset(r, 0, sizeof *r);
        r->id = id;
        r->undo_by = -1;
        id_print(id, r->name);
}

void room_close(struct room *r)
{
        table_close(&r->table);
        free(r->said);
        memset(r, 0, sizeof *r);
}

/* --- what is done: every function reads an entry that was stored --- */

static int entry_seat(const struct room *r, const struct message *m, int *seat)
{
        uint64_t number;

        if (!message_number(m, message_member(m, WHOLE_MESSAGE, "seat"), 1, (uint64_t)r->players, &number))
                return 0;
        *seat = (int)number - 1;
        return 1;
}

static int do_make(struct room *r, const struct message *m, uint64_t at)
{
        struct plan p;
        char why[MAX_REASON];
        uint8_t secret[HASH_BYTES];

        if (r->game || plan_read(&p, m, why) || !message_hash(m, message_member(m, WHOLE_MESSAGE, "salt"), r->salt) ||
            !message_hash(m, message_member(m, WHOLE_MESSAGE, "secret"), secret) ||
            !message_number(m, message_member(m, WHOLE_MESSAGE, "seed"), 0, UINT64_MAX, &r->seed))
                return 0;
        r->host = read_id(m, message_member(m, WHOLE_MESSAGE, "host"));
        r->game = p.game;
        r->options = p.options;
        r->players = p.players;
        r->clock = p.clock;
        r->is_public = p.is_public;
        r->watch = p.watch;
        r->chat = p.chat;
        r->rated = p.rated;
        for (int i = 0; i < p.players; i++) {
                r->chair[i].level = p.level[i];
                r->chair[i].kept = p.kept[i];
        }
        hash(r->salt, HASH_BYTES, r->seal);
        chain_open(&r->chain, secret);
        chain_link(&r->chain, 0, r->tip);
        r->since = at;
        return 1;
}

static int do_sit(struct room *r, const struct message *m, uint64_t at)
{
        struct chair c = { .stand_in = USUAL_STAND_IN };
        int seat;

        (void)at;
        c.person = read_id(m, message_member(m, WHOLE_MESSAGE, "person"));
        if (!c.person || !entry_seat(r, m, &seat) || !message_hash(m, message_member(m, WHOLE_MESSAGE, "tip"), c.tip))
                return 0;
        r->chair[seat] = c;
        return 1;
}

/* Whoever has the lowest seat becomes host when the host stands up. */
static void pass_host(struct room *r)
{
        if (room_seat(r, r->host) >= 0)
                return;
        for (int p = r->players - 1; p >= 0; p--)
                if (r->chair[p].person)
                        r->host = r->chair[p].person;
}

static int do_stand(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        (void)at;
        if (!entry_seat(r, m, &seat))
                return 0;
        memset(&r->chair[seat], 0, sizeof r->chair[seat]);
        pass_host(r);
        return 1;
}

static int do_remove(struct room *r, const struct message *m, uint64_t at)
{
        int seat, i = 0;

        if (!entry_seat(r, m, &seat))
                return 0;
        while (i < MAX_BARRED - 1 && r->barred[i])
                i++;
        r->barred[i] = r->chair[seat].person;
        return do_stand(r, m, at);
}

static int do_bot(struct room *r, const struct message *m, uint64_t at)
{
        uint64_t level;
        int seat;

        (void)at;
        if (!entry_seat(r, m, &seat) || !message_number(m, message_member(m, WHOLE_MESSAGE, "level"), 0, LEVELS, &level))
                return 0;
        memset(&r->chair[seat], 0, sizeof r->chair[seat]);
        r->chair[seat].level = (int)level;
        return 1;
}

static int do_ready(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        if (!entry_seat(r, m, &seat))
                return 0;
        r->chair[seat].ready = yes_or(m, "ready", 0);
        if (all_are_ready(r)) {
                r->state = ROOM_DEALING;
                r->since = at;
        }
        return 1;
}

static int do_set(struct room *r, const struct message *m, uint64_t at)
{
        (void)at;
        r->chat = yes_or(m, "chat", r->chat);
        r->watch = yes_or(m, "watch", r->watch);
        r->is_public = yes_or(m, "public", r->is_public);
        return 1;
}

/* Somebody asks to take a move back. */
static int do_ask(struct room *r, const struct message *m, uint64_t at)
{
        (void)at;
        r->allowed = 0;
        return r->state == ROOM_PLAYING && entry_seat(r, m, &r->undo_by);
}

/* And somebody else says yes, or no. */
static int do_allow(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        (void)at;
        if (!entry_seat(r, m, &seat))
                return 0;
        r->allowed |= 1u << seat;
        if (!yes_or(m, "yes", 0))
                r->undo_by = -1;
        return 1;
}

static int do_link(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        (void)at;
        return entry_seat(r, m, &seat) && message_hash(m, message_member(m, WHOLE_MESSAGE, "link"), r->chair[seat].first);
}

static int do_deal(struct room *r, const struct message *m, uint64_t at)
{
        struct fair f = { .players = r->players };
        int list = message_member(m, WHOLE_MESSAGE, "first"), item = list;

        memcpy(f.table, r->name, MAX_TABLE_ID);
        memcpy(f.salt, r->salt, HASH_BYTES);
        memcpy(f.tip, r->tip, HASH_BYTES);
        for (int p = 0; p < r->players; p++)
                memcpy(f.tips[p], r->chair[p].tip, HASH_BYTES);
        fair_open(&f);
        for (int p = 0; p < r->players; p++) {
                uint8_t first[HASH_BYTES];

                item = message_item(m, list, item);
                if (message_hash(m, item, first) && !fair_first(&f, p, first))
                        return 0;
                memcpy(r->table.seat[p].name, r->chair[p].name, MAX_SEAT_NAME);
                r->table.seat[p].level = r->chair[p].level;
                r->chair[p].gone = r->chair[p].lines ? 0 : at;
        }
        r->table.clock = r->clock;
        r->table.chain = &r->chain;
        r->state = ROOM_PLAYING;
        r->since = at;
        return table_begin(&r->table, r->game, &r->options, &f, r->seed, at);
}

static int do_anew(struct room *r, const struct message *m, uint64_t at)
{
        uint8_t tip[HASH_BYTES];
        int seat;

        (void)at;
        return r->table.record.fair && entry_seat(r, m, &seat) && message_hash(m, message_member(m, WHOLE_MESSAGE, "tip"), tip) &&
               fair_renew(r->table.record.fair, r->table.record.count, seat, tip);
}

static int do_next(struct room *r, const struct message *m, uint64_t at)
{
        (void)at;
        r->next = read_id(m, message_member(m, WHOLE_MESSAGE, "table"));
        return r->next != 0;
}

/* What was done to the game. */
static int do_deed(struct room *r, const struct deed *d, uint64_t at)
{
        r->stands++;
        r->undos += d->what == TAKE_BACK;
        if (d->what == TAKE_BACK)
                r->undone = r->version + 1;
        if (d->what != PLAY_MOVE || r->undo_by >= 0)
                r->looks++;
        r->undo_by = -1;
        if (!table_do(&r->table, d, at))
                return 0;
        if (r->game->turn(&r->table.record.state) == OVER) {
                r->state = ROOM_OVER;
                r->since = at;
                r->looks++;
        }
        return 1;
}

/* A deed from its entry: it has to fit the game. */
static int read_deed(const struct room *r, const struct message *m, int what, struct deed *d)
{
        const struct record *g = &r->table.record;
        char text[MAX_MOVE_TEXT];
        uint64_t bot = 0;

        memset(d, 0, sizeof *d);
        d->what = what;
        if (r->state != ROOM_PLAYING || !entry_seat(r, m, &d->seat))
                return 0;
        message_number(m, message_member(m, WHOLE_MESSAGE, "bot"), 1, LEVELS, &bot);
        d->bot = (int)bot;
        d->linked = message_hash(m, message_member(m, WHOLE_MESSAGE, "link"), d->link);
        if (what == TAKE_BACK)
                return g->count > 0;
        if (what != PLAY_MOVE)
                return 1;
        return message_word(m, message_member(m, WHOLE_MESSAGE, "move"), text, MAX_MOVE_TEXT) &&
               g->game->turn(&g->state) == d->seat && game_find(g->game, &g->state, text, &d->m);
}

static const struct {
        const char *name;
        int (*carry_out)(struct room *r, const struct message *m, uint64_t at); /* NULL: a deed */
        int deed;
} ENTRIES_KNOWN[] = {
        { "play", NULL, PLAY_MOVE }, { "undo", NULL, TAKE_BACK }, { "hold", NULL, HOLD_SEAT }, { "back", NULL, RETURN_SEAT },
        { "make", do_make, 0 },      { "sit", do_sit, 0 },        { "stand", do_stand, 0 },    { "remove", do_remove, 0 },
        { "bot", do_bot, 0 },        { "ready", do_ready, 0 },    { "set", do_set, 0 },        { "link", do_link, 0 },
        { "deal", do_deal, 0 },      { "anew", do_anew, 0 },      { "next", do_next, 0 },      { "ask", do_ask, 0 },
        { "allow", do_allow, 0 },
};

static int replay(struct room *r, const struct message *m, uint64_t at)
{
        enum { KNOWN = sizeof ENTRIES_KNOWN / sizeof *ENTRIES_KNOWN };
        char what[MAX_WORD];
        struct deed d;
        int i = 0;

        if (!message_word(m, message_member(m, WHOLE_MESSAGE, "e"), what, MAX_WORD))
                return 0;
        while (i < KNOWN && strcmp(ENTRIES_KNOWN[i].name, what) != 0)
                i++;
        if (i == KNOWN || (!r->game && ENTRIES_KNOWN[i].carry_out != do_make))
                return 0;
        if (!ENTRIES_KNOWN[i].carry_out)
                return read_deed(r, m, ENTRIES_KNOWN[i].deed, &d) && do_deed(r, &d, at);
        r->looks++;
        return ENTRIES_KNOWN[i].carry_out(r, m, at);
}

int room_replay(struct room *r, const char *body, size_t size, uint64_t at)
{
        struct message m;
        int fits = message_open(&m, body, size) && replay(r, &m, at);

        message_close(&m);
        r->version++;
        return fits;
}

void room_do(struct room *r, const struct entry *e, uint64_t at)
{
        if (e->deed.what) {
                do_deed(r, &e->deed, at);
                r->version++;
                return;
        }
        room_follow(r, e->body, (size_t)e->size, at);
}

int room_follow(struct room *r, const char *body, size_t size, uint64_t at)
{
        int fits = room_replay(r, body, size, at);

        count_guests(r, at);
        return fits;
}

int room_elsewhere(struct room *r, const struct elsewhere *list, int count, uint64_t now)
{
        int lines[MAX_PLAYERS] = { 0 }, watching = 0, news;

        for (int i = 0; i < count; i++)
                if (room_seat(r, list[i].person) >= 0)
                        lines[room_seat(r, list[i].person)] += list[i].lines;
                else
                        watching += list[i].lines;
        news = watching != r->elsewhere;
        r->elsewhere = watching;
        for (int p = 0; p < r->players; p++) {
                news |= lines[p] != r->chair[p].elsewhere;
                r->chair[p].elsewhere = lines[p];
        }
        if (news)
                count_guests(r, now);
        return news;
}

void room_resume(struct room *r, uint64_t now, int was_down)
{
        if (was_down)
                r->table.clock.since = now;
        if (r->state == ROOM_DEALING)
                r->since = now;
        for (int p = 0; p < r->players; p++)
                r->chair[p].gone = now;
}

void room_know(struct room *r, int64_t person, const char *name, int rating, int stand_in)
{
        int seat = room_seat(r, person);

        if (seat < 0)
                return;
        strncpy(r->chair[seat].name, name, MAX_SEAT_NAME - 1);
        r->chair[seat].rating = rating;
        r->chair[seat].stand_in = stand_in ? stand_in : (int)USUAL_STAND_IN;
        memcpy(r->table.seat[seat].name, r->chair[seat].name, MAX_SEAT_NAME);
        r->looks++;
}

/* --- what is heard --- */

struct asking {
        struct room *r;
        struct guest *g;
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
        return entry_seat(a->r, a->m, seat) ? NULL : "there is no such seat at this table";
}

static const char *before_the_game(const struct asking *a)
{
        return a->r->state == ROOM_OPEN ? NULL : "the game has begun already";
}

static const char *cannot_have(const struct asking *a, const struct chair *c)
{
        if (is_taken(c))
                return "that seat is taken";
        if (c->kept && c->kept != a->g->person && a->now < a->r->since + SEAT_KEPT)
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
        enter_free(a->e, "stand", a->seat);
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
        enter_free(a->e, "remove", seat);
        return NULL;
}

static const char *hear_set(struct asking *a)
{
        static const char *const SETTINGS[] = { "chat", "watch", "public" };
        const char *wrong = as_host(a);
        struct json j;

        if (wrong)
                return wrong;
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
        if (a->seat < 0)
                return NULL;
        if (a->r->state == ROOM_OPEN)
                enter_free(a->e, "stand", a->seat);
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

static const char *hear_anew(struct asking *a)
{
        uint8_t tip[HASH_BYTES];
        struct json j;

        if (a->seat < 0 || a->r->state != ROOM_PLAYING)
                return "a new chain is for those who play";
        if (!message_hash(a->m, member(a, "tip"), tip) || is_missing(tip))
                return "the tip of a chain is 64 hexadecimal digits";
        j = entry_open(a->e, "anew");
        json_count(&j, "seat", a->seat + 1, 0);
        add_hash(&j, "tip", tip);
        entry_close(a->e, &j);
        return NULL;
}

/* The other people who are there have to agree. */
static int all_allow(const struct room *r, int asker, unsigned allowed)
{
        for (int p = 0; p < r->players; p++)
                if (p != asker && is_here(r, p) && !(allowed >> p & 1))
                        return 0;
        return 1;
}

/* A question, or what somebody answers to it. */
static void enter_word(struct entry *e, const char *name, int seat, int yes)
{
        struct json j = entry_open(e, name);

        json_count(&j, "seat", seat + 1, 0);
        add_bool(&j, "yes", yes);
        entry_close(e, &j);
}

static void ask_to_undo(struct asking *a, const struct deed *d)
{
        if (all_allow(a->r, d->seat, 0))
                enter_deed(a->r, a->e, d);
        else
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
        else
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
        { "sit", hear_sit },   { "stand", hear_stand }, { "bot", hear_bot },     { "remove", hear_remove }, { "set", hear_set },
        { "ready", hear_ready }, { "link", hear_link }, { "leave", hear_leave }, { "anew", hear_anew },     { "allow", hear_allow },
        { "back", hear_back },
};

void room_hear(struct room *r, struct guest *g, const struct message *m, uint64_t now, struct outbox *o, struct entry *e)
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

void room_tick(const struct room *r, uint64_t now, struct entry *e)
{
        int others = 0, late;

        e->size = 0;
        if (r->state == ROOM_DEALING && now >= r->since + DEAL_WAIT)
                enter_deal(r, 0, NULL, e);
        if (r->state != ROOM_PLAYING)
                return;
        if ((late = table_late(&r->table, now)) >= 0) {
                hold_seat(r, late, e);
                return;
        }
        for (int p = 0; p < r->players; p++)
                others += is_here(r, p);
        for (int p = 0; p < r->players && others && !counts_days(&r->clock); p++)
                if (r->chair[p].person && !r->chair[p].lines && !r->table.seat[p].held && now >= r->chair[p].gone + GONE_WAIT) {
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

int room_say(struct room *r, int64_t person, const char *name, uint64_t at, const char *words)
{
        struct said *s;

        if (!r->said && !(r->said = calloc(CHAT_KEPT, sizeof *r->said)))
                return 0;
        s = &r->said[r->said_count++ % CHAT_KEPT];
        s->person = person;
        s->at = at;
        strncpy(s->name, name, MAX_SEAT_NAME - 1);
        strncpy(s->words, words, MAX_WORDS - 1);
        return 1;
}

/* --- who looks --- */

void room_come(struct room *r, struct guest *g, uint64_t version, uint64_t told, uint64_t now)
{
        g->next = r->guests;
        r->guests = g;
        g->viewer = (struct viewer){ .seat = SPECTATOR };
        count_guests(r, now);
        if (version > r->undone && version <= r->version && told <= r->table.record.count + 1)
                g->viewer.told = (size_t)told;
        g->looks = g->stands = UINT64_MAX;
        g->undos = r->undos;
        g->rolls = g->renewed = -1;
        g->words = r->said_count > CHAT_KEPT ? r->said_count - CHAT_KEPT : 0;
}

void room_go(struct room *r, struct guest *g, uint64_t now)
{
        struct guest **at = &r->guests;

        while (*at != g)
                at = &(*at)->next;
        *at = g->next;
        g->next = NULL;
        count_guests(r, now);
}

/* --- what is told --- */

struct showing {
        const struct room *r;
        const struct guest *g;
        int said;
};

static const char *const STATES[] = { "open", "dealing", "playing", "over" };

static void write_chair(struct json *j, const struct room *r, int seat)
{
        const struct chair *c = &r->chair[seat];
        int held = r->state == ROOM_PLAYING ? r->table.seat[seat].held : 0;
        char digits[ID_TEXT + 1];

        if (json_null(j, !is_taken(c)))
                return;
        if (c->level) {
                json_text(j, "{\"name\":\"\"");
                json_count(j, "level", c->level, 0);
        } else {
                id_print(c->person, digits);
                json_text(j, "{\"person\":");
                json_string(j, digits);
                add_string(j, "name", c->name);
                add_bool(j, "here", c->lines > 0);
                add_bool(j, "ready", c->ready);
                add_bool(j, "held", held > 0);
                if (c->rating)
                        add_number(j, "rating", (uint64_t)c->rating);
                if (held)
                        json_count(j, "level", held, 0);
                add_hash(j, "tip", c->tip);
        }
        json_text(j, "}");
}

/* What the room and the lobby tell alike. */
static void write_settings(struct json *j, const struct room *r)
{
        add_string(j, "state", STATES[r->state]);
        write_game(j, r->game, &r->options);
        if (has_clock(&r->clock))
                write_clock(j, &r->clock);
        add_bool(j, "watch", r->watch);
        add_bool(j, "rated", r->rated);
        json_count(j, "watching", r->watching, 0);
}

static void write_look(struct json *j, const void *what)
{
        const struct showing *s = what;
        const struct room *r = s->r;
        char next[ID_TEXT + 1];

        json_text(j, "{\"t\":\"room\"");
        add_string(j, "table", r->name);
        add_number(j, "version", r->version);
        write_settings(j, r);
        add_bool(j, "public", r->is_public);
        add_bool(j, "chat", r->chat);
        add_id(j, "host", r->host);
        json_count(j, "you", s->g->viewer.seat < r->players ? s->g->viewer.seat + 1 : 0, 0);
        for (int p = 0; p < r->players; p++) {
                json_text(j, p ? "," : ",\"seats\":[");
                write_chair(j, r, p);
        }
        json_text(j, "]");
        add_hash(j, "seal", r->seal);
        add_hash(j, "tip", r->tip);
        json_text(j, ",\"next\":");
        if (!json_null(j, !r->next)) {
                id_print(r->next, next);
                json_string(j, next);
        }
        json_text(j, ",\"undo\":");
        if (!json_null(j, r->undo_by < 0)) {
                json_text(j, "{");
                json_count(j, "by", r->undo_by + 1, 1);
                add_number(j, "ply", r->table.record.count);
                json_text(j, "}");
        }
        json_text(j, "}");
}

void room_write(struct json *j, const struct room *r)
{
        int host = room_seat(r, r->host);

        json_text(j, "{\"table\":");
        json_string(j, r->name);
        write_settings(j, r);
        add_string(j, "host", host < 0 ? "" : r->chair[host].name);
        for (int p = 0; p < r->players; p++) {
                const struct chair *c = &r->chair[p];

                json_text(j, p ? "," : ",\"seats\":[");
                if (json_null(j, !is_taken(c)))
                        continue;
                json_text(j, "{\"name\":");
                json_string(j, c->name);
                if (c->level)
                        json_count(j, "level", c->level, 0);
                json_text(j, "}");
        }
        json_text(j, "]}");
}

static void write_said(struct json *j, const void *what)
{
        const struct showing *w = what;
        const struct said *s = &w->r->said[w->said % CHAT_KEPT];
        int phrase = s->words[0] == '/';

        json_text(j, "{\"t\":\"chat\"");
        json_count(j, "n", w->said, 0);
        add_id(j, "person", s->person);
        add_string(j, "name", s->name);
        add_number(j, "at", s->at);
        add_string(j, phrase ? "phrase" : "words", s->words + phrase);
        json_text(j, "}");
}

/* The steps that are new; those that were taken back are told again. */
static int tell_steps(const struct room *r, struct guest *g, uint64_t now, struct outbox *o)
{
        uint64_t undone = r->undos - g->undos;
        size_t count = r->table.record.count;

        if (r->state < ROOM_PLAYING)
                return 0;
        g->undos = r->undos;
        g->viewer.told = g->viewer.told > undone ? g->viewer.told - (size_t)undone : 0;
        if (g->viewer.told <= count || g->stands != r->stands)
                table_tell_some(&r->table, &g->viewer, STEPS_AT_ONCE, now, o);
        g->stands = r->stands;
        return g->viewer.told <= count;
}

static void tell_dice(const struct room *r, struct guest *g, struct outbox *o)
{
        const struct fair *f = r->state >= ROOM_PLAYING ? r->table.record.fair : NULL;

        if (!f || (f->rolled == g->rolls && f->renewed == g->renewed))
                return;
        table_tell_fair(&r->table, g->rolls < 0 ? 0 : g->rolls, o);
        g->rolls = f->rolled;
        g->renewed = f->renewed;
}

int room_tell(const struct room *r, struct guest *g, uint64_t now, struct outbox *o)
{
        struct showing s = { r, g, 0 };

        if (g->looks != r->looks)
                outbox_add(o, write_look, &s);
        g->looks = r->looks;
        for (s.said = g->words; s.said < r->said_count; s.said++)
                outbox_add(o, write_said, &s);
        g->words = r->said_count;
        tell_dice(r, g, o);
        return tell_steps(r, g, now, o);
}
