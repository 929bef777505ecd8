/* Marrakech: rug sellers share one figure, Assam, on a market square of 7 by 7.
 *
 * The player whose turn it is turns Assam, rolls for him, pays if he stops on another player's carpet, and lays a carpet
 * beside him. Nothing is hidden. The numbers in brackets are those of docs/marrakech.md.
 *
 * The square is a word of 49 bits for each colour, which makes the two most frequent questions cheap: how large is the patch
 * that Assam stands on (a flood fill), and which pairs of cells beside him may be covered (a few shifts and masks). */
#include <string.h>

#include "bits.h"
#include "marrakech_parts.h"

enum { NORTH, EAST, SOUTH, WEST };
enum { FIRST_DIRHAMS = 30, TWO_PLAYER_PILE = 12, NOBODY = -1 };

static const uint64_t SQUARE = 0x1ffffffffffff;
static const uint64_t COLUMN_A = 0x0040810204081; /* a1 a2 … a7 */
static const uint64_t COLUMN_G = 0x1020408102040; /* g1 g2 … g7 */

static const struct option OPTIONS[] = {
        { "players", NUMBER, 2, 4, 4, 0, "how many play" },
        { "bankrupt", CHOICE, 0, 0, 0, "out stay", "whether a player who cannot pay is out of the game" },
        { "cover_own", CHOICE, 0, 0, 0, "no yes", "whether both halves of an own carpet may be covered at once" },
        { "orient", CHOICE, 0, 0, 0, "before after",
          "whether Assam is turned before the roll, or for the next player after laying" },
        { "first", SEAT, 0, 0, 0, 0, "who begins" },
        { 0, 0, 0, 0, 0, 0, 0 }
};

/* --- the square --- */

uint64_t marrakech_beside(uint64_t cells)
{
        return (cells << 7 | cells >> 7 | (cells & ~COLUMN_G) << 1 | (cells & ~COLUMN_A) >> 1) & SQUARE;
}

/* Leaving the square, Assam follows the arrow loop outside it and comes back on another line, in the opposite direction; at
 * the corners g7 and a1 he turns on the spot. Either is one step. [1.5]
 *
 * The loops join all lines to one circular track of 98 places: up column a, down b, up c … up g, then along row 7 to the west,
 * along 6 to the east … along 1 to the west, and back to a1. There is a second one for the opposite direction. Each is written
 * twice in a row, so any walk is an addition. */
#define BY_SEVEN(from) from, from + 7, from + 14, from + 21, from + 28, from + 35, from + 42
#define BACK_SEVEN(to) to + 42, to + 35, to + 28, to + 21, to + 14, to + 7, to
#define BY_ONE(from)   from, from + 1, from + 2, from + 3, from + 4, from + 5, from + 6
#define BACK_ONE(to)   to + 6, to + 5, to + 4, to + 3, to + 2, to + 1, to
#define UP(column)     BY_SEVEN(column + 64 * NORTH)
#define DOWN(column)   BACK_SEVEN(column + 64 * SOUTH)
#define EASTWARD(row)  BY_ONE(7 * row + 64 * EAST)
#define WESTWARD(row)  BACK_ONE(7 * row + 64 * WEST)

enum { PLACES = 98 };

#define TRACK_FORTH                                                                                                                \
        UP(0), DOWN(1), UP(2), DOWN(3), UP(4), DOWN(5), UP(6), WESTWARD(6), EASTWARD(5), WESTWARD(4), EASTWARD(3), WESTWARD(2),    \
                EASTWARD(1), WESTWARD(0)
#define TRACK_BACK                                                                                                                 \
        EASTWARD(0), WESTWARD(1), EASTWARD(2), WESTWARD(3), EASTWARD(4), WESTWARD(5), EASTWARD(6), DOWN(6), UP(5), DOWN(4), UP(3), \
                DOWN(2), UP(1), DOWN(0)

/* Both tracks, as cell + 64 * heading. */
static const uint8_t TRACK[4 * PLACES] = { TRACK_FORTH, TRACK_FORTH, TRACK_BACK, TRACK_BACK };

/* The place of each cell, row by row from the south: north, east, south, west. */
#define BACK(forth)    3 * PLACES - 1 - (forth)
#define NORTHWARD(row) row, BACK(13 - row), 14 + row, BACK(27 - row), 28 + row, BACK(41 - row), 42 + row
#define SOUTHWARD(row) BACK(row), 13 - row, BACK(14 + row), 27 - row, BACK(28 + row), 41 - row, BACK(42 + row)

static const uint16_t PLACE[4][MARRAKECH_CELLS] = {
        { NORTHWARD(0), NORTHWARD(1), NORTHWARD(2), NORTHWARD(3), NORTHWARD(4), NORTHWARD(5), NORTHWARD(6) },
        { BY_ONE(196), BY_ONE(84), BY_ONE(210), BY_ONE(70), BY_ONE(224), BY_ONE(56), BY_ONE(238) },
        { SOUTHWARD(0), SOUTHWARD(1), SOUTHWARD(2), SOUTHWARD(3), SOUTHWARD(4), SOUTHWARD(5), SOUTHWARD(6) },
        { BACK_ONE(91), BACK_ONE(203), BACK_ONE(77), BACK_ONE(217), BACK_ONE(63), BACK_ONE(231), BACK_ONE(49) },
};

int marrakech_walk(int cell, uint8_t *heading, int steps)
{
        int at = TRACK[PLACE[*heading][cell] + steps];

        *heading = (uint8_t)(at >> 6);
        return at & 63;
}

/* --- carpets --- */

int marrakech_owner(const struct marrakech *s, int colour)
{
        return s->options.value[PLAYERS] == 2 ? colour / 2 : colour;
}

/* The colour that shows on a cell; 0 if none does. */
static int colour_at(const struct marrakech *s, int cell)
{
        return has(s->colour[1], cell) + 2 * has(s->colour[2], cell) + 3 * has(s->colour[3], cell);
}

int marrakech_colour(const struct marrakech *s, int cell)
{
        return s->number[cell] ? colour_at(s, cell) : (int)NO_COLOUR;
}

/* The carpets that a player has left. */
static int carpets_of(const struct marrakech *s, int player)
{
        if (s->options.value[PLAYERS] == 2)
                return s->carpets[2 * player] + s->carpets[2 * player + 1];
        return s->carpets[player];
}

uint64_t marrakech_cells_of(const struct marrakech *s, int player)
{
        if (s->options.value[PLAYERS] == 2)
                return s->colour[2 * player] | s->colour[2 * player + 1];
        return s->colour[player];
}

static uint64_t grow(uint64_t patch, uint64_t cells)
{
        return ((patch | patch << 7 | patch >> 7) & cells) | (patch << 1 & (cells & ~COLUMN_A)) |
               (patch >> 1 & (cells & ~COLUMN_G));
}

/* The cells of a set that connect to one of them; none if the cell is not in it. Most patches reach no further than three cells. */
static uint64_t patch_in(uint64_t cells, int cell)
{
        uint64_t patch = grow(grow(grow(bit(cell) & cells, cells), cells), cells), before;

        do {
                before = patch;
                patch = grow(patch, cells);
        } while (patch != before);
        return patch;
}

/* The cells of one colour that connect to a cell of it. [4.3.2] */
uint64_t marrakech_patch_around(const struct marrakech *s, int cell, int colour)
{
        return patch_in(s->colour[colour], cell);
}

/* The cells that are paid for, one dirham each; carpets of the player's own and of a player who is out are free. [4.3] */
uint64_t marrakech_tolled(const struct marrakech *s, int cell)
{
        int colour = colour_at(s, cell), owner = marrakech_owner(s, colour);
        uint64_t is_due = !has(s->out | bit(s->player), owner);

        return patch_in(s->colour[colour] & -is_due, cell); /* without a branch, which nobody could predict */
}

int marrakech_toll(const struct marrakech *s, int cell)
{
        return bit_count(marrakech_tolled(s, cell));
}

/* Where a carpet may be laid: one half beside Assam, none under him [4.4.1, 4.4.2], and never over both halves of one carpet
 * [4.4.3], unless it is the player's own and the option allows it [6.3].
 *
 * Bit 2i of the result stands for the cell i - NEAR after Assam's and the next to the east, bit 2i+1 for that cell and the next to
 * the north: the bits are in the order of the moves, see lay_of(). */
enum { NEAR = 14 };

static uint64_t places(const struct marrakech *s)
{
        uint64_t assam = bit(s->assam), near = marrakech_beside(assam);
        uint64_t own = s->options.value[MARRAKECH_COVER_OWN] == COVER_OWN_YES ? marrakech_cells_of(s, s->player) : 0;
        uint64_t east = (near | near >> 1) & ~(assam | assam >> 1) & ~COLUMN_G & ~(s->joined[0] & ~own);
        uint64_t north = (near | near >> 7) & ~(assam | assam >> 7) & SQUARE >> 7 & ~(s->joined[1] & ~own);

        return bit_spread(east << NEAR >> s->assam) | bit_spread(north << NEAR >> s->assam) << 1;
}

/* The move of a bit in places(). */
static move lay_of(const struct marrakech *s, int place)
{
        return (move)(2 * (s->assam - NEAR) + place);
}

void marrakech_lay(struct marrakech *s, int cell, int north)
{
        int other = cell + (north ? 7 : 1);
        int colour = s->drawn != NO_COLOUR ? s->drawn : s->player;
        uint64_t cells = bit(cell) | bit(other);

        for (int below = 0; below < CARPET_COLOURS; below++)
                s->colour[below] &= ~cells;
        s->colour[colour] |= cells;
        s->joined[0] &= ~(cells | cells >> 1);
        s->joined[1] &= ~(cells | cells >> 7);
        s->joined[north] |= bit(cell);
        s->number[cell] = s->number[other] = ++s->laid;
        s->carpets[colour]--;
        s->drawn = NO_COLOUR;
}

/* --- the turn --- */

/* The phase in which a turn begins. */
static void begin_turn(struct marrakech *s)
{
        if (s->options.value[PLAYERS] == 2)
                s->phase = MARRAKECH_DRAW;
        else
                s->phase = s->options.value[MARRAKECH_ORIENT] == ORIENT_BEFORE ? MARRAKECH_TURN_ASSAM : MARRAKECH_ROLL;
}

/* The next player to the left who is still in and has a carpet to lay, or NOBODY. */
static int next_player(const struct marrakech *s)
{
        int players = s->options.value[PLAYERS], player = s->player;

        for (int i = 0; i < players; i++) {
                player = player + 1 == players ? 0 : player + 1;
                if (!has(s->out, player) && carpets_of(s, player))
                        return player;
        }
        return NOBODY;
}

/* Over when only one player is still in, or none of them has carpets left. [5.1, 5.2] */
static int is_over(const struct marrakech *s, int next)
{
        return bit_count(s->out) + 1 == s->options.value[PLAYERS] || next == NOBODY;
}

static void end_turn(struct marrakech *s)
{
        int next = next_player(s);

        if (is_over(s, next)) {
                s->phase = MARRAKECH_OVER;
                s->player = 0;
                return;
        }
        s->player = (uint8_t)next;
        begin_turn(s);
}

static void setup(void *state, const struct options *o, struct draw *d)
{
        struct marrakech *s = (struct marrakech *)state;
        int players = o->value[PLAYERS];

        (void)d; /* the piles of two players are drawn from, not shuffled ahead */
        memset(s, 0, sizeof *s);
        s->options = *o;
        s->assam = 24; /* d4 */
        s->heading = SOUTH;
        s->drawn = NO_COLOUR;
        s->player = (uint8_t)o->value[MARRAKECH_FIRST];
        for (int p = 0; p < players; p++)
                s->dirhams[p] = FIRST_DIRHAMS;
        for (int colour = 0; colour < CARPET_COLOURS; colour++)
                if (players == 3)
                        s->carpets[colour] = colour < 3 ? 15 : 0;
                else
                        s->carpets[colour] = 12;
        begin_turn(s);
}

/* A player who cannot pay in full pays what they have, and may be out. [4.3.5, 4.3.6] */
static void pay(struct marrakech *s)
{
        int toll = marrakech_toll(s, s->assam), purse = s->dirhams[s->player];
        int paid = toll < purse ? toll : purse;

        s->dirhams[s->player] = (uint8_t)(purse - paid);
        s->dirhams[marrakech_owner(s, colour_at(s, s->assam))] += (uint8_t)paid;
        if (paid < toll && s->options.value[MARRAKECH_BANKRUPT] == BANKRUPT_OUT)
                s->out |= (uint8_t)(1 << s->player);
}

static void make(struct marrakech *s, move m)
{
        switch (s->phase) {
        case MARRAKECH_DRAW:
                s->drawn = (uint8_t)m;
                s->phase = s->options.value[MARRAKECH_ORIENT] == ORIENT_BEFORE ? MARRAKECH_TURN_ASSAM : MARRAKECH_ROLL;
                return;
        case MARRAKECH_TURN_ASSAM:
                s->heading = (uint8_t)m;
                if (s->options.value[MARRAKECH_ORIENT] == ORIENT_AFTER)
                        end_turn(s);
                else
                        s->phase = MARRAKECH_ROLL;
                return;
        case MARRAKECH_ROLL:
                s->assam = (uint8_t)marrakech_walk(s->assam, &s->heading, (int)m);
                pay(s);
                s->phase = MARRAKECH_LAY;
                if (has(s->out, s->player)) {
                        s->drawn = NO_COLOUR;
                        end_turn(s);
                }
                return;
        default:
                marrakech_lay(s, (int)(m / 2), m & 1);
                if (s->options.value[MARRAKECH_ORIENT] == ORIENT_AFTER && !is_over(s, next_player(s)))
                        s->phase = MARRAKECH_TURN_ASSAM;
                else
                        end_turn(s);
        }
}

static int turn(const void *state)
{
        const struct marrakech *s = (const struct marrakech *)state;

        if (s->phase == MARRAKECH_OVER)
                return OVER;
        return s->phase == MARRAKECH_DRAW || s->phase == MARRAKECH_ROLL ? (int)CHANCE : s->player;
}

static int apply(void *state, move m)
{
        make((struct marrakech *)state, m);
        return turn(state);
}

static int owner(const void *state)
{
        return ((const struct marrakech *)state)->player;
}

/* --- moves: a colour, a heading, a roll, or twice the smaller cell plus 1 if the carpet lies north-south --- */

/* The colours of the player whose turn it is, starting with the first; with two players there are two. */
static int own_colour(const struct marrakech *s, int i)
{
        return 2 * s->player + i;
}

static int legal(const void *state, move *list)
{
        const struct marrakech *s = (const struct marrakech *)state;
        uint64_t set;
        int n = 0;

        switch (s->phase) {
        case MARRAKECH_DRAW:
                for (int i = 0; i < 2; i++)
                        if (s->carpets[own_colour(s, i)])
                                list[n++] = (move)own_colour(s, i);
                return n;
        case MARRAKECH_TURN_ASSAM: /* never about-face [4.1.2] */
                for (move heading = NORTH; heading <= WEST; heading++)
                        if (heading != (s->heading ^ 2u))
                                list[n++] = heading;
                return n;
        case MARRAKECH_ROLL:
                for (move steps = 1; steps <= 4; steps++)
                        list[n++] = steps;
                return n;
        case MARRAKECH_LAY:
                for (set = places(s); set; set &= set - 1)
                        list[n++] = lay_of(s, bit_first(set));
                return n;
        default:
                return 0;
        }
}

/* The die has the faces 1 2 2 3 3 4. [4.2.1] */
static int weight(const void *state, move m)
{
        const struct marrakech *s = (const struct marrakech *)state;

        if (s->phase == MARRAKECH_DRAW)
                return s->carpets[m];
        return m == 2 || m == 3 ? 2 : 1;
}

static move pick(const void *state, uint32_t dice)
{
        const struct marrakech *s = (const struct marrakech *)state;
        uint64_t set;
        int n, a, b;

        switch (s->phase) {
        case MARRAKECH_DRAW:
                a = own_colour(s, 0), b = own_colour(s, 1);
                return (move)(place_of(dice, s->carpets[a] + s->carpets[b]) < s->carpets[a] ? a : b);
        case MARRAKECH_TURN_ASSAM:
                n = place_of(dice, 3);
                return (move)(n + (n >= (s->heading ^ 2)));
        case MARRAKECH_ROLL:
                return (move)((place_of(dice, 6) + 3) / 2);
        default:
                set = places(s);
                return lay_of(s, bit_nth(set, place_of(dice, bit_count(set))));
        }
}

static void score(const void *state, int *points, int *tiebreak)
{
        const struct marrakech *s = (const struct marrakech *)state;

        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                tiebreak[p] = has(s->out, p) ? 0 : s->dirhams[p];
                points[p] = has(s->out, p) ? 0 : s->dirhams[p] + bit_count(marrakech_cells_of(s, p));
        }
}

/* --- the invariants --- */

/* The joins follow from the numbers; a carpet shows as one or two cells of one colour. */
static const char *broken_carpets(const struct marrakech *s)
{
        uint64_t east = 0, north = 0;
        int shows[49] = { 0 };

        for (int cell = 0; cell < MARRAKECH_CELLS; cell++) {
                int number = s->number[cell], colours = 0;

                for (int colour = 0; colour < CARPET_COLOURS; colour++)
                        colours += has(s->colour[colour], cell);
                if (colours != (number > 0))
                        return "a cell shows two carpets";
                if (number > s->laid)
                        return "a cell shows a carpet with a number higher than the carpets laid";
                if (number == 0)
                        continue;
                if (cell % 7 < 6 && number == s->number[cell + 1])
                        east |= bit(cell);
                if (cell / 7 < 6 && number == s->number[cell + 7])
                        north |= bit(cell);
                for (int other = 0; other < cell; other++)
                        if (s->number[other] == number && marrakech_colour(s, other) != marrakech_colour(s, cell))
                                return "a carpet shows two colours";
                shows[number]++;
        }
        for (int number = 1; number <= s->laid; number++)
                if (shows[number] > 2)
                        return "a carpet shows on more than two cells";
        for (int cell = 0; cell < MARRAKECH_CELLS; cell++)
                if (shows[s->number[cell]] == 2 && s->number[cell] && !has(east | east << 1 | north | north << 7, cell))
                        return "the two halves of a carpet do not share an edge";
        return s->joined[0] == east && s->joined[1] == north ? 0 : "the halves of a carpet are joined wrongly";
}

/* Who laid which carpet when is not checked: positions come from other programs too. [8.10] */
static const char *broken_counts(const struct marrakech *s)
{
        int players = s->options.value[PLAYERS], each = players == 2 ? 24 : players == 3 ? 15 : 12, left = 0, purse = 0;

        for (int colour = 0; colour < CARPET_COLOURS; colour++) {
                int starts = players == 2 ? TWO_PLAYER_PILE : colour < players ? each : 0;
                uint64_t numbers = 0;

                for (uint64_t cells = s->colour[colour]; cells; cells &= cells - 1)
                        numbers |= bit(s->number[bit_first(cells)]);
                if (s->carpets[colour] > starts)
                        return "a player has more carpets of a colour than there are";
                if (bit_count(numbers) > starts - s->carpets[colour])
                        return "more carpets of a colour lie on the square than were laid";
                left += s->carpets[colour];
        }
        if (left + s->laid != players * each)
                return "the carpets laid and those still to be laid are not all the carpets of the game";
        for (int p = 0; p < players; p++)
                purse += s->dirhams[p];
        if (purse != players * FIRST_DIRHAMS)
                return "the dirhams are not 30 for each player in all";
        return 0;
}

static const char *broken(const void *state, int viewer)
{
        const struct marrakech *s = (const struct marrakech *)state;
        int players = s->options.value[PLAYERS], carpets = 0, draws, has_laid;
        const char *why;

        (void)viewer;
        if ((why = broken_carpets(s)) || (why = broken_counts(s)))
                return why;
        if (s->out && s->options.value[MARRAKECH_BANKRUPT] != BANKRUPT_OUT)
                return "a player is out although bankrupt players stay";
        for (int p = 0; p < players; p++)
                if (has(s->out, p) && s->dirhams[p])
                        return "a player is out and has dirhams";
        if (bit_count(s->out) >= players)
                return "all players are out";
        for (int p = 0; p < players; p++)
                if (!has(s->out, p))
                        carpets += carpets_of(s, p);
        if ((carpets == 0 || bit_count(s->out) + 1 == players) != (s->phase == MARRAKECH_OVER))
                return s->phase == MARRAKECH_OVER ? "the game is not over yet" : "the game is over";
        if (has(s->out, s->player) && s->phase != MARRAKECH_OVER)
                return "a player who is out has the turn";
        has_laid = s->phase == MARRAKECH_TURN_ASSAM && s->options.value[MARRAKECH_ORIENT] == ORIENT_AFTER;
        if (s->phase != MARRAKECH_OVER && !has_laid && !carpets_of(s, s->player))
                return "the player whose turn it is has no carpet to lay";
        if (s->phase == MARRAKECH_DRAW && players != 2)
                return "only two players draw their carpets";
        draws = players == 2 && (s->phase == MARRAKECH_ROLL || s->phase == MARRAKECH_LAY ||
                                 (s->phase == MARRAKECH_TURN_ASSAM && s->options.value[MARRAKECH_ORIENT] == ORIENT_BEFORE));
        if (draws != (s->drawn != NO_COLOUR))
                return draws ? "no carpet is drawn" : "a carpet is drawn where none should be";
        if (draws && (marrakech_owner(s, s->drawn) != s->player || !s->carpets[s->drawn]))
                return "the carpet drawn is not one that the player has";
        return 0;
}

const struct game marrakech = {
        .name = "marrakech",
        .title = "Marrakech",
        .option = OPTIONS,
        .state_bytes = sizeof(struct marrakech),
        .max_moves = 12,
        .moves = 2 * MARRAKECH_CELLS,
        .hides = 0,
        .uneven = 0,
        .measured = 0,
        .quick = 0,
        .daily = "bankrupt=out cover_own=no orient=before",
        .refusals = marrakech_refusals,
        .misfit = fits_always,
        .setup = setup,
        .turn = turn,
        .owner = owner,
        .legal = legal,
        .weight = weight,
        .pick = pick,
        .apply = apply,
        .score = score,
        .redact = hides_nothing,
        .seen = seen_by_all,
        .determinize = nothing_to_guess,
        .json = marrakech_json,
        .print_move = marrakech_print_move,
        .refusal = marrakech_refusal,
        .tally = marrakech_tally,
        .effect = marrakech_effect,
        .broken = broken,
};
