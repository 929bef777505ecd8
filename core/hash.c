/* SHA-256; see hash.h. */
#include "hash.h"

#include <string.h>

/* Some processors have instructions for it. On x86-64 with AVX2 only newer ones do, which is checked at run time if the
 * compiler supports that; on arm64 it is known at compile time. */
#if defined __SHA__ || (defined __AVX2__ && defined __GNUC__ && !defined __clang__ && __GNUC__ >= 11)
#define SHA_X86
#include <immintrin.h>
#elif defined __ARM_FEATURE_SHA2
#define SHA_ARM
#include <arm_neon.h>
#endif

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t ROUND[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
        0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
        0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
        0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#ifdef SHA_X86

static int has_instructions(void)
{
#ifdef __SHA__
        return 1;
#else
        return __builtin_cpu_supports("sha") != 0;
#endif
}

/* Four rounds at a time. The instructions take the eight words of the state as the halves f e b a and h g d c, lowest first. */
__attribute__((target("sha,sse4.1"))) static void fold_by_instructions(struct hash *h, const uint8_t *bytes)
{
        const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
        __m128i *state = (__m128i *)h->state;
        __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(&state[0]), 0xb1);
        __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(&state[1]), 0x1b);
        __m128i feba = _mm_alignr_epi8(badc, hgfe, 8), hgdc = _mm_blend_epi16(hgfe, badc, 0xf0);
        __m128i first = feba, second = hgdc, w[4], abef, ghcd;

        for (int i = 0; i < 16; i++) {
                __m128i *now = &w[i % 4], *next = &w[(i + 1) % 4], *last = &w[(i + 3) % 4], sum;

                if (i < 4) {
                        *now = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), big_endian);
                } else {
                        sum = _mm_add_epi32(_mm_sha256msg1_epu32(*now, *next), _mm_alignr_epi8(*last, w[(i + 2) % 4], 4));
                        *now = _mm_sha256msg2_epu32(sum, *last);
                }
                sum = _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)ROUND + i));
                second = _mm_sha256rnds2_epu32(second, first, sum);
                first = _mm_sha256rnds2_epu32(first, second, _mm_shuffle_epi32(sum, 0x0e));
        }
        abef = _mm_shuffle_epi32(_mm_add_epi32(first, feba), 0x1b);
        ghcd = _mm_shuffle_epi32(_mm_add_epi32(second, hgdc), 0xb1);
        _mm_storeu_si128(&state[0], _mm_blend_epi16(abef, ghcd, 0xf0));
        _mm_storeu_si128(&state[1], _mm_alignr_epi8(ghcd, abef, 8));
}

#elif defined SHA_ARM

static int has_instructions(void)
{
        return 1;
}

/* Four rounds at a time. */
static void fold_by_instructions(struct hash *h, const uint8_t *bytes)
{
        uint32x4_t abcd = vld1q_u32(h->state), efgh = vld1q_u32(h->state + 4), first = abcd, second = efgh, w[4];

        for (int i = 0; i < 16; i++) {
                uint32x4_t *now = &w[i % 4], before = first, sum;

                if (i < 4)
                        *now = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * i)));
                else
                        *now = vsha256su1q_u32(vsha256su0q_u32(*now, w[(i + 1) % 4]), w[(i + 2) % 4], w[(i + 3) % 4]);
                sum = vaddq_u32(*now, vld1q_u32(ROUND + 4 * i));
                first = vsha256hq_u32(first, second, sum);
                second = vsha256h2q_u32(second, before, sum);
        }
        vst1q_u32(h->state, vaddq_u32(first, abcd));
        vst1q_u32(h->state + 4, vaddq_u32(second, efgh));
}

#else

static int has_instructions(void)
{
        return 0;
}

static void fold_by_instructions(struct hash *h, const uint8_t *bytes)
{
        (void)h, (void)bytes;
}

#endif

static uint32_t right(uint32_t word, int by)
{
        return word >> by | word << (32 - by);
}

static void fold_block(struct hash *h, const uint8_t *bytes)
{
        uint32_t w[64], s[8];

        if (has_instructions()) {
                fold_by_instructions(h, bytes);
                return;
        }
        for (int i = 0; i < 16; i++)
                w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 | (uint32_t)bytes[4 * i + 2] << 8 |
                       bytes[4 * i + 3];
        for (int i = 16; i < 64; i++)
                w[i] = w[i - 16] + w[i - 7] + (right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ w[i - 15] >> 3) +
                       (right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ w[i - 2] >> 10);
        memcpy(s, h->state, sizeof s);
        for (int i = 0; i < 64; i++) {
                uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]), majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
                uint32_t one = s[7] + (right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25)) + choice + ROUND[i] + w[i];
                uint32_t two = (right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22)) + majority;

                s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + one;
                s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = one + two;
        }
        for (int i = 0; i < 8; i++)
                h->state[i] += s[i];
}

void hash_open(struct hash *h)
{
        static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

        memcpy(h->state, start, sizeof start);
        h->size = 0;
}

void hash_add(struct hash *h, const void *bytes, uint32_t size)
{
        const uint8_t *in = (const uint8_t *)bytes;

        while (size > 0) {
                uint32_t used = (uint32_t)(h->size % HASH_BLOCK), n = HASH_BLOCK - used < size ? HASH_BLOCK - used : size;

                memcpy(h->block + used, in, n);
                h->size += n;
                in += n;
                size -= n;
                if (used + n == HASH_BLOCK)
                        fold_block(h, h->block);
        }
}

/* A one bit, zeros, and the number of bits in the last eight bytes of a block. */
void hash_close(struct hash *h, uint8_t out[HASH_BYTES])
{
        static const uint8_t padding[HASH_BLOCK] = { 0x80 };
        uint64_t bits = 8 * h->size;
        uint8_t length[8];

        for (int i = 0; i < 8; i++)
                length[i] = (uint8_t)(bits >> (56 - 8 * i));
        hash_add(h, padding, HASH_BLOCK - (uint32_t)((h->size + 8) % HASH_BLOCK));
        hash_add(h, length, 8);
        for (int i = 0; i < HASH_BYTES; i++)
                out[i] = (uint8_t)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}

void hash(const void *bytes, uint32_t size, uint8_t out[HASH_BYTES])
{
        struct hash h;

        hash_open(&h);
        hash_add(&h, bytes, size);
        hash_close(&h, out);
}
