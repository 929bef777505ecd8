/* Exact endings; see solver.h. */
#include "solver.h"

#include <string.h>

#include "../core/alibaba.h"
#include "../core/bits.h"
#include "../core/marrakech.h"
#include "../core/random.h"
#include "judge.h"

/* A line that is longer than this is no ending: some games may go on for ever. */
enum { MOST_MOVES = 64, LONGEST_LINE = 128 };

/* --- keys --- */

static uint64_t mixed(uint64_t key, uint64_t with)
{
        key ^= with;
        return random_next(&key);
}

/* Of the tiles behind a screen only the kinds count, and which tiles have not been seen; of a ban, which tiles it still keeps. */
static uint64_t key_of_alibaba(const struct game *g, const void *state)
{
        const struct alibaba *s = (const struct alibaba *)state;
        uint64_t in_cave = ~(s->hand[0] | s->hand[1]), key = 1;

        (void)g;
        for (int p = 0; p < 2; p++) {
                uint64_t kinds = 0;

                for (int kind = 0; kind < KINDS; kind++)
                        kinds = kinds << 3 | (uint64_t)bit_count(s->hand[p] >> COLOURS * kind & ((1 << COLOURS) - 1));
                key = mixed(key, kinds);
                key = mixed(key, alibaba_banned(s, p) & in_cave);
        }
        key = mixed(key, s->hand[0] | s->hand[1]);
        key = mixed(key, s->cave);
        key = mixed(key, s->side);
        for (uint64_t slots = s->face_up; slots; slots &= slots - 1)
                key = mixed(key, (uint64_t)bit_first(slots) << 8 | s->tile[bit_first(slots)]);
        key = mixed(key, (uint64_t)(s->points[0] - s->points[1] + 4096) << 48 | (uint64_t)s->phase << 40 |
                                 (uint64_t)s->player << 32 | (uint64_t)s->turn << 24 | (uint64_t)s->turns_left << 16 |
                                 (uint64_t)s->slot << 8 | s->taken);
        return mixed(key, (uint64_t)s->turned << 24 | (uint64_t)s->extra << 16 | (uint64_t)(s->shown[0] / COLOURS) << 8 |
                                  s->shown[1] / COLOURS);
}

/* Which carpet is which does not matter, and neither of a player's two colours is better. */
static uint64_t key_of_marrakech(const struct game *g, const void *state)
{
        const struct marrakech *s = (const struct marrakech *)state;
        uint64_t key = 2;

        (void)g;
        for (int p = 0; p < 2; p++) {
                int first = s->colour[2 * p] < s->colour[2 * p + 1] ? 2 * p : 2 * p + 1;

                for (int i = 0; i < 2; i++) {
                        int colour = first ^ i;

                        key = mixed(key, s->colour[colour] << 8 | s->carpets[colour] | (s->drawn == colour ? 128 : 0));
                }
                key = mixed(key, s->joined[p]);
        }
        return mixed(key, (uint64_t)s->dirhams[0] << 40 | (uint64_t)s->dirhams[1] << 32 | (uint64_t)s->assam << 24 |
                                  (uint64_t)s->heading << 16 | (uint64_t)s->phase << 8 | (uint64_t)s->player << 4 | s->out);
}

void solver_open(struct solver *s, const struct game *g)
{
        memset(s, 0, sizeof *s);
        s->game = g;
        s->key = g == &alibaba ? key_of_alibaba : g == &marrakech ? key_of_marrakech : position_hash;
}

/* --- the search --- */

static uint32_t search(struct solver *s, const void *state, uint32_t low, uint32_t high);

/* The position after a move, unless the budget is used up. */
static int make(struct solver *s, const void *state, move m, struct state *after)
{
        if (s->nodes == 0)
                return 0;
        s->nodes--;
        memcpy(after, state, s->game->state_bytes);
        s->game->apply(after, m);
        return 1;
}

/* The moves of a decision, those after which the mover's lead in points is the largest first. Their positions are made once more
 * when they are searched: a line can be long, and the stack of WebAssembly is small. */
static int list_moves(struct solver *s, const void *state, int who, move *list)
{
        int lead[MOST_MOVES], n = s->game->legal(state, list);

        for (int i = 0; i < n; i++) {
                int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], gained, k = i;
                struct state after;
                move m = list[i];

                if (!make(s, state, m, &after))
                        return 0;
                s->game->score(&after, points, tiebreak);
                gained = points[who] - points[1 - who];
                for (; k > 0 && lead[k - 1] < gained; k--)
                        lead[k] = lead[k - 1], list[k] = list[k - 1];
                lead[k] = gained, list[k] = m;
        }
        return n;
}

static uint32_t decide(struct solver *s, const void *state, int who, uint32_t low, uint32_t high)
{
        move list[MOST_MOVES];
        int n = list_moves(s, state, who, list);
        uint32_t best = who == 0 ? 0 : SOLVER_WHOLE;

        for (int i = 0; i < n && low < high; i++) {
                struct state after;
                uint32_t value;

                if (!make(s, state, list[i], &after))
                        return 0;
                value = search(s, &after, low, high);
                if (who == 0) {
                        best = value > best ? value : best;
                        low = best > low ? best : low;
                } else {
                        best = value < best ? value : best;
                        high = best < high ? best : high;
                }
        }
        return best;
}

/* An outcome matters as long as the mean can still lie between the bounds, whatever the others are worth. */
static uint32_t expect(struct solver *s, const void *state, uint32_t low, uint32_t high)
{
        const struct game *g = s->game;
        move list[MOST_MOVES];
        int n = g->legal(state, list);
        int64_t total = game_weights(g, state), left = total, sum = 0;

        for (int i = 0; i < n; i++) {
                int64_t weight = g->weight(state, list[i]), least, most;
                struct state after;

                left -= weight;
                if (!make(s, state, list[i], &after))
                        return 0;
                least = (low * total - sum - left * SOLVER_WHOLE) / weight;
                most = (high * total - sum + weight - 1) / weight;
                sum += weight *
                       search(s, &after, least > 0 ? (uint32_t)least : 0, most < SOLVER_WHOLE ? (uint32_t)most : SOLVER_WHOLE);
                if (sum + left * SOLVER_WHOLE <= low * total)
                        return (uint32_t)((sum + left * SOLVER_WHOLE + total - 1) / total);
                if (sum >= high * total)
                        return (uint32_t)(sum / total);
        }
        return (uint32_t)(sum / total);
}

/* Between the bounds the value itself, else a bound of it on the same side. */
static uint32_t search(struct solver *s, const void *state, uint32_t low, uint32_t high)
{
        const struct game *g = s->game;
        int who = g->turn(state);
        uint64_t key;
        size_t i;
        uint32_t value, least = 0, most = SOLVER_WHOLE;

        if (who == OVER) {
                unsigned winners = game_winners(g, state);

                return winners == 1 ? SOLVER_WHOLE : winners == 2 ? 0 : SOLVER_WHOLE / 2;
        }
        key = s->key(g, state);
        i = key % SOLVER_ENTRIES;
        if (s->entry[i].key == key) {
                least = s->entry[i].low;
                most = s->entry[i].high;
                if (least >= high || least == most)
                        return least;
                if (most <= low)
                        return most;
        }
        if (s->length == LONGEST_LINE)
                s->nodes = 0;
        s->length++;
        value = who == CHANCE ? expect(s, state, low, high) : decide(s, state, who, low, high);
        s->length--;
        if (s->nodes == 0)
                return 0;
        s->entry[i].key = key;
        s->entry[i].low = value > low ? value : least;
        s->entry[i].high = value < high ? value : most;
        return value;
}

int solver_value(struct solver *s, const void *state, uint32_t *value)
{
        if (s->game->max_moves > MOST_MOVES || game_players(state) != 2)
                return 0;
        s->length = 0;
        *value = search(s, state, 0, SOLVER_WHOLE);
        return s->nodes > 0;
}
