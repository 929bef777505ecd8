/* The guide of Marrakech: random playouts for some carpets, then the points; see guide.h. */
#include "../core/marrakech.h"
#include "../core/random.h"
#include "guide.h"

/* Random play many turns later says nothing about the move: so playouts stop after some carpets. Then the points count, the less
 * the more carpets are left to lay. */
enum { CARPETS_AHEAD = 8, ALL_CARPETS = 48 };

static void playout(const struct game *g, void *state, uint64_t *random, uint32_t *share)
{
        struct marrakech *s = (struct marrakech *)state;
        int who = g->turn(s), end = s->laid + CARPETS_AHEAD, points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

        while (who != OVER && s->laid < end)
                who = g->apply(s, g->pick(s, random_dice(random)));
        if (who == OVER) {
                guide_ending(g, s, share);
                return;
        }
        g->score(s, points, tiebreak);
        guide_shares(points, s->options.value[PLAYERS], 6 + (ALL_CARPETS - s->laid) / 3, share);
}

/* Two carpets are left. */
static int late(const void *view)
{
        return ((const struct marrakech *)view)->laid >= ALL_CARPETS - 2;
}

static const struct level CLASSIC[LEVELS] = { { 20, 80, 1070, 0, 0, 0 },  { 20, 50, 1330, 0, 0, 0 },  { 30, 28, 1500, 0, 0, 0 },
                                              { 60, 12, 1680, 0, 0, 0 },  { 120, 4, 1850, 0, 0, 0 },  { 250, 0, 2060, 0, 0, 0 },
                                              { 500, 0, 2460, 0, 0, 0 },  { 2000, 0, 2580, 0, 0, 0 }, { 8000, 0, 2670, 0, 0, 0 },
                                              { 40000, 0, 2710, 0, 0, 0 } };

/* With two players the upper three have the net. Its search takes no samples and ends by itself. */
static const struct level LEVELS_MEASURED[LEVELS] = { { 20, 80, 1070, 0, 0, 0 },    { 20, 50, 1330, 0, 0, 0 },
                                                      { 30, 28, 1500, 0, 0, 0 },    { 60, 12, 1680, 0, 0, 0 },
                                                      { 120, 4, 1850, 0, 0, 0 },    { 250, 0, 2060, 0, 0, 0 },
                                                      { 500, 0, 2460, 0, 0, 0 },    { 2000, 0, 2620, 1, 0, 100 },
                                                      { 8000, 0, 2690, 2, 0, 100 }, { 40000, 0, 2720, 3, 0, 100 } };

const struct guide marrakech_guide = { .game = &marrakech,
                                       .levels = LEVELS_MEASURED,
                                       .hint_level = 9,
                                       .net_players = 2,
                                       .classic = CLASSIC,
                                       .ending = guide_ending,
                                       .playout = playout,
                                       .late = late,
                                       .explore = WHOLE / 2 };
