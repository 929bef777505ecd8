/* Messages from a table: to each viewer what it may know, as in docs/protocol.md. */
#include "table_parts.h"

#include <string.h>

#include "changes.h"

enum { MAX_VIEW_TEXT = MAX_STATE_TEXT + 1024 };

struct telling {
        const struct table *t;
        const struct viewer *v;
        uint64_t now;
        struct copies *copies;       /* or NULL */
        size_t from, to;             /* steps, or rolls */
        size_t renewed;              /* new chains sent so far */
        const char *best;            /* a hint */
        const struct state *state;   /* a preview: the state after the moves */
        const struct command *asked; /* and its command */
};

/* When a game is over, everybody may see all of it, from the beginning. */
static int sees(const struct table *t, const struct viewer *v)
{
        return turn(t) == OVER ? (int)EVERYTHING : v->seat;
}

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
        if (has_clock(&t->clock))
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

/* The legal moves in a view, with their effects, if they have any. */
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

/* The step from a state to the next, as a viewer knows it. With `changes`, the viewer has the step before. */
static void make_step(const struct table *t, size_t ply, struct state *state, int viewer, int changes, struct step *s)
{
        const struct record *r = &t->record;

        s->game = r->game;
        s->is_deal = ply == 0;
        s->changes = changes && ply;
        s->stood_in = ply && table_stood_in(t, ply - 1) && r->game->turn(state) != CHANCE;
        if (ply) {
                s->m = r->game->seen(state, r->moves[ply - 1], viewer);
                s->before = *state;
                r->game->redact(&s->before, viewer);
                r->game->apply(state, r->moves[ply - 1]);
        }
        s->after = *state;
        r->game->redact(&s->after, viewer);
}

/* The members `view` and `tally`. */
static void write_view(struct json *j, const struct game *g, struct state *view)
{
        json_text(j, "\"view\":");
        json_state(j, g, view);
        json_text(j, ",");
        write_tallies(j, g, view);
}

/* The same as a text of its own. 0: it is too long. */
static int print_view(char text[MAX_VIEW_TEXT], const struct game *g, struct state *view)
{
        struct json j = json_writer(text, MAX_VIEW_TEXT);

        json_text(&j, "{");
        write_view(&j, g, view);
        json_text(&j, "}");
        return text_close(&j.out) > 0;
}

/* How they differ from those of the step before. */
static void write_view_changes(struct json *j, struct step *s)
{
        char before[MAX_VIEW_TEXT], after[MAX_VIEW_TEXT];

        if (!print_view(before, s->game, &s->before) || !print_view(after, s->game, &s->after)) {
                write_view(j, s->game, &s->after);
                return;
        }
        json_text(j, "\"changes\":");
        write_changes(j, before, after);
}

static void write_effect(struct json *j, const struct step *s)
{
        char text[MAX_EFFECT_TEXT];
        struct json effect = json_writer(text, sizeof text);

        if (!s->is_deal)
                s->game->effect(&s->before, s->m, &effect);
        if (s->changes && !effect.out.len)
                return;
        json_text(j, ",\"effect\":{");
        text_bytes(&j->out, text, effect.out.len);
        json_text(j, "}");
}

/* The move, and the view after it. */
static void write_step(struct json *j, struct step *s)
{
        const struct game *g = s->game;
        int by = s->is_deal ? (int)CHANCE : g->turn(&s->before);

        json_count(j, "by", by == CHANCE ? 0 : by + 1, 1);
        json_text(j, ",\"move\":");
        if (!json_null(j, s->is_deal)) {
                json_text(j, "\"");
                g->print_move(&s->before, s->m, &j->out);
                json_text(j, "\"");
        }
        write_effect(j, s);
        json_text(j, ",");
        if (s->changes)
                write_view_changes(j, s);
        else
                write_view(j, g, &s->after);
        if (s->stood_in)
                json_text(j, ",\"stood_in\":true");
}

static int are_alike(const struct step *a, const struct step *b)
{
        return a->game == b->game && a->is_deal == b->is_deal && a->changes == b->changes && a->stood_in == b->stood_in &&
               memcmp(&a->after, &b->after, a->game->state_bytes) == 0 &&
               (a->is_deal || (a->m == b->m && memcmp(&a->before, &b->before, a->game->state_bytes) == 0));
}

/* Writes a step, from the cache if another viewer has seen the same. */
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

/* The time left on each clock, and the seats that a bot plays because there is none. */
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

static void write_winners(struct json *j, unsigned winners)
{
        int count = 0;

        json_text(j, ",\"winners\":[");
        for (int p = 0; p < MAX_PLAYERS; p++)
                if (winners >> p & 1) {
                        json_text(j, count++ ? "," : "");
                        write_number(j, (uint64_t)p + 1);
                }
        json_text(j, "]");
}

static void write_now(struct json *j, const struct telling *w)
{
        const struct table *t = w->t;
        const struct game *g = t->record.game;
        unsigned winners = t->winners ? t->winners : game_winners(g, &t->record.state);
        struct state view = t->record.state;
        int all = !w->v->changes; /* also what is empty or false */

        g->redact(&view, w->v->seat);
        json_text(j, ",\"now\":{\"ply\":");
        write_number(j, t->record.count);
        if (table_deciding(t) >= 0 && table_deciding(t) == w->v->seat) {
                json_text(j, ",");
                write_choices(j, g, &view);
        } else if (all) {
                json_text(j, ",\"legal\":[],\"effects\":[]");
        }
        if (all || can_undo(t, w->v->seat)) {
                json_text(j, ",\"undo\":");
                json_bool(j, can_undo(t, w->v->seat));
        }
        if (all || winners)
                write_winners(j, winners);
        json_text(j, t->closed ? ",\"over\":true" : "");
        if (has_clock(&t->clock))
                write_time(j, w);
        json_text(j, "}");
}

static void write_steps(struct json *j, const void *what)
{
        const struct telling *w = what;
        const struct record *r = &w->t->record;
        struct state state = record_at(r, w->from ? w->from - 1 : 0).state;
        int changes = w->v->changes && turn(w->t) != OVER; /* else the step before was sent with less in it */

        json_text(j, "{\"t\":\"steps\",\"from\":");
        write_number(j, w->from);
        json_text(j, ",\"steps\":[");
        for (size_t ply = w->from; ply <= w->to; ply++) {
                struct step s;

                json_text(j, ply > w->from ? ",{" : "{");
                make_step(w->t, ply, &state, sees(w->t, w->v), changes, &s);
                changes = w->v->changes;
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

static void write_look(struct json *j, const void *what)
{
        const struct telling *w = what;
        const struct game *g = w->t->record.game;
        struct state view = *w->state;
        json_text(j, "{\"t\":\"look\",\"ply\":");
        write_number(j, w->t->record.count);
        json_text(j, ",\"moves\":[");
        for (int i = 0; i < w->asked->move_count; i++) {
                json_text(j, i ? "," : "");
                json_string(j, w->asked->moves[i]);
        }
        json_text(j, "],");
        write_view(j, g, &view);
        json_text(j, ",");
        write_choices(j, g, &view);
        json_text(j, "}");
}

void tell_look(const struct table *t, const struct command *asked, const struct state *state, struct outbox *o)
{
        struct telling what = { .t = t, .asked = asked, .state = state };

        outbox_add(o, write_look, &what);
}

void table_tell_position(const struct table *t, int viewer, struct outbox *o)
{
        static const struct command NO_MOVES = { .move_count = 0 };
        struct state view = t->record.state;

        t->record.game->redact(&view, viewer);
        tell_look(t, &NO_MOVES, &view, o);
}

static void write_hint(struct json *j, const void *what)
{
        const struct telling *w = what;
        const struct game *g = w->t->record.game;
        char by[BOT_NAME];

        bot_name(g, bot_level(g, hint_level(g)), game_players(&w->t->record.state), by);
        json_text(j, "{\"t\":\"hint\",\"ply\":");
        write_number(j, w->t->record.count);
        json_text(j, ",\"by\":");
        json_string(j, by);
        json_text(j, ",\"best\":");
        json_text(j, w->best);
        json_text(j, "}");
}

void tell_hint(const struct table *t, const char *best, struct outbox *o)
{
        struct telling what = { .t = t, .best = best };

        outbox_add(o, write_hint, &what);
}

static void write_record(struct json *j, const void *what)
{
        json_text(j, "{\"t\":\"record\",\"record\":");
        json_text(j, what);
        json_text(j, "}");
}

void tell_record(const char *record, struct outbox *o)
{
        outbox_add(o, write_record, record);
}

static void write_games(struct json *j, const void *what)
{
        const struct game *g;

        (void)what;
        json_text(j, "{\"t\":\"games\",\"games\":[");
        for (int i = 0; (g = game_at(i)); i++) {
                json_text(j, i ? ",{\"game\":" : "{\"game\":");
                json_string(j, g->name);
                json_text(j, ",\"title\":");
                json_string(j, g->title);
                json_text(j, g->hides ? ",\"hides\":true,\"options\":" : ",\"hides\":false,\"options\":");
                game_options(g, j);
                json_text(j, "}");
        }
        json_text(j, "]}");
}

void tell_games(struct outbox *o)
{
        outbox_add(o, write_games, NULL);
}

void table_tell_some(const struct table *t, struct viewer *v, size_t most, uint64_t now, struct outbox *o)
{
        struct telling what = { .t = t, .v = v, .now = now, .copies = o->copies, .from = v->told, .to = t->record.count };

        if (!t->record.game)
                return;
        if (v->told == 0)
                outbox_add(o, write_table, &what);
        if (what.from > t->record.count + 1)
                what.from = t->record.count + 1; /* there was an undo */
        if (what.to - what.from + 1 > most)
                what.to = what.from + most - 1;
        outbox_add(o, write_steps, &what);
        v->told = what.to + 1;
}

void table_tell(const struct table *t, struct viewer *v, uint64_t now, struct outbox *o)
{
        table_tell_some(t, v, SIZE_MAX, now, o);
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
        json_text(j, "],\"renewed\":");
        write_number(j, w->renewed);
        json_text(j, ",\"anew\":[");
        for (int i = (int)w->renewed; i < f->renewed; i++) {
                json_text(j, i > (int)w->renewed ? ",{\"ply\":" : "{\"ply\":");
                write_number(j, f->anew[i].ply);
                json_count(j, "seat", f->anew[i].seat + 1, 0);
                json_text(j, ",\"tip\":");
                json_hash(j, f->anew[i].tip);
                json_text(j, "}");
        }
        json_text(j, "]}");
}

void table_tell_fair(const struct table *t, int from, int renewed, struct outbox *o)
{
        struct telling what = { .t = t, .from = (size_t)from, .renewed = (size_t)renewed };

        if (t->record.fair)
                outbox_add(o, write_fair, &what);
}
