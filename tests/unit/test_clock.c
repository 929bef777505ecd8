/* The server's clock: it never jumps, whatever other clocks do, and knows when it cannot be trusted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../server/clock.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, reset, close_clock)

static const int64_t SECOND = 1000, MINUTE = 60000, HOUR = 3600000, DAYS = 24 * 3600000;

static void put(int64_t all, int64_t wall, int64_t database)
{
        clock_shift.monotonic = all;
        clock_shift.wall = all + wall;
        clock_shift.database = all + database;
}

static int reset(void **unused)
{
        (void)unused;
        put(0, 0, 0);
        return 0;
}

static int close_clock(void **unused)
{
        (void)unused;
        clock_close();
        return 0;
}

/* Advances all clocks, and checks them as often as a server does. */
static void pass(int64_t time)
{
        for (int64_t passed = 0; passed < time; passed += SECOND) {
                clock_shift.monotonic += SECOND;
                clock_shift.wall += SECOND;
                clock_shift.database += SECOND;
                clock_check();
        }
}

/* The distance of the clock from a time: the duration of the test itself does not matter. */
static int is_about(int64_t expected)
{
        int64_t off = (int64_t)clock_now() - expected;

        return off > -SECOND && off < MINUTE / 2;
}

static int64_t real_time(void)
{
        return (int64_t)clock_wall() - clock_shift.wall;
}

TEST(it_starts_with_the_wall_clock)
{
        put(0, -7 * HOUR, 0);
        clock_open(0, 0, 0);
        assert_true(is_about(real_time() - 7 * HOUR));
        pass(MINUTE);
        assert_true(is_about(real_time() - 7 * HOUR + MINUTE));
}

TEST(a_jump_is_counted_and_not_followed)
{
        static const int64_t JUMPS[] = { 401 * DAYS, -HOUR, 11 * MINUTE };

        clock_open(0, 0, 0);
        for (int i = 0; i < 3; i++) {
                uint64_t jumps = clock_figures().jumps;
                int64_t passed = clock_shift.monotonic;

                clock_shift.wall += JUMPS[i];
                pass(3 * SECOND);
                assert_int_equal(clock_figures().jumps, jumps + 1);
                assert_true(is_about(real_time() + passed));
                clock_shift.wall -= JUMPS[i];
                pass(3 * SECOND);
                assert_int_equal(clock_figures().jumps, jumps + 2);
                assert_true(is_about(real_time() + passed));
        }
}

TEST(it_never_goes_back)
{
        uint64_t before;

        clock_open(0, 0, 0);
        pass(MINUTE);
        clock_shift.wall -= HOUR;
        before = clock_now();
        for (int i = 0; i < 600; i++, before = clock_now()) {
                pass(SECOND);
                assert_true(clock_now() > before);
        }
}

TEST(durations_are_trusted_a_minute_after_a_jump)
{
        clock_open(0, 0, 0);
        assert_true(clock_is_steady());
        clock_shift.wall += 11 * MINUTE;
        pass(MINUTE / 2);
        assert_false(clock_is_steady());
        clock_shift.wall -= 11 * MINUTE;
        pass(MINUTE / 2);
        assert_false(clock_is_steady());
        pass(MINUTE);
        assert_true(clock_is_steady());
}

TEST(dates_are_trusted_after_an_hour_without_jumps)
{
        clock_open(0, 0, 0);
        assert_false(clock_is_right());
        pass(HOUR + MINUTE);
        assert_true(clock_is_right());
        clock_shift.wall += 401 * DAYS;
        pass(3 * SECOND);
        assert_false(clock_is_right());
        clock_shift.wall -= 401 * DAYS;
        pass(MINUTE * 2);
        assert_false(clock_is_right());
        pass(HOUR);
        assert_true(clock_is_right());
        clock_shift.wall += HOUR; /* and stays there */
        pass(2 * HOUR);
        assert_false(clock_is_right());
        assert_true(clock_is_steady());
}

TEST(it_follows_a_wall_clock_that_was_set_by_one_percent)
{
        int64_t passed;

        clock_open(0, 0, 0);
        clock_shift.wall += MINUTE;
        pass(MINUTE);
        assert_true(clock_figures().apart > 59);
        passed = clock_shift.monotonic;
        pass(50 * MINUTE); /* half of it */
        assert_true(clock_figures().apart > 29 && clock_figures().apart < 31);
        assert_true(is_about(real_time() + passed + 50 * MINUTE + MINUTE / 2));
        pass(2 * HOUR);
        assert_true(clock_figures().apart < 1);
        assert_true(clock_is_right());
        assert_int_equal(clock_figures().jumps, 1);
}

TEST(future_times_in_the_store_are_reported)
{
        clock_open(real_time() + 2 * HOUR, 0, 0);
        assert_int_equal(clock_figures().jumps, 1);
        pass(HOUR + 30 * MINUTE);
        assert_false(clock_is_right());
        pass(HOUR);
        assert_true(clock_is_right());
}

TEST(dates_are_not_trusted_for_a_day_if_a_week_seems_to_be_missing)
{
        clock_open(real_time() - 8 * DAYS, 0, 0);
        pass(12 * HOUR);
        assert_false(clock_is_right());
        pass(13 * HOUR);
        assert_true(clock_is_right());
}

/* The database reports its time, as it does every two seconds. */
static void ask_database(void)
{
        clock_hear(real_time(), clock_monotonic());
}

TEST(the_clock_of_the_database_takes_precedence)
{
        put(0, -HOUR, 0);
        clock_open(0, real_time(), 0);
        assert_true(is_about(real_time()));
        clock_shift.wall += 3 * HOUR;
        pass(SECOND);
        ask_database();
        assert_int_equal(clock_figures().jumps, 1); /* nothing else happens */
        assert_true(clock_is_steady());
        assert_true(is_about(real_time() + SECOND));
        clock_shift.database += HOUR;
        ask_database();
        assert_int_equal(clock_figures().jumps, 2);
        assert_false(clock_is_steady());
        assert_true(is_about(real_time() + SECOND));
        pass(2 * MINUTE);
        ask_database();
        assert_true(clock_is_steady());
        assert_true(clock_figures().apart > 3590);
}

TEST(a_slow_answer_of_the_database_is_ignored)
{
        uint64_t asked;

        clock_open(0, real_time(), 0);
        asked = clock_monotonic();
        pass(2 * SECOND);
        clock_hear(real_time() + HOUR, asked);
        assert_int_equal(clock_figures().jumps, 0);
}

TEST(a_new_server_adopts_the_clock_of_running_ones)
{
        clock_open(0, real_time(), -11 * MINUTE); /* the database's clock has jumped since they started */
        assert_true(is_about(real_time() - 11 * MINUTE));
        ask_database();
        assert_int_equal(clock_figures().jumps, 0);
        assert_true(clock_is_steady());
        pass(2 * HOUR);
        assert_false(clock_is_right());
}

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(it_starts_with_the_wall_clock),
                RUNS(a_jump_is_counted_and_not_followed),
                RUNS(it_never_goes_back),
                RUNS(durations_are_trusted_a_minute_after_a_jump),
                RUNS(dates_are_trusted_after_an_hour_without_jumps),
                RUNS(it_follows_a_wall_clock_that_was_set_by_one_percent),
                RUNS(future_times_in_the_store_are_reported),
                RUNS(dates_are_not_trusted_for_a_day_if_a_week_seems_to_be_missing),
                RUNS(the_clock_of_the_database_takes_precedence),
                RUNS(a_slow_answer_of_the_database_is_ignored),
                RUNS(a_new_server_adopts_the_clock_of_running_ones),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("the server's clock", tests, NULL, NULL);
}
