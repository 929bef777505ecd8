/* Exact endgames; see solve.h. */
#include "solve.h"

#include <string.h>

enum { MOST_MOVES = 64 }; /* a position with more is not searched */

int solve(const struct game *g, const void *state, uint32_t *nodes, uint32_t *share)
{
        int who = g->turn(state), players = game_players(state), n;
        move list[MOST_MOVES];
        uint64_t sum[MAX_PLAYERS] = { 0 }, weights = 0;

        if (who == OVER) {
                guide_of(g)->ending(g, state, share);
                return 1;
        }
        if (g->max_moves > MOST_MOVES)
                return 0;
        n = g->legal(state, list);
        for (int i = 0; i < n; i++) {
                struct state after;
                uint32_t found[MAX_PLAYERS];
                uint64_t weight = who == CHANCE ? (uint64_t)g->weight(state, list[i]) : 1;

                if (*nodes == 0)
                        return 0;
                --*nodes;
                memcpy(&after, state, g->state_bytes);
                g->apply(&after, list[i]);
                if (!solve(g, &after, nodes, found))
                        return 0;
                if (who != CHANCE && (i == 0 || found[who] > share[who]))
                        memcpy(share, found, sizeof found);
                for (int p = 0; p < players && who == CHANCE; p++)
                        sum[p] += weight * found[p];
                weights += weight;
        }
        for (int p = 0; p < players && who == CHANCE; p++)
                share[p] = (uint32_t)(sum[p] / weights);
        return 1;
}
