/* Compiles the rules of a game for a GPU at run time by NVRTC, which is loaded dynamically, so that everything else builds and
 * runs without it. */
#ifndef SERAI_COMPILE_H
#define SERAI_COMPILE_H

#include "../core/game.h"

/* The launch parameters of a game. */
struct plan {
        int threads; /* of a block that plays */
        int blocks;  /* per multiprocessor, at least */
        int sorted;  /* 1: games are regrouped before every ply (kernels.cu) */
};

struct plan plan_for(const struct game *g);
enum { OTHER_THREADS = 128 }; /* of a block that does anything else */

/* The kernels of a game for a compute capability (90 for 9.0), which the caller frees. NULL: `why` says why not. */
char *compile_kernels(const struct game *g, int capability, char *why, int cap);

/* Any of the embedded files of kernels, with the rules of a game: GAME, RULES and TEXT are defined as in kernels.cu, and `more`,
 * which ends with NULL, has further options for the compiler. */
char *compile_source(const char *path, const struct game *g, const char *const *more, int capability, char *why, int cap);

/* Whether NVRTC is installed; if not, `why` says what was looked for. */
int compile_can(char *why, int cap);

#endif
