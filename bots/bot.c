/* Ten levels for each game; see bot.h. */
#include "bot.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/random.h"
#include "net.h"

const struct level *bot_level(const struct game *g, int level)
{
        const struct guide *guide = guide_of(g);
        const struct level *l = &guide->levels[level - 1];

        return l->plies && !net_of(g) ? &guide->classic[level - 1] : l;
}

int hint_level(const struct game *g)
{
        return guide_of(g)->hint_level;
}

static int has_net(const struct game *g, const struct level *l, int players)
{
        return l->plies && players <= guide_of(g)->net_players;
}

void bot_name(const struct game *g, const struct level *l, int players, char *name)
{
        struct text t = { name, BOT_NAME, 0 };

        if (has_net(g, l, players))
                net_add_name(net_of(g), &t);
        else
                text_add(&t, guide_of(g)->lead ? "look-ahead" : "playouts");
        text_close(&t);
}

struct search *bot_open(void *block, size_t size, const struct game *g, const struct level *l, const void *view, uint64_t seed)
{
        if (l->classic)
                return search_open_by(guide_of(g)->classic_guide, block, size, g, view, seed);
        return has_net(g, l, game_players(view)) ? search_open_net(block, size, g, net_of(g), l->plies, l->steps, view, seed)
                                                 : search_open(block, size, g, view, seed);
}

/* What the player to move gains at once by a move, in points. */
static int gain(const struct game *g, const void *view, move m)
{
        int who = g->turn(view), before[MAX_PLAYERS], points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];
        struct state after;

        memcpy(&after, view, g->state_bytes);
        g->score(&after, before, tiebreak);
        g->apply(&after, m);
        g->score(&after, points, tiebreak);
        return points[who] - before[who];
}

/* One bit for each of the moves that stand out. */
static void find_outstanding(const struct game *g, const void *view, const struct ranked *list, int n, uint8_t *outstanding)
{
        const struct guide *guide = guide_of(g);
        int most = 0, least = 0;

        for (int i = 0; i < n && !guide->stands_out; i++) {
                int points = gain(g, view, list[i].m);

                most = i == 0 || points > most ? points : most;
                least = i == 0 || points < least ? points : least;
        }
        for (int i = 0; i < n; i++)
                outstanding[i] = (uint8_t)(guide->stands_out ? guide->stands_out(view, list[i].m)
                                                             : most > least && gain(g, view, list[i].m) == most);
}

move bot_choice(const struct search *s, const struct level *l, uint64_t seed)
{
        struct ranked list[MAX_MOVES];
        uint8_t outstanding[MAX_MOVES];
        uint64_t random = ~seed;
        int n;

        if (place_of(random_dice(&random), 100) < (int)l->slips)
                return search_slip(s, random_dice(&random));
        n = search_rank(s, list);
        if (!l->overlooks)
                return list[0].m;
        while (n > 1 && list[n - 1].visits == 0)
                n--;
        find_outstanding(search_game(s), search_view(s), list, n, outstanding);
        for (int i = 0; i < n; i++)
                if (place_of(random_dice(&random), 100 << 2 * outstanding[i]) >= (int)l->overlooks)
                        return list[i].m;
        return search_slip(s, random_dice(&random));
}

move bot_move(void *block, size_t size, const struct game *g, const void *view, int level, uint64_t seed)
{
        const struct level *l = bot_level(g, level);
        struct search *s = bot_open(block, size, g, l, view, seed);

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
