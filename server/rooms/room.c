/* A room as its log: seats, and what each entry changes; see room.h. */
#include "room_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../clock.h"

enum { USUAL_STAND_IN = 5 };

const char *const ENDINGS[] = { "", "resigned", "drawn", "stopped", "aborted", "abandoned" };
const char *const OFFER_NAMES[OFFERS] = { "draw", "stop" };

static const uint64_t SEAT_RESERVED_TIME = 600000;

/* --- seats --- */

int room_seat(const struct room *r, int64_t person)
{
        for (int p = 0; person && p < r->players; p++)
                if (r->chair[p].person == person)
                        return p;
        return -1;
}

int lowest_person(const struct room *r, int besides)
{
        for (int p = 0; p < r->players; p++)
                if (r->chair[p].person && p != besides)
                        return p;
        return -1;
}

int room_can_return(const struct room *r, int64_t person)
{
        int seat = room_seat(r, person);

        return seat >= 0 && r->state == ROOM_PLAYING && r->table.seat[seat].held && !r->chair[seat].resigned &&
               (!r->clock.game || r->table.clock.left[seat]);
}

/* How many people play for themselves. */
static int players_there(const struct room *r)
{
        int count = 0;

        for (int p = 0; p < r->players; p++)
                count += r->chair[p].person && !r->table.seat[p].held;
        return count;
}

static int count_people(const struct room *r)
{
        int count = 0;

        for (int p = 0; p < r->players; p++)
                count += r->chair[p].person != 0;
        return count;
}

int room_is_paused(const struct room *r)
{
        int may_return = 0;

        for (int p = 0; p < r->players; p++) {
                if (r->chair[p].connections)
                        return 0;
                may_return |= room_can_return(r, r->chair[p].person);
        }
        return may_return && !players_there(r);
}

uint64_t room_deadline(const struct room *r)
{
        static const uint64_t PAUSE = 15 * 60000, PAUSE_OF_DAYS = 3 * DAY;

        return room_is_paused(r) ? r->moved + (room_counts_days(r) ? PAUSE_OF_DAYS : PAUSE) : table_deadline(&r->table);
}

int room_has_result(const struct room *r)
{
        return r->ended < ENDED_STOPPED;
}

int room_mixes(const struct room *r, enum kind with)
{
        int guests = with == GUEST, programs = with == PROGRAM;

        for (int p = 0; p < r->players; p++) {
                guests |= r->chair[p].person && r->chair[p].kind == GUEST;
                programs |= r->chair[p].person && r->chair[p].kind == PROGRAM;
        }
        return guests && programs;
}

int room_counts(const struct room *r)
{
        return r->rated && !room_mixes(r, KIND_UNKNOWN) && room_has_result(r) && (players_there(r) || count_people(r) == 1);
}

int room_played(const struct room *r, int seat)
{
        return 2 * r->chair[seat].own_moves >= r->chair[seat].moves;
}

int room_calls(const struct room *r, int seat)
{
        if (r->state == ROOM_PLAYING)
                return table_deciding(&r->table) == seat && r->nudged_by && r->nudged_at == r->table.record.count;
        for (int p = 0; p < r->players; p++)
                if (!is_taken(&r->chair[p]) || (p != seat && r->chair[p].person && !r->chair[p].ready))
                        return 0;
        return r->state == ROOM_OPEN && !r->chair[seat].ready && count_people(r) > 1;
}

/* Whether a seat did better than another. */
static int is_ahead(const struct room *r, const int *points, const int *tiebreak, int seat, int other)
{
        int gone = r->table.seat[seat].held > 0, other_gone = r->table.seat[other].held > 0;

        if (gone != other_gone || r->ended == ENDED_DRAWN)
                return !gone && other_gone;
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

/* --- reading and writing members --- */

int64_t read_id(const struct message *m, int value)
{
        char text[ID_TEXT + 1];

        return message_word(m, value, text, sizeof text) ? id_parse(text) : 0;
}

int read_seat(const struct room *r, const struct message *m, int *seat)
{
        uint64_t number;

        if (!message_number(m, message_member(m, WHOLE_MESSAGE, "seat"), 1, (uint64_t)r->players, &number))
                return 0;
        *seat = (int)number - 1;
        return 1;
}

int yes_or(const struct message *m, const char *key, int usual)
{
        size_t size;
        const char *bytes = message_bytes(m, message_member(m, WHOLE_MESSAGE, key), &size);

        return bytes ? size == 4 && memcmp(bytes, "true", 4) == 0 : usual;
}

static void add_key(struct json *j, const char *key)
{
        json_text(j, ",\"");
        json_text(j, key);
        json_text(j, "\":");
}

void add_number(struct json *j, const char *key, uint64_t n)
{
        add_key(j, key);
        json_number(j, n, 0, UINT64_MAX);
}

void add_string(struct json *j, const char *key, const char *words)
{
        add_key(j, key);
        json_string(j, words);
}

void add_bool(struct json *j, const char *key, int yes)
{
        add_key(j, key);
        json_bool(j, yes);
}

void add_hash(struct json *j, const char *key, const uint8_t value[HASH_BYTES])
{
        uint8_t copy[HASH_BYTES];

        memcpy(copy, value, HASH_BYTES);
        add_key(j, key);
        json_hash(j, copy);
}

void add_id(struct json *j, const char *key, int64_t id)
{
        char digits[ID_TEXT + 1];

        id_print(id, digits);
        add_string(j, key, digits);
}

void add_game(struct json *j, const struct game *g, const struct options *o)
{
        struct options options = *o;

        add_string(j, "game", g->name);
        json_text(j, ",");
        json_options(j, g, &options);
}

/* --- opening and closing --- */

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

/* --- entries: each function applies one that was stored --- */

static int do_make(struct room *r, const struct message *m, uint64_t at)
{
        struct plan p;
        struct command c;
        struct reason why;
        uint8_t secret[HASH_BYTES];
        int kept = message_member(m, WHOLE_MESSAGE, "kept");

        if (r->game || !command_members(&c, COMMAND_MAKE, m, &why) || !plan_read(&p, &c, &why) ||
            !message_hash(m, message_member(m, WHOLE_MESSAGE, "salt"), r->salt) ||
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
        for (int i = 0; i < p.players; i++)
                r->chair[i].level = p.level[i];
        for (int item = message_item(m, kept, kept), i = 0; item != NO_VALUE && i < p.players; item = message_item(m, kept, item))
                r->chair[i++].reserved_for = read_id(m, item);
        hash(r->salt, HASH_BYTES, r->seal);
        chain_open(&r->chain, secret);
        chain_link(&r->chain, 0, r->tip);
        r->since = r->made = r->host_gone = at;
        return 1;
}

/* The tip of a person's chain, or null: programs need not have one. */
static int read_tip(const struct message *m, uint8_t tip[HASH_BYTES])
{
        int value = message_member(m, WHOLE_MESSAGE, "tip");
        size_t size;
        const char *bytes = message_bytes(m, value, &size);

        return message_hash(m, value, tip) || (bytes && size == 4 && memcmp(bytes, "null", 4) == 0);
}

static int do_sit(struct room *r, const struct message *m, uint64_t at)
{
        struct chair c = { .stand_in = USUAL_STAND_IN };
        int seat;

        (void)at;
        c.person = read_id(m, message_member(m, WHOLE_MESSAGE, "person"));
        if (!c.person || !read_seat(r, m, &seat) || !read_tip(m, c.tip))
                return 0;
        r->chair[seat] = c;
        return 1;
}

/* Sets the host as the entry says. Entries of old versions do not say: then the host passes to the lowest seat whenever somebody
 * stands up and the host has no seat. */
static void pass_host(struct room *r, const struct message *m, uint64_t at)
{
        int64_t host = read_id(m, message_member(m, WHOLE_MESSAGE, "host")), before = r->host;

        if (host)
                r->host = host;
        else if (room_seat(r, r->host) < 0 && lowest_person(r, -1) >= 0)
                r->host = r->chair[lowest_person(r, -1)].person;
        if (r->host != before)
                r->host_gone = at;
}

/* After a seat has changed before the game: it is dealt when all seats are taken and everybody is ready. */
static void settle(struct room *r, uint64_t at)
{
        enum room_state state = all_are_ready(r) ? ROOM_DEALING : ROOM_OPEN;

        if (r->state > ROOM_DEALING || r->state == state)
                return;
        r->state = state;
        r->since = at;
}

static int do_stand(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        if (!read_seat(r, m, &seat))
                return 0;
        memset(&r->chair[seat], 0, sizeof r->chair[seat]);
        pass_host(r, m, at);
        settle(r, at);
        return 1;
}

static int do_remove(struct room *r, const struct message *m, uint64_t at)
{
        int seat, i = 0;

        if (!read_seat(r, m, &seat))
                return 0;
        while (i < MAX_BARRED - 1 && r->barred[i])
                i++;
        r->barred[i] = r->chair[seat].person;
        return do_stand(r, m, at);
}

/* Seats whose people were away when the last seat was ready are not ready any more. */
static void read_away(struct room *r, const struct message *m)
{
        int away = message_member(m, WHOLE_MESSAGE, "away");
        uint64_t seat;

        for (int item = message_item(m, away, away); item != NO_VALUE; item = message_item(m, away, item))
                if (message_number(m, item, 1, (uint64_t)r->players, &seat))
                        r->chair[seat - 1].ready = 0;
}

static int do_bot(struct room *r, const struct message *m, uint64_t at)
{
        uint64_t level;
        int seat;

        if (!read_seat(r, m, &seat) || !message_number(m, message_member(m, WHOLE_MESSAGE, "level"), 0, LEVELS, &level))
                return 0;
        memset(&r->chair[seat], 0, sizeof r->chair[seat]);
        r->chair[seat].level = (int)level;
        read_away(r, m);
        settle(r, at);
        return 1;
}

static int do_ready(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        if (!read_seat(r, m, &seat))
                return 0;
        r->chair[seat].ready = yes_or(m, "ready", 0);
        read_away(r, m);
        settle(r, at);
        return 1;
}

/* The game, or its terms, are other ones than those that people were ready for. */
static void change_terms(struct room *r, const struct command *c, uint64_t at)
{
        if (c->game) {
                r->options = c->options;
                for (int p = c->players; p < MAX_PLAYERS; p++)
                        memset(&r->chair[p], 0, sizeof r->chair[p]);
                r->players = c->players;
        }
        if (command_has(c, MEMBER_CLOCK))
                r->clock = c->clock;
        r->rated = command_has(c, MEMBER_RATED) ? c->rated : r->rated;
        for (int p = 0; p < r->players; p++)
                r->chair[p].ready = 0;
        settle(r, at);
}

static int do_set(struct room *r, const struct message *m, uint64_t at)
{
        struct command c;
        struct reason why;

        if (!command_members(&c, COMMAND_SET, m, &why))
                return 0;
        if (message_member(m, WHOLE_MESSAGE, "host") != NO_VALUE)
                pass_host(r, m, at);
        r->chat = yes_or(m, "chat", r->chat);
        r->watch = yes_or(m, "watch", r->watch);
        r->is_public = yes_or(m, "public", r->is_public);
        if (c.game || command_has(&c, MEMBER_CLOCK) || command_has(&c, MEMBER_RATED))
                change_terms(r, &c, at);
        return 1;
}

/* A request for an undo. */
static int do_ask(struct room *r, const struct message *m, uint64_t at)
{
        (void)at;
        r->allowed = 0;
        return r->state == ROOM_PLAYING && read_seat(r, m, &r->undo_by);
}

/* And the answer to it. */
static int do_allow(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        (void)at;
        if (!read_seat(r, m, &seat))
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
        return read_seat(r, m, &seat) && message_hash(m, message_member(m, WHOLE_MESSAGE, "link"), r->chair[seat].first);
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
                r->chair[p].gone = r->chair[p].connections ? 0 : at;
        }
        r->table.clock = r->clock;
        r->table.chain = &r->chain;
        r->state = ROOM_PLAYING;
        r->since = r->moved = at;
        return table_begin(&r->table, r->game, &r->options, &f, r->seed, at);
}

static int do_anew(struct room *r, const struct message *m, uint64_t at)
{
        uint8_t tip[HASH_BYTES];
        int seat;

        (void)at;
        r->undo_by = -1; /* no undo past a new chain */
        r->game_changes++;
        return r->table.record.fair && read_seat(r, m, &seat) && message_hash(m, message_member(m, WHOLE_MESSAGE, "tip"), tip) &&
               fair_renew(r->table.record.fair, r->table.record.count, seat, tip);
}

static int do_next(struct room *r, const struct message *m, uint64_t at)
{
        (void)at;
        r->next = read_id(m, message_member(m, WHOLE_MESSAGE, "table"));
        return r->next != 0;
}

/* --- the end of a game --- */

static void end_game(struct room *r, enum ending how, uint64_t at)
{
        int place[MAX_PLAYERS], points[MAX_PLAYERS];

        r->state = ROOM_OVER;
        r->ended = how;
        r->undo_by = -1;
        r->since = at;
        r->info_changes++;
        r->game_changes++;
        room_places(r, place, points);
        r->table.closed = how != ENDED_BY_RULES;
        for (int p = 0; p < r->players && room_has_result(r); p++)
                r->table.winners |= (unsigned)(place[p] == 1) << p;
}

static int do_end(struct room *r, const struct message *m, uint64_t at)
{
        char how[MAX_WORD];

        if (r->state != ROOM_PLAYING || !message_word(m, message_member(m, WHOLE_MESSAGE, "how"), how, MAX_WORD))
                return 0;
        for (int i = ENDED_DRAWN; i <= ENDED_ABANDONED; i++)
                if (strcmp(how, ENDINGS[i]) == 0)
                        end_game(r, (enum ending)i, at);
        return r->state == ROOM_OVER;
}

/* Bots do not resign. */
static int do_resign(struct room *r, const struct message *m, uint64_t at)
{
        struct deed d = { .what = HOLD_SEAT };
        uint64_t level;
        int left = 0, people = 0;

        if (r->state != ROOM_PLAYING || !read_seat(r, m, &d.seat) ||
            !message_number(m, message_member(m, WHOLE_MESSAGE, "bot"), 1, LEVELS, &level))
                return 0;
        d.bot = (int)level;
        r->chair[d.seat].resigned = 1;
        r->moved = at;
        r->game_changes++;
        for (int p = 0; p < r->players; p++) {
                left += !r->chair[p].resigned;
                people += r->chair[p].person && !r->chair[p].resigned;
        }
        table_do(&r->table, &d, at);
        if (left <= 1 || !people)
                end_game(r, ENDED_RESIGNED, at);
        return 1;
}

static int do_agree(struct room *r, const struct message *m, uint64_t at)
{
        char what[MAX_WORD];
        int seat, offer = 0;

        (void)at;
        if (r->state != ROOM_PLAYING || !read_seat(r, m, &seat) ||
            !message_word(m, message_member(m, WHOLE_MESSAGE, "what"), what, MAX_WORD))
                return 0;
        while (offer < OFFERS && strcmp(what, OFFER_NAMES[offer]) != 0)
                offer++;
        if (offer == OFFERS)
                return 0;
        if (yes_or(m, "yes", 0)) {
                r->agreed[offer] |= 1u << seat;
        } else {
                for (int p = 0; p < r->players; p++)
                        if (r->agreed[offer] >> p & 1)
                                r->chair[p].declined[offer] = r->table.record.count + 1;
                r->agreed[offer] = 0;
        }
        return 1;
}

static int do_nudge(struct room *r, const struct message *m, uint64_t at)
{
        int seat;

        (void)at;
        if (r->state != ROOM_PLAYING || !read_seat(r, m, &seat))
                return 0;
        r->nudged_by = seat + 1;
        r->nudged_at = r->table.record.count;
        return 1;
}

/* Applies a change of the game. */
static int do_deed(struct room *r, const struct deed *d, uint64_t at)
{
        r->moved = at;
        r->game_changes++;
        r->undo_changes += d->what == TAKE_BACK;
        if (d->what == TAKE_BACK)
                r->undone = r->version + 1;
        if (d->what != PLAY_MOVE || r->undo_by >= 0)
                r->info_changes++;
        r->undo_by = -1;
        if (!table_do(&r->table, d, at))
                return 0;
        if (d->what == PLAY_MOVE || d->what == TAKE_BACK) {
                int one = d->what == PLAY_MOVE ? 1 : -1;

                r->chair[d->seat].moves += one;
                r->chair[d->seat].own_moves += d->bot ? 0 : one;
        }
        if (r->game->turn(&r->table.record.state) == OVER)
                end_game(r, ENDED_BY_RULES, at);
        return 1;
}

/* Reads such a change from an entry and checks that it applies. */
static int read_deed(const struct room *r, const struct message *m, int what, struct deed *d)
{
        const struct record *g = &r->table.record;
        char text[MAX_MOVE_TEXT];
        uint64_t bot = 0;

        memset(d, 0, sizeof *d);
        d->what = what;
        if (r->state != ROOM_PLAYING || !read_seat(r, m, &d->seat))
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
        int (*carry_out)(struct room *r, const struct message *m, uint64_t at); /* NULL: a change of the game */
        int deed;
} ENTRIES_KNOWN[] = {
        { "play", NULL, PLAY_MOVE }, { "undo", NULL, TAKE_BACK }, { "hold", NULL, HOLD_SEAT }, { "back", NULL, RETURN_SEAT },
        { "make", do_make, 0 },      { "sit", do_sit, 0 },        { "stand", do_stand, 0 },    { "remove", do_remove, 0 },
        { "bot", do_bot, 0 },        { "ready", do_ready, 0 },    { "set", do_set, 0 },        { "link", do_link, 0 },
        { "deal", do_deal, 0 },      { "anew", do_anew, 0 },      { "next", do_next, 0 },      { "ask", do_ask, 0 },
        { "allow", do_allow, 0 },    { "resign", do_resign, 0 },  { "agree", do_agree, 0 },    { "nudge", do_nudge, 0 },
        { "end", do_end, 0 },
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
        r->info_changes++;
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

        count_subscribers(r, at);
        return fits;
}

void room_resume(struct room *r, uint64_t now, int was_down)
{
        if (was_down)
                r->table.clock.since = now;
        if (r->state == ROOM_DEALING)
                r->since = now;
        for (int p = 0; p < r->players; p++)
                r->chair[p].gone = now;
        r->host_gone = now;
}

int room_release(struct room *r, uint64_t now)
{
        int news = 0;

        if (r->state != ROOM_OPEN || now < r->since + SEAT_RESERVED_TIME)
                return 0;
        for (int p = 0; p < r->players; p++) {
                news |= r->chair[p].reserved_for != 0;
                r->chair[p].reserved_for = 0;
        }
        r->info_changes += (uint64_t)news;
        return news;
}

void room_set_person(struct room *r, int64_t person, enum kind kind, const char *name, int rating, int stand_in)
{
        int seat = room_seat(r, person);

        if (seat < 0)
                return;
        strncpy(r->chair[seat].name, name, MAX_SEAT_NAME - 1);
        r->chair[seat].kind = kind;
        r->chair[seat].rating = rating;
        r->chair[seat].stand_in = stand_in ? stand_in : (int)USUAL_STAND_IN;
        memcpy(r->table.seat[seat].name, r->chair[seat].name, MAX_SEAT_NAME);
        r->info_changes++;
}

void room_set_gain(struct room *r, int seat, int gain)
{
        struct chair *c = &r->chair[seat];

        if (seat < 0 || seat >= r->players)
                return;
        c->is_rated = 1;
        c->gain = gain;
        r->info_changes++;
}
