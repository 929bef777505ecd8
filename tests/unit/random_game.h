/* The start of a random game, for tests that play many. */
#ifndef SERAI_RANDOM_GAME_H
#define SERAI_RANDOM_GAME_H

#include <string.h>

#include "../../cli/cli.h"

/* Dealt with random valid options; the draw of the deal continues in *d. */
static inline struct state random_deal(const struct game *g, uint64_t *random, struct draw *d)
{
        struct options o;
        struct state s;
        uint8_t key[32];

        random_options(g, &o, random);
        draw_key(key, random_next(random));
        draw_open(d, key, 0);
        memset(&s, 0, sizeof s);
        g->setup(&s, &o, d);
        return s;
}

static inline struct state random_game(const struct game *g, uint64_t *random)
{
        struct draw d;

        return random_deal(g, random, &d);
}

#endif
