/* Serai's games for other programs: Ali Baba, Marrakech and Master Labyrinth, one at a time or thousands at once, on the
 * CPU's cores or on a GPU.
 *
 *     cc program.c -Iinclude -Lbuild -lserai
 *
 * - A state is bytes of the caller's: serai_state_bytes(game) of them, at most SERAI_MAX_STATE, at an address divisible by 8.
 *   A copy of them is a copy of the position. Only what this library made, or read from text, is a state.
 * - A move is a number below serai_moves(game) that means something in the state it is made in. Chance is a turn like any
 *   other, whose moves are the outcomes.
 * - Seats count from 0 here, and from 1 in every text.
 * - Whatever may fail says so in a sentence: where there is a `why` it is written there, `cap` bytes at most with the closing
 *   NUL; where a text is returned, NULL is success. Nothing is done then.
 * - All functions may be called from any thread, but one batch, or one state, by one thread at a time.
 *
 * The same seed gives the same games on every machine, and a batch gives the same numbers on the CPU and on a GPU.
 * docs/library.md tells more, and what is at which byte of a state. */
#ifndef SERAI_H
#define SERAI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The interface: its first number is raised when something here changes or goes, the second when something is added. The
 * bytes of a state are part of it. */
enum { SERAI_VERSION = 1, SERAI_REVISION = 0 };

/* The version and revision of the library at hand, as 1000 * version + revision. */
int serai_version(void);

enum { SERAI_MAX_PLAYERS = 4, SERAI_MAX_STATE = 256 };

/* What serai_turn() and its like say besides a seat: 0 to 3. */
enum { SERAI_CHANCE = 4, SERAI_OVER = 5, SERAI_ILLEGAL = 6 };

/* --- games --- */

struct serai_game;

const struct serai_game *serai_game(int i); /* in the order of their names; NULL past the last */
const struct serai_game *serai_game_named(const char *name);
const char *serai_game_name(const struct serai_game *game);

uint32_t serai_state_bytes(const struct serai_game *game);
uint32_t serai_moves(const struct serai_game *game);      /* every move is a smaller number */
uint32_t serai_max_moves(const struct serai_game *game);  /* no list of moves is longer */
uint32_t serai_mask_bytes(const struct serai_game *game); /* a bit for each number below serai_moves() */

/* Every option of a game, as one JSON object; returns its length, -1 where it does not fit. */
int serai_options(const struct serai_game *game, char *out, int cap);

/* --- one state --- */

/* Deals a game. Options are words like "players=3 variant=lamp"; "" for the usual ones. 1, or 0 and why not. */
int serai_deal(const struct serai_game *game, const char *options, uint64_t seed, void *state, char *why, int cap);

int serai_players(const void *state);

/* The seat that decides, SERAI_CHANCE or SERAI_OVER. */
int serai_turn(const struct serai_game *game, const void *state);

/* All moves, in their order; `moves` has room for serai_max_moves(). Returns how many. */
int serai_legal(const struct serai_game *game, const void *state, uint32_t *moves);

/* How likely an outcome of chance is, beside the others; 0 for what is none. */
int serai_weight(const struct serai_game *game, const void *state, uint32_t outcome);

/* One of the moves or outcomes at random, each as likely as it should be. `random` is any number, and becomes the next one. */
uint32_t serai_pick(const struct serai_game *game, const void *state, uint64_t *random);

/* Makes a move; returns what serai_turn() says then, or SERAI_ILLEGAL. */
int serai_apply(const struct serai_game *game, void *state, uint32_t move);

/* Points of every seat as if the game ended now, and who has won: one bit a seat, none before the end. */
unsigned serai_score(const struct serai_game *game, const void *state, int points[SERAI_MAX_PLAYERS]);

/* Turns a state into what a seat knows of it. That can be looked at and printed; it is not to be put into a batch. */
void serai_redact(const struct serai_game *game, void *state, int seat);

/* Text: a state as JSON, a legal move in the notation of its game. They return the length, -1 where it does not fit or is no move.
 */
int serai_print(const struct serai_game *game, const void *state, char *out, int cap);
int serai_print_move(const struct serai_game *game, const void *state, uint32_t move, char *out, int cap);

/* Reads a state, every part of it known; returns its game, or NULL and why not. `state` has SERAI_MAX_STATE bytes. */
const struct serai_game *serai_parse(const char *json, void *state, char *why, int cap);

/* The legal move that is written so. 1 if there is one. */
int serai_find_move(const struct serai_game *game, const void *state, const char *text, uint32_t *move);

/* --- many games at once --- */

enum { SERAI_CPU, SERAI_GPU, SERAI_BEST }; /* BEST: on a GPU if there is one that can be used, else on the CPU */

struct serai_batch;

/* `threads` of the CPU, 0 for one on each core. NULL and why not. Opening the first batch of a game on a GPU compiles the
 * rules for it, which takes seconds. */
struct serai_batch *serai_batch_open(const struct serai_game *game, uint32_t games, int where, int threads, char *why, int cap);
void serai_batch_close(struct serai_batch *batch);
int serai_batch_where(const struct serai_batch *batch); /* SERAI_CPU or SERAI_GPU */

/* Buffers below are the caller's and have room for every game of the batch, one behind the other. With a batch on a GPU they
 * may lie in its memory. */

/* Deals all games anew and rolls as far as the first decision of each: those with the numbers first, first + 1, … of a seed,
 * whatever their batch. NULL, or what is wrong, which is in `why`. */
const char *serai_batch_reset(struct serai_batch *batch, const char *options, uint64_t seed, uint64_t first, char *why, int cap);

/* Deals those anew that are over, with the same options. */
const char *serai_batch_renew(struct serai_batch *batch);

/* Puts positions in, serai_state_bytes() each; what comes is rolled from the seed. They lie in the program's memory. */
const char *serai_batch_load(struct serai_batch *batch, const void *states, uint64_t seed, char *why, int cap);

/* A move that is any legal one. */
#define SERAI_RANDOM_MOVE 0x7fffffffu

/* Makes one move in every game and rolls until the next decision. `turns` becomes who decides then, a byte a game, or
 * SERAI_OVER; SERAI_ILLEGAL where the move was none, and nothing was done. A game that is over stays so; where chance is due
 * at once, in a position put in, it is rolled and the move not made. */
const char *serai_batch_step(struct serai_batch *batch, const uint32_t *moves, uint8_t *turns);

/* One bit for each number: is it a legal move? serai_mask_bytes() a game, the lowest bit first. All 0 where it is over. */
const char *serai_batch_mask(struct serai_batch *batch, uint8_t *masks);

/* The state as the seat that decides knows it, whole where nobody does; serai_state_bytes() a game. */
const char *serai_batch_observe(struct serai_batch *batch, void *views);
const char *serai_batch_states(struct serai_batch *batch, void *states);

/* Plays every game to its end at random, from where it stands; the positions stay. Playing again plays other games. */
const char *serai_batch_play(struct serai_batch *batch);

struct serai_outcome {
        uint64_t reserved;
        uint32_t decisions;                /* moves made by seats since the deal, or in the playout */
        uint32_t events;                   /* chance events */
        uint32_t turns;                    /* turns that have ended */
        uint32_t winners;                  /* one bit a seat; 0 while it is not over */
        int16_t points[SERAI_MAX_PLAYERS]; /* as if it ended now */
};

/* How the games stand after serai_batch_reset, _renew or _step, or how they went after serai_batch_play. */
const char *serai_batch_outcomes(struct serai_batch *batch, struct serai_outcome *outcomes);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
