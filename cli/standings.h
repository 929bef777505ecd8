/* The result of a contest, as a table for people and as JSON for programs. */
#ifndef SERAI_STANDINGS_H
#define SERAI_STANDINGS_H

#include "contest.h"

/* `interrupted`: it was ended early. */
void standings_print(const struct contest *c);
void standings_print_json(const struct contest *c, int interrupted);

/* Every level from `low` to `high` against others, each pair a contest; a pair that was not played has no games. */
struct ladder {
        const struct game *game;
        int low, high;
        uint64_t games; /* a pair */
        uint64_t seed;
        struct tally pair[LEVELS + 1][LEVELS + 1]; /* by level, the lower one first */
};

void ladder_print(const struct ladder *l);
void ladder_print_json(const struct ladder *l, int interrupted);

#endif
