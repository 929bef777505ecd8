/* The guides of games, and what they share; see guide.h. */
#include "guide.h"

#include "../core/bits.h"
#include "../core/random.h"

/* --- estimates of the result --- */

/* `of` halved for every `scale` in `by`, linear in between. */
static uint32_t halved(uint32_t of, int by, int scale)
{
        int halvings = by / scale, rest = by % scale;
        uint32_t full = halvings < 16 ? of >> halvings : 0;

        return full - full / 2 * (uint32_t)rest / (uint32_t)scale;
}

void guide_shares(const int *points, int players, int scale, uint32_t *share)
{
        int best = points[0];
        uint32_t sum = 0;

        for (int p = 1; p < players; p++)
                best = points[p] > best ? points[p] : best;
        for (int p = 0; p < players; p++) {
                share[p] = halved(WHOLE, best - points[p], scale);
                sum += share[p];
        }
        for (int p = 0; p < players; p++)
                share[p] = share[p] * (uint32_t)WHOLE / sum;
}

/* The largest x of which share_decayed() is at least this: minus the logarithm of a share, in 4096ths. */
static int32_t decay_of(uint32_t share)
{
        uint32_t x = 0;

        for (uint32_t step = 1 << 15; step; step /= 2)
                if (share_decayed(x + step) >= share)
                        x += step;
        return (int32_t)x;
}

uint32_t corrected_share(const struct correction *c, uint32_t share)
{
        int32_t odds[2];
        uint32_t corrected[2];

        if (!c->slope || share == 0 || share >= WHOLE)
                return share;
        odds[0] = (decay_of(WHOLE - share) - decay_of(share)) * c->slope / STEEP + c->shift;
        odds[1] = 0;
        shares_of_values(odds, 2, corrected);
        return corrected[0];
}

enum { ENDING_SCALE = 10 };

/* The margin counts a little: it tells moves apart where the game is won or lost anyway. */
void guide_ending(const struct game *g, const void *state, uint32_t *share)
{
        int players = game_players(state), points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];
        unsigned winners = game_winners(g, state);

        g->score(state, points, tiebreak);
        guide_shares(points, players, ENDING_SCALE, share);
        for (int p = 0; p < players; p++)
                share[p] = (share[p] + 3 * (winners >> p & 1 ? (uint32_t)(WHOLE / bit_count(winners)) : 0)) / 4;
}

/* --- games without a guide of their own --- */

enum { MOST_PLIES = 2000 }; /* of a playout: random play hardly ever ends some games */

static void random_playout(const struct game *g, void *state, uint64_t *random, uint32_t *share)
{
        int who = g->turn(state), points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

        for (int plies = 0; who != OVER && plies < MOST_PLIES; plies++)
                who = g->apply(state, g->pick(state, random_dice(random)));
        if (who == OVER) {
                guide_ending(g, state, share);
                return;
        }
        g->score(state, points, tiebreak);
        guide_shares(points, game_players(state), ENDING_SCALE, share);
}

/* Not measured: each level searches more than the one below, and ratings are spread evenly. */
static const struct level LEVELS_BY_GUESS[LEVELS] = {
        { .iterations = 20, .overlooks = 80, .rating = 1300 },
        { .iterations = 20, .overlooks = 55, .rating = 1400 },
        { .iterations = 30, .overlooks = 35, .rating = 1500 },
        { .iterations = 60, .overlooks = 20, .rating = 1600 },
        { .iterations = 100, .overlooks = 8, .rating = 1700 },
        { .iterations = 150, .rating = 1800 },
        { .iterations = 300, .rating = 1900 },
        { .iterations = 1000, .rating = 2000 },
        { .iterations = 4000, .rating = 2100 },
        { .iterations = 16000, .rating = 2200 },
};

static const struct guide RANDOM_PLAYOUTS = { .levels = LEVELS_BY_GUESS,
                                              .hint_level = 8,
                                              .classic = LEVELS_BY_GUESS,
                                              .ending = guide_ending,
                                              .playout = random_playout,
                                              .explore = WHOLE / 2 };

/* --- lookup --- */

static const struct guide *const GUIDES[] = { &alibaba_guide, &labyrinth_guide, &marrakech_guide };

const struct guide *guide_of(const struct game *g)
{
        for (size_t i = 0; i < sizeof GUIDES / sizeof *GUIDES; i++)
                if (GUIDES[i]->game == g)
                        return GUIDES[i];
        return &RANDOM_PLAYOUTS;
}
