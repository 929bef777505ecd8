/* A judge: each seat's share of the win in a position of which everything is known.
 *
 * For looking back at a finished game (ledger.h), not for playing. A judge is fixed: the same position, effort and version give the
 * same shares in every build. It asks a net where the program has one, looks some turns ahead where the game's guide knows leads
 * (guide.h), and else takes the mean of playouts; near the end it may solve the game (solver.h). Shares are whole numbers that add
 * up to WHOLE. */
#ifndef SERAI_JUDGE_H
#define SERAI_JUDGE_H

#include "ahead.h"
#include "solver.h"

struct net;
struct inputs;

/* To be raised whenever values change for other reasons than another net. */
enum { JUDGE_VERSION = 2 };

/* The roughest is for tests, and for a first look. */
enum { ROUGH_EFFORT, QUICK_EFFORT, USUAL_EFFORT, MOST_EFFORT };
enum { JUDGE_MEMO = 1 << 12, JUDGE_NAME = 96 };

struct judge {
        const struct game *game;
        const struct guide *guide;
        const struct net *net; /* NULL: a look ahead, or playouts */
        const struct inputs *inputs;
        uint32_t effort;
        uint32_t exact; /* 1: the position is near enough to the end to be solved */
        struct solver solver;
        struct ahead ahead;
        uint64_t memo[(sizeof(struct memo) + JUDGE_MEMO * sizeof *((struct memo *)0)->entry) / 8]; /* a struct memo */
};

/* docs/review.md says what each effort does. */
void judge_open(struct judge *j, const struct game *g, int effort);

/* At most JUDGE_NAME bytes, like "net 3fa29c11, version 1, effort 2". */
void judge_name(const struct judge *j, struct text *t);

/* The value of a position that came of `before` by one move; the first position of a game comes of itself. Playouts take their
 * random numbers from `before`, so that all moves in a position are judged by the same luck. */
void judge_value(struct judge *j, const void *before, const void *after, uint32_t *share);

/* Whether all moves of a position can be solved with the effort of the judge; it has two players and nothing hidden. */
int judge_can_solve(struct judge *j, const void *state);

/* The mean over all outcomes of the chance event that is due in `state`, by their weights. */
void judge_mean(struct judge *j, const void *state, uint32_t *share);

/* The moves to compare one with that was made: all legal ones, or those that the game's guide finds worth searching; the one that
 * was made is among them, if it is a move at all. `list` has room for MAX_MOVES. */
int judge_alternatives(struct judge *j, const void *view, move made, move *list);

/* The shares of a finished game: a win, or equal parts of a shared one. */
void judge_result(const struct game *g, const void *state, uint32_t *share);

/* Divides `whole` in proportion to these parts, as evenly as whole numbers allow: the largest remainders are rounded up, the first
 * of equal ones. If all parts are 0, they are equal. */
void divide(uint32_t whole, const uint64_t *part, int n, uint32_t *share);

/* A number that follows from a position. */
uint64_t position_hash(const struct game *g, const void *state);

#endif
