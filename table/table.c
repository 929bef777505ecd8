/* A game being played; see table.h. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_KEY = 32, MAX_VALUE = 128, MOST_LOOKED = 8, HELD_LEVEL = 5 };

static const uint64_t MOST_TIME = 30ull * 24 * 3600 * 1000; /* a clock has at most thirty days */
static const uint64_t BOT_EVENTS = 1ull << 63; /* the draws that seed bots are numbered from here, apart from all chance */

void table_close(struct table *t)
{
        record_close(&t->record);
        memset(t, 0, sizeof *t);
}

static int players(const struct table *t)
{
        return game_players(&t->record.state);
}

static int turn(const struct table *t)
{
        return t->record.game->turn(&t->record.state);
}

int table_deciding(const struct table *t)
{
        return t->record.game && turn(t) < MAX_PLAYERS ? turn(t) : -1;
}

static int plays_itself(const struct table *t, int seat)
{
        return t->seat[seat].level || t->seat[seat].held;
}

/* Once a game is over, everybody may see all of it, from the beginning. */
static int sees(const struct table *t, const struct viewer *v)
{
        return turn(t) == OVER ? (int)EVERYTHING : v->seat;
}

/* --- the clock --- */

static int has_clock(const struct table *t)
{
        return t->clock.move || t->clock.game;
}

static uint64_t left_now(const struct table *t, int seat, uint64_t now)
{
        uint64_t left = t->clock.left[seat], spent = now > t->clock.since ? now - t->clock.since : 0;

        if (seat != table_deciding(t) || plays_itself(t, seat))
                return left;
        return spent < left ? left - spent : 0;
}

/* A move was made: whoever decides now begins to. */
static void press_clock(struct table *t, int mover, uint64_t left, uint64_t now)
{
        t->clock.before = left;
        t->clock.left[mover] = t->clock.move ? t->clock.move : left + t->clock.more;
        t->clock.since = now;
}

int table_late(const struct table *t, uint64_t now)
{
        int seat = table_deciding(t);

        return seat < 0 || !has_clock(t) || plays_itself(t, seat) || left_now(t, seat, now) ? -1 : seat;
}

uint64_t table_deadline(const struct table *t)
{
        int seat = table_deciding(t);

        return seat < 0 || !has_clock(t) || plays_itself(t, seat) ? 0 : t->clock.since + t->clock.left[seat];
}

int table_is_for_bot(const struct table *t)
{
        return table_deciding(t) >= 0 && plays_itself(t, table_deciding(t));
}

int table_tick(struct table *t, uint64_t now)
{
        struct deed d = { .what = HOLD_SEAT, .seat = table_late(t, now), .bot = HELD_LEVEL };

        return d.seat >= 0 && table_do(t, &d, now);
}

/* --- what is done --- */

/* Chance decides until somebody does. In a game with fair dice, the server's next link is told for it. */
static int roll_on(struct table *t, const struct deed *d)
{
        struct fair *f = t->record.fair;
        uint8_t link[HASH_BYTES];

        if (d && f && turn(t) == CHANCE) {
                chain_link(t->chain, f->rolled + 1, link);
                if (!fair_roll(f, t->record.count - 1, d->seat, link, d->linked ? d->link : NULL))
                        return 0;
        }
        while (turn(t) == CHANCE)
                if (!record_play(&t->record, record_roll(&t->record)))
                        return 0;
        return 1;
}

static int play(struct table *t, const struct deed *d, uint64_t now)
{
        size_t count = t->record.count;
        uint64_t left = left_now(t, d->seat, now);

        if (!record_play(&t->record, d->m))
                return 0;
        if (!roll_on(t, d)) {
                record_undo(&t->record, t->record.count - count);
                return 0;
        }
        if (d->linked)
                fair_keep_link(t->record.fair, d->seat, count, d->link);
        if (!d->bot)
                t->seat[d->seat].held = 0;
        press_clock(t, d->seat, left, now);
        return 1;
}

static void hold(struct table *t, const struct deed *d, uint64_t now)
{
        uint64_t left = left_now(t, d->seat, now);

        t->clock.left[d->seat] = left || !t->clock.move ? left : t->clock.move;
        t->seat[d->seat].held = d->bot;
}

int table_do(struct table *t, const struct deed *d, uint64_t now)
{
        switch (d->what) {
        case PLAY_MOVE:
                return play(t, d, now);
        case TAKE_BACK:
                record_undo(&t->record, 1);
                t->clock.left[d->seat] = t->clock.before;
                t->clock.since = now;
                return 1;
        case HOLD_SEAT:
                hold(t, d, now);
                return 1;
        case RETURN_SEAT:
                t->seat[d->seat].held = 0;
                t->clock.since = now;
                return 1;
        default:
                return 1;
        }
}

/* What may be taken back: the last move of all, if it is one's own, in one's own turn. So never past chance, past what
 * somebody else did, or past an answer that others have heard; and what is over is over. */
static int can_undo(const struct table *t, int seat)
{
        const struct record *r = &t->record;
        struct record before;

        if (seat >= players(t) || r->count == 0 || turn(t) == OVER || t->seat[seat].level)
                return 0;
        before = record_at(r, r->count - 1);
        return r->game->turn(&before.state) == seat && r->game->owner(&before.state) == seat;
}

int table_begin(struct table *t, const struct game *g, const struct options *o, struct fair *f, uint64_t seed, uint64_t now)
{
        t->clock.since = now;
        return record_deal_fairly(&t->record, g, o, f, seed) && roll_on(t, NULL);
}

/* --- what is told --- */

struct telling {
        const struct table *t;
        const struct viewer *v;
        uint64_t now;
        struct copies *copies; /* or NULL */
        size_t from, to; /* steps */
        const char *about;           /* a refusal: of what */
        const char *why;             /* and its reason */
        const char *best;            /* a hint */
        const struct state *state;   /* a look: what it would be like */
        const struct message *said;  /* and the message that asked */
};

static void write_number(struct json *j, uint64_t n)
{
        json_number(j, n, 0, UINT64_MAX);
}

static void write_seats(struct json *j, const struct table *t)
{
        for (int p = 0; p < players(t); p++) {
                json_text(j, p ? ",{\"name\":" : "{\"name\":");
                json_string(j, t->seat[p].name);
                if (t->seat[p].level)
                        json_count(j, "level", t->seat[p].level, 0);
                json_text(j, "}");
        }
}

void write_clock(struct json *j, const struct clock *c)
{
        json_text(j, ",\"clock\":{\"");
        json_text(j, c->move ? "move" : "game");
        json_text(j, "\":");
        write_number(j, c->move ? c->move : c->game);
        if (!c->move) {
                json_text(j, ",\"more\":");
                write_number(j, c->more);
        }
        json_text(j, "}");
}

static void write_table(struct json *j, const void *what)
{
        const struct telling *w = what;
        const struct table *t = w->t;
        struct options options = *(const struct options *)&t->record.state;

        json_text(j, "{\"t\":\"table\",\"game\":");
        json_string(j, t->record.game->name);
        json_text(j, ",");
        json_options(j, t->record.game, &options);
        json_text(j, ",\"seats\":[");
        write_seats(j, t);
        json_text(j, "]");
        json_count(j, "you", w->v->seat < players(t) ? w->v->seat + 1 : 0, 0);
        if (has_clock(t))
                write_clock(j, &t->clock);
        json_text(j, "}");
}

static void write_tallies(struct json *j, const struct game *g, const void *view)
{
        json_text(j, "\"tally\":[");
        for (int p = 0; p < game_players(view); p++) {
                json_text(j, p ? ",{" : "{");
                g->tally(view, p, j);
                json_text(j, "}");
        }
        json_text(j, "]");
}

/* The moves of a view, and what each of them does, where there is anything to say. */
static void write_choices(struct json *j, const struct game *g, const void *view)
{
        move list[MAX_MOVES];
        int n = g->legal(view, list), told = 0;
        char effect[MAX_EFFECT_TEXT];
        struct json e;

        json_text(j, "\"legal\":[");
        for (int i = 0; i < n; i++) {
                json_text(j, i ? ",\"" : "\"");
                g->print_move(view, list[i], &j->out);
                json_text(j, "\"");
                if (!told) {
                        e = json_writer(effect, MAX_EFFECT_TEXT);
                        g->effect(view, list[i], &e);
                        told = e.out.len > 0;
                }
        }
        json_text(j, "],\"effects\":[");
        for (int i = 0; told && i < n; i++) {
                json_text(j, i ? ",{" : "{");
                g->effect(view, list[i], j);
                json_text(j, "}");
        }
        json_text(j, "]");
}

/* The next step from a state, as a viewer knows it. */
static void make_step(const struct record *r, size_t ply, struct state *state, int viewer, struct step *s)
{
        s->game = r->game;
        s->is_deal = ply == 0;
        if (ply) {
                s->m = r->game->seen(state, r->moves[ply - 1], viewer);
                s->before = *state;
                r->game->redact(&s->before, viewer);
                r->game->apply(state, r->moves[ply - 1]);
        }
        s->after = *state;
        r->game->redact(&s->after, viewer);
}

/* Who did what, and how things stand after it. */
static void write_step(struct json *j, struct step *s)
{
        const struct game *g = s->game;
        int by = s->is_deal ? (int)CHANCE : g->turn(&s->before);

        json_count(j, "by", by == CHANCE ? 0 : by + 1, 1);
        json_text(j, ",\"move\":");
        if (s->is_deal) {
                json_text(j, "null,\"effect\":{");
        } else {
                json_text(j, "\"");
                g->print_move(&s->before, s->m, &j->out);
                json_text(j, "\",\"effect\":{");
                g->effect(&s->before, s->m, j);
        }
        json_text(j, "},\"view\":");
        json_state(j, g, &s->after);
        json_text(j, ",");
        write_tallies(j, g, &s->after);
}

static int are_alike(const struct step *a, const struct step *b)
{
        return a->game == b->game && a->is_deal == b->is_deal &&
               memcmp(&a->after, &b->after, a->game->state_bytes) == 0 &&
               (a->is_deal || (a->m == b->m && memcmp(&a->before, &b->before, a->game->state_bytes) == 0));
}

/* Writes it, or what was written when somebody else saw the same. */
static void copy_step(struct json *j, struct copies *c, struct step *s)
{
        int from = j->out.len, size;

        for (struct copy *old = c->copy; old < c->copy + COPIES; old++)
                if (old->size && are_alike(&old->step, s)) {
                        text_bytes(&j->out, old->text, old->size);
                        return;
                }
        write_step(j, s);
        size = j->out.len - from;
        if (j->out.len > j->out.cap || size > MAX_COPY)
                return;
        c->copy[c->next].step = *s;
        c->copy[c->next].size = size;
        memcpy(c->copy[c->next].text, j->out.out + from, (size_t)size);
        c->next = (c->next + 1) % COPIES;
}

/* What is left on each clock, and for whom a bot plays because nothing is. */
static void write_time(struct json *j, const struct telling *w)
{
        int first = 1;

        for (int p = 0; p < players(w->t); p++) {
                json_text(j, p ? "," : ",\"left\":[");
                write_number(j, left_now(w->t, p, w->now));
        }
        json_text(j, "],\"held\":[");
        for (int p = 0; p < players(w->t); p++)
                if (w->t->seat[p].held) {
                        json_text(j, first ? "" : ",");
                        write_number(j, (uint64_t)p + 1);
                        first = 0;
                }
        json_text(j, "]");
}

static void write_now(struct json *j, const struct telling *w)
{
        const struct table *t = w->t;
        const struct game *g = t->record.game;
        unsigned winners = game_winners(g, &t->record.state);
        struct state view = t->record.state;
        int first = 1;

        g->redact(&view, w->v->seat);
        json_text(j, ",\"now\":{\"ply\":");
        write_number(j, t->record.count);
        json_text(j, ",");
        if (table_deciding(t) >= 0 && table_deciding(t) == w->v->seat)
                write_choices(j, g, &view);
        else
                json_text(j, "\"legal\":[],\"effects\":[]");
        json_text(j, ",\"undo\":");
        json_bool(j, can_undo(t, w->v->seat));
        json_text(j, ",\"winners\":[");
        for (int p = 0; p < players(t); p++)
                if (winners >> p & 1) {
                        json_text(j, first ? "" : ",");
                        write_number(j, (uint64_t)p + 1);
                        first = 0;
                }
        json_text(j, "]");
        if (has_clock(t))
                write_time(j, w);
        json_text(j, "}");
}

static void write_steps(struct json *j, const void *what)
{
        const struct telling *w = what;
        const struct record *r = &w->t->record;
        struct state state = record_at(r, w->from ? w->from - 1 : 0).state;

        json_text(j, "{\"t\":\"steps\",\"from\":");
        write_number(j, w->from);
        json_text(j, ",\"steps\":[");
        for (size_t ply = w->from; ply <= w->to; ply++) {
                struct step s;

                json_text(j, ply > w->from ? ",{" : "{");
                make_step(r, ply, &state, sees(w->t, w->v), &s);
                if (w->copies)
                        copy_step(j, w->copies, &s);
                else
                        write_step(j, &s);
                json_text(j, "}");
        }
        json_text(j, "]");
        if (w->to == r->count)
                write_now(j, w);
        json_text(j, "}");
}

static void write_refusal(struct json *j, const void *what)
{
        const struct telling *w = what;

        json_text(j, "{\"t\":\"refused\",\"about\":");
        json_string(j, w->about);
        json_text(j, ",\"why\":\"");
        for (const char *c = w->why; *c; c++) {
                char plain[2] = { *c < ' ' || *c > '~' ? '?' : *c, '\0' };

                json_text(j, *c == '"' || *c == '\\' ? "\\" : "");
                json_text(j, plain);
        }
        json_text(j, "\"}");
}

static void write_look(struct json *j, const void *what)
{
        const struct telling *w = what;
        const struct game *g = w->t->record.game;
        struct state view = *w->state;
        int list = message_member(w->said, WHOLE_MESSAGE, "moves"), first = 1;
        char text[MAX_MOVE_TEXT];

        json_text(j, "{\"t\":\"look\",\"ply\":");
        write_number(j, w->t->record.count);
        json_text(j, ",\"moves\":[");
        for (int item = message_item(w->said, list, list); item != NO_VALUE; item = message_item(w->said, list, item)) {
                message_word(w->said, item, text, MAX_MOVE_TEXT);
                json_text(j, first ? "" : ",");
                json_string(j, text);
                first = 0;
        }
        json_text(j, "],\"view\":");
        json_state(j, g, &view);
        json_text(j, ",");
        write_tallies(j, g, &view);
        json_text(j, ",");
        write_choices(j, g, &view);
        json_text(j, "}");
}

static void write_hint(struct json *j, const void *what)
{
        const struct telling *w = what;

        json_text(j, "{\"t\":\"hint\",\"ply\":");
        write_number(j, w->t->record.count);
        json_text(j, ",\"best\":");
        json_text(j, w->best);
        json_text(j, "}");
}

static void write_record(struct json *j, const void *what)
{
        json_text(j, "{\"t\":\"record\",\"record\":");
        json_text(j, what);
        json_text(j, "}");
}

static void write_games(struct json *j, const void *what)
{
        const struct game *g;

        (void)what;
        json_text(j, "{\"t\":\"games\",\"games\":[");
        for (int i = 0; (g = game_at(i)); i++) {
                json_text(j, i ? ",{\"game\":" : "{\"game\":");
                json_string(j, g->name);
                json_text(j, ",\"options\":");
                game_options(g, j);
                json_text(j, "}");
        }
        json_text(j, "]}");
}

void table_tell_some(const struct table *t, struct viewer *v, size_t most, uint64_t now, struct outbox *o)
{
        struct telling what = { .t = t, .v = v, .now = now, .copies = o->copies, .from = v->told, .to = t->record.count };

        if (!t->record.game)
                return;
        if (v->told == 0)
                outbox_add(o, write_table, &what);
        if (what.from > t->record.count + 1)
                what.from = t->record.count + 1; /* something was taken back */
        if (what.to - what.from + 1 > most)
                what.to = what.from + most - 1;
        outbox_add(o, write_steps, &what);
        v->told = what.to + 1;
}

void table_tell(const struct table *t, struct viewer *v, uint64_t now, struct outbox *o)
{
        table_tell_some(t, v, SIZE_MAX, now, o);
}

void tell_refusal(struct outbox *o, const char *about, const char *why)
{
        struct telling what = { .about = about, .why = why };

        outbox_add(o, write_refusal, &what);
}

static void write_fair_roll(struct json *j, const struct record *r, struct roll *roll)
{
        struct record before = record_at(r, roll->ply), at = record_at(r, roll->ply + 1);

        json_text(j, "{\"ply\":");
        write_number(j, roll->ply);
        json_count(j, "seat", r->game->turn(&before.state) + 1, 0);
        json_text(j, ",\"link\":");
        json_hash(j, roll->link);
        json_text(j, ",\"own\":");
        json_hash(j, roll->own);
        json_text(j, ",\"throws\":[");
        for (int i = 0; at.count < r->count && r->game->turn(&at.state) == CHANCE; i++, at = record_at(r, at.count + 1)) {
                uint32_t of, throw = record_throw(&at, &of);

                json_text(j, i ? ",[" : "[");
                write_number(j, throw);
                json_text(j, ",");
                write_number(j, of);
                json_text(j, "]");
        }
        json_text(j, "]}");
}

static void write_fair(struct json *j, const void *what)
{
        const struct telling *w = what;
        const struct record *r = &w->t->record;
        struct fair *f = r->fair;

        json_text(j, "{\"t\":\"fair\",\"table\":");
        json_string(j, f->table);
        json_text(j, ",\"from\":");
        write_number(j, w->from);
        if (w->from == 0) {
                json_text(j, ",\"seal\":");
                json_hash(j, f->seal);
                json_text(j, ",\"tip\":");
                json_hash(j, f->tip);
                for (int p = 0; p < f->players; p++) {
                        json_text(j, p ? "," : ",\"tips\":[");
                        json_hash(j, f->tips[p]);
                }
                json_text(j, "]");
        }
        json_text(j, ",\"rolls\":[");
        for (int i = (int)w->from; i < f->rolled; i++) {
                json_text(j, i > (int)w->from ? "," : "");
                write_fair_roll(j, r, &f->rolls[i]);
        }
        json_text(j, "],\"anew\":[");
        for (int i = 0; i < f->renewed; i++) {
                json_text(j, i ? ",{\"ply\":" : "{\"ply\":");
                write_number(j, f->anew[i].ply);
                json_count(j, "seat", f->anew[i].seat + 1, 0);
                json_text(j, ",\"tip\":");
                json_hash(j, f->anew[i].tip);
                json_text(j, "}");
        }
        json_text(j, "]}");
}

void table_tell_fair(const struct table *t, int from, struct outbox *o)
{
        struct telling what = { .t = t, .from = (size_t)from };

        if (t->record.fair)
                outbox_add(o, write_fair, &what);
}

/* --- what is heard --- */

struct hearing {
        struct table *t;
        struct viewer *v;
        const struct message *m;
        uint64_t now;
        struct outbox *o;
        struct deed *deed;
        char why[MAX_REASON];
};

static const char *refuse(struct hearing *h, const char *what, const char *more)
{
        struct text t = { h->why, MAX_REASON, 0 };

        text_add(&t, what);
        text_add(&t, more);
        text_close(&t);
        return h->why;
}

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
        char name[MAX_KEY], number[2] = { (char)('0' + players), '\0' };
        const struct game *g = message_word(m, message_member(m, WHOLE_MESSAGE, "game"), name, MAX_KEY) ? game_named(name) : NULL;
        int object = message_member(m, WHOLE_MESSAGE, "options");

        if (!g)
                return "the game is alibaba, labyrinth or marrakech";
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
        return options_misfit(g, o);
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
            !(wrong = read_left(h, &made.clock)) && !(wrong = read(h, &made, seats)) &&
            !roll_on(&made, NULL))
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
        outbox_add(h->o, write_games, NULL);
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
        return refuse(h, g->refusal(state, text), "");
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
        struct telling what = { .t = h->t, .v = h->v, .now = h->now, .state = &state, .said = h->m };
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
        outbox_add(h->o, write_look, &what);
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
        outbox_add(h->o, write_record, text);
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

/* --- thinking --- */

int table_asks(const struct table *t, const struct viewer *v, struct question *q)
{
        int seat = table_deciding(t);
        struct draw d;
        uint8_t key[32];

        if (seat < 0)
                return 0;
        q->hint = v && v->hint && v->seat == seat;
        if (!q->hint && !plays_itself(t, seat))
                return 0;
        q->game = t->record.game;
        q->view = t->record.state;
        q->game->redact(&q->view, seat);
        q->ply = t->record.count;
        q->level = q->hint ? (int)HINT_LEVEL : t->seat[seat].level ? t->seat[seat].level : t->seat[seat].held;
        draw_key(key, t->record.seed);
        draw_open(&d, key, BOT_EVENTS + q->ply);
        q->seed = (uint64_t)draw_below(&d, UINT32_MAX) << 32 | draw_below(&d, UINT32_MAX);
        return 1;
}

/* Whether this is what is asked now. */
static int is_asked(const struct table *t, const struct viewer *v, const struct question *q)
{
        struct question asked;

        return table_asks(t, v, &asked) && asked.ply == q->ply && asked.hint == q->hint && asked.game == q->game &&
               memcmp(&asked.view, &q->view, q->game->state_bytes) == 0;
}

void question_answer(const struct question *q, const struct search *s, struct answer *a)
{
        struct text best = { a->best, MAX_BEST, 0 };

        a->best[0] = '\0';
        a->m = bot_choice(s, bot_level(q->game, q->level), q->seed);
        if (!q->hint)
                return;
        search_print(s, HINTS, &best);
        text_close(&best);
}

int table_choice(const struct table *t, const struct question *q, const struct answer *a, struct deed *d)
{
        if (!is_asked(t, NULL, q))
                return 0;
        *d = (struct deed){ .what = PLAY_MOVE, .seat = table_deciding(t), .bot = q->level };
        d->m = a->m;
        return 1;
}

int table_hint(const struct table *t, struct viewer *v, const struct question *q, const struct answer *a, struct outbox *o)
{
        struct telling what = { .t = t, .v = v, .best = a->best };

        if (!is_asked(t, v, q))
                return 0;
        outbox_add(o, write_hint, &what);
        v->hint = 0;
        return 1;
}

void table_answer(struct table *t, struct viewer *v, const struct question *q, const struct search *s, uint64_t now,
                  struct outbox *o)
{
        struct answer a;
        struct deed d;

        question_answer(q, s, &a);
        if (q->hint)
                table_hint(t, v, q, &a, o);
        else if (table_choice(t, q, &a, &d) && table_do(t, &d, now))
                table_tell(t, v, now, o);
}
