/* What is heard at a table: messages of docs/protocol.md. Each is answered, or becomes a deed, or is refused in a sentence that
 * says why. */
#include "table_parts.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_KEY = 32, MAX_VALUE = 128, MOST_LOOKED = 8 };

static const uint64_t MOST_TIME = 30ull * 24 * 3600 * 1000; /* a clock has at most thirty days */

struct hearing {
        struct table *t;
        struct viewer *v;
        const struct message *m;
        uint64_t now;
        struct outbox *o;
        struct deed *deed;
        char why[MAX_REASON];
};

static int member(const struct hearing *h, const char *key)
{
        return message_member(h->m, WHOLE_MESSAGE, key);
}

/* Two to four seats, each with a name and perhaps the level of a bot. */
static const char *read_seats(struct hearing *h, struct table *t, int *count)
{
        int list = member(h, "seats"), n = 0;

        for (int item = message_item(h->m, list, list); item != NO_VALUE; item = message_item(h->m, list, item)) {
                int level = message_member(h->m, item, "level");
                uint64_t value = 0;

                if (n == MAX_PLAYERS)
                        return "a table has two to four seats";
                if (!message_name(h->m, message_member(h->m, item, "name"), t->seat[n].name, MAX_SEAT_NAME))
                        return "a seat has a name of at most 96 bytes, without control characters";
                if (level != NO_VALUE && !message_number(h->m, level, 1, LEVELS, &value))
                        return "the level of a bot is a number from 1 to 10";
                t->seat[n++].level = (int)value;
        }
        *count = n;
        return n < 2 ? "a table has two to four seats" : NULL;
}

const char *read_clock(const struct message *m, struct clock *c)
{
        int clock = message_member(m, WHOLE_MESSAGE, "clock");

        if (clock == NO_VALUE)
                return NULL;
        if (!message_number(m, message_member(m, clock, "move"), 1, MOST_TIME, &c->move) &&
            !(message_number(m, message_member(m, clock, "game"), 1, MOST_TIME, &c->game) &&
              message_number(m, message_member(m, clock, "more"), 0, MOST_TIME, &c->more)))
                return "a clock has milliseconds for each move, or for the game and some more after each move";
        for (int p = 0; p < MAX_PLAYERS; p++)
                c->left[p] = c->move ? c->move : c->game;
        return NULL;
}

/* What is left on the clock of a game that goes on, if that is told. */
static const char *read_left(struct hearing *h, struct clock *c)
{
        int left = member(h, "left"), n = 0;

        for (int item = message_item(h->m, left, left); item != NO_VALUE && n < MAX_PLAYERS; item = message_item(h->m, left, item))
                if (!message_number(h->m, item, 0, MOST_TIME, &c->left[n++]))
                        return "what is left on the clocks is milliseconds";
        return NULL;
}

const char *read_game(const struct message *m, int players, const struct game **game, struct options *o, char *why)
{
        char name[MAX_KEY], names[MAX_GAMES_TEXT], number[2] = { (char)('0' + players), '\0' };
        const struct game *g = message_word(m, message_member(m, WHOLE_MESSAGE, "game"), name, MAX_KEY) ? game_named(name) : NULL;
        int object = message_member(m, WHOLE_MESSAGE, "options");
        const struct refusal *misfit;
        struct text t = { why, MAX_REASON, 0 };

        if (!g) {
                text_add(&t, "the game is ");
                text_add(&t, game_names("or", names, sizeof names));
                text_close(&t);
                return why;
        }
        *game = g;
        options_default(g, o);
        if (options_set(g, o, "players", number, why, MAX_REASON))
                return why;
        for (int key = message_key(m, object, object); key != NO_VALUE; key = message_key(m, object, key)) {
                char value[MAX_VALUE];
                size_t size;
                const char *bytes = message_bytes(m, message_value(m, key), &size);

                if (!message_word(m, key, name, MAX_KEY) || !bytes || size >= MAX_VALUE)
                        return "the options are names with short values";
                memcpy(value, bytes, size);
                value[size] = '\0';
                if (options_set(g, o, name, value, why, MAX_REASON))
                        return why;
        }
        if (o->value[PLAYERS] != players)
                return "there are as many players as seats";
        misfit = options_misfit(g, o);
        return misfit ? misfit->why : NULL;
}

static const char *read_new(struct hearing *h, struct table *t, int seats)
{
        const struct game *g;
        struct options o;
        uint64_t seed;
        const char *wrong = read_game(h->m, seats, &g, &o, h->why);

        if (wrong)
                return wrong;
        if (!message_number(h->m, member(h, "seed"), 0, UINT64_MAX, &seed))
                return "the seed is a number from 0 to 18446744073709551615";
        record_deal(&t->record, g, &o, seed);
        return NULL;
}

static const char *read_open(struct hearing *h, struct table *t, int seats)
{
        size_t size;
        const char *record = message_bytes(h->m, member(h, "record"), &size);

        if (!record)
                return "a game is opened from its record";
        if (!record_parse(&t->record, record, size, 0, h->why))
                return h->why;
        return players(t) == seats ? NULL : "there are as many players as seats";
}

/* Another game at this table: made apart, so that a refusal leaves the old one as it was. */
static const char *begin(struct hearing *h, const char *(*read)(struct hearing *h, struct table *t, int seats))
{
        struct table made;
        int seats = 0;
        const char *wrong;

        memset(&made, 0, sizeof made);
        made.clock.since = h->now;
        if (!h->v->here)
                return "a game is begun in the lobby";
        if (!(wrong = read_seats(h, &made, &seats)) && !(wrong = read_clock(h->m, &made.clock)) &&
            !(wrong = read_left(h, &made.clock)) && !(wrong = read(h, &made, seats)) && !roll_on(&made, NULL))
                wrong = "there is no memory for another game";
        if (wrong) {
                record_close(&made.record);
                return wrong;
        }
        table_close(h->t);
        *h->t = made;
        h->v->told = 0;
        h->v->hint = 0;
        h->v->seat = SPECTATOR;
        for (int p = seats - 1; p >= 0; p--)
                if (!made.seat[p].level)
                        h->v->seat = p;
        return NULL;
}

static const char *hear_new(struct hearing *h)
{
        return begin(h, read_new);
}

static const char *hear_open(struct hearing *h)
{
        return begin(h, read_open);
}

static const char *hear_games(struct hearing *h)
{
        tell_games(h->o);
        return NULL;
}

static const char *hear_see(struct hearing *h)
{
        uint64_t seat;

        if (!message_number(h->m, member(h, "seat"), 0, (uint64_t)players(h->t), &seat))
                return "one sees through the eyes of a player, or as a spectator, 0";
        if (seat && (int)seat != h->v->seat + 1 && (!h->v->here || h->t->seat[seat - 1].level))
                return "one sees through one's own eyes only";
        h->v->seat = seat ? (int)seat - 1 : (int)SPECTATOR;
        h->v->told = 0;
        return NULL;
}

/* The viewer's own decision, in the position that the viewer has in mind. */
static const char *own_decision(struct hearing *h)
{
        uint64_t ply;

        if (!message_number(h->m, member(h, "ply"), 0, UINT64_MAX, &ply) || ply != h->t->record.count)
                return "the game has gone on since";
        if (turn(h->t) == OVER)
                return "the game is over";
        return table_deciding(h->t) == h->v->seat && !h->t->seat[h->v->seat].level ? NULL : "it is not your turn";
}

/* The move that a value names in a state. */
static const char *read_move(struct hearing *h, int value, const void *state, move *m)
{
        const struct game *g = h->t->record.game;
        char text[MAX_MOVE_TEXT];

        if (!message_word(h->m, value, text, MAX_MOVE_TEXT))
                return "a move is a short text, as the rules write it";
        if (g->turn(state) != OVER && game_find(g, state, text, m))
                return NULL;
        return g->refusal(state, text)->why;
}

/* The link that comes with a move, where dice are fair. */
static const char *read_link(struct hearing *h, struct deed *d)
{
        const struct fair *f = h->t->record.fair;
        int value = member(h, "link");

        if (!f || value == NO_VALUE)
                return NULL;
        if (!message_hash(h->m, value, d->link) || !fair_is_link(f, d->seat, h->t->record.count, d->link))
                return "that is not the link of your chain that belongs to this move";
        d->linked = 1;
        return NULL;
}

static const char *hear_play(struct hearing *h)
{
        struct deed d = { .what = PLAY_MOVE, .seat = h->v->seat };
        const char *wrong = own_decision(h);

        if (wrong || (wrong = read_move(h, member(h, "move"), &h->t->record.state, &d.m)) || (wrong = read_link(h, &d)))
                return wrong;
        *h->deed = d;
        return NULL;
}

static const char *hear_why(struct hearing *h)
{
        const char *wrong = own_decision(h);
        move m;

        if (wrong || (wrong = read_move(h, member(h, "move"), &h->t->record.state, &m)))
                return wrong;
        return "that can be done";
}

/* What if: the viewer's own moves, one after another, on the viewer's own view. */
static const char *hear_look(struct hearing *h)
{
        const struct game *g = h->t->record.game;
        struct state state = h->t->record.state;
        int list = member(h, "moves"), looked = 0;
        const char *wrong = own_decision(h);

        if (wrong)
                return wrong;
        g->redact(&state, h->v->seat);
        for (int item = message_item(h->m, list, list); item != NO_VALUE; item = message_item(h->m, list, item)) {
                move m;

                if (++looked > MOST_LOOKED || g->turn(&state) != h->v->seat)
                        return "one can look at one's own next moves";
                if ((wrong = read_move(h, item, &state, &m)))
                        return wrong;
                g->apply(&state, m);
        }
        if (!looked)
                return "a look is at a list of moves";
        tell_look(h->t, h->m, &state, h->o);
        return NULL;
}

static const char *hear_undo(struct hearing *h)
{
        uint64_t ply;

        if (!message_number(h->m, member(h, "ply"), 0, UINT64_MAX, &ply) || ply != h->t->record.count)
                return "the game has gone on since";
        if (!can_undo(h->t, h->v->seat))
                return "only one's own last move is taken back, and nothing that chance or another player came after";
        h->deed->what = TAKE_BACK;
        h->deed->seat = h->v->seat;
        return NULL;
}

static const char *hear_hint(struct hearing *h)
{
        const char *wrong = own_decision(h);

        h->v->hint = !wrong;
        return wrong;
}

static const char *hear_record(struct hearing *h)
{
        char *text;

        if (turn(h->t) != OVER && !h->v->here)
                return "the record of a game is given when it is over";
        text = record_print(&h->t->record);
        if (!text)
                return "there is no memory for the record";
        tell_record(text, h->o);
        free(text);
        return NULL;
}

static const struct {
        const char *name;
        const char *(*hear)(struct hearing *h); /* NULL, or why not */
        int needs_game;
        int changes; /* everybody is told */
} MESSAGES[] = {
        { "games", hear_games, 0, 0 }, { "new", hear_new, 0, 1 },       { "open", hear_open, 0, 1 }, { "see", hear_see, 1, 1 },
        { "play", hear_play, 1, 1 },   { "undo", hear_undo, 1, 1 },     { "look", hear_look, 1, 0 }, { "why", hear_why, 1, 0 },
        { "hint", hear_hint, 1, 0 },   { "record", hear_record, 1, 0 },
};

int table_wants(struct table *t, struct viewer *v, const struct message *m, uint64_t now, struct outbox *o, struct deed *d)
{
        enum { KNOWN = sizeof MESSAGES / sizeof *MESSAGES };
        struct hearing h = { t, v, m, now, o, d, "" };
        const char *why;
        char name[MAX_KEY] = "";
        int i = 0;

        d->what = NO_DEED;
        if (message_word(m, member(&h, "t"), name, MAX_KEY))
                while (i < KNOWN && strcmp(MESSAGES[i].name, name) != 0)
                        i++;
        else
                i = KNOWN;
        why = i == KNOWN                                ? "there is no such message; docs/protocol.md lists them"
            : MESSAGES[i].needs_game && !t->record.game ? "no game has been begun at this table"
                                                        : MESSAGES[i].hear(&h);
        if (why)
                tell_refusal(o, i < KNOWN ? MESSAGES[i].name : "", why);
        return !why && MESSAGES[i].changes;
}

void table_hear(struct table *t, struct viewer *v, const char *text, size_t size, uint64_t now, struct outbox *o)
{
        struct message m;
        struct deed d;

        if (!message_open(&m, text, size)) {
                tell_refusal(o, "", "a message is one JSON object");
                return;
        }
        if (table_wants(t, v, &m, now, o, &d)) {
                if (table_do(t, &d, now))
                        table_tell(t, v, now, o);
                else
                        tell_refusal(o, "play", "there is no memory for another move");
        }
        message_close(&m);
}
