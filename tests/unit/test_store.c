/* The store: what was acknowledged is stored, whatever happens; what could not be stored is reported, and left nothing behind.
 *
 * In an SQLite file; or, if SERAI_PG is the address of a database (tests/system/postgres.sh), in PostgreSQL, with the tests
 * that apply to both. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../core/random.h"
#include "../../server/store/backup.h"
#include "../../server/store/schema.h"
#include "sql.h"
#include "works.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_fresh, close_all)

static char folder[64], file[128];

static void open_store(void)
{
        store = open_at(file);
}

static void shut_store(void)
{
        shut(store);
        store = NULL;
}

static int open_fresh(void **unused)
{
        const char *address = getenv("SERAI_PG");

        (void)unused;
        snprintf(folder, sizeof folder, "/tmp/serai-store-XXXXXX");
        if (!mkdtemp(folder))
                return 1;
        if (address) {
                control("fresh");
                snprintf(file, sizeof file, "%s", address);
        } else {
                snprintf(file, sizeof file, "%s/db", folder);
        }
        uv_loop_init(&loop);
        open_store();
        return 0;
}

static void remove_folder(void)
{
        char command[128];

        snprintf(command, sizeof command, "rm -rf %s", folder);
        assert_int_equal(system(command), 0);
}

static int close_all(void **unused)
{
        (void)unused;
        if (store)
                shut_store();
        remove_folder();
        return uv_loop_close(&loop);
}

/* --- statements --- */

TEST(stored_rows_are_found)
{
        add_table(TABLE);
        must(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(5), "{\"t\":\"first\"}");
        must(ADD_ENTRY, "iiitn", TABLE, INT64_C(1), INT64_C(6), "");
        must(ENTRIES, "ii", TABLE, INT64_C(100000));
        assert_int_equal(found(), 2);
        assert_int_equal(number(0, 0), 0);
        assert_int_equal(number(0, 1), 5);
        assert_string_equal(text(0, 2), "{\"t\":\"first\"}");
        assert_string_equal(text(1, 2), "");
        must(ENTRIES, "ii", INT64_C(8), INT64_C(100000));
        assert_int_equal(found(), 0);
}

TEST(stored_rows_survive_closing)
{
        add_person(ANN, "Ann");
        shut_store();
        open_store();
        must(PERSON, "i", ANN);
        assert_string_equal(text(0, 0), "Ann");
        assert_true(rows_is_null(work_rows(w, 0), 0, 1));
}

TEST(nulls_reals_and_large_numbers_come_back)
{
        must(SET_RATING, "tiddiii", "alibaba", INT64_MAX, 27.5, 8.25, INT64_C(3), INT64_C(0), INT64_C(1));
        must(RATING, "ti", "alibaba", INT64_MAX);
        assert_true(rows_real(work_rows(w, 0), 0, 0) == 27.5 && rows_real(work_rows(w, 0), 0, 1) == 8.25);
        must(SET_RATING, "tiddiii", "alibaba", -INT64_C(4), 20.0, 1.0, INT64_C(0), INT64_C(0), INT64_C(1));
        must(TOP, "ti", "alibaba", INT64_C(50));
        assert_int_equal(found(), 1); /* the person has too few games to be listed */
        assert_int_equal(number(0, 0), -4);
        assert_true(rows_is_null(work_rows(w, 0), 0, 1));
}

TEST(a_duplicate_key_is_reported_as_taken)
{
        add_table(TABLE);
        must(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "one");
        assert_int_equal(ask(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "two"), STORE_TAKEN);
        must(ENTRIES, "ii", TABLE, INT64_C(100000));
        assert_string_equal(text(0, 2), "one");
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        must(KEEP_PERSON, "itttt", ANN, "Ann", "ann", "hash", "ann");
        assert_int_equal(ask(KEEP_PERSON, "itttt", BO, "ANN", "ann", "hash", "other"), STORE_TAKEN);
        assert_int_equal(ask(KEEP_PERSON, "itttt", BO, "Аnn", "аnn", "hash", "ann"), STORE_TAKEN); /* looks like it */
        must(KEEP_PERSON, "itttt", ANN, "Anna", "anna", "hash", "anna");
        must(FIND_LOGIN, "tt", "anna", "nobody");
        assert_int_equal(number(0, 0), ANN);
        must(FIND_LOGIN, "tt", "nobody", "anna");
        assert_int_equal(number(0, 0), ANN);
}

TEST(inserting_an_identical_row_succeeds)
{
        for (int again = 0; again < 2; again++) {
                add_person(ANN, "Ann");
                add_table(TABLE);
                must(ADD_SESSION, "tiini", "hash", ANN, INT64_C(0), INT64_C(0));
                must(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(5), "one");
                must(ADD_CHAT, "iiiit", TABLE, INT64_C(0), INT64_C(5), ANN, "hello");
        }
        assert_int_equal(entries(TABLE), 1);
        must(CHAT, "i", TABLE);
        assert_int_equal(found(), 1);
        assert_int_equal(ask(ADD_PERSON, "iti", ANN, "Anna", INT64_C(1000)), STORE_TAKEN);
        assert_int_equal(ask(ADD_PERSON, "iti", ANN, "Ann", INT64_C(1001)), STORE_TAKEN);
        assert_int_equal(ask(ADD_TABLE, "itii", TABLE, "marrakech", INT64_C(1000), INT64_C(1)), STORE_TAKEN);
        assert_int_equal(ask(ADD_SESSION, "tiini", "hash", ANN, INT64_C(1), INT64_C(0)), STORE_TAKEN);
        assert_int_equal(ask(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(6), "one"), STORE_TAKEN);
        assert_int_equal(ask(ADD_CHAT, "iiiit", TABLE, INT64_C(0), INT64_C(5), ANN, "hello?"), STORE_TAKEN);
        must(PERSON, "i", ANN);
        assert_string_equal(text(0, 0), "Ann");
}

/* A rating is updated only from the value that was read; the second writer has to read again. */
TEST(a_rating_is_updated_only_from_the_value_that_was_read)
{
        assert_int_equal(ask(SET_RATING, "tiddiii", "alibaba", ANN, 26.0, 8.0, INT64_C(2), INT64_C(1), INT64_C(1)), STORE_TAKEN);
        must(SET_RATING, "tiddiii", "alibaba", ANN, 26.0, 8.0, INT64_C(1), INT64_C(0), INT64_C(1));
        assert_int_equal(ask(SET_RATING, "tiddiii", "alibaba", ANN, 24.0, 8.0, INT64_C(1), INT64_C(0), INT64_C(1)), STORE_TAKEN);
        must(SET_RATING, "tiddiii", "alibaba", ANN, 27.0, 7.5, INT64_C(2), INT64_C(1), INT64_C(1));
        assert_int_equal(ask(SET_RATING, "tiddiii", "alibaba", ANN, 24.0, 8.0, INT64_C(2), INT64_C(1), INT64_C(1)), STORE_TAKEN);
        must(RATING, "ti", "alibaba", ANN);
        assert_true(rows_real(work_rows(w, 0), 0, 0) == 27.0);
        assert_int_equal(number(0, 2), 2);
}

TEST(a_table_is_finished_once_with_all_that_goes_with_it)
{
        add_table(TABLE);
        for (int again = 0; again < 2; again++) { /* repeating the work changes nothing */
                begin();
                work_add(w, SET_RATING, "tiddiii", "alibaba", ANN, 26.0, 8.0, INT64_C(1), INT64_C(0), TABLE);
                work_add(w, FINISH_TABLE, "ii", TABLE, INT64_C(2000));
                assert_int_equal(finish(), STORE_DONE);
        }
        begin();
        work_add(w, SET_RATING, "tiddiii", "alibaba", ANN, 28.0, 7.0, INT64_C(2), INT64_C(1), TABLE);
        work_add(w, FINISH_TABLE, "ii", TABLE, INT64_C(2001));
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "one");
        assert_int_equal(finish(), STORE_TAKEN);
        assert_int_equal(entries(TABLE), 0);
        must(RATING, "ti", "alibaba", ANN);
        assert_int_equal(number(0, 2), 1);
        must(TABLE_STATE, "i", TABLE);
        assert_int_equal(number(0, 0), 2);
        assert_int_equal(ask(FINISH_TABLE, "ii", INT64_C(8), INT64_C(2000)), STORE_TAKEN); /* there is none */
}

TEST(a_constraint_violation_is_reported_with_the_reason)
{
        assert_int_equal(ask(ADD_SESSION, "tiini", "hash", ANN, INT64_C(0), INT64_C(0)),
                         STORE_FAILED); /* there is no such person */
        assert_non_null(strcasestr(work_why(w), "foreign key"));
}

TEST(a_work_is_atomic)
{
        add_table(TABLE);
        begin();
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "zero");
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(1), INT64_C(0), "one");
        work_add(w, ENTRIES, "ii", TABLE, INT64_C(100000));
        assert_int_equal(finish(), STORE_DONE);
        assert_int_equal(rows_count(work_rows(w, 2)), 2);
        begin();
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(2), INT64_C(0), "two");
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(1), INT64_C(0), "one again");
        assert_int_equal(finish(), STORE_TAKEN);
        assert_int_equal(entries(TABLE), 2);
}

TEST(seats_and_results_make_the_list_of_games)
{
        add_person(ANN, "Ann");
        for (int64_t table = 1; table <= 3; table++) {
                add_table(table);
                must(SET_SEAT, "iii", table, INT64_C(1), ANN);
                must(SET_BOT, "iii", table, INT64_C(2), INT64_C(4));
                must(SET_TABLE_STATE, "iii", table, INT64_C(2), 1000 * table);
                must(SET_RESULT, "iiiidd", table, INT64_C(1), INT64_C(1), 40 + table, 1512.5, 12.0);
                must(SET_RESULT, "iiiinn", table, INT64_C(2), INT64_C(2), INT64_C(9));
        }
        must(TABLES_OF, "iii", ANN, INT64_C(3000), INT64_C(50));
        assert_int_equal(found(), 4); /* of tables 2 and 1 */
        assert_int_equal(number(0, 0), 2);
        assert_string_equal(text(0, 6), "Ann");
        assert_int_equal(number(0, 9), 42);
        assert_true(rows_real(work_rows(w, 0), 0, 10) == 1512.5);
        assert_true(rows_is_null(work_rows(w, 0), 1, 5) && rows_is_null(work_rows(w, 0), 1, 10));
        assert_int_equal(number(1, 7), 4);
        must(SET_SEAT, "iin", INT64_C(2), INT64_C(1));
        must(TABLES_OF, "iii", ANN, INT64_C(3000), INT64_C(50));
        assert_int_equal(found(), 2);
}

TEST(live_tables_are_those_that_are_not_over)
{
        add_table(1);
        add_table(2);
        must(SET_TABLE_STATE, "iii", INT64_C(1), INT64_C(2), INT64_C(5));
        must(LIVE_TABLES, "");
        assert_int_equal(found(), 1);
        assert_int_equal(number(0, 0), 2);
}

TEST(entries_since_a_number_are_listed)
{
        add_person(ANN, "Ann");
        add_table(TABLE);
        for (int64_t n = 0; n < 5; n++) {
                must(ADD_ENTRY, "iiitn", TABLE, n, 10 + n, "x");
                must(ADD_CHAT, "iiiit", TABLE, n, 10 + n, ANN, "hello");
        }
        must(ENTRIES_SINCE, "ii", TABLE, INT64_C(3));
        assert_int_equal(found(), 2);
        assert_int_equal(number(0, 0), 3);
        assert_int_equal(number(1, 1), 14);
        must(CHAT_SINCE, "ii", TABLE, INT64_C(4));
        assert_int_equal(found(), 1);
        assert_string_equal(text(0, 3), "Ann");
        must(ENTRIES_SINCE, "ii", TABLE, INT64_C(5));
        assert_int_equal(found(), 0);
}

TEST(the_last_500_chat_messages_of_a_table_are_kept)
{
        add_person(ANN, "Ann");
        add_table(TABLE);
        add_table(TABLE + 1);
        must(ADD_CHAT, "iiiit", TABLE + 1, INT64_C(0), INT64_C(5), ANN, "elsewhere");
        begin();
        for (int64_t n = 0; n < 700; n++)
                work_add(w, ADD_CHAT, "iiiit", TABLE, n, INT64_C(5), ANN, "hello");
        assert_int_equal(finish(), STORE_DONE);
        must(CHAT_SINCE, "ii", TABLE, INT64_C(0));
        assert_int_equal(found(), 500);
        assert_int_equal(number(0, 0), 200);
        assert_int_equal(number(499, 0), 699);
        must(CHAT, "i", TABLE);
        assert_int_equal(found(), 500);
        assert_int_equal(ask(ADD_CHAT, "iiiit", TABLE, INT64_C(699), INT64_C(5), ANN, "other"), STORE_TAKEN);
        must(CHAT, "i", TABLE + 1);
        assert_int_equal(found(), 1);
}

TEST(the_lobby_lists_open_tables_first_and_then_the_latest)
{
        const int expected[] = { 2, 1, 5, 4 };

        for (int64_t table = 1; table <= 6; table++)
                must(ADD_TABLE, "itii", table, "alibaba", 1000 * table, (int64_t)(table != 3));
        must(SET_TABLE_STATE, "iii", INT64_C(4), INT64_C(1), INT64_C(4000));
        must(SET_TABLE_STATE, "iii", INT64_C(5), INT64_C(1), INT64_C(5000));
        must(FINISH_TABLE, "ii", INT64_C(6), INT64_C(6000));
        must(LISTED, "i", INT64_C(10));
        assert_int_equal(found(), 4);
        for (int i = 0; i < 4; i++)
                assert_int_equal(number(i, 0), expected[i]);
        must(LISTED, "i", INT64_C(3));
        assert_int_equal(found(), 3);
}

TEST(waiting_tables_are_unstarted_tables_made_in_a_period)
{
        for (int64_t i = 1; i <= 5; i++)
                must(ADD_TABLE, "itii", i, "alibaba", 1000 - i, i % 2);
        must(SET_TABLE_STATE, "iii", INT64_C(3), INT64_C(1), INT64_C(997));
        must(WAITING_TABLES, "iii", INT64_C(996), INT64_C(999), INT64_C(9));
        assert_int_equal(found(), 2);
        assert_true(number(0, 0) == 4 && number(0, 1) == 996 && number(1, 0) == 2 && number(1, 1) == 998);
        must(WAITING_TABLES, "iii", INT64_C(0), INT64_C(9999), INT64_C(1));
        assert_int_equal(found(), 1);
        assert_int_equal(number(0, 0), 5);
}

TEST(the_live_tables_of_a_person_are_those_with_their_seat)
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        for (int64_t table = 1; table <= 4; table++) {
                add_table(table);
                must(SET_SEAT, "iii", table, INT64_C(1), table < 4 ? ANN : BO);
        }
        must(SET_SEAT, "iii", INT64_C(1), INT64_C(2), ANN); /* twice at one table */
        must(FINISH_TABLE, "ii", INT64_C(2), INT64_C(2000));
        must(LIVE_OF, "i", ANN);
        assert_int_equal(found(), 2);
        assert_int_equal(number(0, 0), 1);
        assert_int_equal(number(1, 0), 3);
}

TEST(a_due_table_is_claimed_for_the_time_of_a_lease)
{
        for (int64_t table = 1; table <= 5; table++) {
                add_table(table);
                must(SET_DUE, "ii", table, 100 * table);
                if (table != 2) /* which is open */
                        must(SET_TABLE_STATE, "iii", table, INT64_C(1), INT64_C(0));
        }
        must(FINISH_TABLE, "ii", INT64_C(1), INT64_C(5));
        must(SET_DUE, "in", INT64_C(5));
        must(CLAIM_DUE, "iiii", INT64_C(1), INT64_C(399), INT64_C(1000), INT64_C(9));
        assert_int_equal(found(), 1);
        assert_int_equal(number(0, 0), 3);
        must(CLAIM_DUE, "iiii", INT64_C(2), INT64_C(999), INT64_C(2000), INT64_C(9));
        assert_int_equal(found(), 1);
        assert_int_equal(number(0, 0), 4);
        must(CLAIM_DUE, "iiii", INT64_C(2), INT64_C(1000), INT64_C(3000), INT64_C(1)); /* nobody has handled it */
        assert_int_equal(found(), 1);
        assert_int_equal(number(0, 0), 3);
        must(CLAIM_DUE, "iiii", INT64_C(2), INT64_C(9999), INT64_C(20000), INT64_C(1));
        assert_int_equal(found(), 1); /* no more than that */
}

TEST(a_table_is_nudged_unless_a_server_has_the_lease)
{
        static const struct {
                int64_t due; /* 0: never */
                int claimed; /* after it was nudged at 1000, where leases end by 6000 */
        } CASES[] = { { 0, 1 }, { 999, 1 }, { 6000, 0 }, { 6001, 1 }, { 90000000, 1 } };

        for (int i = 0; i < 5; i++) {
                add_table(i + 1);
                must(SET_TABLE_STATE, "iii", (int64_t)(i + 1), INT64_C(1), INT64_C(0));
                if (CASES[i].due)
                        must(SET_DUE, "ii", (int64_t)(i + 1), CASES[i].due);
                must(NUDGE_DUE, "iii", (int64_t)(i + 1), INT64_C(1000), INT64_C(6000));
                must(CLAIM_DUE, "iiii", INT64_C(1), INT64_C(1000), INT64_C(7000000), INT64_C(9));
                assert_int_equal(found(), CASES[i].claimed);
        }
}

TEST(presence_counts_live_nodes_only)
{
        must(NODE, "i", INT64_C(1));
        assert_int_equal(found(), 0);
        for (int64_t node = 1; node <= 3; node++)
                must(PULSE_NODE, "iii", node, INT64_C(0), INT64_C(59000));
        must(NODE, "i", INT64_C(1));
        assert_int_equal(found(), 1);
        for (int64_t node = 1; node <= 3; node++)
                must(SET_PRESENCE, "iiii", node, TABLE, ANN, node);
        must(SET_PRESENCE, "iiii", INT64_C(3), TABLE, ANN, INT64_C(4));
        must(SET_PRESENCE, "iiii", INT64_C(3), TABLE, BO, INT64_C(1));
        must(SET_PRESENCE, "iiii", INT64_C(2), INT64_C(8), BO, INT64_C(1));
        must(PRESENCE, "ii", TABLE, INT64_C(9));
        assert_int_equal(found(), 2);
        assert_int_equal(number(0, 0), ANN);
        assert_int_equal(number(0, 1), 1 + 2 + 4);
        must(PULSE_NODE, "iii", INT64_C(1), INT64_C(0), INT64_C(0));
        must(PRESENCE, "ii", TABLE, INT64_C(2)); /* node 1 is gone, node 2 asks */
        assert_int_equal(number(0, 1), 4);
        must(SET_PRESENCE, "iiii", INT64_C(3), TABLE, BO, INT64_C(0));
        must(PRESENCE, "ii", TABLE, INT64_C(9));
        assert_int_equal(found(), 1);
        must(FORGET_NODES, "");
        must(PULSE_NODE, "iii", INT64_C(1), INT64_C(0), INT64_C(59000)); /* everybody who was present is gone */
        must(PRESENCE, "ii", TABLE, INT64_C(9));
        assert_int_equal(number(0, 1), 2 + 4);
        must(ALL_PRESENCE, "i", INT64_C(3));
        assert_int_equal(found(), 2);
        assert_int_equal(number(0, 0), TABLE);
        assert_int_equal(number(0, 1), ANN);
        assert_int_equal(number(0, 2), 2);
        assert_int_equal(number(1, 0), 8);
        assert_int_equal(number(1, 1), BO);
}

TEST(a_node_does_not_outlive_a_clock_that_is_put_back)
{
        must(PULSE_NODE, "iii", INT64_C(1), INT64_C(0), INT64_C(3600000)); /* as if the clock had been an hour ahead */
        must(SET_PRESENCE, "iiii", INT64_C(1), TABLE, ANN, INT64_C(1));
        must(PRESENCE, "ii", TABLE, INT64_C(9));
        assert_int_equal(found(), 0);
        must(FORGET_NODES, "");
        must(NODE, "i", INT64_C(1));
        assert_int_equal(found(), 0);
}

TEST(deleting_a_table_deletes_its_rows)
{
        add_person(ANN, "Ann");
        add_table(TABLE);
        must(SET_SEAT, "iii", TABLE, INT64_C(1), ANN);
        must(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "x");
        must(ADD_CHAT, "iiiit", TABLE, INT64_C(0), INT64_C(0), ANN, "hello");
        must(DROP_TABLE, "i", TABLE);
        assert_int_equal(entries(TABLE), 0);
        must(CHAT, "i", TABLE);
        assert_int_equal(found(), 0);
        must(PERSON_NAMES, "i", TABLE);
        assert_int_equal(found(), 0);
}

/* Protocol 9.5: a deleted person is nowhere any more, and the games of the others are unchanged. */
TEST(deleting_an_account_deletes_the_name_everywhere)
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        add_table(TABLE);
        must(SET_SEAT, "iii", TABLE, INT64_C(1), ANN);
        must(SET_SEAT, "iii", TABLE, INT64_C(2), BO);
        must(ADD_SESSION, "tiini", "hash", ANN, INT64_C(0), INT64_C(0));
        must(SET_RATING, "tiddiii", "alibaba", ANN, 30.0, 1.0, INT64_C(20), INT64_C(0), INT64_C(1));
        must(ADD_CHAT, "iiiit", TABLE, INT64_C(0), INT64_C(0), ANN, "I am Ann");
        must(ADD_CHAT, "iiiit", TABLE, INT64_C(1), INT64_C(0), BO, "I am Bo");
        must(FORGET_PERSON, "i", ANN);
        must(PERSON_NAMES, "i", TABLE);
        assert_int_equal(found(), 1);
        assert_string_equal(text(0, 1), "Bo");
        must(CHAT, "i", TABLE);
        assert_int_equal(found(), 1);
        must(FIND_SESSION, "t", "hash");
        assert_int_equal(found(), 0);
        must(TOP, "ti", "alibaba", INT64_C(50));
        assert_int_equal(found(), 0);
        must(TABLES_OF, "iii", BO, INT64_C(9999), INT64_C(50));
        assert_int_equal(found(), 2);
        assert_true(rows_is_null(work_rows(w, 0), 0, 5) && rows_is_null(work_rows(w, 0), 0, 6));
}

/* Whether Ann can be deleted, not seen since 5000, or since 2000 if she played. */
static int is_idle(void)
{
        enum outcome outcome = ask(IDLE_GUEST, "iii", ANN, INT64_C(5000), INT64_C(2000));

        must(IDLE_GUESTS, "iiii", INT64_C(0), INT64_C(5000), INT64_C(2000), INT64_C(1));
        assert_int_equal(number(0, 0), ANN);
        assert_int_equal(outcome, number(0, 1) ? STORE_DONE : STORE_TAKEN);
        return outcome == STORE_DONE;
}

TEST(idle_guests_can_be_deleted)
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        must(ADD_SESSION, "tiini", "phone", ANN, INT64_C(1000), INT64_C(0));
        must(ADD_SESSION, "tiini", "desk", ANN, INT64_C(3000), INT64_C(0));
        assert_true(is_idle());
        must(SEE_SESSION, "ti", "phone", INT64_C(5000));
        assert_false(is_idle());
        must(SEE_SESSION, "ti", "phone", INT64_C(1000));
        add_table(TABLE);
        must(SET_SEAT, "iii", TABLE, INT64_C(1), ANN);
        assert_false(is_idle()); /* she waits for a game */
        must(SET_TABLE_STATE, "iii", TABLE, INT64_C(2), INT64_C(1000));
        assert_false(is_idle()); /* she played, and came later than 2000 */
        must(SEE_SESSION, "ti", "desk", INT64_C(1999));
        assert_true(is_idle());
        must(SET_TABLE_STATE, "iii", TABLE, INT64_C(1), INT64_C(1000));
        assert_false(is_idle()); /* she plays */
        must(SET_TABLE_STATE, "iii", TABLE, INT64_C(2), INT64_C(1000));
        must(SET_PRESENCE, "iiii", INT64_C(1), TABLE, ANN, INT64_C(1));
        assert_false(is_idle()); /* she is at a table, at one of the servers */
        must(SET_PRESENCE, "iiii", INT64_C(1), TABLE, ANN, INT64_C(0));
        must(SEE_PERSON, "iii", ANN, INT64_C(9000), INT64_C(1999));
        assert_true(is_idle()); /* too recent to be recorded again */
        must(SEE_PERSON, "iii", ANN, INT64_C(9000), INT64_C(2000));
        assert_false(is_idle()); /* she has a connection */
        must(SEE_SESSION, "ti", "desk", INT64_C(1999));
        must(SEE_SESSION, "ti", "phone", INT64_C(1000));
        assert_true(is_idle());
        must(KEEP_PERSON, "itttt", ANN, "Ann", "ann", "hash", "ann");
        assert_false(is_idle());
        must(IDLE_GUESTS, "iiii", ANN, INT64_C(1000), INT64_C(500), INT64_C(9));
        assert_int_equal(found(), 1);
        assert_int_equal(number(0, 0), BO);
        assert_int_equal(number(0, 1), 0); /* a guest who came at that very moment */
        must(IDLE_GUESTS, "iiii", ANN, INT64_C(1001), INT64_C(500), INT64_C(9));
        assert_int_equal(number(0, 1), 1); /* a guest without a session */
}

/* Whether table 1 was abandoned, as of 5000. */
static int is_abandoned(void)
{
        enum outcome outcome = ask(ABANDONED_TABLE, "ii", INT64_C(1), INT64_C(5000));

        must(ABANDONED_TABLES, "iii", INT64_C(0), INT64_C(5000), INT64_C(1));
        assert_int_equal(number(0, 0), 1);
        assert_int_equal(outcome, number(0, 1) ? STORE_DONE : STORE_TAKEN);
        return outcome == STORE_DONE;
}

TEST(abandoned_tables_can_be_deleted)
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        add_table(1);
        must(SET_SEAT, "iii", INT64_C(1), INT64_C(1), ANN);
        must(SET_BOT, "iii", INT64_C(1), INT64_C(2), INT64_C(4));
        must(ADD_ENTRY, "iiitn", INT64_C(1), INT64_C(0), INT64_C(4999), "x");
        assert_true(is_abandoned());
        must(ADD_ENTRY, "iiitn", INT64_C(1), INT64_C(1), INT64_C(5000), "x");
        assert_false(is_abandoned()); /* something happened there */
        must(TRIM_ENTRIES, "i", INT64_C(1));
        assert_int_equal(rows_count(work_rows(w, 0)), 0);
        assert_int_equal(entries(1), 0);
        must(SET_DUE, "ii", INT64_C(1), INT64_C(9000));
        assert_false(is_abandoned()); /* a clock runs */
        must(SET_DUE, "in", INT64_C(1));
        must(SET_PRESENCE, "iiii", INT64_C(1), INT64_C(1), BO, INT64_C(1));
        assert_false(is_abandoned()); /* somebody looks at it */
        must(SET_PRESENCE, "iiii", INT64_C(1), INT64_C(1), BO, INT64_C(0));
        must(FINISH_TABLE, "ii", INT64_C(1), INT64_C(4000));
        assert_true(is_abandoned()); /* a guest and a bot */
        must(KEEP_PERSON, "itttt", ANN, "Ann", "ann", "hash", "ann");
        assert_false(is_abandoned()); /* she has a login */
        must(FORGET_PERSON, "i", ANN);
        assert_true(is_abandoned()); /* and is gone */
        must(SET_SEAT, "iii", INT64_C(1), INT64_C(2), BO);
        assert_false(is_abandoned()); /* between people */
        must(ADD_ENTRY, "iiitn", INT64_C(1), INT64_C(0), INT64_C(5000), "x");
        must(FORGET_PERSON, "i", BO);
        assert_true(is_abandoned()); /* who are both gone now */
        must(SET_PRESENCE, "iiii", INT64_C(1), INT64_C(1), BO, INT64_C(1));
        assert_false(is_abandoned()); /* somebody looks at it */
        add_table(2);
        must(ABANDONED_TABLES, "iii", INT64_C(1), INT64_C(0), INT64_C(1));
        assert_int_equal(number(0, 0), 2);
        assert_int_equal(number(0, 1), 0); /* nobody sat down yet */
}

/* Two servers may finish two games at once, which change a rating by as much; only the same game again changes nothing. */
TEST(a_game_counts_once_and_another_like_it_too)
{
        add_table(1);
        add_table(2);
        must(SET_RATING, "tiddiii", "alibaba", INT64_C(-1), 26.0, 8.0, INT64_C(1), INT64_C(0), INT64_C(1));
        must(FINISH_TABLE, "ii", INT64_C(1), INT64_C(9));
        must(SET_RATING, "tiddiii", "alibaba", INT64_C(-1), 26.0, 8.0, INT64_C(1), INT64_C(0), INT64_C(1));
        assert_int_equal(ask(SET_RATING, "tiddiii", "alibaba", INT64_C(-1), 26.0, 8.0, INT64_C(1), INT64_C(0), INT64_C(2)),
                         STORE_TAKEN);
        must(SET_RATING, "tiddiii", "alibaba", INT64_C(-1), 27.0, 7.0, INT64_C(2), INT64_C(1), INT64_C(2));
}

TEST(the_secret_of_a_day_is_drawn_once)
{
        must(DRAW_DAY, "it", INT64_C(20775), "first");
        must(DRAW_DAY, "it", INT64_C(20775), "second");
        assert_int_equal(number(0, DRAWN_DAY), 20775);
        assert_string_equal(text(0, DRAWN_SECRET), "first");
        must(DRAW_DAY, "it", INT64_C(20776), "second");
        assert_string_equal(text(0, DRAWN_SECRET), "second");
}

static void stands(int64_t person, int64_t ahead, int64_t place, int64_t of)
{
        must(ADD_DAILY_RESULT, "iiiii", INT64_C(20775), person, ahead, INT64_C(30), INT64_C(5));
        assert_int_equal(found(), 1);
        assert_int_equal(number(0, STANDING_PLACE), place);
        assert_int_equal(number(0, STANDING_OF), of);
}

TEST(of_a_day_each_person_has_one_result_until_they_are_gone)
{
        for (int64_t id = 1; id <= 4; id++)
                add_person(id, "somebody");
        stands(1, 7, 1, 1);
        stands(2, -3, 2, 2);
        stands(3, 7, 1, 3);  /* as good as the first */
        stands(2, 50, 3, 3); /* the first one counts */
        stands(4, 8, 1, 4);
        stands(1, 7, 2, 4);
        must(ADD_DAILY_RESULT, "iiiii", INT64_C(20776), INT64_C(2), INT64_C(1), INT64_C(31), INT64_C(6));
        assert_int_equal(number(0, STANDING_OF), 1); /* of another day */
        must(DAILY_RESULTS_OF, "i", INT64_C(2));
        assert_int_equal(found(), 2);
        assert_int_equal(number(0, OWN_DAILY_DAY), 20775);
        assert_int_equal(number(0, OWN_DAILY_AHEAD), -3);
        assert_int_equal(number(1, OWN_DAILY_POINTS), 31);
        must(FORGET_PERSON, "i", INT64_C(4));
        stands(1, 7, 1, 3);
        must(ADD_DAILY_RESULT, "iiiii", INT64_C(20775), INT64_C(4), INT64_C(8), INT64_C(30), INT64_C(5));
        assert_int_equal(found(), 0); /* a result that was on its way */
        stands(1, 7, 1, 3);
}

static enum outcome attempt(int64_t person, int64_t at, const char *puzzle, int64_t most)
{
        return ask(ADD_ATTEMPT, "iittiiii", person, at, puzzle, "marrakech", INT64_C(1430), INT64_C(1), INT64_C(0), most);
}

TEST(attempts_at_puzzles_are_kept_once_until_there_are_too_many) /* Protocol 9.20 */
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        assert_int_equal(attempt(ANN, 20, "0fa29c11", 2), STORE_DONE);
        assert_int_equal(attempt(ANN, 10, "0fa29c11", 2), STORE_DONE);
        assert_int_equal(attempt(ANN, 30, "77777777", 2), STORE_TAKEN);
        assert_int_equal(attempt(ANN, 20, "0fa29c11", 2), STORE_DONE); /* it is there already */
        assert_int_equal(attempt(BO, 20, "0fa29c11", 2), STORE_DONE);
        assert_int_equal(attempt(7, 20, "0fa29c11", 2), STORE_TAKEN); /* there is nobody */
        must(ATTEMPTS_OF, "i", ANN);
        assert_int_equal(found(), 2);
        assert_int_equal(number(0, ATTEMPT_AT), 10);
        assert_int_equal(number(1, ATTEMPT_AT), 20);
        assert_string_equal(text(1, ATTEMPT_PUZZLE), "0fa29c11");
        assert_string_equal(text(1, ATTEMPT_GAME), "marrakech");
        assert_int_equal(number(1, ATTEMPT_RATING), 1430);
        assert_int_equal(number(1, ATTEMPT_SOLVED), 1);
        assert_int_equal(number(1, ATTEMPT_DAILY), 0);
        must(FORGET_PERSON, "i", ANN);
        must(ATTEMPTS_OF, "i", ANN);
        assert_int_equal(found(), 0);
        must(ATTEMPTS_OF, "i", BO);
        assert_int_equal(found(), 1);
}

TEST(a_long_log_is_read_in_parts)
{
        add_table(TABLE);
        begin();
        for (int64_t n = 0; n < 6000; n++)
                work_add(w, ADD_ENTRY, "iiitn", TABLE, n, INT64_C(0), "x");
        assert_int_equal(finish(), STORE_DONE);
        must(TRIM_ENTRIES, "i", TABLE);
        assert_int_equal(rows_count(work_rows(w, 0)), 1);
        assert_int_equal(entries(TABLE), 1000);
        must(TRIM_ENTRIES, "i", TABLE);
        assert_int_equal(rows_count(work_rows(w, 0)), 0);
        assert_int_equal(entries(TABLE), 0);
}

TEST(a_name_is_a_value_and_never_sql)
{
        const char *name = "'); DROP TABLE person; --";

        add_person(ANN, name);
        must(PERSON, "i", ANN);
        assert_string_equal(text(0, 0), name);
}

/* --- groups --- */

enum { GROUP = 500 };
static int order[GROUP], outcomes[GROUP], ended;

static void on_member(struct work *member)
{
        int n = (int)(intptr_t)work_whose(member);

        order[ended++] = n;
        outcomes[n] = (int)work_outcome(member);
        work_close(member);
}

static void hand_over(int n, int64_t entry, const char *body)
{
        struct work *member = work_open(on_member, (void *)(intptr_t)n);

        work_add(member, ADD_ENTRY, "iiitn", TABLE, entry, INT64_C(0), body);
        store_do(store, member);
}

TEST(a_failed_work_affects_no_other)
{
        add_table(TABLE);
        ended = 0;
        for (int i = 0; i < GROUP; i++)
                hand_over(i, i % 10 == 9 ? 0 : i, i % 10 == 9 ? "too late" : "x");
        uv_run(&loop, UV_RUN_DEFAULT);
        assert_int_equal(ended, GROUP);
        for (int i = 0; i < GROUP; i++) {
                assert_int_equal(order[i], i);
                assert_int_equal(outcomes[i], i % 10 == 9 ? STORE_TAKEN : STORE_DONE);
        }
        assert_int_equal(entries(TABLE), GROUP - GROUP / 10);
}

TEST(a_read_sees_all_earlier_writes)
{
        add_table(TABLE);
        ended = 0;
        for (int i = 0; i < GROUP; i++)
                hand_over(i, i, "x");
        assert_int_equal(entries(TABLE), GROUP);
}

TEST(closing_completes_queued_works)
{
        add_table(TABLE);
        ended = 0;
        for (int i = 0; i < GROUP; i++)
                hand_over(i, i, "x");
        shut_store();
        assert_int_equal(ended, GROUP);
        open_store();
        assert_int_equal(entries(TABLE), GROUP);
}

static void on_first_of_two(struct work *first)
{
        work_close(first);
        hand_over(1, 1, "the second");
}

TEST(closing_completes_works_queued_meanwhile)
{
        struct work *first = work_open(on_first_of_two, NULL);

        add_table(TABLE);
        ended = 0;
        work_add(first, ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "the first");
        store_do(store, first);
        shut_store();
        assert_int_equal(ended, 1);
        open_store();
        assert_int_equal(entries(TABLE), 2);
}

/* --- when the disk takes no more --- */

static char large[1 << 16];

/* Adds entries until one fails; returns how many were stored. */
static int64_t fill(void)
{
        int64_t n = 0;

        memset(large, 'x', sizeof large - 1);
        while (n < 1000 && ask(ADD_ENTRY, "iiitn", TABLE, n, INT64_C(0), large) == STORE_DONE)
                n++;
        assert_in_range(n, 1, 999);
        assert_int_equal(work_outcome(w), STORE_FAILED);
        return n;
}

/* A whole group fails, nothing of it is stored, and reads report the failure. */
static void fail_a_group(int64_t kept)
{
        struct work *reader = work_open(on_done, &done);

        ended = 0;
        for (int i = 0; i < 20; i++)
                hand_over(i, kept + i, large);
        work_add(reader, ENTRIES, "ii", TABLE, INT64_C(100000));
        done = 0;
        store_do(store, reader);
        for (int i = 20; i < 40; i++)
                hand_over(i, kept + i, large);
        uv_run(&loop, UV_RUN_DEFAULT);
        for (int i = 0; i < 40; i++)
                assert_int_equal(outcomes[i], STORE_FAILED);
        assert_int_equal(work_outcome(reader), STORE_DONE);
        assert_int_equal(rows_count(work_rows(reader, 0)), kept);
        work_close(reader);
}

TEST(a_write_error_is_reported_and_loses_nothing)
{
        struct rlimit before, small;
        int64_t kept;

        signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before);
        add_table(TABLE);
        small = before;
        small.rlim_cur = 4 << 20;
        setrlimit(RLIMIT_FSIZE, &small);
        kept = fill();
        assert_string_equal(work_why(w), "the disk does not take it");
        fail_a_group(kept);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(entries(TABLE), kept);
        must(ADD_ENTRY, "iiitn", TABLE, kept, INT64_C(0), large);
        shut_store();
        open_store();
        assert_int_equal(entries(TABLE), kept + 1);
}

/* A disk of 2 MB in a mount namespace; that needs a privilege that a test may not have. */
TEST(a_full_disk_is_reported_and_writing_resumes_later)
{
        int64_t kept;

        shut_store();
        if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("serai", folder, "tmpfs", 0, "size=2m") != 0) {
                print_message("a disk of our own may not be mounted here; this is not tested\n");
                skip();
        }
        open_store();
        add_table(TABLE);
        kept = fill();
        assert_string_equal(work_why(w), "the disk is full");
        fail_a_group(kept);
        assert_int_equal(mount("serai", folder, "tmpfs", MS_REMOUNT, "size=64m"), 0);
        must(ADD_ENTRY, "iiitn", TABLE, kept, INT64_C(0), large);
        shut_store();
        open_store();
        assert_int_equal(entries(TABLE), kept + 1);
        shut_store();
        umount(folder);
}

/* --- kill -9 --- */

static int report;

static void on_acknowledged(struct work *member)
{
        int32_t n = (int32_t)(intptr_t)work_whose(member);

        if (work_outcome(member) != STORE_DONE || write(report, &n, sizeof n) != sizeof n)
                _exit(1);
        work_close(member);
}

/* Adds numbered entries in batches of any size for ever, and prints each acknowledged number. */
static void write_for_ever(int from)
{
        uint64_t random = (uint64_t)from;

        open_store();
        for (int32_t n = from;;) {
                for (uint32_t batch = random_dice(&random) % 50 + 1; batch > 0; batch--, n++) {
                        struct work *member = work_open(on_acknowledged, (void *)(intptr_t)n);

                        work_add(member, ADD_ENTRY, "iiitn", TABLE, (int64_t)n, INT64_C(0), "{\"t\":\"play\",\"move\":\"3a1\"}");
                        store_do(store, member);
                }
                uv_run(&loop, UV_RUN_DEFAULT);
        }
}

/* Lets a child write, kills it after this many acknowledgements, and returns the last acknowledged number. */
static int32_t killed_after(int from, uint32_t reports)
{
        int ends[2], status;
        int32_t n, last = from - 1;
        pid_t child;

        assert_int_equal(pipe(ends), 0);
        child = fork();
        assert_int_not_equal(child, -1);
        if (child == 0) {
                uv_loop_init(&loop);
                report = ends[1];
                write_for_ever(from);
        }
        close(ends[1]);
        while (read(ends[0], &n, sizeof n) == sizeof n) {
                last = n;
                if (reports-- == 0)
                        kill(child, SIGKILL);
        }
        close(ends[0]);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        return last;
}

TEST(what_was_acknowledged_survives_kill_9)
{
        uint64_t random = 1;
        int32_t next = 0;

        add_table(TABLE);
        for (int round = 0; round < 20; round++) {
                int32_t last;
                int64_t kept;

                shut_store();
                last = killed_after(next, random_dice(&random) % 300);
                open_store();
                kept = entries(TABLE);
                assert_true(kept > last && kept >= next);
                for (int i = 0; i < kept; i++) /* and no gaps: they were added in order */
                        assert_int_equal(number(i, 0), i);
                next = (int32_t)kept;
        }
}

/* --- files --- */

TEST(nobody_else_may_read_the_file)
{
        struct stat s;

        assert_int_equal(stat(file, &s), 0);
        assert_int_equal(s.st_mode & 0777, 0600);
}

TEST(two_servers_cannot_open_one_file)
{
        char why[MAX_STORE_WHY];

        assert_null(store_open(file, &loop, why));
        assert_string_equal(why, "another server has it open");
}

/* Opens a store in another process, by this name; 0 if it is refused because a server has it open. */
static int opens_elsewhere(const char *name)
{
        pid_t child = fork();
        int status;

        assert_int_not_equal(child, -1);
        if (child == 0) {
                execl("/proc/self/exe", "test_store", "--open", name, NULL);
                _exit(9);
        }
        waitpid(child, &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
        return WEXITSTATUS(status) == 0;
}

static int open_once(const char *name)
{
        char why[MAX_STORE_WHY];
        struct store *s;

        uv_loop_init(&loop);
        s = store_open(name, &loop, why);
        if (s)
                shut(s);
        return s ? 0 : strcmp(why, "another server has it open") == 0 ? 1 : 2;
}

TEST(two_servers_cannot_open_one_file_by_different_names)
{
        char soft[160], hard[160], why[MAX_STORE_WHY];

        snprintf(soft, sizeof soft, "%s/soft", folder);
        snprintf(hard, sizeof hard, "%s/hard", folder);
        assert_int_equal(symlink(file, soft), 0);
        assert_int_equal(link(file, hard), 0);
        assert_false(opens_elsewhere(file));
        assert_false(opens_elsewhere(soft));
        assert_false(opens_elsewhere(hard));
        assert_null(store_open(soft, &loop, why));
        assert_string_equal(why, "another server has it open");
        assert_null(store_open(hard, &loop, why));
        assert_string_equal(why, "another server has it open");
        assert_false(opens_elsewhere(hard)); /* the refused one has not released the lock */
        add_person(ANN, "Ann");
        shut_store();
        unlink(hard);
        assert_true(opens_elsewhere(soft));
        open_store();
        must(PERSON, "i", ANN);
        assert_int_equal(found(), 1);
}

static void cannot_open(const char *name, const char *reason)
{
        char why[MAX_STORE_WHY];

        assert_null(store_open(name, &loop, why));
        if (!strstr(why, reason))
                fail_msg("%s, not: %s", reason, why);
}

/* With too few descriptors it fails with the reason; with enough, it opens. */
TEST(out_of_file_descriptors_opening_fails_with_the_reason)
{
        struct rlimit usual, few;
        char why[MAX_STORE_WHY] = "";
        int next, refusals = 0;

        shut_store();
        next = dup(0); /* the lowest that is free */
        close(next);
        getrlimit(RLIMIT_NOFILE, &usual);
        few = usual;
        for (few.rlim_cur = (rlim_t)next; !store; few.rlim_cur++) {
                assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
                store = store_open(file, &loop, why);
                setrlimit(RLIMIT_NOFILE, &usual);
                if (!store && !strstr(why, "open"))
                        fail_msg("that is not why: %s", why);
                refusals += !store;
                assert_true(refusals < 20);
        }
        assert_true(refusals > 3);
        add_person(ANN, "Ann");
        shut_store();
        assert_int_equal(dup(0), next); /* nothing was left open */
        close(next);
}

TEST(a_read_only_file_is_refused_or_reported)
{
        int64_t n = 0;

        add_table(TABLE);
        run_sql(file, "PRAGMA wal_checkpoint(TRUNCATE)");
        shut_store();
        if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("serai", folder, "tmpfs", 0, "size=8m") != 0) {
                print_message("a disk of our own may not be mounted here; this is not tested\n");
                skip();
        }
        open_store();
        add_table(TABLE);
        must(ADD_ENTRY, "iiitn", TABLE, n, INT64_C(0), "x");
        shut_store();
        assert_int_equal(mount("serai", folder, "tmpfs", MS_REMOUNT | MS_RDONLY, "size=8m"), 0);
        cannot_open(file, "Read-only file system");
        assert_int_equal(mount("serai", folder, "tmpfs", MS_REMOUNT, "size=8m"), 0);
        open_store();
        assert_int_equal(entries(TABLE), 1);
        shut_store();
        umount(folder);
}

TEST(a_foreign_database_is_refused)
{
        FILE *nonsense;

        shut_store();
        run_sql(file, "PRAGMA user_version = 1000");
        cannot_open(file, "a newer Serai made it (version 1000; this one knows");
        snprintf(file, sizeof file, "%s/other", folder);
        run_sql(file, "CREATE TABLE recipe (words TEXT)");
        cannot_open(file, "a database of another program");
        snprintf(file, sizeof file, "%s/nonsense", folder);
        nonsense = fopen(file, "w");
        for (int i = 0; i < 1000; i++)
                fputs("nonsense ", nonsense);
        fclose(nonsense);
        cannot_open(file, "not a database");
        cannot_open("/nowhere/at/all", "No such file");
        cannot_open(folder, "directory");
}

static int update(const char *const *steps, int count, char *why)
{
        sqlite3 *db;
        int updated;

        assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
        updated = schema_update(db, file, steps, count, why);
        sqlite3_close(db);
        return updated;
}

TEST(an_older_file_is_migrated_and_a_copy_kept)
{
        enum { NEXT = SCHEMA_STEPS + 2 };
        const char *steps[NEXT], *broken[NEXT];
        char why[MAX_STORE_WHY], copy[160], words[128];

        for (int i = 0; i < SCHEMA_STEPS; i++)
                steps[i] = broken[i] = SCHEMA[i];
        steps[SCHEMA_STEPS] = broken[SCHEMA_STEPS] = "CREATE TABLE dog (name TEXT)";
        steps[NEXT - 1] = "INSERT INTO dog VALUES ('Rex'); ALTER TABLE person ADD COLUMN dog TEXT";
        broken[NEXT - 1] = "INSERT INTO dog VALUES ('Rex'); INSERT INTO cat VALUES ('Tom')";
        add_person(ANN, "Ann");
        shut_store();
        snprintf(copy, sizeof copy, "%s.before-v%d", file, NEXT);
        assert_false(update(broken, NEXT, why));
        snprintf(words, sizeof words, "it cannot be brought from version %d to %d: no such table: cat", NEXT - 1, NEXT);
        assert_string_equal(why, words);
        assert_int_equal(number_in(file, "SELECT count(*) FROM dog"), 0); /* the first step was done, nothing of the second */
        assert_true(update(steps, NEXT, why));
        assert_int_equal(number_in(file, "PRAGMA user_version"), NEXT);
        assert_int_equal(number_in(file, "SELECT count(*) FROM dog"), 1);
        assert_int_equal(number_in(file, "SELECT count(*) FROM person WHERE name = 'Ann' AND dog IS NULL"), 1);
        assert_int_equal(number_in(copy, "PRAGMA user_version"), NEXT - 1);
        assert_int_equal(number_in(copy, "SELECT count(*) FROM person WHERE name = 'Ann'"), 1);
        assert_true(update(steps, NEXT, why)); /* nothing to do */
}

TEST(a_file_of_the_first_version_is_migrated)
{
        char why[MAX_STORE_WHY];

        shut_store();
        snprintf(file, sizeof file, "%s/first", folder);
        assert_true(update(SCHEMA, 1, why));
        run_sql(file, "INSERT INTO game_table (id, game, at, public, state) VALUES (7, 'alibaba', 1000, 1, 1)");
        open_store();
        must(SET_DUE, "ii", TABLE, INT64_C(5));
        must(CLAIM_DUE, "iiii", INT64_C(1), INT64_C(5), INT64_C(9), INT64_C(1));
        assert_int_equal(found(), 1);
}

TEST(logins_of_an_older_file_are_found_and_protected) /* Protocol 9.4 */
{
        enum { BEFORE = 4 };
        char why[MAX_STORE_WHY];

        shut_store();
        snprintf(file, sizeof file, "%s/logins", folder);
        assert_true(update(SCHEMA, BEFORE, why));
        run_sql(file,
                "INSERT INTO person (id, name, at, login, folded, password) VALUES (1, 'Jo', 1, 'Jose\xcc\x81', 'jose\xcc\x81', 'p1'),"
                "(2, 'Bob', 1, 'Bob', 'bob', 'p2'), (3, 'Bob', 1, 'B0b', 'b0b', 'p3'), (4, 'Guest', 1, NULL, NULL, NULL)");
        open_store();
        must(FIND_LOGIN, "tt", "josé", "josé"); /* as it is written now */
        assert_int_equal(number(0, 0), 1);
        must(FIND_LOGIN, "tt", "bob", "bob");
        assert_int_equal(number(0, 0), 2);
        must(FIND_LOGIN, "tt", "b0b", "bob"); /* those that looked alike before are kept distinct */
        assert_int_equal(number(0, 0), 3);
        assert_int_equal(ask(KEEP_PERSON, "itttt", INT64_C(4), "José", "josé", "p4", "josé"), STORE_TAKEN);
        assert_int_equal(ask(KEEP_PERSON, "itttt", INT64_C(4), "BoЬ", "boь", "p4", "bob"), STORE_TAKEN);
        must(KEEP_PERSON, "itttt", INT64_C(3), "B0b", "b0b", "p5", "b0b");
        assert_int_equal(ask(RENAME_PERSON, "itt", INT64_C(4), "B0b", "bob"), STORE_TAKEN); /* the name of two accounts */
        must(RENAME_PERSON, "itt", INT64_C(2), "Bob", "bob");                               /* the first of which has it */
        assert_int_equal(ask(RENAME_PERSON, "itt", INT64_C(3), "Bob", "bob"), STORE_TAKEN);
}

TEST(the_name_of_an_account_is_nobody_elses) /* Protocol 9.3 */
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        must(RENAME_PERSON, "itt", BO, "Ann", "ann"); /* guests may have the same name */
        must(RENAME_PERSON, "itt", BO, "Bo", "bo");
        must(KEEP_PERSON, "itttt", ANN, "anna", "anna", "hash", "anna");
        must(OWN_NAME, "it", ANN, "ann");
        assert_int_equal(ask(RENAME_PERSON, "itt", BO, "Аnn", "ann"), STORE_TAKEN);
        must(PERSON, "i", BO);
        assert_string_equal(text(0, PERSON_NAME), "Bo");
        must(RENAME_PERSON, "itt", ANN, "ANN", "ann");
        must(RENAME_PERSON, "itt", ANN, "Nadia", "nadia"); /* sets the old one free */
        must(RENAME_PERSON, "itt", BO, "Ann", "ann");
        must(KEEP_PERSON, "itttt", BO, "bo", "bo", "hash", "bo");
        must(OWN_NAME, "it", BO, "nadia"); /* does nothing */
        must(RENAME_PERSON, "itt", ANN, "Nadia", "nadia");
}

TEST(a_recovery_code_is_used_once) /* Protocol 9.13 */
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        must(ADD_CODE, "ti", "one", ANN);
        must(ADD_CODE, "ti", "two", ANN);
        must(FIND_CODE, "ti", "one", BO);
        assert_int_equal(found(), 0);
        assert_int_equal(ask(USE_CODE, "tii", "one", BO, INT64_C(7)), STORE_TAKEN);
        must(FIND_CODE, "ti", "one", ANN);
        assert_int_equal(found(), 1);
        must(USE_CODE, "tii", "one", ANN, INT64_C(7));
        must(USE_CODE, "tii", "one", ANN, INT64_C(7)); /* the same work, run again */
        assert_int_equal(ask(USE_CODE, "tii", "one", ANN, INT64_C(8)), STORE_TAKEN);
        must(FIND_CODE, "ti", "one", ANN);
        assert_int_equal(found(), 0);
        must(COUNT_CODES, "i", ANN);
        assert_int_equal(number(0, 0), 1);
        must(DROP_CODES, "i", ANN);
        assert_int_equal(ask(USE_CODE, "tii", "two", ANN, INT64_C(9)), STORE_TAKEN);
}

TEST(a_challenge_is_used_once_and_in_time) /* Protocol 9.14 */
{
        must(ADD_CHALLENGE, "ti", "old", INT64_C(1000));
        must(ADD_CHALLENGE, "ti", "new", INT64_C(2000));
        must(FIND_CHALLENGE, "ti", "old", INT64_C(1001));
        assert_int_equal(found(), 0);
        must(FIND_CHALLENGE, "ti", "new", INT64_C(1001));
        assert_int_equal(found(), 1);
        must(USE_CHALLENGE, "ti", "new", INT64_C(7));
        must(USE_CHALLENGE, "ti", "new", INT64_C(7));
        assert_int_equal(ask(USE_CHALLENGE, "ti", "new", INT64_C(8)), STORE_TAKEN);
        assert_int_equal(ask(USE_CHALLENGE, "ti", "unknown", INT64_C(8)), STORE_TAKEN);
        must(DROP_CHALLENGES, "i", INT64_C(2001));
        assert_int_equal(ask(USE_CHALLENGE, "ti", "new", INT64_C(7)), STORE_TAKEN); /* deleted */
}

TEST(a_passkey_belongs_to_one_account_and_its_counter_never_falls) /* Protocol 9.14 */
{
        add_person(ANN, "Ann");
        add_person(BO, "Bo");
        must(ADD_PASSKEY, "tiibit", "id", ANN, INT64_C(1000), "key", (size_t)3, INT64_C(5), "Chrome, Linux");
        assert_int_equal(ask(ADD_PASSKEY, "tiibit", "id", BO, INT64_C(1000), "key", (size_t)3, INT64_C(5), ""), STORE_TAKEN);
        must(FIND_PASSKEY, "t", "id");
        assert_int_equal(number(0, PASSKEY_PERSON), ANN);
        assert_string_equal(text(0, PASSKEY_KEY), "key");
        must(USE_PASSKEY, "ti", "id", INT64_C(6));
        assert_int_equal(ask(USE_PASSKEY, "ti", "id", INT64_C(5)), STORE_TAKEN); /* a copy of it */
        must(DROP_PASSKEY, "it", BO, "id");
        must(PASSKEYS_OF, "i", ANN);
        assert_int_equal(found(), 1);
        must(FORGET_PERSON, "i", ANN);
        must(FIND_PASSKEY, "t", "id");
        assert_int_equal(found(), 0);
}

TEST(the_first_file_needs_no_copy)
{
        char copy[160];

        snprintf(copy, sizeof copy, "%s.before-v%d", file, SCHEMA_STEPS);
        assert_int_equal(access(copy, F_OK), -1);
        assert_int_equal(number_in(file, "PRAGMA user_version"), SCHEMA_STEPS);
}

/* Somebody writes between two steps of the copy. */
static int steps_of_copy;

static void write_meanwhile(int pages, int all)
{
        assert_in_range(pages, 0, all);
        hand_over(0, 10000 + steps_of_copy++, "meanwhile");
        uv_run(&loop, UV_RUN_DEFAULT);
        assert_int_equal(outcomes[0], STORE_DONE);
}

TEST(a_backup_is_a_consistent_snapshot)
{
        char copy[160], why[MAX_STORE_WHY];

        snprintf(copy, sizeof copy, "%s/copy", folder);
        add_table(TABLE);
        memset(large, 'x', sizeof large - 1);
        for (int i = 0; i < 500; i++)
                must(ADD_ENTRY, "iiitn", TABLE, (int64_t)i, INT64_C(0), large);
        ended = steps_of_copy = 0;
        if (!backup_make(file, copy, write_meanwhile, why))
                fail_msg("%s", why);
        assert_in_range(steps_of_copy, 2, 100);
        assert_int_equal(number_in(copy, "SELECT count(*) FROM entry"), 500);
        assert_int_equal(entries(TABLE), 500 + steps_of_copy);
        assert_false(backup_make(file, copy, NULL, why));
        assert_string_equal(why, "there is a file of that name already");
        snprintf(copy, sizeof copy, "%s/nothing", folder);
        assert_false(backup_make("/nowhere/db", copy, NULL, why));
        assert_int_equal(access(copy, F_OK), -1);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest anywhere[] = {
                RUNS(stored_rows_are_found),
                RUNS(stored_rows_survive_closing),
                RUNS(nulls_reals_and_large_numbers_come_back),
                RUNS(a_duplicate_key_is_reported_as_taken),
                RUNS(inserting_an_identical_row_succeeds),
                RUNS(a_rating_is_updated_only_from_the_value_that_was_read),
                RUNS(a_table_is_finished_once_with_all_that_goes_with_it),
                RUNS(a_constraint_violation_is_reported_with_the_reason),
                RUNS(a_work_is_atomic),
                RUNS(seats_and_results_make_the_list_of_games),
                RUNS(live_tables_are_those_that_are_not_over),
                RUNS(entries_since_a_number_are_listed),
                RUNS(the_last_500_chat_messages_of_a_table_are_kept),
                RUNS(the_lobby_lists_open_tables_first_and_then_the_latest),
                RUNS(waiting_tables_are_unstarted_tables_made_in_a_period),
                RUNS(the_live_tables_of_a_person_are_those_with_their_seat),
                RUNS(a_due_table_is_claimed_for_the_time_of_a_lease),
                RUNS(a_table_is_nudged_unless_a_server_has_the_lease),
                RUNS(presence_counts_live_nodes_only),
                RUNS(a_node_does_not_outlive_a_clock_that_is_put_back),
                RUNS(deleting_a_table_deletes_its_rows),
                RUNS(deleting_an_account_deletes_the_name_everywhere),
                RUNS(idle_guests_can_be_deleted),
                RUNS(the_name_of_an_account_is_nobody_elses),
                RUNS(a_recovery_code_is_used_once),
                RUNS(a_challenge_is_used_once_and_in_time),
                RUNS(a_passkey_belongs_to_one_account_and_its_counter_never_falls),
                RUNS(abandoned_tables_can_be_deleted),
                RUNS(a_game_counts_once_and_another_like_it_too),
                RUNS(the_secret_of_a_day_is_drawn_once),
                RUNS(of_a_day_each_person_has_one_result_until_they_are_gone),
                RUNS(attempts_at_puzzles_are_kept_once_until_there_are_too_many),
                RUNS(a_long_log_is_read_in_parts),
                RUNS(a_name_is_a_value_and_never_sql),
                RUNS(a_failed_work_affects_no_other),
                RUNS(a_read_sees_all_earlier_writes),
                RUNS(closing_completes_queued_works),
                RUNS(closing_completes_works_queued_meanwhile),
                RUNS(what_was_acknowledged_survives_kill_9),
        };
        const struct CMUnitTest in_a_file[] = {
                RUNS(a_write_error_is_reported_and_loses_nothing),
                RUNS(a_full_disk_is_reported_and_writing_resumes_later),
                RUNS(nobody_else_may_read_the_file),
                RUNS(two_servers_cannot_open_one_file),
                RUNS(two_servers_cannot_open_one_file_by_different_names),
                RUNS(out_of_file_descriptors_opening_fails_with_the_reason),
                RUNS(a_read_only_file_is_refused_or_reported),
                RUNS(a_foreign_database_is_refused),
                RUNS(an_older_file_is_migrated_and_a_copy_kept),
                RUNS(a_file_of_the_first_version_is_migrated),
                RUNS(logins_of_an_older_file_are_found_and_protected),
                RUNS(the_first_file_needs_no_copy),
                RUNS(a_backup_is_a_consistent_snapshot),
        };
        int failed;

        if (argc == 3 && strcmp(argv[1], "--open") == 0)
                return open_once(argv[2]);
        failed = cmocka_run_group_tests_name("any store", anywhere, NULL, NULL);

        if (!getenv("SERAI_PG"))
                failed += cmocka_run_group_tests_name("a store in a file", in_a_file, NULL, NULL);

        if (w)
                work_close(w);
        return failed;
}
