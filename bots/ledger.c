/* Luck and play of a game; see ledger.h. */
#include "ledger.h"

#include <string.h>

#include "../core/random.h"
#include "memory.h"

/* Deals that the luck of a deal is measured against; worlds that a value is the mean over where something is hidden; and errors
 * from which on what was forgotten is told apart, since that takes time. */
enum { DEALS = 32, WORLDS = 8, MISTAKE = WHOLE / 50 };

/* --- the deal --- */

static void value_of_deals(struct judge *j, const void *start, uint32_t *share)
{
        const struct game *g = j->game;
        uint64_t sum[MAX_PLAYERS] = { 0 };
        struct options o;

        memcpy(&o, start, sizeof o);
        for (uint64_t i = 0; i < DEALS; i++) {
                uint8_t key[32];
                struct state state = { { 0 } };
                struct draw d;

                draw_key(key, i);
                draw_open(&d, key, 0);
                g->setup(&state, &o, &d);
                judge_value(j, &state, &state, share);
                for (int p = 0; p < o.value[PLAYERS]; p++)
                        sum[p] += share[p];
        }
        divide(WHOLE, sum, o.value[PLAYERS], share);
}

/* From the end backwards, as far as the judge can solve all moves. */
static size_t solved_from(const struct ledger *l)
{
        const struct game *g = l->game;
        size_t from = l->count;

        for (; from > 0; from--) {
                struct state state = l->start;

                for (size_t i = 0; i + 1 < from; i++)
                        g->apply(&state, l->moves[i]);
                if (!judge_can_solve(l->judge, &state))
                        break;
        }
        return from;
}

void ledger_open(struct ledger *l, struct judge *j, const void *start, int dealt, const move *moves, size_t count)
{
        uint32_t expected[MAX_PLAYERS];

        memset(l, 0, sizeof *l);
        l->judge = j;
        l->game = j->game;
        memcpy(&l->start, start, j->game->state_bytes);
        memcpy(&l->state, start, j->game->state_bytes);
        l->moves = moves;
        l->count = count;
        solver_open(&j->solver, j->game);
        l->solved = solved_from(l);
        j->exact = 0;
        judge_value(j, start, start, l->value);
        memcpy(expected, l->value, sizeof expected);
        if (dealt)
                value_of_deals(j, start, expected);
        for (int p = 0; p < game_players(start); p++) {
                l->account[p].start = (int32_t)expected[p];
                l->account[p].deal = (int32_t)(l->value[p] - expected[p]);
        }
}

/* --- decisions --- */

/* Worlds that fit a view: one if nothing is hidden. A game that is looked ahead in is judged from the view itself. */
static int make_worlds(const struct judge *j, const struct state *view, int seat, struct state *world)
{
        uint64_t random = position_hash(j->game, view);
        int n = 0;

        do {
                struct draw d;
                uint8_t key[32];

                world[n] = *view;
                if (!j->guide->lead) {
                        draw_key(key, random_next(&random));
                        draw_open(&d, key, 0);
                        j->game->determinize(&world[n], seat, &d);
                }
        } while (memcmp(&world[n++], view, j->game->state_bytes) != 0 && n < WORLDS);
        return n;
}

/* All values by what a view shows. */
static void weigh(struct judge *j, const struct state *view, int seat, move made, struct weighed *w)
{
        const struct game *g = j->game;
        struct state world[WORLDS];
        int worlds = make_worlds(j, view, seat, world), players = game_players(view);

        w->n = judge_alternatives(j, view, made, w->list);
        w->made = 0;
        for (int i = 0; i < w->n; i++) {
                uint64_t sum[MAX_PLAYERS] = { 0 };

                for (int k = 0; k < worlds; k++) {
                        struct state after = world[k];

                        g->apply(&after, w->list[i]);
                        judge_value(j, &world[k], &after, w->share[i]);
                        for (int p = 0; p < players; p++)
                                sum[p] += w->share[i][p];
                }
                divide(WHOLE, sum, players, w->share[i]);
                if (w->list[i] == made)
                        w->made = i;
        }
        w->best = w->made;
        for (int i = 0; i < w->n; i++)
                if (w->share[i][seat] > w->share[w->best][seat])
                        w->best = i;
}

static uint32_t error_of(const struct weighed *w, int seat)
{
        return w->share[w->best][seat] - w->share[w->made][seat];
}

void ledger_weigh(struct judge *j, const void *start, const move *moves, size_t count, move made, struct weighed *w)
{
        const struct game *g = j->game;
        struct state state, known;
        int who;

        memcpy(&state, start, g->state_bytes);
        for (size_t i = 0; i < count; i++)
                g->apply(&state, moves[i]);
        known = state;
        who = g->turn(&state);
        g->redact(&known, who);
        memory_recall(g, start, moves, count, who, ALL_TURNS, &known);
        w->solved = memcmp(&known, &state, g->state_bytes) == 0 && judge_can_solve(j, &state);
        j->exact = (uint32_t)w->solved;
        weigh(j, &known, who, made, w);
}

static void look_at_decision(struct ledger *l, struct step *s)
{
        const struct game *g = l->game;
        struct state bare = l->state, known;
        struct weighed w;

        g->redact(&bare, s->who);
        known = bare;
        memory_recall(g, &l->start, l->moves, l->at, s->who, ALL_TURNS, &known);
        l->judge->exact &= memcmp(&known, &l->state, g->state_bytes) == 0;
        weigh(l->judge, &known, s->who, s->made, &w);
        s->best = w.list[w.best];
        s->error = error_of(&w, s->who);
        for (int p = 0; p < game_players(&l->state); p++)
                s->swing[p] = (int32_t)(w.share[w.made][p] - w.share[w.best][p]);
        if (s->error >= MISTAKE && memcmp(&bare, &known, g->state_bytes) != 0) {
                l->judge->exact = 0;
                weigh(l->judge, &bare, s->who, s->made, &w);
                s->forgot = s->error > error_of(&w, s->who) ? s->error - error_of(&w, s->who) : 0;
        }
}

/* --- the sums --- */

static void enter(struct ledger *l, const struct step *s)
{
        for (int p = 0; p < game_players(&l->state); p++) {
                struct account *a = &l->account[p];

                if (s->who == CHANCE)
                        a->luck += s->swing[p];
                else
                        a->play[s->who] += s->swing[p];
                a->correction += s->correction[p];
                if (s->swing[p] > a->best.swing)
                        a->best = (struct moment){ (uint32_t)l->at + 1, s->swing[p] };
                if (s->swing[p] < a->worst.swing)
                        a->worst = (struct moment){ (uint32_t)l->at + 1, s->swing[p] };
        }
        if (s->who != CHANCE && s->choices > 1) {
                uint64_t before = l->value[s->who];

                l->account[s->who].decisions++;
                l->account[s->who].stake += (uint32_t)(4 * before * (WHOLE - before) / WHOLE);
                l->account[s->who].error += s->error;
                l->account[s->who].forgot += s->forgot;
        }
}

int ledger_step(struct ledger *l, struct step *s)
{
        const struct game *g = l->game;
        int players = game_players(&l->state);
        struct state after = l->state;
        move list[MAX_MOVES];

        if (l->at == l->count) {
                for (int p = 0; p < players; p++)
                        l->account[p].result = (int32_t)l->value[p];
                return 0;
        }
        memset(s, 0, sizeof *s);
        s->who = g->turn(&l->state);
        s->made = s->best = l->moves[l->at];
        s->choices = g->legal(&l->state, list);
        g->apply(&after, s->made);
        l->judge->exact = l->at >= l->solved;
        judge_value(l->judge, &l->state, &after, s->value);
        if (s->who == CHANCE) {
                uint32_t mean[MAX_PLAYERS];

                judge_mean(l->judge, &l->state, mean);
                for (int p = 0; p < players; p++)
                        s->swing[p] = (int32_t)(s->value[p] - mean[p]);
        } else if (s->choices > 1) {
                look_at_decision(l, s);
        }
        for (int p = 0; p < players; p++)
                s->correction[p] = (int32_t)(s->value[p] - l->value[p]) - s->swing[p];
        enter(l, s);
        memcpy(l->value, s->value, sizeof l->value);
        l->state = after;
        l->at++;
        return 1;
}

int32_t account_adjusted(const struct account *a)
{
        return a->result - a->deal - a->luck;
}

void ledger_luck(struct judge *j, const void *start, const move *moves, size_t count, int32_t *luck)
{
        const struct game *g = j->game;
        int players = game_players(start);
        struct state state;

        memset(luck, 0, MAX_PLAYERS * sizeof *luck);
        j->exact = 0;
        memcpy(&state, start, g->state_bytes);
        for (size_t i = 0; i < count; i++) {
                struct state before = state;
                int who = g->turn(&state);
                uint32_t value[MAX_PLAYERS], mean[MAX_PLAYERS];

                g->apply(&state, moves[i]);
                if (who != CHANCE)
                        continue;
                judge_value(j, &before, &state, value);
                judge_mean(j, &before, mean);
                for (int p = 0; p < players; p++)
                        luck[p] += (int32_t)(value[p] - mean[p]);
        }
}
