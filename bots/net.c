/* Integer inference; see net.h. */
#include "net.h"

#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

static int16_t clipped(int32_t x)
{
        return (int16_t)(x < 0 ? 0 : x > CLIP ? CLIP : x);
}

/* Vectors of gcc and clang, which become whatever the processor has. */
enum { LANES = 16, AT_ONCE = 8 };

typedef int8_t bytes __attribute__((vector_size(LANES), aligned(1), may_alias));
typedef int16_t words __attribute__((vector_size(2 * LANES), aligned(2), may_alias));

/* gcc takes four instructions for it where AVX2 has one. */
static inline void add_bytes(words *sum, const int8_t *from)
{
#ifdef __AVX2__
        *sum += (words)_mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)from));
#else
        *sum += __builtin_convertvector(*(const bytes *)from, words);
#endif
}

/* The sums of the rows, some columns at a time, so that they stay in registers. */
static void sum_rows(const struct net *n, const struct active *a, int16_t *sum)
{
        for (int from = 0; from < WIDTH; from += LANES * AT_ONCE) {
                words column[AT_ONCE];

                for (int k = 0; k < AT_ONCE; k++)
                        column[k] = *(const words *)(n->first_bias + from + k * LANES);
                for (int i = 0; i < a->count; i++) {
                        const int8_t *row = net_row(n, a->input[i]) + from;

                        for (int k = 0; k < AT_ONCE; k++)
                                add_bytes(&column[k], row + k * LANES);
                }
                for (int k = 0; k < AT_ONCE; k++)
                        *(words *)(sum + from + k * LANES) = column[k];
        }
}

void net_places(const struct net *n, const struct active *a, int players, uint32_t *share)
{
        const struct head *head = &n->head[players - 2];
        int16_t first[WIDTH], second[SECOND_WIDTH];
        int32_t value[MAX_PLAYERS] = { 0 };

        sum_rows(n, a, first);
        for (int k = 0; k < WIDTH; k++) {
                int16_t x = first[k] < 0 ? 0 : first[k];

                first[k] = x > CLIP ? CLIP : x;
        }
        for (int k = 0; k < SECOND_WIDTH; k++) {
                int32_t x = 0;

#ifdef __wasm_simd128__ /* in the page, where no other loop is vectorised */
#pragma clang loop vectorize(enable)
#endif
                for (int i = 0; i < WIDTH; i++)
                        x += (int32_t)first[i] * head->second[k][i];
                second[k] = clipped((x + head->second_bias[k]) >> 6);
        }
        for (int p = 0; p < players; p++) {
                value[p] = head->last_bias[p];
                for (int k = 0; k < SECOND_WIDTH; k++)
                        value[p] += (int32_t)second[k] * head->last[p][k];
                value[p] = value[p] * head->sharpness / SHARP;
        }
        shares_of_values(value, players, share);
}

void net_shares(const struct net *n, const struct inputs *inputs, const void *state, uint32_t *share)
{
        int players = game_players(state), first = inputs->game->owner(state);
        struct active a;
        uint32_t place[MAX_PLAYERS];

        inputs->read(state, &a);
        net_places(n, &a, players, place);
        for (int i = 0; i < players; i++)
                share[(first + i) % players] = place[i];
}

size_t net_size(const struct net *n)
{
        return sizeof *n + (size_t)n->inputs * WIDTH;
}

void net_rename(struct net *n)
{
        const unsigned char *byte = (const unsigned char *)n;

        n->name = 2166136261u; /* FNV-1a */
        for (size_t i = offsetof(struct net, first_bias); i < net_size(n); i++)
                n->name = (n->name ^ byte[i]) * 16777619u;
}

void net_add_name(const struct net *n, struct text *t)
{
        text_add(t, "net ");
        for (int shift = 28; shift >= 0; shift -= 4)
                text_bytes(t, &"0123456789abcdef"[n->name >> shift & 15], 1);
}

const struct net *net_in(const struct game *g, const void *data, size_t size)
{
        const struct net *n = (const struct net *)data;
        const struct inputs *inputs = inputs_of(g);

        if (!inputs || size < sizeof *n || memcmp(n->magic, "serainet", 8) != 0 || n->version != NET_VERSION ||
            n->inputs != inputs->count || size != net_size(n))
                return NULL;
        return n;
}

const struct net *net_of(const struct game *g)
{
        for (const struct net_file *f = net_files; f->game; f++)
                if (strcmp(f->game, g->name) == 0 && f->data)
                        return net_in(g, f->data, f->size);
        return NULL;
}
