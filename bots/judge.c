/* A judge of positions; see judge.h. */
#include "judge.h"

#include <string.h>

#include "../core/random.h"
#include "net.h"

/* By effort. Over a net: after how many more decisions it is asked, in games with many moves and in those with few. A net reads
 * positions right after a decision, so after a chance event at least one reply should be looked at. */
enum { FEW_MOVES = 16 };
static const int REPLIES[] = { 0, 0, 1, 1 }, REPLIES_OF_FEW[] = { 0, 0, 1, 2 };
static const int PLAYOUTS[] = { 1, 64, 512, 2048 };
static const int TURNS[] = { 0, 1, 2, 3 };
static const uint64_t NODES[] = { 0, 3000, 100000, 1000000 }; /* to solve all moves of a position */

void judge_open(struct judge *j, const struct game *g, int effort)
{
        memset(j, 0, sizeof *j);
        j->game = g;
        j->guide = guide_of(g);
        j->net = net_of(g);
        j->inputs = inputs_of(g);
        j->effort = (uint32_t)effort;
        j->memo[0] = JUDGE_MEMO;
        solver_open(&j->solver, g);
}

void judge_name(const struct judge *j, struct text *t)
{
        if (j->net)
                net_add_name(j->net, t);
        else
                text_add(t, j->guide->lead ? "look-ahead" : "playouts");
        text_add(t, ", version ");
        text_number(t, JUDGE_VERSION);
        text_add(t, ", effort ");
        text_number(t, j->effort);
}

void divide(uint32_t whole, const uint64_t *part, int n, uint32_t *share)
{
        uint64_t total = 0, rest[MAX_PLAYERS];
        uint32_t left = whole;

        for (int i = 0; i < n; i++)
                total += part[i];
        for (int i = 0; i < n; i++) {
                uint64_t product = whole * (total ? part[i] : 1), by = total ? total : (uint64_t)n;

                share[i] = (uint32_t)(product / by);
                rest[i] = product % by;
                left -= share[i];
        }
        for (; left > 0; left--) {
                int most = 0;

                for (int i = 1; i < n; i++)
                        most = rest[i] > rest[most] ? i : most;
                share[most]++;
                rest[most] = 0;
        }
}

uint64_t position_hash(const struct game *g, const void *state)
{
        struct state words = { { 0 } };
        uint64_t hash = g->state_bytes;

        memcpy(&words, state, g->state_bytes);
        for (uint32_t i = 0; i < (g->state_bytes + 7) / 8; i++) {
                hash ^= words.words[i];
                hash = random_next(&hash);
        }
        return hash;
}

void judge_result(const struct game *g, const void *state, uint32_t *share)
{
        unsigned winners = game_winners(g, state);
        uint64_t part[MAX_PLAYERS];

        for (int p = 0; p < game_players(state); p++)
                part[p] = winners >> p & 1;
        divide(WHOLE, part, game_players(state), share);
}

/* --- over a net --- */

static void estimate(const struct judge *j, const void *state, uint32_t *share)
{
        uint64_t part[MAX_PLAYERS];
        int players = game_players(state);

        net_shares(j->net, j->inputs, state, share);
        for (int p = 0; p < players; p++)
                part[p] = share[p];
        divide(WHOLE, part, players, share);
}

static void look(const struct judge *j, const void *state, int replies, uint32_t *share);

/* The mean over the outcomes of a chance event; where another follows, it is left to the net. */
static void look_at_outcomes(const struct judge *j, const void *state, int replies, uint32_t *share)
{
        const struct game *g = j->game;
        int players = game_players(state), n;
        uint64_t sum[MAX_PLAYERS] = { 0 };
        move list[MAX_MOVES];

        n = g->legal(state, list);
        for (int i = 0; i < n; i++) {
                struct state after;

                memcpy(&after, state, g->state_bytes);
                look(j, &after, g->apply(&after, list[i]) == CHANCE ? 0 : replies, share);
                for (int p = 0; p < players; p++)
                        sum[p] += (uint64_t)g->weight(state, list[i]) * share[p];
        }
        divide(WHOLE, sum, players, share);
}

/* The shares after so many more decisions, each of which is the best for who makes it. */
static void look(const struct judge *j, const void *state, int replies, uint32_t *share)
{
        const struct game *g = j->game;
        int who = g->turn(state), n;
        move list[MAX_MOVES];

        if (who == OVER) {
                judge_result(g, state, share);
                return;
        }
        if (replies == 0) {
                estimate(j, state, share);
                return;
        }
        if (who == CHANCE) {
                look_at_outcomes(j, state, replies, share);
                return;
        }
        n = g->legal(state, list);
        for (int i = 0; i < n; i++) {
                uint32_t found[MAX_PLAYERS];
                struct state after;

                memcpy(&after, state, g->state_bytes);
                g->apply(&after, list[i]);
                look(j, &after, replies - 1, found);
                if (i == 0 || found[who] > share[who])
                        memcpy(share, found, sizeof found);
        }
}

/* --- by playouts --- */

static void play_out(const struct judge *j, const void *before, const void *after, uint32_t *share)
{
        const struct game *g = j->game;
        int players = game_players(after);
        uint64_t sum[MAX_PLAYERS] = { 0 }, hash = position_hash(g, before);

        for (int i = 0; i < PLAYOUTS[j->effort]; i++) {
                uint64_t random = random_next(&hash);
                struct state state;

                memcpy(&state, after, g->state_bytes);
                j->guide->playout(g, &state, &random, share);
                for (int p = 0; p < players; p++)
                        sum[p] += share[p];
        }
        divide(WHOLE, sum, players, share);
}

/* --- by a look ahead --- */

/* By the leads as they are; if a seat's share is known, the others divide the rest. */
static void share_by_leads(struct judge *j, const void *state, int known, uint32_t *share)
{
        struct memo *memo = (struct memo *)j->memo;
        int players = game_players(state);
        uint64_t part[MAX_PLAYERS] = { 0 };
        uint32_t found[MAX_PLAYERS];

        for (int p = 0; p < players; p++)
                if (p != known)
                        part[p] = j->guide->share(state, j->guide->lead(state, p, memo));
        divide(known < players ? WHOLE - share[known] : WHOLE, part, players, found);
        for (int p = 0; p < players; p++)
                if (p != known)
                        share[p] = found[p];
}

/* So many turns ahead, from the beginning of the turn of `before` on: moves that end a turn are compared with those that do not. */
static void look_ahead(struct judge *j, const void *before, const void *after, uint32_t *share)
{
        const struct game *g = j->game;
        struct memo *memo = (struct memo *)j->memo;
        int owner = g->owner(before), turns = TURNS[j->effort], who;
        struct first list[MOST_WORTH];
        move worth[MOST_WORTH];
        struct state state;
        uint64_t random = 0;

        memcpy(&state, after, g->state_bytes);
        for (;;) {
                who = g->turn(&state);
                turns -= g->owner(&state) != owner;
                owner = g->owner(&state);
                if (who == OVER) {
                        judge_result(g, &state, share);
                        return;
                }
                if (turns <= 0) {
                        share_by_leads(j, &state, MAX_PLAYERS, share);
                        return;
                }
                if (j->guide->worth(&state, who, turns, memo, worth) > 1 && who == owner)
                        break; /* somebody who is asked for advice refuses */
                g->apply(&state, worth[0]);
        }
        ahead_open(&j->ahead, g, j->guide, &state, memo, &random);
        do
                ahead_step(&j->ahead);
        while (!j->ahead.settled && (j->ahead.plies > 0 || j->ahead.depth < turns));
        ahead_rank(&j->ahead, list);
        share[who] = j->guide->share(&state, list[0].lead);
        share_by_leads(j, &state, who, share);
}

/* --- exactly --- */

int judge_can_solve(struct judge *j, const void *state)
{
        move list[MAX_MOVES];
        int n = j->game->legal(state, list);

        j->solver.nodes = NODES[j->effort];
        for (int i = 0; i < n; i++) {
                struct state after;
                uint32_t value;

                memcpy(&after, state, j->game->state_bytes);
                j->game->apply(&after, list[i]);
                if (!solver_value(&j->solver, &after, &value))
                        return 0;
        }
        return 1;
}

static void solve_rest(struct judge *j, const void *state, uint32_t *share)
{
        uint32_t value;

        j->solver.nodes = UINT64_MAX;
        solver_value(&j->solver, state, &value);
        share[0] = (uint32_t)(((uint64_t)value * WHOLE + SOLVER_WHOLE / 2) / SOLVER_WHOLE);
        share[1] = WHOLE - share[0];
}

/* --- values --- */

void judge_value(struct judge *j, const void *before, const void *after, uint32_t *share)
{
        const struct game *g = j->game;

        if (g->turn(after) == OVER)
                judge_result(g, after, share);
        else if (j->exact)
                solve_rest(j, after, share);
        else if (j->net)
                look(j, after, (g->max_moves > FEW_MOVES ? REPLIES : REPLIES_OF_FEW)[j->effort], share);
        else if (j->guide->lead)
                look_ahead(j, before, after, share);
        else
                play_out(j, before, after, share);
}

void judge_mean(struct judge *j, const void *state, uint32_t *share)
{
        const struct game *g = j->game;
        int players = game_players(state), n;
        uint64_t sum[MAX_PLAYERS] = { 0 };
        move list[MAX_MOVES];

        n = g->legal(state, list);
        for (int i = 0; i < n; i++) {
                struct state after;

                memcpy(&after, state, g->state_bytes);
                g->apply(&after, list[i]);
                judge_value(j, state, &after, share);
                for (int p = 0; p < players; p++)
                        sum[p] += (uint64_t)g->weight(state, list[i]) * share[p];
        }
        divide(WHOLE, sum, players, share);
}

int judge_alternatives(struct judge *j, const void *view, move made, move *list)
{
        const struct game *g = j->game;
        int n, known = made >= g->moves;

        if (!j->guide->worth)
                return g->legal(view, list);
        n = j->guide->worth(view, g->turn(view), MOST_TURNS, (struct memo *)j->memo, list);
        for (int i = 0; i < n; i++)
                known |= list[i] == made;
        if (!known)
                list[n++] = made;
        return n;
}
