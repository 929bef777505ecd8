/* Verifiable randomness.
 *
 * A draw is made from a 32-byte key and the number of an event, and gives as many unbiased integers as the event needs, from
 * ChaCha20 (RFC 8439). The deal is event 0, the n-th chance event of a game is event n: undoing and replaying gives the same
 * rolls on every machine. */
#ifndef SERAI_DRAW_H
#define SERAI_DRAW_H

#include <stdint.h>

struct draw {
        uint32_t input[16];  /* the cipher's state: constant, key, block, event */
        uint32_t output[16]; /* the current block */
        uint32_t used;       /* how many of its words are used, 0..16 */
};

void draw_open(struct draw *d, const uint8_t key[32], uint64_t event);

/* An integer from 0 to n-1, each equally likely; n is not 0. */
uint32_t draw_below(struct draw *d, uint32_t n);

/* A member of a non-empty set, each equally likely. */
int draw_member(struct draw *d, uint64_t set);

/* The key of a local game is its seed, little-endian, padded with zeros. */
void draw_key(uint8_t key[32], uint64_t seed);

void chacha20_block(const uint32_t input[16], uint32_t output[16]);

#endif
