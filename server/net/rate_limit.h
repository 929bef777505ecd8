/* How often somebody may do something.
 *
 * Each has a bucket that holds so many drops and gets a new one every so often; doing something takes a drop. There is a
 * bounded number of buckets: when there are too many, those that were full the longest are forgotten first, which is as good
 * as having them. */
#ifndef SERAI_RATE_LIMIT_H
#define SERAI_RATE_LIMIT_H

#include <stddef.h>
#include <stdint.h>

enum { BUCKETS = 8192, MAX_ADDRESS = 64 };

struct limit {
        uint32_t burst; /* drops in a full bucket */
        uint32_t every; /* milliseconds until another one */
};

/* What is limited, each in buckets of its own. */
enum limited {
        OPEN_CONNECTION,
        OPEN_WEBSOCKET,
        GET_FILE,
        ANY_CALL,
        NEW_GUEST,
        TRY_PASSWORD,
        TRY_LOGIN,  /* one login, by everybody together */
        TRY_DEVICE, /* the same on devices that it was used on before */
        TAKEN_LOGIN /* to be told that somebody has a login already */
};

struct rate_limiter {
        unsigned char secret[16]; /* so that nobody can choose whose bucket to share */
        struct bucket {
                uint64_t whose; /* 0: nobody's */
                uint64_t full;  /* the moment when it will be full, in ms */
        } bucket[BUCKETS];
};

/* An address as limits count it: an IPv4 address, or the /64 that an IPv6 address is in; and the /48 around that, of which whoever
 * has one has 65,536 of the others. */
struct address_keys {
        uint64_t address, network;
};

void rate_limiter_open(struct rate_limiter *g);

/* The keys of an address in numbers; whose bucket it is, for what, by any other bytes. */
void rate_limiter_keys(const struct rate_limiter *g, const char *address, struct address_keys *keys);
uint64_t rate_limiter_bytes(const struct rate_limiter *g, int what, const void *bytes, size_t size);

/* Takes a drop; 0 if there was none. For an address: from its own bucket, and from the eight times larger one of its network. */
int rate_limiter_allows(struct rate_limiter *g, uint64_t whose, struct limit limit, uint64_t now);
int rate_limiter_allows_address(struct rate_limiter *g, int what, const char *address, struct limit limit, uint64_t now);

#endif
