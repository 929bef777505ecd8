/* Iterative-deepening alpha-beta; see ahead.h. */
#include "ahead.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/random.h"

enum { FAR = 1 << 30 };

void ahead_open(struct ahead *a, const struct game *g, const struct guide *guide, const void *view, struct memo *memo,
                uint64_t *random)
{
        struct ply *root = &a->ply[0];

        memset(a, 0, sizeof *a);
        a->game = g;
        a->guide = guide;
        a->memo = memo;
        a->seat = (uint32_t)g->turn(view);
        memcpy(&root->state, view, g->state_bytes);
        a->firsts = root->n = guide->worth(view, (int)a->seat, MOST_TURNS, memo, root->list);
        for (int i = 0; i < root->n; i++) {
                int k = place_of(random_dice(random), i + 1);

                a->first[i] = a->first[k];
                a->first[k].m = root->list[i];
        }
        for (int i = 1; i < root->n; i++)
                if (guide->favour(view, a->first[i].m)) { /* advice is searched first */
                        move m = a->first[0].m;

                        a->first[0].m = a->first[i].m;
                        a->first[i].m = m;
                }
}

/* Best first; stable for equal leads. */
static void sort(struct first *list, int n)
{
        for (int i = 1; i < n; i++) {
                struct first f = list[i];
                int k = i;

                for (; k > 0 && list[k - 1].lead < f.lead; k--)
                        list[k] = list[k - 1];
                list[k] = f;
        }
}

/* Starts over from the root, one turn deeper. */
static void begin(struct ahead *a)
{
        struct ply *root = &a->ply[0];

        for (int i = 0; i < a->firsts; i++)
                root->list[i] = a->first[i].m;
        a->cut = 0;
        a->plies = 1;
        root->turns = ++a->depth;
        root->next = 0;
        root->low = root->best = -FAR;
        root->high = FAR;
}

/* The first iteration compares all moves; in later ones it is enough to know that a move is not the best. */
static void found_first(struct ahead *a, struct ply *root, int32_t lead)
{
        struct first *f = &a->first[root->next++];

        if (a->depth == 1 || lead > root->best || lead < f->lead)
                f->lead = lead;
        root->best = lead > root->best ? lead : root->best;
        if (a->depth > 1)
                root->low = root->best;
}

/* The move that was searched has this value. */
static void found(struct ahead *a, int32_t lead)
{
        struct ply *p = &a->ply[a->plies - 1];
        int own = a->game->turn(&p->state) == (int)a->seat;

        if (a->plies == 1) {
                found_first(a, p, lead + a->guide->favour(&p->state, p->list[p->next]));
                return;
        }
        if (own ? lead > p->best : lead < p->best)
                p->best = lead;
        if (own && lead > p->low)
                p->low = lead;
        if (!own && lead < p->high)
                p->high = lead;
        if (p->low >= p->high)
                p->strong = p->list[p->next];
        p->next++;
}

/* All moves of a position have been searched, or cut off. */
static void finish(struct ahead *a)
{
        int32_t best = a->ply[--a->plies].best;

        if (a->plies > 0) {
                found(a, best);
                return;
        }
        sort(a->first, a->firsts);
        a->settled = !a->cut || a->firsts == 1 || a->depth >= a->guide->turns(&a->ply[0].state);
}

static void put_first(move *list, int n, move m)
{
        for (int i = 1; i < n; i++)
                if (list[i] == m) {
                        memmove(list + 1, list, (size_t)i * sizeof *list);
                        list[0] = m;
                        return;
                }
}

/* Makes the next move, and those after it while there is only one to search. */
static void follow(struct ahead *a)
{
        const struct game *g = a->game;
        struct ply *p = &a->ply[a->plies - 1], *q = p + 1;
        int owner = g->owner(&p->state), who;
        move m = p->list[p->next];

        memcpy(&q->state, &p->state, g->state_bytes);
        q->turns = p->turns;
        do {
                who = g->apply(&q->state, m);
                q->turns -= g->owner(&q->state) != owner;
                owner = g->owner(&q->state);
                if (who == OVER || q->turns == 0 || a->plies == MOST_PLIES - 1) {
                        a->cut |= who != OVER;
                        found(a, a->guide->lead(&q->state, (int)a->seat, a->memo));
                        return;
                }
                q->n = a->guide->worth(&q->state, (int)a->seat, q->turns, a->memo, q->list);
                m = q->list[0];
        } while (q->n == 1);
        put_first(q->list, q->n, q->strong);
        q->next = 0;
        q->low = p->low;
        q->high = p->high;
        q->best = who == (int)a->seat ? -FAR : FAR;
        a->plies++;
}

void ahead_step(struct ahead *a)
{
        struct ply *root = &a->ply[0], *p;

        if (a->plies == 0)
                begin(a);
        p = &a->ply[a->plies - 1];
        if (root->next < root->n)
                a->first[root->next].visits++;
        if (p->next == p->n || p->low >= p->high)
                finish(a);
        else
                follow(a);
}

/* During an iteration, ranks the moves it has finished, if there are any. */
int ahead_rank(const struct ahead *a, struct first *list)
{
        int looked = a->plies ? a->ply[0].next : 0;

        memcpy(list, a->first, sizeof *list * (size_t)a->firsts);
        sort(list, looked);
        return a->depth > 1 || !a->plies ? a->firsts : looked;
}
