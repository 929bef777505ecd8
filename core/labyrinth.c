/* Master Labyrinth: wizards collect 21 numbered tokens, in order, from a maze that shifts.
 *
 * A turn pushes the spare tile in at an edge, which moves a line of the maze, and then walks along connected corridors. A wand
 * buys a second such move; an opponent's advice can be bought with wands as well. Everything is dealt at the start, and only
 * the formula cards are secret. The numbers in brackets are those of docs/labyrinth.md.
 *
 * The maze is four words of 49 bits: the cells that are open to the north, to the east, to the south, to the west. Pushing a
 * line is a shift under a mask; what connects to the pawn is a flood fill over all corridors at once. */
#include <string.h>

#include "bits.h"
#include "labyrinth_parts.h"

enum { NORTH, EAST, SOUTH, WEST };
enum { FIRST_WANDS = 3, FORMULA_POINTS = 20 };

static const uint8_t SIDES[ORIENTED_TILES] = { 5, 10, 3, 6, 12, 9, 7, 14, 13, 11 }; /* north 1, east 2, south 4, west 8 */
static const uint8_t FIRST_OF_SHAPE[SHAPES + 1] = { 0, 2, 6, 10 };                  /* straights, corners, tees */
static const uint8_t TILE_OF_SIDES[16] = { 0, 0, 0, 2, 0, 0, 3, 6, 0, 5, 1, 9, 4, 8, 7, 0 };
static const uint8_t LOOSE[2][SHAPES] = { { 12, 16, 6 }, { 13, 15, 6 } }; /* crazy, master */

static const uint64_t MAZE = 0x1ffffffffffff;
static const uint64_t COLUMN_G = 0x1020408102040;
#define ROW_1_CELLS    0x7full
#define COLUMN_A_CELLS 0x0040810204081ull

/* The fixed tiles are on the odd rows and columns: a c e g from row 1 up. [1.4] */
static const uint64_t FIXED_CELLS = 0x55ull | 0x55ull << 14 | 0x55ull << 28 | 0x55ull << 42;
static const uint8_t FIXED_TILES[16] = { 2, 9, 9, 5, 6, 9, 8, 8, 6, 6, 7, 8, 3, 7, 7, 4 };

/* The tokens start on the loose cells that are not on the edge. [1.7] */
static const uint64_t INNER_CELLS = 0x3eull << 7 | 0x2aull << 14 | 0x3eull << 21 | 0x2aull << 28 | 0x3eull << 35;

static const uint8_t STARTS[2][3][MAX_PLAYERS] = {
        { { 42, 6, 0, 0 }, { 42, 48, 6, 0 }, { 42, 48, 6, 0 } },     /* a7 g1; a7 g7 g1; a7 g7 g1 a1 */
        { { 30, 18, 0, 0 }, { 30, 32, 18, 0 }, { 30, 32, 18, 16 } }, /* c5 e3; c5 e5 e3; c5 e5 e3 c3 */
};

static const uint8_t FORMULAS[CARDS][3] = {
        { 15, 2, 4 },  { 10, 12, 16 }, { 8, 19, 5 }, { 21, 16, 2 }, { 19, 7, 15 }, { 13, 15, 12 }, { 17, 5, 6 },
        { 14, 4, 10 }, { 1, 10, 13 },  { 3, 18, 1 }, { 16, 9, 7 },  { 12, 1, 9 },  { 2, 8, 17 },   { 9, 20, 11 },
        { 6, 14, 8 },  { 11, 3, 14 },  { 7, 6, 21 }, { 18, 21, 5 }, { 20, 17, 3 }, { 4, 13, 20 },  { 18, 11, 19 },
};

static const struct option OPTIONS[] = {
        { "players", NUMBER, 2, 4, 2, 0, "how many play" },
        { "tiles", CHOICE, 0, 0, 0, "crazy master", "which loose tiles: 12 straights and 16 corners, or 13 and 15" },
        { "start", CHOICE, 0, 0, 0, "corners inner", "where the pawns begin" },
        { "deals", CHOICE, 0, 0, 0, "wands off", "whether advice may be bought with wands" },
        { "limit", NUMBER, 0, 9999, 0, 0, "the game is also over after this many turns of all players together; 0: never" },
        { "first", SEAT, 0, 0, 0, 0, "who begins" },
        { 0, 0, 0, 0, 0, 0, 0 }
};

int labyrinth_number(int token)
{
        return token == TOKENS ? 25 : token;
}

/* --- the maze --- */

static int shape_of(int tile)
{
        return (tile >= FIRST_OF_SHAPE[CORNER]) + (tile >= FIRST_OF_SHAPE[TEE]);
}

int labyrinth_sides(int tile)
{
        return SIDES[tile];
}

int labyrinth_tile(const struct labyrinth *s, int cell)
{
        return TILE_OF_SIDES[has(s->open[NORTH], cell) | has(s->open[EAST], cell) << 1 | has(s->open[SOUTH], cell) << 2 |
                             has(s->open[WEST], cell) << 3];
}

void labyrinth_place_tile(struct labyrinth *s, int cell, int tile)
{
        for (int side = NORTH; side <= WEST; side++)
                s->open[side] = (s->open[side] & ~bit(cell)) | (uint64_t)has(SIDES[tile], side) << cell;
}

/* The cells that are connected with the one to the north, and those with the one to the east: both are open towards
 * each other. [1.3] */
static uint64_t opening_north(const uint64_t *open)
{
        return open[NORTH] & open[SOUTH] >> 7;
}

static uint64_t opening_east(const uint64_t *open)
{
        return open[EAST] & open[WEST] >> 1 & ~COLUMN_G;
}

static uint64_t beyond(uint64_t cells, uint64_t northward, uint64_t eastward)
{
        return (cells & northward) << 7 | (cells >> 7 & northward) | (cells & eastward) << 1 | (cells >> 1 & eastward);
}

/* The cells that connect to some cells in one step. */
uint64_t labyrinth_neighbours(const struct labyrinth *s, uint64_t cells)
{
        return beyond(cells, opening_north(s->open), opening_east(s->open));
}

static uint64_t reach(const uint64_t *open, uint64_t cells)
{
        uint64_t northward = opening_north(open), eastward = opening_east(open), before;

        do {
                before = cells;
                for (int steps = 0; steps < 3; steps++) /* checking each time whether it grew costs more */
                        cells |= beyond(cells, northward, eastward);
        } while (cells != before);
        return cells;
}

uint64_t labyrinth_reach(const struct labyrinth *s, int cell)
{
        return reach(s->open, bit(cell));
}

/* A push: the cells of its line, where the tile goes in and comes out, and the direction in which the line moves, as a step in
 * the numbers of its cells. */
struct push {
        uint64_t line;
        uint16_t enter, leave, up, down;
};

#define FROM_NORTH(column)                                                                                                         \
        {                                                                                                                          \
                COLUMN_A_CELLS << column, 42 + column, column, 0, 7                                                                \
        }
#define FROM_SOUTH(column)                                                                                                         \
        {                                                                                                                          \
                COLUMN_A_CELLS << column, column, 42 + column, 7, 0                                                                \
        }
#define FROM_EAST(row)                                                                                                             \
        {                                                                                                                          \
                ROW_1_CELLS << 7 * row, 7 * row + 6, 7 * row, 0, 1                                                                 \
        }
#define FROM_WEST(row)                                                                                                             \
        {                                                                                                                          \
                ROW_1_CELLS << 7 * row, 7 * row, 7 * row + 6, 1, 0                                                                 \
        }

static const struct push PUSH[PUSHES] = {
        FROM_NORTH(1), FROM_NORTH(3), FROM_NORTH(5), FROM_EAST(1), FROM_EAST(3), FROM_EAST(5),
        FROM_SOUTH(1), FROM_SOUTH(3), FROM_SOUTH(5), FROM_WEST(1), FROM_WEST(3), FROM_WEST(5),
};

/* The maze after a push, with a hole where the tile goes in. */
static void push_line(const struct push *push, const uint64_t *open, uint64_t *pushed)
{
        for (int side = NORTH; side <= WEST; side++) {
                uint64_t moving = open[side] & push->line;

                pushed[side] = (open[side] ^ moving) | (moving << push->up >> push->down & push->line & ~bit(push->enter));
        }
}

static void fill_hole(uint64_t *open, int cell, int tile)
{
        for (int side = NORTH; side <= WEST; side++)
                open[side] |= (uint64_t)has(SIDES[tile], side) << cell;
}

/* What stood on the tile that is pushed out is placed on the new tile, so for pawns and tokens a shift rotates the line as a
 * ring. [3.1.4] */
static int carried(const struct push *push, int cell)
{
        int step = cell == push->leave ? push->enter - cell : push->up - push->down;

        return cell + step * has(push->line, cell); /* without a branch, which nobody could predict */
}

/* Where those on these cells came from. */
static uint64_t came_from(const struct push *push, uint64_t cells)
{
        uint64_t moved = cells & push->line;

        return (cells ^ moved) | (moved >> push->up << push->down & push->line) | (uint64_t)has(moved, push->enter) << push->leave;
}

void labyrinth_shift(struct labyrinth *s, int shift)
{
        const struct push *push = &PUSH[shift / ORIENTED_TILES];
        int enter = push->enter, leave = push->leave, step = push->up - push->down;
        int fallen = labyrinth_tile(s, leave);
        uint8_t token = s->token[leave];

        push_line(push, s->open, s->open);
        fill_hole(s->open, enter, shift % ORIENTED_TILES);
        for (int cell = leave; cell != enter; cell -= step)
                s->token[cell] = s->token[cell - step];
        s->token[enter] = token;
        for (int p = 0; p < MAX_PLAYERS; p++)
                s->pawn[p] = (uint8_t)carried(push, s->pawn[p]);
        s->spare = (uint8_t)shape_of(fallen);
        s->barred = (uint8_t)((shift / ORIENTED_TILES + PUSHES / 2) % PUSHES);
}

/* What connects to these cells through a tile of this shape in a hole, turned in any way. The tile leads from the hole to the
 * neighbours that are open towards it, and into the hole from those. */
static uint64_t reach_through(const uint64_t *open, int hole, int shape, uint64_t cells)
{
        static const int8_t STEP[] = { 7, 1, -7, -1 };
        int neighbours = 0, from = 0, to = 0;
        uint64_t beyond = bit(hole);

        for (int side = NORTH; side <= WEST; side++) {
                int cell = hole + STEP[side];

                if (cell < 0 || cell >= MAZE_CELLS || !has(open[(side + 2) % 4], cell) || (side % 2 && cell / 7 != hole / 7))
                        continue;
                neighbours |= 1 << side;
                from |= has(cells, cell) << side;
        }
        for (int tile = FIRST_OF_SHAPE[shape]; tile < FIRST_OF_SHAPE[shape + 1]; tile++)
                if (has(cells, hole) || SIDES[tile] & from)
                        to |= 1 << 4 | SIDES[tile];
        if (!to)
                return cells;
        for (int side = NORTH; side <= WEST; side++)
                if (to & neighbours & 1 << side)
                        beyond |= bit(hole + STEP[side]);
        return reach(open, cells | beyond);
}

int labyrinth_takes_after(const struct labyrinth *s, int shift, int cell)
{
        const struct push *push = &PUSH[shift / ORIENTED_TILES];
        int pawn = carried(push, s->pawn[s->turn]), goal = carried(push, cell);
        uint64_t open[4];

        push_line(push, s->open, open);
        fill_hole(open, push->enter, shift % ORIENTED_TILES);
        return pawn != goal && has(reach(open, bit(pawn)), goal);
}

/* The pushes are counted for all cells at once: bit i of a cell's number is in count[i]. A player who is carried to the token does
 * not move there. [3.3.2] */
void labyrinth_ways(const struct labyrinth *s, int cell, uint64_t at_least[WAYS])
{
        uint64_t count[WAYS] = { 0 }, more = 0;

        for (int i = 0; i < PUSHES; i++) {
                const struct push *push = &PUSH[i];
                int goal = carried(push, cell);
                uint64_t line[4], all;

                if (i == s->barred)
                        continue;
                push_line(push, s->open, line);
                all = reach_through(line, push->enter, s->spare, reach(line, bit(goal)));
                all = came_from(push, all & ~bit(goal));
                for (int k = 0; k < WAYS; k++) {
                        uint64_t carry = count[k] & all;

                        count[k] ^= all;
                        all = carry;
                }
        }
        for (int k = WAYS - 1; k >= 0; k--)
                at_least[k] = more |= count[k];
}

uint64_t labyrinth_within_a_turn(const struct labyrinth *s, int cell)
{
        uint64_t at_least[WAYS];

        labyrinth_ways(s, cell, at_least);
        return at_least[0];
}

/* --- tokens --- */

int labyrinth_next(const struct labyrinth *s)
{
        return bit_first(~(uint64_t)(s->won[0] | s->won[1] | s->won[2] | s->won[3] | 1));
}

uint32_t labyrinth_formula(int card)
{
        return 1u << FORMULAS[card][0] | 1u << FORMULAS[card][1] | 1u << FORMULAS[card][2];
}

int labyrinth_points_for_tokens(const struct labyrinth *s, int player)
{
        int points = 0;

        for (uint32_t tokens = s->won[player]; tokens; tokens &= tokens - 1)
                points += labyrinth_number(bit_first(tokens));
        return points;
}

int labyrinth_points_for_formula(const struct labyrinth *s, int player)
{
        if (s->card[player] == NO_CARD)
                return 0;
        return FORMULA_POINTS * bit_count(s->won[player] & labyrinth_formula(s->card[player]));
}

static void score(const void *state, int *points, int *tiebreak)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                points[p] = labyrinth_points_for_tokens(s, p) + labyrinth_points_for_formula(s, p) + WAND_POINTS * s->wands[p];
                tiebreak[p] = 0; /* a tie is a shared win [4.7] */
        }
}

/* --- the turn --- */

static void end_game(struct labyrinth *s)
{
        s->phase = LABYRINTH_OVER;
        s->player = 0;
}

static void end_turn(struct labyrinth *s)
{
        s->turns++;
        if (s->turns == s->options.value[LABYRINTH_LIMIT]) {
                end_game(s);
                return;
        }
        s->turn = s->player = (uint8_t)(s->turn + 1 == s->options.value[PLAYERS] ? 0 : s->turn + 1);
        s->wand_used = s->asked = 0;
        s->phase = LABYRINTH_SHIFT;
}

/* Without a wand left, or after one was used this turn, the turn ends by itself. [6.7] */
static void ask_for_wand(struct labyrinth *s)
{
        if (s->wands[s->turn] && !s->wand_used)
                s->phase = LABYRINTH_WAND;
        else
                end_turn(s);
}

void labyrinth_end_deal(struct labyrinth *s)
{
        s->adviser = s->promised = 0;
        s->advice = NO_ADVICE;
}

static void walk(struct labyrinth *s, int goal)
{
        if (s->promised && s->advice % GOALS == goal) {
                s->wands[s->turn] = (uint8_t)(s->wands[s->turn] - s->promised);
                s->wands[s->adviser] = (uint8_t)(s->wands[s->adviser] + s->promised);
        }
        labyrinth_end_deal(s);
        if (goal != STAY)
                s->pawn[s->turn] = (uint8_t)goal;
        if (goal != STAY && s->token[goal] == labyrinth_next(s))
                s->phase = LABYRINTH_TAKE;
        else
                ask_for_wand(s);
}

static void take(struct labyrinth *s)
{
        int cell = s->pawn[s->turn], token = s->token[cell];

        s->won[s->turn] |= 1u << token;
        s->token[cell] = 0;
        if (token == TOKENS)
                end_game(s);
        else
                ask_for_wand(s);
}

/* --- moves --- */

static void make(struct labyrinth *s, move m)
{
        switch (s->phase) {
        case LABYRINTH_SHIFT:
                if (m >= OFFER) {
                        s->adviser = s->player = (uint8_t)((m - OFFER) / OFFER_SEAT);
                        s->promised = (uint8_t)((m - OFFER) % OFFER_SEAT);
                        s->asked |= (uint8_t)(1 << s->adviser);
                        s->phase = LABYRINTH_ADVISE;
                        return;
                }
                if (s->promised && s->advice / GOALS != (int)m)
                        labyrinth_end_deal(s);
                labyrinth_shift(s, (int)m);
                s->phase = LABYRINTH_MOVE;
                return;
        case LABYRINTH_ADVISE:
                if (m == REFUSE)
                        labyrinth_end_deal(s);
                else
                        s->advice = (uint16_t)m;
                s->player = s->turn;
                s->phase = LABYRINTH_SHIFT;
                return;
        case LABYRINTH_MOVE:
                walk(s, (int)m);
                return;
        case LABYRINTH_TAKE:
                if (m == TAKE_IT)
                        take(s);
                else
                        ask_for_wand(s);
                return;
        default:
                if (m == END_TURN) {
                        end_turn(s);
                        return;
                }
                s->wands[s->turn]--;
                s->wand_used = 1;
                s->phase = LABYRINTH_SHIFT;
        }
}

static int turn(const void *state)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        return s->phase == LABYRINTH_OVER ? (int)OVER : s->player;
}

static int apply(void *state, move m)
{
        make((struct labyrinth *)state, m);
        return turn(state);
}

static int owner(const void *state)
{
        return ((const struct labyrinth *)state)->turn;
}

/* The spare tile looks different after each of so many quarter turns: two, or four, which are powers of two. */
static int halvings(const struct labyrinth *s)
{
        return s->spare == STRAIGHT ? 1 : 2;
}

static int turns_round(const struct labyrinth *s)
{
        return 1 << halvings(s);
}

/* The i-th legal shift: all pushes but the barred one, each with the spare's orientations. */
static int nth_shift(const struct labyrinth *s, int i)
{
        int push = i >> halvings(s);

        push += push >= s->barred;
        return ORIENTED_TILES * push + FIRST_OF_SHAPE[s->spare] + (i & (turns_round(s) - 1));
}

static int count_shifts(const struct labyrinth *s)
{
        return (PUSHES - (s->barred != NO_PUSH)) * turns_round(s);
}

/* One adviser for each shift, each opponent once a turn. [3.5.6, 3.5.7] */
static int can_ask(const struct labyrinth *s, int player)
{
        return is(s, LABYRINTH_DEALS, DEALS_WANDS) && !s->promised && player != s->turn && !has(s->asked, player);
}

static uint64_t goals(const struct labyrinth *s)
{
        return labyrinth_reach(s, s->pawn[s->turn]) & ~bit(s->pawn[s->turn]);
}

static int list_goals(const struct labyrinth *s, move before, move *list)
{
        int n = 0;

        list[n++] = before + STAY;
        for (uint64_t cells = goals(s); cells; cells &= cells - 1)
                list[n++] = before + (move)bit_first(cells);
        return n;
}

static int legal(const void *state, move *list)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int n = 0;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                for (int i = 0; i < count_shifts(s); i++)
                        list[n++] = (move)nth_shift(s, i);
                for (int p = 0; p < s->options.value[PLAYERS]; p++)
                        for (int wands = 1; can_ask(s, p) && wands <= s->wands[s->turn]; wands++)
                                list[n++] = (move)(OFFER + OFFER_SEAT * p + wands);
                return n;
        case LABYRINTH_ADVISE:
                list[n++] = REFUSE;
                for (int i = 0; i < count_shifts(s); i++) {
                        struct labyrinth after = *s;

                        labyrinth_shift(&after, nth_shift(s, i));
                        n += list_goals(&after, (move)(GOALS * nth_shift(s, i)), list + n);
                }
                return n;
        case LABYRINTH_MOVE:
                return list_goals(s, 0, list);
        case LABYRINTH_TAKE:
        case LABYRINTH_WAND:
                list[n++] = 0;
                list[n++] = 1;
                return n;
        default:
                return 0;
        }
}

static move pick_from_list(const void *state, uint32_t dice)
{
        move list[MAX_MOVES];

        return list[place_of(dice, legal(state, list))];
}

static move pick(const void *state, uint32_t dice)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        uint64_t cells;
        int i;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                if (is(s, LABYRINTH_DEALS, DEALS_OFF) || !s->wands[s->turn])
                        return (move)nth_shift(s, place_of(dice, count_shifts(s)));
                break;
        case LABYRINTH_MOVE:
                cells = goals(s);
                i = place_of(dice, 1 + bit_count(cells));
                return i == 0 ? (move)STAY : (move)bit_nth(cells, i - 1);
        default:
                break;
        }
        return pick_from_list(state, dice);
}

/* --- setup --- */

static void setup(void *state, const struct options *o, struct draw *d)
{
        struct labyrinth *s = (struct labyrinth *)state;
        int players = o->value[PLAYERS], left[SHAPES], fixed = 0, tiles = 34;
        uint64_t cells = INNER_CELLS, cards = bit(CARDS) - 1;

        memset(s, 0, sizeof *s);
        s->options = *o;
        s->turn = s->player = (uint8_t)o->value[LABYRINTH_FIRST];
        s->barred = NO_PUSH;
        s->advice = NO_ADVICE;
        for (int shape = 0; shape < SHAPES; shape++)
                left[shape] = LOOSE[o->value[LABYRINTH_TILES]][shape];
        for (int cell = 0; cell <= MAZE_CELLS; cell++) {
                int shape = STRAIGHT, nth;

                if (has(FIXED_CELLS, cell)) {
                        labyrinth_place_tile(s, cell, FIXED_TILES[fixed++]);
                        continue;
                }
                for (nth = (int)draw_below(d, (uint32_t)tiles--); nth >= left[shape]; shape++)
                        nth -= left[shape];
                left[shape]--;
                s->spare = (uint8_t)shape; /* the tile after the last cell is the one left over */
                if (cell < MAZE_CELLS)
                        labyrinth_place_tile(s, cell, FIRST_OF_SHAPE[shape] + (int)draw_below(d, (uint32_t)turns_round(s)));
        }
        for (uint8_t token = 1; token <= TOKENS; token++) {
                int cell = draw_member(d, cells);

                s->token[cell] = token;
                cells &= ~bit(cell);
        }
        for (int p = 0; p < players; p++) {
                s->pawn[p] = STARTS[o->value[LABYRINTH_START]][players - 2][p];
                s->wands[p] = FIRST_WANDS;
                s->card[p] = (uint8_t)draw_member(d, cards);
                cards &= ~bit(s->card[p]);
        }
}

/* --- hidden things: the formula cards, until the game is over --- */

static void redact(void *state, int viewer)
{
        struct labyrinth *s = (struct labyrinth *)state;

        for (int p = 0; p < MAX_PLAYERS && p < s->options.value[PLAYERS]; p++)
                if (p != viewer && viewer != EVERYTHING && s->phase != LABYRINTH_OVER)
                        s->card[p] = NO_CARD;
}

static void determinize(void *state, int viewer, struct draw *d)
{
        struct labyrinth *s = (struct labyrinth *)state;
        uint64_t cards = bit(CARDS) - 1;

        (void)viewer;
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                if (s->card[p] != NO_CARD)
                        cards &= ~bit(s->card[p]);
        for (int p = 0; p < MAX_PLAYERS && p < s->options.value[PLAYERS]; p++)
                if (s->card[p] == NO_CARD) {
                        s->card[p] = (uint8_t)draw_member(d, cards);
                        cards &= ~bit(s->card[p]);
                }
}

/* --- the invariants --- */

static const char *broken_maze(const struct labyrinth *s)
{
        int shapes[SHAPES] = { 0 }, fixed = 0;

        shapes[s->spare]++;
        for (int cell = 0; cell < MAZE_CELLS; cell++) {
                int tile = labyrinth_tile(s, cell);

                if (!has(FIXED_CELLS, cell))
                        shapes[shape_of(tile)]++;
                else if (tile != FIXED_TILES[fixed++])
                        return "a fixed tile has moved";
        }
        for (int shape = 0; shape < SHAPES; shape++)
                if (shapes[shape] != LOOSE[s->options.value[LABYRINTH_TILES]][shape])
                        return "the loose tiles are not as many of each shape as the game has";
        if ((s->open[NORTH] | s->open[EAST] | s->open[SOUTH] | s->open[WEST]) & ~MAZE)
                return "a tile lies off the maze";
        return 0;
}

static const char *broken_things(const struct labyrinth *s, int viewer)
{
        int players = s->options.value[PLAYERS], wands = s->wand_used;
        uint32_t won = 1, there = 0; /* bit 0 is not a token */
        uint64_t cards = 0;

        for (int p = 0; p < players; p++) {
                if (s->pawn[p] >= MAZE_CELLS)
                        return "a pawn stands off the maze";
                if (won & s->won[p] & ~1u)
                        return "a token was taken twice";
                won |= s->won[p];
                wands += s->wands[p];
                if (s->card[p] == NO_CARD) {
                        if (viewer == EVERYTHING || viewer == p || s->phase == LABYRINTH_OVER)
                                return "a formula card is not given";
                        continue;
                }
                if (has(cards, s->card[p]))
                        return "two players have the same formula card";
                cards |= bit(s->card[p]);
        }
        if (wands > FIRST_WANDS * players)
                return "there are more wands than three for each player";
        for (int cell = 0; cell < MAZE_CELLS; cell++)
                if (s->token[cell]) {
                        if (has(FIXED_CELLS, cell))
                                return "a token lies on a fixed tile";
                        if (has(there | won, s->token[cell]))
                                return "a token is in two places";
                        there |= 1u << s->token[cell];
                }
        if ((there | won) != (1u << (TOKENS + 1)) - 1)
                return "a token is missing";
        if (won & (won + 1))
                return "a token was taken before a lower one";
        return 0;
}

static const char *broken_deal(const struct labyrinth *s)
{
        struct labyrinth after = *s;
        int shift = s->advice / GOALS, goal = s->advice % GOALS;

        if (is(s, LABYRINTH_DEALS, DEALS_OFF) && s->asked)
                return "advice was asked in a game without deals";
        if (has(s->asked, s->turn) || s->asked >> s->options.value[PLAYERS])
                return "only opponents are asked for advice";
        if ((s->phase == LABYRINTH_ADVISE) != (s->promised && s->advice == NO_ADVICE))
                return "advice is awaited just while the opponent decides";
        if (!s->promised)
                return s->adviser || s->advice != NO_ADVICE ? "there is advice without a deal" : 0;
        if (s->phase != LABYRINTH_SHIFT && s->phase != LABYRINTH_ADVISE && s->phase != LABYRINTH_MOVE)
                return "the deal lasts longer than the move it is about";
        if (!has(s->asked, s->adviser) || s->promised > s->wands[s->turn])
                return "the deal is with somebody who was not asked, or for wands that the player does not have";
        if (s->phase == LABYRINTH_ADVISE)
                return 0;
        if (s->phase == LABYRINTH_SHIFT) {
                if (shift / ORIENTED_TILES == s->barred || shape_of(shift % ORIENTED_TILES) != s->spare)
                        return "the advice is not a legal shift";
                labyrinth_shift(&after, shift);
        } else {
                int push = shift / ORIENTED_TILES;

                if ((push + PUSHES / 2) % PUSHES != s->barred || labyrinth_tile(s, PUSH[push].enter) != shift % ORIENTED_TILES)
                        return "the shift made is not the one advised";
        }
        return goal == STAY || has(goals(&after), goal) ? 0 : "the advice leads to a cell that does not connect";
}

static const char *broken(const void *state, int viewer)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int players = s->options.value[PLAYERS], limit = s->options.value[LABYRINTH_LIMIT];
        int over = s->phase == LABYRINTH_OVER, all_taken, ended, begun;
        const char *why;

        if ((why = broken_maze(s)) || (why = broken_things(s, viewer)) || (why = broken_deal(s)))
                return why;
        all_taken = labyrinth_next(s) > TOKENS;
        ended = !all_taken && limit && s->turns == (uint64_t)limit;
        if (over != (all_taken || ended))
                return over ? "the game is not over yet" : "the game is over";
        if (limit && s->turns >= (uint64_t)limit + !!ended)
                return "more turns have ended than the limit allows";
        if ((s->turns - (uint64_t)ended + s->options.value[LABYRINTH_FIRST]) % (uint64_t)players != s->turn)
                return "after so many turns it is another player's turn";
        if (!over && s->player != (s->phase == LABYRINTH_ADVISE ? s->adviser : s->turn))
                return "only the adviser decides in another player's turn";
        begun = s->turns || s->wand_used || (s->phase != LABYRINTH_SHIFT && s->phase != LABYRINTH_ADVISE);
        if (begun != (s->barred != NO_PUSH))
                return begun ? "after a shift one push is barred" : "before the first shift no push is barred";
        if (s->phase == LABYRINTH_TAKE && s->token[s->pawn[s->turn]] != labyrinth_next(s))
                return "the pawn does not stand on the token to be taken next";
        if (s->phase == LABYRINTH_WAND && (s->wand_used || !s->wands[s->turn]))
                return "a wand can be used once a turn, by a player who has one";
        return 0;
}

const struct game labyrinth = {
        .name = "labyrinth",
        .title = "Master Labyrinth",
        .option = OPTIONS,
        .state_bytes = sizeof(struct labyrinth),
        .max_moves = MAX_MOVES,
        .moves = REFUSE + 1,
        .hides = 1,
        .uneven = 0,
        .measured = "deals=off limit=400", /* random play can take very long, and most of it would be offers */
        .quick = "limit=40",
        .daily = "tiles=crazy start=inner deals=off limit=60",
        .refusals = labyrinth_refusals,
        .misfit = fits_always,
        .setup = setup,
        .turn = turn,
        .owner = owner,
        .legal = legal,
        .weight = weighs_one,
        .pick = pick,
        .apply = apply,
        .score = score,
        .redact = redact,
        .seen = seen_by_all,
        .determinize = determinize,
        .json = labyrinth_json,
        .print_move = labyrinth_print_move,
        .refusal = labyrinth_refusal,
        .tally = labyrinth_tally,
        .effect = labyrinth_effect,
        .broken = broken,
};
