/* A ledger: how luck and play led to the result of a game, to the last share of the win.
 *
 * It goes through the moves of a game and asks a judge (judge.h) at each step. At a chance event, each seat's luck is the value
 * after it less the mean over all outcomes. At a decision, its play is the value of what was done less the value of the mover's
 * best alternative, by what the mover could know: never above 0 for the mover, whose error it is. The rest of the change is the
 * judge's correction: the judge is not perfect, and knows what the mover could not. The deal is the first chance event. So for
 * each seat, always and exactly:
 *
 *     start + deal + luck + play of each player + corrections = result
 *
 * All are shares of the win, in parts of WHOLE. docs/review.md has the formulas. */
#ifndef SERAI_LEDGER_H
#define SERAI_LEDGER_H

#include <stddef.h>

#include "judge.h"

/* One move. Lists are by seat. */
struct step {
        int who; /* a seat, or CHANCE */
        move made, best;
        int choices;                /* legal moves, or outcomes */
        int32_t swing[MAX_PLAYERS]; /* luck, or play */
        int32_t correction[MAX_PLAYERS];
        uint32_t value[MAX_PLAYERS]; /* after it */
        uint32_t error;              /* of the mover */
        uint32_t forgot;             /* the part of it that a mover with a perfect memory would have avoided */
};

/* The largest change for a seat by one step, counted from 1; 0: there was none. */
struct moment {
        uint32_t step;
        int32_t swing;
};

/* The moves of a decision, and what each is worth to every seat by what the mover could know. */
struct weighed {
        int n, made, best; /* best: for the mover; of equal ones what was made */
        int solved;        /* 1: the values are proven */
        move list[MAX_MOVES];
        uint32_t share[MAX_MOVES][MAX_PLAYERS];
};

/* The sums of a seat. */
struct account {
        int32_t start, deal, luck, play[MAX_PLAYERS], correction, result; /* play: by whose it was */
        uint32_t decisions;                                               /* of its own that were not forced */
        uint32_t error, forgot, stake; /* sums over these; stake: 4 v (1 - v), v the value before */
        struct moment best, worst;
};

struct ledger {
        struct judge *judge;
        const struct game *game;
        struct state start, state;
        const move *moves;
        size_t count, at;            /* moves in all, and looked at */
        size_t solved;               /* from here on all moves are solved */
        uint32_t value[MAX_PLAYERS]; /* now */
        struct account account[MAX_PLAYERS];
};

/* Before the first move. `dealt`: the start came of a deal by the rules, whose luck counts. */
void ledger_open(struct ledger *l, struct judge *j, const void *start, int dealt, const move *moves, size_t count);

/* The next move; 0: there are no more, and the accounts are closed. The result of a game that is not over is its last value. */
int ledger_step(struct ledger *l, struct step *s);

/* Weighs the decision that is due after these moves. `made` is among those weighed; a number that is no move (struct game): none
 * was made. */
void ledger_weigh(struct judge *j, const void *start, const move *moves, size_t count, move made, struct weighed *w);

/* The result without the luck of the deal and of the game. */
int32_t account_adjusted(const struct account *a);

/* The luck of each seat in all chance events of a game, without the deal and without looking at decisions: much faster. */
void ledger_luck(struct judge *j, const void *start, const move *moves, size_t count, int32_t *luck);

#endif
