/* The kernels with which a net learns on a GPU: self-play, and steps of Adam.
 *
 * Compiled when a GPU is used, for one game: GAME, RULES and TEXT as in gpu/kernels.cu; FEATURES is the file of what the net reads,
 * READ its `struct inputs`, MOST_MOVES the most legal moves; RIVAL, where there is one, the file of its simple bot.
 *
 * A warp plays a game, in the same integers as self_play() on the CPU: each lane tries a move of its own, and then the warp
 * estimates the positions one after another, eight columns of the first layer a lane. A warp also studies a lesson. All sums of
 * gradients are made in a fixed order, so that the same seed gives the same weights on the same GPU. For the first layer, that
 * takes a matrix of how often each lesson has each input, in bytes; a warp adds up a row of it for CHUNK lessons, and the step adds
 * up the chunks. */
#define bit_first(set) (__ffsll((long long)(set)) - 1)
#define bit_count(set) __popcll(set)

#include "../core/game.h"

/* No kernel writes text, but the games contain code that does. Not inlining it saves a third of the compile time. */
__noinline__ void json_text(struct json *j, const char *words);
__noinline__ void text_add(struct text *t, const char *words);

#include "../core/draw.c"
#include "../core/game.c"
#include "../core/json.c"
#include "../core/text.c"
#include RULES
#ifdef TEXT
#include TEXT
#endif
#undef RULES /* a group of inputs */

#include "../bots/inputs.h"
#include "../core/random.h"
namespace reading
{
#include FEATURES
#ifdef RIVAL
#include RIVAL
#endif
} // namespace reading

#include "course.h"
#include "trainer_parts.h"

enum { WORDS = sizeof(struct GAME) / 8, COLUMNS = WIDTH / LANES };

#define LANE      ((int)(threadIdx.x % LANES))
#define WARP      ((blockIdx.x * blockDim.x + threadIdx.x) / LANES)
#define ALL_LANES 0xffffffff

/* --- self-play --- */

/* The second layers, as words of four weights; a word more in each row, so that the lanes hit different banks. */
struct upper {
        int word[HEADS][SECOND_WIDTH][WIDTH / 4 + 1];
};

/* A warp's own, in shared memory. */
struct room {
        uint64_t state[WORDS];
        int first[WIDTH / 4]; /* the units of the first layer, four a word */
        int moves;
        move list[MOST_MOVES];
};

/* And in the memory of the GPU. */
struct desk {
        struct course_notes notes;
        struct tried tried[MOST_MOVES];
};

static inline void load_upper(const struct net *net, struct upper *upper)
{
        for (int i = (int)threadIdx.x; i < HEADS * SECOND_WIDTH * (WIDTH / 4); i += (int)blockDim.x) {
                int k = i % (WIDTH / 4), j = i / (WIDTH / 4) % SECOND_WIDTH, head = i / (WIDTH / 4) / SECOND_WIDTH;
                const int16_t *weight = net->head[head].second[j] + 4 * k;

                upper->word[head][j][k] =
                        (weight[0] & 255) | (weight[1] & 255) << 8 | (weight[2] & 255) << 16 | (weight[3] & 255) << 24;
        }
}

static inline int clipped(int x)
{
        return x < 0 ? 0 : x > CLIP ? (int)CLIP : x;
}

/* The net's estimate of a position, by the whole warp. */
static inline void estimate(const struct net *net, const struct upper *upper, int *first, struct tried *t, int players)
{
        const struct head *head = &net->head[players - 2];
        int sum[COLUMNS], count = t->active.count, second = 0;
        int32_t value[MAX_PLAYERS];
        uint32_t place[MAX_PLAYERS];

        for (int i = 0; i < COLUMNS; i++)
                sum[i] = net->first_bias[COLUMNS * LANE + i];
        for (int from = 0; from < count; from += LANES) {
                int some = count - from < LANES ? count - from : (int)LANES, mine = LANE < some ? t->active.input[from + LANE] : 0;

                for (int k = 0; k < some; k++) {
                        const int *row = (const int *)net_row(net, __shfl_sync(ALL_LANES, mine, k)) + 2 * LANE;
                        int low = row[0], high = row[1];

                        for (int i = 0; i < 4; i++) {
                                sum[i] = __dp4a(low, 1 << 8 * i, sum[i]);
                                sum[4 + i] = __dp4a(high, 1 << 8 * i, sum[4 + i]);
                        }
                }
        }
        for (int i = 0; i < 2; i++)
                first[2 * LANE + i] = clipped(sum[4 * i]) | clipped(sum[4 * i + 1]) << 8 | clipped(sum[4 * i + 2]) << 16 |
                                      clipped(sum[4 * i + 3]) << 24;
        __syncwarp();
        for (int k = 0; k < WIDTH / 4; k++)
                second = __dp4a(upper->word[players - 2][LANE][k], first[k], second);
        second = clipped((second + head->second_bias[LANE]) >> 6);
        for (int p = 0; p < players; p++) {
                value[p] = head->last_bias[p] + __reduce_add_sync(ALL_LANES, second * head->last[p][LANE]);
                value[p] = value[p] * head->sharpness / SHARP;
        }
        shares_of_values(value, players, place);
        if (LANE == 0)
                seat_shares(t, place, players);
        __syncwarp();
}

/* Tries every move of the room's list. */
static inline void try_all(const struct net *net, const struct upper *upper, struct room *room, struct desk *desk, int players)
{
        int n = room->moves;

        for (int i = LANE; i < n; i += LANES) {
                uint64_t after[WORDS];

                for (int k = 0; k < WORDS; k++)
                        after[k] = room->state[k];
                try_move(&reading::READ, after, room->list[i], &desk->tried[i]);
        }
        __syncwarp();
        for (int i = 0; i < n; i++)
                if (desk->tried[i].active.count)
                        estimate(net, upper, room->first, &desk->tried[i], players);
        __syncwarp();
}

/* The list and its count are all of `active` that is copied. */
static inline void copy_active(struct active *to, const struct active *from)
{
        const uint32_t *word = (const uint32_t *)from;
        int words = 1 + (from->count + 1) / 2;

        for (int i = LANE; i < words; i += LANES)
                ((uint32_t *)to)[i] = word[i];
}

/* The move of the simple bot becomes the only one. */
static inline void ask_rival(struct room *room, uint64_t seed)
{
#ifdef RIVAL
        if (LANE == 0) {
                room->list[0] = reading::thrifty_move(room->state, seed);
                room->moves = 1;
        }
        __syncwarp();
#endif
}

/* As self_play(). Returns how many of its lessons have a position. */
static inline uint32_t play_game(const struct net *net, const struct upper *upper, struct room *room, struct desk *desk,
                                 const struct options *o, uint32_t rivals, uint64_t seed, float lambda, uint32_t explore,
                                 struct course *c)
{
        int who, players = o->value[PLAYERS], lessons = 0;
        uint64_t deal = random_next(&seed);
        uint32_t taught = 0, share[MAX_PLAYERS];
        struct outcome outcome = { 0 }; /* counted by the first lane */

        if (LANE == 0) {
                struct draw d;
                uint8_t key[32];

                draw_key(key, deal);
                draw_open(&d, key, 0);
                GAME.setup(room->state, o, &d);
        }
        __syncwarp();
        while ((who = GAME.turn(room->state)) != OVER) {
                const struct tried *best = &desk->tried[0], *made;
                int n, chosen = 0, explored = 0, is_rival = rivals >> who & 1;

                if (LANE == 0)
                        room->moves = GAME.legal(room->state, room->list);
                __syncwarp();
                n = room->moves;
                if (who == CHANCE || n == 1 || lessons == MOST_LESSONS) {
                        uint32_t dice = n == 1 ? 0 : random_dice(&seed);

                        if (LANE == 0)
                                make_move(&GAME, room->state, n == 1 ? room->list[0] : GAME.pick(room->state, dice), &outcome);
                        __syncwarp();
                        continue;
                }
                if (is_rival)
                        ask_rival(room, random_next(&seed));
                try_all(net, upper, room, desk, players);
                for (int i = 1; i < room->moves; i++)
                        if (desk->tried[i].share[who] > best->share[who])
                                best = &desk->tried[i], chosen = i;
                if (!is_rival)
                        explored = random_dice(&seed) < explore;
                if (explored)
                        chosen = place_of(random_dice(&seed), n);
                made = &desk->tried[chosen];
                copy_active(&c->lesson[lessons].active, &made->active);
                if (LANE == 0) {
                        take_note(&desk->notes, lessons, best, made, players, explored);
                        c->lesson[lessons].players = players;
                }
                taught += made->active.count > 0;
                lessons++;
                __syncwarp();
                if (LANE == 0)
                        make_move(&GAME, room->state, room->list[chosen], &outcome);
                __syncwarp();
        }
        if (LANE == 0) {
                judge_game(&GAME, room->state, &outcome);
                c->outcome = outcome;
                c->lessons = lessons;
        }
        __syncwarp();
        shares_of_result(&GAME, room->state, share);
        if (LANE < players)
                set_targets(c, &desk->notes, LANE, players, (float)share[LANE] / (float)WHOLE, lambda);
        __syncwarp();
        return taught;
}

/* Plays games, each warp one after another. `next` is 0 before; `taught` is how many lessons of each game have a position. */
extern "C" __global__ void __launch_bounds__(PLAY_THREADS, 1)
        play(const struct net *net, const struct options *options, const uint32_t *rivals, const uint64_t *seeds, uint32_t games,
             float lambda, uint32_t explore, struct desk *desks, struct course *courses, uint32_t *taught, uint32_t *next)
{
        __shared__ struct upper upper;
        __shared__ struct room rooms[PLAY_THREADS / LANES];
        uint32_t game = 0, lessons;

        load_upper(net, &upper);
        __syncthreads();
        for (;;) {
                if (LANE == 0)
                        game = atomicAdd(next, 1u);
                game = __shfl_sync(ALL_LANES, game, 0);
                if (game >= games)
                        return;
                lessons = play_game(net, &upper, &rooms[threadIdx.x / LANES], desks + WARP, options + game, rivals[game],
                                    seeds[game], lambda, explore, courses + game);
                if (LANE == 0)
                        taught[game] = lessons;
        }
}

/* Lists the lessons that have a position; `start` is where those of each game begin. And the outcomes of the games. */
extern "C" __global__ void list_lessons(const struct course *courses, const uint32_t *start, uint32_t games, uint32_t *list,
                                        struct outcome *outcomes)
{
        uint32_t game = blockIdx.x * blockDim.x + threadIdx.x, to;

        if (game >= games)
                return;
        outcomes[game] = courses[game].outcome;
        to = start[game];
        for (int k = 0; k < courses[game].lessons; k++)
                if (courses[game].lesson[k].active.count)
                        list[to++] = game * MOST_LESSONS + (uint32_t)k;
}

/* --- gradients --- */

static inline float sum_of_lanes(float x)
{
        for (int by = LANES / 2; by; by /= 2)
                x += __shfl_xor_sync(ALL_LANES, x, by);
        return x;
}

static inline float passed(float x)
{
        return x < 0 ? 0 : x > TOP ? TOP : x;
}

static inline int passes(float x)
{
        return x > 0 && x < TOP;
}

/* The columns of a lane: four from 4 * LANE, and four from the middle. */
static inline float4 quarter(const float *row, int half)
{
        return ((const float4 *)row)[LANE + half * LANES];
}

static inline void add_row(float *sum, const float *row, float by)
{
        for (int half = 0; half < 2; half++) {
                float4 x = quarter(row, half);

                sum[4 * half] += by * x.x;
                sum[4 * half + 1] += by * x.y;
                sum[4 * half + 2] += by * x.z;
                sum[4 * half + 3] += by * x.w;
        }
}

static inline void store_row(float *row, const float *x)
{
        for (int half = 0; half < 2; half++)
                ((float4 *)row)[LANE + half * LANES] = make_float4(x[4 * half], x[4 * half + 1], x[4 * half + 2], x[4 * half + 3]);
}

/* The shares minus the targets, in `wrong`; returns the loss. The same in every lane. */
static inline float judge(const float *head, const struct lesson *x, float second, float *wrong)
{
        float value[MAX_PLAYERS], most = 0, sum = 0, loss = 0;

        for (int s = 0; s < MAX_PLAYERS; s++) {
                if (s >= x->players)
                        continue;
                value[s] = head[LAST_BIAS + s] + sum_of_lanes(second * head[LAST + s * SECOND_WIDTH + LANE]);
                most = s == 0 || value[s] > most ? value[s] : most;
        }
        for (int s = 0; s < MAX_PLAYERS; s++)
                if (s < x->players)
                        sum += value[s] = expf(value[s] - most);
        for (int s = 0; s < MAX_PLAYERS; s++) {
                float share = s < x->players ? value[s] / sum : 0, target = s < x->players ? x->target[s] : 0;

                wrong[s] = share - target;
                loss += target > 0 ? target * logf(target / (share + 1e-9f)) : 0;
        }
        return loss;
}

/* A warp for each of these lessons: from `from` on in an order in which those of a game are far apart. */
extern "C" __global__ void study(const float *weight, const struct course *courses, const uint32_t *list, uint64_t stride,
                                 uint32_t from, uint32_t lessons, uint32_t total, uint32_t rows, struct note *notes,
                                 uint32_t *counts)
{
        uint32_t i = WARP, at;
        const struct lesson *x;
        const float *head;
        struct note *note = notes + i;
        float first[COLUMNS] = { 0 }, passed_first[COLUMNS], d_first[COLUMNS] = { 0 }, second = 0, d_second = 0, wrong[MAX_PLAYERS];
        float loss;

        if (i >= lessons)
                return;
        at = list[(from + i) * stride % total];
        x = &courses[at / MOST_LESSONS].lesson[at % MOST_LESSONS];
        head = weight + (x->players - 2) * HEAD;
        add_row(first, weight + FIRST_BIAS, 1);
        for (int base = 0; base < x->active.count; base += LANES) {
                int rest = x->active.count - base, mine = LANE < rest ? x->active.input[base + LANE] : 0;

                for (int k = 0; k < LANES && k < rest; k++)
                        add_row(first, weight + FIRST + __shfl_sync(ALL_LANES, mine, k) * WIDTH, 1);
                if (LANE < rest)
                        atomicAdd(counts + ((i / CHUNK * rows + (uint32_t)mine) * CHUNK + i % CHUNK) / 4, 1u << 8 * (i % 4));
        }
        for (int k = 0; k < COLUMNS; k++)
                passed_first[k] = passed(first[k]);
        for (int j = 0; j < SECOND_WIDTH; j++) {
                float part[COLUMNS] = { 0 }, sum = 0;

                add_row(part, head + SECOND + j * WIDTH, 1);
                for (int k = 0; k < COLUMNS; k++)
                        sum += part[k] * passed_first[k];
                sum = sum_of_lanes(sum);
                second = LANE == j ? sum : second;
        }
        second = passed(second + head[SECOND_BIAS + LANE]);
        loss = judge(head, x, second, wrong);
        for (int s = 0; s < MAX_PLAYERS; s++)
                d_second += wrong[s] * head[LAST + s * SECOND_WIDTH + LANE];
        d_second = passes(second) ? d_second : 0;
        for (int j = 0; j < SECOND_WIDTH; j++)
                add_row(d_first, head + SECOND + j * WIDTH, __shfl_sync(ALL_LANES, d_second, j));
        for (int k = 0; k < COLUMNS; k++)
                d_first[k] = passes(passed_first[k]) ? d_first[k] : 0;
        store_row(note->first, passed_first);
        store_row(note->d_first, d_first);
        note->second[LANE] = second;
        note->d_second[LANE] = d_second;
        if (LANE == 0) {
                for (int s = 0; s < MAX_PLAYERS; s++)
                        note->wrong[s] = wrong[s];
                note->loss = loss;
                note->head = x->players - 2;
        }
}

/* The gradient of a row of the first layer, for the lessons of a chunk: a warp for each. It clears the counts. */
extern "C" __global__ void sum_first(const struct note *notes, uint32_t rows, uint32_t chunks, uint32_t *counts, float *sums)
{
        uint32_t warp = WARP, *count = counts + (uint64_t)warp * (CHUNK / 4);
        const struct note *note = notes + warp / rows * CHUNK;
        float sum[COLUMNS] = { 0 };

        if (warp >= rows * chunks)
                return;
        for (int base = 0; base < CHUNK; base += 4 * LANES) {
                uint32_t four = count[base / 4 + LANE], some = __ballot_sync(ALL_LANES, four != 0);

                if (four)
                        count[base / 4 + LANE] = 0;
                for (; some; some &= some - 1) {
                        int lane = __ffs((int)some) - 1;
                        uint32_t times = __shfl_sync(ALL_LANES, four, lane);

                        for (int k = 0; k < 4; k++, times >>= 8)
                                if (times & 255)
                                        add_row(sum, note[base + 4 * lane + k].d_first, (float)(times & 255));
                }
        }
        store_row(sums + (uint64_t)warp * WIDTH, sum);
}

/* The gradients of a head, and of the bias of the first layer, for the lessons of a part: a block of WIDTH threads for each. */
extern "C" __global__ void sum_rest(const struct note *notes, uint32_t lessons, float *rest)
{
        int part = (int)blockIdx.x / HEADS, head = (int)blockIdx.x % HEADS, t = (int)threadIdx.x;
        float second[SECOND_WIDTH] = { 0 }, other = 0, bias = 0;
        float *to = rest + (uint64_t)part * REST;

        for (uint32_t i = (uint32_t)part * PART; i < lessons && i < (uint32_t)(part + 1) * PART; i++) {
                const struct note *n = notes + i;

                bias += head == 0 ? n->d_first[t] : 0;
                if (n->head != head)
                        continue;
                for (int j = 0; j < SECOND_WIDTH; j++)
                        second[j] += n->d_second[j] * n->first[t];
                if (t < SECOND)
                        other += t < LAST_BIAS ? n->wrong[t / SECOND_WIDTH] * n->second[t % SECOND_WIDTH] : n->wrong[t - LAST_BIAS];
                else if (t < SECOND + SECOND_WIDTH)
                        other += n->d_second[t - SECOND];
                else
                        other += n->loss;
        }
        for (int j = 0; j < SECOND_WIDTH; j++)
                to[head * HEAD + SECOND + j * WIDTH + t] = second[j];
        if (t < SECOND)
                to[head * HEAD + t] = other;
        else if (t < SECOND + SECOND_WIDTH)
                to[head * HEAD + SECOND_BIAS + t - SECOND] = other;
        else if (t == WIDTH - 1)
                to[FIRST + head] = other;
        if (head == 0)
                to[FIRST_BIAS + t] = bias;
}

/* --- the step --- */

/* A thread for each weight, and one for each head's loss. */
extern "C" __global__ void step(float *weight, float *mean, float *square, float *average, double *loss, const float *sums,
                                const float *rest, uint32_t rows, uint32_t chunks, uint32_t parts, struct pace pace)
{
        uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, weights = FIRST + rows * WIDTH;
        float g = 0, w, m, v;

        if (i >= weights + HEADS)
                return;
        if (i < FIRST)
                for (uint32_t k = 0; k < parts; k++)
                        g += rest[(uint64_t)k * REST + i];
        else if (i < weights)
                for (uint32_t k = 0; k < chunks; k++)
                        g += sums[(uint64_t)k * rows * WIDTH + i - FIRST];
        else
                for (uint32_t k = 0; k < parts; k++)
                        g += rest[(uint64_t)k * REST + FIRST + i - weights];
        g *= pace.scale;
        if (i >= weights) {
                loss[i - weights] += (double)g;
                return;
        }
        mean[i] = m = mean[i] + (1 - DECAY_1) * (g - mean[i]);
        square[i] = v = square[i] + (1 - DECAY_2) * (g * g - square[i]);
        w = pace.keep * weight[i] - pace.rate * m * pace.correct_1 / (sqrtf(v * pace.correct_2) + 1e-8f);
        weight[i] = w = w < -MOST_WEIGHT ? -MOST_WEIGHT : w > MOST_WEIGHT ? MOST_WEIGHT : w;
        average[i] += pace.follow * (w - average[i]);
}
