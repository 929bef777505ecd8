/* A few plies over a net; see plies.h. */
#include "plies.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/random.h"

enum { BEAM = 3, FIRST_CUT = 8, FEWEST = 2 };

/* A move and the net's estimate of what comes after it, by seat. */
struct reply {
        move m;
        uint32_t share[MAX_PLAYERS];
};

static void estimate(const struct plies *p, const void *state, uint32_t *share)
{
        if (p->inputs->game->turn(state) == OVER)
                shares_of_result(p->inputs->game, state, share);
        else
                net_shares(p->net, p->inputs, state, share);
}

/* The best replies of the seat to move, best first, at most so many; returns how many. */
static int best_replies(const struct plies *p, const void *state, int who, int most, struct reply *reply)
{
        const struct game *g = p->inputs->game;
        move list[MAX_MOVES];
        int n = g->legal(state, list), replies = 0;

        for (int i = 0; i < n; i++) {
                struct state after;
                struct reply r = { .m = list[i] };
                int place = replies;

                memcpy(&after, state, g->state_bytes);
                g->apply(&after, list[i]);
                estimate(p, &after, r.share);
                while (place > 0 && reply[place - 1].share[who] < r.share[who])
                        place--;
                if (place == most)
                        continue;
                replies += replies < most;
                memmove(reply + place + 1, reply + place, (size_t)(replies - 1 - place) * sizeof r);
                reply[place] = r;
        }
        return replies;
}

static void look_on(const struct plies *p, void *state, uint32_t depth, uint64_t *random, uint32_t *share);

/* The mean over all outcomes of a chance event. */
static void look_at_outcomes(const struct plies *p, const void *state, uint32_t depth, uint64_t *random, uint32_t *share)
{
        const struct game *g = p->inputs->game;
        int n, players = game_players(state);
        uint64_t sum[MAX_PLAYERS] = { 0 }, weights = 0;
        move list[MAX_MOVES];

        n = g->legal(state, list);
        for (int i = 0; i < n; i++) {
                uint64_t weight = (uint64_t)g->weight(state, list[i]);
                uint32_t found[MAX_PLAYERS];
                struct state after;

                memcpy(&after, state, g->state_bytes);
                g->apply(&after, list[i]);
                look_on(p, &after, depth, random, found);
                for (int s = 0; s < players; s++)
                        sum[s] += weight * found[s];
                weights += weight;
        }
        for (int s = 0; s < players; s++)
                share[s] = (uint32_t)(sum[s] / weights);
}

/* What the best of a few replies is worth, each looked at more closely. */
static void look_at_replies(const struct plies *p, const void *state, int who, uint32_t depth, uint64_t *random, uint32_t *share)
{
        const struct game *g = p->inputs->game;
        struct reply reply[BEAM];
        int n = best_replies(p, state, who, BEAM, reply);

        for (int i = 0; i < n; i++) {
                uint32_t found[MAX_PLAYERS];
                struct state after;

                memcpy(&after, state, g->state_bytes);
                g->apply(&after, reply[i].m);
                look_on(p, &after, depth, random, found);
                if (i == 0 || found[who] > share[who])
                        memcpy(share, found, sizeof found);
        }
}

/* Each seat's share in a position right after a decision, by the estimate after `depth` more of them. */
static void look_on(const struct plies *p, void *state, uint32_t depth, uint64_t *random, uint32_t *share)
{
        const struct game *g = p->inputs->game;
        int who;

        while (depth > 0 && (who = g->turn(state)) != OVER) {
                struct reply best;

                if (who == CHANCE && p->exact) {
                        look_at_outcomes(p, state, depth, random, share);
                        return;
                }
                if (who == CHANCE) {
                        g->apply(state, g->pick(state, random_dice(random)));
                        continue;
                }
                depth--;
                if (p->exact && depth > 0) {
                        look_at_replies(p, state, who, depth, random, share);
                        return;
                }
                best_replies(p, state, who, 1, &best);
                if (depth == 0) {
                        memcpy(share, best.share, sizeof best.share);
                        return;
                }
                g->apply(state, best.m);
        }
        estimate(p, state, share);
}

/* --- the candidates --- */

int plies_can(const struct game *g, const void *view)
{
        move list[MAX_MOVES];

        return g->legal(view, list) <= MOST_CANDIDATES;
}

void plies_open(struct plies *p, const struct net *net, const struct game *g, const void *view, uint32_t depth, uint32_t steps,
                uint32_t exact)
{
        move list[MAX_MOVES];

        memset(p, 0, sizeof *p);
        p->net = net;
        p->inputs = inputs_of(g);
        p->depth = depth;
        p->steps = steps;
        p->exact = exact;
        p->candidates = g->legal(view, list);
        p->closer = p->candidates;
        for (int i = 0; i < p->candidates; i++)
                p->candidate[i].m = list[i];
        p->settled = p->candidates == 1;
}

uint32_t candidate_worth(const struct candidate *c)
{
        return c->passes ? (uint32_t)(c->sum / c->passes) : c->first;
}

/* Best first. */
static void sort(struct candidate *list, int n)
{
        for (int i = 1; i < n; i++) {
                struct candidate c = list[i];
                int k = i;

                for (; k > 0 && candidate_worth(&list[k - 1]) < candidate_worth(&c); k--)
                        list[k] = list[k - 1];
                list[k] = c;
        }
}

/* After the first pass, and each time the passes have doubled, the search goes on with fewer. */
static void finish_pass(struct plies *p)
{
        int most = p->exact ? CLOSER_EXACT : CLOSER_SAMPLED;

        p->next = 0;
        p->pass++;
        sort(p->candidate, p->closer);
        if (p->pass == 1)
                p->closer = p->closer < most ? p->closer : most;
        else if (p->pass > FIRST_CUT && (p->pass & (p->pass - 1)) == 0 && p->closer > FEWEST)
                p->closer = (p->closer + 1) / 2 < FEWEST ? (int)FEWEST : (p->closer + 1) / 2;
        p->settled = p->exact && (p->pass == 2 || p->depth == 1);
}

void plies_step(struct plies *p, const void *world, uint64_t seed)
{
        const struct game *g = p->inputs->game;
        struct candidate *c = &p->candidate[p->next];
        int who = g->turn(world), owner = g->owner(world);
        uint64_t random = seed + p->pass * 0x9e3779b97f4a7c15;
        uint32_t share[MAX_PLAYERS];
        struct state after;

        memcpy(&after, world, g->state_bytes);
        g->apply(&after, c->m);
        if (p->pass == 0) {
                estimate(p, &after, share);
                c->first = share[who];
        } else {
                /* The rest of the own turn is one ply more. */
                random_next(&random);
                look_on(p, &after, p->depth == 1 ? 0 : p->depth - 1 + (g->owner(&after) == owner), &random, share);
                c->sum += share[who];
                c->passes++;
        }
        if (++p->next == (uint32_t)p->closer)
                finish_pass(p);
        p->settled |= --p->steps == 0;
}

void plies_settle(struct plies *p, const move *list, const uint32_t *value, int n)
{
        for (int i = 0; i < n; i++)
                p->candidate[i] = (struct candidate){ list[i], value[i], 1, value[i] };
        p->candidates = p->closer = n;
        p->settled = 1;
}

/* Those that are looked at most closely come first. */
int plies_rank(const struct plies *p, struct candidate *list)
{
        memcpy(list, p->candidate, sizeof *list * (size_t)p->candidates);
        sort(list, p->closer);
        sort(list + p->closer, p->candidates - p->closer);
        return p->candidates;
}
