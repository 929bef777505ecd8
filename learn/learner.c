/* Gradients and Adam; see learner.h. */
#include "learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/random.h"

/* The weights in one row of numbers; the first layer, whose rows are by input, is last. */
enum {
        LAST = 0,
        LAST_BIAS = LAST + MAX_PLAYERS * SECOND_WIDTH,
        SECOND = LAST_BIAS + MAX_PLAYERS,
        SECOND_BIAS = SECOND + SECOND_WIDTH * WIDTH,
        FIRST_BIAS = SECOND_BIAS + SECOND_WIDTH,
        FIRST = FIRST_BIAS + WIDTH
};

/* What a byte can hold, in units; and what a unit passes on. */
static const float MOST = 127.0f / UNIT, TOP = (float)CLIP / UNIT;

struct learner {
        const struct inputs *inputs;
        size_t weights;
        uint32_t steps;
        float *weight, *mean, *square, *average; /* Adam's moments, and the moving average */
        float *gradient[SHARDS];
        uint8_t *touched[SHARDS]; /* rows of the first layer with a gradient */
};

static float random_float(uint64_t *random, float spread)
{
        float sum = 0;

        for (int i = 0; i < 4; i++) /* nearly normal */
                sum += (float)random_dice(random) / 4294967296.0f - 0.5f;
        return sum * spread * 1.7320508f;
}

static void spread_weights(struct learner *l, size_t from, size_t count, float spread, uint64_t *random)
{
        for (size_t i = from; i < from + count; i++)
                l->weight[i] = random_float(random, spread);
}

struct learner *learner_open(const struct inputs *inputs, uint64_t seed)
{
        struct learner *l = calloc(1, sizeof *l);
        float **arrays[] = { &l->weight, &l->mean, &l->square, &l->average };
        int whole = l != NULL;

        if (!l)
                return NULL;
        l->inputs = inputs;
        l->weights = (size_t)FIRST + (size_t)inputs->count * WIDTH;
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
                whole &= (*arrays[i] = calloc(l->weights, sizeof(float))) != NULL;
        for (int i = 0; i < SHARDS; i++) {
                whole &= (l->gradient[i] = calloc(l->weights, sizeof(float))) != NULL;
                whole &= (l->touched[i] = calloc((size_t)inputs->count, 1)) != NULL;
        }
        if (!whole) {
                learner_close(l);
                return NULL;
        }
        spread_weights(l, FIRST, (size_t)inputs->count * WIDTH, 0.05f, &seed);
        spread_weights(l, SECOND, SECOND_WIDTH * WIDTH, 0.08f, &seed);
        spread_weights(l, LAST, MAX_PLAYERS * SECOND_WIDTH, 0.1f, &seed);
        for (int i = 0; i < WIDTH; i++)
                l->weight[FIRST_BIAS + i] = 0.2f;
        for (int i = 0; i < SECOND_WIDTH; i++)
                l->weight[SECOND_BIAS + i] = 0.2f;
        memcpy(l->average, l->weight, l->weights * sizeof(float));
        return l;
}

void learner_load(struct learner *l, const struct net *net)
{
        float *w = l->weight;

        for (int k = 0; k < WIDTH; k++)
                w[FIRST_BIAS + k] = (float)net->first_bias[k] / UNIT;
        for (int j = 0; j < SECOND_WIDTH; j++) {
                w[SECOND_BIAS + j] = (float)net->second_bias[j] / (UNIT * UNIT);
                for (int k = 0; k < WIDTH; k++)
                        w[SECOND + j * WIDTH + k] = (float)net->second[j][k] / UNIT;
        }
        for (int s = 0; s < MAX_PLAYERS; s++) {
                w[LAST_BIAS + s] = (float)net->last_bias[s] / (UNIT * UNIT);
                for (int j = 0; j < SECOND_WIDTH; j++)
                        w[LAST + s * SECOND_WIDTH + j] = (float)net->last[s][j] / UNIT;
        }
        for (int i = 0; i < l->inputs->count; i++)
                for (int k = 0; k < WIDTH; k++)
                        w[FIRST + (size_t)i * WIDTH + (size_t)k] = (float)net->first[i][k] / UNIT;
        memcpy(l->average, w, l->weights * sizeof(float));
}

void learner_close(struct learner *l)
{
        if (!l)
                return;
        free(l->weight);
        free(l->mean);
        free(l->square);
        free(l->average);
        for (int i = 0; i < SHARDS; i++) {
                free(l->gradient[i]);
                free(l->touched[i]);
        }
        free(l);
}

/* --- gradients --- */

/* The values of the units for one position. */
struct pass {
        float first[WIDTH], second[SECOND_WIDTH], share[MAX_PLAYERS];
};

static float clipped(float x)
{
        return x < 0 ? 0 : x > TOP ? TOP : x;
}

static void forward(const float *w, const struct lesson *x, struct pass *p)
{
        float value[MAX_PLAYERS], most = 0, sum = 0;

        memcpy(p->first, w + FIRST_BIAS, sizeof p->first);
        for (int i = 0; i < x->active.count; i++) {
                const float *row = w + FIRST + (size_t)x->active.input[i] * WIDTH;

                for (int k = 0; k < WIDTH; k++)
                        p->first[k] += row[k];
        }
        for (int k = 0; k < WIDTH; k++)
                p->first[k] = clipped(p->first[k]);
        for (int j = 0; j < SECOND_WIDTH; j++) {
                const float *row = w + SECOND + j * WIDTH;
                float lane[8] = { 0 }, total = w[SECOND_BIAS + j];

                for (int k = 0; k < WIDTH; k += 8)
                        for (int i = 0; i < 8; i++)
                                lane[i] += row[k + i] * p->first[k + i];
                for (int i = 0; i < 8; i++)
                        total += lane[i];
                p->second[j] = clipped(total);
        }
        for (int s = 0; s < x->players; s++) {
                value[s] = w[LAST_BIAS + s];
                for (int j = 0; j < SECOND_WIDTH; j++)
                        value[s] += w[LAST + s * SECOND_WIDTH + j] * p->second[j];
                most = s == 0 || value[s] > most ? value[s] : most;
        }
        for (int s = 0; s < x->players; s++)
                sum += p->share[s] = expf(value[s] - most);
        for (int s = 0; s < x->players; s++)
                p->share[s] /= sum;
}

static int passes(float x)
{
        return x > 0 && x < TOP;
}

static void backward(const float *w, float *g, uint8_t *touched, const struct lesson *x, const struct pass *p)
{
        float second[SECOND_WIDTH] = { 0 }, first[WIDTH] = { 0 };

        for (int s = 0; s < x->players; s++) {
                float wrong = p->share[s] - x->target[s];

                g[LAST_BIAS + s] += wrong;
                for (int j = 0; j < SECOND_WIDTH; j++) {
                        g[LAST + s * SECOND_WIDTH + j] += wrong * p->second[j];
                        second[j] += wrong * w[LAST + s * SECOND_WIDTH + j];
                }
        }
        for (int j = 0; j < SECOND_WIDTH; j++) {
                float *to = g + SECOND + j * WIDTH, by = second[j];
                const float *row = w + SECOND + j * WIDTH;

                if (!passes(p->second[j]))
                        continue;
                g[SECOND_BIAS + j] += by;
                for (int k = 0; k < WIDTH; k++) {
                        to[k] += by * p->first[k];
                        first[k] += by * row[k];
                }
        }
        for (int k = 0; k < WIDTH; k++) {
                first[k] = passes(p->first[k]) ? first[k] : 0;
                g[FIRST_BIAS + k] += first[k];
        }
        for (int i = 0; i < x->active.count; i++) {
                float *to = g + FIRST + (size_t)x->active.input[i] * WIDTH;

                touched[x->active.input[i]] = 1;
                for (int k = 0; k < WIDTH; k++)
                        to[k] += first[k];
        }
}

void learner_study(struct learner *l, int shard, const struct lesson *const *lesson, int lessons, double *loss)
{
        float *g = l->gradient[shard];
        uint8_t *touched = l->touched[shard];

        memset(g, 0, FIRST * sizeof *g);
        for (int i = 0; i < l->inputs->count; i++)
                if (touched[i])
                        memset(g + FIRST + (size_t)i * WIDTH, 0, WIDTH * sizeof *g);
        memset(touched, 0, (size_t)l->inputs->count);
        *loss = 0;
        for (int i = 0; i < lessons; i++) {
                struct pass p;

                forward(l->weight, lesson[i], &p);
                backward(l->weight, g, touched, lesson[i], &p);
                for (int s = 0; s < lesson[i]->players; s++)
                        if (lesson[i]->target[s] > 0)
                                *loss += lesson[i]->target[s] * logf(lesson[i]->target[s] / (p.share[s] + 1e-9f));
        }
}

/* --- Adam --- */

enum { AVERAGED = 2000 }; /* steps that the moving average reaches back, roughly */

static const float DECAY_1 = 0.9f, DECAY_2 = 0.999f;

static void step_weights(struct learner *l, size_t from, size_t to, float scale, float rate, const int *shard, int shards)
{
        uint32_t n = l->steps + 1;
        float correct_1 = 1 / (1 - powf(DECAY_1, (float)n)), correct_2 = 1 / (1 - powf(DECAY_2, (float)n));
        float follow = 1.0f / (n < AVERAGED ? (float)n : AVERAGED);

        for (size_t i = from; i < to; i++) {
                float g = 0, w;

                for (int k = 0; k < shards; k++)
                        g += l->gradient[shard[k]][i];
                g *= scale;
                l->mean[i] += (1 - DECAY_1) * (g - l->mean[i]);
                l->square[i] += (1 - DECAY_2) * (g * g - l->square[i]);
                w = l->weight[i] - rate * l->mean[i] * correct_1 / (sqrtf(l->square[i] * correct_2) + 1e-8f);
                l->weight[i] = w < -MOST ? -MOST : w > MOST ? MOST : w;
                l->average[i] += follow * (l->weight[i] - l->average[i]);
        }
}

void learner_step(struct learner *l, int part, int parts, int lessons, double rate)
{
        int all[SHARDS], rows = l->inputs->count;

        for (int k = 0; k < SHARDS; k++)
                all[k] = k;
        if (part == 0)
                step_weights(l, 0, FIRST, 1.0f / (float)lessons, (float)rate, all, SHARDS);
        for (int row = rows * part / parts; row < rows * (part + 1) / parts; row++) {
                size_t at = FIRST + (size_t)row * WIDTH;
                int shard[SHARDS], n = 0;

                for (int k = 0; k < SHARDS; k++)
                        if (l->touched[k][row])
                                shard[n++] = k;
                step_weights(l, at, at + WIDTH, 1.0f / (float)lessons, (float)rate, shard, n);
        }
}

void learner_stepped(struct learner *l)
{
        l->steps++;
}

/* --- rounding --- */

size_t learner_net_size(const struct learner *l)
{
        return sizeof(struct net) + (size_t)l->inputs->count * WIDTH;
}

static int32_t rounded(float x, float unit, float most)
{
        x *= unit;
        return (int32_t)lrintf(x < -most ? -most : x > most ? most : x);
}

void learner_net(const struct learner *l, int averaged, struct net *net)
{
        const float *w = averaged ? l->average : l->weight;
        const unsigned char *bytes = (const unsigned char *)net->first_bias;
        size_t size = learner_net_size(l), header = (size_t)(bytes - (const unsigned char *)net);

        memset(net, 0, size);
        memcpy(net->magic, "serainet", 8);
        net->version = NET_VERSION;
        net->inputs = (uint16_t)l->inputs->count;
        for (int k = 0; k < WIDTH; k++)
                net->first_bias[k] = (int16_t)rounded(w[FIRST_BIAS + k], UNIT, 32767);
        for (int j = 0; j < SECOND_WIDTH; j++) {
                net->second_bias[j] = rounded(w[SECOND_BIAS + j], UNIT * UNIT, 1e9f);
                for (int k = 0; k < WIDTH; k++)
                        net->second[j][k] = (int16_t)rounded(w[SECOND + j * WIDTH + k], UNIT, 32767);
        }
        for (int s = 0; s < MAX_PLAYERS; s++) {
                net->last_bias[s] = rounded(w[LAST_BIAS + s], UNIT * UNIT, 1e9f);
                for (int j = 0; j < SECOND_WIDTH; j++)
                        net->last[s][j] = (int16_t)rounded(w[LAST + s * SECOND_WIDTH + j], UNIT, 32767);
        }
        for (int i = 0; i < l->inputs->count; i++)
                for (int k = 0; k < WIDTH; k++)
                        net->first[i][k] = (int8_t)rounded(w[FIRST + (size_t)i * WIDTH + (size_t)k], UNIT, 127);
        net->name = 2166136261u; /* FNV-1a */
        for (size_t i = 0; i < size - header; i++)
                net->name = (net->name ^ bytes[i]) * 16777619u;
}
