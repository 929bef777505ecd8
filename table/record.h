/* A record: how a game began, and every move since.
 *
 * It is the whole truth about a game. The state follows from it, undo is a shorter
 * record played again, and its text is what people keep:
 *
 *   {"game":"marrakech","players":4,"options":{…},"seed":7,"start":null,
 *    "moves":[[1,"E"],[0,"3"],[1,"c4c5"],…],"check":"1a2b3c4d"}
 *
 * - `seed`: the deal is event 0 of the draw that it keys, and the n-th chance event is event
 *   n. It is null where an outcome was put in by hand that the seed does not give.
 * - `start`: the state at the beginning, or null where it is the deal of the seed, or a fair one.
 * - `fair`, after it: where chance was made by several (fair.h), of what; then there is no seed.
 * - `moves`: runs of moves by one player, whose number comes first; 0 is chance.
 * - `check`: the CRC-32 of all that stands before it, so that no slip of a byte makes
 *   another game of it. */
#ifndef SERAI_RECORD_H
#define SERAI_RECORD_H

#include <stddef.h>

#include "fair.h"

enum { MAX_REASON = 512 };

/* How a game stood some moves ago. */
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
        size_t count;      /* how many moves were made */
        size_t room;       /* how many `moves` has room for */
        uint64_t events;   /* how many of them were chance */
        size_t decided;    /* how many there were up to the last that was not */
        struct mark mark;  /* from which a position near the end is played to; count 0: none */
        struct fair *fair; /* NULL: chance follows the seed */
        int dealt;         /* whether `start` is the deal of the seed, or a fair one */
        int seedless;      /* whether it was read from a text without a seed */
};

void record_close(struct record *r);

/* A new game, dealt from the seed. The options fit together. */
void record_deal(struct record *r, const struct game *g, const struct options *o, uint64_t seed);

/* A new game, dealt fairly. The record takes what `fair` holds, and leaves it empty; the seed is for bots alone.
 * 0: there is no memory. */
int record_deal_fairly(struct record *r, const struct game *g, const struct options *o, struct fair *fair, uint64_t seed);

/* A game that begins at this state, with chance from the seed. */
void record_start(struct record *r, const struct game *g, const void *state, uint64_t seed);

/* Makes a legal move. 0: there is no memory for it, and nothing has changed. */
int record_play(struct record *r, move m);

/* The outcome that the seed, or the last roll, gives to the chance event that is due; and the throw that it comes from, of 0
 * to `of` - 1. */
move record_roll(const struct record *r);
uint32_t record_throw(const struct record *r, uint32_t *of);

/* Takes back the last n moves, n at most r->count. */
void record_undo(struct record *r, size_t n);

/* The record as it was after so many moves, at most r->count. It shares what it is made of with `r`: only to be looked at. */
struct record record_at(const struct record *r, size_t ply);

/* The text of the record, to be freed; NULL: there is no memory for it. */
char *record_print(const struct record *r);

/* Reads a text into an empty record. 0: it is refused, and `why` (MAX_REASON bytes) names the first thing that does not fit.
 * With `proven`, a chance outcome that is not the one that the seed gives is refused as well. */
int record_parse(struct record *r, const char *text, size_t size, int proven, char *why);

#endif
