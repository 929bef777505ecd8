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

/* A step of Adam for part `part` of `parts` of the weights, after the whole batch was studied. */
void learner_step(struct learner *l, int part, int parts, int lessons, double rate);

/* Call it once after each step. */
void learner_stepped(struct learner *l);

/* Rounds the weights, or their moving averages, to a net. `net` has room for learner_net_size(). */
size_t learner_net_size(const struct learner *l);
void learner_net(const struct learner *l, int averaged, struct net *net);

#endif
