/* What the GPU trainer and its kernels share. */
#ifndef SERAI_TRAINER_PARTS_H
#define SERAI_TRAINER_PARTS_H

#include "weights.h"

enum {
        LANES = 32,              /* threads of a warp */
        PLAY_THREADS = 512,      /* of a block that plays: 16 games at a time on a multiprocessor */
        CHUNK = 1024,            /* lessons of which a warp adds up a row of the first layer */
        PART = 128,              /* lessons of which a block adds up a head */
        REST = FIRST + HEADS + 1 /* a part's sums: heads, the bias of the first layer, losses; even */
};

/* What a lesson leaves behind for the gradients. */
struct note {
        float first[WIDTH], d_first[WIDTH]; /* the units of the first layer, and the gradient there */
        float second[SECOND_WIDTH], d_second[SECOND_WIDTH];
        float wrong[MAX_PLAYERS]; /* the shares minus the targets */
        float loss;
        int32_t head;
        int32_t unused[2];
};

#endif
