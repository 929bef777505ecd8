/* A small neural net that estimates each seat's share of the win, in integers: its layers and its file.
 *
 * Three layers: the sum of the rows of the active inputs (inputs.h), WIDTH wide; SECOND_WIDTH units; a value for each seat, of
 * which a softmax makes shares. The first layer serves any number of players, the others are there for each: a head. Between layers
 * values are clipped to 0 .. CLIP. Weights are bytes in 64ths, sums are 16 and 32 bits wide and cannot overflow: the result is the
 * same in every build, and on a GPU. */
#ifndef SERAI_LAYERS_H
#define SERAI_LAYERS_H

#include "inputs.h"
#include "shares.h"

enum { WIDTH = 256, SECOND_WIDTH = 32, CLIP = 127, UNIT = 64, SHARP = 64, HEADS = MAX_PLAYERS - 1 };

/* The upper layers for a number of players. All weights fit in bytes. The shares are calibrated by `sharpness`, with which values
 * are multiplied, in units of SHARP: serai calibrate finds it. */
struct head {
        int32_t sharpness, unused;
        int32_t second_bias[SECOND_WIDTH];
        int32_t last_bias[MAX_PLAYERS];
        int16_t last[MAX_PLAYERS][SECOND_WIDTH];
        int16_t second[SECOND_WIDTH][WIDTH];
};

/* A net as it is in its file: this, then `inputs` rows of WIDTH bytes, the weights of the first layer. Numbers are little-endian.
 */
struct net {
        char magic[8];    /* "serainet" */
        uint16_t version; /* of the format */
        uint16_t inputs;  /* rows of the first layer */
        uint32_t name;    /* a hash of the weights: the net's name in hints and records */
        int16_t first_bias[WIDTH];
        struct head head[HEADS]; /* for two players, three, four */
};

enum { NET_VERSION = 2 };

/* The weights of an input. */
static inline const int8_t *net_row(const struct net *n, int input)
{
        return (const int8_t *)(n + 1) + input * WIDTH;
}

#endif
