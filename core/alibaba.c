/* Ali Baba: a pyramid of treasure tiles is emptied, and each tile's colour has its magic.
 *
 * A turn takes a face-up tile, turns over the tiles that became free, and uses the magic of the colour. What a face-down tile
 * shows is drawn when it is turned and not before, so the state never contains what nobody can know. Players' tiles are behind
 * screens, and yellow makes players choose in secret: `redact` blanks these two. The numbers in brackets are those of
 * docs/alibaba.md.
 *
 * Slots and tiles are bits of a word (see alibaba.h): which tiles are free is three shifts of the cave over itself. */
#include <string.h>

#include "alibaba_parts.h"
#include "bits.h"

/* A row of tiles, multiplied by the rows. */
static const uint64_t STANDARD_CAVE =
        0x1full * 0x108421 | (0xfull * 0x8421) << LAYER_2 | (0x7ull * 0x421) << LAYER_3 | (0x3ull * 0x21) << LAYER_4;
static const uint64_t SMALL_CAVE =
        0xfull * 0x8421 | (0x7ull * 0x8421) << LAYER_2 | (0x3ull * 0x421) << LAYER_3 | (0x1ull * 0x21) << LAYER_4;
static const uint64_t LAYER_1_COLUMN_A = 0x108421, LAYER_1_COLUMN_E = 0x1084210;

static const uint64_t ALL_TILES = 0xfffffffffffffff;
static const uint64_t ONE_OF_EACH_KIND = 0x41041041041041; /* all tiles of the first colour */

enum { TILES_IN_BOX = 6 };

static const struct option OPTIONS[] = {
        { "players", NUMBER, 2, 4, 2, 0, "how many play" },
        { "variant", CHOICE, 0, 0, 0, "base lamp equal small",
          "base, lamps that swap, all tiles of nine kinds, or a small cave for two" },
        { "remove", SET, 0, 0, 0, "carpet chest crown diamond lamp necklace ring ruby statue sword",
          "the kinds left out: one in equal, three in small" },
        { "effects", CHOICE, 0, 0, 0, "must may",
          "whether green, yellow and white must be used (Ukrainian) or may be declined (Dutch)" },
        { "ending", CHOICE, 0, 0, 0, "round extra", "whether the round is finished (Ukrainian) or one more is played (Dutch)" },
        { "screens", CHOICE, 0, 0, 0, "closed open", "whether players see only how many tiles the others hold" },
        { "first", SEAT, 0, 0, 0, 0, "who begins" },
        { 0, 0, 0, 0, 0, 0, 0 }
};

/* --- the cave --- */

uint64_t alibaba_layout(const struct alibaba *s)
{
        return is(s, ALIBABA_VARIANT, VARIANT_SMALL) ? SMALL_CAVE : STANDARD_CAVE;
}

static uint64_t under(uint64_t layer)
{
        return layer | layer << 1 | layer << 5 | layer << 6;
}

/* The slots on which these tiles lie. In the small cave layer 2 lies on two tiles, not four. [2.5] */
static uint64_t beneath(const struct alibaba *s, uint64_t slots)
{
        uint64_t second = slots >> LAYER_2 & (bit(LAYER_3 - LAYER_2) - 1);
        uint64_t third = slots >> LAYER_3 & (bit(LAYER_4 - LAYER_3) - 1);
        uint64_t fourth = slots >> LAYER_4;

        return under(fourth) << LAYER_3 | under(third) << LAYER_2 |
               (is(s, ALIBABA_VARIANT, VARIANT_SMALL) ? second | second << 1 : under(second));
}

uint64_t alibaba_free_slots(const struct alibaba *s)
{
        return s->cave & ~beneath(s, s->cave);
}

/* The slots of the same layer that share an edge with a slot. Above layer 1 the rows have gaps between them; on layer 1 a step
 * east from column e would be column a again. */
uint64_t alibaba_beside(int slot)
{
        uint64_t here = bit(slot);
        int start = alibaba_layer_start(slot);
        uint64_t from_here_up = ~(bit(start) - 1);
        uint64_t layer = start == LAYER_4 ? from_here_up
                                          : from_here_up & (bit(start == 0         ? LAYER_2
                                                                : start == LAYER_2 ? LAYER_3
                                                                                   : LAYER_4) -
                                                            1);

        return (here << 5 | here >> 5 | (here & ~LAYER_1_COLUMN_E) << 1 | (here & ~LAYER_1_COLUMN_A) >> 1) & layer;
}

int alibaba_turning(const struct alibaba *s)
{
        return bit_first(alibaba_free_slots(s) & ~s->face_up);
}

/* --- tiles --- */

uint64_t alibaba_tiles_named(int ban)
{
        if (ban == NO_BAN)
                return 0;
        return ban < KINDS ? of_kind(ban) : ONE_OF_EACH_KIND << (ban - KINDS);
}

static uint64_t showing(const struct alibaba *s)
{
        uint64_t tiles = 0;

        for (uint64_t slots = s->face_up; slots; slots &= slots - 1)
                tiles |= bit(s->tile[bit_first(slots)]);
        return tiles;
}

/* The tiles that may still turn up: all in the game that the viewer of this state does not see. */
static uint64_t unseen(const struct alibaba *s)
{
        uint64_t tiles = ALL_TILES & ~s->side & ~showing(s);

        for (uint32_t kinds = s->removed; kinds; kinds &= kinds - 1)
                tiles &= ~of_kind(bit_first(kinds));
        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                tiles &= ~s->hand[p];
                if (s->shown[p] < TILES)
                        tiles &= ~bit(s->shown[p]);
        }
        return s->taken == NO_TILE ? tiles : tiles & ~bit(s->taken);
}

/* A player's own ban does not bind them. [4.3.6.3] */
uint64_t alibaba_banned(const struct alibaba *s, int player)
{
        uint64_t tiles = 0;

        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                if (p != player)
                        tiles |= alibaba_tiles_named(s->ban[p]);
        return tiles;
}

static uint64_t not_banned(const struct alibaba *s, uint64_t slots)
{
        uint64_t banned = alibaba_banned(s, s->turn), allowed = slots;

        if (banned)
                for (; slots; slots &= slots - 1)
                        if (has(banned, s->tile[bit_first(slots)]))
                                allowed &= ~bit(bit_first(slots));
        return allowed;
}

/* A banned tile may be taken only if all are banned. [4.1.2, 4.1.3] */
static uint64_t can_take(const struct alibaba *s)
{
        uint64_t allowed = not_banned(s, s->face_up);

        return allowed ? allowed : s->face_up;
}

/* For green's tile there is no such exception. [4.3.4.3] */
uint64_t alibaba_can_take_green(const struct alibaba *s)
{
        return not_banned(s, s->face_up & alibaba_beside(s->slot));
}

/* --- what a viewer sees of a move ---
 *
 * The lower half of a move is the move. In its upper half `seen` adds what the viewer's own state cannot
 * tell: whose screens hide what is taken, and the points that brown gave for tiles behind a screen. The
 * show that ends the choosing brings all choices to light; it carries them. */
enum {
        CHOSEN = 0x3f,     /* the tile of a show */
        VEIL_SHIFT = 16,   /* one bit for each seat whose tiles the viewer cannot see */
        POINTS_SHIFT = 20, /* points that brown scored */
        LIGHT_SHIFT = 6    /* three choices of six bits, starting left of the player whose turn it is */
};
static const move LIGHT = (move)1 << 31;

int alibaba_choice(const struct alibaba *s, move m)
{
        return (int)(m & (s->phase == ALIBABA_SHOW ? CHOSEN : 0xffff));
}

static int veiled(move m, int player)
{
        return has(m >> VEIL_SHIFT, player);
}

static void gain(struct alibaba *s, int player, int tile, move m)
{
        s->held[player]++;
        if (!veiled(m, player))
                s->hand[player] |= bit(tile);
}

static void lose(struct alibaba *s, int player, int tile, move m)
{
        s->held[player]--;
        if (!veiled(m, player))
                s->hand[player] &= ~bit(tile);
}

/* --- the turn --- */

static int seat_from_turn(const struct alibaba *s, int places)
{
        return (s->turn + places) % s->options.value[PLAYERS];
}

/* How many players have already had their turn in this round. */
static int place_in_round(const struct alibaba *s)
{
        int players = s->options.value[PLAYERS];

        return (s->turn + players - s->options.value[ALIBABA_FIRST]) % players;
}

/* The round is finished, so that everybody has the same number of turns; then one more may be played. [5.2, 5.3] */
static void end_turn(struct alibaba *s)
{
        int players = s->options.value[PLAYERS];

        s->taken = NO_TILE;
        s->slot = s->turned = s->extra = 0;
        if (s->turns_left != TURNS_OPEN)
                s->turns_left--;
        else if (s->cave == s->face_up)
                s->turns_left = (uint8_t)(players - 1 - place_in_round(s) + (is(s, ALIBABA_ENDING, ENDING_EXTRA) ? players : 0));
        if (s->cave == 0 || s->turns_left == 0) {
                s->phase = ALIBABA_OVER;
                s->player = 0;
                return;
        }
        s->turn = s->player = (uint8_t)seat_from_turn(s, 1);
        s->ban[s->turn] = NO_BAN;
        s->phase = ALIBABA_TAKE;
}

/* The next opponent on the left who has tiles and has not chosen; the player whose turn it is when all have. */
static void next_to_show(struct alibaba *s)
{
        int places = 1;

        while (seat_from_turn(s, places) != s->turn &&
               (!s->held[seat_from_turn(s, places)] || s->shown[seat_from_turn(s, places)] != NO_TILE))
                places++;
        s->player = (uint8_t)seat_from_turn(s, places);
        s->phase = s->player == s->turn ? ALIBABA_PICK : ALIBABA_SHOW;
}

static int opponents_have_tiles(const struct alibaba *s)
{
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                if (p != s->turn && s->held[p])
                        return 1;
        return 0;
}

static int points_for_brown(const struct alibaba *s, move m)
{
        if (veiled(m, s->turn))
                return (int)(m >> POINTS_SHIFT & 0xf);
        return BROWN_POINTS * bit_count(s->hand[s->turn] & of_kind(s->taken / COLOURS));
}

static void use_magic(struct alibaba *s, move m)
{
        int points = 0;

        switch (s->taken % COLOURS) {
        case PINK:
                points = PINK_POINTS;
                break;
        case BLUE:
                points = s->slot < LAYER_2 ? BLUE_POINTS : BLUE_POINTS * s->turned;
                break;
        case BROWN:
                points = points_for_brown(s, m);
                break;
        case GREEN:
                if (alibaba_can_take_green(s)) {
                        s->phase = ALIBABA_GREEN;
                        return;
                }
                break;
        case YELLOW:
                if (opponents_have_tiles(s)) {
                        if (is(s, ALIBABA_EFFECTS, EFFECTS_MAY))
                                s->phase = ALIBABA_YELLOW;
                        else
                                next_to_show(s);
                        return;
                }
                break;
        default:
                s->phase = ALIBABA_WHITE;
                return;
        }
        s->points[s->turn] = (uint16_t)(s->points[s->turn] + points);
        end_turn(s);
}

/* Tiles turn up one at a time, in the order of their slots; after the last, the turn continues. [4.2] */
static void turn_free_tiles(struct alibaba *s, move m)
{
        if (alibaba_free_slots(s) & ~s->face_up) {
                s->phase = ALIBABA_REVEAL;
        } else if (s->extra) {
                end_turn(s);
        } else if (is(s, ALIBABA_VARIANT, VARIANT_LAMP) && s->taken / COLOURS == KIND_LAMP) {
                s->phase = ALIBABA_LAMP;
        } else {
                use_magic(s, m);
        }
}

int alibaba_take(struct alibaba *s, int slot, move m)
{
        int tile = s->tile[slot];

        s->cave &= ~bit(slot);
        s->face_up &= ~bit(slot);
        s->tile[slot] = 0;
        gain(s, s->turn, tile, m);
        return tile;
}

static void show(struct alibaba *s, move m)
{
        s->shown[s->player] = (uint8_t)alibaba_choice(s, m);
        next_to_show(s);
        if (m & LIGHT)
                for (int i = 0; i < s->options.value[PLAYERS] - 1; i++) {
                        int p = seat_from_turn(s, i + 1);

                        if (s->shown[p] != NO_TILE)
                                s->shown[p] = (uint8_t)(m >> (LIGHT_SHIFT + 6 * i) & CHOSEN);
                }
}

static void make(struct alibaba *s, move m)
{
        int what = alibaba_choice(s, m);

        switch (s->phase) {
        case ALIBABA_REVEAL:
                s->turned = (uint8_t)(s->turned + !s->extra);
                alibaba_reveal(s, alibaba_turning(s), what);
                turn_free_tiles(s, m);
                return;
        case ALIBABA_TAKE:
                s->taken = (uint8_t)alibaba_take(s, what, m);
                s->slot = (uint8_t)what;
                turn_free_tiles(s, m);
                return;
        case ALIBABA_LAMP:
                if (what != LAMP_KEEP) {
                        lose(s, s->turn, s->taken, m);
                        gain(s, s->turn, what, m);
                        s->side = (s->side & ~bit(what)) | bit(s->taken);
                        s->taken = (uint8_t)what;
                }
                use_magic(s, m);
                return;
        case ALIBABA_GREEN:
                if (what == GREEN_NONE) {
                        end_turn(s);
                        return;
                }
                alibaba_take(s, what, m);
                s->extra = 1;
                turn_free_tiles(s, m);
                return;
        case ALIBABA_YELLOW:
                if (what == YELLOW_USE)
                        next_to_show(s);
                else
                        end_turn(s);
                return;
        case ALIBABA_SHOW:
                show(s, m);
                return;
        case ALIBABA_PICK:
                lose(s, what, s->shown[what], m);
                gain(s, s->turn, s->shown[what], m);
                memset(s->shown, NO_TILE, sizeof s->shown);
                end_turn(s);
                return;
        default:
                s->ban[s->turn] = (uint8_t)what;
                end_turn(s);
        }
}

static int turn(const void *state)
{
        const struct alibaba *s = (const struct alibaba *)state;

        return s->phase == ALIBABA_OVER ? (int)OVER : s->phase == ALIBABA_REVEAL ? (int)CHANCE : s->player;
}

static int apply(void *state, move m)
{
        make((struct alibaba *)state, m);
        return turn(state);
}

static int owner(const void *state)
{
        return ((const struct alibaba *)state)->turn;
}

/* All lists but three are sets in ascending order: of tiles, slots, seats or bans. */
static uint64_t choices(const struct alibaba *s)
{
        uint64_t set = 0;

        switch (s->phase) {
        case ALIBABA_REVEAL:
                return unseen(s);
        case ALIBABA_TAKE:
                return can_take(s);
        case ALIBABA_LAMP:
                return s->side;
        case ALIBABA_GREEN:
                return alibaba_can_take_green(s);
        case ALIBABA_YELLOW:
                return bit(YELLOW_USE) | bit(YELLOW_NONE);
        case ALIBABA_SHOW:
                return s->hand[s->player];
        case ALIBABA_PICK:
                for (int p = 0; p < s->options.value[PLAYERS]; p++)
                        if (s->shown[p] != NO_TILE)
                                set |= bit(p);
                return set;
        case ALIBABA_WHITE:
                return bit(NO_BAN) - 1;
        default:
                return 0;
        }
}

/* The three: keeping the lamp comes first; declining green or white, if allowed, comes last. */
static int has_keep(const struct alibaba *s)
{
        return s->phase == ALIBABA_LAMP;
}

static int has_none(const struct alibaba *s)
{
        return is(s, ALIBABA_EFFECTS, EFFECTS_MAY) && (s->phase == ALIBABA_GREEN || s->phase == ALIBABA_WHITE);
}

static move none(const struct alibaba *s)
{
        return s->phase == ALIBABA_GREEN ? (move)GREEN_NONE : (move)NO_BAN;
}

static int legal(const void *state, move *list)
{
        const struct alibaba *s = (const struct alibaba *)state;
        int n = 0;

        if (has_keep(s))
                list[n++] = LAMP_KEEP;
        for (uint64_t set = choices(s); set; set &= set - 1)
                list[n++] = (move)bit_first(set);
        if (has_none(s))
                list[n++] = none(s);
        return n;
}

static move pick(const void *state, uint32_t dice)
{
        const struct alibaba *s = (const struct alibaba *)state;
        uint64_t set = choices(s);
        int keep = has_keep(s), n = bit_count(set), place = place_of(dice, keep + n + has_none(s)) - keep;

        return place < 0 ? (move)LAMP_KEEP : place < n ? (move)bit_nth(set, place) : none(s);
}

/* --- setup and score --- */

static int kinds_left_out(const struct alibaba *s)
{
        return is(s, ALIBABA_VARIANT, VARIANT_EQUAL) ? 1 : is(s, ALIBABA_VARIANT, VARIANT_SMALL) ? 3 : 0;
}

static void setup(void *state, const struct options *o, struct draw *d)
{
        struct alibaba *s = (struct alibaba *)state;

        memset(s, 0, sizeof *s);
        s->options = *o;
        s->cave = alibaba_layout(s);
        s->turn = s->player = (uint8_t)o->value[ALIBABA_FIRST];
        s->phase = ALIBABA_TAKE;
        s->taken = NO_TILE;
        s->turns_left = TURNS_OPEN;
        memset(s->ban, NO_BAN, sizeof s->ban);
        memset(s->shown, NO_TILE, sizeof s->shown);
        s->removed = o->value[ALIBABA_REMOVE];
        while (bit_count(s->removed) < kinds_left_out(s))
                s->removed |= (uint32_t)bit(draw_member(d, ((1u << KINDS) - 1) & ~s->removed));
        while (is(s, ALIBABA_VARIANT, VARIANT_LAMP) && bit_count(s->side) < TILES_IN_BOX)
                s->side |= bit(draw_member(d, unseen(s) & ~of_kind(KIND_LAMP)));
        while (alibaba_free_slots(s) & ~s->face_up)
                alibaba_reveal(s, alibaba_turning(s), draw_member(d, unseen(s)));
}

/* 1, 3, 6, 10, 15, 21 points for 1 to 6 tiles of a kind. [5.6] */
int alibaba_points_for_kind(uint64_t hand, int kind)
{
        int n = bit_count(hand & of_kind(kind));

        return n * (n + 1) / 2;
}

/* Ties: fewer tiles. [5.8] */
static void score(const void *state, int *points, int *tiebreak)
{
        const struct alibaba *s = (const struct alibaba *)state;

        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                points[p] = s->points[p];
                for (int kind = 0; kind < KINDS; kind++)
                        points[p] += alibaba_points_for_kind(s->hand[p], kind);
                tiebreak[p] = -s->held[p];
        }
}

/* --- hidden things --- */

int alibaba_screened(const struct alibaba *s, int player)
{
        return s->held[player] != bit_count(s->hand[player]);
}

/* Whether a player's tiles are behind a screen for a viewer. */
static int screen_between(const struct alibaba *s, int player, int viewer)
{
        return player != viewer && viewer != EVERYTHING && is(s, ALIBABA_SCREENS, SCREENS_CLOSED) && s->phase != ALIBABA_OVER;
}

static void redact(void *state, int viewer)
{
        struct alibaba *s = (struct alibaba *)state;

        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                if (screen_between(s, p, viewer))
                        s->hand[p] = 0;
                if (s->phase == ALIBABA_SHOW && p != viewer && viewer != EVERYTHING && s->shown[p] != NO_TILE)
                        s->shown[p] = HIDDEN_TILE;
        }
}

static move seen(const void *state, move m, int viewer)
{
        const struct alibaba *s = (const struct alibaba *)state;
        struct alibaba after = *s;

        if (viewer == EVERYTHING)
                return m;
        make(&after, m);
        if (s->phase == ALIBABA_SHOW) {
                if (after.phase == ALIBABA_PICK) {
                        m |= LIGHT;
                        for (int i = 0; i < s->options.value[PLAYERS] - 1; i++)
                                m |= (move)after.shown[seat_from_turn(s, i + 1)] << (LIGHT_SHIFT + 6 * i);
                } else if (viewer != s->player) {
                        m = HIDDEN_TILE;
                }
                return m;
        }
        if (s->phase == ALIBABA_YELLOW || s->phase == ALIBABA_WHITE)
                return m;
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                m |= (move)screen_between(s, p, viewer) << (VEIL_SHIFT + p);
        if (after.taken == NO_TILE && veiled(m, s->turn))
                m |= (move)(after.points[s->turn] - s->points[s->turn]) << POINTS_SHIFT;
        return m;
}

static void determinize(void *state, int viewer, struct draw *d)
{
        struct alibaba *s = (struct alibaba *)state;
        uint64_t tiles = unseen(s);

        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                if (p == viewer || !alibaba_screened(s, p))
                        continue;
                if (p == s->turn && s->taken != NO_TILE)
                        s->hand[p] |= bit(s->taken);
                if (s->shown[p] < TILES)
                        s->hand[p] |= bit(s->shown[p]);
                while (alibaba_screened(s, p)) {
                        int tile = draw_member(d, tiles);

                        tiles &= ~bit(tile);
                        s->hand[p] |= bit(tile);
                }
        }
        for (int p = 0; p < s->options.value[PLAYERS]; p++)
                if (s->shown[p] == HIDDEN_TILE)
                        s->shown[p] = (uint8_t)draw_member(d, s->hand[p]);
}

/* --- the invariants --- */

static const char *broken_tiles(const struct alibaba *s, int viewer)
{
        uint64_t tiles = 0;
        int players = s->options.value[PLAYERS], count = 0, held = 0;

        for (uint64_t slots = s->face_up; slots; slots &= slots - 1, count++)
                tiles |= bit(s->tile[bit_first(slots)]);
        tiles |= s->side, count += bit_count(s->side);
        for (int p = 0; p < players; p++) {
                if (alibaba_screened(s, p) && (s->hand[p] || !screen_between(s, p, viewer)))
                        return "the tiles behind a screen are not given";
                tiles |= s->hand[p], count += bit_count(s->hand[p]);
                held += s->held[p];
        }
        if (bit_count(tiles) != count)
                return "a tile is in two places";
        for (int kind = 0; kind < KINDS; kind++)
                if (has(s->removed, kind) && (tiles & of_kind(kind)))
                        return "a tile of a kind that was left out is in the game";
        if (bit_count(s->removed) != kinds_left_out(s))
                return "the number of kinds left out is not that of the variant";
        if (s->options.value[ALIBABA_REMOVE] && s->options.value[ALIBABA_REMOVE] != s->removed)
                return "the kinds left out are not those of the option remove";
        if (bit_count(s->side) != (is(s, ALIBABA_VARIANT, VARIANT_LAMP) ? TILES_IN_BOX : 0))
                return "six tiles lie beside the cave in variant=lamp, none otherwise";
        if (held + bit_count(s->cave) != bit_count(alibaba_layout(s)))
                return "the tiles in the cave and behind the screens are not as many as were laid";
        return 0;
}

static const char *broken_cave(const struct alibaba *s)
{
        uint64_t down = alibaba_free_slots(s) & ~s->face_up, gaps = 0;

        if (s->cave & ~alibaba_layout(s))
                return "a tile lies where the cave has no place";
        if (beneath(s, s->cave) & alibaba_layout(s) & ~s->cave)
                return "a tile lies over an empty place";
        if (s->face_up & ~alibaba_free_slots(s))
                return "a tile that is covered is face up";
        if (s->phase != ALIBABA_REVEAL)
                return down ? "a tile that is free is face down" : 0;
        if (!down)
                return "no tile is left to be turned";
        if (!s->extra)
                return down & ~beneath(s, bit(s->slot)) ? "a tile is to be turned that did not lie under the one taken" : 0;
        for (uint64_t places = alibaba_beside(s->slot) & alibaba_layout(s) & ~s->cave; places; places &= places - 1)
                if (!(down & ~beneath(s, bit(bit_first(places)))))
                        gaps |= bit(bit_first(places));
        return gaps ? 0 : "a tile is to be turned that did not lie under the one taken by green";
}

/* The tile that was taken, during a turn, and the phase that follows from it. */
static const char *broken_turn(const struct alibaba *s)
{
        int colour = s->taken % COLOURS, freed = bit_count(s->face_up & beneath(s, bit(s->slot)));

        if ((s->taken == NO_TILE) != (s->phase == ALIBABA_TAKE || s->phase == ALIBABA_OVER))
                return "a tile is taken just while a turn is being carried out";
        if (s->phase == ALIBABA_TAKE)
                return s->cave ? 0 : "the cave is empty and the game is not over";
        if (s->phase == ALIBABA_OVER)
                return 0;
        if (!has(alibaba_layout(s), s->slot) || has(s->cave, s->slot))
                return "the place of the tile taken is not an empty place of the cave";
        if (!alibaba_screened(s, s->turn) && !has(s->hand[s->turn], s->taken))
                return "the tile taken is not behind the screen of the player whose turn it is";
        if (s->extra ? s->turned > freed : s->turned != freed)
                return "the tiles turned are not those that lay under the one taken";
        if (s->extra && (s->phase != ALIBABA_REVEAL || colour != GREEN))
                return "only green takes a second tile";
        if (s->phase == ALIBABA_LAMP && (!is(s, ALIBABA_VARIANT, VARIANT_LAMP) || s->taken / COLOURS != KIND_LAMP))
                return "a lamp is swapped only in variant=lamp, when one was taken";
        if (s->phase == ALIBABA_GREEN && (colour != GREEN || !alibaba_can_take_green(s)))
                return "green is not the magic of the tile taken, or finds nothing to take";
        if ((s->phase == ALIBABA_YELLOW || s->phase == ALIBABA_SHOW || s->phase == ALIBABA_PICK) &&
            (colour != YELLOW || !opponents_have_tiles(s)))
                return "yellow is not the magic of the tile taken, or nobody has a tile";
        if (s->phase == ALIBABA_YELLOW && !is(s, ALIBABA_EFFECTS, EFFECTS_MAY))
                return "yellow may be declined only with effects=may";
        if (s->phase == ALIBABA_WHITE && colour != WHITE)
                return "white is not the magic of the tile taken";
        return 0;
}

static const char *broken_shown(const struct alibaba *s, int viewer)
{
        struct alibaba before = *s;

        for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                if (s->shown[p] == NO_TILE)
                        continue;
                if (s->phase != ALIBABA_SHOW && s->phase != ALIBABA_PICK)
                        return "a tile is shown although no yellow is under way";
                if (p == s->turn || !s->held[p])
                        return "a player shows a tile who has none to show";
                if (s->shown[p] == HIDDEN_TILE && (viewer == EVERYTHING || viewer == p || s->phase == ALIBABA_PICK))
                        return "a tile that is shown is not given";
                if (s->shown[p] != HIDDEN_TILE && !alibaba_screened(s, p) && !has(s->hand[p], s->shown[p]))
                        return "a player shows a tile that is not behind the screen";
        }
        if (s->phase != ALIBABA_SHOW && s->phase != ALIBABA_PICK)
                return 0;
        /* They choose one after another: after these choices it is this player's turn to choose. */
        next_to_show(&before);
        if (before.player != s->player || before.phase != s->phase)
                return "it is another player's turn to show a tile";
        for (int p = s->player; p != s->turn; p = (p + 1) % s->options.value[PLAYERS])
                if (s->shown[p] != NO_TILE)
                        return "a player has shown a tile out of turn";
        return 0;
}

static const char *broken_end(const struct alibaba *s)
{
        int players = s->options.value[PLAYERS], over = s->phase == ALIBABA_OVER;
        int round = players - place_in_round(s) - over; /* turns left in this round */
        int extra = is(s, ALIBABA_ENDING, ENDING_EXTRA) ? players : 0;

        if (s->turns_left == TURNS_OPEN) {
                if (s->cave == s->face_up && (s->phase == ALIBABA_TAKE || over))
                        return "no tile is face down, so the turns left are known";
        } else {
                if (s->cave != s->face_up)
                        return "a tile is face down, so the turns left are not known";
                if (s->turns_left != round && s->turns_left != round + extra)
                        return "the turns left do not finish the round";
        }
        if (over && s->cave && s->turns_left)
                return "the game is not over yet";
        if (!over && s->turns_left == 0)
                return "the game is over";
        return 0;
}

static const char *broken(const void *state, int viewer)
{
        const struct alibaba *s = (const struct alibaba *)state;
        const char *why;

        if ((why = broken_tiles(s, viewer)) || (why = broken_turn(s)) || (why = broken_cave(s)) ||
            (why = broken_shown(s, viewer)) || (why = broken_end(s)))
                return why;
        if (s->phase != ALIBABA_OVER && s->phase != ALIBABA_SHOW && s->player != s->turn)
                return "only a tile to show is chosen by another player than the one whose turn it is";
        if (s->phase != ALIBABA_OVER && s->ban[s->turn] != NO_BAN)
                return "the ban of the player whose turn it is has ended";
        return 0;
}

const struct game alibaba = {
        .name = "alibaba",
        .title = "Ali Baba",
        .option = OPTIONS,
        .state_bytes = sizeof(struct alibaba),
        .max_moves = 60,
        .moves = GREEN_NONE + 1,
        .hides = 1,
        .uneven = 1, /* tiles to turn, and six kinds of magic */
        .measured = 0,
        .quick = 0,
        .daily = "effects=must ending=round screens=closed",
        .refusals = alibaba_refusals,
        .misfit = alibaba_misfit,
        .setup = setup,
        .turn = turn,
        .owner = owner,
        .legal = legal,
        .weight = weighs_one,
        .pick = pick,
        .apply = apply,
        .score = score,
        .redact = redact,
        .seen = seen,
        .determinize = determinize,
        .json = alibaba_json,
        .print_move = alibaba_print_move,
        .refusal = alibaba_refusal,
        .tally = alibaba_tally,
        .effect = alibaba_effect,
        .broken = broken,
};
