/* Information-set Monte Carlo tree search; see search.h. */
#include "search.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/random.h"
#include "ahead.h"
#include "plies.h"
#include "solve.h"

enum { MEMO_ENTRIES = 1 << 16 };

/* A node is the move that leads to it. Its children are the moves tried after it. */
struct node {
        uint32_t child;   /* the first child; 0: none, since the root is node 0 */
        uint32_t sibling; /* the next child of its parent; 0: none */
        uint32_t visits;
        uint64_t value; /* sum of the shares of the win of the seat that chose it */
        move m;
        uint32_t mark; /* the last iteration in which the move was legal when its parent was visited */
};

enum { MAX_DEPTH = 200 };

/* After SOLVE_AT iterations the search tries to solve the rest of the game, and again each time they have grown fourfold: with
 * SOLVE_NODES moves for each iteration so far, up to MOST_NODES, and in several worlds if something is hidden. So a bot with few
 * iterations does not see the end either. */
enum { SOLVE_AT = 250, SOLVE_NODES = 10, MOST_NODES = 100000, SOLVE_WORLDS = 4, ONE_MOVE_ITERATIONS = 16, MAX_MOVES_SOLVED = 64 };

/* With a net, once, after the first estimates. */
enum { NODES_WITH_NET = 30000 };

struct search {
        const struct game *game;
        const struct guide *guide;
        struct state view;
        uint64_t random;
        uint32_t iterations;
        uint32_t seat;
        uint32_t solve_at;  /* the iteration of the next attempt to solve the rest */
        uint32_t settled;   /* 1: nothing more to find out */
        uint32_t solved;    /* 1: because the rest was searched exhaustively */
        uint32_t one_move;  /* 1: there is only one legal move */
        uint32_t nodes;     /* in use */
        uint32_t room;      /* capacity */
        struct plies plies; /* used instead of the tree where there is a net */
        struct state world; /* of the current pass of `plies` */
        struct ahead ahead; /* used instead of the tree by some games; its memo is where the nodes would be */
        struct node node[];
};

/* --- arithmetic --- */

static uint32_t square_root(uint64_t square)
{
        uint64_t root = 0;

        for (uint64_t step = (uint64_t)1 << 62; step; step >>= 2) {
                if (square >= root + step) {
                        square -= root + step;
                        root = (root >> 1) + step;
                } else {
                        root >>= 1;
                }
        }
        return (uint32_t)root;
}

/* 1024 times the binary logarithm of n >= 1; linear between powers of two. */
static uint32_t logarithm(uint32_t n)
{
        uint32_t power = 0;

        while (n >> power > 1)
                power++;
        return power * 1024 + (uint32_t)(((uint64_t)n << 10 >> power) - 1024);
}

/* --- the tree --- */

size_t search_size(uint32_t iterations)
{
        return sizeof(struct search) + ((size_t)iterations + 2) * sizeof(struct node);
}

/* As large as the block allows. */
static struct memo *open_memo(struct search *s, size_t size)
{
        struct memo *memo = (struct memo *)s->node;
        size_t room = (size - sizeof *s - sizeof *memo) / sizeof *memo->entry;

        for (memo->entries = 1; memo->entries < MEMO_ENTRIES && 2 * memo->entries <= room;)
                memo->entries *= 2;
        memset(memo->entry, 0, (size_t)memo->entries * sizeof *memo->entry);
        return memo;
}

/* What all kinds of searches need. NULL: the block is too small. */
static struct search *begin(const struct guide *guide, void *block, size_t size, const struct game *g, const void *view,
                            uint64_t seed)
{
        struct search *s = block;
        move list[MAX_MOVES];
        size_t room;

        if (size < search_size(0))
                return 0;
        room = (size - sizeof *s) / sizeof(struct node);
        memset(s, 0, sizeof *s + sizeof(struct node));
        s->game = g;
        s->guide = guide;
        memcpy(&s->view, view, g->state_bytes);
        s->seat = (uint32_t)g->turn(view);
        s->random = seed;
        s->room = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
        s->nodes = 1;
        s->solve_at = SOLVE_AT;
        s->one_move = g->legal(view, list) == 1;
        return s;
}

struct search *search_open_by(const struct guide *guide, void *block, size_t size, const struct game *g, const void *view,
                              uint64_t seed)
{
        struct search *s = begin(guide, block, size, g, view, seed);

        if (s && guide->lead)
                ahead_open(&s->ahead, g, guide, view, open_memo(s, size), &s->random);
        return s;
}

struct search *search_open(void *block, size_t size, const struct game *g, const void *view, uint64_t seed)
{
        return search_open_by(guide_of(g), block, size, g, view, seed);
}

struct search *search_open_net(void *block, size_t size, const struct game *g, const struct net *net, uint32_t plies,
                               uint32_t steps, const void *view, uint64_t seed)
{
        struct search *s;

        if (!plies_can(g, view))
                return search_open(block, size, g, view, seed);
        s = begin(guide_of(g), block, size, g, view, seed);
        if (s)
                plies_open(&s->plies, net, g, view, plies, steps, !g->hides);
        return s;
}

/* The child for a move, created if there is room; 0 if not. */
static uint32_t child_for(struct search *s, uint32_t parent, move m)
{
        uint32_t child;

        for (child = s->node[parent].child; child; child = s->node[child].sibling)
                if (s->node[child].m == m)
                        return child;
        if (s->nodes == s->room)
                return 0;
        child = s->nodes++;
        memset(&s->node[child], 0, sizeof s->node[child]);
        s->node[child].m = m;
        s->node[child].sibling = s->node[parent].child;
        s->node[parent].child = child;
        return child;
}

/* The upper confidence bound of a child. */
static uint64_t worth(const struct search *s, uint32_t child, uint32_t log_visits)
{
        const struct node *c = &s->node[child];
        uint64_t doubt = (uint64_t)s->guide->explore * s->guide->explore * log_visits / 1024 / c->visits;

        return c->value / c->visits + square_root(doubt);
}

/* A random move that has no child yet. */
static move untried(struct search *s, uint32_t parent, const move *list, int n)
{
        move found = list[0];
        uint32_t seen = 0;

        for (int i = 0; i < n; i++) {
                uint32_t child = s->node[parent].child;

                while (child && s->node[child].m != list[i])
                        child = s->node[child].sibling;
                if (!child && place_of(random_dice(&s->random), (int)++seen) == 0)
                        found = list[i];
        }
        return found;
}

/* The move to try from a node: an untried one if there is any, else the one with the highest bound. */
static move choose(struct search *s, uint32_t parent, const void *world)
{
        move list[MAX_MOVES];
        int n = s->game->legal(world, list), tried = 0;
        uint32_t best = 0, log_visits = logarithm(s->node[parent].visits + 1);
        uint64_t most = 0;

        if (n == 1)
                return list[0];
        for (uint32_t child = s->node[parent].child; child; child = s->node[child].sibling)
                for (int i = 0; i < n; i++)
                        if (list[i] == s->node[child].m) {
                                tried++;
                                s->node[child].mark = s->iterations;
                                break;
                        }
        if (tried < n)
                return untried(s, parent, list, n);
        for (uint32_t child = s->node[parent].child; child; child = s->node[child].sibling) {
                uint64_t w;

                if (s->node[child].mark != s->iterations)
                        continue;
                if (s->node[child].visits == 0)
                        return s->node[child].m;
                w = worth(s, child, log_visits);
                if (w >= most)
                        most = w, best = child;
        }
        return s->node[best].m;
}

/* A random world consistent with the view. */
static struct state made_up(struct search *s)
{
        struct state world = s->view;
        struct draw d;
        uint8_t key[32];

        draw_key(key, random_next(&s->random));
        draw_open(&d, key, 0);
        s->game->determinize(&world, (int)s->seat, &d);
        return world;
}

static void iterate(struct search *s)
{
        const struct game *g = s->game;
        struct state world = made_up(s);
        uint32_t path[MAX_DEPTH], chose[MAX_DEPTH], at = 0, share[MAX_PLAYERS];
        int depth = 0, who = g->turn(&world);

        s->iterations++;
        while (who != OVER && depth < MAX_DEPTH) {
                move m = who == CHANCE ? g->pick(&world, random_dice(&s->random)) : choose(s, at, &world);
                uint32_t next;

                if (who == CHANCE && s->guide->open) {
                        who = g->apply(&world, m);
                        continue;
                }
                next = child_for(s, at, m);
                if (!next)
                        break;
                chose[depth] = (uint32_t)who;
                path[depth++] = at = next;
                who = g->apply(&world, m);
                if (s->node[at].visits == 0)
                        break;
        }
        s->guide->playout(s->game, &world, &s->random, share);
        s->node[0].visits++;
        for (int i = 0; i < depth; i++) {
                s->node[path[i]].visits++;
                if (chose[i] < MAX_PLAYERS)
                        s->node[path[i]].value += share[chose[i]];
        }
}

/* Searches the rest of the game exhaustively with so many moves, if it is small: the mean of each of the seat's moves over worlds
 * that fit, in the order of the list. Returns how many moves there are; 0: it did not suffice. */
static int solve_rest(struct search *s, uint32_t nodes, move *list, uint32_t *value)
{
        const struct game *g = s->game;
        uint64_t sum[MAX_MOVES_SOLVED] = { 0 };
        uint32_t worlds = 0;
        int n = g->legal(&s->view, list);

        if (n > MAX_MOVES_SOLVED)
                return 0;
        do {
                struct state world = made_up(s);

                for (int i = 0; i < n; i++) {
                        struct state after = world;
                        uint32_t share[MAX_PLAYERS];

                        g->apply(&after, list[i]);
                        if (!solve(s->game, &after, &nodes, share))
                                return 0;
                        sum[i] += share[s->seat];
                }
                worlds++;
                if (memcmp(&world, &s->view, g->state_bytes) == 0)
                        break; /* nothing is hidden: one world is enough */
        } while (worlds < SOLVE_WORLDS);
        for (int i = 0; i < n; i++)
                value[i] = (uint32_t)(sum[i] / worlds);
        return n;
}

/* Then the moves have exact values. */
static void try_to_solve(struct search *s)
{
        move list[MAX_MOVES];
        uint32_t value[MAX_MOVES_SOLVED];
        int n = solve_rest(s, s->iterations < MOST_NODES / SOLVE_NODES ? SOLVE_NODES * s->iterations : MOST_NODES, list, value);

        for (int i = 0; i < n; i++) {
                uint32_t child = child_for(s, 0, list[i]);

                if (!child)
                        return;
                s->node[child].visits = s->iterations;
                s->node[child].value = (uint64_t)value[i] * s->iterations;
        }
        s->solved = n > 0;
        s->settled |= s->solved;
}

static void try_to_solve_with_net(struct search *s)
{
        move list[MAX_MOVES];
        uint32_t value[MAX_MOVES_SOLVED];
        int n = solve_rest(s, NODES_WITH_NET, list, value);

        if (n)
                plies_settle(&s->plies, list, value, n);
}

/* One step over the net, in the world of its pass. */
static void step(struct search *s)
{
        struct plies *p = &s->plies;

        if (p->next == 0) {
                if (p->pass == 1 && p->depth > 1 && s->guide->late && s->guide->late(&s->view))
                        try_to_solve_with_net(s);
                s->world = made_up(s);
        }
        if (!p->settled)
                plies_step(p, &s->world, s->random);
        s->iterations++;
}

void search_run(struct search *s, uint32_t iterations)
{
        if (s->plies.net) {
                while (iterations-- > 0 && !s->plies.settled)
                        step(s);
                return;
        }
        if (s->guide->lead) {
                while (iterations-- > 0 && !s->ahead.settled)
                        ahead_step(&s->ahead);
                return;
        }
        while (iterations-- > 0 && !s->settled) {
                iterate(s);
                if (s->iterations == s->solve_at) {
                        s->solve_at *= 4;
                        try_to_solve(s);
                }
                if (s->one_move && s->iterations == ONE_MOVE_ITERATIONS)
                        s->settled = 1;
        }
}

static int rank_ahead(const struct search *s, const move *legal, int n, struct ranked *list)
{
        struct first first[MOST_WORTH];
        int looked = ahead_rank(&s->ahead, first), ranked = 0, sees_all = looked == s->ahead.firsts;
        move offer;

        if (!sees_all && s->guide->plea(&s->view, s->random, &offer))
                list[ranked++] = (struct ranked){ offer, 1, looked ? s->guide->share(&s->view, first[0].lead) : 0 };
        for (int i = 0; i < looked; i++)
                list[ranked++] = (struct ranked){ first[i].m, first[i].visits, s->guide->share(&s->view, first[i].lead) };
        for (int i = 0, known = ranked; i < n; i++) {
                int k = 0;

                while (k < known && list[k].m != legal[i])
                        k++;
                if (k == known)
                        list[ranked++] = (struct ranked){ legal[i], 0, 0 };
        }
        return ranked;
}

static int rank_plies(const struct search *s, struct ranked *list)
{
        struct candidate candidate[MOST_CANDIDATES];
        int n = plies_rank(&s->plies, candidate);

        for (int i = 0; i < n; i++)
                list[i] = (struct ranked){ candidate[i].m, candidate[i].passes + 1, candidate_worth(&candidate[i]) };
        return n;
}

const struct game *search_game(const struct search *s)
{
        return s->game;
}

const void *search_view(const struct search *s)
{
        return &s->view;
}

move search_slip(const struct search *s, uint32_t dice)
{
        return s->guide->slip ? s->guide->slip(&s->view, dice) : s->game->pick(&s->view, dice);
}

/* Values that were found by playouts, and not by solving the rest, are made to come true. */
static void correct(const struct search *s, struct ranked *list, int n)
{
        const struct correction *c = &s->guide->correction[game_players(&s->view)];

        for (int i = 0; i < n && !s->solved; i++)
                list[i].value = corrected_share(c, list[i].value);
}

int search_rank(const struct search *s, struct ranked *list)
{
        move legal[MAX_MOVES];
        int n = s->game->legal(&s->view, legal);

        if (s->plies.net)
                return rank_plies(s, list);
        if (s->guide->lead)
                return rank_ahead(s, legal, n, list);
        for (int i = 0; i < n; i++) {
                uint32_t child = s->node[0].child;
                struct ranked r = { legal[i], 0, 0 };
                int place = i;

                while (child && s->node[child].m != legal[i])
                        child = s->node[child].sibling;
                if (child && s->node[child].visits) {
                        r.visits = s->node[child].visits;
                        r.value = (uint32_t)(s->node[child].value / s->node[child].visits);
                }
                for (; place > 0 && (list[place - 1].visits < r.visits ||
                                     (list[place - 1].visits == r.visits && list[place - 1].value < r.value));
                     place--)
                        list[place] = list[place - 1];
                list[place] = r;
        }
        correct(s, list, n);
        return n;
}

/* A share of the win from 0 to 1, with four decimals. */
static void add_share(struct text *t, uint32_t share)
{
        uint32_t digits = (share * 10000 + WHOLE / 2) / WHOLE;

        text_number(t, digits / 10000);
        text_add(t, ".");
        for (uint32_t place = 1000; place; place /= 10)
                text_number(t, digits / place % 10);
}

void search_print(const struct search *s, int most, struct text *t)
{
        struct ranked list[MAX_MOVES];
        int n = search_rank(s, list);

        text_add(t, "[");
        for (int i = 0; i < n && i < most; i++) {
                text_add(t, i ? ",{\"move\":\"" : "{\"move\":\"");
                s->game->print_move(&s->view, list[i].m, t);
                text_add(t, "\",\"value\":");
                add_share(t, list[i].value);
                text_add(t, ",\"visits\":");
                text_number(t, list[i].visits);
                text_add(t, "}");
        }
        text_add(t, "]");
}
