/* Games of a net against itself; see self_play.h. */
#include "self_play.h"

#include <string.h>

#include "../bots/thrifty.h"
#include "../core/bits.h"
#include "../core/random.h"

static void estimate_move(const struct net *n, const struct inputs *inputs, const void *state, move m, struct tried *t)
{
        uint32_t place[MAX_PLAYERS];
        struct state after;

        memcpy(&after, state, inputs->game->state_bytes);
        try_move(inputs, &after, m, t);
        if (t->active.count) {
                net_places(n, &t->active, game_players(state), place);
                seat_shares(t, place, game_players(state));
        }
}

void self_play(const struct practice *p, const struct options *o, uint32_t rivals, uint64_t seed, struct course *c)
{
        const struct game *g = p->inputs->game;
        struct course_notes notes;
        struct state state;
        uint32_t share[MAX_PLAYERS];
        struct draw d;
        uint8_t key[32];
        int who, players = o->value[PLAYERS];
        uint32_t explore = explore_throw(p->explore);

        c->lessons = 0;
        memset(&c->outcome, 0, sizeof c->outcome);
        draw_key(key, random_next(&seed));
        draw_open(&d, key, 0);
        g->setup(&state, o, &d);
        while ((who = g->turn(&state)) != OVER) {
                move list[MAX_MOVES];
                int n = g->legal(&state, list), chosen = 0, explored = 0;
                struct tried best, other;
                struct lesson *lesson = &c->lesson[c->lessons];

                if (who == CHANCE || n == 1 || c->lessons == MOST_LESSONS) {
                        make_move(g, &state, n == 1 ? list[0] : g->pick(&state, random_dice(&seed)), &c->outcome);
                        continue;
                }
                if (rivals >> who & 1)
                        list[0] = thrifty_move(&state, random_next(&seed)), n = 1;
                for (int i = 0; i == 0 || i < n; i++) {
                        estimate_move(p->net, p->inputs, &state, list[i], &other);
                        if (i == 0 || other.share[who] > best.share[who])
                                best = other, chosen = i;
                }
                other = best;
                if (!(rivals >> who & 1))
                        explored = random_dice(&seed) < explore;
                if (explored) {
                        chosen = place_of(random_dice(&seed), n);
                        estimate_move(p->net, p->inputs, &state, list[chosen], &other);
                }
                take_note(&notes, c->lessons++, &best, &other, players, explored);
                lesson->players = players;
                lesson->active = other.active;
                make_move(g, &state, list[chosen], &c->outcome);
        }
        judge_game(g, &state, &c->outcome);
        shares_of_result(g, &state, share);
        for (int seat = 0; seat < players; seat++)
                set_targets(c, &notes, seat, players, (float)share[seat] / (float)WHOLE, p->lambda);
}

move net_move(const struct net *n, const struct inputs *inputs, const void *state)
{
        move list[MAX_MOVES];
        int moves = inputs->game->legal(state, list), best = 0, who = inputs->game->turn(state);
        uint32_t most = 0;

        for (int i = 0; i < moves; i++) {
                struct tried t;

                estimate_move(n, inputs, state, list[i], &t);
                if (t.share[who] > most)
                        most = t.share[who], best = i;
        }
        return list[best];
}
