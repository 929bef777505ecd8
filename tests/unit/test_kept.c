/* What the server keeps, and for how long: a table through a restart and a full disk, one at which nobody is, and guests who do
 * not come back. */
#include "hubs.h"
#include "sql.h"

#include <sys/resource.h>

/* --- tables at which nobody is --- */

enum { TEN_MINUTES = 600 };

static int answers;

static void on_asked(struct work *w)
{
        answers = rows_count(work_rows(w, 0));
        work_close(w);
}

/* Whether a table that this one's server was asked about is kept at all. */
static int is_kept(const struct player *p, int64_t id)
{
        struct work *w = work_open(on_asked, NULL);

        work_add(w, TABLE_STATE, "i", id);
        store_do(store[p->at % nodes], w);
        for (answers = -1; answers < 0;)
                wait_loop();
        return answers;
}

TEST(a_table_that_nobody_looks_at_for_ten_minutes_is_gone_everywhere) /* Protocol 6.6 */
{
        char gone[64];

        for (int i = 0; i < PEOPLE - 1; i++) {
                says(&players[i], "{\"t\":\"lobby\"}");
                hears(&players[i], "\"whole\":true");
        }
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(di, 1);
        for (int i = 0; i < PEOPLE - 1; i++)
                hears(&players[i], table);
        says(di, "{\"t\":\"nothing\"}");
        hears(di, "\"mine\"");
        snprintf(gone, sizeof gone, "\"gone\":[\"%s\"]", table);
        later += TEN_MINUTES;
        for (int i = 0; i < PEOPLE - 1; i++)
                hears(&players[i], gone);
        refused(bo, "no-such-table", "{\"t\":\"join\",\"table\":\"%s\"}", table);
}

TEST(a_table_that_somebody_has_just_looked_at_stays) /* Protocol 6.6 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(di, 1);
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, table);
        leave(di);
        later += TEN_MINUTES / 4 * 3;
        join(ann);
        hears(bo, "\"watching\":1");
        later += TEN_MINUTES / 2;
        leave(ann);
        hears(bo, "\"t\":\"lobby\""); /* nobody watches; Bo's server could have dropped it, and may have taken it off its list */
        assert_true(is_kept(bo, id_parse(table)));
}

TEST(a_private_table_is_dropped_though_its_server_has_died) /* Protocol 6.6 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0],\"public\":false");
        sit(ann, 1);
        close_hubs();
        open_hubs();
        for (double until = cli_now() + LONG; is_kept(bo, id_parse(table)); later++)
                if (cli_now() > until)
                        fail_msg("it is still there after %d seconds", later);
}

/* --- nothing is lost --- */

/* Until it is for one of the two to move: no bot is thinking then. */
static void wait_for_people(void)
{
        double until = cli_now() + LONG;
        char one[MAX_MOVE_TEXT], other[MAX_MOVE_TEXT];

        do {
                wait_loop();
                now_of(ann, one);
                now_of(bo, other);
                if (cli_now() > until)
                        fail_msg("nobody's turn comes: %.300s", ann->log + ann->seen);
        } while (!one[0] && !other[0]);
}

/* What a table tells somebody who comes to it for the first time, but for what is made anew with every line. */
static char *whole_story(struct player *p)
{
        char *from, *now;

        leave(p);
        enter(p);
        listens(p);
        says(p, "{\"t\":\"join\",\"table\":\"%s\"}", table);
        hears(p, "\"now\":{");
        listens(p);
        from = strstr(p->log, "{\"t\":\"table\"");
        now = from ? strstr(from, "\"now\":{") : NULL;
        assert_non_null(now);
        return strndup(from, (size_t)(strchr(now, '\n') - from));
}

TEST(after_a_restart_every_table_is_as_it_was)
{
        char *before, *after;

        begin_game("\"game\":\"alibaba\",\"seats\":[0,0,3]");
        for (int i = 0; i < 12; i++)
                play_one();
        says(bo, "{\"t\":\"chat\",\"words\":\"still here\"}");
        hears(ann, "still here");
        wait_for_people();
        before = whole_story(ann);
        close_hubs();
        open_hubs();
        for (int i = 0; i < PEOPLE; i++)
                enter(&players[i]);
        after = whole_story(ann);
        assert_string_equal(before, after);
        hears(ann, ""); /* nothing is odd */
        assert_non_null(strstr(ann->log, "still here"));
        join(bo);
        hears(bo, "\"now\":{");
        while (play_one())
                ;
        free(before);
        free(after);
}

TEST(what_cannot_be_saved_is_refused_and_can_be_tried_again) /* Protocol 5.6 */
{
        struct rlimit small, usual;
        char move_text[MAX_MOVE_TEXT];
        size_t ply;

        if (nodes > 1)
                skip(); /* a full disk is PostgreSQL's to bear */
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        ply = now_of(ann, move_text);
        signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &usual);
        small = usual;
        small.rlim_cur = 4096; /* as if the disk were full: no file may grow */
        setrlimit(RLIMIT_FSIZE, &small);
        listens(ann);
        says(ann, "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text, link_of(ann, ply + FIRST_LINK));
        hears(ann, "{\"t\":\"refused\",\"about\":\"play\",\"code\":\"not-saved\"");
        setrlimit(RLIMIT_FSIZE, &usual);
        assert_int_equal(now_of(ann, move_text), ply);
        play_one();
        while (play_one())
                ;
}

/* Waits until every server has looked several times at all its tables and guests. */
static void let_servers_look(void)
{
        enum { LOOKS = 12 };
        double until = cli_now() + LONG;
        uint64_t before[NODES];

        for (int i = 0; i < nodes; i++)
                before[i] = hub_figures(hub[i]).ticks;
        for (int i = 0; i < nodes; i++)
                for (; hub_figures(hub[i]).ticks < before[i] + LOOKS; wait_loop())
                        if (cli_now() > until)
                                fail_msg("server %d does not look", i);
}

TEST(a_bot_whose_move_cannot_be_saved_does_not_try_all_the_time)
{
        uint64_t ticks, unsaved;

        if (nodes > 1)
                skip(); /* the trigger is SQLite's */
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        run_sql(file,
                "CREATE TRIGGER no_moves BEFORE INSERT ON entry WHEN new.body LIKE '%\"bot\"%' AND new.body LIKE '%\"play\"%' "
                "BEGIN SELECT RAISE(ABORT, 'no more moves'); END");
        unsaved = hub_figures(hub[0]).unsaved;
        says(ann, "{\"t\":\"leave\"}"); /* whose turn it is; a bot plays for her */
        hears(bo, "\"held\":true");
        ticks = hub_figures(hub[0]).ticks;
        let_servers_look();
        assert_true(hub_figures(hub[0]).unsaved > unsaved);
        assert_true(hub_figures(hub[0]).unsaved - unsaved <= hub_figures(hub[0]).ticks - ticks);
        run_sql(file, "DROP TRIGGER no_moves");
        hears(bo, "\"legal\":[\""); /* and it goes on */
}

/* --- guests who do not come back --- */

static int people_there;

static void on_counted(struct work *w)
{
        people_there = 0;
        for (int i = 0; i < work_size(w); i++)
                people_there |= rows_count(work_rows(w, i)) << i;
        work_close(w);
        kept = 1;
}

/* Who of the people with these ids, and those after them, is there: a bit each. */
static int who_is_there(int64_t first, int count)
{
        struct work *w = work_open(on_counted, NULL);

        for (int i = 0; i < count; i++)
                work_add(w, PERSON, "i", first + i);
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
        return people_there;
}

/* In which the clock agrees with its reference, so that dates are trusted. */
static void let_an_hour_pass(void)
{
        later += 3600;
}

TEST(a_guest_who_does_not_come_back_is_forgotten) /* Protocol 9.2 */
{
        enum { NOBODY, SEEN, KEPT, PLAYED, WAITS, LONG_GONE, SOMEBODIES };
        static const int64_t FIRST = 500, OLD_GAME = 5000, OPEN = 5001;
        int64_t now = (int64_t)clock_now(), day = (int64_t)DAY;
        struct work *w = work_open(on_kept, NULL);

        for (int i = 0; i < SOMEBODIES; i++)
                work_add(w, ADD_PERSON, "iti", FIRST + i, "Guest", now - 900 * day);
        for (int i = 0; i < 2; i++)
                work_add(w, ADD_TABLE, "itii", OLD_GAME + i, "alibaba", now - i, (int64_t)0);
        work_add(w, SET_TABLE_STATE, "iii", OLD_GAME, (int64_t)2, now);
        work_add(w, SET_SEAT, "iii", OLD_GAME, (int64_t)1, FIRST + PLAYED);
        work_add(w, SET_SEAT, "iii", OLD_GAME, (int64_t)2, FIRST + LONG_GONE);
        work_add(w, SET_SEAT, "iii", OPEN, (int64_t)1, FIRST + WAITS);
        work_add(w, ADD_SESSION, "tiini", "nobody's", FIRST + NOBODY, now - 31 * day, INT64_C(0));
        work_add(w, ADD_SESSION, "tiini", "seen's", FIRST + SEEN, now - 29 * day, INT64_C(0));
        work_add(w, ADD_SESSION, "tiini", "played's", FIRST + PLAYED, now - 399 * day, INT64_C(0));
        work_add(w, ADD_SESSION, "tiini", "gone's", FIRST + LONG_GONE, now - 401 * day, INT64_C(0));
        work_add(w, KEEP_PERSON, "itttt", FIRST + KEPT, "Guest", "guest", "hash", "guest");
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
        close_hubs();
        open_hubs();
        let_an_hour_pass();
        for (double until = cli_now() + LONG;
             who_is_there(FIRST, SOMEBODIES) != (1 << SEEN | 1 << KEPT | 1 << PLAYED | 1 << WAITS);)
                if (cli_now() > until)
                        fail_msg("those who are there: %x", (unsigned)people_there);
        assert_int_equal(who_is_there(ann->client.subscriber.person, PEOPLE), (1 << PEOPLE) - 1);
}

/* --- tables that nobody comes back to --- */

TEST(an_abandoned_table_is_deleted_after_sixty_days)
{
        enum { ABANDONED, RECENT, BETWEEN_PEOPLE, WITH_BOTS, TABLES_MADE };
        static const int64_t FIRST = 5000;
        int64_t now = (int64_t)clock_now(), day = (int64_t)DAY;
        struct work *w = work_open(on_kept, NULL);
        int left;

        for (int i = 0; i < TABLES_MADE; i++) {
                work_add(w, ADD_TABLE, "itii", FIRST + i, "alibaba", now - 70 * day, (int64_t)0);
                work_add(w, SET_SEAT, "iii", FIRST + i, (int64_t)1, ann->client.subscriber.person);
                work_add(w, SET_BOT, "iii", FIRST + i, (int64_t)2, (int64_t)4);
                work_add(w, SET_TABLE_STATE, "iii", FIRST + i, (int64_t)(i < BETWEEN_PEOPLE ? 1 : 2),
                         now - (i == RECENT ? 59 : 61) * day);
        }
        work_add(w, SET_SEAT, "iii", FIRST + BETWEEN_PEOPLE, (int64_t)2, bo->client.subscriber.person);
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
        for (int i = 0; i < PEOPLE; i++)
                leave(&players[i]); /* else they are told of these tables, which have no log */
        let_an_hour_pass();
        for (double until = cli_now() + LONG;;) {
                left = 0;
                for (int i = 0; i < TABLES_MADE; i++)
                        left |= is_kept(ann, FIRST + i) << i;
                if (left == (1 << RECENT | 1 << BETWEEN_PEOPLE))
                        break;
                if (cli_now() > until)
                        fail_msg("those that are there: %x", (unsigned)left);
        }
        let_servers_look();
        assert_true(is_kept(ann, FIRST + RECENT) && is_kept(ann, FIRST + BETWEEN_PEOPLE));
}

/* --- clocks that jump --- */

enum { A_MINUTE = 60, AN_HOUR = 3600, A_DAY = 24 * AN_HOUR, ELEVEN_MINUTES = 660 };

/* Both the clocks that a server may go by. */
static void jump(int seconds)
{
        wall_later += seconds;
        database_later += seconds;
}

/* A guest who was here 29 days ago, and one who is here, but whose session was last used long ago. */
static void add_guests(int64_t first)
{
        int64_t now = (int64_t)clock_now(), day = (int64_t)DAY;
        struct work *w = work_open(on_kept, NULL);

        for (int i = 0; i < 2; i++)
                work_add(w, ADD_PERSON, "iti", first + i, "Guest", now - 900 * day);
        work_add(w, ADD_SESSION, "tiini", "away's", first, now - 29 * day, INT64_C(0));
        work_add(w, ADD_SESSION, "tiini", "here's", first + 1, now - 35 * day, INT64_C(0));
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
        leave(cy);
        memset(&cy->client, 0, sizeof cy->client);
        cy->client.subscriber.person = first + 1;
        cy->here = 1;
        assert_true(hub_enter(hub_of(cy), &cy->client));
}

/* Nobody is deleted, muted, or loses on time, and no table is dropped. */
static void jump_harms_nobody(int seconds)
{
        static const int64_t FIRST = 600;
        char waiting[ID_TEXT + 1];
        uint64_t jumps;

        add_guests(FIRST);
        let_an_hour_pass();
        turn_loop();
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]"); /* at which nobody is */
        memcpy(waiting, table, sizeof waiting);
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":300000}");
        ann->client.trusted = 0;
        listens(ann);
        jumps = clock_figures().jumps;
        jump(seconds);
        for (double until = cli_now() + LONG; clock_figures().jumps == jumps; wait_loop())
                if (cli_now() > until)
                        fail_msg("nobody notices");
        let_servers_look();
        assert_int_equal(who_is_there(FIRST, 2), 3);
        assert_int_equal(who_is_there(ann->client.subscriber.person, PEOPLE), (1 << PEOPLE) - 1);
        assert_true(is_kept(bo, id_parse(waiting)));
        for (int i = 0; i < 20; i++)
                says(ann, "{\"t\":\"games\"}");
        says(ann, "{\"t\":\"chat\",\"words\":\"what time is it?\"}");
        hears(ann, "what time is it?");
        assert_null(strstr(ann->log, "too-fast"));
        play_one();
        assert_null(strstr(ann->log, "\"held\":true"));
        jump(-seconds);
        let_servers_look();
        play_one();
        assert_int_equal(who_is_there(FIRST, 2), 3);
        assert_null(strstr(ann->log, "\"held\":true"));
}

TEST(a_clock_that_jumps_by_401_days_harms_nobody)
{
        jump_harms_nobody(401 * A_DAY);
}

TEST(a_clock_that_jumps_back_by_an_hour_harms_nobody)
{
        jump_harms_nobody(-AN_HOUR);
}

TEST(a_clock_that_jumps_by_eleven_minutes_harms_nobody)
{
        jump_harms_nobody(ELEVEN_MINUTES);
}

TEST(nobody_loses_on_time_while_a_clock_is_in_doubt)
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        leave(bo);
        hears(ann, "\"name\":\"Bo\",\"here\":false");
        later += 40;
        turn_loop();
        jump(ELEVEN_MINUTES);
        for (double until = cli_now() + LONG; clock_is_steady(); wait_loop())
                if (cli_now() > until)
                        fail_msg("nobody notices");
        later += 30; /* he is gone for more than a minute, and the jump was less than a minute ago */
        let_servers_look();
        assert_null(strstr(ann->log, "\"held\":true"));
        later += 61;
        hears(ann, "\"name\":\"Bo\",\"here\":false,\"ready\":true,\"held\":true");
}

TEST(no_guest_is_deleted_while_dates_are_in_doubt) /* Protocol 9.2 */
{
        static const int64_t FIRST = 600;

        let_an_hour_pass();
        add_guests(FIRST);
        jump(10);
        later += 2 * A_DAY; /* he has been away for 31 days now */
        let_servers_look();
        assert_int_equal(who_is_there(FIRST, 2), 3);
        jump(-10);
        let_servers_look(); /* which agree again now, */
        let_an_hour_pass(); /* and for long enough */
        for (double until = cli_now() + LONG; who_is_there(FIRST, 2) != 2;)
                if (cli_now() > until)
                        fail_msg("those who are there: %x", (unsigned)people_there);
}

/* The times of a table's entries, which never go back. */
static void on_entries(struct work *w)
{
        const struct rows *r = work_rows(w, 0);

        for (int i = 1; i < rows_count(r); i++)
                assert_true(rows_number(r, i, 1) >= rows_number(r, i - 1, 1));
        answers = rows_count(r);
        work_close(w);
}

static int entries_in_order(void)
{
        struct work *w = work_open(on_entries, NULL);

        work_add(w, ENTRIES, "ii", id_parse(table), INT64_C(100000));
        store_do(store[0], w);
        for (answers = -1; answers < 0;)
                wait_loop();
        return answers;
}

TEST(entries_stay_in_order_after_a_restart_with_a_clock_that_is_behind)
{
        int before;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        play_one();
        before = entries_in_order();
        close_hubs();
        jump(-AN_HOUR);
        open_hubs();
        for (int i = 0; i < PEOPLE; i++)
                enter(&players[i]);
        join(ann);
        hears(ann, "\"now\":{");
        join(bo);
        hears(bo, "\"now\":{");
        for (int i = 0; i < 3; i++)
                play_one();
        assert_int_equal(entries_in_order(), before + 3);
}

/* The server is restarted, and its clock, which was an hour ahead, is right again. */
static void restart_with_the_right_time(void)
{
        close_hubs();
        jump(-AN_HOUR);
        open_hubs();
}

TEST(an_absent_player_is_replaced_at_a_table_whose_entries_are_ahead_of_the_clock) /* Protocol 7.9 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0]");
        sit(ann, 1);
        sit(bo, 2);
        says(ann, "{\"t\":\"ready\"}");
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"state\":\"dealing\"");
        restart_with_the_right_time();
        enter(ann);
        join(ann);
        later += A_MINUTE;
        hears(ann, "\"state\":\"playing\"");
        later += A_MINUTE;
        hears(ann, "\"name\":\"Bo\",\"here\":false,\"ready\":true,\"held\":true");
}

TEST(a_game_clock_runs_at_a_table_whose_entries_are_ahead_of_the_clock) /* Protocol 7.9 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":30000}");
        restart_with_the_right_time();
        enter(ann);
        enter(bo);
        join(ann);
        join(bo);
        hears(ann, "\"now\":{");
        hears(bo, "\"now\":{");
        play_one();
        assert_null(strstr(bo->log, "\"held\":true"));
        later += A_MINUTE;
        hears(bo, "\"held\":true");
}

TEST(nobody_is_deleted_after_a_restart_with_a_clock_that_is_far_ahead) /* Protocol 9.2 */
{
        static const int64_t FIRST = 600;

        add_guests(FIRST);
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        close_hubs();
        jump(401 * A_DAY);
        open_hubs();
        for (int i = 0; i < PEOPLE; i++)
                enter(&players[i]);
        let_an_hour_pass();
        let_servers_look();
        assert_int_equal(who_is_there(FIRST, 2), 3);
        assert_int_equal(who_is_there(ann->client.subscriber.person, PEOPLE), (1 << PEOPLE) - 1);
}

TEST(whoever_is_forgotten_has_no_name_at_the_table_either_and_said_nothing) /* Protocol 9.5 */
{
        struct work *w = work_open(on_kept, NULL);

        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        join(bo);
        hears(bo, "\"name\":\"Ann\"");
        says(ann, "{\"t\":\"chat\",\"words\":\"it is me\"}");
        hears(bo, "it is me");
        work_add(w, FORGET_PERSON, "i", ann->client.subscriber.person);
        hub_notice_person(hub_of(ann), w, ann->client.subscriber.person);
        store_do(store[ann->at % nodes], w);
        for (kept = 0; !kept;)
                wait_loop();
        hub_rename(hub_of(ann), ann->client.subscriber.person, "");
        hears(bo, "\"name\":\"\",\"here\":true");
        listens(ann);
        join(ann);
        hears(ann, "\"name\":\"\",\"here\":true");
        leave(bo);
        enter(bo);
        join(bo);
        listens(bo);
        assert_null(strstr(bo->log, "it is me"));
}

/* With an argument: only the tests whose names are like it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_table_that_nobody_looks_at_for_ten_minutes_is_gone_everywhere),
                RUNS(a_table_that_somebody_has_just_looked_at_stays),
                RUNS(a_private_table_is_dropped_though_its_server_has_died),
                RUNS(after_a_restart_every_table_is_as_it_was),
                RUNS(what_cannot_be_saved_is_refused_and_can_be_tried_again),
                RUNS(a_bot_whose_move_cannot_be_saved_does_not_try_all_the_time),
                RUNS(a_guest_who_does_not_come_back_is_forgotten),
                RUNS(an_abandoned_table_is_deleted_after_sixty_days),
                RUNS(a_clock_that_jumps_by_401_days_harms_nobody),
                RUNS(a_clock_that_jumps_back_by_an_hour_harms_nobody),
                RUNS(a_clock_that_jumps_by_eleven_minutes_harms_nobody),
                RUNS(nobody_loses_on_time_while_a_clock_is_in_doubt),
                RUNS(no_guest_is_deleted_while_dates_are_in_doubt),
                RUNS(entries_stay_in_order_after_a_restart_with_a_clock_that_is_behind),
                RUNS(an_absent_player_is_replaced_at_a_table_whose_entries_are_ahead_of_the_clock),
                RUNS(a_game_clock_runs_at_a_table_whose_entries_are_ahead_of_the_clock),
                RUNS(nobody_is_deleted_after_a_restart_with_a_clock_that_is_far_ahead),
                RUNS(whoever_is_forgotten_has_no_name_at_the_table_either_and_said_nothing),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("what is kept", tests, NULL, NULL);
}
