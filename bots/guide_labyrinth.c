/* The guide of Master Labyrinth, for a look ahead: everybody is after the next token.
 *
 * Pawns do not block, so from where the next token can be taken within a turn depends on the maze alone. Most of this file is
 * about that set of cells: a player who stands in it at the start of a turn takes the token, and a shift changes it for the next
 * player. The set is cached, since many lines lead through the same maze. */
#include <string.h>

#include "../core/bits.h"
#include "../core/labyrinth.h"
#include "guide.h"

/* Leads are in sixteenths of a point. A hidden card has each token with the same probability. */
enum { POINT = 16, FORMULA = 20, FORMULA_EXPECTED = 3, GAME_WON = 40 };

/* Strong players can lock a maze: each keeps the token from the other for ever. So when a game has lasted long for the tokens
 * taken, players become impatient: they search only one turn ahead, and mind less what others may get. */
enum { TURNS_A_TOKEN = 10, GRACE = 30, PATIENT = 16 };

static int patience(const struct labyrinth *s)
{
        int64_t late = (int64_t)s->turns - TURNS_A_TOKEN * (labyrinth_next(s) - 1) - GRACE;

        return late < 0 ? PATIENT : late > PATIENT ? 0 : PATIENT - (int)late;
}

static int turns(const void *view)
{
        return patience((const struct labyrinth *)view) == PATIENT ? MOST_TURNS : 1;
}

static int next_token_cell(const struct labyrinth *s)
{
        const uint8_t *found = (const uint8_t *)memchr(s->token, labyrinth_next(s), MAZE_CELLS);

        return (int)(found - s->token);
}

static int distance(int a, int b)
{
        int columns = a % 7 - b % 7, rows = a / 7 - b / 7;

        return (columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows);
}

/* The cells from which the next token, on this cell, can be taken in a turn that begins now. */
static uint64_t within_a_turn(const struct labyrinth *s, int token, struct memo *memo)
{
        uint64_t key = (uint64_t)(token << 8 | s->spare << 4 | s->barred), i;

        for (int side = 0; side < 4; side++) {
                key = (key ^ s->open[side]) * 0x9e3779b97f4a7c15;
                key ^= key >> 29;
        }
        i = key & (memo->entries - 1);
        if (memo->entry[i].key != key) {
                memo->entry[i].key = key;
                memo->entry[i].cells = labyrinth_within_a_turn(s, token);
        }
        return memo->entry[i].cells;
}

/* --- move selection --- */

static int takes_token(const struct labyrinth *s, int shift)
{
        struct labyrinth after = *s;
        int token, pawn;

        labyrinth_shift(&after, shift);
        token = next_token_cell(&after);
        pawn = after.pawn[s->turn];
        return pawn != token && has(labyrinth_reach(&after, pawn), token);
}

/* Only shifts after which the token can be taken, if there are any. An adviser expects that the advice is followed. */
static int shifts_worth(const struct labyrinth *s, int seat, struct memo *memo, move *list)
{
        int n = labyrinth.legal(s, list), kept = 0;

        if (s->promised && s->adviser == seat) {
                list[0] = (move)(s->advice / GOALS);
                return 1;
        }
        while (list[n - 1] >= OFFER)
                n--;
        if (!has(within_a_turn(s, next_token_cell(s), memo), s->pawn[s->turn]))
                return n;
        for (int i = 0; i < n; i++)
                if (takes_token(s, (int)list[i]))
                        list[kept++] = list[i];
        return kept;
}

/* To the token, if possible. Else to cells from which it can be taken, nearest first: in the last turn of the search nothing
 * better is known. After the advised shift, only the advised goal. */
static int goals_worth(const struct labyrinth *s, int turns, struct memo *memo, move *list)
{
        int n = labyrinth.legal(s, list), token = next_token_cell(s), rank[MOST_WORTH];
        uint64_t near = within_a_turn(s, token, memo);

        if (s->promised) {
                list[0] = (move)(s->advice % GOALS);
                return 1;
        }
        for (int i = 0; i < n; i++) {
                int cell = list[i] == STAY ? s->pawn[s->turn] : (int)list[i], k = i;
                int r = (i > 0 && cell == token ? 64 : 0) + 16 * has(near, cell) - distance(cell, token);
                move m = list[i];

                for (; k > 0 && rank[k - 1] < r; k--)
                        rank[k] = rank[k - 1], list[k] = list[k - 1];
                rank[k] = r, list[k] = m;
        }
        return turns == 1 || (int)list[0] == token ? 1 : n;
}

/* A wand is searched only if it takes the token at once. */
static int wand_worth(const struct labyrinth *s, struct memo *memo, move *list)
{
        list[0] = END_TURN;
        list[1] = USE_WAND;
        return 1 + has(within_a_turn(s, next_token_cell(s), memo), s->pawn[s->turn]);
}

/* Good advice takes the asker to the token, or to where it can be taken from: for each shift the nearest cell. */
static int advice_worth(const struct labyrinth *s, struct memo *memo, move *list)
{
        struct labyrinth alone = *s;
        move shift[MOST_WORTH], goal[MOST_WORTH];
        int n = 0, shifts;

        list[n++] = REFUSE;
        labyrinth.apply(&alone, REFUSE);
        shifts = shifts_worth(&alone, alone.turn, memo, shift);
        for (int i = 0; i < shifts; i++) {
                struct labyrinth after = alone;
                int token, cell;

                labyrinth.apply(&after, shift[i]);
                token = next_token_cell(&after);
                goals_worth(&after, 1, memo, goal);
                cell = goal[0] == STAY ? after.pawn[after.turn] : (int)goal[0];
                if (cell == token || has(within_a_turn(&after, token, memo), cell))
                        list[n++] = shift[i] * GOALS + goal[0];
        }
        return n;
}

static int worth(const void *state, int seat, int turns, struct memo *memo, move *list)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                return shifts_worth(s, seat, memo, list);
        case LABYRINTH_ADVISE:
                return advice_worth(s, memo, list);
        case LABYRINTH_MOVE:
                return goals_worth(s, turns, memo, list);
        case LABYRINTH_WAND:
                return wand_worth(s, memo, list);
        default:
                list[0] = TAKE_IT;
                return 1;
        }
}

/* --- evaluation --- */

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

/* The player to move takes the token if possible; else another player who is able to almost certainly will. */
static void expect_token(const struct labyrinth *s, int seat, struct memo *memo, int *points)
{
        int players = s->options.value[PLAYERS], token = labyrinth_next(s), cell = next_token_cell(s);
        uint64_t near = within_a_turn(s, cell, memo);

        for (int i = 0; i < players; i++) {
                int p = (s->turn + i) % players, chance = !has(near, s->pawn[p]) ? 0 : i == 0 ? POINT : POINT / 8;

                points[p] += chance * token_worth(s, p, token) * (p == seat ? (int)PATIENT : patience(s)) / PATIENT;
                if (chance == POINT)
                        return;
                points[p] -= distance(s->pawn[p], cell);
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

/* --- deals, and slips --- */

/* Slips are the player's own moves: nobody is asked or advised by mistake. */
static move slip(const void *view, uint32_t dice)
{
        const struct labyrinth *s = (const struct labyrinth *)view;
        move list[MAX_MOVES];
        int n = labyrinth.legal(s, list);

        if (s->phase == LABYRINTH_ADVISE)
                return REFUSE;
        while (s->phase == LABYRINTH_SHIFT && list[n - 1] >= OFFER)
                n--;
        return list[place_of(dice, n)];
}

enum { NO_SEAT = -1 };

/* A player who does not see everything asks the one with the least, now and then, keeping a wand. */
static int plea(const void *view, uint64_t seed, move *offer)
{
        const struct labyrinth *s = (const struct labyrinth *)view;
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], players = s->options.value[PLAYERS], least = NO_SEAT;

        if (s->phase != LABYRINTH_SHIFT || s->options.value[LABYRINTH_DEALS] == DEALS_OFF || s->asked || s->wands[s->turn] < 2 ||
            seed % 8)
                return 0;
        labyrinth.score(s, points, tiebreak);
        for (int p = 0; p < players; p++)
                if (p != s->turn && (least == NO_SEAT || points[p] < points[least]))
                        least = p;
        *offer = (move)(OFFER + OFFER_SEAT * least + 1);
        return 1;
}

/* After asking, the wands are as good as spent: paying them costs only their points. */
static int32_t favour(const void *view, move m)
{
        const struct labyrinth *s = (const struct labyrinth *)view;

        if (s->phase != LABYRINTH_SHIFT || !s->promised || s->advice / GOALS != (int)m)
                return 0;
        return POINT * wand_chance(s) * s->promised;
}

static const struct level LEVELS_MEASURED[LEVELS] = { { 20, 80, 710, 0, 0, 0 },   { 25, 60, 1070, 0, 0, 0 },
                                                      { 30, 40, 1500, 0, 0, 0 },  { 40, 25, 1850, 0, 0, 0 },
                                                      { 60, 12, 2410, 0, 0, 0 },  { 100, 0, 2970, 0, 0, 0 },
                                                      { 300, 0, 3110, 0, 0, 0 },  { 1500, 0, 3470, 0, 0, 0 },
                                                      { 8000, 0, 3550, 0, 0, 0 }, { 40000, 0, 3690, 0, 0, 0 } };

const struct guide labyrinth_guide = { .game = &labyrinth,
                                       .levels = LEVELS_MEASURED,
                                       .hint_level = 8,
                                       .classic = LEVELS_MEASURED,
                                       .turns = turns,
                                       .worth = worth,
                                       .lead = lead,
                                       .share = share,
                                       .slip = slip,
                                       .plea = plea,
                                       .favour = favour };
