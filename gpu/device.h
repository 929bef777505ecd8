/* The GPU, through CUDA's driver: a library that is looked for and opened when a GPU is asked for, so that everything else
 * builds and runs without it.
 *
 * There is one for the whole program, the first that CUDA names; whichever thread calls may use it. Memory of it is known by
 * its address, a number. Whatever can go wrong there is answered with a sentence, and with NULL when nothing did. */
#ifndef SERAI_DEVICE_H
#define SERAI_DEVICE_H

#include <stddef.h>

#include "../core/game.h"

struct device; /* the GPU */

/* NULL: there is none that can be used; `why` says why not. */
struct device *device_open(char *why, int cap);
const char *device_name(const struct device *d);

enum { DEAL, DEAL_AGAIN, PLAY, TRACE, STEP, MASK, OBSERVE, KERNELS };

struct kernels; /* those of kernels.cu, with the rules of one game; compiled once and kept */
struct kernels *device_kernels(struct device *d, const struct game *g, char *why, int cap);

/* Runs one of them for so many games, and waits for it. */
const char *device_run(struct kernels *k, int kernel, uint32_t games, void **arguments);

/* Memory of the GPU; 0: none is left. */
uint64_t device_take(struct device *d, size_t bytes);
void device_give(struct device *d, uint64_t address);

/* Between the GPU's memory and the program's, or within either: an address tells where it is. */
const char *device_copy(struct device *d, uint64_t to, uint64_t from, size_t bytes);

/* What `play` takes of a multiprocessor, and so how much of one it can fill. */
struct footprint {
        int registers;    /* a thread */
        int shared_bytes; /* a block */
        int local_bytes;  /* a thread */
        int threads;      /* of a block */
        int blocks;       /* on a multiprocessor at once */
        int most_threads; /* that a multiprocessor could hold */
        int processors;   /* multiprocessors of the GPU */
};

struct footprint device_footprint(const struct kernels *k);

#endif
