/* The evaluation of Master Labyrinth as it was: the expected lead in points over the mean of the others. For entrants like
 * classic:10, to compare with. */
#include "../core/bits.h"
#include "token_race.h"

/* Leads are in sixteenths of a point. A hidden card has each token with the same probability. */
enum { POINT = 16, FORMULA = 20, FORMULA_EXPECTED = 3, GAME_WON = 40 };

static int token_worth(const struct labyrinth *s, int player, int token)
{
        int formula = s->card[player] == NO_CARD ? FORMULA_EXPECTED : has(labyrinth_formula(s->card[player]), token) ? FORMULA : 0;

        return labyrinth_number(token) + formula;
}

/* The value of a wand besides its points: it can take a token out of turn, best a precious one. */
static int wand_chance(const struct labyrinth *s)
{
        int left = 5 * (TOKENS + 1 - labyrinth_next(s));

        return left < 45 ? left : 45;
}

/* The player to move takes the token if possible. Otherwise a player who can reach it almost certainly does. */
static void expect_token(const struct labyrinth *s, int seat, struct memo *memo, int *points)
{
        int players = s->options.value[PLAYERS], token = labyrinth_next(s), cell = race_token_cell(s);
        uint64_t near = race_near(s, cell, memo);

        for (int i = 0; i < players; i++) {
                int p = (s->turn + i) % players, chance = !has(near, s->pawn[p]) ? 0 : i == 0 ? POINT : POINT / 8;

                points[p] += chance * token_worth(s, p, token) * (p == seat ? (int)PATIENT : race_patience(s)) / PATIENT;
                if (chance == POINT)
                        return;
                points[p] -= race_distance(s->pawn[p], cell);
        }
}

static int32_t lead(const void *state, int seat, struct memo *memo)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], players = s->options.value[PLAYERS], others = 0, lead;

        labyrinth.score(s, points, tiebreak);
        for (int p = 0; p < players; p++) {
                if (s->card[p] == NO_CARD)
                        points[p] += FORMULA_EXPECTED * bit_count(s->won[p]);
                points[p] = POINT * (points[p] + wand_chance(s) * s->wands[p]);
        }
        if (s->phase != LABYRINTH_OVER)
                expect_token(s, seat, memo, points);
        for (int p = 0; p < players; p++)
                others += p == seat ? 0 : points[p];
        lead = points[seat] - others / (players - 1);
        if (s->phase == LABYRINTH_OVER)
                lead += lead > 0 ? POINT * GAME_WON : lead < 0 ? -POINT * GAME_WON : 0;
        return lead;
}

/* The more tokens are left, the less a lead means. */
static uint32_t share(const void *view, int32_t lead)
{
        const struct labyrinth *s = (const struct labyrinth *)view;
        int points[MAX_PLAYERS] = { lead };
        uint32_t share[MAX_PLAYERS];

        guide_shares(points, s->options.value[PLAYERS], POINT * (10 + 2 * (TOKENS + 1 - labyrinth_next(s))), share);
        return share[0];
}

/* After asking, the wands are as good as spent: paying them costs only their points. */
static int32_t favour(const void *view, move m)
{
        const struct labyrinth *s = (const struct labyrinth *)view;

        if (s->phase != LABYRINTH_SHIFT || !s->promised || s->advice / GOALS != (int)m)
                return 0;
        return POINT * wand_chance(s) * s->promised;
}

const struct level labyrinth_classic_levels[LEVELS] = {
        { .iterations = 20, .slips = 80, .rating = 710, .classic = 1 },
        { .iterations = 25, .slips = 60, .rating = 1070, .classic = 1 },
        { .iterations = 30, .slips = 40, .rating = 1500, .classic = 1 },
        { .iterations = 40, .slips = 25, .rating = 1850, .classic = 1 },
        { .iterations = 60, .slips = 12, .rating = 2410, .classic = 1 },
        { .iterations = 100, .rating = 2970, .classic = 1 },
        { .iterations = 300, .rating = 3110, .classic = 1 },
        { .iterations = 1500, .rating = 3470, .classic = 1 },
        { .iterations = 8000, .rating = 3550, .classic = 1 },
        { .iterations = 40000, .rating = 3690, .classic = 1 },
};

const struct guide labyrinth_classic_guide = { .game = &labyrinth,
                                               .levels = labyrinth_classic_levels,
                                               .classic = labyrinth_classic_levels,
                                               .turns = race_turns,
                                               .worth = race_worth,
                                               .lead = lead,
                                               .share = share,
                                               .slip = race_slip,
                                               .plea = race_plea,
                                               .favour = favour };
