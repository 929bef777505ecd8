/* Whom somebody has blocked, and who has blocked them: two people of whom one has blocked the other are never seated together, and
 * nobody learns that they are blocked (docs/protocol.md, 6.7). */
#ifndef SERAI_CIRCLE_H
#define SERAI_CIRCLE_H

#include <stdint.h>

struct circle {
        int64_t *person;     /* first those whom they block, then those who block them; each in order */
        int blocks, blocked; /* how many of each */
        int known;           /* 1: read from the store */
};

static inline int circle_finds(const int64_t *person, int count, int64_t id)
{
        int low = 0;

        while (low < count) {
                int middle = low + (count - low) / 2;

                if (person[middle] == id)
                        return 1;
                if (person[middle] < id)
                        low = middle + 1;
                else
                        count = middle;
        }
        return 0;
}

/* Whether they block a person; whether the person blocks them. */
static inline int circle_blocks(const struct circle *c, int64_t person)
{
        return circle_finds(c->person, c->blocks, person);
}

static inline int circle_is_blocked(const struct circle *c, int64_t person)
{
        return circle_finds(c->person + c->blocks, c->blocked, person);
}

#endif
