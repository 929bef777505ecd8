/* Fair dice: chance that nobody can predict or steer, and that everybody can check; docs/fairness.md.
 *
 * Each party has a hash chain: values of which each is the hash of the next. Publishing the first, the tip, before the game
 * commits to the whole chain; the links are then revealed one by one, and anybody can check each by hashing it. The key of a roll
 * is made of the server's next link and the mover's: both were committed to before either was revealed.
 *
 * The deal uses a salt instead of a link of the server, since what was dealt may have to stay secret when later links are
 * revealed, and a link reveals all before it.
 *
 *     seal = hash(salt)
 *     the pool = hash("serai tips", table, seal, tip, every seat's tip)
 *     the deal = hash("serai deal", pool, salt, link 1 of every seat)
 *     roll 1 = hash("serai roll", pool, ply, the server's link 1, link ply + 2 of the mover)
 *     roll n = hash("serai roll", key of roll n - 1, ply, the server's link n, link ply + 2 of the mover)
 *
 * The events of a roll, or of the deal, are numbered from 1 for the draw. A missing value (a bot's, or that of a player who sent
 * none) is 32 zeros. A ply is eight bytes, little-endian. */
#ifndef SERAI_FAIR_H
#define SERAI_FAIR_H

#include <stddef.h>

#include "../core/game.h"
#include "../core/hash.h"
#include "message.h"

enum {
        MAX_TABLE_ID = 16,  /* letters and digits, padded with zeros */
        LINKS = 4096,       /* of a person's chain */
        SERVER_LINKS = 256, /* a tile is turned once, a die thrown once a turn: no game comes near */
        WAYPOINTS = 32,     /* kept of the server's chain */
        DEAL_LINK = 1,      /* of a person's chain */
        FIRST_LINK = 2      /* of a person's chain, for ply 0 */
};

/* The server's chain: every link is computed from the next waypoint. */
struct chain {
        uint8_t waypoint[WAYPOINTS][HASH_BYTES];
};

/* The latest known link of a chain. */
struct known {
        uint8_t link[HASH_BYTES];
        uint64_t number;
        int none; /* 1: there is no chain: a bot's seat */
};

struct roll {
        size_t ply; /* of the position from which the move led to it */
        uint8_t link[HASH_BYTES], own[HASH_BYTES], key[HASH_BYTES];
        int silent; /* 1: `own` is missing */
};

struct anew {
        size_t ply;
        int seat;
        uint8_t tip[HASH_BYTES];
};

struct fair {
        char table[MAX_TABLE_ID];
        int players;
        uint8_t salt[HASH_BYTES]; /* published when the game is over */
        uint8_t seal[HASH_BYTES]; /* its hash */
        uint8_t tip[HASH_BYTES];  /* the server's */
        uint8_t tips[MAX_PLAYERS][HASH_BYTES];
        uint8_t first[MAX_PLAYERS][HASH_BYTES]; /* link DEAL_LINK of each */
        struct known known[MAX_PLAYERS], server;
        struct roll *rolls;
        struct anew *anew;
        int rolled, rolls_room;
        int renewed, anew_room;
};

int is_missing(const uint8_t value[HASH_BYTES]); /* 32 zeros */

void chain_open(struct chain *c, const uint8_t secret[HASH_BYTES]);
void chain_link(const struct chain *c, int number, uint8_t out[HASH_BYTES]); /* 0, the tip, to SERVER_LINKS */

/* Hashes so many times. */
void hash_again(uint8_t value[HASH_BYTES], uint64_t times);

/* fair_open starts with table, players, salt (or else the seal), tip and tips as set in `f`, and the rest zero. */
void fair_open(struct fair *f);
void fair_close(struct fair *f);

/* Takes link 1 of a seat; 0: it is not of that chain. */
int fair_first(struct fair *f, int seat, const uint8_t link[HASH_BYTES]);
void fair_deal_key(const struct fair *f, uint8_t key[HASH_BYTES]);

/* Whether this is the seat's link for this ply. */
int fair_is_link(const struct fair *f, int seat, size_t ply, const uint8_t link[HASH_BYTES]);

/* Remembers it; the next one is checked against it. */
void fair_keep_link(struct fair *f, int seat, size_t ply, const uint8_t link[HASH_BYTES]);

/* Adds a roll: a move of the seat in the position of this ply led to chance. `own` is the seat's link, or NULL. 0: a link is
 * wrong, or out of memory; nothing has changed. */
int fair_roll(struct fair *f, size_t ply, int seat, const uint8_t link[HASH_BYTES], const uint8_t *own);

/* The seat begins a new chain. 0: out of memory. */
int fair_renew(struct fair *f, size_t ply, int seat, const uint8_t tip[HASH_BYTES]);

/* The key of a chance event that is due when `decided` moves lead up to the last decision; the deal's if there was none. 0: there
 * is no roll for it. */
int fair_key(const struct fair *f, size_t decided, uint8_t key[HASH_BYTES]);

/* Checks a whole `fair` message from outside: that the links are of the chains, and the throws follow from the links. NULL, or
 * what is wrong; and the number of rolls. */
const char *fair_verify(const struct message *m, int *rolls);

/* 64 hexadecimal digits in quotes, or null for a missing value. */
void json_hash(struct json *j, uint8_t value[HASH_BYTES]);

/* Reads a hash from a value of a message; 0: it is not one. */
int message_hash(const struct message *m, int value, uint8_t out[HASH_BYTES]);

/* 64 digits; 0: they are not. */
int hash_parse(const char *digits, size_t size, uint8_t value[HASH_BYTES]);

/* All of it as members of a JSON object, in a record; reading fills an empty one and does not check it. */
void json_fair(struct json *j, struct fair *f);

#endif
