/* Games of a net against itself; see self_play.h. */
#include "self_play.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/random.h"

/* A move tried: what comes after it, and its estimate by seat. */
struct tried {
        struct active active; /* empty: the game is over */
        int turn;             /* the seat whose turn it is then */
        uint32_t share[MAX_PLAYERS];
};

/* Each winner's part of the win. */
static void result_of(const struct game *g, const void *state, uint32_t *share)
{
        unsigned winners = game_winners(g, state);

        for (int p = 0; p < game_players(state); p++)
                share[p] = winners >> p & 1 ? (uint32_t)(WHOLE / bit_count(winners)) : 0;
}

static void try_move(const struct net *n, const struct inputs *inputs, const void *state, move m, struct tried *t)
{
        const struct game *g = inputs->game;
        int players = game_players(state);
        uint32_t place[MAX_PLAYERS];
        struct state after;

        memcpy(&after, state, g->state_bytes);
        t->active.count = 0;
        t->turn = 0;
        if (g->apply(&after, m) == OVER) {
                result_of(g, &after, t->share);
                return;
        }
        inputs->read(&after, &t->active);
        t->turn = g->owner(&after);
        net_places(n, &t->active, players, place);
        for (int i = 0; i < players; i++)
                t->share[(t->turn + i) % players] = place[i];
}

/* The estimates of a game, by decision. */
struct course_notes {
        float best[MOST_LESSONS][MAX_PLAYERS]; /* of the best move, by seat */
        uint8_t explored[MOST_LESSONS];        /* another one was made */
        uint8_t turn[MOST_LESSONS];            /* whose turn it was after the move made */
};

/* From the last lesson back to the first: what the estimate after it should have been. */
static void set_targets(struct course *c, const struct course_notes *notes, const float *result, int players, float lambda)
{
        float next[MAX_PLAYERS];

        memcpy(next, result, sizeof next);
        for (int k = c->lessons - 1; k >= 0; k--) {
                struct lesson *l = &c->lesson[k];

                for (int i = 0; i < players; i++)
                        l->target[i] = next[(notes->turn[k] + i) % players];
                for (int p = 0; p < players; p++)
                        next[p] = notes->explored[k] ? notes->best[k][p] : (1 - lambda) * notes->best[k][p] + lambda * next[p];
        }
}

void self_play(const struct practice *p, const struct options *o, uint64_t seed, struct course *c)
{
        const struct game *g = p->inputs->game;
        struct course_notes notes;
        struct state state;
        uint32_t share[MAX_PLAYERS];
        float result[MAX_PLAYERS] = { 0 };
        struct draw d;
        uint8_t key[32];
        int who, players = o->value[PLAYERS];
        uint32_t explore = (uint32_t)(p->explore * 4294967295.0f);

        c->lessons = 0;
        draw_key(key, random_next(&seed));
        draw_open(&d, key, 0);
        g->setup(&state, o, &d);
        while ((who = g->turn(&state)) != OVER) {
                move list[MAX_MOVES];
                int n = g->legal(&state, list), chosen = 0;
                struct tried best, other, *made = &best;

                if (who == CHANCE || n == 1 || c->lessons == MOST_LESSONS) {
                        g->apply(&state, n == 1 ? list[0] : g->pick(&state, random_dice(&seed)));
                        continue;
                }
                for (int i = 0; i < n; i++) {
                        try_move(p->net, p->inputs, &state, list[i], &other);
                        if (i == 0 || other.share[who] > best.share[who])
                                best = other, chosen = i;
                }
                for (int seat = 0; seat < players; seat++)
                        notes.best[c->lessons][seat] = (float)best.share[seat] / WHOLE;
                notes.explored[c->lessons] = random_dice(&seed) < explore;
                if (notes.explored[c->lessons]) {
                        chosen = place_of(random_dice(&seed), n);
                        try_move(p->net, p->inputs, &state, list[chosen], &other);
                        made = &other;
                }
                notes.turn[c->lessons] = (uint8_t)made->turn;
                c->lesson[c->lessons].players = players;
                c->lesson[c->lessons++].active = made->active;
                g->apply(&state, list[chosen]);
        }
        result_of(g, &state, share);
        for (int seat = 0; seat < players; seat++)
                result[seat] = (float)share[seat] / WHOLE;
        set_targets(c, &notes, result, players, p->lambda);
}

move net_move(const struct net *n, const struct inputs *inputs, const void *state)
{
        move list[MAX_MOVES];
        int moves = inputs->game->legal(state, list), best = 0, who = inputs->game->turn(state);
        uint32_t most = 0;

        for (int i = 0; i < moves; i++) {
                struct tried t;

                try_move(n, inputs, state, list[i], &t);
                if (t.share[who] > most)
                        most = t.share[who], best = i;
        }
        return list[best];
}
