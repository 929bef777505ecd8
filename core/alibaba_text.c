/* Ali Baba as text: names, moves, the state's JSON, effects and points. The rules are in alibaba.c. */
#include "alibaba_parts.h"
#include "bits.h"

static const char KIND_NAMES[KINDS][9] = { "carpet",   "chest", "crown", "diamond", "lamp",
                                           "necklace", "ring",  "ruby",  "statue",  "sword" };
static const char COLOUR_NAMES[COLOURS][7] = { "blue", "brown", "green", "pink", "white", "yellow" };
static const char PHASES[] = "reveal take lamp green yellow show pick white over";

/* --- names --- */

void spell_kind(int kind, struct text *t)
{
        text_add(t, KIND_NAMES[kind]);
}

void spell_colour(int colour, struct text *t)
{
        text_add(t, COLOUR_NAMES[colour]);
}

void spell_tile(int tile, struct text *t)
{
        spell_kind(tile / COLOURS, t);
        text_add(t, ".");
        spell_colour(tile % COLOURS, t);
}

static void spell_ban(int ban, struct text *t)
{
        text_add(t, ban < KINDS ? KIND_NAMES[ban] : COLOUR_NAMES[ban - KINDS]);
}

void spell_slot(int slot, struct text *t)
{
        int start = alibaba_layer_start(slot);
        const char name[3] = { (char)('1' + (start > 0) + (start > LAYER_2) + (start > LAYER_3)), (char)('a' + (slot - start) % 5),
                               (char)('1' + (slot - start) / 5) };

        text_bytes(t, name, 3);
}

/* --- moves --- */

void alibaba_print_move(const void *state, move m, struct text *t)
{
        const struct alibaba *s = (const struct alibaba *)state;
        int what = alibaba_choice(s, m);

        switch (s->phase) {
        case ALIBABA_REVEAL:
                spell_slot(alibaba_turning(s), t);
                text_add(t, "=");
                spell_tile(what, t);
                break;
        case ALIBABA_TAKE:
                spell_slot(what, t);
                break;
        case ALIBABA_LAMP:
                text_add(t, what == LAMP_KEEP ? "lamp:keep" : "lamp:");
                if (what != LAMP_KEEP)
                        spell_tile(what, t);
                break;
        case ALIBABA_GREEN:
                text_add(t, what == GREEN_NONE ? "green:none" : "green:");
                if (what != GREEN_NONE)
                        spell_slot(what, t);
                break;
        case ALIBABA_YELLOW:
                text_add(t, what == YELLOW_USE ? "yellow:use" : "yellow:none");
                break;
        case ALIBABA_SHOW:
                text_add(t, what == HIDDEN_TILE ? "show:?" : "show:");
                if (what != HIDDEN_TILE)
                        spell_tile(what, t);
                break;
        case ALIBABA_PICK:
                text_add(t, "pick:");
                text_number(t, (uint64_t)what + 1);
                break;
        default:
                text_add(t, what == NO_BAN ? "ban:none" : "ban:");
                if (what != NO_BAN)
                        spell_ban(what, t);
        }
}

/* --- what people are told --- */

/* The points of magic, and of each kind. */
void alibaba_tally(const void *state, int seat, struct json *j)
{
        const struct alibaba *s = (const struct alibaba *)state;

        json_count(j, "magic", s->points[seat], 1);
        for (int kind = 0; kind < KINDS; kind++)
                if (s->hand[seat] & of_kind(kind))
                        json_count(j, KIND_NAMES[kind], alibaba_points_for_kind(s->hand[seat], kind), 0);
}

static int points_for_kinds(uint64_t hand)
{
        int points = 0;

        for (int kind = 0; kind < KINDS; kind++)
                points += alibaba_points_for_kind(hand, kind);
        return points;
}

/* How much more a player's tiles would be worth at the end, if they were these. */
static void json_sets(struct json *j, const struct alibaba *s, uint64_t hand, int first)
{
        json_count(j, "sets", points_for_kinds(hand) - points_for_kinds(s->hand[s->turn]), first);
}

static void json_slots(struct json *j, const char *key, uint64_t slots, int first)
{
        json_text(j, first ? "\"" : ",\"");
        json_text(j, key);
        json_text(j, "\":");
        json_set(j, slots, SLOTS, spell_slot);
}

/* What the magic of a tile does for a player who has taken it from a slot and turned this many tiles. */
static void json_magic(struct json *j, const struct alibaba *after, int tile, int turned)
{
        int opponents = 0;

        switch (tile % COLOURS) {
        case PINK:
                json_count(j, "points", PINK_POINTS, 0);
                break;
        case BLUE:
                json_count(j, "points", after->slot < LAYER_2 ? BLUE_POINTS : BLUE_POINTS * turned, 0);
                break;
        case BROWN:
                json_count(j, "points", BROWN_POINTS * bit_count(after->hand[after->turn] & of_kind(tile / COLOURS)), 0);
                break;
        case GREEN:
                json_slots(j, "beside", alibaba_can_take_green(after), 0);
                break;
        case YELLOW:
                for (int p = 0; p < after->options.value[PLAYERS]; p++)
                        opponents += p != after->turn && after->held[p];
                json_count(j, "shows", opponents, 0);
                break;
        default:
                break;
        }
}

static void effect_of_take(struct json *j, const struct alibaba *s, int slot)
{
        struct alibaba after = *s;
        uint64_t turning;
        int tile = alibaba_take(&after, slot, 0);

        after.slot = (uint8_t)slot;
        turning = alibaba_free_slots(&after) & ~after.face_up;
        json_slots(j, "frees", turning, 1);
        if (alibaba_screened(s, s->turn))
                return;
        json_sets(j, s, after.hand[s->turn], 0);
        if (s->phase == ALIBABA_TAKE)
                json_magic(j, &after, tile, bit_count(turning));
}

static void effect_of_lamp(struct json *j, const struct alibaba *s, int tile)
{
        struct alibaba after = *s;

        if (alibaba_screened(s, s->turn))
                return;
        if (tile == LAMP_KEEP)
                tile = s->taken;
        after.hand[s->turn] = (s->hand[s->turn] & ~bit(s->taken)) | bit(tile);
        json_sets(j, s, after.hand[s->turn], 1);
        json_magic(j, &after, tile, s->turned);
}

static void effect_of_ban(struct json *j, const struct alibaba *s, int ban)
{
        uint64_t slots = 0;

        for (uint64_t up = s->face_up; up; up &= up - 1)
                if (has(alibaba_tiles_named(ban), s->tile[bit_first(up)]))
                        slots |= bit(bit_first(up));
        json_slots(j, "bars", slots, 1);
}

void alibaba_effect(const void *state, move m, struct json *j)
{
        const struct alibaba *s = (const struct alibaba *)state;
        int what = alibaba_choice(s, m);

        if (s->phase == ALIBABA_TAKE || (s->phase == ALIBABA_GREEN && what != GREEN_NONE))
                effect_of_take(j, s, what);
        else if (s->phase == ALIBABA_LAMP)
                effect_of_lamp(j, s, what);
        else if (s->phase == ALIBABA_PICK && !alibaba_screened(s, s->turn))
                json_sets(j, s, s->hand[s->turn] | bit(s->shown[what]), 1);
        else if (s->phase == ALIBABA_WHITE)
                effect_of_ban(j, s, what);
}

/* --- why not --- */

const struct refusal alibaba_refusals[] = {
        { "small-is-for-two", "variant=small is for two players only", NULL },
        { "remove-three-kinds", "remove names three different kinds in variant=small", NULL },
        { "remove-one-kind", "remove names one kind in variant=equal", NULL },
        { "remove-not-allowed", "remove names kinds only in variant=equal and variant=small", NULL },
        { "not-a-slot", "a tile is taken by its slot: layer, column and row, like 4a1", NULL },
        RULE("slot-empty", "no tile lies there any more", "4.1.1"),
        RULE("tile-face-down", "that tile is face down: another lies on it", "2.7"),
        RULE("not-beside-taken", "green takes a tile that shares an edge with the place of the tile taken", "4.3.4.1"),
        RULE("tile-banned", "that tile is barred by another player's ban", "4.1.2"),
        { "turning-a-tile", "a tile is being turned; the outcome is its slot and a tile not seen yet, like 3a1=ring.blue", NULL },
        { "lamp-keep-or-swap", "a lamp was taken: lamp:keep, or lamp: and a tile beside the cave, like lamp:ring.blue", NULL },
        { "green-may-take", "green takes one more tile, like green:1a2, or green:none", NULL },
        { "green-must-take", "green must take one more tile, like green:1a2", NULL },
        { "yellow-use-or-none", "yellow is used or not: yellow:use or yellow:none", NULL },
        { "show-a-tile", "each opponent shows a tile from behind the screen, like show:ring.blue", NULL },
        { "pick-a-tile", "one of the tiles shown is taken, by the player who shows it, like pick:2", NULL },
        { "white-may-ban", "white bans a kind or a colour, like ban:ring or ban:blue, or ban:none", NULL },
        { "white-must-ban", "white must ban a kind or a colour, like ban:ring or ban:blue", NULL },
        { "game-over", "the game is over", NULL },
        { 0, 0, 0 },
};

static const struct refusal *refuse(const char *code)
{
        return refusal_coded(alibaba_refusals, code);
}

static const struct refusal *why_not_take(const struct alibaba *s, const char *text)
{
        int slot = text_find(spell_slot, SLOTS, text);

        if (slot < 0 || !has(alibaba_layout(s), slot))
                return refuse("not-a-slot");
        if (!has(s->cave, slot))
                return refuse("slot-empty");
        if (!has(s->face_up, slot))
                return refuse("tile-face-down");
        if (s->phase == ALIBABA_GREEN && !has(alibaba_beside(s->slot), slot))
                return refuse("not-beside-taken");
        return refuse("tile-banned");
}

const struct refusal *alibaba_refusal(const void *state, const char *text)
{
        const struct alibaba *s = (const struct alibaba *)state;

        switch (s->phase) {
        case ALIBABA_REVEAL:
                return refuse("turning-a-tile");
        case ALIBABA_TAKE:
                return why_not_take(s, text);
        case ALIBABA_LAMP:
                return refuse("lamp-keep-or-swap");
        case ALIBABA_GREEN:
                if (text_begins(text, "green:") && !text_same(text, "green:none"))
                        return why_not_take(s, text + 6);
                return is(s, ALIBABA_EFFECTS, EFFECTS_MAY) ? refuse("green-may-take") : refuse("green-must-take");
        case ALIBABA_YELLOW:
                return refuse("yellow-use-or-none");
        case ALIBABA_SHOW:
                return refuse("show-a-tile");
        case ALIBABA_PICK:
                return refuse("pick-a-tile");
        case ALIBABA_WHITE:
                return is(s, ALIBABA_EFFECTS, EFFECTS_MAY) ? refuse("white-may-ban") : refuse("white-must-ban");
        default:
                return refuse("game-over");
        }
}

const struct refusal *alibaba_misfit(const struct options *o)
{
        int kinds = bit_count(o->value[ALIBABA_REMOVE]);

        if (o->value[ALIBABA_VARIANT] == VARIANT_SMALL && o->value[PLAYERS] != 2)
                return refuse("small-is-for-two");
        if (kinds == 0)
                return 0;
        if (o->value[ALIBABA_VARIANT] == VARIANT_SMALL)
                return kinds == 3 ? 0 : refuse("remove-three-kinds");
        if (o->value[ALIBABA_VARIANT] == VARIANT_EQUAL)
                return kinds == 1 ? 0 : refuse("remove-one-kind");
        return refuse("remove-not-allowed");
}

/* --- the state's JSON --- */

/* A tile, or "?" for the number TILES. */
static void spell_maybe_tile(int tile, struct text *t)
{
        if (tile < TILES)
                spell_tile(tile, t);
        else
                text_add(t, "?");
}

static void json_board(struct json *j, struct alibaba *s)
{
        int slot = -1;

        json_text(j, "{");
        while ((slot = json_key(j, slot, s->cave, SLOTS, spell_slot)) >= 0) {
                int tile = json_name(j, has(s->face_up, slot) ? s->tile[slot] : (int)TILES, TILES + 1, spell_maybe_tile);

                s->cave |= bit(slot);
                if (tile < TILES)
                        alibaba_reveal(s, slot, tile);
        }
        json_text(j, "}");
}

/* The tiles, or as many nulls if they are behind a screen. */
static void json_hand(struct json *j, struct alibaba *s, int player)
{
        struct json ahead = *j;
        int screened = alibaba_screened(s, player), n = 0;

        if (j->in) {
                json_text(&ahead, "[");
                screened = json_null(&ahead, 0) && !j->wrong;
        }
        if (!screened) {
                s->hand[player] = json_set(j, s->hand[player], TILES, spell_tile);
                s->held[player] = (uint8_t)bit_count(s->hand[player]);
                return;
        }
        json_text(j, "[");
        for (; json_more(j, n < s->held[player], n == 0); n++)
                if (n >= TILES || !json_null(j, 1))
                        json_refuse(j, "null for each tile, or all the tiles");
        json_text(j, "]");
        s->held[player] = (uint8_t)n;
}

static void json_taken(struct json *j, struct alibaba *s)
{
        if (json_null(j, s->taken == NO_TILE)) {
                s->taken = NO_TILE;
                return;
        }
        json_text(j, "{\"slot\":");
        s->slot = (uint8_t)json_name(j, s->slot, SLOTS, spell_slot);
        json_text(j, ",\"tile\":");
        s->taken = (uint8_t)json_name(j, s->taken, TILES, spell_tile);
        json_text(j, ",\"turned\":");
        s->turned = (uint8_t)json_number(j, s->turned, 0, 4);
        json_text(j, ",\"extra\":");
        s->extra = (uint8_t)json_bool(j, s->extra);
        json_text(j, "}");
}

static void json_shown(struct json *j, uint8_t *shown)
{
        int tile;

        if (json_null(j, *shown == NO_TILE)) {
                *shown = NO_TILE;
                return;
        }
        tile = json_name(j, *shown == HIDDEN_TILE ? (int)TILES : *shown, TILES + 1, spell_maybe_tile);
        *shown = tile == TILES ? (uint8_t)HIDDEN_TILE : (uint8_t)tile;
}

/* The slot being turned follows from the cave; it is written for convenience. */
static void json_reveal(struct json *j, struct alibaba *s)
{
        int turning = s->phase == ALIBABA_REVEAL && (alibaba_free_slots(s) & ~s->face_up);

        if (turning ? json_name(j, alibaba_turning(s), SLOTS, spell_slot) != alibaba_turning(s) : !json_null(j, 1))
                json_refuse(j, "the slot of the first tile that is free and face down, while it is being turned");
}

void alibaba_json(struct json *j, void *state)
{
        struct alibaba *s = (struct alibaba *)state;
        int players = s->options.value[PLAYERS];

        json_phase(j, PHASES, ALIBABA_OVER, players, &s->phase, &s->player);
        json_text(j, ",\"turn\":");
        s->turn = (uint8_t)json_seat(j, s->turn, players);
        json_text(j, ",\"turns_left\":");
        s->turns_left = json_null(j, s->turns_left == TURNS_OPEN) ? (uint8_t)TURNS_OPEN
                                                                  : (uint8_t)json_number(j, s->turns_left, 0, 2 * MAX_PLAYERS);
        json_text(j, ",\"board\":");
        json_board(j, s);
        json_text(j, ",\"side\":");
        s->side = json_set(j, s->side, TILES, spell_tile);
        json_text(j, ",\"removed\":");
        s->removed = (uint32_t)json_set(j, s->removed, KINDS, spell_kind);
        json_text(j, ",\"hands\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                json_hand(j, s, p);
        }
        json_text(j, "],\"points\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                s->points[p] = (uint16_t)json_number(j, s->points[p], 0, 999);
        }
        json_text(j, "],\"bans\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                s->ban[p] =
                        json_null(j, s->ban[p] == NO_BAN) ? (uint8_t)NO_BAN : (uint8_t)json_name(j, s->ban[p], NO_BAN, spell_ban);
        }
        json_text(j, "],\"taken\":");
        json_taken(j, s);
        json_text(j, ",\"shown\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                json_shown(j, &s->shown[p]);
        }
        for (int p = players; p < MAX_PLAYERS; p++) /* empty seats */
                s->ban[p] = NO_BAN, s->shown[p] = NO_TILE;
        json_text(j, "],\"reveal\":");
        json_reveal(j, s);
}
