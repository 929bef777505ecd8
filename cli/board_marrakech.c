/* Marrakech on a terminal: the square with its arrow loops, carpets as cloths, Assam as an arrow.
 *
 * Lines between cells are drawn only where no carpet lies across them, so that the two halves of a carpet are one piece. */
#include "../core/bits.h"
#include "../core/marrakech.h"
#include "board.h"

enum { CELL_WIDE = 6, CELL_HIGH = 2, LEFT = 2, PANEL = 50 };
enum { NORTH, EAST, SOUTH, WEST };

static const char COLOUR_WORDS[] = "red yellow blue brown";
static const char HEADING_WORDS[] = "north east south west";
static const char *const CODE[CARPET_COLOURS] = { "Red", "Yel", "Blu", "Bro" };
static const uint16_t CLOTH[CARPET_COLOURS] = { 0x2592, '=', '~', '#' }; /* a second sign besides the colour */
static const uint16_t ARROW[4] = { 0x25b2, 0x25b6, 0x25bc, 0x25c0 };

static struct style cloth_style(int colour)
{
        return style(colour == 1 ? INK_BLACK : INK_WHITE, seat_ink(colour), 0);
}

static const char *word(const char *list, int i)
{
        static char name[2][MAX_NAME];
        static int turn;

        turn ^= 1;
        text_word(list, i, name[turn]);
        return name[turn];
}

static const char *cell_name(int cell)
{
        static char name[4][MAX_NAME];
        static int turn;

        turn = (turn + 1) & 3;
        text_spell(spell_cell, cell, name[turn]);
        return name[turn];
}

/* --- the square --- */

/* Whether a line is drawn to the east of a cell, or to the north; the cells -1 and 7 are outside. */
static int line_east(const struct marrakech *s, int column, int row)
{
        return row >= 0 && row < 7 && !(column >= 0 && column < 6 && has(s->joined[0], 7 * row + column));
}

static int line_north(const struct marrakech *s, int column, int row)
{
        return column >= 0 && column < 7 && !(row >= 0 && row < 6 && has(s->joined[1], 7 * row + column));
}

static void draw_lines(struct sheet *p, int top, const struct marrakech *s)
{
        struct style line = style(INK_SOFT, PLAIN, 0);

        for (int row = -1; row < 7; row++)
                for (int column = -1; column < 7; column++) {
                        int y = top + CELL_HIGH * (6 - row), x = LEFT + CELL_WIDE * (column + 1); /* the north-east corner */
                        int sides = line_east(s, column, row + 1) | line_north(s, column + 1, row) << 1 |
                                    line_east(s, column, row) << 2 | line_north(s, column, row) << 3;

                        sheet_dot(p, y, x, line, light_line(sides));
                        for (int i = 1; i < CELL_WIDE && line_north(s, column, row); i++)
                                sheet_dot(p, y, x - i, line, light_line(10));
                        if (line_east(s, column, row))
                                sheet_dot(p, y + 1, x, line, light_line(5));
                }
}

static void draw_cell(struct sheet *p, int top, const struct marrakech *s, int cell)
{
        int column = cell % 7, row = cell / 7, colour = marrakech_colour(s, cell);
        int y = top + CELL_HIGH * (6 - row) + 1, x = LEFT + CELL_WIDE * column + 1;

        if (colour != NO_COLOUR) {
                struct style with = cloth_style(colour);
                int wide = CELL_WIDE - 1 + has(s->joined[0], cell);

                for (int i = 0; i < wide; i++)
                        sheet_dot(p, y, x + i, with, CLOTH[colour]);
                for (int i = 0; i < CELL_WIDE - 1 && has(s->joined[1], cell); i++)
                        sheet_dot(p, y - 1, x + i, with, CLOTH[colour]);
                sheet_put(p, y, x + 1, 3, with, CODE[colour]);
        }
        if (cell == s->assam) {
                struct style with = style(INK_WHITE, INK_GREEN, BOLD);

                sheet_dot(p, y, x + 1, with, '(');
                sheet_dot(p, y, x + 2, with, ARROW[s->heading]);
                sheet_dot(p, y, x + 3, with, ')');
        }
}

/* The loops outside: half circles between the lines that they join, and a corner at g7 and at a1. */
static void draw_loops(struct sheet *p, int top)
{
        struct style loop = style(INK_GREEN, PLAIN, 0);
        int right = LEFT + 7 * CELL_WIDE + 2, bottom = top + 7 * CELL_HIGH + 1;

        for (int i = 0; i < 7; i++) {
                int x = LEFT + CELL_WIDE * i + 3, y = top + CELL_HIGH * (6 - i) + 1;

                sheet_dot(p, top - 1, x, loop, i == 6 || i % 2 == 0 ? 0x256d : 0x256e);
                sheet_dot(p, bottom, x, loop, i == 0 || i % 2 == 0 ? 0x256f : 0x2570);
                sheet_dot(p, y, right, loop, i == 6 || i % 2 == 0 ? 0x256f : 0x256e);
                sheet_dot(p, y, 0, loop, i == 0 ? 0x256d : i % 2 ? 0x2570 : 0x256d);
                sheet_dot(p, top, x, style(PLAIN, PLAIN, BOLD), (uint32_t)('a' + i));
                sheet_dot(p, bottom - 1, x, style(PLAIN, PLAIN, BOLD), (uint32_t)('a' + i));
                sheet_dot(p, y, 1, style(PLAIN, PLAIN, BOLD), (uint32_t)('1' + i));
                sheet_dot(p, y, right - 1, style(PLAIN, PLAIN, BOLD), (uint32_t)('1' + i));
                for (int k = 1; k < CELL_WIDE && i < 6; k++) {
                        if (i % 2 == 0)
                                sheet_dot(p, top - 1, x + k, loop, light_line(10));
                        else
                                sheet_dot(p, bottom, x + k, loop, light_line(10));
                }
                if (i < 6)
                        sheet_dot(p, y - 1, i % 2 == 0 ? right : 0, loop, light_line(5));
        }
        /* g7: from the north side round to the east side; a1: from the south side round to the west side. */
        for (int x = LEFT + CELL_WIDE * 6 + 4; x < right; x++)
                sheet_dot(p, top - 1, x, loop, light_line(10));
        sheet_dot(p, top - 1, right, loop, 0x256e);
        sheet_dot(p, top, right, loop, light_line(5));
        for (int x = 1; x < LEFT + 3; x++)
                sheet_dot(p, bottom, x, loop, light_line(10));
        sheet_dot(p, bottom, 0, loop, 0x2570);
        sheet_dot(p, bottom - 1, 0, loop, light_line(5));
}

/* --- the seats --- */

static int draw_swatch(struct sheet *p, int row, int column, int colour)
{
        for (int i = 0; i < 5; i++)
                sheet_dot(p, row, column + i, cloth_style(colour), CLOTH[colour]);
        return sheet_put(p, row, column + 1, 3, cloth_style(colour), CODE[colour]) + 2;
}

static int draw_seat(struct sheet *p, int row, const struct look *l, const struct marrakech *s, int player, int points)
{
        int now = s->phase != MARRAKECH_OVER && s->player == player, colours = 0;
        struct style with = style(PLAIN, PLAIN, now ? BOLD : 0);

        if (now)
                sheet_dot(p, row, PANEL, style(INK_GOLD, PLAIN, BOLD), 0x25b6);
        sheet_put(p, row, PANEL + 2, NAME_COLUMNS, with, l->name[player]);
        sheet_write(p, row, PANEL + 17, with, "%4d point%s", points, points == 1 ? "" : "s");
        row++;
        if (has(s->out, player))
                sheet_write(p, row, PANEL + 2, style(INK_RED, PLAIN, 0), "bankrupt, out");
        else
                sheet_write(p, row, PANEL + 2, style(PLAIN, PLAIN, 0), "%d dirham%s", s->dirhams[player],
                            s->dirhams[player] == 1 ? "" : "s");
        for (int colour = 0; colour < CARPET_COLOURS; colour++)
                if (marrakech_owner(s, colour) == player) {
                        int column = draw_swatch(p, row + colours, PANEL + 16, colour);

                        sheet_write(p, row + colours, column, style(PLAIN, PLAIN, 0), "%d left", s->carpets[colour]);
                        colours++;
                }
        return row + colours + (s->options.value[PLAYERS] < 4);
}

static int draw(struct sheet *p, int row, const struct look *l, const void *view)
{
        const struct marrakech *s = view;
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], side = row + 1, top = row + 1;

        marrakech.score(s, points, tiebreak);
        draw_lines(p, top, s);
        for (int cell = 0; cell < MARRAKECH_CELLS; cell++)
                draw_cell(p, top, s, cell);
        draw_loops(p, top);
        for (int player = 0; player < s->options.value[PLAYERS]; player++)
                side = draw_seat(p, side, l, s, player, points[player]);
        side += s->options.value[PLAYERS] == 4;
        sheet_write(p, side++, PANEL + 2, style(INK_GREEN, PLAIN, 0), "Assam: %s, facing %s", cell_name(s->assam),
                    word(HEADING_WORDS, s->heading));
        if (s->drawn != NO_COLOUR)
                draw_swatch(p, side, sheet_write(p, side, PANEL + 2, style(PLAIN, PLAIN, 0), "Drawn: "), s->drawn);
        return row + 7 * CELL_HIGH + 3;
}

/* --- words --- */

static void ask(const struct look *l, const void *view, struct text *t)
{
        const struct marrakech *s = view;

        if (s->phase == MARRAKECH_LAY)
                text_format(t, "%s, lay a %s carpet beside Assam.", l->name[s->player],
                            word(COLOUR_WORDS, s->drawn != NO_COLOUR ? s->drawn : s->player));
        else if (s->options.value[MARRAKECH_ORIENT] == ORIENT_AFTER)
                text_format(t, "%s, turn Assam for the next player.", l->name[s->player]);
        else
                text_format(t, "%s, turn Assam; then the die is rolled. Below: where it leads, and the toll.", l->name[s->player]);
}

/* "north, left: 1 d5, 2 d6, 3 d7 (4 Blu), 4 c7": where each roll would lead, and its cost. */
static void words_for_heading(const struct marrakech *s, move m, struct text *t)
{
        int turned = (int)((m + 4 - s->heading) % 4);

        text_format(t, "%s, %s", word(HEADING_WORDS, (int)m), turned == 0 ? "ahead" : turned == 1 ? "right" : "left");
        if (s->options.value[MARRAKECH_ORIENT] == ORIENT_AFTER)
                return;
        for (int steps = 1; steps <= 4; steps++) {
                uint8_t heading = (uint8_t)m;
                int cell = marrakech_walk(s->assam, &heading, steps), toll = marrakech_toll(s, cell);

                text_format(t, "%s %d %s", steps == 1 ? ":" : ",", steps, cell_name(cell));
                if (toll)
                        text_format(t, " (%d %s)", toll, CODE[marrakech_colour(s, cell)]);
        }
}

static void describe(const struct look *l, const void *view, move m, struct text *t)
{
        const struct marrakech *s = view;
        int cell = (int)m / 2, other = cell + (m & 1 ? 7 : 1), over[2];

        (void)l;
        if (s->phase != MARRAKECH_LAY) {
                words_for_heading(s, m, t);
                return;
        }
        text_format(t, "on %s and %s", cell_name(cell), cell_name(other));
        over[0] = marrakech_colour(s, cell), over[1] = marrakech_colour(s, other);
        if (over[0] == NO_COLOUR && over[1] == NO_COLOUR)
                return;
        text_add(t, ", over ");
        if (over[0] != NO_COLOUR)
                text_add(t, CODE[over[0]]);
        if (over[0] != NO_COLOUR && over[1] != NO_COLOUR)
                text_add(t, ", ");
        if (over[1] != NO_COLOUR)
                text_add(t, CODE[over[1]]);
}

static void tell_roll(const struct look *l, const struct marrakech *s, move m, const struct marrakech *after, struct text *t)
{
        int payer = s->player, colour = marrakech_colour(s, after->assam);
        int paid = s->dirhams[payer] - after->dirhams[payer], toll = marrakech_toll(s, after->assam);

        text_format(t, "The die shows %d: Assam walks to %s", (int)m, cell_name(after->assam));
        if (colour == NO_COLOUR) {
                text_add(t, ", where no carpet lies.");
                return;
        }
        if (toll == 0) {
                text_format(t, ", onto a %s carpet, free for %s.", word(COLOUR_WORDS, colour), l->name[payer]);
                return;
        }
        text_format(t, " and %s ", l->name[payer]);
        if (paid < toll)
                text_format(t, "owes %d, but ", toll);
        text_add(t, "pays ");
        text_count(t, paid, "dirham", "dirhams");
        text_format(t, " to %s", l->name[marrakech_owner(s, colour)]);
        text_add(t, has(after->out & ~s->out, payer) ? " and is out of the game." : ".");
}

static void tell(const struct look *l, const void *before, move m, const void *after, struct text *t)
{
        const struct marrakech *s = before;
        const char *name = l->name[s->player];

        switch (s->phase) {
        case MARRAKECH_DRAW:
                text_format(t, "%s draws a %s carpet.", name, word(COLOUR_WORDS, (int)m));
                return;
        case MARRAKECH_TURN_ASSAM:
                text_format(t, m == s->heading ? "%s leaves Assam facing %s." : "%s turns Assam to the %s.", name,
                            word(HEADING_WORDS, (int)m));
                return;
        case MARRAKECH_ROLL:
                tell_roll(l, s, m, after, t);
                return;
        default:
                text_format(t, "%s lays a %s carpet on %s and %s.", name,
                            word(COLOUR_WORDS, s->drawn != NO_COLOUR ? s->drawn : s->player), cell_name((int)m / 2),
                            cell_name((int)m / 2 + (m & 1 ? 7 : 1)));
        }
}

static int brief(struct sheet *p, int row, const struct look *l, const void *view)
{
        (void)p, (void)l, (void)view;
        return row;
}

static int secret(const void *state)
{
        (void)state;
        return 0;
}

static const char RULES[] =
        "All players share one figure, Assam. On your turn you turn him left or right, or leave him as he faces, never right "
        "round. The die "
        "(1 2 2 3 3 4) says how far he walks; where he leaves the square, the loop outside brings him back, as one step.\n"
        "If he stops on another player's carpet, you pay its owner one dirham for each cell of that colour that is joined to it by "
        "edges. Who "
        "cannot pay gives what there is, and is out (or stays, by the option bankrupt).\n"
        "Then you lay one carpet on two cells that share an edge, at least one of them beside Assam and none under him. It may "
        "cover other "
        "carpets, but not both halves of one carpet at once.\n"
        "When all carpets are laid, each cell that shows your carpet is a point, and so is each dirham. Most points win; then most "
        "dirhams.";

const struct board marrakech_board = {
        &marrakech, "rug sellers lay carpets and lead Assam onto each other's", RULES, draw, ask, describe, tell, brief, secret
};
