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
        { &alibaba, { 13.62, 7.74, 3.21 }, { 0, 0, 17, 12, 9 } },
        { &labyrinth, { 1.65, 0.73, 0.44 }, { 0, 0, 65, 88, 46 } },
        { &marrakech, { 2.93, 1.81, 0.78 }, { 0, 0, 47, 24, 12 } },
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
