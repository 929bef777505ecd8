/* Master Labyrinth: the state, and queries for code that draws the maze. */
#ifndef SERAI_LABYRINTH_H
#define SERAI_LABYRINTH_H

#include "game.h"

enum { LABYRINTH_TILES = 1, LABYRINTH_START, LABYRINTH_DEALS, LABYRINTH_LIMIT, LABYRINTH_FIRST };
enum { TILES_CRAZY, TILES_MASTER };
enum { START_CORNERS, START_INNER };
enum { DEALS_WANDS, DEALS_OFF };

enum { LABYRINTH_SHIFT, LABYRINTH_ADVISE, LABYRINTH_MOVE, LABYRINTH_TAKE, LABYRINTH_WAND, LABYRINTH_OVER };

enum { MAZE_CELLS = 49, STAY = MAZE_CELLS, TOKENS = 21, CARDS = 21, NO_CARD = 255 };

/* Tiles in their order: NS EW, NE ES SW NW, NES ESW NSW NEW. Shapes: straight, corner, tee. */
enum { ORIENTED_TILES = 10, SHAPES = 3 };

/* Where a tile is pushed in: Nb Nd Nf E2 E4 E6 Sb Sd Sf W2 W4 W6. The opposite of slot i is (i + 6) % 12. */
enum { PUSHES = 12, NO_PUSH = PUSHES };

/* Moves, by phase: a shift is 10 * push + tile, an offer OFFER + 16 * seat + wands; advice is 50 * shift + a goal, or
 * REFUSE; a goal is a cell, or STAY; the rest is yes or no. */
enum { SHIFTS = 120, OFFER = 128, OFFER_SEAT = 16, GOALS = 50, REFUSE = 6000, NO_ADVICE = 65535 };
enum { TAKE_IT, LEAVE_IT };
enum { END_TURN, USE_WAND };

struct labyrinth {
        struct options options;
        uint64_t open[4];          /* the cells whose tile is open to the north, east, south, west */
        uint64_t turns;            /* turns that have ended */
        uint32_t won[MAX_PLAYERS]; /* one bit for each token taken, by its place 1..21 */
        uint16_t advice;           /* the advice of a deal, or NO_ADVICE */
        uint8_t token[MAZE_CELLS]; /* the token on a cell: 1..20, 21 for the one with the number 25; 0: none */
        uint8_t spare;             /* the shape of the spare tile */
        uint8_t barred;            /* the push that would undo the last shift, or NO_PUSH */
        uint8_t phase;
        uint8_t player;    /* the seat that decides; 0 when over */
        uint8_t turn;      /* the seat whose turn it is */
        uint8_t wand_used; /* 1 after a wand was used this turn */
        uint8_t asked;     /* one bit for each opponent asked for advice this turn */
        uint8_t adviser;   /* the seat that a deal is with; 0 without a deal */
        uint8_t promised;  /* the wands promised to it; 0: there is no deal */
        uint8_t pawn[MAX_PLAYERS];
        uint8_t wands[MAX_PLAYERS];
        uint8_t card[MAX_PLAYERS]; /* the formula card, or NO_CARD if hidden from the viewer */
};

/* The tile on a cell, 0..9. */
int labyrinth_tile(const struct labyrinth *s, int cell);

/* Its open sides, north 1, east 2, south 4, west 8. */
int labyrinth_sides(int tile);

void spell_maze_tile(int tile, struct text *t);
void spell_shift(int shift, struct text *t);

/* The number on a token. */
int labyrinth_number(int token);

/* The cells that connect to a cell, including itself. */
uint64_t labyrinth_reach(const struct labyrinth *s, int cell);

/* The cells from which a pawn could reach what lies on a cell, by a shift and a move: of the maze, whoever's turn it is. */
uint64_t labyrinth_within_a_turn(const struct labyrinth *s, int cell);

/* The same by at least 1, 2, 4 and 8 different pushes. */
enum { WAYS = 4 };

void labyrinth_ways(const struct labyrinth *s, int cell, uint64_t at_least[WAYS]);

/* Whether the player whose turn it is could go from a shift to what lies on a cell now. */
int labyrinth_takes_after(const struct labyrinth *s, int shift, int cell);

/* The next token to be taken, 1..21; 22 when all are taken. */
int labyrinth_next(const struct labyrinth *s);

/* The three tokens on a formula card, as bits. */
uint32_t labyrinth_formula(int card);

/* Pushes the spare in; pawns and tokens move along. */
void labyrinth_shift(struct labyrinth *s, int shift);

#endif
