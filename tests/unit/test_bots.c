/* Bots: they do not cheat, are reproducible, and are worth their level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../bots/bot.h"
#include "../../bots/memory.h"
#include "../../bots/solve.h"
#include "../../core/alibaba.h"
#include "../../core/bits.h"
#include "../../core/labyrinth.h"
#include "random_game.h"

static uint64_t block[1 << 15];

/* The result of a search as text: every move with its visits and its value, and what a level chooses that overlooks half of them.
 */
static void think(const struct game *g, const struct state *view, uint32_t iterations, uint64_t seed, char *found, size_t room)
{
        static struct ranked list[MAX_MOVES];
        const struct level careless = { .overlooks = 50 };
        struct search *s = search_open(block, sizeof block, g, view, seed);
        int n;
        size_t used;

        assert_non_null(s);
        search_run(s, iterations);
        n = search_rank(s, list);
        used = (size_t)snprintf(found, room, "%u ", bot_choice(s, &careless, seed));
        for (int i = 0; i < n && i < 20; i++)
                used += (size_t)snprintf(found + used, room - used, "%u:%u:%u ", list[i].m, list[i].visits, list[i].value);
}

/* The same position with another world that looks the same to a seat. */
static struct state other_world(const struct game *g, const struct state *s, int seat, uint64_t seed)
{
        struct state world = *s;
        struct draw d;
        uint8_t key[32];

        draw_key(key, seed);
        draw_open(&d, key, 0);
        g->redact(&world, seat);
        g->determinize(&world, seat, &d);
        return world;
}

/* Plays random games and counts the decisions in which a bot's result changes with hidden information. A leaky bot gets the
 * state instead of the view. */
static int decisions_that_depend_on_secrets(const struct game *g, int decisions, int leaky)
{
        uint64_t random = 11;
        int different = 0, hidden = 0;

        while (decisions > 0) {
                struct state s = random_game(g, &random);

                while (g->turn(&s) != OVER && decisions > 0) {
                        int seat = g->turn(&s);

                        if (seat != CHANCE && random_dice(&random) % 3 == 0) {
                                struct state a = s, b = other_world(g, &s, seat, random_next(&random));
                                char found[2][1024];
                                uint64_t seed = random_next(&random);

                                hidden += memcmp(&a, &b, g->state_bytes) != 0;
                                if (!leaky) {
                                        g->redact(&a, seat);
                                        g->redact(&b, seat);
                                }
                                think(g, &a, 12, seed, found[0], sizeof found[0]);
                                think(g, &b, 12, seed, found[1], sizeof found[1]);
                                different += strcmp(found[0], found[1]) != 0;
                                decisions--;
                        }
                        g->apply(&s, g->pick(&s, random_dice(&random)));
                }
        }
        if (g != &marrakech)
                assert_true(hidden > 100); /* there was something hidden */
        return different;
}

static void a_bot_does_not_see_what_its_seat_may_not_know(void **unused)
{
        const struct game *g;

        (void)unused;
        for (int i = 0; (g = game_at(i)); i++)
                assert_int_equal(decisions_that_depend_on_secrets(g, 2000, 0), 0);
}

static void a_bot_that_looks_behind_the_screens_would_be_caught(void **unused)
{
        (void)unused;
        assert_true(decisions_that_depend_on_secrets(&alibaba, 1000, 1) > 0);
        assert_true(decisions_that_depend_on_secrets(&labyrinth, 1000, 1) > 0);
}

/* --- memory --- */

/* A game as a seat saw it: its view of the start, and the moves by `seen`. */
static struct record as_seen(const struct record *r, int seat)
{
        struct record mine = { 0 };
        struct state start = r->start, state = r->start;

        r->game->redact(&start, seat);
        record_start(&mine, r->game, &start, 0);
        for (size_t i = 0; i < r->count; i++) {
                assert_true(record_play(&mine, r->game->seen(&state, r->moves[i], seat)));
                r->game->apply(&state, r->moves[i]);
        }
        return mine;
}

/* A memory that looks behind the screens. */
static struct state leaky_known(const struct record *r, int seat, uint32_t turns)
{
        (void)seat;
        (void)turns;
        return r->state;
}

/* In how many decisions of random games a seat would know something else if it were given nothing but what it saw; and what it
 * knows is true. */
static int decisions_that_remember_secrets(const struct game *g, int games,
                                           struct state (*known)(const struct record *r, int seat, uint32_t turns))
{
        int different = 0;

        for (int i = 0; i < games; i++) {
                uint64_t random = (uint64_t)i;
                struct options o;
                struct record r = { 0 };

                random_options(g, &o, &random);
                record_deal(&r, g, &o, (uint64_t)i);
                for (int who; (who = g->turn(&r.state)) != OVER && r.count < 200;) {
                        if (who != CHANCE && random_dice(&random) % 8 == 0) {
                                struct record mine = as_seen(&r, who);
                                uint32_t turns = random_dice(&random) % 12;
                                struct state a = known(&r, who, turns), b = known(&mine, who, turns);

                                different += memcmp(&a, &b, g->state_bytes) != 0;
                                assert_null(g->broken(&r.state, EVERYTHING));
                                record_close(&mine);
                        }
                        record_play(&r, g->pick(&r.state, random_dice(&random)));
                }
                record_close(&r);
        }
        return different;
}

static void a_seat_remembers_only_what_it_saw(void **unused)
{
        const struct game *g;

        (void)unused;
        for (int i = 0; (g = game_at(i)); i++)
                assert_int_equal(decisions_that_remember_secrets(g, g == &labyrinth ? 10 : 60, record_known), 0);
}

static void a_memory_that_looks_behind_the_screens_would_be_caught(void **unused)
{
        (void)unused;
        assert_true(decisions_that_remember_secrets(&alibaba, 20, leaky_known) > 0);
}

/* A seat that remembers everything knows all hands of Ali Baba, since every tile is taken in the open; one that forgets after some
 * turns knows some of them, and nothing that is not so. */
static void tiles_taken_in_the_open_are_remembered_for_some_turns(void **unused)
{
        int some = 0, fewer = 0;

        (void)unused;
        for (int i = 0; i < 40; i++) {
                uint64_t random = (uint64_t)i;
                struct options o;
                struct record r = { 0 };

                random_options(&alibaba, &o, &random);
                record_deal(&r, &alibaba, &o, (uint64_t)i);
                while (alibaba.turn(&r.state) != OVER) {
                        const struct alibaba *s = (const struct alibaba *)&r.state;
                        int who = alibaba.turn(&r.state);

                        if (who != CHANCE && r.count % 4 == 0) {
                                struct state all = record_known(&r, who, ALL_TURNS), three = record_known(&r, who, 3);
                                struct state none = record_known(&r, who, 0), view = r.state;

                                alibaba.redact(&view, who);
                                assert_memory_equal(&none, &view, alibaba.state_bytes);
                                for (int p = 0; p < s->options.value[PLAYERS]; p++) {
                                        uint64_t known = ((struct alibaba *)&three)->hand[p];

                                        assert_true(((struct alibaba *)&all)->hand[p] == s->hand[p]);
                                        assert_true((known & ~s->hand[p]) == 0);
                                        some += p != who && known;
                                        fewer += known != s->hand[p];
                                }
                        }
                        record_play(&r, alibaba.pick(&r.state, random_dice(&random)));
                }
                record_close(&r);
        }
        assert_true(some > 100 && fewer > 100);
}

/* Worlds that are made up fit what is remembered: determinize() fills in the rest. */
static void worlds_fit_what_is_remembered(void **unused)
{
        uint64_t random = 4;

        (void)unused;
        for (int i = 0; i < 40; i++) {
                struct options o;
                struct record r = { 0 };

                random_options(&alibaba, &o, &random);
                record_deal(&r, &alibaba, &o, (uint64_t)i);
                while (alibaba.turn(&r.state) != OVER) {
                        int who = alibaba.turn(&r.state);

                        if (who != CHANCE && r.count % 4 == 0) {
                                struct state known = record_known(&r, who, 2), world = known;
                                struct draw d;
                                uint8_t key[32];

                                draw_key(key, r.count);
                                draw_open(&d, key, 0);
                                alibaba.determinize(&world, who, &d);
                                assert_null(alibaba.broken(&world, EVERYTHING));
                                for (int p = 0; p < game_players(&world); p++)
                                        assert_true((((struct alibaba *)&known)->hand[p] & ~((struct alibaba *)&world)->hand[p]) ==
                                                    0);
                        }
                        record_play(&r, alibaba.pick(&r.state, random_dice(&random)));
                }
                record_close(&r);
        }
}

/* Engine 3.4, through the engine: two states that differ in what player 1 may not know give the same go. */
static void go_depends_on_the_view_alone(void **unused)
{
        struct engine e = { 0 };
        struct options o;
        struct record r = { 0 };
        uint64_t random = 3;
        int compared = 0;

        (void)unused;
        options_default(&alibaba, &o);
        record_deal(&r, &alibaba, &o, 4);
        while (alibaba.turn(&r.state) != OVER) {
                int seat = alibaba.turn(&r.state);

                if (seat != CHANCE && r.count % 5 == 0) {
                        struct state worlds[2] = { r.state, other_world(&alibaba, &r.state, seat, r.count) };
                        char answers[2][64];

                        for (int i = 0; i < 2; i++) {
                                char line[MAX_STATE_TEXT + 16] = "position ";

                                game_print(&alibaba, &worlds[i], line + 9, MAX_STATE_TEXT);
                                assert_string_equal(engine_answer(&e, line, strlen(line)), "=");
                                snprintf(answers[i], sizeof answers[i], "%s", engine_answer(&e, "go iterations=100 seed=5", 24));
                        }
                        assert_string_equal(answers[0], answers[1]);
                        compared++;
                }
                record_play(&r, alibaba.pick(&r.state, random_dice(&random)));
        }
        assert_true(compared > 5);
        record_close(&r);
        engine_close(&e);
}

static void the_same_seed_and_iterations_find_the_same(void **unused)
{
        const struct game *g;

        (void)unused;
        for (int i = 0; (g = game_at(i)); i++) {
                struct record r = { 0 };
                struct options o;
                uint64_t random = 9;
                char found[3][1024];

                options_default(g, &o);
                record_deal(&r, g, &o, 2);
                while (g->turn(&r.state) == CHANCE || r.count < 12)
                        record_play(&r, g->pick(&r.state, random_dice(&random)));
                g->redact(&r.state, g->turn(&r.state));
                think(g, &r.state, 200, 1, found[0], sizeof found[0]);
                memset(block, 0xa5, sizeof block); /* whatever was in the block */
                think(g, &r.state, 200, 1, found[1], sizeof found[1]);
                think(g, &r.state, 200, 2, found[2], sizeof found[2]);
                assert_string_equal(found[0], found[1]);
                assert_string_not_equal(found[0], found[2]);
                record_close(&r);
        }
}

/* However small the block, a search ends with a legal move; if it is too small, it is refused. */
static void a_search_lives_in_the_block_it_is_given(void **unused)
{
        const struct game *g;

        (void)unused;
        assert_null(search_open(block, search_size(0) - 1, &marrakech, block, 0));
        for (int i = 0; (g = game_at(i)); i++) {
                size_t size = search_size(30);
                unsigned char *tight = malloc(size); /* the sanitizer guards its end */
                struct options o;
                struct draw d;
                uint8_t key[32] = { 0 };
                struct state s;
                struct ranked list[MAX_MOVES];
                struct search *search;

                options_default(g, &o);
                draw_open(&d, key, 0);
                g->setup(&s, &o, &d);
                search = search_open(tight, size, g, &s, 1);
                search_run(search, 500);
                assert_true(search_rank(search, list) > 0);
                assert_true(list[0].visits > 0);
                free(tight);
        }
}

/* Plays random moves from a deal; `look` is called for every position. */
static void wander(const struct game *g, int games, int moves, void (*look)(const struct state *s))
{
        for (int i = 0; i < games; i++) {
                uint64_t random = (uint64_t)i;
                struct options o;
                struct record r = { 0 };

                random_options(g, &o, &random);
                record_deal(&r, g, &o, (uint64_t)i);
                for (int k = 0; k < moves && g->turn(&r.state) != OVER; k++) {
                        look(&r.state);
                        record_play(&r, g->pick(&r.state, random_dice(&random)));
                }
                record_close(&r);
        }
}

/* The cells from which the next token can be taken, and by how many pushes, by trying every shift and every move. */
static void look_within_a_turn(const struct state *state)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        uint64_t cells[WAYS] = { 0 }, at_least[WAYS];
        int token = 0;

        if (s->phase != LABYRINTH_SHIFT)
                return;
        while (s->token[token] != labyrinth_next(s))
                token++;
        for (int cell = 0; cell < MAZE_CELLS; cell++) {
                struct labyrinth there = *s;
                move list[MAX_MOVES];
                unsigned pushes = 0;
                int n;

                there.pawn[s->turn] = (uint8_t)cell;
                n = labyrinth.legal(&there, list);
                for (int i = 0; i < n && list[i] < OFFER; i++) {
                        struct labyrinth after = there;
                        int pawn, takes = 0;

                        labyrinth_shift(&after, (int)list[i]);
                        pawn = after.pawn[s->turn];
                        if (after.token[pawn] != labyrinth_next(s))
                                for (uint64_t reach = labyrinth_reach(&after, pawn); reach; reach &= reach - 1)
                                        takes |= after.token[bit_first(reach)] == labyrinth_next(s);
                        assert_int_equal(labyrinth_takes_after(&there, (int)list[i], token), takes);
                        pushes |= (unsigned)takes << list[i] / ORIENTED_TILES;
                }
                for (int k = 0; k < WAYS; k++)
                        cells[k] |= bit_count(pushes) >= 1 << k ? bit(cell) : 0;
        }
        labyrinth_ways(s, token, at_least);
        assert_memory_equal(at_least, cells, sizeof cells);
        assert_true(labyrinth_within_a_turn(s, token) == cells[0]);
}

static void the_cells_within_a_turn_are_those_that_trying_finds(void **unused)
{
        (void)unused;
        wander(&labyrinth, 20, 60, look_within_a_turn);
}

/* Engine 2.20: a value is a share of the win. */
static void look_at_values(const struct state *state)
{
        static struct ranked list[MAX_MOVES];
        struct state view = *state;
        struct search *s;

        labyrinth.redact(&view, labyrinth.turn(state));
        s = search_open(block, sizeof block, &labyrinth, &view, 1);
        search_run(s, 1000);
        search_rank(s, list);
        assert_true(list[0].visits > 0 && list[0].value > 0 && list[0].value < WHOLE);
}

static void values_are_shares_of_the_win(void **unused)
{
        (void)unused;
        wander(&labyrinth, 10, 60, look_at_values);
}

/* A bot that is asked for advice names a move that leads to the token, or to where it can be taken from next; and no slip
 * offers or gives advice. */
static void look_at_advice(const struct state *state)
{
        struct labyrinth after = *(const struct labyrinth *)state;
        struct state view = *state;
        struct level clumsy = { .iterations = 40, .overlooks = 100 };
        struct search *s;
        move m;

        if (after.phase != LABYRINTH_ADVISE && after.phase != LABYRINTH_SHIFT)
                return;
        labyrinth.redact(&view, labyrinth.turn(state));
        s = search_open(block, sizeof block, &labyrinth, &view, 1);
        m = bot_choice(s, &clumsy, 1);
        assert_true(after.phase == LABYRINTH_ADVISE ? m == REFUSE : m < OFFER);
        if (after.phase == LABYRINTH_SHIFT)
                return;
        m = bot_move(block, sizeof block, &labyrinth, &view, 6, 1);
        if (m != REFUSE) {
                int token = 0, goal = (int)m % GOALS;

                labyrinth_shift(&after, (int)m / GOALS);
                while (after.token[token] != labyrinth_next(&after))
                        token++;
                goal = goal == STAY ? after.pawn[after.turn] : goal;
                assert_true(goal == token || labyrinth_within_a_turn(&after, token) >> goal & 1);
        }
}

static void advice_is_good_for_the_asker(void **unused)
{
        (void)unused;
        wander(&labyrinth, 40, 60, look_at_advice);
}

/* A level that overlooks nine of ten shifts still takes the token that it stands on. */
static void what_stands_out_is_seldom_overlooked(void **unused)
{
        const struct level blind = { .iterations = 60, .overlooks = 90 }, seeing = { .iterations = 60 };
        uint64_t random = 3;
        int takes = 0, taken = 0, shifts = 0, best = 0;

        (void)unused;
        for (int i = 0; i < 60; i++) {
                struct state s = random_game(&labyrinth, &random);
                const struct labyrinth *l = (const struct labyrinth *)&s;

                for (int k = 0; k < 400 && labyrinth.turn(&s) != OVER; k++) {
                        if ((l->phase == LABYRINTH_TAKE || l->phase == LABYRINTH_SHIFT) && !l->promised) {
                                struct state view = s;
                                struct search *search;
                                uint64_t seed = random_next(&random);

                                labyrinth.redact(&view, labyrinth.turn(&s));
                                search = search_open(block, sizeof block, &labyrinth, &view, 1);
                                search_run(search, 60);
                                if (l->phase == LABYRINTH_TAKE)
                                        takes++, taken += bot_choice(search, &blind, seed) == TAKE_IT;
                                else
                                        shifts++, best += bot_choice(search, &blind, seed) == bot_choice(search, &seeing, seed);
                        }
                        labyrinth.apply(&s, labyrinth.pick(&s, random_dice(&random)));
                }
        }
        assert_true(takes > 5 && taken * 4 > takes * 3);
        assert_true(shifts > 1000 && best * 5 < shifts);
}

static void levels_think_longer_and_overlook_less(void **unused)
{
        const struct game *g;

        (void)unused;
        for (int i = 0; (g = game_at(i)); i++)
                for (int level = 2; level <= LEVELS; level++) {
                        const struct level *a = bot_level(g, level - 1), *b = bot_level(g, level);

                        assert_true(b->plies >= a->plies && b->memory >= a->memory && b->overlooks <= a->overlooks && !b->slips);
                        if (b->plies == a->plies) { /* iterations of the same kind */
                                assert_true(b->iterations >= a->iterations);
                                assert_true(b->iterations > a->iterations || b->overlooks < a->overlooks);
                        }
                }
}

/* The solver in its simplest form: doubles, no budget, a copy of every state. */
static void brute_force(const struct game *g, const struct state *s, double *share)
{
        int who = g->turn(s), players = game_players(s);
        double found[MAX_PLAYERS], total = 0;
        move list[MAX_MOVES];
        int n = g->legal(s, list);

        if (who == OVER) {
                uint32_t ending[MAX_PLAYERS];

                guide_of(g)->ending(g, s, ending);
                for (int p = 0; p < players; p++)
                        share[p] = ending[p];
                return;
        }
        for (int p = 0; p < players; p++)
                share[p] = who == CHANCE ? 0 : -1;
        for (int i = 0; i < n; i++) {
                struct state after = *s;
                double weight = who == CHANCE ? g->weight(s, list[i]) : 1;

                g->apply(&after, list[i]);
                brute_force(g, &after, found);
                if (who != CHANCE && found[who] > share[who])
                        memcpy(share, found, sizeof found);
                for (int p = 0; p < players && who == CHANCE; p++)
                        share[p] += weight * found[p];
                total += weight;
        }
        for (int p = 0; p < players && who == CHANCE; p++)
                share[p] /= total;
}

/* Goes back from the end of random games as far as the solver can, and compares. */
static void the_solver_agrees_with_brute_force(void **unused)
{
        static const struct game *const games[] = { &alibaba, &marrakech };
        int compared = 0;

        (void)unused;
        for (uint64_t seed = 0; seed < 24; seed++) {
                const struct game *g = games[seed % 2];
                struct options o;
                struct record r = { 0 };
                uint64_t random = seed;
                uint32_t nodes, share[MAX_PLAYERS];

                random_options(g, &o, &random);
                record_deal(&r, g, &o, seed);
                while (g->turn(&r.state) != OVER)
                        record_play(&r, g->pick(&r.state, random_dice(&random)));
                for (nodes = 3000; r.count > 0 && solve(g, &r.state, &nodes, share); nodes = 3000) {
                        double exact[MAX_PLAYERS];

                        brute_force(g, &r.state, exact);
                        for (int p = 0; p < game_players(&r.state); p++)
                                assert_true(share[p] <= exact[p] + 1 && share[p] >= exact[p] - 8); /* rounded down at each event */
                        compared++;
                        record_undo(&r, 1);
                }
                record_close(&r);
        }
        assert_true(compared > 80);
}

/* A search that uses the solver has the exact values, and plays by them. */
static void the_search_hands_over_to_the_solver(void **unused)
{
        struct options o;
        struct record r = { 0 };
        uint64_t random = 5;
        uint32_t nodes = 2000, share[MAX_PLAYERS];
        struct ranked list[MAX_MOVES];
        struct search *s;

        (void)unused;
        options_default(&marrakech, &o);
        record_deal(&r, &marrakech, &o, 1);
        while (marrakech.turn(&r.state) != OVER)
                record_play(&r, marrakech.pick(&r.state, random_dice(&random)));
        do
                record_undo(&r, 1);
        while (marrakech.turn(&r.state) == CHANCE || r.count % 3); /* the last player turns Assam */
        assert_true(solve(&marrakech, &r.state, &nodes, share));
        s = search_open(block, sizeof block, &marrakech, &r.state, 1);
        search_run(s, 1000);
        search_rank(s, list);
        assert_int_equal(list[0].value, share[marrakech.turn(&r.state)]);
        record_close(&r);
}

/* Two seats, a bot and random moves; returns how many games the bot wins. */
static int wins_against_random(const struct game *g, int level, int games)
{
        int wins = 0;

        for (int i = 0; i < games; i++) {
                struct options o;
                struct record r = { 0 };
                uint64_t random = (uint64_t)i;
                int who;

                options_default(g, &o);
                o.value[PLAYERS] = 2;
                record_deal(&r, g, &o, (uint64_t)i);
                while ((who = g->turn(&r.state)) != OVER && r.count < 5000) {
                        struct state view = r.state;

                        g->redact(&view, who);
                        record_play(&r, who == CHANCE  ? record_roll(&r)
                                        : who == i % 2 ? bot_move(block, sizeof block, g, &view, level, r.count)
                                                       : g->pick(&r.state, random_dice(&random)));
                }
                wins += game_winners(g, &r.state) == 1u << i % 2;
                record_close(&r);
        }
        return wins;
}

/* The values of a search just before the game is solved, and the exact values, are on one scale: averaged over many endings
 * they differ little, in either direction. */
static void the_handover_is_no_jump(void **unused)
{
        static const struct game *const games[] = { &alibaba, &marrakech };

        (void)unused;
        for (int k = 0; k < 2; k++) {
                const struct game *g = games[k];
                double difference = 0, apart = 0;
                int compared = 0;

                for (uint64_t seed = 0; seed < 60; seed++) {
                        struct options o;
                        struct record r = { 0 };
                        uint64_t random = seed;

                        options_default(g, &o);
                        o.value[PLAYERS] = 2;
                        record_deal(&r, g, &o, seed);
                        while (g->turn(&r.state) != OVER)
                                record_play(&r, g->pick(&r.state, random_dice(&random)));
                        for (int back = 0; back < 8; back++) {
                                struct ranked before[MAX_MOVES], after[MAX_MOVES];
                                struct state view;
                                struct search *s;

                                record_undo(&r, 1);
                                if (g->turn(&r.state) == CHANCE)
                                        continue;
                                view = r.state;
                                g->redact(&view, g->turn(&view));
                                s = search_open(block, sizeof block, g, &view, seed);
                                search_run(s, 249); /* one less than the first attempt to solve */
                                search_rank(s, before);
                                search_run(s, 1);
                                search_rank(s, after);
                                difference += ((double)after[0].value - before[0].value) / WHOLE;
                                apart += (after[0].value > before[0].value ? (double)(after[0].value - before[0].value)
                                                                           : (double)(before[0].value - after[0].value)) /
                                         WHOLE;
                                compared++;
                        }
                        record_close(&r);
                }
                assert_true(compared > 100);
                assert_true(apart / compared < 0.1);
                assert_true(difference / compared < 0.05 && difference / compared > -0.05);
        }
}

/* With one legal move there is nothing to think about, however long one may. */
static void one_legal_move_is_answered_at_once(void **unused)
{
        static const struct game *const games[] = { &alibaba, &labyrinth };

        (void)unused;
        for (int k = 0; k < 2; k++) {
                const struct game *g = games[k];
                uint64_t random = 2;
                int found = 0;

                while (found < 20) {
                        struct options o;
                        struct state s;
                        struct draw d;
                        uint8_t key[32];
                        move list[MAX_MOVES];

                        random_options(g, &o, &random);
                        draw_key(key, random_next(&random));
                        draw_open(&d, key, 0);
                        g->setup(&s, &o, &d);
                        for (; g->turn(&s) != OVER; g->apply(&s, g->pick(&s, random_dice(&random)))) {
                                struct ranked ranked[MAX_MOVES];
                                struct state view = s;
                                struct search *search;

                                if (g->turn(&s) == CHANCE || g->legal(&s, list) != 1)
                                        continue;
                                g->redact(&view, g->turn(&view));
                                search = search_open(block, sizeof block, g, &view, 1);
                                search_run(search, UINT32_MAX); /* for hours, if it did not stop by itself */
                                assert_int_equal(search_rank(search, ranked), 1);
                                assert_int_equal(ranked[0].m, list[0]);
                                found++;
                        }
                }
        }
}

static void a_middling_bot_beats_random_movers(void **unused)
{
        const struct game *g;

        (void)unused;
        for (int i = 0; (g = game_at(i)); i++)
                assert_true(wins_against_random(g, 5, 6) >= 5);
}

static const char *ask(struct engine *e, const char *line)
{
        return engine_answer(e, line, strlen(line));
}

/* Engine 2.19.1: the defaults are level 10 and seed 0; another level may play something else. */
static void go_is_the_strongest_level_unless_told_otherwise(void **unused)
{
        struct engine e = { 0 };
        char plain[64];
        int differs = 0;

        (void)unused;
        assert_string_equal(ask(&e, "new marrakech players=3 seed=6"), "=");
        snprintf(plain, sizeof plain, "%s", ask(&e, "go"));
        assert_string_equal(ask(&e, "go level=10 seed=0"), plain);
        for (int seed = 0; seed < 40; seed++) {
                char line[64];

                snprintf(line, sizeof line, "go level=1 seed=%d", seed);
                differs |= strcmp(ask(&e, line), plain) != 0;
        }
        assert_true(differs);
        engine_close(&e);
}

/* Engine 2.19.2: a bot knows more of a game than of the same position set alone, if its level remembers. */
static void a_bot_remembers_the_moves_since_new(void **unused)
{
        static const char *const HINTS[] = { "hint level=1 seed=1", "hint level=10 iterations=60 seed=1" };
        struct engine game = { 0 }, position = { 0 };
        int differs[2] = { 0 };

        (void)unused;
        assert_string_equal(ask(&game, "new alibaba players=2 seed=3"), "=");
        for (int moves = 0; moves < 24;) {
                char line[MAX_STATE_TEXT + 16];

                if (strcmp(ask(&game, "turn"), "= chance") == 0) {
                        assert_int_equal(*ask(&game, "roll"), '=');
                        continue;
                }
                snprintf(line, sizeof line, "position %s", ask(&game, "state") + 2);
                assert_string_equal(ask(&position, line), "=");
                for (int i = 0; i < 2; i++) {
                        char answer[2048];

                        snprintf(answer, sizeof answer, "%s", ask(&game, HINTS[i]));
                        assert_int_equal(*answer, '=');
                        differs[i] |= strcmp(ask(&position, HINTS[i]), answer) != 0;
                }
                snprintf(line, sizeof line, "play %s", ask(&game, "go level=3 seed=1") + 2);
                assert_string_equal(ask(&game, line), "=");
                moves++;
        }
        assert_false(differs[0]);
        assert_true(differs[1]);
        engine_close(&game);
        engine_close(&position);
}

/* Engine 2.20.1: every legal move is in a hint, best first, unsearched ones with no visits. */
static void a_hint_lists_every_move(void **unused)
{
        struct engine e = { 0 };
        const char *answer;
        int moves = 0, unvisited = 0;

        (void)unused;
        assert_string_equal(ask(&e, "new labyrinth seed=2 deals=off"), "=");
        answer = ask(&e, "hint iterations=10 seed=1");
        for (const char *at = answer; (at = strstr(at, "{\"move\":")); at++)
                moves++;
        for (const char *at = answer; (at = strstr(at, "\"visits\":0}")); at++)
                unvisited++;
        assert_true(unvisited >= moves - 10 && unvisited < moves);
        answer = ask(&e, "legal");
        for (const char *at = answer; *at; at++)
                moves -= *at == ' ';
        assert_int_equal(moves, 0);
        engine_close(&e);
}

/* Engine 2.21, 2.21.1 */
static void a_view_is_enough_for_a_decision(void **unused)
{
        static const char *const refused[] = { "roll", "record", "perft 1", "view 1", "chance" };
        struct engine e = { 0 };
        char view[MAX_STATE_TEXT + 8] = "see ", legal[1024], go[64];

        (void)unused;
        assert_string_equal(ask(&e, "new alibaba seed=3 players=2"), "=");
        for (int n = 0; n < 20 || strcmp(ask(&e, "turn"), "= player 2") != 0; n++) { /* until both have tiles */
                char play[64] = "play ";

                sscanf(ask(&e, "legal"), "= %58s", play + 5);
                assert_string_equal(ask(&e, play), "=");
        }
        snprintf(legal, sizeof legal, "%s", ask(&e, "legal"));
        snprintf(go, sizeof go, "%s", ask(&e, "go iterations=50"));
        snprintf(view + 4, sizeof view - 4, "%s", ask(&e, "view 1") + 2);
        assert_int_equal(ask(&e, view)[0], '!'); /* player 1 is not to move */
        snprintf(view + 4, sizeof view - 4, "%s", ask(&e, "view 2") + 2);
        assert_non_null(strstr(view, "[null,"));
        assert_string_equal(ask(&e, view), "=");
        assert_string_equal(ask(&e, "state") + 2, view + 4);
        assert_string_equal(ask(&e, "legal"), legal);
        assert_string_equal(ask(&e, "turn"), "= player 2");
        assert_string_equal(ask(&e, "go iterations=50"), go);
        for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
                assert_non_null(strstr(ask(&e, refused[i]), "! this is what one player sees"));
                assert_string_equal(ask(&e, "state") + 2, view + 4);
        }
        assert_string_equal(ask(&e, "new alibaba"), "=");
        assert_string_equal(ask(&e, "play 4a1"), "=");
        engine_close(&e);
}

/* With three others who are not all against the seat, a second turn misleads. */
static void four_players_look_one_turn_ahead(void **unused)
{
        uint64_t random = 3;

        (void)unused;
        for (int i = 0; i < 50; i++) {
                struct state s = random_game(&labyrinth, &random);

                assert_int_equal(labyrinth_guide.turns(&s), game_players(&s) == 4 ? 1 : MOST_TURNS);
        }
}

/* A slope of two makes odds of 3 to 1 odds of 9 to 1; a shift of the logarithm of 3 makes even odds 3 to 1. */
static void values_are_corrected_in_their_order(void **unused)
{
        const struct correction none = { 0 }, same = { STEEP, 0 }, steep = { 2 * STEEP, 0 }, shifted = { STEEP, 4500 };
        const struct correction flat = { STEEP / 2, -1000 };

        (void)unused;
        for (uint32_t share = 0; share <= WHOLE; share++) {
                assert_int_equal(corrected_share(&none, share), share);
                assert_in_range(corrected_share(&same, share) + 60, share, share + 120);
                if (share < WHOLE) {
                        assert_true(corrected_share(&steep, share) <= corrected_share(&steep, share + 1));
                        assert_true(corrected_share(&flat, share) <= corrected_share(&flat, share + 1));
                }
        }
        assert_in_range(corrected_share(&steep, WHOLE * 3 / 4), WHOLE * 9 / 10 - 100, WHOLE * 9 / 10 + 100);
        assert_in_range(corrected_share(&shifted, WHOLE / 2), WHOLE * 3 / 4 - 100, WHOLE * 3 / 4 + 100);
        assert_int_equal(corrected_share(&steep, 0), 0);
        assert_int_equal(corrected_share(&shifted, WHOLE), WHOLE);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(a_bot_does_not_see_what_its_seat_may_not_know),
                cmocka_unit_test(a_bot_that_looks_behind_the_screens_would_be_caught),
                cmocka_unit_test(a_seat_remembers_only_what_it_saw),
                cmocka_unit_test(a_memory_that_looks_behind_the_screens_would_be_caught),
                cmocka_unit_test(tiles_taken_in_the_open_are_remembered_for_some_turns),
                cmocka_unit_test(worlds_fit_what_is_remembered),
                cmocka_unit_test(go_depends_on_the_view_alone),
                cmocka_unit_test(go_is_the_strongest_level_unless_told_otherwise),
                cmocka_unit_test(a_bot_remembers_the_moves_since_new),
                cmocka_unit_test(a_hint_lists_every_move),
                cmocka_unit_test(a_view_is_enough_for_a_decision),
                cmocka_unit_test(the_same_seed_and_iterations_find_the_same),
                cmocka_unit_test(a_search_lives_in_the_block_it_is_given),
                cmocka_unit_test(the_solver_agrees_with_brute_force),
                cmocka_unit_test(the_handover_is_no_jump),
                cmocka_unit_test(one_legal_move_is_answered_at_once),
                cmocka_unit_test(the_search_hands_over_to_the_solver),
                cmocka_unit_test(the_cells_within_a_turn_are_those_that_trying_finds),
                cmocka_unit_test(values_are_shares_of_the_win),
                cmocka_unit_test(values_are_corrected_in_their_order),
                cmocka_unit_test(four_players_look_one_turn_ahead),
                cmocka_unit_test(advice_is_good_for_the_asker),
                cmocka_unit_test(what_stands_out_is_seldom_overlooked),
                cmocka_unit_test(levels_think_longer_and_overlook_less),
                cmocka_unit_test(a_middling_bot_beats_random_movers),
        };

        return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
