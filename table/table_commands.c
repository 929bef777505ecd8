/* The commands of a table: each is answered, becomes a deed, or is refused. */
#include "table_parts.h"

#include <stdlib.h>
#include <string.h>

/* A command being checked. */
struct asked {
        struct table *t;
        struct viewer *v;
        const struct command *c;
        uint64_t now;
        struct outbox *o;
        struct deed *deed;
        struct reason *why;
};

/* Refuses: every handler returns 1, or this. */
static int refuse(struct asked *a, const struct refusal *is)
{
        a->why->is = is;
        return 0;
}

/* --- beginning a game --- */

/* Another game at this table: set up separately, so that a refusal leaves the old one as it was. */
static int begin(struct asked *a, int (*read)(struct asked *a, struct table *t))
{
        const struct command *c = a->c;
        struct table made;

        memset(&made, 0, sizeof made);
        made.clock = c->clock;
        made.clock.since = a->now;
        memcpy(made.seat, c->seats, sizeof made.seat);
        if (command_has(c, MEMBER_LEFT))
                memcpy(made.clock.left, c->left, sizeof made.clock.left);
        if (!a->v->here)
                return refuse(a, &NOT_ONLINE);
        if (!read(a, &made) || !roll_on(&made, NULL)) {
                record_close(&made.record);
                return refuse(a, a->why->is ? a->why->is : &OUT_OF_MEMORY);
        }
        table_close(a->t);
        *a->t = made;
        a->v->told = 0;
        a->v->hint = 0;
        a->v->seat = SPECTATOR;
        for (int p = c->players - 1; p >= 0; p--)
                if (!made.seat[p].level)
                        a->v->seat = p;
        return 1;
}

static int deal(struct asked *a, struct table *t)
{
        record_deal(&t->record, a->c->game, &a->c->options, a->c->seed);
        return 1;
}

static int read_record(struct asked *a, struct table *t)
{
        if (!record_parse(&t->record, a->c->record, a->c->record_size, 0, a->why->detail))
                return refuse(a, &BAD_RECORD);
        if (players(t) == a->c->players)
                return 1;
        strcpy(a->why->detail, "seats");
        return refuse(a, &BAD_MEMBER);
}

static int on_new(struct asked *a)
{
        return begin(a, deal);
}

static int on_open(struct asked *a)
{
        return begin(a, read_record);
}

static int on_games(struct asked *a)
{
        tell_games(a->o);
        return 1;
}

/* --- playing --- */

static int on_see(struct asked *a)
{
        int seat = a->c->seat;

        if (seat > players(a->t) || (seat && seat != a->v->seat + 1 && (!a->v->here || a->t->seat[seat - 1].level)))
                return refuse(a, &OWN_EYES_ONLY);
        a->v->seat = seat ? seat - 1 : (int)SPECTATOR;
        a->v->told = 0;
        return 1;
}

/* It is the viewer's turn, in the position that the command refers to. */
static int is_own_decision(struct asked *a)
{
        if (a->c->ply != a->t->record.count)
                return refuse(a, &MOVED_ON);
        if (turn(a->t) == OVER)
                return refuse(a, &GAME_IS_OVER);
        return (table_deciding(a->t) == a->v->seat && !a->t->seat[a->v->seat].level) || refuse(a, &NOT_YOUR_TURN);
}

/* The move that a text names in a state; if none, the game says why not. */
static int find_move(struct asked *a, const char *text, const void *state, move *m)
{
        const struct game *g = a->t->record.game;

        if (g->turn(state) != OVER && game_find(g, state, text, m))
                return 1;
        a->why->game = g;
        return refuse(a, g->refusal(state, text));
}

/* The link that comes with a move, where dice are fair. */
static int take_link(struct asked *a, struct deed *d)
{
        const struct fair *f = a->t->record.fair;

        d->linked = f && command_has(a->c, MEMBER_LINK);
        if (d->linked && !fair_is_link(f, d->seat, a->t->record.count, a->c->link))
                return refuse(a, &WRONG_LINK);
        memcpy(d->link, a->c->link, HASH_BYTES);
        return 1;
}

static int on_play(struct asked *a)
{
        struct deed d = { .what = PLAY_MOVE, .seat = a->v->seat };

        if (!is_own_decision(a) || !find_move(a, a->c->move, &a->t->record.state, &d.m) || !take_link(a, &d))
                return 0;
        *a->deed = d;
        return 1;
}

static int on_why(struct asked *a)
{
        move m;

        return is_own_decision(a) && find_move(a, a->c->move, &a->t->record.state, &m) && refuse(a, &MOVE_IS_LEGAL);
}

/* A preview: the viewer's own moves, one after another, on the viewer's own view. */
static int on_look(struct asked *a)
{
        const struct game *g = a->t->record.game;
        struct state state = a->t->record.state;

        if (!is_own_decision(a))
                return 0;
        g->redact(&state, a->v->seat);
        for (int i = 0; i < a->c->move_count; i++) {
                move m;

                if (g->turn(&state) != a->v->seat)
                        return refuse(a, &OWN_MOVES_ONLY);
                if (!find_move(a, a->c->moves[i], &state, &m))
                        return 0;
                g->apply(&state, m);
        }
        tell_look(a->t, a->c, &state, a->o);
        return 1;
}

static int on_undo(struct asked *a)
{
        if (a->c->ply != a->t->record.count)
                return refuse(a, &MOVED_ON);
        if (!can_undo(a->t, a->v->seat))
                return refuse(a, &CANNOT_UNDO);
        a->deed->what = TAKE_BACK;
        a->deed->seat = a->v->seat;
        return 1;
}

static int on_hint(struct asked *a)
{
        a->v->hint = is_own_decision(a);
        return a->v->hint;
}

static int on_record(struct asked *a)
{
        char *text;

        if (turn(a->t) != OVER && !a->v->here)
                return refuse(a, &RECORD_AT_END);
        text = record_print(&a->t->record);
        if (!text)
                return refuse(a, &OUT_OF_MEMORY);
        tell_record(text, a->o);
        free(text);
        return 1;
}

static const struct {
        int (*run)(struct asked *a);
        int changes; /* 1: the table may have changed: sends what is new */
} HANDLERS[COMMANDS] = {
        [COMMAND_GAMES] = { on_games, 0 },   [COMMAND_NEW] = { on_new, 1 },   [COMMAND_OPEN] = { on_open, 1 },
        [COMMAND_SEE] = { on_see, 1 },       [COMMAND_PLAY] = { on_play, 1 }, [COMMAND_UNDO] = { on_undo, 1 },
        [COMMAND_LOOK] = { on_look, 0 },     [COMMAND_WHY] = { on_why, 0 },   [COMMAND_HINT] = { on_hint, 0 },
        [COMMAND_RECORD] = { on_record, 0 },
};

int table_command(struct table *t, struct viewer *v, const struct command *c, uint64_t now, struct outbox *o, struct deed *d,
                  struct reason *why)
{
        struct asked a = { t, v, c, now, o, d, why };

        d->what = NO_DEED;
        if (!HANDLERS[c->kind].run)
                return refuse(&a, &NOT_AT_A_TABLE);
        if (COMMAND_ABOUT[c->kind].handler == FOR_TABLE && !t->record.game)
                return refuse(&a, &NO_GAME);
        return HANDLERS[c->kind].run(&a) && HANDLERS[c->kind].changes;
}

void table_receive(struct table *t, struct viewer *v, const char *text, size_t size, uint64_t now, struct outbox *o)
{
        struct command c;
        struct reason why;
        struct deed d;

        if (command_read(&c, text, size, &why) && table_command(t, v, &c, now, o, &d, &why)) {
                if (table_do(t, &d, now))
                        table_tell(t, v, now, o);
                else
                        why.is = &OUT_OF_MEMORY;
        }
        if (why.is)
                tell_refusal(o, c.kind < COMMANDS ? COMMAND_ABOUT[c.kind].name : "", &why);
}
