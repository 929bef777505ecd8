/* SHA-256 (FIPS 180-4), for verifiable randomness: the same in the server, in the page and in `serai verify`.
 *
 * Browsers have it too, but only for pages served over TLS. */
#ifndef SERAI_HASH_H
#define SERAI_HASH_H

#include <stdint.h>

enum { HASH_BYTES = 32, HASH_BLOCK = 64 };

struct hash {
        uint32_t state[8];
        uint64_t size;             /* bytes hashed */
        uint8_t block[HASH_BLOCK]; /* bytes of an incomplete block */
};

void hash_open(struct hash *h);
void hash_add(struct hash *h, const void *bytes, uint32_t size);
void hash_close(struct hash *h, uint8_t out[HASH_BYTES]);

/* Hashes in one call; `out` may be the input itself. */
void hash(const void *bytes, uint32_t size, uint8_t out[HASH_BYTES]);

#endif
