/* Ledgers of luck and play: exact sums, fair luck, judgement by what a player could know, and exact endings. docs/review.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../bots/ledger.h"
#include "../../core/labyrinth.h"
#include "../../core/marrakech.h"
#include "random_game.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

enum { MOST_STEPS = 1200 };

/* A random game; its start, and its moves. */
struct played {
        const struct game *game;
        struct state start, end;
        move list[MOST_STEPS];
        size_t count;
};

static void play(struct played *p, const struct game *g, const struct state *start, uint64_t *random)
{
        p->game = g;
        p->start = p->end = *start;
        p->count = 0;
        for (int who = g->turn(&p->end); who != OVER && p->count < MOST_STEPS; p->count++) {
                p->list[p->count] = g->pick(&p->end, random_dice(random));
                who = g->apply(&p->end, p->list[p->count]);
        }
}

/* --- a cheap judge, for many games: it counts points, and looks no further --- */

static void points_now(const struct game *g, void *state, uint64_t *random, uint32_t *share)
{
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

        random_next(random);
        g->score(state, points, tiebreak);
        guide_shares(points, game_players(state), 10, share);
}

static struct guide counting;
static struct judge judge;

static struct judge *counting_judge(const struct game *g)
{
        judge_open(&judge, g, ROUGH_EFFORT);
        counting = *judge.guide;
        counting.lead = NULL;
        counting.worth = NULL;
        counting.playout = points_now;
        judge.guide = &counting;
        judge.net = NULL;
        return &judge;
}

/* --- sums --- */

/* For how many seats the sum is not the result. */
static int wrong_sums(const struct ledger *l)
{
        int wrong = 0;

        for (int p = 0; p < game_players(&l->start); p++) {
                const struct account *a = &l->account[p];
                int32_t sum = a->start + a->deal + a->luck + a->correction;

                for (int q = 0; q < MAX_PLAYERS; q++)
                        sum += a->play[q];
                wrong += sum != a->result;
        }
        return wrong;
}

static void check_result(const struct ledger *l, const struct played *p)
{
        unsigned winners = game_winners(p->game, &p->end);
        int32_t whole = 0;

        for (int seat = 0; seat < game_players(&p->start); seat++) {
                whole += l->account[seat].result;
                if (winners)
                        assert_true((l->account[seat].result > 0) == (winners >> seat & 1));
        }
        assert_int_equal(whole, WHOLE);
}

/* What holds for every step. */
static void check_step(const struct game *g, const struct state *before, const struct step *s)
{
        int32_t swing = 0, correction = 0, value = 0;

        for (int p = 0; p < game_players(before); p++) {
                swing += s->swing[p];
                correction += s->correction[p];
                value += (int32_t)s->value[p];
        }
        assert_int_equal(swing, 0);
        assert_int_equal(correction, 0);
        assert_int_equal(value, WHOLE);
        assert_int_equal(s->who, g->turn(before));
        if (s->who == CHANCE) {
                assert_int_equal(s->error, 0);
                return;
        }
        assert_true(s->swing[s->who] <= 0);
        assert_int_equal(s->error, -s->swing[s->who]);
        assert_true(s->forgot <= s->error);
        assert_true(s->choices > 1 || s->error == 0);
        assert_true((s->best == s->made) == (s->error == 0));
}

static void check_game(struct judge *j, const struct played *p, int dealt)
{
        struct ledger l;
        struct step s;
        struct state before = p->start;

        ledger_open(&l, j, &p->start, dealt, p->list, p->count);
        while (ledger_step(&l, &s)) {
                check_step(p->game, &before, &s);
                before = l.state;
        }
        assert_int_equal(wrong_sums(&l), 0);
        check_result(&l, p);
}

enum { GAMES = 1000 };

TEST(start_luck_play_and_corrections_make_the_result_in_thousands_of_games)
{
        static struct played p;
        const struct game *g;
        uint64_t random = 1;

        for (int i = 0; (g = game_at(i)); i++)
                for (int n = 0; n < (g == &labyrinth ? GAMES / 4 : GAMES); n++) {
                        struct state start = random_game(g, &random);

                        play(&p, g, &start, &random);
                        check_game(counting_judge(g), &p, n % 2);
                }
}

TEST(so_they_do_by_the_judges_that_are_used)
{
        static struct played p;
        const struct game *g;
        uint64_t random = 2;

        for (int i = 0; (g = game_at(i)); i++)
                for (int n = 0; n < 4; n++) {
                        struct state start = random_game(g, &random);

                        play(&p, g, &start, &random);
                        p.count = p.count < 60 ? p.count : 60;
                        p.end = p.start;
                        for (size_t k = 0; k < p.count; k++)
                                g->apply(&p.end, p.list[k]);
                        judge_open(&judge, g, n % 2 ? QUICK_EFFORT : ROUGH_EFFORT);
                        check_game(&judge, &p, 1);
                }
}

TEST(a_wrong_sum_would_be_seen)
{
        static struct played p;
        uint64_t random = 3;
        struct state start = random_game(&marrakech, &random);
        struct ledger l;
        struct step s;

        play(&p, &marrakech, &start, &random);
        ledger_open(&l, counting_judge(&marrakech), &start, 1, p.list, p.count);
        while (ledger_step(&l, &s))
                ;
        assert_int_equal(wrong_sums(&l), 0);
        l.account[0].luck++;
        assert_int_equal(wrong_sums(&l), 1);
        l.account[0].play[1]--;
        assert_int_equal(wrong_sums(&l), 0);
        l.account[1].correction--;
        assert_int_equal(wrong_sums(&l), 1);
}

/* --- luck --- */

/* How many standard errors the mean luck of the first seat is from 0, over so many games of random play. */
static double deviation_of_luck(struct judge *j, const struct game *played, const struct state *start, int games)
{
        static struct played p;
        uint64_t random = 4;
        double sum = 0, squares = 0;

        for (int i = 0; i < games; i++) {
                int32_t luck[MAX_PLAYERS];

                play(&p, played, start, &random);
                ledger_luck(j, start, p.list, p.count, luck);
                sum += luck[0];
                squares += (double)luck[0] * luck[0];
        }
        assert_true(squares > 0);
        return sum / sqrt(squares);
}

static struct state deal_of(const struct game *g, const char *settings)
{
        struct state s = { { 0 } };
        struct options o;
        struct draw d;
        uint8_t key[32];

        options_default(g, &o);
        options_preset(g, &o, settings);
        draw_key(key, 7);
        draw_open(&d, key, 0);
        g->setup(&s, &o, &d);
        return s;
}

TEST(luck_has_mean_zero_over_thousands_of_games)
{
        static const char *const MARRAKECH[] = { "players=2", "players=3", "players=4 orient=after" };
        struct state start = deal_of(&alibaba, "players=2 variant=small");

        for (int i = 0; i < 3; i++) {
                struct state square = deal_of(&marrakech, MARRAKECH[i]);

                assert_true(fabs(deviation_of_luck(counting_judge(&marrakech), &marrakech, &square, 2000)) < 3.5);
        }
        judge_open(&judge, &alibaba, ROUGH_EFFORT);
        assert_true(fabs(deviation_of_luck(&judge, &alibaba, &start, 300)) < 3.5);
}

TEST(luck_is_measured_against_the_weighted_mean_of_all_outcomes)
{
        static struct played p;
        uint64_t random = 10;
        int events = 0;

        for (int i = 0; i < 10; i++) {
                struct state start = random_game(&marrakech, &random), before = start;
                struct ledger l;
                struct step s;

                play(&p, &marrakech, &start, &random);
                ledger_open(&l, counting_judge(&marrakech), &start, 1, p.list, p.count);
                for (; ledger_step(&l, &s); before = l.state) {
                        double mean = 0, weights = 0;
                        move list[MAX_MOVES];
                        int n = marrakech.legal(&before, list);

                        for (int k = 0; k < n && s.who == CHANCE; k++) {
                                struct state after = before;
                                uint32_t share[MAX_PLAYERS];

                                marrakech.apply(&after, list[k]);
                                judge_value(&judge, &before, &after, share);
                                mean += marrakech.weight(&before, list[k]) * (double)share[0];
                                weights += marrakech.weight(&before, list[k]);
                        }
                        if (s.who == CHANCE)
                                assert_true(fabs((double)s.value[0] - s.swing[0] - mean / weights) < 1);
                        events += s.who == CHANCE;
                }
        }
        assert_true(events > 300);
}

/* Thinks that long walks are rarer than they are, when the first seat rolls. */
static int weight_for_the_first(const void *state, move m)
{
        const struct marrakech *s = (const struct marrakech *)state;

        return s->phase == MARRAKECH_ROLL && s->player == 0 && m > 2 ? 0 : marrakech.weight(state, m);
}

TEST(luck_by_wrong_weights_would_be_seen)
{
        struct game loaded = marrakech;
        struct state start = deal_of(&marrakech, "players=2");

        loaded.weight = weight_for_the_first;
        counting_judge(&marrakech)->game = &loaded;
        assert_true(fabs(deviation_of_luck(&judge, &marrakech, &start, 2000)) > 3.5);
}

TEST(luck_alone_is_that_of_the_whole_ledger)
{
        static struct played p;
        uint64_t random = 5;

        for (int i = 0; i < 20; i++) {
                const struct game *g = i % 2 ? &alibaba : &marrakech;
                struct state start = random_game(g, &random);
                struct ledger l;
                struct step s;
                int32_t luck[MAX_PLAYERS];

                play(&p, g, &start, &random);
                ledger_open(&l, counting_judge(g), &start, 1, p.list, p.count);
                while (ledger_step(&l, &s))
                        ;
                ledger_luck(&judge, &start, p.list, p.count, luck);
                for (int seat = 0; seat < game_players(&start); seat++) {
                        assert_int_equal(luck[seat], l.account[seat].luck);
                        assert_int_equal(account_adjusted(&l.account[seat]),
                                         l.account[seat].result - l.account[seat].deal - l.account[seat].luck);
                }
        }
}

/* --- decisions --- */

/* The card of another seat changes nothing for a player, whatever it changes for the truth. */
TEST(a_decision_is_judged_by_what_the_player_could_know)
{
        static struct played p;
        uint64_t random = 6;
        int decisions = 0, different = 0;

        for (int i = 0; i < 3; i++) {
                struct state start = deal_of(&labyrinth, "players=2 deals=off limit=9"), other = start;
                struct labyrinth *o = (struct labyrinth *)&other;
                struct ledger a, b;
                struct step s, t;

                o->card[1] = (uint8_t)((o->card[1] + 1 + i) % CARDS);
                o->card[1] = (uint8_t)(o->card[1] == o->card[0] ? (o->card[1] + 5) % CARDS : o->card[1]);
                play(&p, &labyrinth, &start, &random);
                judge_open(&judge, &labyrinth, QUICK_EFFORT);
                ledger_open(&a, &judge, &start, 0, p.list, p.count);
                ledger_open(&b, &judge, &other, 0, p.list, p.count);
                while (ledger_step(&a, &s) && ledger_step(&b, &t))
                        if (s.who == 0) {
                                assert_int_equal(s.best, t.best);
                                assert_memory_equal(s.swing, t.swing, sizeof s.swing);
                                decisions++;
                        } else {
                                different += memcmp(s.swing, t.swing, sizeof s.swing) != 0;
                        }
        }
        assert_true(decisions > 20);
        assert_true(different > 0);
}

/* Plays games of Ali Baba with such screens; how much was forgotten in all. */
static uint64_t forgotten(const char *settings)
{
        static struct played p;
        uint64_t random = 8, sum = 0;

        for (int i = 0; i < 4; i++) {
                struct state start = deal_of(&alibaba, settings);
                struct ledger l;
                struct step s;

                play(&p, &alibaba, &start, &random);
                judge_open(&judge, &alibaba, ROUGH_EFFORT);
                ledger_open(&l, &judge, &start, 1, p.list, p.count);
                while (ledger_step(&l, &s))
                        ;
                sum += l.account[0].forgot + l.account[1].forgot;
                assert_true(l.account[0].error > 0);
        }
        return sum;
}

TEST(what_was_forgotten_is_told_apart_where_screens_are_closed)
{
        assert_true(forgotten("players=2 screens=closed") > 0);
        assert_true(forgotten("players=2 screens=open") == 0);
}

/* For how many decisions of a game the ledger and the weighing of one decision alone disagree. */
static int weighed_otherwise(const struct played *p)
{
        static struct judge alone;
        static struct weighed w;
        struct ledger l;
        struct step s;
        uint32_t most;
        int wrong = 0;

        ledger_open(&l, counting_judge(p->game), &p->start, 1, p->list, p->count);
        for (size_t i = 0; ledger_step(&l, &s); i++) {
                if (s.who == CHANCE || s.choices < 2)
                        continue;
                alone = judge;
                ledger_weigh(&alone, &p->start, p->list, i, s.made, &w);
                wrong += w.list[w.made] != s.made || w.list[w.best] != s.best ||
                         w.share[w.best][s.who] - w.share[w.made][s.who] != s.error;
                most = w.share[w.best][s.who];
                ledger_weigh(&alone, &p->start, p->list, i, p->game->moves, &w); /* none was made */
                wrong += w.share[w.best][s.who] > most || w.list[w.best] >= p->game->moves;
        }
        return wrong;
}

TEST(a_decision_weighed_alone_is_weighed_as_in_the_ledger)
{
        static struct played p;
        uint64_t random = 12;

        for (int i = 0; i < 6; i++) {
                const struct game *g = game_at(i % 3);
                struct state start = random_game(g, &random);

                play(&p, g, &start, &random);
                p.count = p.count < 120 ? p.count : 120;
                assert_int_equal(weighed_otherwise(&p), 0);
        }
}

/* A last move that ends the game is compared with the results of the others. */
TEST(the_last_decision_is_judged_by_its_results)
{
        static struct played p;
        uint64_t random = 9;
        int last = 0;

        for (int i = 0; i < 40; i++) {
                struct state start = deal_of(&marrakech, "players=2");
                struct ledger l;
                struct step s = { 0 };
                uint32_t most = 0;
                move list[MAX_MOVES];
                int n;

                play(&p, &marrakech, &start, &random);
                ledger_open(&l, counting_judge(&marrakech), &start, 1, p.list, p.count);
                while (l.at + 1 < p.count)
                        ledger_step(&l, &s);
                if (marrakech.turn(&l.state) == CHANCE)
                        continue;
                n = marrakech.legal(&l.state, list);
                for (int k = 0; k < n; k++) {
                        struct state end = l.state;
                        uint32_t share[MAX_PLAYERS];

                        assert_int_equal(marrakech.apply(&end, list[k]), OVER);
                        judge_result(&marrakech, &end, share);
                        most = share[marrakech.turn(&l.state)] > most ? share[marrakech.turn(&l.state)] : most;
                }
                ledger_step(&l, &s);
                assert_int_equal(s.error, most - s.value[s.who]);
                last++;
        }
        assert_true(last > 20);
}

/* --- endings --- */

/* The first seat's share under best play, by trying everything; the budget is counted down to 0 if it does not suffice. */
static double brute_force(const struct game *g, const struct state *state, int *budget)
{
        int who = g->turn(state), n;
        double best = 0, sum = 0, weights = 0;
        move list[MAX_MOVES];

        if (who == OVER) {
                unsigned winners = game_winners(g, state);

                return winners == 3 ? 0.5 : winners == 1;
        }
        n = g->legal(state, list);
        for (int i = 0; i<n && * budget> 0; i++) {
                struct state after = *state;
                double value;

                --*budget;
                g->apply(&after, list[i]);
                value = brute_force(g, &after, budget);
                if (i == 0 || (who == 0 ? value > best : value < best))
                        best = value;
                if (who == CHANCE) {
                        sum += g->weight(state, list[i]) * value;
                        weights += g->weight(state, list[i]);
                }
        }
        return who == CHANCE ? sum / weights : best;
}

/* In one table, so that positions of one ending are found again in another. */
TEST(endings_are_solved_as_by_brute_force)
{
        static struct played p;
        static struct solver solver;
        uint64_t random = 11;
        int compared = 0, between = 0;

        for (int i = 0; i < 60; i++) {
                const struct game *g = i % 2 ? &alibaba : &marrakech;
                struct state start = random_game(g, &random);

                while (game_players(&start) != 2)
                        start = random_game(g, &random);
                play(&p, g, &start, &random);
                solver_open(&solver, g);
                for (size_t back = 1; back <= p.count; back++) {
                        struct state state = start;
                        int budget = 20000;
                        double exact;
                        uint32_t value;

                        for (size_t k = 0; k < p.count - back; k++)
                                g->apply(&state, p.list[k]);
                        exact = brute_force(g, &state, &budget);
                        if (budget == 0)
                                break;
                        solver.nodes = UINT64_MAX;
                        assert_true(solver_value(&solver, &state, &value));
                        assert_true(fabs(exact - (double)value / SOLVER_WHOLE) < 1e-6);
                        compared++;
                        between += exact > 0.01 && exact < 0.99;
                }
        }
        assert_true(compared > 250);
        assert_true(between > 20);
}

TEST(a_solver_says_when_its_budget_did_not_suffice)
{
        static struct solver solver;
        struct state start = deal_of(&marrakech, "players=2"), many = deal_of(&marrakech, "players=4");
        uint32_t value;

        solver_open(&solver, &marrakech);
        solver.nodes = 1000;
        assert_false(solver_value(&solver, &start, &value));
        solver.nodes = 1000;
        assert_false(solver_value(&solver, &many, &value));
}

/* Where the rest is solved there is nothing to correct. */
TEST(there_are_no_corrections_where_the_rest_is_solved)
{
        static struct played p;
        uint64_t random = 12;
        size_t solved = 0;

        for (int i = 0; i < 6; i++) {
                const struct game *g = i % 2 ? &alibaba : &marrakech;
                struct state start = deal_of(g, "players=2");
                struct ledger l;
                struct step s;

                play(&p, g, &start, &random);
                counting_judge(g)->effort = QUICK_EFFORT;
                ledger_open(&l, &judge, &start, 0, p.list, p.count);
                while (ledger_step(&l, &s))
                        if (l.at > l.solved + 1) {
                                assert_true(abs(s.correction[0]) <= 1);
                                solved++;
                        }
                assert_true(l.solved < p.count);
        }
        assert_true(solved > 12);
}

TEST(parts_are_divided_without_a_rest)
{
        static const uint64_t PART[][3] = { { 1, 1, 1 }, { 0, 5, 5 }, { 0, 0, 0 }, { 7, 1, 3 }, { 1000000007, 3, 1 } };
        uint32_t divided_first[3] = { 0 };

        for (size_t i = 0; i < sizeof PART / sizeof *PART; i++) {
                uint64_t total = PART[i][0] + PART[i][1] + PART[i][2];
                uint32_t share[3];

                divide(WHOLE, PART[i], 3, share);
                if (i == 0)
                        memcpy(divided_first, share, sizeof share);
                assert_int_equal(share[0] + share[1] + share[2], WHOLE);
                for (int p = 0; p < 3 && total; p++)
                        assert_true(fabs(share[p] - (double)WHOLE * (double)PART[i][p] / (double)total) < 1);
        }
        assert_true(divided_first[0] == divided_first[1] && divided_first[1] == divided_first[2] + 1); /* 32768 = 3 * 10922 + 2 */
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(start_luck_play_and_corrections_make_the_result_in_thousands_of_games),
                cmocka_unit_test(so_they_do_by_the_judges_that_are_used),
                cmocka_unit_test(a_wrong_sum_would_be_seen),
                cmocka_unit_test(luck_has_mean_zero_over_thousands_of_games),
                cmocka_unit_test(luck_is_measured_against_the_weighted_mean_of_all_outcomes),
                cmocka_unit_test(luck_by_wrong_weights_would_be_seen),
                cmocka_unit_test(luck_alone_is_that_of_the_whole_ledger),
                cmocka_unit_test(a_decision_is_judged_by_what_the_player_could_know),
                cmocka_unit_test(what_was_forgotten_is_told_apart_where_screens_are_closed),
                cmocka_unit_test(a_decision_weighed_alone_is_weighed_as_in_the_ledger),
                cmocka_unit_test(the_last_decision_is_judged_by_its_results),
                cmocka_unit_test(endings_are_solved_as_by_brute_force),
                cmocka_unit_test(a_solver_says_when_its_budget_did_not_suffice),
                cmocka_unit_test(there_are_no_corrections_where_the_rest_is_solved),
                cmocka_unit_test(parts_are_divided_without_a_rest),
        };

        return cmocka_run_group_tests_name("ledger", tests, NULL, NULL);
}
