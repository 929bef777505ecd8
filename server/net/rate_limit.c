/* Token buckets; see rate_limit.h. A bucket is stored as the time when it will be full again: nothing has to refill it. */
#include "rate_limit.h"

#include <arpa/inet.h>
#include <string.h>

#include <sodium.h>

enum { NEIGHBOURS = 8 }; /* slots in which a bucket may be, from its hash on */

_Static_assert(sizeof((struct rate_limiter *)0)->secret == crypto_shorthash_KEYBYTES, "the key of SipHash");

void rate_limiter_open(struct rate_limiter *g)
{
        memset(g, 0, sizeof *g);
        randombytes_buf(g->secret, sizeof g->secret);
}

uint64_t rate_limiter_bytes(const struct rate_limiter *g, int what, const void *bytes, size_t size)
{
        unsigned char hash[crypto_shorthash_BYTES];
        uint64_t whose;

        crypto_shorthash(hash, bytes, size, g->secret);
        memcpy(&whose, hash, sizeof whose);
        whose += (uint64_t)what * UINT64_C(0x9e3779b97f4a7c15);
        return whose ? whose : 1;
}

void rate_limiter_keys(const struct rate_limiter *g, const char *address, struct address_keys *keys)
{
        static const unsigned char V4_INSIDE[12] = { [10] = 0xff, [11] = 0xff };
        enum { ADDRESS = 1, NETWORK };
        unsigned char bytes[16];

        if (inet_pton(AF_INET, address, bytes) == 1) {
                keys->address = keys->network = rate_limiter_bytes(g, ADDRESS, bytes, 4);
        } else if (inet_pton(AF_INET6, address, bytes) != 1) {
                keys->address = keys->network = rate_limiter_bytes(g, ADDRESS, address, strlen(address));
        } else if (memcmp(bytes, V4_INSIDE, sizeof V4_INSIDE) == 0) {
                keys->address = keys->network = rate_limiter_bytes(g, ADDRESS, bytes + 12, 4);
        } else {
                keys->address = rate_limiter_bytes(g, ADDRESS, bytes, 8);
                keys->network = rate_limiter_bytes(g, NETWORK, bytes, 6);
        }
}

static struct bucket *bucket_of(struct rate_limiter *g, uint64_t whose)
{
        struct bucket *oldest = &g->bucket[whose % BUCKETS];

        for (uint64_t i = 0; i < NEIGHBOURS; i++) {
                struct bucket *b = &g->bucket[(whose + i) % BUCKETS];

                if (b->whose == whose)
                        return b;
                if (b->full < oldest->full)
                        oldest = b;
        }
        oldest->whose = whose;
        oldest->full = 0;
        return oldest;
}

int rate_limiter_allows(struct rate_limiter *g, uint64_t whose, struct limit limit, uint64_t now)
{
        struct bucket *b = bucket_of(g, whose);
        uint64_t full = b->full > now ? b->full : now;

        if (full + limit.every > now + (uint64_t)limit.burst * limit.every)
                return 0;
        b->full = full + limit.every;
        return 1;
}

int rate_limiter_allows_address(struct rate_limiter *g, int what, const char *address, struct limit limit, uint64_t now)
{
        enum { TIMES = 8 };
        struct limit wider = { limit.burst * TIMES, limit.every / TIMES ? limit.every / TIMES : 1 };
        struct address_keys keys;

        rate_limiter_keys(g, address, &keys);
        return rate_limiter_allows(g, rate_limiter_bytes(g, what, &keys.address, sizeof keys.address), limit, now) &&
               (keys.network == keys.address ||
                rate_limiter_allows(g, rate_limiter_bytes(g, what, &keys.network, sizeof keys.network), wider, now));
}
