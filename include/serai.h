/* Serai's games for other programs: Ali Baba, Marrakech and Master Labyrinth, one at a time or thousands at once, on the CPU's
 * cores or on a GPU.
 *
 *     cc program.c -Iinclude -Lbuild -lserai
 *
 * - A state is memory of the caller: serai_state_bytes(game) bytes, at most SERAI_MAX_STATE, aligned to 8. Copying the bytes
 *   copies the position. Only what this library made, or read from text, is a valid state.
 * - A move is a number below serai_moves(game), with a meaning that depends on the state. Chance is a turn like any other, whose
 *   moves are the outcomes.
 * - Seats count from 0 here, and from 1 in texts.
 * - Errors are sentences: written to `why`, `cap` bytes at most with the NUL; or returned, with NULL for success. A function that
 *   fails changes nothing.
 * - All functions may be called from any thread, but a batch, or a state, only by one thread at a time.
 *
 * The same seed gives the same games on every machine, and a batch gives the same numbers on the CPU and on a GPU. docs/library.md
 * has more, and the layout of states. */
#ifndef SERAI_H
#define SERAI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The version of the interface: the first number changes when something is changed or removed, the second when something is added.
 * The layout of states is part of it. */
enum { SERAI_VERSION = 1, SERAI_REVISION = 0 };

/* The version of the library in use, as 1000 * version + revision. */
int serai_version(void);

enum { SERAI_MAX_PLAYERS = 4, SERAI_MAX_STATE = 256 };

/* Results of serai_turn() and others besides the seats 0 to 3. */
enum { SERAI_CHANCE = 4, SERAI_OVER = 5, SERAI_ILLEGAL = 6 };

/* --- games --- */

struct serai_game;

const struct serai_game *serai_game(int i); /* in the order of their names; NULL past the last */
const struct serai_game *serai_game_named(const char *name);
const char *serai_game_name(const struct serai_game *game);

uint32_t serai_state_bytes(const struct serai_game *game);
uint32_t serai_moves(const struct serai_game *game);      /* moves are smaller */
uint32_t serai_max_moves(const struct serai_game *game);  /* the longest list of moves */
uint32_t serai_mask_bytes(const struct serai_game *game); /* one bit for each number below serai_moves() */

/* All options of a game, as one JSON object; returns its length, -1 if it does not fit. */
int serai_options(const struct serai_game *game, char *out, int cap);

/* --- one state --- */

/* Deals a game. Options are words like "players=3 variant=lamp"; "" for the defaults. 1, or 0 with the reason in `why`. */
int serai_deal(const struct serai_game *game, const char *options, uint64_t seed, void *state, char *why, int cap);

int serai_players(const void *state);

/* The seat to move, SERAI_CHANCE or SERAI_OVER. */
int serai_turn(const struct serai_game *game, const void *state);

/* All legal moves, in order; `moves` has room for serai_max_moves(). Returns how many. */
int serai_legal(const struct serai_game *game, const void *state, uint32_t *moves);

/* The weight of a chance outcome, relative to the others; 0 if it is not one. */
int serai_weight(const struct serai_game *game, const void *state, uint32_t outcome);

/* A random move, or an outcome by its weight. `random` is the state of the generator, any number, and is advanced. */
uint32_t serai_pick(const struct serai_game *game, const void *state, uint64_t *random);

/* Plays a move; returns the new serai_turn(), or SERAI_ILLEGAL. */
int serai_apply(const struct serai_game *game, void *state, uint32_t move);

/* The points of every seat as if the game ended now; returns the winners, one bit a seat, 0 before the end. */
unsigned serai_score(const struct serai_game *game, const void *state, int points[SERAI_MAX_PLAYERS]);

/* Reduces a state to what a seat knows. The result can be inspected and printed, but not loaded into a batch. */
void serai_redact(const struct serai_game *game, void *state, int seat);

/* A state as JSON; a legal move in the notation of its game. Return the length, -1 if it does not fit or is not a legal move. */
int serai_print(const struct serai_game *game, const void *state, char *out, int cap);
int serai_print_move(const struct serai_game *game, const void *state, uint32_t move, char *out, int cap);

/* Parses a state in which nothing is hidden; returns its game, or NULL with the reason in `why`. `state` has SERAI_MAX_STATE
 * bytes. */
const struct serai_game *serai_parse(const char *json, void *state, char *why, int cap);

/* Finds the legal move with this notation. 1 if there is one. */
int serai_find_move(const struct serai_game *game, const void *state, const char *text, uint32_t *move);

/* --- many games at once --- */

enum { SERAI_CPU, SERAI_GPU, SERAI_BEST }; /* BEST: on a GPU if one is usable, else on the CPU */

struct serai_batch;

/* `threads` on the CPU; 0: one for each core. NULL with the reason in `why`. Opening the first batch of a game on a GPU compiles
 * its rules, which takes seconds. */
struct serai_batch *serai_batch_open(const struct serai_game *game, uint32_t games, int where, int threads, char *why, int cap);
void serai_batch_close(struct serai_batch *batch);
int serai_batch_where(const struct serai_batch *batch); /* SERAI_CPU or SERAI_GPU */

/* The buffers below are the caller's, with room for every game of the batch, one after another. For a batch on a GPU they may be
 * in its memory. */

/* Deals all games and rolls up to the first decision of each: the games number first, first + 1, … of a seed, whatever the batch.
 * NULL, or the reason, in `why`. */
const char *serai_batch_reset(struct serai_batch *batch, const char *options, uint64_t seed, uint64_t first, char *why, int cap);

/* Deals the games that are over again, with the same options. */
const char *serai_batch_renew(struct serai_batch *batch);

/* Loads positions of serai_state_bytes() each; chance then follows the seed. They must be in the program's memory. */
const char *serai_batch_load(struct serai_batch *batch, const void *states, uint64_t seed, char *why, int cap);

/* Stands for a random legal move. */
#define SERAI_RANDOM_MOVE 0x7fffffffu

/* Plays one move in every game and rolls up to the next decision. `turns` gets the seat to move, a byte a game, or SERAI_OVER;
 * SERAI_ILLEGAL if the move was not legal, and nothing was done. A game that is over stays so; if chance is due at once, in a
 * loaded position, it is rolled and the move is not played. */
const char *serai_batch_step(struct serai_batch *batch, const uint32_t *moves, uint8_t *turns);

/* One bit for each number, set if it is a legal move; serai_mask_bytes() a game, the lowest bit first. All 0 when the game is
 * over. */
const char *serai_batch_mask(struct serai_batch *batch, uint8_t *masks);

/* The view of the seat to move, or the whole state if there is none; serai_state_bytes() a game. */
const char *serai_batch_observe(struct serai_batch *batch, void *views);
const char *serai_batch_states(struct serai_batch *batch, void *states);

/* Plays every game to the end at random, from its position; the positions stay. Calling it again plays other games. */
const char *serai_batch_play(struct serai_batch *batch);

struct serai_outcome {
        uint64_t reserved;
        uint32_t decisions;                /* moves made by seats since the deal, or in the playout */
        uint32_t events;                   /* chance events */
        uint32_t turns;                    /* turns that have ended */
        uint32_t winners;                  /* one bit a seat; 0 while it is not over */
        int16_t points[SERAI_MAX_PLAYERS]; /* as if it ended now */
};

/* The current results after serai_batch_reset, _renew or _step, or those of the playouts after serai_batch_play. */
const char *serai_batch_outcomes(struct serai_batch *batch, struct serai_outcome *outcomes);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
