/* What the net of Ali Baba reads; see inputs.h. */
#include "../core/alibaba_parts.h"
#include "inputs.h"

enum { SEATS = MAX_PLAYERS, TILES_OF_A_KIND = 6, BANS = KINDS + COLOURS, GAINS = 20 };

/* Where each group of features begins. */
enum {
        HAND = 0,                            /* seat, kind, number of tiles from 1 */
        LEAD = HAND + SEATS * KINDS * 6,     /* opponent, lead in points over them from -60 to 60, by four, and the rest */
        FEWER = LEAD + (SEATS - 1) * LEADS,  /* opponent, their tiles more than ours, -3 to 3 */
        UNSEEN = FEWER + (SEATS - 1) * 7,    /* kind, number of tiles from 1 */
        UNSEEN_COLOUR = UNSEEN + KINDS * 6,  /* colour, number of tiles from 1 to 10 */
        FREE = UNSEEN_COLOUR + COLOURS * 10, /* tile that can be taken */
        FREES = FREE + TILES,                /* its colour; tiles that it turns up, or 5 for layer 1 */
        GAIN = FREES + COLOURS * 6,          /* seat; points that taking it brings at once; for every such tile */
        BEST = GAIN + SEATS * (GAINS + 1),   /* seat; the highest of these */
        BANNED = BEST + SEATS * (GAINS + 1), /* seat, what their ban names */
        PENDING = BANNED + SEATS * BANS,     /* magic that is not used yet: colour of the tile taken, and whether of layer 1 */
        TURNED = PENDING + 2 * COLOURS,      /* tiles turned up so far, for blue */
        TO_TURN = TURNED + 6,                /* tiles about to be turned up */
        BESIDE = TO_TURN + 6,                /* green: the most that a tile beside brings */
        SHOWN = BESIDE + 8,                  /* yellow: the most that a tile shown brings */
        PHASE = SHOWN + 8,                   /* what happens next */
        CAVE = PHASE + 9,                    /* tiles in the cave, by threes */
        FACE_DOWN = CAVE + 19,               /* face-down tiles, by threes */
        TURNS_LEFT = FACE_DOWN + 18,         /* turns left, as far as known */
        PLACE = TURNS_LEFT + 9,              /* turns that others have had in this round */
        RULES = PLACE + SEATS,               /* players; variant; effects; ending */
        REMOVED = RULES + 3 + 4 + 2 + 2,     /* kinds left out */
        SIDE = REMOVED + KINDS,              /* tiles beside the cave */
        INPUTS = SIDE + TILES
};

/* What the hands hold, and what the cave offers. */
struct look {
        const struct alibaba *s;
        int players;
        int seat[SEATS];             /* from the one whose turn it is */
        uint8_t count[SEATS][KINDS]; /* tiles of each kind, by place from the turn */
        int points[SEATS];           /* treasures included */
        uint64_t banned[SEATS];      /* tiles that a seat may not take */
};

static void look_at(struct look *l, const struct alibaba *s)
{
        l->s = s;
        l->players = s->options.value[PLAYERS];
        for (int i = 0; i < l->players; i++) {
                int p = l->seat[i] = (s->turn + i) % l->players;

                l->points[i] = s->points[p];
                l->banned[i] = 0;
                for (int kind = 0; kind < KINDS; kind++) {
                        int n = l->count[i][kind] = (uint8_t)bit_count(s->hand[p] & of_kind(kind));

                        l->points[i] += n * (n + 1) / 2;
                }
                for (int q = 0; q < l->players; q++)
                        l->banned[i] |= q == p ? 0 : alibaba_tiles_named(s->ban[q]);
        }
}

/* The most that one of the tiles brings to a seat as a treasure; 0: there is none. */
static int best_treasure(const struct look *l, int i, uint64_t tiles)
{
        int best = 0;

        for (; tiles; tiles &= tiles - 1) {
                int n = l->count[i][bit_first(tiles) / COLOURS] + 1;

                best = n > best ? n : best;
        }
        return best;
}

static uint64_t tiles_on(const struct alibaba *s, uint64_t slots)
{
        uint64_t tiles = 0;

        for (slots &= s->face_up; slots; slots &= slots - 1)
                tiles |= bit(s->tile[bit_first(slots)]);
        return tiles;
}

static void read_hands(const struct look *l, struct active *a)
{
        for (int i = 0; i < l->players; i++) {
                for (int kind = 0; kind < KINDS; kind++)
                        if (l->count[i][kind])
                                activate(a, HAND + (i * KINDS + kind) * TILES_OF_A_KIND + l->count[i][kind] - 1);
                if (l->s->ban[l->seat[i]] != NO_BAN)
                        activate(a, BANNED + i * BANS + l->s->ban[l->seat[i]]);
                if (i == 0)
                        continue;
                activate_lead(a, LEAD + (i - 1) * LEADS, l->points[0] - l->points[i]);
                activate(a, FEWER + (i - 1) * 7 + 3 + held_in(l->s->held[l->seat[i]] - l->s->held[l->seat[0]], -3, 3));
        }
}

/* What each seat would get at once for each tile that is free. */
static void read_cave(const struct look *l, struct active *a)
{
        const struct alibaba *s = l->s;
        struct alibaba without = *s;
        uint64_t free = alibaba_free_slots(s);
        int best[SEATS] = { 0 };

        for (uint64_t slots = s->face_up; slots; slots &= slots - 1) {
                int slot = bit_first(slots), tile = s->tile[slot], kind = tile / COLOURS, colour = tile % COLOURS;
                uint64_t neighbours = colour == GREEN ? tiles_on(s, alibaba_beside(slot)) : 0;
                int freed;

                without.cave = s->cave & ~bit(slot);
                freed = bit_count(alibaba_free_slots(&without) & ~free);
                activate(a, FREE + tile);
                activate(a, FREES + colour * 6 + (slot < LAYER_2 ? 5 : freed));
                for (int i = 0; i < l->players; i++) {
                        int n = l->count[i][kind] + 1, gain = n;

                        if (l->banned[i] >> tile & 1)
                                continue;
                        gain += colour == PINK ? 5 : colour == BROWN ? 2 * n : 0;
                        gain += colour != BLUE ? 0 : slot < LAYER_2 ? 2 : 2 * freed;
                        gain += colour == GREEN ? best_treasure(l, i, neighbours & ~l->banned[i]) : 0;
                        gain = gain > GAINS ? GAINS : gain;
                        best[i] = gain > best[i] ? gain : best[i];
                        activate(a, GAIN + i * (GAINS + 1) + gain);
                }
        }
        for (int i = 0; i < l->players; i++)
                activate(a, BEST + i * (GAINS + 1) + best[i]);
}

/* The tiles that nobody has seen, face down or in the box. */
static void read_unseen(const struct look *l, struct active *a)
{
        const struct alibaba *s = l->s;
        uint64_t tiles = (bit(TILES) - 1) & ~s->side & ~tiles_on(s, s->face_up);
        static const uint64_t FIRST_COLOUR = 0x41041041041041;

        for (int i = 0; i < l->players; i++)
                tiles &= ~s->hand[i];
        for (int kind = 0; kind < KINDS; kind++) {
                int n = s->removed >> kind & 1 ? 0 : bit_count(tiles & of_kind(kind));

                if (s->removed >> kind & 1) {
                        tiles &= ~of_kind(kind);
                        activate(a, REMOVED + kind);
                }
                if (n)
                        activate(a, UNSEEN + kind * TILES_OF_A_KIND + n - 1);
        }
        for (int colour = 0; colour < COLOURS; colour++) {
                int n = bit_count(tiles & FIRST_COLOUR << colour);

                if (n)
                        activate(a, UNSEEN_COLOUR + colour * 10 + n - 1);
        }
        for (tiles = s->side; tiles; tiles &= tiles - 1)
                activate(a, SIDE + bit_first(tiles));
}

/* What is still to come in this turn. */
static void read_turn(const struct look *l, struct active *a)
{
        const struct alibaba *s = l->s;
        int colour = s->taken % COLOURS, low = s->slot < LAYER_2, best = 0;

        activate(a, PHASE + s->phase);
        if (s->phase == ALIBABA_REVEAL)
                activate(a, TO_TURN + held_in(bit_count(alibaba_free_slots(s) & ~s->face_up), 0, 5));
        if (s->taken != NO_TILE && !s->extra && s->phase != ALIBABA_OVER) {
                activate(a, PENDING + 2 * colour + low);
                activate(a, TURNED + held_in(s->turned, 0, 5));
                if (colour == GREEN)
                        activate(a, BESIDE + best_treasure(l, 0, tiles_on(s, alibaba_beside(s->slot)) & ~l->banned[0]));
        }
        if (s->phase == ALIBABA_PICK) {
                for (int i = 1; i < l->players; i++)
                        if (s->shown[l->seat[i]] < TILES) {
                                int n = l->count[0][s->shown[l->seat[i]] / COLOURS] + 1;

                                best = n > best ? n : best;
                        }
                activate(a, SHOWN + best);
        }
}

static void read_clock(const struct look *l, struct active *a)
{
        const struct alibaba *s = l->s;
        int place = (s->turn + l->players - s->options.value[ALIBABA_FIRST]) % l->players;

        activate(a, CAVE + bit_count(s->cave) / 3);
        activate(a, FACE_DOWN + bit_count(s->cave & ~s->face_up) / 3);
        if (s->turns_left != TURNS_OPEN)
                activate(a, TURNS_LEFT + held_in(s->turns_left, 0, 8));
        activate(a, PLACE + place);
        activate(a, RULES + l->players - 2);
        activate(a, RULES + 3 + s->options.value[ALIBABA_VARIANT]);
        activate(a, RULES + 7 + s->options.value[ALIBABA_EFFECTS]);
        activate(a, RULES + 9 + s->options.value[ALIBABA_ENDING]);
}

static void read(const void *state, struct active *a)
{
        struct look l;

        a->count = 0;
        look_at(&l, (const struct alibaba *)state);
        read_hands(&l, a);
        read_cave(&l, a);
        read_unseen(&l, a);
        read_turn(&l, a);
        read_clock(&l, a);
}

const struct inputs alibaba_inputs = { .game = &alibaba, .count = INPUTS, .read = read };
