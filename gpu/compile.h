/* The rules of a game compiled for a GPU, when they are needed, by NVRTC: a library that is looked for and opened then, so
 * that everything else builds and runs without it. */
#ifndef SERAI_COMPILE_H
#define SERAI_COMPILE_H

#include "../core/game.h"

/* How a game is spread over a GPU. */
struct plan {
        int threads; /* of a block that plays */
        int blocks;  /* that a multiprocessor should have room for */
        int sorted;  /* whether games are shared out anew before every ply (kernels.cu) */
};

struct plan plan_for(const struct game *g);
enum { OTHER_THREADS = 128 }; /* of a block that does anything else */

/* The kernels of a game for GPUs of a compute capability (90 for 9.0), to be freed. NULL: `why` says why not. */
char *compile_kernels(const struct game *g, int capability, char *why, int cap);

/* Whether NVRTC is installed; where not, `why` says what was looked for. */
int compile_can(char *why, int cap);

#endif
