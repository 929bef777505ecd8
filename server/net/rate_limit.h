/* A rate limiter of token buckets.
 *
 * A bucket holds `burst` tokens and gains one every `every` milliseconds; each action takes one. The number of buckets is bounded:
 * if there are too many, those that have been full the longest are evicted first, which loses nothing. */
#ifndef SERAI_RATE_LIMIT_H
#define SERAI_RATE_LIMIT_H

#include <stddef.h>
#include <stdint.h>

enum { BUCKETS = 8192, MAX_ADDRESS = 64 };

struct limit {
        uint32_t burst; /* tokens in a full bucket */
        uint32_t every; /* milliseconds for one token */
};

/* What is limited, each in buckets of its own. */
enum limited {
        OPEN_CONNECTION,
        OPEN_WEBSOCKET,
        GET_FILE,
        ANY_CALL,
        NEW_GUEST,
        TRY_PASSWORD,
        TRY_LOGIN,   /* tries of one login, by everybody together */
        TRY_DEVICE,  /* the same on devices that have logged in before */
        TAKEN_LOGIN, /* answers that a login is taken */
        NEW_CHALLENGE,
        BOT_CALL,    /* of programs, from one address, */
        BOT_COMMAND, /* and of one account, */
        BOT_CHAT,    /* and what it says */
        REPORT,      /* of one person */
        DAILY_RESULT,
        SAVE_ATTEMPTS,
        INVITE_SOMEBODY
};

struct rate_limiter {
        unsigned char secret[16]; /* so that nobody can choose a bucket to share */
        struct bucket {
                uint64_t whose; /* the key; 0: none */
                uint64_t full;  /* when it will be full, in ms */
        } bucket[BUCKETS];
};

/* Keys of an address: of the IPv4 address, or the /64 of an IPv6 address; and of the /48 around that, whose owner has 65,536
 * /64s. */
struct address_keys {
        uint64_t address, network;
};

void rate_limiter_open(struct rate_limiter *g);

/* The keys of a numeric address; the key of any other bytes, for one kind of action. */
void rate_limiter_keys(const struct rate_limiter *g, const char *address, struct address_keys *keys);
uint64_t rate_limiter_bytes(const struct rate_limiter *g, int what, const void *bytes, size_t size);

/* Takes a token; 0 if there is none. For an address: from its own bucket, and from the eight times larger one of its network. */
int rate_limiter_allows(struct rate_limiter *g, uint64_t whose, struct limit limit, uint64_t now);
int rate_limiter_allows_address(struct rate_limiter *g, int what, const char *address, struct limit limit, uint64_t now);

#endif
