/* Sets of cells, slots and tiles are 64-bit words, one bit per member.
 *
 * The two macros are the only compiler builtins in the rules: a target without them (CUDA's run-time compiler) defines its own
 * before including this file. */
#ifndef SERAI_BITS_H
#define SERAI_BITS_H

#include <stdint.h>

#ifndef bit_first
#define bit_first(set) __builtin_ctzll(set) /* the lowest member; the set is not empty */
#define bit_count(set) __builtin_popcountll(set)
#endif

static inline uint64_t bit(int member)
{
        return (uint64_t)1 << member;
}

static inline int has(uint64_t set, int member)
{
        return (int)(set >> member & 1);
}

/* The n-th member, counted from the lowest, which is number 0. One instruction on processors that have it. */
static inline int bit_nth(uint64_t set, int n)
{
#ifdef __BMI2__
        return bit_first(__builtin_ia32_pdep_di(bit(n), set));
#else
        int at = 0;

        for (int half = 32; half; half /= 2) { /* in the lower half of the rest, or above it? */
                int below = bit_count(set >> at & (bit(half) - 1));

                at += n >= below ? half : 0;
                n -= n >= below ? below : 0;
        }
        return at;
#endif
}

/* Member m becomes 2m. Of members from 0 to 31. */
static inline uint64_t bit_spread(uint64_t set)
{
#ifdef __BMI2__
        return __builtin_ia32_pdep_di(set, 0x5555555555555555);
#else
        set = (set | set << 16) & 0x0000ffff0000ffff;
        set = (set | set << 8) & 0x00ff00ff00ff00ff;
        set = (set | set << 4) & 0x0f0f0f0f0f0f0f0f;
        set = (set | set << 2) & 0x3333333333333333;
        return (set | set << 1) & 0x5555555555555555;
#endif
}

/* Maps a throw of 0 .. 2^32-1 to one of n equal intervals. */
static inline int place_of(uint32_t dice, int n)
{
        return (int)((uint64_t)dice * (uint32_t)n >> 32);
}

#endif
