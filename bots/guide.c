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
static const struct level LEVELS_BY_GUESS[LEVELS] = { { 20, 80, 1300, 0, 0, 0 },  { 20, 55, 1400, 0, 0, 0 },
                                                      { 30, 35, 1500, 0, 0, 0 },  { 60, 20, 1600, 0, 0, 0 },
                                                      { 100, 8, 1700, 0, 0, 0 },  { 150, 0, 1800, 0, 0, 0 },
                                                      { 300, 0, 1900, 0, 0, 0 },  { 1000, 0, 2000, 0, 0, 0 },
                                                      { 4000, 0, 2100, 0, 0, 0 }, { 16000, 0, 2200, 0, 0, 0 } };

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
