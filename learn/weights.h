/* The weights of a net that learns, as one row of floats, on the CPU and on a GPU. */
#ifndef SERAI_WEIGHTS_H
#define SERAI_WEIGHTS_H

#include "../bots/layers.h"

/* Offsets within a head (layers.h). */
enum {
        LAST = 0,
        LAST_BIAS = LAST + MAX_PLAYERS * SECOND_WIDTH,
        SECOND = LAST_BIAS + MAX_PLAYERS,
        SECOND_BIAS = SECOND + SECOND_WIDTH * WIDTH,
        HEAD = SECOND_BIAS + SECOND_WIDTH
};

/* Offsets in the row: the heads first; the first layer, whose rows are by input, is last. */
enum { FIRST_BIAS = HEADS * HEAD, FIRST = FIRST_BIAS + WIDTH };

/* Adam. The moving average reaches back AVERAGED steps, roughly. */
enum { AVERAGED = 2000 };
#define DECAY_1 0.9f
#define DECAY_2 0.999f

/* What a byte can hold, in units; and what a unit passes on. */
#define MOST_WEIGHT (127.0f / UNIT)
#define TOP         ((float)CLIP / UNIT)

/* The numbers of a step that are the same for every weight. */
struct pace {
        float scale;                /* one over the number of lessons */
        float rate;                 /* the learning rate */
        float correct_1, correct_2; /* of Adam's moments */
        float keep;                 /* what is left of a weight, by decay */
        float follow;               /* how far the average moves to the weights */
};

#endif
