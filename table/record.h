/* A record: how a game began, and every move since.
 *
 * It is the source of truth: the state follows from it, undo replays a shorter record, and its text is what is stored:
 *
 *     {"game":"marrakech","players":4,"options":{…},"seed":7,"start":null,
 *      "moves":[[1,"E"],[0,"3"],[1,"c4c5"],…],"check":"1a2b3c4d"}
 *
 * - `seed`: keys the draw; the deal is its event 0, the n-th chance event its event n. Null if an outcome was set by hand that the
 *   seed does not give.
 * - `start`: the initial state, or null if it is dealt from the seed, or fairly.
 * - `fair`, after it: with fair dice, the links they were made of (fair.h); then there is no seed.
 * - `moves`: runs of moves by one player, whose number comes first; 0 is chance.
 * - `check`: the CRC-32 of all that precedes it, so that a corrupted byte does not go unnoticed. */
#ifndef SERAI_RECORD_H
#define SERAI_RECORD_H

#include <stddef.h>

#include "fair.h"

enum { MAX_REASON = 512 };

/* A position some moves back. */
struct mark {
        struct state state;
        size_t count, decided;
        uint64_t events;
};

struct record {
        const struct game *game; /* NULL: no game */
        uint64_t seed;
        struct state start; /* the state before the first move */
        struct state state; /* the state now */
        move *moves;
        size_t count;      /* moves made */
        size_t room;       /* capacity of `moves` */
        uint64_t events;   /* chance moves among them */
        size_t decided;    /* moves up to the last one that was not chance */
        struct mark mark;  /* from which positions near the end are replayed; count 0: none */
        struct fair *fair; /* NULL: chance follows the seed */
        int dealt;         /* 1: `start` is the deal of the seed, or a fair one */
        int seedless;      /* 1: read from a text without a seed */
};

void record_close(struct record *r);

/* Starts a game dealt from the seed. The options must be valid. */
void record_deal(struct record *r, const struct game *g, const struct options *o, uint64_t seed);

/* Starts a game with a fair deal. Takes over the contents of `fair` and empties it; the seed is for bots only. 0: out of memory. */
int record_deal_fairly(struct record *r, const struct game *g, const struct options *o, struct fair *fair, uint64_t seed);

/* Starts a game from this state, with chance from the seed. */
void record_start(struct record *r, const struct game *g, const void *state, uint64_t seed);

/* Plays a legal move. 0: out of memory; nothing has changed. */
int record_play(struct record *r, move m);

/* The outcome of the chance event that is due, by the seed or the last roll; and the throw behind it, from 0 to `of` - 1. */
move record_roll(const struct record *r);
uint32_t record_throw(const struct record *r, uint32_t *of);

/* Undoes the last n moves, n at most r->count. */
void record_undo(struct record *r, size_t n);

/* The record after `ply` moves, at most r->count. It shares memory with `r`: read only. */
struct record record_at(const struct record *r, size_t ply);

/* What a seat knows now: its view, with what it remembers of so many turns (bots/memory.h). */
struct state record_known(const struct record *r, int seat, uint32_t turns);

/* The text of the record, which the caller frees; NULL: out of memory. */
char *record_print(const struct record *r);

/* Reads a text into an empty record. 0: refused, and `why` (MAX_REASON bytes) names the first error. With `proven`, chance
 * outcomes that do not follow from the seed are refused, too. */
int record_parse(struct record *r, const char *text, size_t size, int proven, char *why);

#endif
