/* Ali Baba on a terminal: the cave seen from above.
 *
 * Each layer lies half a tile further in than the one below. A tile is ten columns wide and four rows high; half a tile is
 * five and two. So a free tile is fully visible, with its slot on the upper edge, and a covered one only where it sticks out.
 * Tiles that may be taken now have a heavy edge. */
#include <stdio.h>

#include "../core/alibaba.h"
#include "../core/bits.h"
#include "board.h"

enum { TILE_WIDE = 10, TILE_HIGH = 4, PANEL = 51 };

static const uint8_t MAGIC_INK[COLOURS] = { INK_LAPIS, INK_WALNUT, INK_GREEN, INK_PINK, INK_WHITE, INK_SAFFRON };
static const char MANY_KINDS[] = "carpets chests crowns diamonds lamps necklaces rings rubies statues swords";
static const char SHORT_COLOURS[] = "bl br gr pi wh ye";

static struct style face_style(int tile)
{
        int colour = tile % COLOURS;

        return style(colour == BLUE || colour == BROWN ? INK_WHITE : INK_BLACK, MAGIC_INK[colour], 0);
}

/* "blue crown" */
static const char *tile_name(int tile)
{
        static char name[4][2 * MAX_NAME];
        static int turn;
        char kind[MAX_NAME], colour[MAX_NAME];

        turn = (turn + 1) & 3;
        text_spell(spell_kind, tile / COLOURS, kind);
        text_spell(spell_colour, tile % COLOURS, colour);
        snprintf(name[turn], sizeof name[turn], "%s %s", colour, kind);
        return name[turn];
}

static const char *slot_name(int slot)
{
        static char name[4][MAX_NAME];
        static int turn;

        turn = (turn + 1) & 3;
        text_spell(spell_slot, slot, name[turn]);
        return name[turn];
}

/* --- the cave --- */

struct place {
        int layer, column, row; /* from 0 */
};

static struct place place_of_slot(int slot)
{
        static const uint8_t START[4] = { 0, LAYER_2, LAYER_3, LAYER_4 };
        struct place p = { 0, 0, 0 };

        while (p.layer < 3 && slot >= START[p.layer + 1])
                p.layer++;
        p.column = (slot - START[p.layer]) % 5;
        p.row = (slot - START[p.layer]) / 5;
        return p;
}

static int is_small(const struct alibaba *s)
{
        return s->options.value[ALIBABA_VARIANT] == VARIANT_SMALL;
}

static int cave_rows(const struct alibaba *s)
{
        return is_small(s) ? 4 : 5;
}

static int tile_top(const struct alibaba *s, struct place p)
{
        int inward =
                is_small(s) ? (p.layer > 1 ? p.layer - 1 : 0) : p.layer; /* half tiles; layer 2 of the small cave lies on pairs */

        return TILE_HIGH * (cave_rows(s) - 1 - p.row) - inward * TILE_HIGH / 2;
}

static int tile_left(struct place p)
{
        return TILE_WIDE * p.column + p.layer * TILE_WIDE / 2;
}

/* Whether one slot's tile lies on the other's: it is one layer higher and they overlap seen from above. */
static int lies_on(const struct alibaba *s, int upper, int lower)
{
        struct place a = place_of_slot(upper), b = place_of_slot(lower);
        int x = tile_left(a) - tile_left(b), y = tile_top(s, a) - tile_top(s, b);

        return a.layer == b.layer + 1 && x > -TILE_WIDE && x < TILE_WIDE && y > -TILE_HIGH && y < TILE_HIGH;
}

/* The tiles that become free if this one is taken. */
static uint64_t freed_by(const struct alibaba *s, int slot)
{
        uint64_t freed = 0;

        for (uint64_t lower = s->cave & ~s->face_up; lower; lower &= lower - 1) {
                int under = bit_first(lower), others = 0;

                if (!lies_on(s, slot, under))
                        continue;
                for (uint64_t upper = s->cave & ~bit(slot); upper; upper &= upper - 1)
                        others += lies_on(s, bit_first(upper), under);
                if (!others)
                        freed |= bit(under);
        }
        return freed;
}

static int bans(int ban, int tile)
{
        return ban == tile / COLOURS || ban == KINDS + tile % COLOURS;
}

/* The player whose ban bars a tile for the player whose turn it is, or -1. */
static int barred_by(const struct alibaba *s, int tile)
{
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                if (p != s->turn && bans(s->ban[p], tile))
                        return p;
        return -1;
}

static void draw_edge(struct sheet *p, int top, int left, struct style with, uint32_t (*line)(int))
{
        for (int y = 0; y < TILE_HIGH; y++)
                for (int x = 0; x < TILE_WIDE; x++) {
                        int north = y > 0, south = y<TILE_HIGH - 1, west = x> 0, east = x < TILE_WIDE - 1;
                        int sides = (y == 0 || y == TILE_HIGH - 1) ? east << 1 | west << 3 : 0;

                        if (x == 0 || x == TILE_WIDE - 1)
                                sides |= north | south << 2;
                        if (x > 0 && x < TILE_WIDE - 1)
                                sides &= 10;
                        if (y > 0 && y < TILE_HIGH - 1)
                                sides &= 5;
                        sheet_dot(p, top + y, left + x, with, line(sides));
                }
}

static void draw_tile(struct sheet *p, int row, const struct look *l, const struct alibaba *s, int slot, uint64_t may_take)
{
        struct place place = place_of_slot(slot);
        int top = row + tile_top(s, place), left = tile_left(place), tile = s->tile[slot], owner;
        char name[MAX_NAME];
        struct style with;

        if (!has(s->face_up, slot)) {
                with = style(INK_SOFT, NIGHT_1 + place.layer, 0);
                draw_edge(p, top, left, with, light_line);
                for (int i = 1; i < TILE_WIDE - 1; i++) {
                        sheet_dot(p, top + 1, left + i, with, 0x2591);
                        sheet_dot(p, top + 2, left + i, with, 0x2591);
                }
                return;
        }
        with = face_style(tile);
        draw_edge(p, top, left, with, has(may_take, slot) ? heavy_line : light_line);
        sheet_write(p, top, left + 1, style(with.ink, with.paper, BOLD), "%s", slot_name(slot));
        text_spell(spell_kind, tile / COLOURS, name);
        sheet_write(p, top + 1, left + 1, style(with.ink, with.paper, BOLD), "%s", name);
        text_spell(spell_colour, tile % COLOURS, name);
        sheet_write(p, top + 2, left + 1, with, "%s", name);
        owner = barred_by(s, tile);
        if (owner >= 0) {
                sheet_dot(p, top + 3, left + 1, with, 0x2715);
                sheet_put(p, top + 3, left + 2, TILE_WIDE - 3, with, l->name[owner]);
        }
}

static uint64_t takeable(const struct alibaba *s)
{
        move list[MAX_MOVES];
        uint64_t slots = 0;
        int n;

        if (s->phase != ALIBABA_TAKE && s->phase != ALIBABA_GREEN)
                return 0;
        n = alibaba.legal(s, list);
        for (int i = 0; i < n; i++)
                if (list[i] < SLOTS)
                        slots |= bit((int)list[i]);
        return slots;
}

static void draw_cave(struct sheet *p, int row, const struct look *l, const struct alibaba *s)
{
        uint64_t may_take = takeable(s);

        for (uint64_t slots = alibaba_layout(s); slots; slots &= slots - 1) {
                int slot = bit_first(slots);

                if (has(s->cave, slot))
                        draw_tile(p, row, l, s, slot, may_take);
                else if (slot < LAYER_2)
                        sheet_write(p, row + tile_top(s, place_of_slot(slot)) + 1, tile_left(place_of_slot(slot)) + 4,
                                    style(INK_SOFT, PLAIN, 0), "·");
        }
}

/* --- the seats --- */

static int kinds_held(uint64_t hand, int kind)
{
        return bit_count(hand >> COLOURS * kind & 0x3f);
}

static int treasure(int n)
{
        return n * (n + 1) / 2;
}

static const char *ban_words(int ban)
{
        static char words[2 * MAX_NAME];
        char name[MAX_NAME];

        if (ban < KINDS)
                text_word(MANY_KINDS, ban, words);
        else {
                text_spell(spell_colour, ban - KINDS, name);
                snprintf(words, sizeof words, "%s tiles", name);
        }
        return words;
}

static int draw_seat(struct sheet *p, int row, const struct look *l, const struct alibaba *s, int player, int points)
{
        int over = s->phase == ALIBABA_OVER, now = !over && s->turn == player;
        struct style with = style(PLAIN, PLAIN, now ? BOLD : 0);

        if (now)
                sheet_dot(p, row, PANEL, style(INK_GOLD, PLAIN, BOLD), 0x25b6);
        sheet_put(p, row, PANEL + 2, NAME_COLUMNS, with, l->name[player]);
        sheet_write(p, row, PANEL + 15, with, "%4d %s", points,
                    alibaba_screened(s, player) ? "pts + ?"
                    : points == 1               ? "point"
                                                : "points");
        row++;
        sheet_write(p, row, PANEL + 2, style(INK_SOFT, PLAIN, 0), "%d tile%s, %d from magic", s->held[player],
                    s->held[player] == 1 ? "" : "s", s->points[player]);
        row++;
        if (s->ban[player] != NO_BAN)
                sheet_write(p, row++, PANEL + 2, style(INK_RED, PLAIN, BOLD), "✕ bars %s", ban_words(s->ban[player]));
        if (s->shown[player] == HIDDEN_TILE)
                sheet_write(p, row++, PANEL + 2, style(PLAIN, PLAIN, BOLD), "has chosen a tile");
        else if (s->shown[player] != NO_TILE)
                sheet_write(p, row++, PANEL + 2, style(PLAIN, PLAIN, BOLD), "shows %s", tile_name(s->shown[player]));
        return row;
}

/* One line for each kind: its colours, and what it is worth at the end. */
static int draw_own_hand(struct sheet *p, int row, const struct alibaba *s, int player)
{
        int worth = 0;

        for (int kind = 0; kind < KINDS; kind++)
                worth += treasure(kinds_held(s->hand[player], kind));
        sheet_write(p, row++, PANEL, style(INK_GOLD, PLAIN, BOLD), worth ? "Your treasures, worth %d" : "You have no treasures yet",
                    worth);
        for (int kind = 0; kind < KINDS; kind++) {
                char name[MAX_NAME];
                int column = PANEL + 9, n = kinds_held(s->hand[player], kind);

                if (!n)
                        continue;
                text_spell(spell_kind, kind, name);
                sheet_write(p, row, PANEL, style(PLAIN, PLAIN, 0), "%s", name);
                for (int colour = 0; colour < COLOURS; colour++)
                        if (has(s->hand[player], COLOURS * kind + colour)) {
                                text_word(SHORT_COLOURS, colour, name);
                                column = 1 + sheet_write(p, row, column, face_style(colour), "%s", name);
                        }
                sheet_write(p, row++, PANEL + 27, style(PLAIN, PLAIN, BOLD), "%2d", treasure(n));
        }
        return row;
}

/* "Boris: 2 crowns (blue, white) 3, 1 ring (pink) 1" */
static void hand_words(const struct alibaba *s, int player, struct text *t)
{
        for (int kind = 0, written = 0; kind < KINDS; kind++) {
                int n = kinds_held(s->hand[player], kind);
                char name[MAX_NAME];

                if (!n)
                        continue;
                text_add(t, written++ ? ", " : "");
                text_spell(spell_kind, kind, name);
                text_format(t, "%s", name);
                for (int colour = 0; colour < COLOURS; colour++)
                        if (has(s->hand[player], COLOURS * kind + colour)) {
                                text_word(SHORT_COLOURS, colour, name);
                                text_format(t, " %s", name);
                        }
                text_format(t, " = %d", treasure(n));
        }
}

static int draw(struct sheet *p, int row, const struct look *l, const void *view)
{
        const struct alibaba *s = view;
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], side = row, end = row + TILE_HIGH * cave_rows(s);
        char words[1024];

        alibaba.score(s, points, tiebreak);
        draw_cave(p, row, l, s);
        for (int player = 0; player < s->options.value[PLAYERS]; player++)
                side = draw_seat(p, side, l, s, player, points[player]);
        side += s->options.value[PLAYERS] < 4;
        if (l->viewer < s->options.value[PLAYERS])
                side = draw_own_hand(p, side, s, l->viewer);
        if (s->turns_left != TURNS_OPEN && s->phase != ALIBABA_OVER) {
                struct text t = { words, sizeof words, 0 };

                text_count(&t, s->turns_left, "turn", "turns");
                text_add(&t, " left in the game");
                text_close(&t);
                sheet_write(p, side++, PANEL, style(INK_RED, PLAIN, BOLD), "%s", words);
        }
        if (side > end)
                end = side;
        if (s->removed) {
                struct text t = { words, sizeof words, 0 };

                text_add(&t, "Left out:");
                for (int kind = 0; kind < KINDS; kind++)
                        if (has(s->removed, kind)) {
                                char name[MAX_NAME];

                                text_word(MANY_KINDS, kind, name);
                                text_format(&t, " %s", name);
                        }
                text_close(&t);
                sheet_write(p, end++, 0, style(INK_SOFT, PLAIN, 0), "%s", words);
        }
        if (s->side) {
                struct text t = { words, sizeof words, 0 };

                text_add(&t, "Beside the cave: ");
                for (uint64_t tiles = s->side; tiles; tiles &= tiles - 1)
                        text_format(&t, "%s%s", tile_name(bit_first(tiles)), tiles & (tiles - 1) ? ", " : "");
                text_close(&t);
                end = sheet_prose(p, end, 0, SHEET_WIDTH, 2, style(PLAIN, PLAIN, BOLD), words);
        }
        for (int player = 0; player < s->options.value[PLAYERS]; player++)
                if (player != l->viewer && s->hand[player]) {
                        struct text t = { words, sizeof words, 0 };

                        text_format(&t, "%s has ", l->name[player]);
                        hand_words(s, player, &t);
                        text_close(&t);
                        end = sheet_prose(p, end, 0, SHEET_WIDTH, 2, style(PLAIN, PLAIN, 0), words);
                }
        return end;
}

/* --- words --- */

static void ask(const struct look *l, const void *view, struct text *t)
{
        const struct alibaba *s = view;
        const char *name = l->name[s->player];
        int declines = s->options.value[ALIBABA_EFFECTS] == EFFECTS_MAY;

        switch (s->phase) {
        case ALIBABA_TAKE:
                text_format(t, "%s, take a tile by its slot.", name);
                return;
        case ALIBABA_LAMP:
                text_format(t, "%s, keep the %s, or swap it for a tile beside the cave.", name, tile_name(s->taken));
                return;
        case ALIBABA_GREEN:
                text_format(t, "%s, green: take one more tile%s.", name, declines ? ", or none" : "");
                return;
        case ALIBABA_YELLOW:
                text_format(t, "%s, yellow: shall the others each show a tile, for you to take one?", name);
                return;
        case ALIBABA_SHOW:
                text_format(t, "%s, choose a tile to show; %s takes one of those shown.", name, l->name[s->turn]);
                return;
        case ALIBABA_PICK:
                text_format(t, "%s, take one of the tiles shown.", name);
                return;
        default:
                text_format(t, "%s, white: bar a kind or a colour for the others until your next turn%s.", name,
                            declines ? ", or none" : "");
        }
}

static void list_slots(uint64_t slots, struct text *t)
{
        for (; slots; slots &= slots - 1)
                text_format(t, " %s", slot_name(bit_first(slots)));
}

/* What a tile's magic would do for the player to move. `freed`: the tiles that its slot leaves free. */
static void magic_words(const struct alibaba *s, int tile, int slot, uint64_t freed, int gained, struct text *t)
{
        int kind = tile / COLOURS, n = bit_count(freed);

        switch (tile % COLOURS) {
        case PINK:
                text_add(t, "5 points");
                break;
        case BLUE:
                text_count(t, slot < LAYER_2 ? 2 : 2 * n, "point", "points");
                break;
        case BROWN:
                text_count(t, 2 * (kinds_held(s->hand[s->turn], kind) + gained), "point", "points");
                break;
        case GREEN:
                text_add(t, "one more tile beside it");
                break;
        case YELLOW:
                text_add(t, "a tile that an opponent shows");
                break;
        default:
                text_add(t, "bar a kind or a colour");
        }
}

static void nth_words(const struct alibaba *s, int tile, struct text *t)
{
        static const char *const NTH[6] = { "1st", "2nd", "3rd", "4th", "5th", "6th" };
        int n = kinds_held(s->hand[s->turn], tile / COLOURS);
        char kind[MAX_NAME];

        if (n == 0 || n > 5)
                return;
        text_spell(spell_kind, tile / COLOURS, kind);
        text_format(t, "; your %s %s, +%d", NTH[n], kind, n + 1);
}

static void describe(const struct look *l, const void *view, move m, struct text *t)
{
        const struct alibaba *s = view;
        int what = alibaba_choice(s, m);
        uint64_t freed;

        switch (s->phase) {
        case ALIBABA_TAKE:
                freed = freed_by(s, what);
                text_format(t, "%s: ", tile_name(s->tile[what]));
                magic_words(s, s->tile[what], what, freed, 1, t);
                if (freed) {
                        text_add(t, "; frees");
                        list_slots(freed, t);
                }
                nth_words(s, s->tile[what], t);
                return;
        case ALIBABA_LAMP:
                if (what >= TILES) {
                        text_add(t, "keep it: ");
                        magic_words(s, s->taken, s->slot, bit(s->turned) - 1, 0, t);
                        return;
                }
                text_format(t, "%s: ", tile_name(what));
                magic_words(s, what, s->slot, bit(s->turned) - 1, 1, t);
                nth_words(s, what, t);
                return;
        case ALIBABA_GREEN:
                if (what == GREEN_NONE) {
                        text_add(t, "take no other tile");
                        return;
                }
                text_format(t, "%s", tile_name(s->tile[what]));
                freed = freed_by(s, what);
                if (freed) {
                        text_add(t, "; frees");
                        list_slots(freed, t);
                }
                nth_words(s, s->tile[what], t);
                return;
        case ALIBABA_YELLOW:
                text_add(t, what == YELLOW_USE ? "each of the others shows a tile, and you take one" : "leave it");
                return;
        case ALIBABA_SHOW:
                text_format(t, "your %s", tile_name(what));
                return;
        case ALIBABA_PICK:
                text_format(t, "%s's %s", l->name[what], tile_name(s->shown[what]));
                nth_words(s, s->shown[what], t);
                return;
        default:
                if (what == NO_BAN)
                        text_add(t, "bar nothing");
                else
                        text_format(t, "no %s for the others", ban_words(what));
        }
}

static void tell_shown(const struct look *l, const struct alibaba *s, const struct alibaba *after, struct text *t)
{
        int written = 0;

        if (after->phase != ALIBABA_PICK) {
                if (after->shown[s->player] == HIDDEN_TILE)
                        text_format(t, "%s chooses a tile to show.", l->name[s->player]);
                else
                        text_format(t, "%s chooses to show the %s.", l->name[s->player], tile_name(after->shown[s->player]));
                return;
        }
        for (int i = 1; i < s->options.value[PLAYERS]; i++) {
                int p = (s->turn + i) % s->options.value[PLAYERS];

                if (after->shown[p] < TILES)
                        text_format(t, "%s%s shows the %s", written++ ? ", " : "", l->name[p], tile_name(after->shown[p]));
        }
        text_add(t, ".");
}

static void tell(const struct look *l, const void *before, move m, const void *after_state, struct text *t)
{
        const struct alibaba *s = before, *after = after_state;
        const char *name = l->name[s->turn];
        int what = alibaba_choice(s, m), points = after->points[s->turn] - s->points[s->turn];

        switch (s->phase) {
        case ALIBABA_REVEAL:
                text_format(t, "On %s turns up the %s.", slot_name(alibaba_turning(s)), tile_name(what));
                break;
        case ALIBABA_TAKE:
                text_format(t, "%s takes the %s from %s.", name, tile_name(s->tile[what]), slot_name(what));
                break;
        case ALIBABA_LAMP:
                if (what >= TILES)
                        text_format(t, "%s keeps the %s.", name, tile_name(s->taken));
                else
                        text_format(t, "%s swaps the %s for the %s beside the cave.", name, tile_name(s->taken), tile_name(what));
                break;
        case ALIBABA_GREEN:
                if (what == GREEN_NONE)
                        text_format(t, "%s takes no other tile.", name);
                else
                        text_format(t, "Green: %s takes the %s from %s as well.", name, tile_name(s->tile[what]), slot_name(what));
                break;
        case ALIBABA_YELLOW:
                text_format(t, what == YELLOW_USE ? "Yellow: %s has the others show a tile each." : "%s does not use yellow.",
                            name);
                break;
        case ALIBABA_SHOW:
                tell_shown(l, s, after, t);
                break;
        case ALIBABA_PICK:
                text_format(t, "%s takes the %s from %s.", name, tile_name(s->shown[what]), l->name[what]);
                break;
        default:
                if (what == NO_BAN)
                        text_format(t, "%s bars nothing.", name);
                else
                        text_format(t, "White: until %s's next turn no other player takes %s.", name, ban_words(what));
        }
        if (points > 0) {
                char colour[MAX_NAME];

                /* After the turn the tile whose magic it was is no longer in the state; before it, it is the one taken or
                 * swapped in. */
                text_spell(spell_colour,
                           (s->phase == ALIBABA_TAKE                   ? s->tile[what]
                            : s->phase == ALIBABA_LAMP && what < TILES ? what
                                                                       : s->taken) %
                                   COLOURS,
                           colour);
                colour[0] = (char)(colour[0] - 'a' + 'A');
                text_format(t, " %s: ", colour);
                text_count(t, points, "point", "points");
                text_format(t, " for %s.", name);
        }
        if (s->turns_left == TURNS_OPEN && after->turns_left != TURNS_OPEN && after->phase != ALIBABA_OVER) {
                text_add(t, " No tile is face down any more: ");
                text_count(t, after->turns_left, "turn is", "turns are");
                text_add(t, " left.");
        }
}

/* A ban is a kind or a colour: five per line. */
static int brief(struct sheet *p, int row, const struct look *l, const void *view)
{
        const struct alibaba *s = view;
        int bans_there = NO_BAN + (s->options.value[ALIBABA_EFFECTS] == EFFECTS_MAY);

        (void)l;
        if (s->phase != ALIBABA_WHITE)
                return row;
        for (int ban = 0; ban < bans_there; ban++) {
                int y = row + ban / 5, x = SHEET_WIDTH / 5 * (ban % 5);
                char name[MAX_NAME] = "none";

                if (ban < KINDS)
                        text_spell(spell_kind, ban, name);
                else if (ban < NO_BAN)
                        text_spell(spell_colour, ban - KINDS, name);
                sheet_write(p, y, x, style(INK_SOFT, PLAIN, 0), "%3d", ban + 1);
                sheet_write(p, y, x + 4, style(PLAIN, PLAIN, BOLD), "ban:%s", name);
        }
        return row + (bans_there + 4) / 5;
}

static int secret(const void *state)
{
        const struct alibaba *s = state;

        return s->options.value[ALIBABA_SCREENS] == SCREENS_CLOSED || s->phase == ALIBABA_SHOW;
}

static const char RULES[] =
        "Take one face-up tile; what it leaves free is turned up. Then the tile's colour works its magic: pink gives 5 points. "
        "Blue gives 2 for "
        "each tile that was turned up, or 2 on the lowest layer. Brown gives 2 for each tile of that kind you now have. Green "
        "takes one more tile "
        "that shares an edge with the empty place. Yellow makes every opponent show a tile, and you take one. White bars a kind or "
        "a colour for the "
        "others until your next turn. A tile that comes by green or yellow works no magic.\n"
        "In the lamp variant, who takes a lamp may swap it for a tile beside the cave and use that one's magic.\n"
        "The game ends with the round in which the last tile is turned up (or one round later, by the option ending), or when the "
        "cave is empty. "
        "Each kind you hold is worth 1, 3, 6, 10, 15 or 21 points for 1 to 6 tiles. Most points win; then fewer tiles.";

const struct board alibaba_board = {
        &alibaba, "take treasures from a cave of tiles, each with its magic", RULES, draw, ask, describe, tell, brief, secret
};
