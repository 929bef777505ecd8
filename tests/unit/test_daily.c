/* The daily caravan: the deal of a day, and which records are results of it. docs/daily.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/random.h"
#include "../../table/daily.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

static const uint8_t SECRET[HASH_BYTES] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf8, 0x07, 1, 2, 3 };

static uint64_t dice = 5;

TEST(dates_and_days_agree_from_1970_to_9999)
{
        static const char *const WRONG[] = { "",           "2026-11-1",  "2026-11-180", "2026-02-29", "2026-13-01", "2026-00-10",
                                             "2026-11-31", "2026-11-00", "1969-12-31",  "2026/11/18", "2O26-11-18", "99999-01-1" };
        char date[DATE_TEXT + 1];
        int64_t day;

        assert_true(daily_parse_date("1970-01-01", &day) && day == 0);
        assert_true(daily_parse_date("2026-11-18", &day) && day == 20775);
        assert_true(daily_parse_date("9999-12-31", &day) && day == 2932896);
        for (int64_t d = 0; d <= 2932896; d += d < 60000 ? 1 : 97) {
                daily_print_date(d, date);
                assert_true(daily_parse_date(date, &day));
                assert_int_equal(day, d);
        }
        for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
                assert_false(daily_parse_date(WRONG[i], &day));
}

TEST(the_deal_follows_from_the_day_and_its_secret)
{
        for (int64_t day = 20770; day < 20770 + 21; day++) { /* 20770 is a Friday */
                struct daily d = daily_deal(day, SECRET);

                assert_string_equal(d.game->name, game_at((int)(day % game_count()))->name);
                assert_true(d.seed == 0x1fffffffffffff);
                assert_int_equal(d.level[0], 2 + (day - 20770 + 4) % 7);
                assert_int_equal(d.level[1], d.level[0] - 1);
                assert_int_equal(d.options.value[PLAYERS], 3);
                assert_null(options_misfit(d.game, &d.options));
        }
}

/* Plays at random until the end, or so many moves. */
static void play(struct record *r, size_t most)
{
        while (r->game->turn(&r->state) != OVER && r->count < most)
                record_play(r, r->game->turn(&r->state) == CHANCE ? record_roll(r) : r->game->pick(&r->state, random_dice(&dice)));
}

static const char *refused(const struct daily *d, const struct record *r)
{
        struct daily_result result = { -1000, -1000 };
        struct reason why = { .is = NULL };
        char *text = record_print(r);
        int taken = daily_result(d, text, strlen(text), &result, &why);

        free(text);
        assert_int_equal(taken, why.is == NULL);
        assert_true(taken || (result.points == -1000 && result.ahead == -1000));
        return taken ? NULL : why.is->code;
}

TEST(a_finished_game_of_the_deal_is_a_result)
{
        enum { MOST = 4000 /* bytes, with which a request has at most 4096 */ };

        for (int64_t day = 0; day < 90; day++) {
                struct daily d = daily_deal(day, SECRET);
                int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];
                struct record r = { 0 };
                struct daily_result result;
                struct reason why = { .is = NULL };
                char *text;

                record_deal(&r, d.game, &d.options, d.seed);
                play(&r, SIZE_MAX);
                text = record_print(&r);
                assert_in_range(strlen(text), 1, MOST);
                assert_true(daily_result(&d, text, strlen(text), &result, &why));
                d.game->score(&r.state, points, tiebreak);
                assert_int_equal(result.points, points[0]);
                assert_int_equal(result.ahead, points[0] - (points[1] > points[2] ? points[1] : points[2]));
                free(text);
                record_close(&r);
        }
}

TEST(anything_else_is_refused)
{
        for (int64_t day = 0; day < 3; day++) {
                struct daily d = daily_deal(day, SECRET), other = daily_deal(day + 1, SECRET);
                struct record r = { 0 };
                struct options two = d.options;
                struct state start;

                record_deal(&r, d.game, &d.options, d.seed);
                play(&r, 5);
                assert_string_equal(refused(&d, &r), "not-the-deal"); /* it is not over */
                play(&r, SIZE_MAX);
                assert_null(refused(&d, &r));
                assert_string_equal(refused(&other, &r), "not-the-deal"); /* another game */
                memcpy(&start, &r.start, sizeof start);
                record_start(&r, d.game, &start, d.seed); /* a position set up by hand */
                play(&r, SIZE_MAX);
                assert_string_equal(refused(&d, &r), "not-the-deal");
                record_deal(&r, d.game, &d.options, d.seed + 1);
                play(&r, SIZE_MAX);
                assert_string_equal(refused(&d, &r), "not-the-deal"); /* another deal */
                two.value[PLAYERS] = 2;
                record_deal(&r, d.game, &two, d.seed);
                play(&r, SIZE_MAX);
                assert_string_equal(refused(&d, &r), "not-the-deal"); /* other options */
                record_close(&r);
        }
}

/* The record of this game as a cheat would write it: as if it were dealt from the seed, with a check that is right. */
static char *forged(const struct daily *d, const struct record *r)
{
        struct record honest = { 0 };
        char *head, *text = record_print(r), *out = malloc(strlen(text) + 1), *moves = strstr(text, ",\"moves\":");
        uint32_t crc = UINT32_MAX;
        int size;

        record_deal(&honest, d->game, &d->options, d->seed);
        head = record_print(&honest);
        *strstr(head, ",\"moves\":") = '\0';
        *strstr(moves, ",\"check\":") = '\0';
        size = sprintf(out, "%s%s", head, moves);
        for (int i = 0; i < size; i++) {
                crc ^= (unsigned char)out[i];
                for (int k = 0; k < 8; k++)
                        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
        sprintf(out + size, ",\"check\":\"%08x\"}", ~crc);
        free(head);
        free(text);
        record_close(&honest);
        return out;
}

/* Marrakech has rolls that somebody would rather choose. */
TEST(chance_follows_the_seed)
{
        struct daily d = daily_deal(2, SECRET);
        struct daily_result result;
        struct record r = { 0 };
        move outcomes[MAX_MOVES];

        for (int cheats = 0; cheats < 2; cheats++) {
                struct reason why = { .is = NULL };
                char *text;

                record_deal(&r, d.game, &d.options, d.seed);
                while (d.game->turn(&r.state) != CHANCE)
                        play(&r, r.count + 1);
                assert_true(d.game->legal(&r.state, outcomes) > 1);
                if (cheats)
                        record_play(&r, outcomes[outcomes[0] == record_roll(&r)]);
                play(&r, SIZE_MAX);
                if (cheats)
                        assert_string_equal(refused(&d, &r), "not-the-deal"); /* an honest record of it has no seed */
                text = forged(&d, &r);
                assert_int_equal(daily_result(&d, text, strlen(text), &result, &why), !cheats);
                if (cheats) {
                        assert_string_equal(why.is->code, "bad-record");
                        assert_non_null(strstr(why.detail, "it is not the outcome that the seed gives"));
                }
                free(text);
        }
        record_close(&r);
}

TEST(a_broken_record_is_refused_with_the_reason)
{
        struct daily d = daily_deal(1, SECRET);
        struct daily_result result;
        struct reason why = { .is = NULL };
        struct record r = { 0 };
        char *text;

        record_deal(&r, d.game, &d.options, d.seed);
        play(&r, SIZE_MAX);
        text = record_print(&r);
        text[strlen(text) - 3] ^= 1; /* the check */
        assert_false(daily_result(&d, text, strlen(text), &result, &why));
        assert_string_equal(why.is->code, "bad-record");
        assert_true(strlen(why.detail) > 10);
        free(text);
        record_close(&r);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(dates_and_days_agree_from_1970_to_9999),
                cmocka_unit_test(the_deal_follows_from_the_day_and_its_secret),
                cmocka_unit_test(a_finished_game_of_the_deal_is_a_result),
                cmocka_unit_test(anything_else_is_refused),
                cmocka_unit_test(chance_follows_the_seed),
                cmocka_unit_test(a_broken_record_is_refused_with_the_reason),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("the daily caravan", tests, NULL, NULL);
}
