/* Ratings: the paper's formulas computed by hand, known values, and properties of every update. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "../../bots/bot.h"
#include "../../core/random.h"
#include "../../server/people/rating.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

static const struct weights IN_FULL = { { { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, { 1, 1, 1, 1 } } };

static void assert_near(double is, double should)
{
        if (fabs(is - should) > 1e-8)
                fail_msg("%.10f is not %.10f", is, should);
}

static void fresh(struct rating *players, int n)
{
        for (int i = 0; i < n; i++)
                players[i] = rating_fresh();
}

TEST(two_new_players)
{
        struct rating p[2];

        fresh(p, 2);
        rating_update(p, (int[]){ 1, 2 }, &IN_FULL, 2);
        assert_near(p[0].mu, 27.63523138347365);
        assert_near(p[1].mu, 22.36476861652635);
        assert_near(p[0].sigma, 8.065506316323548);
        assert_near(p[1].sigma, 8.065506316323548);
}

/* c = sqrt(16 + 9 + 2 (25/6)^2) = 7.728015; the first is expected to win 1 / (1 + exp(-3 / c)) = 0.5958488; having lost, it moves
 * by 16 / c * (0 - 0.5958488), the other by 9 / c * (1 - 0.4041512). */
TEST(the_formulas_by_hand)
{
        struct rating p[2] = { { 28, 4 }, { 25, 3 } };
        double c = sqrt(16 + 9 + 2 * (25.0 / 6) * (25.0 / 6)), expected = 1 / (1 + exp(-3 / c));

        rating_update(p, (int[]){ 2, 1 }, &IN_FULL, 2);
        assert_true(fabs(expected - 0.5958488) < 1e-7);
        assert_near(p[0].mu, 28 - 16 / c * expected);
        assert_near(p[1].mu, 25 + 9 / c * expected);
        assert_near(p[0].sigma, 4 * sqrt(1 - 64 / (c * c * c) * expected * (1 - expected)));
        assert_near(p[1].sigma, 3 * sqrt(1 - 27 / (c * c * c) * expected * (1 - expected)));
}

TEST(a_weight_scales_what_one_player_gains_from_another)
{
        struct rating whole[2], half[2], none[2];

        fresh(whole, 2), fresh(half, 2), fresh(none, 2);
        rating_update(whole, (int[]){ 1, 2 }, &IN_FULL, 2);
        rating_update(half, (int[]){ 1, 2 }, &(struct weights){ { { 1, 0.5 }, { 1, 1 } } }, 2);
        rating_update(none, (int[]){ 1, 2 }, &(struct weights){ { { 1, 0 }, { 1, 1 } } }, 2);
        assert_near(half[0].mu - rating_fresh().mu, (whole[0].mu - rating_fresh().mu) / 2);
        assert_near(none[0].mu, rating_fresh().mu);
        assert_near(none[0].sigma, rating_fresh().sigma);
        assert_near(none[1].mu, whole[1].mu); /* for the other one it counts */
}

TEST(farming_one_opponent_pays_less_and_less)
{
        double times = 0, gained = 0;

        for (int game = 0; game < 3; game++, times++)
                assert_near(rating_weight(times), 1);
        for (int game = 3; game < 100; game++, times++)
                gained += rating_weight(times);
        assert_true(gained < 12); /* 3 ln(100 / 3) */
        assert_near(rating_met(6, 86400000), 3);
        assert_near(rating_weight(rating_met(times, UINT64_C(7) * 86400000)), 1); /* a week later it is forgotten */
}

TEST(a_tie_brings_unequal_players_together)
{
        struct rating p[2] = { { 30, 4 }, { 20, 4 } };

        rating_update(p, (int[]){ 1, 1 }, &IN_FULL, 2);
        assert_true(p[0].mu < 30 && p[1].mu > 20 && p[0].mu > p[1].mu);
        fresh(p, 2);
        rating_update(p, (int[]){ 1, 1 }, &IN_FULL, 2);
        assert_near(p[0].mu, 25);
        assert_true(p[0].sigma < rating_fresh().sigma);
}

/* Among four new players, each pair moves by 2.63523138 as two would; the first wins three pairs, the second two of three. */
TEST(three_and_four_players_are_all_their_pairs)
{
        const double step = 2.63523138347365;
        struct rating p[4];

        fresh(p, 4);
        rating_update(p, (int[]){ 1, 2, 3, 4 }, &IN_FULL, 4);
        for (int i = 0; i < 4; i++)
                assert_near(p[i].mu, 25 + step * (3 - 2 * i));
        fresh(p, 3);
        rating_update(p, (int[]){ 3, 1, 1 }, &IN_FULL, 3);
        assert_near(p[0].mu, 25 - 2 * step);
        assert_near(p[1].mu, 25 + step);
        assert_near(p[2].mu, 25 + step);
        assert_near(p[0].sigma, 25.0 / 3 * sqrt(1 - 2 * (1 - pow(8.065506316323548 / (25.0 / 3), 2))));
}

/* In any game: with equal sigmas the gains equal the losses; among equals the ratings are ordered as the places; no sigma
 * grows. */
TEST(properties_of_every_update)
{
        uint64_t random = 5;

        for (int round = 0; round < 10000; round++) {
                int n = (int)(random_dice(&random) % 3) + 2, place[4];
                struct rating p[4], q[4];
                double sigma = 1 + (double)(random_dice(&random) % 700) / 100, before = 0, after = 0;

                for (int i = 0; i < n; i++) {
                        place[i] = (int)(random_dice(&random) % (uint32_t)n) + 1;
                        p[i] = (struct rating){ (double)(random_dice(&random) % 6000) / 100, sigma };
                        q[i] = (struct rating){ 25, sigma };
                        before += p[i].mu;
                }
                rating_update(p, place, &IN_FULL, n);
                rating_update(q, place, &IN_FULL, n);
                for (int i = 0; i < n; i++) {
                        after += p[i].mu;
                        assert_true(p[i].sigma <= sigma && p[i].sigma >= 1);
                        for (int k = 0; k < n; k++)
                                assert_true((place[i] < place[k]) == (q[i].mu > q[k].mu + 1e-9));
                }
                assert_near(after, before);
        }
}

TEST(sigma_has_a_minimum_so_ratings_keep_moving)
{
        struct rating p[2] = { { 25, 1 }, { 25, 1 } };

        for (int i = 0; i < 1000; i++)
                rating_update(p, (int[]){ 1, 1 }, &IN_FULL, 2);
        assert_near(p[0].sigma, 1);
        rating_update(p, (int[]){ 1, 2 }, &IN_FULL, 2);
        assert_true(p[0].mu > 25.05);
}

/* 400 points are ten to one. */
TEST(the_displayed_rating)
{
        struct rating strong = rating_fresh();

        assert_int_equal(rating_shown(rating_fresh()), 1500);
        strong.mu += log(10) * sqrt(2) * 25 / 6;
        assert_int_equal(rating_shown(strong), 1900);
}

TEST(bots_are_on_the_same_scale)
{
        const struct game *g;

        for (int i = 0; (g = game_at(i)); i++) {
                for (int level = 1; level <= LEVELS; level++) {
                        assert_int_equal(rating_level(g, rating_of_bot(g, level)), level);
                        if (level > 1)
                                assert_true(rating_of_bot(g, level).mu > rating_of_bot(g, level - 1).mu);
                }
                assert_int_equal(rating_level(g, rating_fresh()), 3);
                assert_int_equal(rating_level(g, (struct rating){ -100, 1 }), 1);
                assert_int_equal(rating_level(g, (struct rating){ 200, 1 }), LEVELS);
        }
        assert_int_equal(rating_shown(rating_of_bot(&alibaba, 4)), 1660);
        assert_int_equal(rating_shown(rating_of_bot(&labyrinth, 4)), 1700);
        assert_int_equal(rating_shown(rating_of_bot(&marrakech, 4)), 1580);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(two_new_players),
                cmocka_unit_test(the_formulas_by_hand),
                cmocka_unit_test(a_weight_scales_what_one_player_gains_from_another),
                cmocka_unit_test(farming_one_opponent_pays_less_and_less),
                cmocka_unit_test(a_tie_brings_unequal_players_together),
                cmocka_unit_test(three_and_four_players_are_all_their_pairs),
                cmocka_unit_test(properties_of_every_update),
                cmocka_unit_test(sigma_has_a_minimum_so_ratings_keep_moving),
                cmocka_unit_test(the_displayed_rating),
                cmocka_unit_test(bots_are_on_the_same_scale),
        };

        return cmocka_run_group_tests_name("rating", tests, NULL, NULL);
}
