/* The guide of Ali Baba: random playouts to the end; see guide.h. */
#include "../core/alibaba.h"
#include "../core/bits.h"
#include "../core/random.h"
#include "memory.h"

static void playout(const struct game *g, void *state, uint64_t *random, uint32_t *share)
{
        int who = g->turn(state);

        while (who != OVER)
                who = g->apply(state, g->pick(state, random_dice(random)));
        guide_ending(g, state, share);
}

static int late(const void *view)
{
        const struct alibaba *s = (const struct alibaba *)view;

        return bit_count(s->cave) <= 8 || s->turns_left <= 3;
}

/* --- memory: who took which tile --- */

static void note(struct memory *m, int tile, int holder)
{
        m->holder[tile] = (uint8_t)holder;
        m->since[tile] = m->turn;
}

static void notice(struct memory *m, const void *view, move seen)
{
        const struct alibaba *s = (const struct alibaba *)view;
        int what = alibaba_choice(s, seen);

        switch (s->phase) {
        case ALIBABA_TAKE:
                note(m, s->tile[what], s->turn);
                return;
        case ALIBABA_GREEN:
                if (what != GREEN_NONE)
                        note(m, s->tile[what], s->turn);
                return;
        case ALIBABA_LAMP:
                if (what == LAMP_KEEP)
                        return;
                note(m, s->taken, NOBODY_HOLDS);
                note(m, what, s->turn);
                return;
        case ALIBABA_PICK: /* all that are shown are seen, and one changes hands */
                for (int p = 0; p < s->options.value[PLAYERS]; p++)
                        if (s->shown[p] < TILES)
                                note(m, s->shown[p], p);
                note(m, s->shown[what], s->turn);
                return;
        default:
                return;
        }
}

/* The tiles that the seat sees somewhere else than behind a player's screen. */
static uint64_t in_sight(const struct alibaba *s, int player)
{
        uint64_t tiles = s->side;

        for (uint64_t slots = s->face_up; slots; slots &= slots - 1)
                tiles |= bit(s->tile[bit_first(slots)]);
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                tiles |= p == player ? 0 : s->hand[p] | (s->shown[p] < TILES ? bit(s->shown[p]) : 0);
        return s->turn == player || s->taken == NO_TILE ? tiles : tiles | bit(s->taken);
}

/* A program may report moves that contradict the view; then nothing is remembered about that player. */
static void recall(const struct memory *m, int seat, uint32_t turns, void *view)
{
        struct alibaba *s = (struct alibaba *)view;

        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                uint64_t tiles = 0, certain;

                if (p == seat || !alibaba_screened(s, p))
                        continue;
                for (int tile = 0; tile < TILES; tile++)
                        if (m->holder[tile] == p && m->turn - m->since[tile] < turns)
                                tiles |= bit(tile);
                certain = tiles | (s->shown[p] < TILES ? bit(s->shown[p]) : 0);
                if (s->turn == p && s->taken != NO_TILE)
                        certain |= bit(s->taken);
                if (!(tiles & in_sight(s, p)) && bit_count(certain) <= s->held[p])
                        s->hand[p] |= tiles;
        }
}

/* --- the levels --- */

static const struct level CLASSIC[LEVELS] = {
        { .iterations = 20, .slips = 80, .rating = 1170 },
        { .iterations = 20, .slips = 55, .rating = 1340 },
        { .iterations = 30, .slips = 35, .rating = 1500 },
        { .iterations = 60, .slips = 20, .rating = 1660 },
        { .iterations = 100, .slips = 8, .rating = 1830 },
        { .iterations = 150, .rating = 1940 },
        { .iterations = 300, .rating = 2130 },
        { .iterations = 1000, .rating = 2420 },
        { .iterations = 4000, .rating = 2500 },
        { .iterations = 16000, .rating = 2540 },
};

/* The upper five remember, the lower of them for some turns only. With two players the upper three have the net. */
static const struct level LEVELS_MEASURED[LEVELS] = {
        { .iterations = 20, .overlooks = 85, .rating = 1170 },
        { .iterations = 25, .overlooks = 50, .rating = 1340 },
        { .iterations = 45, .overlooks = 30, .rating = 1500 },
        { .iterations = 70, .overlooks = 17, .rating = 1660 },
        { .iterations = 110, .overlooks = 7, .rating = 1830 },
        { .iterations = 200, .rating = 2010, .memory = 1 },
        { .iterations = 400, .rating = 2260, .memory = 2 },
        { .iterations = 1000, .rating = 2520, .plies = 1, .memory = 2, .steps = 16 },
        { .iterations = 4000, .rating = 2770, .plies = 2, .memory = ALL_TURNS, .steps = 60 },
        { .iterations = 16000, .rating = 2870, .plies = 3, .memory = ALL_TURNS, .steps = 1000 },
};

const struct guide alibaba_guide = { .game = &alibaba,
                                     .levels = LEVELS_MEASURED,
                                     .hint_level = 9,
                                     .net_players = 2,
                                     .classic = CLASSIC,
                                     .ending = guide_ending,
                                     .playout = playout,
                                     .correction = { [3] = { 79, 287 }, [4] = { 89, 1188 } },
                                     .explore = WHOLE / 2,
                                     .open = 1,
                                     .late = late,
                                     .notice = notice,
                                     .recall = recall };
