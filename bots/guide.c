/* What each game tells a search besides its rules; see guide.h. */
#include "guide.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/labyrinth.h"
#include "../core/random.h"

/* --- how it is likely to end --- */

/* `of` halved for every `scale` in `by`, and in between on a straight line. */
static uint32_t halved(uint32_t of, int by, int scale)
{
        int halvings = by / scale, rest = by % scale;
        uint32_t full = halvings < 16 ? of >> halvings : 0;

        return full - full / 2 * (uint32_t)rest / (uint32_t)scale;
}

/* Shares of the win that fit these points: whoever is `scale` behind another is half as likely to win. */
static void shares_of_points(const int *points, int players, int scale, uint32_t *share)
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
        shares_of_points(points, players, scale, share);
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

static void alibaba_playout(void *state, const void *root, uint64_t *random, uint32_t *share)
{
        (void)root;
        play_to_the_end(&alibaba, state, random);
        alibaba_ending(state, share);
}

/* --- Marrakech --- */

static void marrakech_ending(const void *state, uint32_t *share)
{
        shares_at_the_end(&marrakech, state, 10, share);
}

static void marrakech_playout(void *state, const void *root, uint64_t *random, uint32_t *share)
{
        (void)root;
        play_to_the_end(&marrakech, state, random);
        marrakech_ending(state, share);
}

/* --- Master Labyrinth: everybody is after the next token --- */

static int next_token_cell(const struct labyrinth *s)
{
        int cell = 0, token = labyrinth_next(s);

        while (cell < MAZE_CELLS && s->token[cell] != token)
                cell++;
        return cell;
}

static int distance(int a, int b)
{
        int columns = a % 7 - b % 7, rows = a / 7 - b / 7;

        return (columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows);
}

/* The cell of a set that is nearest to a goal. */
static int nearest(uint64_t cells, int goal)
{
        int best = bit_first(cells);

        for (; cells; cells &= cells - 1)
                if (distance(bit_first(cells), goal) < distance(best, goal))
                        best = bit_first(cells);
        return best;
}

/* How near to the next token a player can come after a shift. */
static int reach_after(const struct labyrinth *s, int shift)
{
        struct labyrinth after = *s;
        int goal;

        labyrinth_shift(&after, shift);
        goal = next_token_cell(&after);
        return distance(nearest(labyrinth_reach(&after, after.pawn[after.turn]), goal), goal);
}

/* Strong players can lock a maze: each keeps the token from the other, and nobody minds. So waiting is made to
 * cost all of them: a share of the win is worth the less the more turns go by without a token. */
enum { TOKEN_BONUS = 8, TURNS_A_TOKEN = 3, PATIENCE = 12 };

/* Advice is good if it leads the asker to the token, or near; one cannot expect it to be followed otherwise. */
static void advice_promise(const struct labyrinth *s, const move *list, int n, int32_t *promise)
{
        struct labyrinth after = *s;
        int shift = -1, token = 0;

        for (int i = 0; i < n; i++) {
                int goal = (int)list[i] % GOALS;

                if (list[i] == REFUSE) {
                        promise[i] = -2;
                        continue;
                }
                if ((int)list[i] / GOALS != shift) {
                        shift = (int)list[i] / GOALS;
                        after = *s;
                        labyrinth_shift(&after, shift);
                        token = next_token_cell(&after);
                }
                promise[i] = -distance(goal == STAY ? after.pawn[after.turn] : goal, token);
        }
}

/* To ask for advice looks better than a shift that leaves the token far away: the fewer wands, the better. */
static void labyrinth_promise(const void *state, const move *list, int n, int32_t *promise)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int token = next_token_cell(s);

        if (s->phase == LABYRINTH_ADVISE) {
                advice_promise(s, list, n, promise);
                return;
        }
        for (int i = 0; i < n; i++)
                if (s->phase == LABYRINTH_SHIFT)
                        promise[i] =
                                list[i] < OFFER ? -reach_after(s, (int)list[i]) : -3 - (int32_t)((list[i] - OFFER) % OFFER_SEAT);
                else if (s->phase == LABYRINTH_MOVE)
                        promise[i] = -distance(list[i] == STAY ? s->pawn[s->turn] : (int)list[i], token);
                else
                        promise[i] = -i;
}

/* Of a few shifts the best, then as near to the token as possible; nobody deals, and wands are kept. */
static move labyrinth_policy(const struct labyrinth *s, uint64_t *random)
{
        move best = 0;
        int nearest_yet = 99, goal;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                for (int i = 0; i < 3 && nearest_yet > 0; i++) {
                        move m = labyrinth.pick(s, random_dice(random));
                        int d = m < OFFER ? reach_after(s, (int)m) : 98;

                        if (d < nearest_yet)
                                nearest_yet = d, best = m;
                }
                return best;
        case LABYRINTH_MOVE:
                goal = next_token_cell(s);
                best = (move)nearest(labyrinth_reach(s, s->pawn[s->turn]), goal);
                return best == s->pawn[s->turn] ? (move)STAY : best;
        case LABYRINTH_ADVISE:
                return REFUSE;
        default:
                return 0; /* take, and end */
        }
}

static void labyrinth_ending(const void *state, uint32_t *share)
{
        shares_at_the_end(&labyrinth, state, 20, share);
}

static void labyrinth_playout(void *state, const void *root, uint64_t *random, uint32_t *share)
{
        struct labyrinth *s = (struct labyrinth *)state;
        const struct labyrinth *from = (const struct labyrinth *)root;
        uint64_t end = s->turns + 3 * (uint64_t)s->options.value[PLAYERS];
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], who = labyrinth.turn(s), late;

        while (who != OVER && s->turns < end)
                who = labyrinth.apply(s, labyrinth_policy(s, random));
        if (who == OVER) {
                labyrinth_ending(s, share);
                return;
        }
        labyrinth.score(s, points, tiebreak);
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                points[p] += TOKEN_BONUS * bit_count(s->won[p]);
        shares_of_points(points, s->options.value[PLAYERS], 25, share);
        late = (int)(s->turns - from->turns) - TURNS_A_TOKEN * (labyrinth_next(s) - labyrinth_next(from));
        for (int p = 0; late > 0 && p < s->options.value[PLAYERS]; p++)
                share[p] = halved(share[p], late, PATIENCE);
}

static const struct guide GUIDES[] = {
        { &alibaba, 0, alibaba_ending, alibaba_playout, WHOLE / 2, 0 },
        { &labyrinth, labyrinth_promise, labyrinth_ending, labyrinth_playout, WHOLE / 3, 2 },
        { &marrakech, 0, marrakech_ending, marrakech_playout, WHOLE / 2, 0 },
};

const struct guide *guide_of(const struct game *g)
{
        int i = 0;

        while (GUIDES[i].game != g)
                i++;
        return &GUIDES[i];
}
