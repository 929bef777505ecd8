/* Integer inference; see net.h. */
#include "net.h"

#include <string.h>

/* 2^(i/32), of WHOLE. */
static const uint32_t POWER[] = { 32768, 33486, 34219, 34969, 35734, 36517, 37316, 38133, 38968, 39821, 40693,
                                  41584, 42495, 43425, 44376, 45348, 46341, 47356, 48393, 49452, 50535, 51642,
                                  52773, 53928, 55109, 56316, 57549, 58809, 60097, 61413, 62757, 64132, 65536 };

/* WHOLE times e to the power of -x / 4096, for x >= 0. */
static uint32_t decayed(uint32_t x)
{
        uint64_t halvings = (uint64_t)x * 94548 >> 16; /* of 4096 to one: by the binary logarithm of e */
        uint32_t whole = (uint32_t)(halvings >> 12), part = 4096 - (uint32_t)(halvings & 4095); /* up from the next lower power */
        uint32_t low = POWER[part >> 7], high = POWER[(part >> 7) + (part < 4096)];

        return whole > 20 ? 0 : (low + ((high - low) * (part & 127) >> 7)) >> (whole + 1);
}

static int16_t clipped(int32_t x)
{
        return (int16_t)(x < 0 ? 0 : x > CLIP ? CLIP : x);
}

/* Vectors of gcc and clang, which become whatever the processor has. */
enum { LANES = 16, AT_ONCE = 8 };

typedef int8_t bytes __attribute__((vector_size(LANES), aligned(1), may_alias));
typedef int16_t words __attribute__((vector_size(2 * LANES), aligned(2), may_alias));

/* The sums of the rows, some columns at a time, so that they stay in registers. */
static void sum_rows(const struct net *n, const struct active *a, int16_t *sum)
{
        for (int from = 0; from < WIDTH; from += LANES * AT_ONCE) {
                words column[AT_ONCE];

                for (int k = 0; k < AT_ONCE; k++)
                        column[k] = *(const words *)(n->first_bias + from + k * LANES);
                for (int i = 0; i < a->count; i++) {
                        const int8_t *row = n->first[a->input[i]] + from;

                        for (int k = 0; k < AT_ONCE; k++)
                                column[k] += __builtin_convertvector(*(const bytes *)(row + k * LANES), words);
                }
                for (int k = 0; k < AT_ONCE; k++)
                        *(words *)(sum + from + k * LANES) = column[k];
        }
}

void net_places(const struct net *n, const struct active *a, int players, uint32_t *share)
{
        int16_t first[WIDTH], second[SECOND_WIDTH];
        int32_t value[MAX_PLAYERS], most = INT32_MIN;
        uint32_t sum = 0;

        sum_rows(n, a, first);
        for (int k = 0; k < WIDTH; k++) {
                int16_t x = first[k] < 0 ? 0 : first[k];

                first[k] = x > CLIP ? CLIP : x;
        }
        for (int k = 0; k < SECOND_WIDTH; k++) {
                int32_t x = 0;

                for (int i = 0; i < WIDTH; i++)
                        x += (int32_t)first[i] * n->second[k][i];
                second[k] = clipped((x + n->second_bias[k]) >> 6);
        }
        for (int p = 0; p < players; p++) {
                value[p] = n->last_bias[p];
                for (int k = 0; k < SECOND_WIDTH; k++)
                        value[p] += (int32_t)second[k] * n->last[p][k];
                most = value[p] > most ? value[p] : most;
        }
        for (int p = 0; p < players; p++)
                sum += share[p] = decayed((uint32_t)(most - value[p]));
        for (int p = 0; p < players; p++)
                share[p] = share[p] * (uint32_t)WHOLE / sum;
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

const struct net *net_in(const struct game *g, const void *data, size_t size)
{
        const struct net *n = (const struct net *)data;
        const struct inputs *inputs = inputs_of(g);

        if (!inputs || size < sizeof *n || memcmp(n->magic, "serainet", 8) != 0 || n->version != NET_VERSION ||
            n->inputs != inputs->count || size != sizeof *n + (size_t)n->inputs * WIDTH)
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
