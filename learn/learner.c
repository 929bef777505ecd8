/* Gradients and Adam; see learner.h. */
#include "learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/random.h"
#include "weights.h"

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

/* Some hundred rows are summed for a position, and what is random in a row that is seldom seen is never unlearnt: so rows begin
 * near 0, but not at 0, where units that start alike learn alike (docs/training.md). */
#define FIRST_SPREAD 0.002f

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
        spread_weights(l, FIRST, (size_t)inputs->count * WIDTH, FIRST_SPREAD, &seed);
        for (int i = 0; i < WIDTH; i++)
                l->weight[FIRST_BIAS + i] = 0.2f;
        for (size_t head = 0; head < FIRST_BIAS; head += HEAD) {
                spread_weights(l, head + SECOND, SECOND_WIDTH * WIDTH, 0.08f, &seed);
                spread_weights(l, head + LAST, MAX_PLAYERS * SECOND_WIDTH, 0.1f, &seed);
                for (int i = 0; i < SECOND_WIDTH; i++)
                        l->weight[head + (size_t)SECOND_BIAS + (size_t)i] = 0.2f;
        }
        memcpy(l->average, l->weight, l->weights * sizeof(float));
        return l;
}

static void load_head(float *w, const struct head *head)
{
        for (int j = 0; j < SECOND_WIDTH; j++) {
                w[SECOND_BIAS + j] = (float)head->second_bias[j] / (UNIT * UNIT);
                for (int k = 0; k < WIDTH; k++)
                        w[SECOND + j * WIDTH + k] = (float)head->second[j][k] / UNIT;
        }
        for (int s = 0; s < MAX_PLAYERS; s++) {
                w[LAST_BIAS + s] = (float)head->last_bias[s] / (UNIT * UNIT);
                for (int j = 0; j < SECOND_WIDTH; j++)
                        w[LAST + s * SECOND_WIDTH + j] = (float)head->last[s][j] / UNIT;
        }
}

void learner_load(struct learner *l, const struct net *net)
{
        float *w = l->weight;

        for (int k = 0; k < WIDTH; k++)
                w[FIRST_BIAS + k] = (float)net->first_bias[k] / UNIT;
        for (int i = 0; i < HEADS; i++)
                load_head(w + i * HEAD, &net->head[i]);
        for (int i = 0; i < l->inputs->count; i++)
                for (int k = 0; k < WIDTH; k++)
                        w[FIRST + (size_t)i * WIDTH + (size_t)k] = (float)net_row(net, i)[k] / UNIT;
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
        const float *head = w + (x->players - 2) * HEAD;
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
                const float *row = head + SECOND + j * WIDTH;
                float lane[8] = { 0 }, total = head[SECOND_BIAS + j];

                for (int k = 0; k < WIDTH; k += 8)
                        for (int i = 0; i < 8; i++)
                                lane[i] += row[k + i] * p->first[k + i];
                for (int i = 0; i < 8; i++)
                        total += lane[i];
                p->second[j] = clipped(total);
        }
        for (int s = 0; s < x->players; s++) {
                value[s] = head[LAST_BIAS + s];
                for (int j = 0; j < SECOND_WIDTH; j++)
                        value[s] += head[LAST + s * SECOND_WIDTH + j] * p->second[j];
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
        const float *head = w + (x->players - 2) * HEAD;
        float *of_head = g + (x->players - 2) * HEAD, second[SECOND_WIDTH] = { 0 }, first[WIDTH] = { 0 };

        for (int s = 0; s < x->players; s++) {
                float wrong = p->share[s] - x->target[s];

                of_head[LAST_BIAS + s] += wrong;
                for (int j = 0; j < SECOND_WIDTH; j++) {
                        of_head[LAST + s * SECOND_WIDTH + j] += wrong * p->second[j];
                        second[j] += wrong * head[LAST + s * SECOND_WIDTH + j];
                }
        }
        for (int j = 0; j < SECOND_WIDTH; j++) {
                float *to = of_head + SECOND + j * WIDTH, by = second[j];
                const float *row = head + SECOND + j * WIDTH;

                if (!passes(p->second[j]))
                        continue;
                of_head[SECOND_BIAS + j] += by;
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

struct pace learner_pace(const struct learner *l, int lessons, const struct tempo *tempo)
{
        float n = (float)(l->steps + 1);

        return (struct pace){ .scale = 1.0f / (float)lessons,
                              .rate = (float)tempo->rate,
                              .correct_1 = 1 / (1 - powf(DECAY_1, n)),
                              .correct_2 = 1 / (1 - powf(DECAY_2, n)),
                              .keep = 1 - (float)(tempo->rate * tempo->decay),
                              .follow = 1.0f / (n < AVERAGED ? n : AVERAGED) };
}

static void step_weights(struct learner *l, size_t from, size_t to, const struct pace *pace, const int *shard, int shards)
{
        for (size_t i = from; i < to; i++) {
                float g = 0, w;

                for (int k = 0; k < shards; k++)
                        g += l->gradient[shard[k]][i];
                g *= pace->scale;
                l->mean[i] += (1 - DECAY_1) * (g - l->mean[i]);
                l->square[i] += (1 - DECAY_2) * (g * g - l->square[i]);
                w = pace->keep * l->weight[i] -
                    pace->rate * l->mean[i] * pace->correct_1 / (sqrtf(l->square[i] * pace->correct_2) + 1e-8f);
                l->weight[i] = w < -MOST_WEIGHT ? -MOST_WEIGHT : w > MOST_WEIGHT ? MOST_WEIGHT : w;
                l->average[i] += pace->follow * (l->weight[i] - l->average[i]);
        }
}

void learner_step(struct learner *l, int part, int parts, int lessons, const struct tempo *tempo)
{
        struct pace pace = learner_pace(l, lessons, tempo);
        int all[SHARDS], rows = l->inputs->count;

        for (int k = 0; k < SHARDS; k++)
                all[k] = k;
        if (part == 0)
                step_weights(l, 0, FIRST, &pace, all, SHARDS);
        for (int row = rows * part / parts; row < rows * (part + 1) / parts; row++) {
                size_t at = FIRST + (size_t)row * WIDTH;
                int shard[SHARDS], n = 0;

                for (int k = 0; k < SHARDS; k++)
                        if (l->touched[k][row])
                                shard[n++] = k;
                step_weights(l, at, at + WIDTH, &pace, shard, n);
        }
}

void learner_stepped(struct learner *l)
{
        l->steps++;
}

size_t learner_weights(struct learner *l, float **weight, float **average)
{
        *weight = l->weight;
        *average = l->average;
        return l->weights;
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

static int8_t rounded_first(float x, int drop)
{
        int32_t weight = rounded(x, UNIT, 127);

        return (int8_t)(weight >= -drop && weight <= drop ? 0 : weight);
}

static void round_head(const float *w, struct head *head)
{
        head->sharpness = SHARP;
        for (int j = 0; j < SECOND_WIDTH; j++) {
                head->second_bias[j] = rounded(w[SECOND_BIAS + j], UNIT * UNIT, 1e9f);
                for (int k = 0; k < WIDTH; k++)
                        head->second[j][k] = (int16_t)rounded(w[SECOND + j * WIDTH + k], UNIT, 127);
        }
        for (int s = 0; s < MAX_PLAYERS; s++) {
                head->last_bias[s] = rounded(w[LAST_BIAS + s], UNIT * UNIT, 1e9f);
                for (int j = 0; j < SECOND_WIDTH; j++)
                        head->last[s][j] = (int16_t)rounded(w[LAST + s * SECOND_WIDTH + j], UNIT, 127);
        }
}

void learner_net(const struct learner *l, int averaged, int drop, struct net *net)
{
        const float *w = averaged ? l->average : l->weight;

        memset(net, 0, learner_net_size(l));
        memcpy(net->magic, "serainet", 8);
        net->version = NET_VERSION;
        net->inputs = (uint16_t)l->inputs->count;
        for (int k = 0; k < WIDTH; k++)
                net->first_bias[k] = (int16_t)rounded(w[FIRST_BIAS + k], UNIT, 32767);
        for (int i = 0; i < HEADS; i++)
                round_head(w + i * HEAD, &net->head[i]);
        for (int i = 0; i < l->inputs->count; i++)
                for (int k = 0; k < WIDTH; k++)
                        ((int8_t *)(net + 1))[i * WIDTH + k] = rounded_first(w[FIRST + i * WIDTH + k], drop);
        net_rename(net);
}
