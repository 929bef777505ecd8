/* The part of serai bench that needs a GPU. */
#ifndef SERAI_BENCH_H
#define SERAI_BENCH_H

#include "cli.h"

/* Opens the GPU and, unless as JSON, prints its name and the heading. NULL, or why not, in `why` (MAX_REASON bytes). */
const char *bench_gpu_open(int json, char *why);

/* Measures on the CPU and on the GPU and prints a row. NULL, or why not. */
const char *bench_gpu_row(const struct game *g, const struct options *o, double seconds, int json, int first, char *why);

#endif
