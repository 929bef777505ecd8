/* What a batch does to each of its games, on the CPU or on a GPU.
 *
 * Both do the same because it is written here once, over `struct game`, in the subset of C that is also C++. Chance, random moves
 * and new deals of a game all come from its own small generator, seeded by a seed and the game's number: the thread that plays it,
 * and the other games, make no difference. */
#ifndef SERAI_GPU_PLAY_H
#define SERAI_GPU_PLAY_H

#include <string.h>

#include "../core/game.h"
#include "../core/random.h"

/* The result of a game of a batch, or its current standing. */
struct outcome {
        uint64_t trace;              /* a hash of the states after every ply; 0 if it was not asked for */
        uint32_t decisions;          /* moves by seats */
        uint32_t events;             /* chance events */
        uint32_t turns;              /* turns that seats have had */
        uint32_t winners;            /* one bit a seat; 0 before the end */
        int16_t points[MAX_PLAYERS]; /* 0 for empty seats */
};

/* A random move, for step_game. */
enum { RANDOM_MOVE = 0x7fffffff };

/* step_game's result besides those of turn(): the move was not legal, and nothing was done. */
enum { ILLEGAL = OVER + 1 };

/* The generator of game n of a seed. */
static inline uint64_t generator_of(uint64_t seed, uint64_t number)
{
        uint64_t random = seed + number * 0xd1342543de82ef95;

        return random_next(&random);
}

/* Sets points and winners as of now. */
static inline void judge_game(const struct game *g, const void *state, struct outcome *o)
{
        int points[MAX_PLAYERS] = { 0 }, tiebreak[MAX_PLAYERS];

        g->score(state, points, tiebreak);
        for (int p = 0; p < MAX_PLAYERS; p++)
                o->points[p] = (int16_t)points[p];
        o->winners = game_winners(g, state);
}

/* Rolls until a seat is to move, or the game is over; returns which. */
static inline int roll_on(const struct game *g, void *state, int who, uint64_t *random, struct outcome *o)
{
        for (; who == CHANCE; o->events++)
                who = g->apply(state, g->pick(state, random_dice(random)));
        return who;
}

/* Deals the generator's next game, and rolls up to the first decision. */
static inline void deal_game(const struct game *g, void *state, const struct options *options, uint64_t *random, struct outcome *o)
{
        struct draw d;
        uint8_t key[32];

        memset(o, 0, sizeof *o);
        draw_key(key, random_next(random));
        draw_open(&d, key, 0);
        g->setup(state, options, &d);
        roll_on(g, state, g->turn(state), random, o);
        judge_game(g, state, o);
}

static inline void deal_if_over(const struct game *g, void *state, uint64_t *random, struct outcome *o)
{
        struct options options = *(const struct options *)state;

        if (g->turn(state) == OVER)
                deal_game(g, state, &options, random, o);
}

static inline uint64_t fold_state(uint64_t trace, const struct game *g, const void *state)
{
        const uint64_t *word = (const uint64_t *)state;

        for (uint32_t i = 0; i < g->state_bytes / 8; i++) {
                trace = (trace ^ word[i]) * 0x9e3779b97f4a7c15;
                trace ^= trace >> 32;
        }
        return trace;
}

/* Plays a random move, or rolls. `who` is turn() before; returns turn() after. */
static inline int play_ply(const struct game *g, void *state, int who, uint64_t *random, struct outcome *o, int traced)
{
        int owner = g->owner(state);

        o->events += who == CHANCE;
        o->decisions += who != CHANCE;
        who = g->apply(state, g->pick(state, random_dice(random)));
        if (traced)
                o->trace = fold_state(o->trace, g, state);
        o->turns += who == OVER || g->owner(state) != owner;
        return who;
}

/* The same for a whole turn. */
static inline int play_turn(const struct game *g, void *state, int who, uint64_t *random, struct outcome *o, int traced)
{
        uint32_t turns = o->turns;

        do
                who = play_ply(g, state, who, random, o, traced);
        while (o->turns == turns);
        return who;
}

/* Makes one decision, and rolls up to the next. If chance is due already, as it may be in a loaded position, it only rolls; a game
 * that is over stays as it is. */
static inline int step_game(const struct game *g, void *state, move m, uint64_t *random, struct outcome *o)
{
        int who = g->turn(state), owner = g->owner(state), legal = m == RANDOM_MOVE;
        move list[MAX_MOVES];

        if (who == OVER)
                return OVER;
        if (who != CHANCE) {
                for (int i = legal ? 0 : g->legal(state, list); i > 0; i--)
                        legal |= list[i - 1] == m;
                if (!legal)
                        return ILLEGAL;
                who = g->apply(state, m == RANDOM_MOVE ? g->pick(state, random_dice(random)) : m);
                o->decisions++;
        }
        who = roll_on(g, state, who, random, o);
        o->turns += who == OVER || g->owner(state) != owner;
        judge_game(g, state, o);
        return who;
}

/* One bit for each number below g->moves, set if it is a legal move. `mask` has a byte for eight of them. */
static inline void mask_game(const struct game *g, const void *state, uint8_t *mask)
{
        move list[MAX_MOVES];
        int n = g->legal(state, list);

        for (int i = 0; i < (g->moves + 7) / 8; i++)
                mask[i] = 0;
        for (int i = 0; i < n; i++)
                mask[list[i] / 8] = (uint8_t)(mask[list[i] / 8] | 1 << list[i] % 8);
}

/* The view of the seat to move; the whole state if there is none. */
static inline void observe_game(const struct game *g, const void *state, void *view)
{
        int who = g->turn(state);

        memcpy(view, state, g->state_bytes);
        g->redact(view, who < MAX_PLAYERS ? who : (int)EVERYTHING);
}

#endif
