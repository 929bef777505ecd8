/* What the guides of Master Labyrinth share; see token_race.h. */
#include "token_race.h"

#include <string.h>

#include "../core/bits.h"

/* Strong players can lock a maze: each keeps the token from the other for ever. So when a game has lasted long for the tokens
 * taken, players become impatient: they search only one turn ahead, and mind less what others may get. */
enum { TURNS_A_TOKEN = 10, GRACE = 30 };

int race_patience(const struct labyrinth *s)
{
        int64_t late = (int64_t)s->turns - TURNS_A_TOKEN * (labyrinth_next(s) - 1) - GRACE;

        return late < 0 ? PATIENT : late > PATIENT ? 0 : PATIENT - (int)late;
}

int race_turns(const void *view)
{
        return race_patience((const struct labyrinth *)view) == PATIENT ? MOST_TURNS : 1;
}

int race_token_cell(const struct labyrinth *s)
{
        const uint8_t *found = (const uint8_t *)memchr(s->token, labyrinth_next(s), MAZE_CELLS);

        return (int)(found - s->token);
}

int race_distance(int a, int b)
{
        int columns = a % 7 - b % 7, rows = a / 7 - b / 7;

        return (columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows);
}

const uint64_t *race_ways(const struct labyrinth *s, int cell, struct memo *memo)
{
        uint64_t key = (uint64_t)(cell << 8 | s->spare << 4 | s->barred), i;

        for (int side = 0; side < 4; side++) {
                key = (key ^ s->open[side]) * 0x9e3779b97f4a7c15;
                key ^= key >> 29;
        }
        i = key & (memo->entries - 1);
        if (memo->entry[i].key != key) {
                memo->entry[i].key = key;
                labyrinth_ways(s, cell, memo->entry[i].cells);
        }
        return memo->entry[i].cells;
}

uint64_t race_near(const struct labyrinth *s, int cell, struct memo *memo)
{
        return race_ways(s, cell, memo)[0];
}

/* --- move selection --- */

/* Only shifts after which the token can be taken, if there are any. An adviser expects that the advice is followed. */
static int shifts_worth(const struct labyrinth *s, int seat, struct memo *memo, move *list)
{
        int n = labyrinth.legal(s, list), kept = 0, token = race_token_cell(s);

        if (s->promised && s->adviser == seat) {
                list[0] = (move)(s->advice / GOALS);
                return 1;
        }
        while (list[n - 1] >= OFFER)
                n--;
        if (!has(race_near(s, token, memo), s->pawn[s->turn]))
                return n;
        for (int i = 0; i < n; i++)
                if (labyrinth_takes_after(s, (int)list[i], token))
                        list[kept++] = list[i];
        return kept;
}

/* To the token, if possible. Else to cells from which it can be taken, nearest first: in the last turn of the search nothing
 * better is known. After the advised shift, only the advised goal. */
static int goals_worth(const struct labyrinth *s, int turns, struct memo *memo, int counts_ways, move *list)
{
        int n = labyrinth.legal(s, list), token = race_token_cell(s), rank[MOST_WORTH];
        const uint64_t *near = race_ways(s, token, memo);

        if (s->promised) {
                list[0] = (move)(s->advice % GOALS);
                return 1;
        }
        for (int i = 0; i < n; i++) {
                int cell = list[i] == STAY ? s->pawn[s->turn] : (int)list[i], k = i;
                int r = (i > 0 && cell == token ? 128 : 0) + 16 * has(near[0], cell) - race_distance(cell, token);
                move m = list[i];

                if (counts_ways)
                        r += 12 * has(near[1], cell) + 12 * has(near[2], cell) + 12 * has(near[3], cell);
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
        return 1 + has(race_near(s, race_token_cell(s), memo), s->pawn[s->turn]);
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
                token = race_token_cell(&after);
                goals_worth(&after, 1, memo, 0, goal);
                cell = goal[0] == STAY ? after.pawn[after.turn] : (int)goal[0];
                if (cell == token || has(race_near(&after, token, memo), cell))
                        list[n++] = shift[i] * GOALS + goal[0];
        }
        return n;
}

static int worth(const void *state, int seat, int turns, struct memo *memo, int counts_ways, move *list)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                return shifts_worth(s, seat, memo, list);
        case LABYRINTH_ADVISE:
                return advice_worth(s, memo, list);
        case LABYRINTH_MOVE:
                return goals_worth(s, turns, memo, counts_ways, list);
        case LABYRINTH_WAND:
                return wand_worth(s, memo, list);
        default:
                list[0] = TAKE_IT;
                return 1;
        }
}

int race_worth(const void *state, int seat, int turns, struct memo *memo, move *list)
{
        return worth(state, seat, turns, memo, 0, list);
}

int race_worth_by_ways(const void *state, int seat, int turns, struct memo *memo, move *list)
{
        return worth(state, seat, turns, memo, 1, list);
}

/* --- deals, and slips --- */

/* Slips are the player's own moves: nobody is asked or advised by mistake. */
move race_slip(const void *view, uint32_t dice)
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
int race_plea(const void *view, uint64_t seed, move *offer)
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
