/* Measured figures for ledgers; see skill.h. */
#include "skill.h"

#include <stddef.h>

enum { CLASSES = 4 };

/* Levels 1 and 2, 3 to 5, 6 and 7, and 8 to 10. */
static const char *const CLASS[CLASSES] = { "beginner", "casual", "skilled", "expert" };

struct skill {
        const struct game *game;
        double most[CLASSES - 1];    /* the largest error of the next class, in percent of what was at stake */
        int points[MAX_PLAYERS + 1]; /* by number of players */
};

static const struct skill SKILLS[] = {
        { &alibaba, { 6.34, 4.46, 2.69 }, { 0, 0, 17, 0, 0 } },
        { &labyrinth, { 2.25, 1.13, 0.25 }, { 0, 0, 65, 0, 0 } },
        { &marrakech, { 2.18, 0.8, 0.34 }, { 0, 0, 47, 0, 0 } },
};

static const struct skill *skill_in(const struct game *g)
{
        for (size_t i = 0; i < sizeof SKILLS / sizeof *SKILLS; i++)
                if (SKILLS[i].game == g)
                        return &SKILLS[i];
        return NULL;
}

const char *skill_class(const struct game *g, double error)
{
        const struct skill *s = skill_in(g);
        int i = 0;

        while (s && i + 1 < CLASSES && 100 * error <= s->most[i])
                i++;
        return s ? CLASS[i] : "";
}

int skill_points(const struct game *g, int players)
{
        const struct skill *s = skill_in(g);

        return s ? s->points[players] : 0;
}
