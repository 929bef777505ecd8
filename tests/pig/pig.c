/* Pig, the smallest game with chance: roll and add up, or hold and keep the sum; a 1 loses it. It is built for tests alone
 * (`make GAME=tests/pig`), to show that a game which has nothing but its rules is playable: docs/adding-a-game.md. */
#include <string.h>

#include "../../core/bits.h"
#include "../../core/game.h"

enum { PIG_TARGET = 1, PIG_FIRST };      /* options, after PLAYERS */
enum { PIG_DECIDE, PIG_ROLL, PIG_OVER }; /* phases */
enum { HOLD, ROLL };                     /* moves; an outcome is what the die shows, 1 to 6 */

struct pig {
        struct options options;
        uint32_t points[MAX_PLAYERS];
        uint32_t sum; /* of this turn's rolls */
        uint8_t phase, player, unused[2];
};

static const struct option OPTIONS[] = { { "players", NUMBER, 2, 4, 2, 0, "how many play" },
                                         { "target", NUMBER, 10, 1000, 100, 0, "the points that win" },
                                         { "first", SEAT, 0, 0, 0, 0, "who begins" },
                                         { 0, 0, 0, 0, 0, 0, 0 } };

static const struct refusal REFUSALS[] = { { "hold-or-roll", "the player holds or rolls: hold or roll", NULL },
                                           { "rolling-the-die", "the die is being rolled; the outcome is 1 to 6", NULL },
                                           { "game-over", "the game is over", NULL },
                                           { 0, 0, 0 } };

static void setup(void *state, const struct options *o, struct draw *d)
{
        struct pig *s = (struct pig *)state;

        (void)d;
        memset(s, 0, sizeof *s);
        s->options = *o;
        s->player = (uint8_t)o->value[PIG_FIRST];
}

static int owner(const void *state)
{
        return ((const struct pig *)state)->player;
}

static int turn(const void *state)
{
        const struct pig *s = (const struct pig *)state;

        return s->phase == PIG_OVER ? (int)OVER : s->phase == PIG_ROLL ? (int)CHANCE : (int)s->player;
}

static void end_turn(struct pig *s, int holds)
{
        int over = (s->points[s->player] += holds ? s->sum : 0) >= s->options.value[PIG_TARGET];

        s->sum = 0;
        s->player = (uint8_t)(over ? 0 : (s->player + 1) % s->options.value[PLAYERS]);
        s->phase = over ? PIG_OVER : PIG_DECIDE;
}

static int apply(void *state, move m)
{
        struct pig *s = (struct pig *)state;
        int ends = s->phase == PIG_DECIDE ? m == HOLD : m == 1;

        s->sum += s->phase == PIG_ROLL ? m : 0;
        s->phase = s->phase == PIG_ROLL ? PIG_DECIDE : PIG_ROLL;
        if (ends)
                end_turn(s, m == HOLD);
        return turn(s);
}

static int legal(const void *state, move *list)
{
        int phase = ((const struct pig *)state)->phase, n = phase == PIG_ROLL ? 6 : phase == PIG_DECIDE ? 2 : 0;

        for (int i = 0; i < n; i++)
                list[i] = (move)(phase == PIG_ROLL ? i + 1 : i);
        return n;
}

static move pick(const void *state, uint32_t dice)
{
        move list[6];

        return list[place_of(dice, legal(state, list))];
}

static void score(const void *state, int *points, int *tiebreak)
{
        const struct pig *s = (const struct pig *)state;

        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                points[p] = (int)s->points[p], tiebreak[p] = 0;
}

static void json(struct json *j, void *state)
{
        struct pig *s = (struct pig *)state;

        json_phase(j, "decide roll over", PIG_OVER, s->options.value[PLAYERS], &s->phase, &s->player);
        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                json_text(j, p ? "," : ",\"points\":[");
                s->points[p] = (uint32_t)json_number(j, s->points[p], 0, 1 << 30);
        }
        json_text(j, "],\"sum\":");
        s->sum = (uint32_t)json_number(j, s->sum, 0, 1 << 30);
}

static void print_move(const void *state, move m, struct text *t)
{
        if (((const struct pig *)state)->phase == PIG_ROLL)
                text_number(t, m);
        else
                text_add(t, m == HOLD ? "hold" : "roll");
}

static const struct refusal *refusal(const void *state, const char *text)
{
        (void)text;
        return &REFUSALS[((const struct pig *)state)->phase];
}

static void tally(const void *state, int seat, struct json *j)
{
        json_count(j, "points", (int)((const struct pig *)state)->points[seat], 1);
}

static const char *broken(const void *state, int viewer)
{
        const struct pig *s = (const struct pig *)state;
        int reached = 0;

        (void)viewer;
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                reached += s->points[p] >= s->options.value[PIG_TARGET];
        if (reached != (s->phase == PIG_OVER))
                return "the game is over when one player has reached the target";
        return s->sum == 1 || (s->sum && reached) ? "the sum is not one of rolls" : 0;
}

/* clang-format off */
const struct game pig = {
        .name = "pig", .title = "Pig", .option = OPTIONS, .state_bytes = sizeof(struct pig), .max_moves = 6, .moves = 7,
        .hides = 0, .uneven = 0, .measured = 0, .quick = "target=20", .daily = 0, .refusals = REFUSALS, .misfit = fits_always, .setup = setup,
        .turn = turn, .owner = owner, .legal = legal, .weight = weighs_one, .pick = pick, .apply = apply, .score = score,
        .redact = hides_nothing, .seen = seen_by_all, .determinize = nothing_to_guess, .json = json, .print_move = print_move,
        .refusal = refusal, .tally = tally, .effect = no_effect, .broken = broken,
};
