/* The net while it learns: the same layers as in net.h with weights in floating point, gradients, and Adam.
 *
 * A batch is cut into SHARDS parts, whose gradients are summed in their order: the result does not depend on the number of
 * threads. */
#ifndef SERAI_LEARNER_H
#define SERAI_LEARNER_H

#include "self_play.h"

enum { SHARDS = 16 };

struct learner;

/* With random weights; NULL: out of memory. */
struct learner *learner_open(const struct inputs *inputs, uint64_t seed);
/* Goes on from the weights of a net. */
void learner_load(struct learner *l, const struct net *net);
void learner_close(struct learner *l);

/* One part of a batch: its gradients, and its loss, the relative entropy, in `*loss`. */
void learner_study(struct learner *l, int shard, const struct lesson *const *lesson, int lessons, double *loss);

/* The learning rate; and how fast weights decay to 0 that nothing holds: by so much of the rate at each step. */
struct tempo {
        double rate, decay;
};

/* A step of Adam for part `part` of `parts` of the weights, after the whole batch was studied. */
void learner_step(struct learner *l, int part, int parts, int lessons, const struct tempo *tempo);

/* The numbers of the next step. */
struct pace;
struct pace learner_pace(const struct learner *l, int lessons, const struct tempo *tempo);

/* The weights and their moving averages, for a GPU that makes the steps (school.h); returns how many there are. */
size_t learner_weights(struct learner *l, float **weight, float **average);

/* Call it once after each step. */
void learner_stepped(struct learner *l);

/* Rounds the weights, or their moving averages, to a net. `net` has room for learner_net_size(). Weights of the first layer of up
 * to `drop` units become 0: many are noise, and the file is smaller without them where it is compressed. */
size_t learner_net_size(const struct learner *l);
void learner_net(const struct learner *l, int averaged, int drop, struct net *net);

#endif
