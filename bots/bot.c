/* Ten levels for each game; see bot.h. */
#include "bot.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/random.h"

/* Measured by `serai match`; docs/bots.md shows the ladder. */
/* clang-format off */
static const struct level TABLE[3][LEVELS] = {
        /* Ali Baba */
        { { 20, 80 }, { 20, 55 }, { 30, 35 }, { 60, 20 }, { 100, 8 }, { 150, 0 }, { 300, 0 }, { 1000, 0 }, { 4000, 0 }, { 16000, 0 } },
        /* Master Labyrinth */
        { { 20, 80 }, { 25, 60 }, { 30, 40 }, { 40, 25 }, { 60, 12 }, { 100, 0 }, { 300, 0 }, { 1500, 0 }, { 8000, 0 }, { 40000, 0 } },
        /* Marrakech */
        { { 20, 80 }, { 20, 50 }, { 30, 28 }, { 60, 12 }, { 120, 4 }, { 250, 0 }, { 500, 0 }, { 2000, 0 }, { 8000, 0 }, { 40000, 0 } },
};
/* clang-format on */

const struct level *bot_level(const struct game *g, int level)
{
        int i = 0;

        while (game_at(i) != g)
                i++;
        return &TABLE[i][level - 1];
}

move bot_choice(const struct search *s, const struct level *l, uint64_t seed)
{
        struct ranked list[MAX_MOVES];
        uint64_t random = ~seed;

        if (place_of(random_dice(&random), 100) < (int)l->slips)
                return search_slip(s, random_dice(&random));
        search_rank(s, list);
        return list[0].m;
}

move bot_move(void *block, size_t size, const struct game *g, const void *view, int level, uint64_t seed)
{
        const struct level *l = bot_level(g, level);
        struct search *s = search_open(block, size, g, view, seed);

        search_run(s, l->iterations);
        return bot_choice(s, l, seed);
}

move greedy_move(const struct game *g, const void *view, uint64_t seed)
{
        move list[MAX_MOVES];
        int n = g->legal(view, list), me = g->turn(view), players = game_players(view), best = 0, most = 0, tied = 0;
        uint64_t random = seed;

        for (int i = 0; i < n; i++) {
                struct state after;
                int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], lead = 0, other = 0;

                memcpy(&after, view, g->state_bytes);
                g->apply(&after, list[i]);
                g->score(&after, points, tiebreak);
                for (int p = 0; p < players; p++)
                        if (p != me)
                                other = points[p] > other ? points[p] : other;
                lead = points[me] - other;
                if (i == 0 || lead > most)
                        most = lead, tied = 0;
                if (lead == most && place_of(random_dice(&random), ++tied) == 0)
                        best = i;
        }
        return list[best];
}
