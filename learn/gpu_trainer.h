/* Training on a GPU: self-play by many games at a time, and steps of Adam, all in its memory (kernels.cu).
 *
 * It plays what self_play() plays: the same net, options and seed give the same lessons. Its steps are those of the learner but for
 * rounding, and the same every time on the same GPU. Functions return a sentence if they fail, and NULL for success. */
#ifndef SERAI_GPU_TRAINER_H
#define SERAI_GPU_TRAINER_H

#include "../gpu/device.h"
#include "learner.h"

struct gpu_trainer;

/* For rounds of at most so many games, and steps of at most the lessons of `batch` games; it begins with the learner's weights.
 * NULL: `why` says why not. */
struct gpu_trainer *gpu_trainer_open(struct device *d, const struct inputs *inputs, struct learner *l, uint32_t games,
                                     uint32_t batch, char *why, int cap);
void gpu_trainer_close(struct gpu_trainer *t);

/* The kernels for a game with inputs and a compute capability (90 for 9.0), which the caller frees. NULL: `why` says why not. */
char *gpu_trainer_compile(const struct game *g, int capability, char *why, int cap);

/* Plays a round: games with these options, rivals and seeds. */
const char *gpu_trainer_play(struct gpu_trainer *t, const struct practice *p, const struct options *o, const uint32_t *rivals,
                             const uint64_t *seed, uint32_t games);

/* The lessons of a game of the round. */
const char *gpu_trainer_course(struct gpu_trainer *t, uint32_t game, struct course *c);

/* How the games of the round went. */
const char *gpu_trainer_outcomes(struct gpu_trainer *t, struct outcome *outcomes);

/* A step with one of `steps` parts of the round's lessons. It does not wait. */
const char *gpu_trainer_step(struct gpu_trainer *t, struct learner *l, uint32_t part, uint32_t steps, const struct tempo *tempo);

/* Waits, brings the weights to the learner, and adds up the mean losses of the steps since the last time. */
const char *gpu_trainer_fetch(struct gpu_trainer *t, struct learner *l, double *loss);

#endif
