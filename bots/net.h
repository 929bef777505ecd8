/* A small neural net that estimates each seat's share of the win, in integers.
 *
 * Three layers: the sum of the rows of the active inputs (inputs.h), WIDTH wide; SECOND units; a value for each seat, of which a
 * softmax makes shares. Between layers values are clipped to 0 .. CLIP. Weights are bytes in 64ths, sums are 16 and 32 bits wide
 * and cannot overflow: the result is the same in every build. docs/training.md says where the weights come from. */
#ifndef SERAI_NET_H
#define SERAI_NET_H

#include <stddef.h>

#include "guide.h"
#include "inputs.h"

enum { WIDTH = 256, SECOND_WIDTH = 32, CLIP = 127, UNIT = 64 };

/* A net as it is in its file: this, then `inputs` rows of WIDTH weights of the first layer. Numbers are little-endian. */
struct net {
        char magic[8];    /* "serainet" */
        uint16_t version; /* of the format */
        uint16_t inputs;  /* rows of the first layer */
        uint32_t name;    /* a hash of the weights: the net's name in hints and records */
        int16_t first_bias[WIDTH];
        int32_t second_bias[SECOND_WIDTH];
        int32_t last_bias[MAX_PLAYERS];
        int16_t last[MAX_PLAYERS][SECOND_WIDTH];
        int16_t second[SECOND_WIDTH][WIDTH];
        int8_t first[][WIDTH];
};

enum { NET_VERSION = 1 };

/* The net in this data; NULL: it is none for this game. The data stays where it is and must be aligned to 4. */
const struct net *net_in(const struct game *g, const void *data, size_t size);

/* The nets that this program has: in build/nets.c, made by bots/embed.sh from the files of their games; the page loads them when
 * they are first needed (web/table.c). Ends with a NULL name. */
struct net_file {
        const char *game;
        const void *data; /* NULL: not loaded */
        size_t size;
};

extern struct net_file net_files[];

/* The net of a game; NULL: none. */
const struct net *net_of(const struct game *g);

/* Each seat's share of the win, by seat, in a position right after a decision. */
void net_shares(const struct net *n, const struct inputs *inputs, const void *state, uint32_t *share);

/* The same from inputs that were read already: by place from the seat whose turn it is. */
void net_places(const struct net *n, const struct active *a, int players, uint32_t *share);

#endif
