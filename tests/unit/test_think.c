/* The queue of requests for bots' moves and hints: server/rooms/think_queue.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../server/rooms/think_queue.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

enum { ANN = 1, BO, CY, EASY = 1, HARD = 10 };

static struct think_queue queue;
static int64_t asked; /* how many tables have asked so far: their ids are the numbers 1 … */

static struct thought *new_thought(int64_t person, int level)
{
        struct thought *t = calloc(1, sizeof *t);

        t->person = person;
        t->table = ++asked;
        t->question.game = &marrakech;
        t->question.level = level;
        return t;
}

/* A table of somebody's asks for a bot's move. */
static void bot(int64_t person, int level)
{
        assert_null(think_queue_add(&queue, new_thought(person, level)));
}

/* The same, if only bots are left. */
static void idle_bot(int64_t person, int level)
{
        struct thought *t = new_thought(person, level);

        t->urgency = NOBODY_WAITS;
        assert_null(think_queue_add(&queue, t));
}

/* Somebody asks for a hint; returns the request that is dropped. */
static struct thought *hint(int64_t person)
{
        struct thought *t = new_thought(person, LEVELS - 1);

        t->client = (uint64_t)person;
        return think_queue_add(&queue, t);
}

/* Takes the next request, and returns whose it was, and of which table. */
static int64_t take(int64_t *table)
{
        struct thought *t = think_queue_take(&queue);
        int64_t person = t ? t->person : 0;

        if (table)
                *table = t ? t->table : 0;
        free(t);
        return person;
}

static void assert_order(int count, const int *people)
{
        for (int i = 0; i < count; i++)
                assert_int_equal(take(NULL), people[i]);
}

static int open_queue(void **unused)
{
        (void)unused;
        think_queue_open(&queue);
        asked = 0;
        return 0;
}

static int close_queue(void **unused)
{
        (void)unused;
        while (take(NULL))
                ;
        return queue.size;
}

TEST(people_take_turns_however_many_requests_each_has)
{
        for (int i = 0; i < 20; i++)
                bot(ANN, HARD);
        for (int i = 0; i < 3; i++)
                bot(BO, HARD);
        bot(CY, HARD);
        assert_order(8, (int[]){ ANN, BO, CY, ANN, BO, ANN, BO, ANN });
        bot(CY, HARD); /* a newcomer is next but one, not twentieth */
        assert_order(3, (int[]){ ANN, CY, ANN });
}

TEST(an_easy_bot_does_not_wait_for_many_hard_ones)
{
        for (int i = 0; i < 50; i++)
                bot(ANN, HARD);
        assert_int_equal(take(NULL), ANN); /* one is being computed */
        for (int i = 0; i < 5; i++)
                bot(BO, EASY);
        assert_order(6, (int[]){ BO, BO, BO, BO, BO, ANN });
}

TEST(a_stream_of_cheap_requests_does_not_starve_others)
{
        int hard = 0;

        bot(ANN, HARD);
        for (int i = 0; i < 10000 && !hard; i++) {
                bot(BO, EASY);
                bot(BO, EASY);
                hard = take(NULL) == ANN || take(NULL) == ANN;
        }
        assert_true(hard);
}

TEST(requests_of_one_person_keep_their_order)
{
        int64_t table;

        for (int i = 0; i < 10; i++)
                bot(ANN, i % 2 ? EASY : HARD);
        for (int i = 1; i <= 10; i++) {
                take(&table);
                assert_int_equal(table, i);
        }
}

TEST(games_with_people_waiting_come_before_games_of_bots_alone)
{
        idle_bot(ANN, EASY);
        idle_bot(BO, EASY);
        bot(CY, HARD);
        bot(CY, HARD);
        assert_order(4, (int[]){ CY, CY, ANN, BO });
}

TEST(a_request_moves_up_when_somebody_starts_to_wait)
{
        int64_t table;

        idle_bot(ANN, HARD);
        idle_bot(BO, HARD);
        bot(CY, HARD);
        think_queue_hurry(&queue, 2);
        think_queue_hurry(&queue, 99); /* which asks for nothing */
        assert_order(1, (int[]){ CY });
        assert_int_equal(take(&table), BO);
        assert_int_equal(table, 2);
        assert_order(1, (int[]){ ANN });
}

TEST(a_newer_hint_request_replaces_the_older) /* Protocol 7.7 */
{
        struct thought *older;
        int64_t table;

        assert_null(hint(ANN));
        bot(BO, HARD);
        for (int i = 0; i < 100; i++) {
                older = hint(ANN);
                assert_int_equal(older->person, ANN);
                assert_int_equal(older->table, i ? i + 2 : 1);
                free(older);
        }
        assert_int_equal(queue.size, 2);
        assert_null(hint(BO)); /* another person's is independent */
        assert_int_equal(take(&table), ANN);
        assert_int_equal(table, 102);
        assert_order(2, (int[]){ BO, BO });
        assert_null(hint(ANN)); /* one that was started is not cancelled */
}

TEST(one_person_cannot_fill_the_queue)
{
        struct thought *t;

        for (int i = 0; i < MAX_THOUGHTS_OF_ONE; i++)
                bot(ANN, HARD);
        t = new_thought(ANN, HARD);
        assert_ptr_equal(think_queue_add(&queue, t), t);
        bot(BO, HARD);
        for (int64_t person = 100; queue.size < MAX_THOUGHTS; person++)
                bot(person, HARD);
        assert_ptr_equal(think_queue_add(&queue, (t->person = CY, t)), t);
        take(NULL);
        assert_null(think_queue_add(&queue, t));
}

static int answered;

static void on_answer(struct thought *t, void *whose)
{
        (void)whose;
        answered++;
        free(t);
}

TEST(threads_serve_all_requests_and_drop_the_rest_at_the_end)
{
        uv_loop_t loop;
        struct thinkers *all;

        for (int threads = 0; threads < 3; threads++) {
                answered = 0;
                uv_loop_init(&loop);
                all = thinkers_open(&loop, threads, on_answer, NULL);
                for (int i = 0; i < 20; i++) {
                        struct thought *t = new_thought(i % 3, EASY);
                        struct record r = { 0 };
                        struct options o;

                        options_default(&marrakech, &o);
                        record_deal(&r, &marrakech, &o, (uint64_t)i);
                        t->question.view = r.state;
                        record_close(&r);
                        assert_null(thinkers_ask(all, t));
                }
                if (!threads)
                        assert_int_equal(thinkers_waiting(all), 20);
                while (threads && answered < 20)
                        uv_run(&loop, UV_RUN_ONCE);
                thinkers_close(all);
                uv_run(&loop, UV_RUN_DEFAULT);
                assert_int_equal(uv_loop_close(&loop), 0);
        }
}

#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_queue, close_queue)

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(people_take_turns_however_many_requests_each_has),
                RUNS(an_easy_bot_does_not_wait_for_many_hard_ones),
                RUNS(a_stream_of_cheap_requests_does_not_starve_others),
                RUNS(requests_of_one_person_keep_their_order),
                RUNS(games_with_people_waiting_come_before_games_of_bots_alone),
                RUNS(a_request_moves_up_when_somebody_starts_to_wait),
                RUNS(a_newer_hint_request_replaces_the_older),
                RUNS(one_person_cannot_fill_the_queue),
                RUNS(threads_serve_all_requests_and_drop_the_rest_at_the_end),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("what is thought about next", tests, NULL, NULL);
}
