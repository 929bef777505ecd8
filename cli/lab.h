/* The lab: what very many random games tell about the games themselves. */
#ifndef SERAI_LAB_H
#define SERAI_LAB_H

#include <stdio.h>

#include "census.h"
#include "cli.h"

/* One way to play a game, and what its games were like. */
struct trial {
        const struct game *game;
        struct options options;
        char change[2 * MAX_NAME]; /* the option in which it differs, key=value; "" for the usual way */
        struct census census;
};

struct survey {
        struct trial *trial; /* of one game and player count after the other, the usual way first */
        int trials;
        uint64_t games; /* of each */
        uint64_t seed;
        char command[512]; /* that gives just this survey */
};

/* The usual way for the same game and player count. */
const struct trial *usual_of(const struct survey *s, const struct trial *t);

/* As a page of its own, with plots; 1 if all of it was written. */
int lab_page(const struct survey *s, FILE *out);

#endif
