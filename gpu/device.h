/* The GPU, through CUDA's driver API, which is loaded dynamically, so that everything else builds and runs without it.
 *
 * There is one for the whole program, the first that CUDA lists; any thread may use it. GPU memory is addressed by number.
 * Functions that can fail return a sentence, or NULL for success. */
#ifndef SERAI_DEVICE_H
#define SERAI_DEVICE_H

#include <stddef.h>

#include "../core/game.h"

struct device; /* the GPU */

/* NULL: no GPU is usable; `why` says why not. */
struct device *device_open(char *why, int cap);
const char *device_name(const struct device *d);

enum { DEAL, DEAL_AGAIN, PLAY, TRACE, STEP, MASK, OBSERVE, KERNELS };

struct kernels; /* of kernels.cu, with the rules of one game; compiled once and kept */
struct kernels *device_kernels(struct device *d, const struct game *g, char *why, int cap);

/* Runs one of them for so many games, and waits for it. */
const char *device_run(struct kernels *k, int kernel, uint32_t games, void **arguments);

/* Other programs than kernels.cu: their modules, which stay loaded, and their kernels. A launch does not wait for those before it;
 * they run in the order of the launches, and copies wait for them. All by the thread that loaded the module. */
int device_processors(const struct device *d);
int device_capability(const struct device *d); /* 90 for 9.0 */
const char *device_load(struct device *d, const char *image, void **module);
const char *device_find(struct device *d, void *module, const char *name, void **kernel);
const char *device_launch(struct device *d, void *kernel, uint32_t blocks, uint32_t threads, void **arguments);
const char *device_wait(struct device *d);

/* Allocates and frees GPU memory; 0: out of memory. */
uint64_t device_alloc(struct device *d, size_t bytes);
void device_free(struct device *d, uint64_t address);

/* Copies between the GPU's memory and the program's, or within either: an address tells which. */
const char *device_copy(struct device *d, uint64_t to, uint64_t from, size_t bytes);

/* What `play` uses of a multiprocessor, which bounds its occupancy. */
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
