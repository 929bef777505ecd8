/* A table: applies deeds, runs its clock, asks its bots. Commands are in table_commands.c, messages to viewers in table_tell.c;
 * see table.h. */
#include "table_parts.h"

#include <string.h>

enum { HELD_LEVEL = 5 };

static const uint64_t BOT_EVENTS = 1ull << 63; /* number of the first draw that seeds bots, above those of chance */

void table_close(struct table *t)
{
        record_close(&t->record);
        memset(t, 0, sizeof *t);
}

int table_deciding(const struct table *t)
{
        return t->record.game && turn(t) < MAX_PLAYERS ? turn(t) : -1;
}

static int plays_itself(const struct table *t, int seat)
{
        return t->seat[seat].level || t->seat[seat].held;
}

/* --- the clock --- */

uint64_t left_now(const struct table *t, int seat, uint64_t now)
{
        uint64_t left = t->clock.left[seat], spent = now > t->clock.since ? now - t->clock.since : 0;

        if (seat != table_deciding(t) || plays_itself(t, seat))
                return left;
        return spent < left ? left - spent : 0;
}

/* A move was made: starts the clock of the next player to move. */
static void press_clock(struct table *t, int mover, uint64_t left, uint64_t now)
{
        t->clock.before = left;
        t->clock.left[mover] = t->clock.move ? t->clock.move : left + t->clock.more;
        t->clock.since = now;
}

int table_late(const struct table *t, uint64_t now)
{
        int seat = table_deciding(t);

        return seat < 0 || !has_clock(&t->clock) || plays_itself(t, seat) || left_now(t, seat, now) ? -1 : seat;
}

uint64_t table_deadline(const struct table *t)
{
        int seat = table_deciding(t);

        return seat < 0 || !has_clock(&t->clock) || plays_itself(t, seat) ? 0 : t->clock.since + t->clock.left[seat];
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

/* --- deeds --- */

int roll_on(struct table *t, const struct deed *d)
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

static void mark(struct table *t, size_t ply, int stood_in)
{
        uint8_t bit = (uint8_t)(1 << ply % 8);

        if (ply < MARKED)
                t->stood_in[ply / 8] = stood_in ? t->stood_in[ply / 8] | bit : t->stood_in[ply / 8] & (uint8_t)~bit;
}

int table_stood_in(const struct table *t, size_t ply)
{
        return ply < MARKED && t->stood_in[ply / 8] >> ply % 8 & 1;
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
        mark(t, count, d->bot && !t->seat[d->seat].level);
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

int can_undo(const struct table *t, int seat)
{
        const struct record *r = &t->record;
        struct record before;

        if (seat >= players(t) || r->count == 0 || turn(t) == OVER || t->seat[seat].level)
                return 0;
        if (r->fair && r->fair->renewed && r->fair->anew[r->fair->renewed - 1].ply >= r->count)
                return 0; /* else a link of the new chain could come before the ply from which it is valid */
        before = record_at(r, r->count - 1);
        return r->game->turn(&before.state) == seat && r->game->owner(&before.state) == seat;
}

int table_begin(struct table *t, const struct game *g, const struct options *o, struct fair *f, uint64_t seed, uint64_t now)
{
        t->clock.since = now;
        return record_deal_fairly(&t->record, g, o, f, seed) && roll_on(t, NULL);
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
        q->ply = t->record.count;
        q->level = q->hint ? hint_level(q->game) : t->seat[seat].level ? t->seat[seat].level : t->seat[seat].held;
        q->view = record_known(&t->record, seat, bot_level(q->game, q->level)->memory);
        draw_key(key, t->record.seed);
        draw_open(&d, key, BOT_EVENTS + q->ply);
        q->seed = (uint64_t)draw_below(&d, UINT32_MAX) << 32 | draw_below(&d, UINT32_MAX);
        return 1;
}

/* Whether this question is still current. */
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
        if (!is_asked(t, v, q))
                return 0;
        tell_hint(t, a->best, o);
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
