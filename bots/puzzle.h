/* Puzzles: positions in which one choice is clearly best, and the proof of it. docs/puzzles.md has the figures.
 *
 * They are found in games of strong bots. A position is a puzzle if a judge (judge.h) sees a clear step between the right moves and
 * all others, and a proof confirms it:
 *
 * - the rest of the game is solved, or
 * - PROOF_SEARCHES independent searches give each right move a higher share of the win than any other, by PROOF_ERRORS standard
 *   errors of the difference. In games that are searched with playouts these are tree searches without a net; in games with a look
 *   ahead (guide.h) each is a continuation, which bots play from the position after every move in a world of its own.
 *
 * So where chance matters, the right move is the best decision. Everything is computed in integers: the same seed finds the same
 * puzzles in every build. */
#ifndef SERAI_PUZZLE_H
#define SERAI_PUZZLE_H

#include "bot.h"
#include "judge.h"

enum { MOST_RIGHT = 3, PUZZLE_MOVES = 5, PROOF_SEARCHES = 16, PROOF_ERRORS = 4, MOST_ERRORS = 99 };

struct puzzle {
        const struct game *game;
        struct state state; /* everything is known */
        uint32_t id;        /* follows from the position */
        uint32_t theme;     /* the number of a word of puzzle_themes() */
        uint32_t rating;    /* on the scale of the levels */
        int32_t n, right;   /* moves, best first, and how many of them are right */
        move list[PUZZLE_MOVES];
        uint32_t share[PUZZLE_MOVES]; /* of the win, for the seat to move, by the proof */
        uint32_t searches;            /* of the proof; 0: solved exactly */
        uint32_t errors;              /* standard errors from the last right move to the best of the others, at most MOST_ERRORS */
};

/* What becomes of a position. Those after PROVEN are refused. */
enum verdict { SOLVED, PROVEN, HIDDEN, UNCLEAR, UNPROVEN, VERDICTS };

enum { PUZZLES_OF_A_GAME = 3, MOST_POSITIONS = 32 };

/* A position of a game that may be a puzzle. */
struct position {
        struct state state;
        uint32_t ply, theme, step, found; /* step: from the right moves to the others; found: by how many beginners */
};

struct finder {
        const struct game *game;
        uint64_t seed; /* of the proofs */
        void *block;   /* for searches */
        struct judge judge;
        uint64_t games, decisions, verdicts[VERDICTS]; /* so far; verdicts: of what was to be proven */
        int positions;
        struct position position[MOST_POSITIONS];
};

/* The size of the block, which must be aligned to 8 bytes. */
size_t finder_room(const struct game *g);
void finder_open(struct finder *f, const struct game *g, void *block, uint64_t seed);

/* The judge of the proofs (judge_name). */
void finder_judge(const struct finder *f, struct text *t);

/* Plays the n-th game of a seed and finds its puzzles, each proven and rated and each with another theme; returns how many. Of the
 * games, some have three or four players, and some give hard puzzles only. */
int finder_play(struct finder *f, uint64_t seed, uint64_t n, struct puzzle list[PUZZLES_OF_A_GAME]);

/* Proves a position: fills in everything but the rating. If it is refused, the puzzle is undefined. */
enum verdict puzzle_prove(struct finder *f, const void *state, struct puzzle *p);

/* One line of JSON, for writing and for reading. When it was read, its position is valid and its moves are legal. */
void puzzle_json(struct json *j, const struct game *g, struct puzzle *p);

/* --- of each game (puzzle_themes.c) --- */

/* The themes, as a list of words; NULL: the game has no puzzles. */
const char *puzzle_themes(const struct game *g);

/* Whether a decision is worth asking for: not so where everybody sees what to do. */
int puzzle_asks(const struct game *g, const void *state);

/* The theme of a position whose best move is given; and a number that is the same where the idea is probably the same. */
uint32_t puzzle_theme(const struct game *g, const void *state, move best);
uint64_t puzzle_pattern(const struct puzzle *p);

/* The options of the n-th game: those with which nothing that counts is hidden, two players mostly. */
void puzzle_options(const struct game *g, uint64_t n, struct options *o);

#endif
