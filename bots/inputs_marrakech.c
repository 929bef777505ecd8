/* What the net of Marrakech reads; see inputs.h.
 *
 * The square is turned so that Assam faces north: the arrows around it look the same after a half turn, and after an exchange of
 * columns and rows, so that there is one such view for each of his headings, and the net need not learn four. */
#include <string.h>

#include "../core/bits.h"
#include "../core/marrakech_parts.h"
#include "inputs.h"

enum {
        SEATS = MAX_PLAYERS,
        SIDE = 7,
        NEAR = 4,
        WINDOW = 2 * NEAR + 1,
        CLOSE = 2,
        CLOSE_WINDOW = 2 * CLOSE + 1,
        SIZES = 8,
        ROLLS = 4,
        HEADINGS = 3,
        TOTALS = 16 + 6,
        EXPECTED = 32
};

/* Where each group of features begins. Cells are those of the turned square. */
enum {
        ASSAM = 0,                                        /* his cell */
        CELL = ASSAM + MARRAKECH_CELLS,                   /* cell, seat whose carpet shows */
        SECOND = CELL + MARRAKECH_CELLS * SEATS,          /* two players: cells that show a player's second colour */
        WITHIN = SECOND + MARRAKECH_CELLS,                /* cell of the window around Assam, seat whose carpet shows */
        LARGE = WITHIN + WINDOW * WINDOW * SEATS,         /* the same for patches of five cells or more of others, and of oneself */
        JOINED = LARGE + 2 * CLOSE_WINDOW * CLOSE_WINDOW, /* cell that shows a carpet whole, with the next to the east or north */
        STOP = JOINED + 2 * CLOSE_WINDOW * CLOSE_WINDOW,  /* heading, roll, seat, toll: where he can be taken */
        ROLLED = STOP + HEADINGS * ROLLS * SEATS *
                                SIZES, /* cell of a smaller window, in a patch of five cells or more: of others, of oneself */
        TURN = ROLLED + ROLLS * SEATS * SIZES,    /* heading, or ROLLED: the expected toll, in thirds of a dirham */
        LEAST = TURN + (HEADINGS + 1) * EXPECTED, /* the least of them */
        PAID = LEAST + EXPECTED,                  /* opponent; what they get of it */
        PATCHES = PAID + (SEATS - 1) * EXPECTED,  /* seat, tolls of all its cells, by six, and the rest */
        LEAD = PATCHES + SEATS * TOTALS,          /* opponent, lead in points over them */
        PURSE = LEAD + (SEATS - 1) * LEADS,       /* seat, dirhams */
        OUT = PURSE + SEATS * 8,                  /* seat that is out */
        LAID = OUT + SEATS,                       /* carpets laid */
        PILE = LAID + 49,                         /* two players: seat, lead of the first colour in its pile */
        DRAWN = PILE + 2 * 7,                     /* two players: which colour is drawn, and whether he has been turned */
        RULES = DRAWN + 3,                        /* players; bankrupt; cover_own; orient; phase */
        INPUTS = RULES + 3 + 2 + 2 + 2 + 5
};

struct look {
        const struct marrakech *s;
        int players;
        int place[SEATS];                /* of a seat, from the one whose turn it is */
        uint8_t turned[MARRAKECH_CELLS]; /* where a cell is on the turned square */
        uint8_t size[MARRAKECH_CELLS];   /* of the patch that a cell belongs to */
        uint8_t whose[MARRAKECH_CELLS];  /* the place of its owner; SEATS: nobody's */
};

/* Exchanges columns and rows if he faces east or west, and turns by a half if he faces south or west. */
static int turned_cell(int cell, int heading)
{
        int column = cell % SIDE, row = cell / SIDE, column_before = column;

        if (heading & 1)
                column = row, row = column_before;
        return heading == 2 || heading == 3 ? (SIDE - 1 - row) * SIDE + SIDE - 1 - column : row * SIDE + column;
}

static void look_at(struct look *l, const struct marrakech *s)
{
        l->s = s;
        l->players = s->options.value[PLAYERS];
        for (int p = 0; p < l->players; p++)
                l->place[p] = (p + l->players - s->player) % l->players;
        for (int cell = 0; cell < MARRAKECH_CELLS; cell++) {
                l->turned[cell] = (uint8_t)turned_cell(cell, s->heading);
                l->size[cell] = 0;
                l->whose[cell] = SEATS;
        }
        for (int colour = 0; colour < CARPET_COLOURS; colour++)
                for (uint64_t left = s->colour[colour], patch; left; left &= ~patch) {
                        int size;

                        patch = marrakech_patch_around(s, bit_first(left), colour);
                        size = bit_count(patch);
                        for (uint64_t cells = patch; cells; cells &= cells - 1) {
                                l->size[bit_first(cells)] = (uint8_t)size;
                                l->whose[bit_first(cells)] = (uint8_t)l->place[marrakech_owner(s, colour)];
                        }
                }
}

static int size_class(int size)
{
        return size < 6 ? size - 1 : size < 9 ? 5 : size < 13 ? 6 : 7;
}

/* Windows of cells around Assam reach so far in each direction. */
static int is_within(int reach, int to_east, int to_north)
{
        return to_east >= -reach && to_east <= reach && to_north >= -reach && to_north <= reach;
}

static int place_within(int reach, int to_east, int to_north)
{
        return (to_north + reach) * (2 * reach + 1) + to_east + reach;
}

static void read_square(const struct look *l, struct active *a)
{
        const struct marrakech *s = l->s;
        int assam = l->turned[s->assam], column = assam % SIDE, row = assam / SIDE;
        uint64_t second = l->players == 2 ? s->colour[1] | s->colour[3] : 0;

        activate(a, ASSAM + assam);
        for (int cell = 0; cell < MARRAKECH_CELLS; cell++) {
                int at = l->turned[cell], to_east = at % SIDE - column, to_north = at / SIDE - row;

                if (l->whose[cell] == SEATS)
                        continue;
                activate(a, CELL + at * SEATS + l->whose[cell]);
                if (second >> cell & 1)
                        activate(a, SECOND + at);
                if (is_within(NEAR, to_east, to_north))
                        activate(a, WITHIN + place_within(NEAR, to_east, to_north) * SEATS + l->whose[cell]);
                if (is_within(CLOSE, to_east, to_north) && l->size[cell] >= 5)
                        activate(a, LARGE + place_within(CLOSE, to_east, to_north) * 2 + (l->whose[cell] == 0));
        }
}

/* A carpet that shows whole: the cell of its two that comes first on the turned square, and its direction there. */
static void read_joined(const struct look *l, struct active *a)
{
        int assam = l->turned[l->s->assam];

        for (int north = 0; north < 2; north++)
                for (uint64_t set = l->s->joined[north]; set; set &= set - 1) {
                        int cell = bit_first(set), here = l->turned[cell], there = l->turned[cell + (north ? SIDE : 1)];
                        int first = here < there ? here : there, upright = here - there == SIDE || there - here == SIDE;
                        int to_east = first % SIDE - assam % SIDE, to_north = first / SIDE - assam / SIDE;

                        if (is_within(CLOSE, to_east, to_north))
                                activate(a, JOINED + 2 * place_within(CLOSE, to_east, to_north) + upright);
                }
}

/* What the seat whose turn it is pays on a cell. */
static int toll_of(const struct look *l, int cell)
{
        int place = l->whose[cell], seat = (l->s->player + place) % l->players;

        return place == SEATS || place == 0 || (l->s->out >> seat & 1) ? 0 : l->size[cell];
}

/* What the seat whose turn it is must expect to pay if Assam goes this way, in sixths of a dirham, and what each seat gets of it.
 */
struct expected {
        int sum, paid[SEATS];
};

static void read_way(const struct look *l, int turn, struct expected *e, struct active *a)
{
        static const int FACES[] = { 0, 1, 2, 2, 1 };
        const struct marrakech *s = l->s;
        int rolls = s->phase == MARRAKECH_ROLL;

        memset(e, 0, sizeof *e);
        for (int steps = 1; steps <= ROLLS; steps++) {
                /* Left and right as seen on the turned square, where an exchange of columns and rows swaps them. */
                uint8_t heading = (uint8_t)((s->heading + (s->heading & 1 ? -turn : turn)) & 3);
                int cell = marrakech_walk(s->assam, &heading, steps), place = l->whose[cell];
                int toll = (steps - 1) * SEATS * SIZES;

                if (place == SEATS)
                        continue;
                e->sum += FACES[steps] * toll_of(l, cell);
                e->paid[place] += FACES[steps] * toll_of(l, cell);
                toll += place * SIZES + size_class(l->size[cell]);
                activate(a, rolls ? ROLLED + toll : STOP + (turn + 1) * ROLLS * SEATS * SIZES + toll);
        }
        activate(a, TURN + (rolls ? HEADINGS : turn + 1) * EXPECTED + held_in(e->sum / 2, 0, EXPECTED - 1));
}

static void read_stops(const struct look *l, struct active *a)
{
        struct expected least, e;

        read_way(l, 0, &least, a);
        if (l->s->phase != MARRAKECH_ROLL) {
                for (int turn = -1; turn <= 1; turn += 2) {
                        read_way(l, turn, &e, a);
                        if (e.sum < least.sum)
                                least = e;
                }
                activate(a, LEAST + held_in(least.sum / 2, 0, EXPECTED - 1));
        }
        for (int place = 1; place < l->players; place++)
                activate(a, PAID + (place - 1) * EXPECTED + held_in(least.paid[place] / 2, 0, EXPECTED - 1));
}

static void read_seats(const struct look *l, struct active *a)
{
        const struct marrakech *s = l->s;
        int points[SEATS] = { 0 }, tiebreak[SEATS], tolls[SEATS + 1] = { 0 };
        static const int PURSES[] = { 1, 3, 6, 10, 16, 26, 40 };

        marrakech.score(s, points, tiebreak);
        for (int cell = 0; cell < MARRAKECH_CELLS; cell++)
                tolls[l->whose[cell]] += l->size[cell];
        for (int p = 0; p < l->players; p++) {
                int place = l->place[p], purse = 0;

                while (purse < 7 && s->dirhams[p] >= PURSES[purse])
                        purse++;
                activate(a, PATCHES + place * TOTALS + held_in(tolls[place] / 6, 0, 15));
                activate(a, PATCHES + place * TOTALS + 16 + tolls[place] % 6);
                activate(a, PURSE + place * 8 + purse);
                if (s->out >> p & 1)
                        activate(a, OUT + place);
                if (place > 0)
                        activate_lead(a, LEAD + (place - 1) * LEADS, points[s->player] - points[p]);
                if (l->players == 2)
                        activate(a, PILE + place * 7 + held_in(s->carpets[2 * p] - s->carpets[2 * p + 1], -3, 3) + 3);
        }
}

static void read_rules(const struct look *l, struct active *a)
{
        const struct marrakech *s = l->s;

        activate(a, LAID + s->laid);
        if (s->drawn != NO_COLOUR)
                activate(a, DRAWN + (s->drawn & 1));
        activate(a, RULES + l->players - 2);
        activate(a, RULES + 3 + s->options.value[MARRAKECH_BANKRUPT]);
        activate(a, RULES + 5 + s->options.value[MARRAKECH_COVER_OWN]);
        activate(a, RULES + 7 + s->options.value[MARRAKECH_ORIENT]);
        activate(a, RULES + 9 + s->phase);
}

static void read(const void *state, struct active *a)
{
        struct look l;

        a->count = 0;
        look_at(&l, (const struct marrakech *)state);
        read_square(&l, a);
        read_joined(&l, a);
        read_stops(&l, a);
        read_seats(&l, a);
        read_rules(&l, a);
}

const struct inputs marrakech_inputs = { .game = &marrakech, .count = INPUTS, .read = read };
