/* The Master Labyrinth on a terminal: corridors as heavy lines on a grid of 7 by 7.
 *
 * A cell is five columns and one row; between two cells lies one column or row where
 * their corridors meet. A whole line there is a passage; half a line is a corridor that
 * ends at the neighbour's wall. */
#include <stdio.h>
#include <string.h>

#include "../core/bits.h"
#include "../core/labyrinth.h"
#include "board.h"

enum { NORTH, EAST, SOUTH, WEST };
enum { FIRST_X = 6, CELL_WIDE = 6, CELL_HIGH = 2, MAZE_EDGE = 3, PANEL = 52 };

static const char SIDE_WORDS[] = "north east south west";
static const char SHAPE_WORDS[] = "straight corner tee";
static const char PUSH_WORDS[] = "Nb Nd Nf E2 E4 E6 Sb Sd Sf W2 W4 W6";
static const uint8_t FIRST_TILE[SHAPES + 1] = { 0, 2, 6, 10 };
static const uint16_t INWARD[4] = { 0x25bc, 0x25c0, 0x25b2, 0x25b6 };

static const char *cell_name(int cell)
{
        static char name[4][MAX_NAME];
        static int turn;

        turn = (turn + 1) & 3;
        if (cell == STAY)
                memcpy(name[turn], "stay", 5);
        else
                text_spell(spell_cell, cell, name[turn]);
        return name[turn];
}

/* --- the maze --- */

static int centre_x(int cell)
{
        return FIRST_X + CELL_WIDE * (cell % 7);
}

static int centre_y(int top, int cell)
{
        return top + 2 + CELL_HIGH * (6 - cell / 7);
}

static struct style corridor_style(uint64_t lit, int cell)
{
        if (has(lit, cell))
                return style(INK_GOLD, PLAIN, BOLD);
        return style(cell % 7 % 2 == 0 && cell / 7 % 2 == 0 ? INK_SOFT : PLAIN, PLAIN, 0); /* fixed tiles are paler */
}

/* The place where two corridors meet or end: `low` is the cell to the west or south, -1 outside; `high` the other. */
static void draw_gap(struct sheet *p, int y, int x, const struct labyrinth *s, uint64_t lit, int low, int high, int upright)
{
        int out = low >= 0 && has(s->open[upright ? NORTH : EAST], low),
            in = high >= 0 && has(s->open[upright ? SOUTH : WEST], high);
        int sides = upright ? out << 2 | in : out << 3 | in << 1;

        if (sides)
                sheet_dot(p, y, x, corridor_style(lit, out ? low : high), heavy_line(sides));
}

static void draw_corridors(struct sheet *p, int top, const struct labyrinth *s, uint64_t lit)
{
        for (int cell = 0; cell < MAZE_CELLS; cell++) {
                int x = centre_x(cell), y = centre_y(top, cell), tile = labyrinth_sides(labyrinth_tile(s, cell));
                struct style with = corridor_style(lit, cell);

                sheet_dot(p, y, x, with, heavy_line(tile));
                for (int i = 1; i < MAZE_EDGE; i++) {
                        if (tile & 2)
                                sheet_dot(p, y, x + i, with, heavy_line(10));
                        if (tile & 8)
                                sheet_dot(p, y, x - i, with, heavy_line(10));
                }
                draw_gap(p, y, x + MAZE_EDGE, s, lit, cell, cell % 7 < 6 ? cell + 1 : -1, 0);
                draw_gap(p, y - 1, x, s, lit, cell, cell / 7 < 6 ? cell + 7 : -1, 1);
                if (cell % 7 == 0)
                        draw_gap(p, y, x - MAZE_EDGE, s, lit, -1, cell, 0);
                if (cell / 7 == 0)
                        draw_gap(p, y + 1, x, s, lit, -1, cell, 1);
        }
}

/* Pawns by their letters, then the token; the next one in brackets, those of the player's own formula with a star. If that
 * does not fit into five columns, the marks are dropped first, and then the pawns become their number. */
static void draw_content(struct sheet *p, int top, const struct look *l, const struct labyrinth *s, int cell)
{
        int token = s->token[cell], pawns = 0, next = token && token == labyrinth_next(s), own = 0, x, wide;
        char number[16] = "";

        for (int player = 0; player < s->options.value[PLAYERS]; player++)
                pawns += s->pawn[player] == cell;
        if (!token && !pawns)
                return;
        if (token && l->viewer < s->options.value[PLAYERS] && s->card[l->viewer] != NO_CARD)
                own = has(labyrinth_formula(s->card[l->viewer]), token);
        if (token)
                snprintf(number, sizeof number, "%s%d%s%s", next ? "[" : "", labyrinth_number(token), next ? "]" : "",
                         own ? "*" : "");
        if (token && pawns + (int)strlen(number) > 5)
                snprintf(number, sizeof number, "%d", labyrinth_number(token));
        wide = pawns + (int)strlen(number);
        x = centre_x(cell) - wide / 2;
        if (wide > 5) {
                x = sheet_write(p, centre_y(top, cell), centre_x(cell) - 2, style(PLAIN, PLAIN, REVERSE), "%dP", pawns);
        } else {
                for (int player = 0; player < s->options.value[PLAYERS]; player++)
                        if (s->pawn[player] == cell)
                                sheet_dot(p, centre_y(top, cell), x++,
                                          style(player == 1 ? INK_BLACK : INK_WHITE, seat_ink(player), BOLD),
                                          (uint32_t)('A' + player));
        }
        sheet_write(p, centre_y(top, cell), x, next ? style(INK_BLACK, INK_GOLD, BOLD) : style(INK_GREEN, PLAIN, BOLD), "%s",
                    number);
}

/* Letters and numbers around the maze, with an arrow where a line may be pushed and a cross where it may not. */
static void draw_frame(struct sheet *p, int top, const struct labyrinth *s)
{
        int open = s->phase == LABYRINTH_SHIFT || s->phase == LABYRINTH_ADVISE;

        for (int side = NORTH; side <= WEST; side++)
                for (int line = 0; line < 7; line++) {
                        int push = 3 * side + line / 2, barred = line % 2 && push == s->barred;
                        int x = side == EAST ? 47 : side == WEST ? 0 : FIRST_X + CELL_WIDE * line;
                        int y = side == NORTH ? top : side == SOUTH ? top + 16 : top + 2 + CELL_HIGH * (6 - line);
                        int arrow_x = side == EAST ? x : x + 1, name_x = side == EAST ? x + 1 : x;
                        struct style with =
                                barred ? style(INK_RED, PLAIN, BOLD) : style(open ? INK_GOLD : INK_SOFT, PLAIN, open ? BOLD : 0);

                        sheet_dot(p, y, name_x, style(PLAIN, PLAIN, BOLD), (uint32_t)((side & 1 ? '1' : 'a') + line));
                        if (line % 2)
                                sheet_dot(p, y, arrow_x, with, barred ? 0x2715 : INWARD[side]);
                }
}

/* --- the seats --- */

static void token_words(uint32_t tokens, struct text *t)
{
        for (; tokens; tokens &= tokens - 1)
                text_format(t, " %d", labyrinth_number(bit_first(tokens)));
}

static int draw_seat(struct sheet *p, int row, const struct look *l, const struct labyrinth *s, int player, int points)
{
        int now = s->phase != LABYRINTH_OVER && s->turn == player;
        struct style with = style(PLAIN, PLAIN, now ? BOLD : 0);
        char words[256];
        struct text t = { words, sizeof words, 0 };

        if (now)
                sheet_dot(p, row, PANEL - 2, style(INK_GOLD, PLAIN, BOLD), 0x25b6);
        sheet_dot(p, row, PANEL, style(player == 1 ? INK_BLACK : INK_WHITE, seat_ink(player), BOLD), (uint32_t)('A' + player));
        sheet_put(p, row, PANEL + 2, NAME_COLUMNS, with, l->name[player]);
        sheet_write(p, row++, PANEL + 15, with, "%4d %s", points,
                    s->card[player] == NO_CARD ? "pts + ?"
                    : points == 1              ? "point"
                                               : "points");
        text_count(&t, s->wands[player], "wand", "wands");
        text_format(&t, ", %s", s->won[player] ? "won" : "no tokens");
        token_words(s->won[player], &t);
        text_close(&t);
        return sheet_prose(p, row, PANEL + 2, SHEET_WIDTH - PANEL - 2, 0, style(INK_SOFT, PLAIN, 0), words);
}

static int draw_card(struct sheet *p, int row, const char *whose, const struct labyrinth *s, int player)
{
        uint32_t card = labyrinth_formula(s->card[player]);
        int column = sheet_write(p, row, PANEL, style(INK_GOLD, PLAIN, BOLD), "%s:", whose);

        for (; card; card &= card - 1) {
                int token = bit_first(card), won = has(s->won[player], token);

                column = sheet_write(p, row, column + 1, style(won ? INK_GREEN : PLAIN, PLAIN, BOLD), "%d%s",
                                     labyrinth_number(token), won ? "+20" : "");
        }
        return row + 1;
}

static int draw_deal(struct sheet *p, int row, const struct look *l, const struct labyrinth *s)
{
        char words[256], shift[MAX_NAME];
        struct text t = { words, sizeof words, 0 };

        text_format(&t, "Deal: %s offers ", l->name[s->turn]);
        text_count(&t, s->promised, "wand", "wands");
        text_format(&t, " to %s", l->name[s->adviser]);
        if (s->advice != NO_ADVICE) {
                text_spell(spell_shift, s->advice / GOALS, shift);
                text_format(&t, " for %s, then %s", shift, cell_name(s->advice % GOALS));
        }
        text_close(&t);
        return sheet_prose(p, row, PANEL, SHEET_WIDTH - PANEL, 2, style(INK_PINK, PLAIN, BOLD), words);
}

static int draw_spare(struct sheet *p, int row, const struct labyrinth *s)
{
        char name[MAX_NAME];
        int column;

        text_word(SHAPE_WORDS, s->spare, name);
        sheet_write(p, row++, PANEL, style(PLAIN, PLAIN, 0), "Spare tile: %s, as", name);
        column = PANEL;
        for (int tile = FIRST_TILE[s->spare]; tile < FIRST_TILE[s->spare + 1]; tile++) {
                text_spell(spell_maze_tile, tile, name);
                sheet_dot(p, row, column, style(INK_GOLD, PLAIN, BOLD), heavy_line(labyrinth_sides(tile)));
                column = 2 + sheet_write(p, row, column + 2, style(PLAIN, PLAIN, BOLD), "%s", name);
        }
        return row + 1;
}

static int draw(struct sheet *p, int row, const struct look *l, const void *view)
{
        const struct labyrinth *s = view;
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], players = s->options.value[PLAYERS], side = row, next = labyrinth_next(s);
        uint64_t lit = s->phase == LABYRINTH_OVER ? 0 : labyrinth_reach(s, s->pawn[s->turn]);

        labyrinth.score(s, points, tiebreak);
        draw_frame(p, row, s);
        draw_corridors(p, row, s, lit);
        for (int cell = 0; cell < MAZE_CELLS; cell++)
                draw_content(p, row, l, s, cell);
        for (int player = 0; player < players; player++)
                side = draw_seat(p, side, l, s, player, points[player]);
        side += players < 4;
        for (int player = 0; player < players; player++) {
                char whose[NAME_BYTES + 16];

                snprintf(whose, sizeof whose, "%s", l->name[player]);
                if (s->card[player] != NO_CARD)
                        side = draw_card(p, side, player == l->viewer ? "Your formula" : whose, s, player);
        }
        if (next <= TOKENS) {
                int cell = 0;

                while (s->token[cell] != next)
                        cell++;
                sheet_write(p, side++, PANEL, style(PLAIN, PLAIN, 0), "Next token: %d, on %s", labyrinth_number(next),
                            cell_name(cell));
        }
        if (s->phase != LABYRINTH_OVER)
                side = draw_spare(p, side, s);
        if (s->promised)
                side = draw_deal(p, side, l, s);
        if (s->options.value[LABYRINTH_LIMIT])
                sheet_write(p, side++, PANEL, style(INK_SOFT, PLAIN, 0), "Turn %d of %d",
                            (int)s->turns + (s->phase != LABYRINTH_OVER), s->options.value[LABYRINTH_LIMIT]);
        return side > row + 17 ? side : row + 17;
}

/* --- words --- */

static void ask(const struct look *l, const void *view, struct text *t)
{
        const struct labyrinth *s = view;
        const char *name = l->name[s->player];

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                text_format(t, "%s, push the spare tile in%s.", name, s->wand_used ? " once more" : "");
                return;
        case LABYRINTH_ADVISE:
                text_format(t, "%s, advise %s for ", name, l->name[s->turn]);
                text_count(t, s->promised, "wand", "wands");
                text_add(t, ", or refuse.");
                return;
        case LABYRINTH_MOVE:
                text_format(t, "%s, walk from %s along the open passages, or stay.", name, cell_name(s->pawn[s->turn]));
                return;
        case LABYRINTH_TAKE:
                text_format(t, "%s, take token %d?", name, labyrinth_number(s->token[s->pawn[s->turn]]));
                return;
        default:
                text_format(t, "%s, end the turn, or give up a wand for one more?", name);
        }
}

/* "the tile ┗ into column b from the north" */
static void shift_words(int shift, struct text *t)
{
        int push = shift / ORIENTED_TILES, tile = shift % ORIENTED_TILES, side = push / 3;
        char name[MAX_NAME], glyph[4] = "";
        uint32_t line = heavy_line(labyrinth_sides(tile));

        glyph[0] = (char)(0xe0 | line >> 12);
        glyph[1] = (char)(0x80 | (line >> 6 & 0x3f));
        glyph[2] = (char)(0x80 | (line & 0x3f));
        text_word(SIDE_WORDS, side, name);
        text_format(t, "%s into %s %c from the %s", glyph, side & 1 ? "row" : "column", (side & 1 ? '2' : 'b') + 2 * (push % 3),
                    name);
}

/* A place to go to: "d4, token 7" */
static void goal_words(const struct labyrinth *s, int goal, struct text *t)
{
        if (goal == STAY) {
                text_add(t, "stay");
                return;
        }
        text_format(t, "to %s", cell_name(goal));
        if (s->token[goal])
                text_format(t, s->token[goal] == labyrinth_next(s) ? ", the next token, %d" : ", token %d",
                            labyrinth_number(s->token[goal]));
}

static void describe(const struct look *l, const void *view, move m, struct text *t)
{
        const struct labyrinth *s = view;
        struct labyrinth after = *s;
        int token;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                if (m < OFFER) {
                        text_add(t, "push ");
                        shift_words((int)m, t);
                        return;
                }
                text_add(t, "offer ");
                text_count(t, (int)((m - OFFER) % OFFER_SEAT), "wand", "wands");
                text_format(t, " to %s for advice", l->name[(m - OFFER) / OFFER_SEAT]);
                return;
        case LABYRINTH_ADVISE:
                if (m == REFUSE) {
                        text_add(t, "give no advice");
                        return;
                }
                labyrinth_shift(&after, (int)m / GOALS);
                shift_words((int)m / GOALS, t);
                text_add(t, ", ");
                goal_words(&after, (int)m % GOALS, t);
                return;
        case LABYRINTH_MOVE:
                goal_words(s, (int)m, t);
                return;
        case LABYRINTH_TAKE:
                token = s->token[s->pawn[s->turn]];
                text_format(t, m == 0 ? "take token %d" : "leave token %d here", labyrinth_number(token));
                return;
        default:
                text_add(t, m == 0 ? "end your turn" : "give up a wand (3 points) for one more shift and walk");
        }
}

/* The players carried along by a shift. */
static void tell_riders(const struct look *l, const struct labyrinth *s, const struct labyrinth *after, struct text *t)
{
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                if (s->pawn[p] != after->pawn[p])
                        text_format(t, " %s is carried to %s.", l->name[p], cell_name(after->pawn[p]));
}

static void tell(const struct look *l, const void *before, move m, const void *after_state, struct text *t)
{
        const struct labyrinth *s = before, *after = after_state;
        const char *name = l->name[s->turn];
        int paid = s->wands[s->turn] - after->wands[s->turn];

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                if (m >= OFFER) {
                        text_format(t, "%s offers ", name);
                        text_count(t, (int)((m - OFFER) % OFFER_SEAT), "wand", "wands");
                        text_format(t, " to %s for advice.", l->name[(m - OFFER) / OFFER_SEAT]);
                        return;
                }
                text_format(t, "%s pushes ", name);
                shift_words((int)m, t);
                text_add(t, ".");
                tell_riders(l, s, after, t);
                return;
        case LABYRINTH_ADVISE:
                if (m == REFUSE) {
                        text_format(t, "%s refuses.", l->name[s->player]);
                        return;
                }
                text_format(t, "%s advises: ", l->name[s->player]);
                shift_words((int)m / GOALS, t);
                text_format(t, (int)m % GOALS == STAY ? ", then %s." : ", then to %s.", cell_name((int)m % GOALS));
                return;
        case LABYRINTH_MOVE:
                if (m == STAY)
                        text_format(t, "%s stays on %s", name, cell_name(s->pawn[s->turn]));
                else
                        text_format(t, "%s walks to %s", name, cell_name((int)m));
                if (s->promised && paid > 0) {
                        text_format(t, ", as %s advised, and pays ", l->name[s->adviser]);
                        text_count(t, paid, "wand", "wands");
                }
                text_add(t, ".");
                return;
        case LABYRINTH_TAKE:
                text_format(t, m == 0 ? "%s takes token %d." : "%s leaves token %d.", name,
                            labyrinth_number(s->token[s->pawn[s->turn]]));
                return;
        default:
                text_format(t, m == 0 ? "%s ends the turn." : "%s gives up a wand for one more move.", name);
        }
}

/* Up to 44 shifts in two lines: each push with the numbers of its tiles, in the order in which the spare tile is drawn. */
static int brief_shifts(struct sheet *p, int row, const struct labyrinth *s)
{
        int turns = FIRST_TILE[s->spare + 1] - FIRST_TILE[s->spare], n = 1;
        char name[MAX_NAME];

        for (int push = 0, column = 0; push < PUSHES; push++) {
                text_word(PUSH_WORDS, push, name);
                if (push == s->barred)
                        sheet_write(p, row, column, style(INK_SOFT, PLAIN, 0), " barred %s", name);
                else {
                        sheet_write(p, row, column, style(INK_SOFT, PLAIN, 0),
                                    n + turns - 1 < 10 ? "    %d-%d"
                                    : n < 10           ? "   %d-%d"
                                                       : "  %d-%d",
                                    n, n + turns - 1);
                        sheet_write(p, row, column + 8, style(PLAIN, PLAIN, BOLD), "%s", name);
                        n += turns;
                }
                column += 12;
                if (push == PUSHES / 2 - 1)
                        row++, column = 0;
        }
        return row + 1;
}

static int brief(struct sheet *p, int row, const struct look *l, const void *view)
{
        const struct labyrinth *s = view;
        char turns[4 * MAX_NAME] = "", example[MAX_NAME], advice[160];
        move list[MAX_MOVES];
        int n;

        if (s->phase != LABYRINTH_SHIFT && s->phase != LABYRINTH_ADVISE)
                return row;
        n = labyrinth.legal(view, list);
        text_spell(spell_shift, s->phase == LABYRINTH_SHIFT ? (int)list[0] : (int)list[1] / GOALS, example);
        for (int tile = FIRST_TILE[s->spare]; tile < FIRST_TILE[s->spare + 1]; tile++) {
                char name[MAX_NAME + 1] = " ";

                text_spell(spell_maze_tile, tile, name + (tile > FIRST_TILE[s->spare]));
                strncat(turns, name, sizeof turns - strlen(turns) - 1);
        }
        if (s->phase == LABYRINTH_ADVISE) {
                snprintf(advice, sizeof advice,
                         "1 refuse, or advise:SHIFT:CELL, like advise:%s:stay. 'moves %s' lists the cells after that shift.",
                         example, example);
                return sheet_prose(p, row, 0, SHEET_WIDTH, 2, style(PLAIN, PLAIN, 0), advice);
        }
        row = brief_shifts(p, row, s);
        sheet_write(p, row++, 2, style(INK_SOFT, PLAIN, 0), "A number, or like %s; each line's tiles are in the order %s.", example,
                    turns);
        for (int i = 0; i < n; i++) {
                int whom = (int)(list[i] - OFFER) / OFFER_SEAT, last = i;

                if (list[i] < OFFER)
                        continue;
                while (last + 1 < n && (int)(list[last + 1] - OFFER) / OFFER_SEAT == whom)
                        last++;
                sheet_write(p, row, 0, style(INK_SOFT, PLAIN, 0), last > i ? "%3d-%d" : "%3d", i + 1, last + 1);
                sheet_write(p, row, 8, style(PLAIN, PLAIN, BOLD), "offer:%d:K", whom + 1);
                sheet_write(p, row++, 19, style(PLAIN, PLAIN, 0), "offer K wands to %s for advice", l->name[whom]);
                i = last;
        }
        return row;
}

static int secret(const void *state)
{
        (void)state;
        return 1;
}

static const char RULES[] =
        "First you push the spare tile, turned as you like, into one of the twelve lines that move (b, d, f from the north or "
        "south; 2, 4, 6 from the "
        "east or west), but not back where it just fell out. Pawns and tokens ride along; what falls out comes back on the tile "
        "pushed in.\n"
        "Then you may walk along open passages as far as they lead. If you end on the lowest token that is left, you may take it; "
        "being carried there "
        "is no walk. Once a turn, a wand buys one more shift, walk and take.\n"
        "Before a shift you may offer an opponent wands for advice: a shift and a cell. If you do just that, you pay.\n"
        "The game ends when token 25 is taken. Tokens count their numbers, each token of your secret formula 20 more, each wand "
        "left 3.";

const struct board labyrinth_board = {
        &labyrinth, "wizards collect numbered tokens in a maze that shifts", RULES, draw, ask, describe, tell, brief, secret
};
