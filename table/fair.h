/* Fair dice: chance that nobody can know or steer beforehand, and that everybody can check; docs/fairness.md.
 *
 * Whoever takes part keeps a chain: values of which each is the hash of the next. The first, its tip, is told before the game
 * begins; afterwards one link after another is, and anybody can hash it to see that it is the one that was meant all along. The key
 * of a roll is made of the server's next link and the mover's: neither knew the other's when they had to settle on their own.
 *
 * The deal has a salt instead of a link of the server, since what it dealt may have to stay secret when later links are
 * told, and a link tells all that came before it.
 *
 *   seal      = hash(salt)
 *   the pool  = hash("serai tips", table, seal, tip, every seat's tip)
 *   the deal  = hash("serai deal", pool, salt, link 1 of every seat)
 *   roll 1    = hash("serai roll", pool, ply, the server's link 1, link ply + 2 of the mover)
 *   roll n    = hash("serai roll", key of roll n - 1, ply, the server's link n, link ply + 2 of the mover)
 *
 * The events of a roll, or of the deal, are numbered from 1 for the draw. What is missing (a bot's, or that of somebody silent) is
 * 32 zeros. A ply is eight bytes, little end first. */
#ifndef SERAI_FAIR_H
#define SERAI_FAIR_H

#include <stddef.h>

#include "../core/game.h"
#include "../core/hash.h"
#include "message.h"

enum {
        MAX_TABLE_ID = 16,  /* letters and digits, and zeros up to here */
        LINKS = 4096,       /* of a person's chain */
        SERVER_LINKS = 256, /* a tile is turned once, a die thrown once a turn: no game comes near */
        WAYPOINTS = 32,     /* of the server's, that are kept */
        DEAL_LINK = 1,      /* of a person's chain */
        FIRST_LINK = 2      /* of a person's chain, for ply 0 */
};

/* The server's chain: every link follows from the next waypoint. */
struct chain {
        uint8_t waypoint[WAYPOINTS][HASH_BYTES];
};

/* What one knows of somebody's chain. */
struct known {
        uint8_t link[HASH_BYTES];
        uint64_t number;
        int none; /* 1: there is no chain: a bot's seat */
};

struct roll {
        size_t ply; /* of the position in which the move was made that led to it */
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
        uint8_t salt[HASH_BYTES]; /* told when the game is over */
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

/* Hashes so often. */
void hash_again(uint8_t value[HASH_BYTES], uint64_t times);

/* Begins, with table, players, salt (or, without it, the seal), tip and tips as they are in `f`; everything else is zero. */
void fair_open(struct fair *f);
void fair_close(struct fair *f);

/* Takes link 1 of a seat, or says 0: it is not of that chain. */
int fair_first(struct fair *f, int seat, const uint8_t link[HASH_BYTES]);
void fair_deal_key(const struct fair *f, uint8_t key[HASH_BYTES]);

/* Whether this is the link that the seat has to bring to this ply. */
int fair_is_link(const struct fair *f, int seat, size_t ply, const uint8_t link[HASH_BYTES]);

/* It is: the next will be looked at from here. */
void fair_keep_link(struct fair *f, int seat, size_t ply, const uint8_t link[HASH_BYTES]);

/* A move of the seat, made in the position of this ply, led to chance. `own` is NULL if it was silent. 0: a link is wrong, or
 * there is no memory, and nothing has changed. */
int fair_roll(struct fair *f, size_t ply, int seat, const uint8_t link[HASH_BYTES], const uint8_t *own);

/* The seat has begun a new chain. 0: there is no memory. */
int fair_renew(struct fair *f, size_t ply, int seat, const uint8_t tip[HASH_BYTES]);

/* The key for a chance event that is due after so many moves up to the last decision, the deal's if there was none.
 * 0: nobody rolled for it. */
int fair_key(const struct fair *f, size_t decided, uint8_t key[HASH_BYTES]);

/* What a message `fair` tells, all of it, looked at from outside: whether the links are those of the chains and the throws
 * those of the links. NULL, or what is wrong; and how many rolls there were. */
const char *fair_witness(const struct message *m, int *rolls);

/* 64 hexadecimal digits in quotes, or null where it is missing. */
void json_hash(struct json *j, uint8_t value[HASH_BYTES]);

/* The hash that a value of a message is; 0: it is none. */
int message_hash(const struct message *m, int value, uint8_t out[HASH_BYTES]);

/* 64 digits; 0: they are none. */
int hash_parse(const char *digits, size_t size, uint8_t value[HASH_BYTES]);

/* The whole of it as the members of a JSON object, in a record; reading fills an empty one, and checks nothing yet. */
void json_fair(struct json *j, struct fair *f);

#endif
