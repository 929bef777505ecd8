/* Verifiable randomness; see draw.h. */
#include "draw.h"

#include "bits.h"

static uint32_t rotate(uint32_t word, int by)
{
        return word << by | word >> (32 - by);
}

static void quarter_round(uint32_t *x, int a, int b, int c, int d)
{
        x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 16);
        x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 12);
        x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 8);
        x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 7);
}

void chacha20_block(const uint32_t input[16], uint32_t output[16])
{
        for (int i = 0; i < 16; i++)
                output[i] = input[i];
        for (int round = 0; round < 10; round++) {
                for (int i = 0; i < 4; i++) /* columns */
                        quarter_round(output, i, 4 + i, 8 + i, 12 + i);
                for (int i = 0; i < 4; i++) /* diagonals */
                        quarter_round(output, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
        }
        for (int i = 0; i < 16; i++)
                output[i] += input[i];
}

void draw_open(struct draw *d, const uint8_t key[32], uint64_t event)
{
        static const uint32_t constant[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

        for (int i = 0; i < 4; i++)
                d->input[i] = constant[i];
        for (int i = 0; i < 8; i++)
                d->input[4 + i] = key[4 * i] | (uint32_t)key[4 * i + 1] << 8 | (uint32_t)key[4 * i + 2] << 16 |
                                  (uint32_t)key[4 * i + 3] << 24;
        d->input[12] = 0; /* the block's number within the event */
        d->input[13] = 0;
        d->input[14] = (uint32_t)event;
        d->input[15] = (uint32_t)(event >> 32);
        d->used = 16;
}

static uint32_t draw_word(struct draw *d)
{
        if (d->used == 16) {
                chacha20_block(d->input, d->output);
                d->input[12]++;
                d->used = 0;
        }
        return d->output[d->used++];
}

uint32_t draw_below(struct draw *d, uint32_t n)
{
        /* Words from `fair` up would favour low numbers: draw again. */
        uint32_t fair = UINT32_MAX - UINT32_MAX % n, word;

        do
                word = draw_word(d);
        while (word >= fair);
        return word % n;
}

int draw_member(struct draw *d, uint64_t set)
{
        return bit_nth(set, (int)draw_below(d, (uint32_t)bit_count(set)));
}

void draw_key(uint8_t key[32], uint64_t seed)
{
        for (int i = 0; i < 32; i++)
                key[i] = (uint8_t)(i < 8 ? seed >> 8 * i : 0);
}
