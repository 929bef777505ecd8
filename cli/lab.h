/* The lab: statistics of millions of games, at random or of bots. */
#ifndef SERAI_LAB_H
#define SERAI_LAB_H

#include <stdio.h>

#include "census.h"
#include "cli.h"

/* One set of options, and the statistics of its games. */
struct trial {
        const struct game *game;
        struct options options;
        char change[2 * MAX_NAME]; /* the option that differs from the defaults, key=value; "" for the defaults */
        struct census census;
};

struct survey {
        struct trial *trial; /* one game and player count after another, the defaults first */
        int trials;
        uint64_t games; /* per trial */
        int bots;       /* 1: bots play them, 0: chance */
        uint64_t seed;
        char command[512]; /* the command that repeats this survey */
};

/* The trial with default options for the same game and player count. */
const struct trial *usual_of(const struct survey *s, const struct trial *t);

/* As an HTML page with plots; 1 if it was written completely. */
int lab_page(const struct survey *s, FILE *out);

#endif
