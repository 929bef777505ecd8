/* The lab's counts and statistics. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../cli/census.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

static struct census c;

static void near(double a, double b)
{
        if (fabs(a - b) > 1e-6)
                fail_msg("%f is not %f", a, b);
}

static struct outcome outcome(uint32_t winners, uint32_t turns, int a, int b, int third)
{
        return (struct outcome){ .winners = winners,
                                 .turns = turns,
                                 .decisions = 2 * turns,
                                 .events = turns,
                                 .points = { (int16_t)a, (int16_t)b, (int16_t)third } };
}

TEST(a_shared_win_is_divided)
{
        const struct outcome games[] = { outcome(1, 10, 9, 4, 2), outcome(3, 20, 7, 7, 1), outcome(7, 30, 5, 5, 5),
                                         outcome(4, 40, 1, 2, 8) };

        census_open(&c, 3);
        census_add(&c, games, 2);
        census_add(&c, games + 2, 2);
        assert_int_equal(c.games, 4);
        assert_int_equal(c.shared, 2);
        assert_int_equal(c.wins[0], WIN + WIN / 2 + WIN / 3);
        assert_int_equal(c.wins[1], WIN / 2 + WIN / 3);
        assert_int_equal(c.wins[2], WIN / 3 + WIN);
        assert_int_equal(c.wins[3], 0);
        assert_int_equal(c.decisions, 200);
        assert_int_equal(c.events, 100);
        near(census_share(&c, 0).is + census_share(&c, 1).is + census_share(&c, 2).is, 1);
        near(census_advantage(&c).is, (1 + 0.5 + 1.0 / 3) / 4 - 1.0 / 3);
}

TEST(points_are_counted_by_seat_and_for_the_best)
{
        const struct outcome games[] = { outcome(1, 1, 9, 4, 2), outcome(3, 1, 7, 7, 1), outcome(4, 1, 1, 2, 8) };

        census_open(&c, 3);
        census_add(&c, games, 3);
        assert_int_equal(c.points[0][9], 1);
        assert_int_equal(c.points[1][7], 1);
        assert_int_equal(c.points[2][8], 1);
        assert_int_equal(c.best[9] + c.best[7] + c.best[8], 3);
        assert_int_equal(c.lead[5], 1); /* 9 to 4 */
        assert_int_equal(c.lead[0], 1); /* 7 to 7 */
        assert_int_equal(c.lead[6], 1); /* 8 to 2 */
}

TEST(values_beyond_the_scale_are_counted_at_its_end)
{
        const struct outcome long_one = outcome(1, 1u << 30, 30000, -3, 0);

        census_open(&c, 2);
        census_add(&c, &long_one, 1);
        assert_int_equal(c.turns[TURNS_COUNTED - 1], 1);
        assert_int_equal(c.points[0][POINTS_COUNTED - 1], 1);
        assert_int_equal(c.points[1][0], 1);
}

TEST(means_deviations_and_quantiles_are_correct)
{
        const uint64_t dice[7] = { 0, 10, 10, 10, 10, 10, 10 }, none[4] = { 0 }, one[4] = { 0, 0, 5, 0 };
        struct finding f = count_mean(dice, 7);

        near(f.is, 3.5);
        near(count_deviation(dice, 7), sqrt(60 * 35.0 / 12 / 59));
        near(f.high - f.is, 1.959963984540054 * count_deviation(dice, 7) / sqrt(60));
        near(f.is - f.low, f.high - f.is);
        assert_int_equal(count_quantile(dice, 7, 0.5), 3);
        assert_int_equal(count_quantile(dice, 7, 0.05), 1);
        assert_int_equal(count_quantile(dice, 7, 0.95), 6);
        assert_int_equal(count_quantile(dice, 7, 1), 6);
        near(count_mean(none, 4).is, 0);
        assert_int_equal(count_quantile(none, 4, 0.5), 0);
        near(count_mean(one, 4).high, 2);
        assert_int_equal(count_quantile(one, 4, 0.5), 2);
}

TEST(the_interval_of_a_difference_includes_both)
{
        struct finding change = finding_change((struct finding){ 10, 7, 13 }, (struct finding){ 12, 8, 16 });

        near(change.is, 2);
        near(change.low, -3);
        near(change.high, 7);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(a_shared_win_is_divided),
                cmocka_unit_test(points_are_counted_by_seat_and_for_the_best),
                cmocka_unit_test(values_beyond_the_scale_are_counted_at_its_end),
                cmocka_unit_test(means_deviations_and_quantiles_are_correct),
                cmocka_unit_test(the_interval_of_a_difference_includes_both),
        };

        return cmocka_run_group_tests_name("census", tests, NULL, NULL);
}
