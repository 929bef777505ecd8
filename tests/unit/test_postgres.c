/* The store in PostgreSQL: several stores on one database, and a database that fails. tests/system/postgres.sh runs it. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "../../server/store/schema.h"
#include "works.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_fresh, close_all)

static const char *address;
static struct store *other; /* a second one on the same database, if a test needs it */
static PGconn *admin;
static uv_timer_t tick; /* while a test waits for something other than a work */

/* Runs the loop until a condition holds. */
#define until(condition)                                                                                                           \
        while (!(condition))                                                                                                       \
        uv_run(&loop, UV_RUN_ONCE)

static void on_tick(uv_timer_t *timer)
{
        (void)timer;
}

static void connect_admin(void)
{
        admin = PQconnectdb(address);
        if (PQstatus(admin) != CONNECTION_OK)
                fail_msg("%s", PQerrorMessage(admin));
}

/* The first value of a query. */
static int64_t sql(const char *query)
{
        PGresult *r;
        int64_t n;

        if (PQstatus(admin) != CONNECTION_OK) {
                PQfinish(admin);
                connect_admin();
        }
        r = PQexec(admin, query);
        if (PQresultStatus(r) != PGRES_TUPLES_OK && PQresultStatus(r) != PGRES_COMMAND_OK)
                fail_msg("%s", PQerrorMessage(admin));
        n = PQntuples(r) ? atoll(PQgetvalue(r, 0, 0)) : 0;
        PQclear(r);
        return n;
}

static int open_fresh(void **unused)
{
        (void)unused;
        control("fresh");
        connect_admin();
        uv_loop_init(&loop);
        uv_timer_init(&loop, &tick);
        uv_timer_start(&tick, on_tick, 5, 5);
        store = open_at(address);
        return 0;
}

static int close_all(void **unused)
{
        (void)unused;
        PQfinish(admin);
        uv_close((uv_handle_t *)&tick, NULL);
        shut(store);
        if (other)
                shut(other);
        other = NULL;
        return uv_loop_close(&loop);
}

/* --- many works at once --- */

enum { MANY = 20000, TOO_LONG = 300 /* seconds */ };
static int order[MANY], outcomes[MANY], ended, handed_over;
static char reason[MAX_STORE_WHY]; /* of the last one */

static void on_member(struct work *member)
{
        int n = (int)(intptr_t)work_whose(member);

        order[ended++] = n;
        outcomes[n] = (int)work_outcome(member);
        snprintf(reason, sizeof reason, "%s", work_why(member));
        work_close(member);
}

/* The next so many entries of the table, each in a work of its own. */
static void hand_over(int count)
{
        for (; count > 0; count--, handed_over++) {
                struct work *member = work_open(on_member, (void *)(intptr_t)handed_over);

                work_add(member, ADD_ENTRY, "iiitn", TABLE, (int64_t)handed_over, INT64_C(5), "{\"t\":\"play\",\"move\":\"3a1\"}");
                store_do(store, member);
        }
}

static void begin_many(void)
{
        add_table(TABLE);
        ended = handed_over = 0;
}

/* All of them are done, in order, each stored once. */
static void all_is_there(void)
{
        until(ended == handed_over);
        for (int i = 0; i < handed_over; i++) {
                assert_int_equal(order[i], i);
                assert_int_equal(outcomes[i], STORE_DONE);
        }
        assert_int_equal(entries(TABLE), handed_over);
}

/* What was acknowledged is stored once. If the database takes longer than ten seconds to recover, works fail with an unknown
 * outcome. */
static void nothing_is_lost(void)
{
        int sure = 0;

        until(ended == handed_over);
        for (int i = 0; i < handed_over; i++) {
                assert_int_equal(order[i], i);
                assert_true(outcomes[i] == STORE_DONE || outcomes[i] == STORE_UNSURE);
                sure += outcomes[i] == STORE_DONE;
        }
        assert_true(sure > 0 && entries(TABLE) >= sure && entries(TABLE) <= handed_over);
}

/* --- the connection --- */

static void terminate(void)
{
        sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'serai'");
}

TEST(a_connection_terminated_during_a_batch_loses_nothing)
{
        begin_many();
        for (int round = 0; round < 20; round++) {
                int before = ended;

                hand_over(400);
                until(ended > before + 10 * round); /* another moment in each round */
                hand_over(200);
                terminate();
        }
        all_is_there();
}

TEST(a_database_restart_loses_nothing)
{
        begin_many();
        for (int round = 0; round < 3; round++) {
                hand_over(500);
                control("restart");
                hand_over(100);
        }
        all_is_there();
}

TEST(a_killed_database_loses_nothing)
{
        begin_many();
        for (int round = 0; round < 3; round++) {
                int before = ended;

                hand_over(1000);
                until(ended > before);
                control("kill");
                hand_over(100);
                control("start");
        }
        nothing_is_lost();
}

TEST(works_fail_after_ten_seconds_without_a_database)
{
        begin_many();
        control("stop");
        hand_over(3);
        until(ended == 3);
        for (int i = 0; i < 3; i++)
                assert_int_equal(outcomes[i], STORE_UNSURE);
        assert_string_equal(reason, "the database does not answer; try again");
        begin();
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(5), "just in time");
        store_do(store, w);
        control("start");
        until(done);
        assert_int_equal(work_outcome(w), STORE_DONE);
        assert_int_equal(entries(TABLE), 1);
}

/* --- a way to the server that can be cut --- */

enum { MAX_WAYS = 16 };

/* OPEN: everything is passed on. DEAF: the server's answers are dropped, and the connection is closed at its first COMMIT.
 * CUT: nothing is passed on and nothing closed, as when a cable is pulled; new connections work. */
enum way { OPEN, DEAF, CUT };

static struct {
        uv_thread_t thread;
        int listener, port;
        _Atomic int mode, stop, ways;
        int client[MAX_WAYS], server[MAX_WAYS], cut[MAX_WAYS];
} proxy;

static int connect_server(void)
{
        struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(PQport(admin))) };
        int fd = socket(AF_INET, SOCK_STREAM, 0);

        inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
        if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
                abort();
        return fd;
}

static void break_off(int i)
{
        close(proxy.client[i]);
        close(proxy.server[i]);
        proxy.client[i] = proxy.server[i] = -1;
}

/* Passes on what can be read. */
static void pass_on(int i, int from_server)
{
        char bytes[65536];
        ssize_t n = recv(from_server ? proxy.server[i] : proxy.client[i], bytes, sizeof bytes, 0), sent = 0;

        if (n <= 0) {
                break_off(i);
                return;
        }
        if (from_server && proxy.mode == DEAF) {
                if (memmem(bytes, (size_t)n, "COMMIT", 7)) {
                        proxy.mode = OPEN;
                        break_off(i);
                }
                return;
        }
        while (sent < n) {
                ssize_t more =
                        send(from_server ? proxy.client[i] : proxy.server[i], bytes + sent, (size_t)(n - sent), MSG_NOSIGNAL);

                if (more < 0) {
                        break_off(i);
                        return;
                }
                sent += more;
        }
}

static void run_proxy(void *unused)
{
        (void)unused;
        while (!proxy.stop) {
                struct pollfd wait[1 + 2 * MAX_WAYS] = { { .fd = proxy.listener, .events = POLLIN } };
                int ways = proxy.ways;

                for (int i = 0; i < ways; i++) {
                        if (proxy.mode == CUT)
                                proxy.cut[i] = 1;
                        wait[1 + 2 * i] = (struct pollfd){ .fd = proxy.cut[i] ? -1 : proxy.client[i], .events = POLLIN };
                        wait[2 + 2 * i] = (struct pollfd){ .fd = proxy.cut[i] ? -1 : proxy.server[i], .events = POLLIN };
                }
                if (proxy.mode == CUT)
                        proxy.mode = OPEN;
                poll(wait, (nfds_t)(1 + 2 * ways), 1);
                for (int i = 0; i < 2 * ways; i++)
                        if (wait[1 + i].revents && proxy.client[i / 2] >= 0)
                                pass_on(i / 2, i % 2);
                if (wait[0].revents && ways < MAX_WAYS) {
                        proxy.client[ways] = accept(proxy.listener, NULL, NULL);
                        proxy.server[ways] = connect_server();
                        proxy.cut[ways] = 0;
                        proxy.ways++;
                }
        }
}

/* From now on the store connects through the proxy. */
static void open_proxy(void)
{
        struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
        socklen_t size = sizeof at;
        char through[128];

        proxy.mode = OPEN;
        proxy.stop = proxy.ways = 0;
        proxy.listener = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(bind(proxy.listener, (struct sockaddr *)&at, sizeof at), 0);
        assert_int_equal(listen(proxy.listener, 8), 0);
        getsockname(proxy.listener, (struct sockaddr *)&at, &size);
        uv_thread_create(&proxy.thread, run_proxy, NULL);
        snprintf(through, sizeof through, "postgres://serai@127.0.0.1:%d/serai", ntohs(at.sin_port));
        uv_timer_stop(&tick);
        shut(store);
        uv_timer_start(&tick, on_tick, 5, 5);
        store = open_at(through);
}

static void close_proxy(void)
{
        proxy.stop = 1;
        uv_thread_join(&proxy.thread);
        for (int i = 0; i < proxy.ways; i++)
                if (proxy.client[i] >= 0)
                        break_off(i);
        close(proxy.listener);
}

/* The answer to the commit is lost: it was stored, and is repeated. */
TEST(a_commit_with_a_lost_answer_is_not_repeated)
{
        open_proxy();
        add_person(ANN, "Ann");
        add_table(TABLE);
        proxy.mode = DEAF;
        begin();
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(5), "one");
        work_add(w, ADD_CHAT, "iiiit", TABLE, INT64_C(0), INT64_C(5), ANN, "hello");
        work_add(w, SET_RATING, "tiddiii", "alibaba", ANN, 26.0, 8.0, INT64_C(1), INT64_C(0), TABLE);
        work_add(w, FINISH_TABLE, "ii", TABLE, INT64_C(2000));
        assert_int_equal(finish(), STORE_DONE);
        assert_int_equal(proxy.mode, OPEN); /* so it was closed after the commit */
        assert_int_equal(entries(TABLE), 1);
        must(RATING, "ti", "alibaba", ANN);
        assert_int_equal(number(0, 2), 1);
        proxy.mode = DEAF;
        assert_int_equal(ask(ADD_ENTRY, "iiitn", TABLE, INT64_C(1), INT64_C(6), "two"), STORE_DONE);
        assert_int_equal(ask(ADD_ENTRY, "iiitn", TABLE, INT64_C(1), INT64_C(6), "three"), STORE_TAKEN);
        close_proxy();
}

TEST(a_silent_connection_is_replaced_and_terminated)
{
        open_proxy();
        add_table(TABLE);
        assert_int_equal(sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'serai'"), 1);
        proxy.mode = CUT;
        until(proxy.mode == OPEN);
        must(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(5), "one");
        assert_int_equal(sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'serai'"), 1); /* the new one */
        assert_int_equal(entries(TABLE), 1);
        close_proxy();
}

/* --- several stores --- */

static char heard[MANY][MAX_NOTICE + 1];
static int heard_count, missed;

static void on_heard(void *whose, const char *about)
{
        assert_ptr_equal(whose, heard);
        if (about)
                snprintf(heard[heard_count++], sizeof heard[0], "%s", about);
        else
                missed++;
}

static void on_nothing(void *whose, const char *about)
{
        if (about)
                fail_msg("its own notice, %s, came back to %p", about, whose);
}

static void open_other(void)
{
        other = open_at(address);
        heard_count = missed = 0;
        store_listen(other, on_heard, heard);
        store_listen(store, on_nothing, NULL);
        assert_true(store_is_shared(store));
}

static void tell(const char *about)
{
        begin();
        work_add(w, PULSE, "i", INT64_C(1));
        work_notice(w, about);
        assert_int_equal(finish(), STORE_DONE);
}

TEST(notifications_arrive_after_the_commit)
{
        open_other();
        add_table(TABLE);
        begin();
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(5), "one");
        work_notice(w, "table 7 1");
        work_notice(w, "lobby");
        assert_int_equal(finish(), STORE_DONE);
        begin();
        work_add(w, ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(5), "two");
        work_notice(w, "never");
        assert_int_equal(finish(), STORE_TAKEN);
        tell("a name of exactly so many bytes as a notice may be at the most..");
        until(heard_count == 3);
        assert_string_equal(heard[0], "table 7 1");
        assert_string_equal(heard[1], "lobby");
        assert_string_equal(heard[2], "a name of exactly so many bytes as a notice may be at the most..");
        assert_int_equal(missed, 0);
}

TEST(many_notifications_of_one_batch_arrive_complete_and_in_order)
{
        char about[MAX_NOTICE + 1];

        open_other();
        ended = 0;
        for (int i = 0; i < 2000; i++) {
                struct work *member = work_open(on_member, (void *)(intptr_t)i);

                work_add(member, PULSE, "i", (int64_t)i);
                snprintf(about, sizeof about, "this is notice number %d of a great many", i);
                work_notice(member, about);
                work_notice(member, "lobby");
                store_do(store, member);
        }
        until(ended == 2000);
        tell("the end");
        until(heard_count > 0 && strcmp(heard[heard_count - 1], "the end") == 0);
        for (int i = 0, next = 0; i < heard_count - 1; i++)
                if (strcmp(heard[i], "lobby") != 0) {
                        snprintf(about, sizeof about, "this is notice number %d of a great many", next++);
                        assert_string_equal(heard[i], about);
                }
        assert_in_range(heard_count, 2001, 3000); /* "lobby" is sent once per message, not once per work */
}

static int told[2]; /* how often each of two stores was notified */

static void on_told(void *whose, const char *about)
{
        (void)about;
        ++*(int *)whose;
}

/* Notifications that arrive while a store is busy are not lost. */
TEST(busy_stores_receive_each_others_notifications)
{
        open_other();
        told[0] = told[1] = ended = 0;
        store_listen(store, on_told, &told[0]);
        store_listen(other, on_told, &told[1]);
        for (int i = 0; i < 200; i++) {
                for (int node = 0; node < 2; node++) {
                        struct work *member = work_open(on_member, (void *)(intptr_t)0);

                        work_add(member, PULSE_NODE, "iii", (int64_t)node, INT64_C(0), (int64_t)i);
                        work_notice(member, "something");
                        store_do(node ? other : store, member);
                }
                until(ended == 2 * (i + 1));
                until(told[0] > i && told[1] > i);
        }
}

TEST(a_reconnected_store_learns_that_notifications_may_be_missing)
{
        open_other();
        terminate();
        until(missed == 1);
        tell("again");
        until(heard_count == 1);
        assert_string_equal(heard[0], "again");
        assert_int_equal(missed, 1);
}

static int given[MANY], claims;

static void on_claimed(struct work *claim)
{
        const struct rows *r = work_rows(claim, 0);

        assert_int_equal(work_outcome(claim), STORE_DONE);
        for (int i = 0; i < rows_count(r); i++)
                given[rows_number(r, i, 0)]++;
        claims++;
        work_close(claim);
}

TEST(a_due_table_is_claimed_by_one_server)
{
        enum { DUE = 600, ROUNDS = 100 };

        open_other();
        sql("INSERT INTO game_table SELECT n, 'alibaba', 0, 1, 1, 5 FROM generate_series(1, 600) n");
        memset(given, 0, sizeof given);
        claims = 0;
        for (int i = 0; i < ROUNDS; i++)
                for (int node = 1; node <= 2; node++) {
                        struct work *claim = work_open(on_claimed, NULL);

                        work_add(claim, CLAIM_DUE, "iiii", (int64_t)node, INT64_C(10), INT64_C(100), INT64_C(7));
                        store_do(node == 1 ? store : other, claim);
                        uv_run(&loop, UV_RUN_NOWAIT);
                }
        until(claims == 2 * ROUNDS);
        for (int i = 1; i <= DUE; i++)
                assert_int_equal(given[i], 1);
}

static int winners[MANY], ran;

static void on_raced(struct work *runner)
{
        assert_true(work_outcome(runner) < STORE_FAILED);
        winners[(intptr_t)work_whose(runner)] += work_outcome(runner) == STORE_DONE;
        ran++;
        work_close(runner);
}

TEST(of_two_concurrent_moves_one_wins)
{
        open_other();
        add_table(TABLE);
        memset(winners, 0, sizeof winners);
        ran = 0;
        for (int n = 0; n < 300; n++)
                for (int node = 0; node < 2; node++) {
                        struct work *runner = work_open(on_raced, (void *)(intptr_t)n);

                        work_add(runner, ADD_ENTRY, "iiitn", TABLE, (int64_t)n, INT64_C(5), node ? "mine" : "yours");
                        store_do(node ? other : store, runner);
                        if (n % 10 == 0)
                                uv_run(&loop, UV_RUN_NOWAIT);
                }
        until(ran == 600);
        for (int n = 0; n < 300; n++)
                assert_int_equal(winners[n], 1);
        assert_int_equal(entries(TABLE), 300);
}

static char drawn[2][65];

static void on_drawn(struct work *draw)
{
        assert_int_equal(work_outcome(draw), STORE_DONE);
        strcpy(drawn[(intptr_t)work_whose(draw)], rows_text(work_rows(draw, 0), 0, DRAWN_SECRET, NULL));
        ran++;
        work_close(draw);
}

TEST(servers_that_draw_the_secret_of_a_day_agree)
{
        open_other();
        for (int64_t day = 1; day < 100; day++) {
                ran = 0;
                for (int node = 0; node < 2; node++) {
                        struct work *draw = work_open(on_drawn, (void *)(intptr_t)node);

                        work_add(draw, DRAW_DAY, "it", day, node ? "mine" : "yours");
                        store_do((node + day) % 2 ? other : store, draw);
                }
                until(ran == 2);
                assert_string_equal(drawn[0], drawn[1]);
        }
}

/* Each holds what the other wants next; in the end both succeed. */
TEST(a_deadlock_is_resolved_and_both_works_succeed)
{
        enum { PEOPLE = 50, ROUNDS = 4 };

        open_other();
        for (int64_t id = 1; id <= PEOPLE; id++)
                add_person(id, "somebody");
        memset(winners, 0, sizeof winners);
        ran = 0;
        for (int round = 0; round < ROUNDS; round++)
                for (int64_t id = 1; id <= PEOPLE; id++)
                        for (int node = 0; node < 2; node++) {
                                struct work *runner = work_open(on_raced, (void *)(intptr_t)0);

                                work_add(runner, RENAME_PERSON, "itt", node ? id : PEOPLE + 1 - id, "somebody else",
                                         "somebody else");
                                store_do(node ? other : store, runner);
                        }
        until(ran == 2 * ROUNDS * PEOPLE);
        assert_int_equal(winners[0], 2 * ROUNDS * PEOPLE);
}

/* A work that holds a row for long delays those after it, in their order, and none before it; and makes none fail. */
TEST(a_work_that_waits_for_a_lock_succeeds_in_the_end)
{
        for (int64_t id = 0; id < 3; id++)
                add_person(id, "somebody");
        sql("BEGIN");
        sql("UPDATE person SET name = 'mine' WHERE id = 1");
        ended = 0;
        for (int id = 0; id < 3; id++) {
                struct work *member = work_open(on_member, (void *)(intptr_t)id);

                work_add(member, RENAME_PERSON, "itt", (int64_t)id, "yours", "yours");
                store_do(store, member);
        }
        until(ended == 1); /* they were one batch, which was rolled back */
        sql("COMMIT");
        until(ended == 3);
        for (int id = 0; id < 3; id++) {
                assert_int_equal(order[id], id);
                assert_int_equal(outcomes[id], STORE_DONE);
        }
        assert_int_equal(sql("SELECT count(*) FROM person WHERE name = 'yours'"), 3);
}

/* --- opening --- */

TEST(several_servers_create_the_schema_once)
{
        pid_t child[6];
        int status;

        control("fresh");
        for (int i = 0; i < 6; i++) {
                child[i] = fork();
                if (child[i] == 0)
                        execl("/proc/self/exe", "test_postgres", "--only-open", NULL);
        }
        for (int i = 0; i < 6; i++) {
                waitpid(child[i], &status, 0);
                assert_int_equal(status, 0);
        }
        assert_int_equal(sql("SELECT count(*) FROM serai"), 1);
}

/* Takes a step of the schema back, by the version that it led to. */
static const char *const UNDO[SCHEMA_STEPS + 1] = {
        [4] = "ALTER TABLE entry DROP COLUMN hash",
        [5] = "ALTER TABLE person DROP COLUMN skeleton",
        [6] = "DROP TABLE site, admin_log, report, bot_token; DELETE FROM pulse WHERE one = 3;"
              "ALTER TABLE person DROP COLUMN admin, DROP COLUMN bot, DROP COLUMN muted, DROP COLUMN banned",
        [7] = "DROP TABLE daily_result, daily",
        [8] = "DROP TABLE follow, block, invitation, choice, push, push_key, notice; ALTER TABLE seat DROP COLUMN gain",
        [9] = "DROP TABLE met, recovery, passkey, challenge; ALTER TABLE person DROP COLUMN name_skeleton;"
              "ALTER TABLE session DROP COLUMN made, DROP COLUMN device, DROP COLUMN passkey",
        [10] = "DROP TABLE puzzle_attempt",
};

static void go_back_to(int version)
{
        char number[64];

        for (int step = SCHEMA_STEPS; step > version; step--) {
                assert_non_null(UNDO[step]);
                sql(UNDO[step]);
        }
        snprintf(number, sizeof number, "UPDATE serai SET version = %d", version);
        sql(number);
}

TEST(entries_of_an_older_version_get_their_hashes) /* as tests/unit/test_damage.c computes them */
{
        sql("INSERT INTO game_table (id, game, at, public, state) VALUES (1, 'alibaba', 1, 1, 0), (2, 'alibaba', 1, 1, 0)");
        sql("INSERT INTO entry (table_id, n, at, body) VALUES (2, 0, 1000, 'one'), (2, 1, 1794834055717, 'Ї'), (1, 0, 1000, 'one')");
        go_back_to(3);
        other = open_at(address);
        assert_int_equal(sql("SELECT count(*) FROM entry WHERE n = 0 AND "
                             "hash = '\\x8f67663d079175f9ceec7e0b8e3f8f9923a7630d57d2cc253e958421d4048776'"),
                         2);
        assert_int_equal(sql("SELECT count(*) FROM entry WHERE n = 1 AND "
                             "hash = '\\x945b7654ac635d1bde7b10379eac542d2b46bebfa49d21cb10d67d437318ccc1'"),
                         1);
}

TEST(logins_of_an_older_version_are_found_and_protected) /* as in tests/unit/test_store.c */
{
        go_back_to(4);
        sql("INSERT INTO person (id, name, at, login, folded, password) VALUES (1, 'Jo', 1, 'Jose\xcc\x81', 'jose\xcc\x81', 'p1'),"
            "(2, 'Bob', 1, 'Bob', 'bob', 'p2'), (3, 'Bob', 1, 'B0b', 'b0b', 'p3'), (4, 'Guest', 1, NULL, NULL, NULL)");
        other = open_at(address);
        assert_int_equal(sql("SELECT id FROM person WHERE skeleton = 'josé'"), 1);
        assert_int_equal(sql("SELECT id FROM person WHERE skeleton = 'bob'"), 2);
        assert_int_equal(sql("SELECT count(*) FROM person WHERE skeleton IS NULL"), 2);
        assert_int_equal(sql("SELECT id FROM person WHERE name_skeleton = 'bob'"), 2);
        assert_int_equal(sql("SELECT count(*) FROM person WHERE name_skeleton IS NULL"), 2);
}

static void cannot_open(const char *where, const char *words)
{
        char why[MAX_STORE_WHY];

        assert_null(store_open(where, &loop, why));
        if (!strstr(why, words) || strstr(why, "s3cret") || strchr(why, '\n'))
                fail_msg("%s, not: %s", words, why);
}

TEST(an_older_server_can_run_beside_a_newer_one_after_additive_migrations)
{
        sql("UPDATE serai SET version = 1000");
        other = open_at(address);
        sql("UPDATE serai SET oldest = 1000");
        cannot_open(address, "a newer Serai made it");
}

TEST(an_unusable_database_is_reported_with_the_reason)
{
        char name[256];

        cannot_open("postgres://serai:s3cret@127.0.0.1:1/serai", "Connection refused");
        snprintf(name, sizeof name, "%snone", address);
        cannot_open(name, "database \"serainone\" does not exist");
        sql("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0");
        snprintf(name, sizeof name, "%.*s/ascii", (int)(strrchr(address, '/') - address), address);
        cannot_open(name, "its encoding is not UTF8");
        sql("DROP DATABASE ascii");
}

TEST(no_password_is_ever_shown)
{
        static const char *const SLIPS[] = {
                "postgres://ann:s3cret@@127.0.0.1:1/serai",   "postgres://ann:x/s3cret@127.0.0.1:1/serai",
                "postgres://ann:s3cret/x@127.0.0.1:1/serai",  "postgres://ann:s3cret?x@127.0.0.1:1/serai",
                "postgres://ann:x%s3cret@127.0.0.1:1/serai",  "postgres://ann:x@s3cret@127.0.0.1:1/serai",
                "postgresql://127.0.0.1:s3cret@:1/?x=s3cret", "postgres://127.0.0.1:1/serai?s3cret",
        };
        char name[MAX_STORE_NAME];

        for (size_t i = 0; i < sizeof SLIPS / sizeof SLIPS[0]; i++) {
                cannot_open(SLIPS[i], "");
                assert_null(strstr(store_name(SLIPS[i], name), "s3cret"));
        }
        assert_string_equal(store_name("postgres://ann:s3cret@db.example.org:5433/serai", name),
                            "postgres://db.example.org:5433/serai");
        assert_string_equal(store_name("postgresql://db/serai?user=ann&password=s3cret", name), "postgres://db/serai");
        assert_string_equal(store_name("/var/lib/serai.db", name), "/var/lib/serai.db");
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_connection_terminated_during_a_batch_loses_nothing),
                RUNS(a_database_restart_loses_nothing),
                RUNS(a_killed_database_loses_nothing),
                RUNS(works_fail_after_ten_seconds_without_a_database),
                RUNS(a_commit_with_a_lost_answer_is_not_repeated),
                RUNS(a_silent_connection_is_replaced_and_terminated),
                RUNS(notifications_arrive_after_the_commit),
                RUNS(many_notifications_of_one_batch_arrive_complete_and_in_order),
                RUNS(busy_stores_receive_each_others_notifications),
                RUNS(a_reconnected_store_learns_that_notifications_may_be_missing),
                RUNS(a_due_table_is_claimed_by_one_server),
                RUNS(of_two_concurrent_moves_one_wins),
                RUNS(servers_that_draw_the_secret_of_a_day_agree),
                RUNS(a_deadlock_is_resolved_and_both_works_succeed),
                RUNS(a_work_that_waits_for_a_lock_succeeds_in_the_end),
                RUNS(entries_of_an_older_version_get_their_hashes),
                RUNS(logins_of_an_older_version_are_found_and_protected),
                RUNS(several_servers_create_the_schema_once),
                RUNS(an_older_server_can_run_beside_a_newer_one_after_additive_migrations),
                RUNS(an_unusable_database_is_reported_with_the_reason),
                RUNS(no_password_is_ever_shown),
        };
        int failed;

        address = getenv("SERAI_PG");
        if (!address) {
                puts("run it with: sh tests/system/postgres.sh build/asan/test_postgres");
                return 0;
        }
        if (argc == 2 && strcmp(argv[1], "--only-open") == 0) {
                char why[MAX_STORE_WHY];

                uv_loop_init(&loop);
                store = store_open(address, &loop, why);
                if (store)
                        shut(store);
                return store == NULL;
        }
        if (argc == 2)
                cmocka_set_test_filter(argv[1]);
        alarm(TOO_LONG); /* a timeout */
        failed = cmocka_run_group_tests_name("stores on PostgreSQL", tests, NULL, NULL);
        if (w)
                work_close(w);
        return failed;
}
