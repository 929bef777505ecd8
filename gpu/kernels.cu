/* The kernels: threads of a GPU over the games of a batch.
 *
 * This file and the rules it includes are compiled when a GPU is used, for one game at a time: RULES is the file of its rules,
 * TEXT that of its text if it has one, GAME the name of its state and its `struct game`. That constant is known to the compiler,
 * so that every call is direct. What is done to a game is in play.h; here is only how threads share the work.
 *
 * `play` takes the time, and what costs is divergence: threads of a warp that do different things wait for each other. Each thread
 * holds one game in shared memory, where arrays may be indexed dynamically, and takes another when it is over. By default the
 * threads of a warp begin their turns together: where turns are alike, they hardly diverge. With SORTED, for games whose turns are
 * not alike, the games of a block are regrouped among its threads before every ply, by their phase. docs/gpu.md has the figures. */
#define bit_first(set) (__ffsll((long long)(set)) - 1)
#define bit_count(set) __popcll(set)

#include "../core/game.h"

/* No kernel writes text, but the games contain code that does. Not inlining it saves a third of the compile time. */
__noinline__ void json_text(struct json *j, const char *words);
__noinline__ void text_add(struct text *t, const char *words);

#include "../core/draw.c"
#include "../core/game.c"
#include "../core/json.c"
#include "../core/text.c"
#include RULES
#ifdef TEXT
#include TEXT
#endif

#include "play.h"

enum { WORDS = sizeof(struct GAME) / 8 };

/* The first game of this thread, and the stride to its next one. */
#define FIRST (blockIdx.x * blockDim.x + threadIdx.x)
#define NEXT  (gridDim.x * blockDim.x)

/* A state in shared memory: an odd number of words, so that the threads of a warp hit different banks. */
struct room {
        uint64_t word[WORDS | 1];
};

static inline void copy_words(uint64_t *to, const uint64_t *from)
{
        for (int i = 0; i < WORDS; i++)
                to[i] = from[i];
}

extern "C" __global__ void deal(uint64_t *states, uint64_t *random, struct outcome *outcomes, uint32_t games,
                                struct options options, uint64_t seed, uint64_t first)
{
        __shared__ struct room rooms[OTHER_THREADS]; /* it is built byte by byte, and global memory is slow */

        for (uint32_t i = FIRST; i < games; i += NEXT) {
                uint64_t *state = rooms[threadIdx.x].word, generator = generator_of(seed, first + i);
                struct outcome outcome;

                deal_game(&GAME, state, &options, &generator, &outcome);
                copy_words(states + (uint64_t)i * WORDS, state);
                random[i] = generator;
                outcomes[i] = outcome;
        }
}

extern "C" __global__ void deal_again(uint64_t *states, uint64_t *random, struct outcome *outcomes, uint32_t games)
{
        for (uint32_t i = FIRST; i < games; i += NEXT)
                deal_if_over(&GAME, states + (uint64_t)i * WORDS, &random[i], &outcomes[i]);
}

/* The games that the threads of a block hold, one each. */
struct hands {
        struct room room[PLAY_THREADS];
        uint64_t random[PLAY_THREADS];
        uint32_t game[PLAY_THREADS]; /* its index in the batch; past the end: none */
        uint32_t decisions[PLAY_THREADS], events[PLAY_THREADS], turns[PLAY_THREADS];
};

static inline void take_up(struct hands *h, int slot, uint32_t game, const uint64_t *states, const uint64_t *random, uint32_t games)
{
        h->game[slot] = game;
        h->decisions[slot] = h->events[slot] = h->turns[slot] = 0;
        if (game < games) {
                copy_words(h->room[slot].word, states + (uint64_t)game * WORDS);
                h->random[slot] = random[game];
        }
}

/* A group is a phase, or NO_GAME. */
enum { NO_GAME = 15, GROUPS };

/* The assignment of games to threads: those of one group side by side. */
struct order {
        uint32_t count[2][GROUPS]; /* games in each group: of this round, and zeroed for the next */
        uint8_t slot[PLAY_THREADS];
};
static_assert(!SORTED || PLAY_THREADS <= 256, "a slot is a byte");

/* Says which group this thread's game is in, and returns another slot to handle; -1 when there are no games left. The order within
 * a group is a race, since it decides only which thread plays a game. */
static inline int regroup(struct order *o, int time, int slot, int group)
{
        unsigned alike = __match_any_sync(0xffffffff, group), before = alike & ((1u << threadIdx.x % 32) - 1);
        int first = __ffs(alike) - 1, place = 0;

        if (before == 0)
                place = (int)atomicAdd(&o->count[time][group], (uint32_t)__popc(alike));
        place = __shfl_sync(0xffffffff, place, first) + __popc(before);
        __syncthreads();
        for (int k = 0; k < group; k++)
                place += (int)o->count[time][k];
        if (threadIdx.x < GROUPS)
                o->count[!time][threadIdx.x] = 0;
        o->slot[place] = (uint8_t)slot;
        __syncthreads();
        return o->count[time][NO_GAME] == PLAY_THREADS ? -1 : o->slot[threadIdx.x];
}

template <int traced>
static inline void play_all(const uint64_t *states, uint64_t *random, struct outcome *outcomes, uint32_t games)
{
        __shared__ struct hands hands;
        __shared__ struct order order;
        __shared__ uint64_t trace[traced ? PLAY_THREADS : 1];
        int slot = (int)threadIdx.x;

        take_up(&hands, slot, FIRST, states, random, games);
        trace[traced ? slot : 0] = 0;
        if (threadIdx.x < GROUPS)
                order.count[0][threadIdx.x] = 0;
        __syncthreads();
        for (int time = 0; slot >= 0; time = !time) {
                void *state = hands.room[slot].word;
                uint32_t game = hands.game[slot];

                if (game < games) {
                        struct outcome o = {
                                traced ? trace[slot] : 0, hands.decisions[slot], hands.events[slot], hands.turns[slot], 0, { 0 }
                        };
                        int who = GAME.turn(state);

                        if (who != OVER)
                                who = (SORTED ? play_ply : play_turn)(&GAME, state, who, &hands.random[slot], &o, traced);
                        if (who == OVER) {
                                judge_game(&GAME, state, &o);
                                outcomes[game] = o;
                                random[game] = hands.random[slot];
                                take_up(&hands, slot, game + NEXT, states, random, games);
                                o.trace = 0;
                        } else {
                                hands.decisions[slot] = o.decisions, hands.events[slot] = o.events, hands.turns[slot] = o.turns;
                        }
                        if (traced)
                                trace[slot] = o.trace;
                }
                if (SORTED)
                        slot = regroup(&order, time, slot, hands.game[slot] < games ? ((struct GAME *)state)->phase : (int)NO_GAME);
                else if (hands.game[slot] >= games)
                        slot = -1;
        }
}

extern "C" __global__ void __launch_bounds__(PLAY_THREADS, PLAY_BLOCKS)
        play(const uint64_t *states, uint64_t *random, struct outcome *outcomes, uint32_t games)
{
        play_all<0>(states, random, outcomes, games);
}

extern "C" __global__ void __launch_bounds__(PLAY_THREADS)
        trace(const uint64_t *states, uint64_t *random, struct outcome *outcomes, uint32_t games)
{
        play_all<1>(states, random, outcomes, games);
}

extern "C" __global__ void step(uint64_t *states, uint64_t *random, struct outcome *outcomes, uint32_t games, const move *moves,
                                uint8_t *turns)
{
        for (uint32_t i = FIRST; i < games; i += NEXT)
                turns[i] = (uint8_t)step_game(&GAME, states + (uint64_t)i * WORDS, moves[i], &random[i], &outcomes[i]);
}

extern "C" __global__ void mask(const uint64_t *states, uint32_t games, uint8_t *masks)
{
        for (uint32_t i = FIRST; i < games; i += NEXT)
                mask_game(&GAME, states + (uint64_t)i * WORDS, masks + (uint64_t)i * ((GAME.moves + 7) / 8));
}

extern "C" __global__ void observe(const uint64_t *states, uint32_t games, uint64_t *views)
{
        for (uint32_t i = FIRST; i < games; i += NEXT)
                observe_game(&GAME, states + (uint64_t)i * WORDS, views + (uint64_t)i * WORDS);
}
