/* What a net reads of a position: a list of features that hold, each a number below `count`.
 *
 * A feature may be listed more than once, and counts as often. Seats are counted from the one whose turn it is (owner() of the
 * game), so that a net need not learn the same for each seat. A position is read right after a decision, before chance, and with
 * nothing hidden. The files of the games (inputs_GAME.c) say what their features are; changing them makes trained weights void. */
#ifndef SERAI_INPUTS_H
#define SERAI_INPUTS_H

#include "../core/game.h"

enum { MOST_ACTIVE = 320, MOST_INPUTS = 2048 };

/* The features that hold, in the order in which they were found. */
struct active {
        int32_t count;
        uint16_t input[MOST_ACTIVE];
};

struct inputs {
        const struct game *game;
        int count;
        void (*read)(const void *state, struct active *a);
};

/* The inputs of a game; NULL: it has none. */
const struct inputs *inputs_of(const struct game *g);

extern const struct inputs alibaba_inputs, marrakech_inputs;

static inline void activate(struct active *a, int input)
{
        a->input[a->count++] = (uint16_t)input;
}

/* `n` held between two bounds. */
static inline int held_in(int n, int low, int high)
{
        return n < low ? low : n > high ? high : n;
}

/* A lead in points takes LEADS inputs: one for each four points from -60 to 60, and four for the rest, so that a net sees every
 * point. */
enum { LEADS = 31 + 4 };

static inline void activate_lead(struct active *a, int first, int lead)
{
        int from_least = held_in(lead, -60, 60) + 60;

        activate(a, first + from_least / 4);
        activate(a, first + 31 + from_least % 4);
}

#endif
