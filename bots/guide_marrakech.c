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

static const struct level CLASSIC[LEVELS] = {
        { .iterations = 20, .slips = 80, .rating = 1070 },
        { .iterations = 20, .slips = 50, .rating = 1330 },
        { .iterations = 30, .slips = 28, .rating = 1500 },
        { .iterations = 60, .slips = 12, .rating = 1680 },
        { .iterations = 120, .slips = 4, .rating = 1850 },
        { .iterations = 250, .rating = 2060 },
        { .iterations = 500, .rating = 2460 },
        { .iterations = 2000, .rating = 2580 },
        { .iterations = 8000, .rating = 2670 },
        { .iterations = 40000, .rating = 2710 },
};

/* With two players, levels 8 to 10 use the net. Its search tries every roll, and ends when all moves have been compared. */
static const struct level LEVELS_MEASURED[LEVELS] = {
        { .iterations = 10, .overlooks = 95, .rating = 1330 },
        { .iterations = 35, .overlooks = 25, .rating = 1400 },
        { .iterations = 50, .overlooks = 14, .rating = 1500 },
        { .iterations = 70, .overlooks = 9, .rating = 1580 },
        { .iterations = 105, .overlooks = 4, .rating = 1690 },
        { .iterations = 150, .rating = 1790 },
        { .iterations = 500, .rating = 1950 },
        { .iterations = 2000, .rating = 2105, .plies = 1, .steps = 100 },
        { .iterations = 8000, .rating = 2175, .plies = 2, .steps = 100 },
        { .iterations = 40000, .rating = 2205, .plies = 3, .steps = 100 },
};

const struct guide marrakech_guide = { .game = &marrakech,
                                       .levels = LEVELS_MEASURED,
                                       .hint_level = 9,
                                       .net_players = 2,
                                       .classic = CLASSIC,
                                       .ending = guide_ending,
                                       .playout = playout,
                                       .late = late,
                                       .explore = WHOLE / 2 };
