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

/* What is told from outside may not fit the view: then nothing is remembered of that player. */
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

static const struct level CLASSIC[LEVELS] = { { 20, 80, 1170, 0, 0, 0 },  { 20, 55, 1340, 0, 0, 0 },  { 30, 35, 1500, 0, 0, 0 },
                                              { 60, 20, 1660, 0, 0, 0 },  { 100, 8, 1830, 0, 0, 0 },  { 150, 0, 1940, 0, 0, 0 },
                                              { 300, 0, 2130, 0, 0, 0 },  { 1000, 0, 2420, 0, 0, 0 }, { 4000, 0, 2500, 0, 0, 0 },
                                              { 16000, 0, 2540, 0, 0, 0 } };

/* The upper five remember, the lower of them for some turns only. With two players the upper three have the net. */
static const struct level LEVELS_MEASURED[LEVELS] = { { 20, 80, 1170, 0, 0, 0 },           { 20, 55, 1340, 0, 0, 0 },
                                                      { 30, 35, 1500, 0, 0, 0 },           { 60, 20, 1660, 0, 0, 0 },
                                                      { 100, 8, 1830, 0, 0, 0 },           { 150, 0, 2010, 0, 1, 0 },
                                                      { 400, 0, 2260, 0, 2, 0 },           { 1000, 0, 2480, 1, 2, 16 },
                                                      { 4000, 0, 2650, 2, ALL_TURNS, 60 }, { 16000, 0, 2690, 2, ALL_TURNS, 600 } };

const struct guide alibaba_guide = { .game = &alibaba,
                                     .levels = LEVELS_MEASURED,
                                     .hint_level = 9,
                                     .classic = CLASSIC,
                                     .ending = guide_ending,
                                     .playout = playout,
                                     .explore = WHOLE / 2,
                                     .open = 1,
                                     .notice = notice,
                                     .recall = recall };
