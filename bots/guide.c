/* What each game tells a search besides its rules; see guide.h. */
#include "guide.h"

#include "../core/bits.h"
#include "../core/marrakech.h"
#include "../core/random.h"
#include "maze.h"

/* --- how it is likely to end --- */

/* `of` halved for every `scale` in `by`, and in between on a straight line. */
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

/* A win counts, and so does by how much: it tells good moves apart where the game is won or lost anyway. */
static void shares_at_the_end(const struct game *g, const void *state, int scale, uint32_t *share)
{
        int players = game_players(state), points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];
        unsigned winners = game_winners(g, state);

        g->score(state, points, tiebreak);
        guide_shares(points, players, scale, share);
        for (int p = 0; p < players; p++)
                share[p] = (share[p] + 3 * (winners >> p & 1 ? (uint32_t)(WHOLE / bit_count(winners)) : 0)) / 4;
}

static void play_to_the_end(const struct game *g, void *state, uint64_t *random)
{
        int who = g->turn(state);

        while (who != OVER)
                who = g->apply(state, g->pick(state, random_dice(random)));
}

/* --- Ali Baba --- */

static void alibaba_ending(const void *state, uint32_t *share)
{
        shares_at_the_end(&alibaba, state, 10, share);
}

static void alibaba_playout(void *state, uint64_t *random, uint32_t *share)
{
        play_to_the_end(&alibaba, state, random);
        alibaba_ending(state, share);
}

/* --- Marrakech --- */

static void marrakech_ending(const void *state, uint32_t *share)
{
        shares_at_the_end(&marrakech, state, 10, share);
}

/* What random players do after some turns tells nothing of those before; so not to the end, but for so many carpets. Then the
 * points count, the less the more carpets are still to be laid. */
enum { CARPETS_AHEAD = 8, ALL_CARPETS = 48 };

static void marrakech_playout(void *state, uint64_t *random, uint32_t *share)
{
        struct marrakech *s = (struct marrakech *)state;
        int who = marrakech.turn(s), end = s->laid + CARPETS_AHEAD, points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

        while (who != OVER && s->laid < end)
                who = marrakech.apply(s, marrakech.pick(s, random_dice(random)));
        if (who == OVER) {
                marrakech_ending(s, share);
                return;
        }
        marrakech.score(s, points, tiebreak);
        guide_shares(points, s->options.value[PLAYERS], 6 + (ALL_CARPETS - s->laid) / 3, share);
}

static const struct guide GUIDES[] = {
        { .game = &alibaba, .ending = alibaba_ending, .playout = alibaba_playout, .explore = WHOLE / 2, .open = 1 },
        { .game = &labyrinth,
          .turns = maze_turns,
          .worth = maze_worth,
          .lead = maze_lead,
          .share = maze_share,
          .slip = maze_slip,
          .plea = maze_plea,
          .favour = maze_favour },
        { .game = &marrakech, .ending = marrakech_ending, .playout = marrakech_playout, .explore = WHOLE / 2 },
};

const struct guide *guide_of(const struct game *g)
{
        int i = 0;

        while (GUIDES[i].game != g)
                i++;
        return &GUIDES[i];
}
