/* The guide of Master Labyrinth, for a look ahead: whom the next two tokens, the formulas and the wands help to win; see
 * token_race.h.
 *
 * A player's prospect is an estimate of their final points. Prospects become chances to win: a certain gap halves the odds, and the
 * gap is smaller when fewer tokens are left. The search maximizes the player's own chance, so the leader matters more than a
 * player far behind. */
#include "../core/bits.h"
#include "token_race.h"

/* Prospects are in sixteenths of a point. A hidden card has each token with the same probability. */
enum { POINT = 16, FORMULA = 20 * POINT, EXPECTED = 54, FORMULA_TOKENS = 3 };

/* A wand takes a token out of turn: what it is worth besides its points, and at most for each token that is left. A token of the
 * own formula that is in the maze is worth what can be hoped for. And how many turns the search looks ahead: it takes all others to
 * be against its seat, which three of them are not. By players; measured in matches, since what players did with their wands so far
 * says little about what they could do. */
static const struct {
        uint8_t wand, wand_by_token, hoped, turns;
} BY_PLAYERS[MAX_PLAYERS + 1] = { [2] = { 24, 4, 15, MOST_TURNS }, [3] = { 24, 4, 15, MOST_TURNS }, [4] = { 16, 4, 8, 1 } };

/* How likely tokens are to be taken, in sixteenths, by a player who can reach them in at least 1, 2, 4 or 8 ways (token_race.h):
 * the next token by the player to move or by another; the second one by the player who took the next or by another. */
enum { BY_MOVER = 11, BY_TAKER = 6, BY_TAKER_FOUR_WAYS = 3, BY_NEXT = 5 };

static const uint8_t BY_ANOTHER[WAYS] = { 1, 2, 2, 0 };

/* Where a prospect is worth so much of a doubling of the odds, of ODDS; by the number of tokens left. From a logistic regression of
 * who won, with the positions of 2,400 games of level 8 against itself, two players. */
enum { ODDS = 1 << 14 };

static const uint8_t WEIGHT[TOKENS + 1] = {
        142, 82, 74, 72, 66, 61, 54, 50, 50, 50, 50, 49, 48, 47, 45, 44, 43, 42, 40, 38, 36, 34
};

static int tokens_left(const struct labyrinth *s)
{
        return TOKENS + 1 - labyrinth_next(s);
}

static int weight(const struct labyrinth *s)
{
        return WEIGHT[tokens_left(s)];
}

static int wand_worth(const struct labyrinth *s)
{
        int players = s->options.value[PLAYERS], worth = BY_PLAYERS[players].wand_by_token * tokens_left(s);

        return POINT * (worth < BY_PLAYERS[players].wand ? worth : BY_PLAYERS[players].wand);
}

static int hoped(const struct labyrinth *s)
{
        return POINT * BY_PLAYERS[s->options.value[PLAYERS]].hoped;
}

/* Of a formula that is not known, for each token: three of 21 are on it. */
static int hoped_of_hidden(const struct labyrinth *s)
{
        return hoped(s) * FORMULA_TOKENS / TOKENS;
}

/* A player's points, wands and formula hopes, before the next token is considered. */
static int holdings(const struct labyrinth *s, int player, int points)
{
        uint32_t left = ~(s->won[0] | s->won[1] | s->won[2] | s->won[3]) & ((2u << TOKENS) - 2);
        int wands = s->phase == LABYRINTH_OVER ? 0 : wand_worth(s) * s->wands[player];

        if (s->card[player] == NO_CARD)
                return POINT * points + wands + EXPECTED * bit_count(s->won[player]) + hoped_of_hidden(s) * bit_count(left);
        return POINT * points + wands + hoped(s) * bit_count(left & labyrinth_formula(s->card[player]));
}

/* Adds a token that a player takes with this chance, of 16. If it is on the seat's formula, the bonus is won or lost with it. */
static void expect(const struct labyrinth *s, int seat, int player, int token, int chance, int *prospect)
{
        int certain = 16 * PATIENT, formula = player == seat ? FORMULA - hoped(s) : -hoped(s);
        int is_known = s->card[seat] != NO_CARD; /* not so to who looks back at another's move */

        chance *= player == seat ? (int)PATIENT : race_patience(s);
        prospect[player] += POINT * labyrinth_number(token) * chance / certain;
        if (player != seat || !is_known)
                prospect[player] += EXPECTED * chance / certain;
        if (is_known && has(labyrinth_formula(s->card[seat]), token))
                prospect[seat] += formula * chance / certain;
}

/* The token after the next, once the player to move has taken that. */
static void expect_second(const struct labyrinth *s, int seat, int first, struct memo *memo, int *prospect)
{
        int players = s->options.value[PLAYERS], token = labyrinth_next(s) + 1, cell = 0;
        const uint64_t *ways;

        if (token > TOKENS)
                return;
        while (s->token[cell] != token)
                cell++;
        ways = race_ways(s, cell, memo);
        expect(s, seat, s->turn, token, BY_TAKER * has(ways[0], first) + BY_TAKER_FOUR_WAYS * has(ways[2], first), prospect);
        for (int i = 1; i < players; i++)
                if (has(ways[0], s->pawn[(s->turn + i) % players])) {
                        expect(s, seat, (s->turn + i) % players, token, BY_NEXT, prospect);
                        return;
                }
}

static void expect_tokens(const struct labyrinth *s, int seat, struct memo *memo, int *prospect)
{
        int players = s->options.value[PLAYERS], token = labyrinth_next(s), cell = race_token_cell(s);
        const uint64_t *ways = race_ways(s, cell, memo);

        if (has(ways[0], s->pawn[s->turn])) {
                expect(s, seat, s->turn, token, BY_MOVER, prospect);
                expect_second(s, seat, cell, memo, prospect);
                return;
        }
        for (int p = 0; p < players; p++) {
                int chance = 0;

                for (int k = 0; k < WAYS && p != s->turn; k++)
                        chance += BY_ANOTHER[k] * has(ways[k], s->pawn[p]);
                expect(s, seat, p, token, chance, prospect);
                prospect[p] -= race_distance(s->pawn[p], cell);
        }
}

/* 1024 times the binary logarithm of n >= 1, linear between powers of two. */
static int logarithm(uint32_t n)
{
        int power = 0;

        while (n >> power > 1)
                power++;
        return power * 1024 + (int)(((uint64_t)n << 10 >> power) - 1024);
}

/* The logarithm of the odds, of which ODDS are a doubling. */
static int32_t lead(const void *state, int seat, struct memo *memo)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], prospect[MAX_PLAYERS] = { 0 };
        int players = s->options.value[PLAYERS], best = seat == 0;
        uint32_t sum = 0;

        labyrinth.score(s, points, tiebreak);
        for (int p = 0; p < players; p++)
                prospect[p] = holdings(s, p, points[p]);
        if (s->phase != LABYRINTH_OVER)
                expect_tokens(s, seat, memo, prospect);
        for (int p = 0; p < players; p++)
                best = p != seat && prospect[p] > prospect[best] ? p : best;
        if (players == 2)
                return (prospect[seat] - prospect[best]) * weight(s);
        for (int p = 0; p < players; p++) {
                int behind[2] = { 0, (prospect[p] - prospect[best]) * weight(s) };
                uint32_t shares[2];

                if (p == seat)
                        continue;
                guide_shares(behind, 2, ODDS, shares);
                sum += shares[1] * 1024 / shares[0]; /* the best of the others counts 1024 */
        }
        return (prospect[seat] - prospect[best]) * weight(s) - (logarithm(sum) - logarithm(1024)) * (ODDS / 1024);
}

/* Measured by `serai calibrate`. */
static const struct correction CORRECTION[MAX_PLAYERS + 1] = { [3] = { 3 * STEEP / 2, 0 }, [4] = { 78, -655 } };

static uint32_t share(const void *view, int32_t lead)
{
        int odds[2] = { lead, 0 };
        uint32_t shares[2];

        guide_shares(odds, 2, ODDS, shares);
        return corrected_share(&CORRECTION[game_players(view)], shares[0]);
}

static int turns(const void *view)
{
        int most = BY_PLAYERS[game_players(view)].turns, patient = race_turns(view);

        return patient < most ? patient : most;
}

/* After asking, the wands are as good as spent: paying them costs only their points. */
static int32_t favour(const void *view, move m)
{
        const struct labyrinth *s = (const struct labyrinth *)view;

        if (s->phase != LABYRINTH_SHIFT || !s->promised || s->advice / GOALS != (int)m)
                return 0;
        return wand_worth(s) * s->promised * weight(s);
}

/* To see that the token is within reach, to take it, and that a turn has ended. */
static int stands_out(const void *view, move m)
{
        const struct labyrinth *s = (const struct labyrinth *)view;

        return s->phase == LABYRINTH_MOVE ? (int)m == race_token_cell(s)
                                          : (s->phase == LABYRINTH_TAKE || s->phase == LABYRINTH_WAND) && m == 0;
}

static const struct level LEVELS_MEASURED[LEVELS] = {
        { .iterations = 100, .overlooks = 58, .rating = 1100 },
        { .iterations = 100, .overlooks = 46, .rating = 1300 },
        { .iterations = 100, .overlooks = 31, .rating = 1500 },
        { .iterations = 100, .overlooks = 16, .rating = 1700 },
        { .iterations = 100, .overlooks = 7, .rating = 1900 },
        { .iterations = 150, .rating = 2100 },
        { .iterations = 400, .rating = 2270 },
        { .iterations = 1500, .rating = 2460 },
        { .iterations = 7000, .rating = 2590 },
        { .iterations = 32000, .rating = 2730 },
};

const struct guide labyrinth_guide = { .game = &labyrinth,
                                       .levels = LEVELS_MEASURED,
                                       .classic = labyrinth_classic_levels,
                                       .classic_guide = &labyrinth_classic_guide,
                                       .hint_level = 8,
                                       .turns = turns,
                                       .worth = race_worth_by_ways,
                                       .lead = lead,
                                       .share = share,
                                       .slip = race_slip,
                                       .stands_out = stands_out,
                                       .plea = race_plea,
                                       .favour = favour };
