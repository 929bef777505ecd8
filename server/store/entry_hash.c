/* The hash chain of a table's log; see entry_hash.h. */
#include "entry_hash.h"

#include <sodium.h>

static void add_number(crypto_hash_sha256_state *state, int64_t number)
{
        unsigned char bytes[8];

        for (int i = 0; i < 8; i++)
                bytes[i] = (unsigned char)((uint64_t)number >> (56 - 8 * i));
        crypto_hash_sha256_update(state, bytes, sizeof bytes);
}

void entry_hash(uint8_t hash[ENTRY_HASH], int64_t n, int64_t at, const char *body, size_t size)
{
        crypto_hash_sha256_state state;

        crypto_hash_sha256_init(&state);
        crypto_hash_sha256_update(&state, hash, ENTRY_HASH);
        add_number(&state, n);
        add_number(&state, at);
        crypto_hash_sha256_update(&state, (const unsigned char *)body, size);
        crypto_hash_sha256_final(&state, hash);
}
