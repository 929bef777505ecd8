/* What puzzles of each game are about, by facts of the rules; see puzzle.h. */
#include <string.h>

#include "../core/alibaba.h"
#include "../core/bits.h"
#include "../core/labyrinth.h"
#include "../core/marrakech.h"
#include "../core/random.h"
#include "puzzle.h"

/* --- Ali Baba --- */

/* In the order of the words below. */
enum { THEME_SET, THEME_MAGIC, THEME_DENY, THEME_TEMPO, THEME_SWAP, THEME_LAST_TURNS };

static int treasures(const struct alibaba *s, int player, int kind)
{
        return bit_count(s->hand[player] >> COLOURS * kind & ((1 << COLOURS) - 1));
}

/* What a move brings: points at once, and at the end for the sets that it adds to; and what its tile would add to the sets of the
 * opponent who wants it most. What turns up does not matter. */
struct gains {
        int magic, set, theirs;
};

static struct gains gains_of(const struct alibaba *before, move m)
{
        struct alibaba after = *before;
        int me = before->turn, who = alibaba.apply(&after, m);
        struct gains gains = { 0, 0, 0 };

        for (uint64_t tiles = after.hand[me] & ~before->hand[me]; tiles; tiles &= tiles - 1) {
                int kind = bit_first(tiles) / COLOURS;

                gains.set += treasures(&after, me, kind);
                for (int p = 0; p < before->options.value[PLAYERS]; p++)
                        if (p != me && treasures(before, p, kind) >= gains.theirs)
                                gains.theirs = treasures(before, p, kind) + 1;
        }
        while (who == CHANCE)
                who = alibaba.apply(&after, alibaba.pick(&after, 0));
        gains.magic = after.points[me] - before->points[me];
        return gains;
}

static uint32_t alibaba_theme(const void *state, move best)
{
        const struct alibaba *s = (const struct alibaba *)state;
        struct gains gains = gains_of(s, best);
        move list[MAX_MOVES];
        int n = alibaba.legal(s, list), most = 0;

        if (s->phase == ALIBABA_LAMP)
                return THEME_SWAP;
        if (s->phase == ALIBABA_WHITE || s->phase == ALIBABA_SHOW)
                return THEME_DENY;
        if (!(s->cave & ~s->face_up))
                return THEME_LAST_TURNS;
        if (gains.theirs > gains.set + gains.magic)
                return THEME_DENY;
        for (int i = 0; i < n; i++) {
                struct gains other = gains_of(s, list[i]);

                most = other.set + other.magic > most ? other.set + other.magic : most;
        }
        if (gains.set + gains.magic < most)
                return THEME_TEMPO;
        return gains.set >= gains.magic ? THEME_SET : THEME_MAGIC;
}

static uint64_t alibaba_pattern(const void *state, move best)
{
        const struct alibaba *s = (const struct alibaba *)state;
        int choice = alibaba_choice(s, best), is_slot = s->phase == ALIBABA_TAKE || s->phase == ALIBABA_GREEN;

        return (uint64_t)bit_count(s->cave) << 24 | (uint64_t)(is_slot ? s->tile[choice] : 0) << 8 | (uint64_t)choice;
}

/* --- Marrakech --- */

enum { THEME_TOLL, THEME_TURN, THEME_PATCH, THEME_COVER, THEME_TRAP, THEME_PURSE, THEME_LAST_CARPETS };

/* The last carpets; a toll to be expected, in sixths, that is a trap; the faces of the die. */
enum { LAST_CARPETS = 2, TRAP_SIXTHS = 12, FACES = 4 };

/* The toll that the player to turn Assam must expect this way, in sixths; and the highest. */
static int toll_expected(const struct marrakech *s, int heading, int *highest)
{
        static const int WEIGHT[FACES] = { 1, 2, 2, 1 };
        int sum = 0;

        for (int face = 0; face < FACES; face++) {
                uint8_t way = (uint8_t)heading;
                int toll = marrakech_toll(s, marrakech_walk(s->assam, &way, face + 1));

                sum += WEIGHT[face] * toll;
                *highest = toll > *highest ? toll : *highest;
        }
        return sum;
}

/* The least toll to be expected, over the three ways. */
static int least_toll(const struct marrakech *s, int *highest)
{
        int least = 0;

        for (int turn = 0; turn < 4; turn++) {
                int heading = (s->heading + turn) % 4, toll = turn == 2 ? 0 : toll_expected(s, heading, highest);

                if (turn != 2 && (turn == 0 || toll < least))
                        least = toll;
        }
        return least;
}

static int covers_others(const struct marrakech *s, move lay)
{
        struct marrakech after = *s;

        marrakech.apply(&after, lay);
        for (int colour = 0; colour < CARPET_COLOURS; colour++)
                if (marrakech_owner(s, colour) != s->player && (s->colour[colour] & ~after.colour[colour]))
                        return 1;
        return 0;
}

static uint32_t theme_of_way(const struct marrakech *s, move best)
{
        int highest = 0, least = least_toll(s, &highest);

        if (highest > s->dirhams[s->player])
                return THEME_PURSE;
        return toll_expected(s, (int)best, &highest) == least ? THEME_TOLL : THEME_TURN;
}

static uint32_t theme_of_carpet(const struct marrakech *s, move best)
{
        struct marrakech after = *s;
        int who = marrakech.apply(&after, best), highest = 0, least;

        while (who == CHANCE)
                who = marrakech.apply(&after, marrakech.pick(&after, 0));
        least = who == OVER ? 0 : least_toll(&after, &highest);
        if (who != OVER && highest > after.dirhams[after.player])
                return THEME_PURSE;
        return least >= TRAP_SIXTHS ? THEME_TRAP : covers_others(s, best) ? THEME_COVER : THEME_PATCH;
}

static uint32_t marrakech_theme(const void *state, move best)
{
        const struct marrakech *s = (const struct marrakech *)state;
        int left = 0;

        for (int colour = 0; colour < CARPET_COLOURS; colour++)
                left += s->carpets[colour];
        if (left <= LAST_CARPETS * s->options.value[PLAYERS])
                return THEME_LAST_CARPETS;
        return s->phase == MARRAKECH_LAY ? theme_of_carpet(s, best) : theme_of_way(s, best);
}

static uint64_t marrakech_pattern(const void *state, move best)
{
        const struct marrakech *s = (const struct marrakech *)state;

        return (uint64_t)s->phase << 32 | (uint64_t)s->assam << 24 | (uint64_t)s->heading << 16 | best;
}

/* --- Master Labyrinth --- */

enum { THEME_TOKEN, THEME_DOUBLE, THEME_FORMULA, THEME_BLOCK, THEME_APPROACH, THEME_LAST_TOKENS };

enum { LAST_TOKENS = 3 };

static int cell_of(const struct labyrinth *s, int token)
{
        const uint8_t *found = (const uint8_t *)memchr(s->token, token, MAZE_CELLS);

        return (int)(found - s->token);
}

/* Whether a player could take the next token in a turn that begins now. */
static int could_take(const struct labyrinth *s, int player)
{
        return has(labyrinth_within_a_turn(s, cell_of(s, labyrinth_next(s))), s->pawn[player]);
}

/* After the token was taken: whether a wand takes the next one as well. */
static int takes_another(const struct labyrinth *s, move m)
{
        struct labyrinth after = *s;
        int me = s->turn;

        if (s->phase == LABYRINTH_SHIFT) {
                labyrinth.apply(&after, m);
                m = (move)cell_of(&after, labyrinth_next(s));
        }
        labyrinth.apply(&after, m);
        if (after.phase == LABYRINTH_TAKE)
                labyrinth.apply(&after, TAKE_IT);
        return after.phase == LABYRINTH_WAND && after.turn == me && could_take(&after, me);
}

static uint32_t labyrinth_theme(const void *state, move best)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int token = labyrinth_next(s), cell = cell_of(s, token), takes;
        int next = (s->turn + 1) % s->options.value[PLAYERS];

        takes = s->phase == LABYRINTH_SHIFT ? labyrinth_takes_after(s, (int)best, cell) : (int)best == cell;
        if (token > TOKENS - LAST_TOKENS)
                return THEME_LAST_TOKENS;
        if (takes && takes_another(s, best))
                return THEME_DOUBLE;
        if (takes)
                return has(labyrinth_formula(s->card[s->turn]), token) ? THEME_FORMULA : THEME_TOKEN;
        if (s->phase == LABYRINTH_SHIFT && could_take(s, next)) {
                struct labyrinth after = *s;

                labyrinth.apply(&after, best);
                if (!could_take(&after, next))
                        return THEME_BLOCK;
        }
        return THEME_APPROACH;
}

/* Not where to go when the token is within reach. */
static int labyrinth_asks(const void *state)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        return s->phase != LABYRINTH_MOVE || !has(labyrinth_reach(s, s->pawn[s->turn]), cell_of(s, labyrinth_next(s)));
}

static uint64_t labyrinth_pattern(const void *state, move best)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        return (uint64_t)s->phase << 32 | (uint64_t)s->pawn[s->turn] << 24 | (uint64_t)cell_of(s, labyrinth_next(s)) << 16 | best;
}

/* --- all of them --- */

static const struct kind {
        const struct game *game;
        const char *themes;
        int (*asks)(const void *state); /* NULL: always */
        uint32_t (*theme)(const void *state, move best);
        uint64_t (*pattern)(const void *state, move best);
        const char *options; /* for games in which nothing that counts is hidden */
        const char *other;   /* of every fourth game */
} KINDS_OF_PUZZLES[] = {
        { &alibaba, "set magic block tempo swap ending", NULL, alibaba_theme, alibaba_pattern, "screens=open",
          "screens=open variant=lamp" },
        { &labyrinth, "token double formula block approach ending", labyrinth_asks, labyrinth_theme, labyrinth_pattern, "deals=off",
          "deals=off" },
        { &marrakech, "toll turn patch cover trap purse ending", NULL, marrakech_theme, marrakech_pattern, NULL, NULL },
};

static const struct kind *kind_of(const struct game *g)
{
        for (size_t i = 0; i < sizeof KINDS_OF_PUZZLES / sizeof *KINDS_OF_PUZZLES; i++)
                if (KINDS_OF_PUZZLES[i].game == g)
                        return &KINDS_OF_PUZZLES[i];
        return NULL;
}

const char *puzzle_themes(const struct game *g)
{
        return kind_of(g) ? kind_of(g)->themes : NULL;
}

int puzzle_asks(const struct game *g, const void *state)
{
        return !kind_of(g)->asks || kind_of(g)->asks(state);
}

uint32_t puzzle_theme(const struct game *g, const void *state, move best)
{
        return kind_of(g)->theme(state, best);
}

uint64_t puzzle_pattern(const struct puzzle *p)
{
        uint64_t pattern = kind_of(p->game)->pattern(&p->state, p->list[0]) << 3 | p->theme;

        return random_next(&pattern);
}

/* Of eight games six have two players, one has three and one four. */
void puzzle_options(const struct game *g, uint64_t n, struct options *o)
{
        const struct kind *kind = kind_of(g);

        options_default(g, o);
        options_preset(g, o, n % 4 == 1 ? kind->other : kind->options);
        o->value[PLAYERS] = (uint16_t)(n % 8 == 6 ? 3 : n % 8 == 7 ? 4 : 2);
}
