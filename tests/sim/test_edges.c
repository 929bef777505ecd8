/* The simulated disk and the simulated PostgreSQL: they lose what the real ones may lose, and nothing else.
 *
 * On the disk runs a database of SQLite; over PostgreSQL the real store, in two servers. What belongs to the rest of the simulation
 * is here in its simplest form: events in a list, and turns of a store whenever it may have one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <unistd.h>

#include "../../server/log.h"
#include "../../server/store/entry_hash.h"
#include "../../server/store/work_queue.h"
#include "sim.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

/* --- the rest of the simulation --- */

struct server servers[MAX_SERVERS];
struct server *current;
uint64_t now;
struct conditions conditions;

static uint64_t random_state;

uint32_t sim_random(uint32_t n)
{
        return n ? random_dice(&random_state) % n : 0;
}

int sim_chance(uint32_t per_million)
{
        return sim_random(1000000) < per_million;
}

void sim_fail(const char *format, ...)
{
        va_list words;

        va_start(words, format);
        vfprintf(stderr, format, words);
        va_end(words);
        fputc('\n', stderr);
        abort();
}

struct event {
        STAILQ_ENTRY(event) next;
        uint64_t at;
        void (*happen)(void *whose);
        void *whose;
};

static STAILQ_HEAD(, event) events = STAILQ_HEAD_INITIALIZER(events); /* in the order of time */

struct event *sim_after(struct server *s, uint64_t delay, void (*happen)(void *whose), void *whose)
{
        struct event *e = malloc(sizeof *e), *before = NULL, *other;

        assert_null(s);
        assert_non_null(e);
        *e = (struct event){ .at = now + delay, .happen = happen, .whose = whose };
        STAILQ_FOREACH (other, &events, next)
                if (other->at <= e->at)
                        before = other;
        if (before)
                STAILQ_INSERT_AFTER(&events, before, e, next);
        else
                STAILQ_INSERT_HEAD(&events, e, next);
        return e;
}

static void pass(uint64_t time)
{
        uint64_t end = now + time;
        struct event *e;

        while ((e = STAILQ_FIRST(&events)) && e->at <= end) {
                STAILQ_REMOVE_HEAD(&events, next);
                now = e->at;
                e->happen(e->whose);
                free(e);
        }
        now = end;
}

static void forget_events(void)
{
        struct event *e;

        while ((e = STAILQ_FIRST(&events))) {
                STAILQ_REMOVE_HEAD(&events, next);
                free(e);
        }
}

uint64_t uv_hrtime(void)
{
        return now * 1000;
}

void log_info(const char *event, const char *format, ...)
{
        (void)event, (void)format;
}

void log_error(const char *event, const char *format, ...)
{
        (void)event, (void)format;
}

static void begin_run(uint64_t seed)
{
        random_state = seed;
        now = 0;
        memset(&conditions, 0, sizeof conditions);
        for (int i = 0; i < MAX_SERVERS; i++)
                servers[i] = (struct server){ .index = i };
        forget_events();
}

/* --- the disk --- */

/* Transaction n inserts size[n] rows, and counts them. */
enum { TRANSACTIONS = 120 };

static struct {
        sqlite3 *db;
        enum { ABSENT, THERE, EITHER /* its commit returned an error */ } state[TRANSACTIONS];
        int size[TRANSACTIONS];
} book;

static int execute(const char *sql)
{
        return sqlite3_exec(book.db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int64_t ask(const char *sql)
{
        sqlite3_stmt *s;
        int64_t answer = -1;

        if (sqlite3_prepare_v2(book.db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
                answer = sqlite3_column_int64(s, 0);
        sqlite3_finalize(s);
        return answer;
}

static int open_book(void)
{
        return sqlite3_open_v2("/book", &book.db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
               execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 30;"
                       "PRAGMA cache_size = 10; CREATE TABLE IF NOT EXISTS item (n INTEGER, i INTEGER, body BLOB, PRIMARY KEY (n, i));"
                       "CREATE TABLE IF NOT EXISTS total (one INTEGER PRIMARY KEY, items INTEGER);"
                       "INSERT OR IGNORE INTO total VALUES (1, 0)");
}

static void close_book(void)
{
        assert_int_equal(sqlite3_close(book.db), SQLITE_OK);
        book.db = NULL;
}

static int insert_items(int n)
{
        char sql[160];
        int good = execute("BEGIN");

        for (int i = 0; good && i < book.size[n]; i++) {
                sqlite3_snprintf(sizeof sql, sql, "INSERT INTO item VALUES (%d, %d, zeroblob(%d))", n, i, (int)sim_random(3000));
                good = execute(sql);
        }
        sqlite3_snprintf(sizeof sql, sql, "UPDATE total SET items = items + %d", book.size[n]);
        return good && execute(sql);
}

static void transact(int n)
{
        book.size[n] = 1 + (int)sim_random(sim_random(10) ? 3 : 60);
        book.state[n] = ABSENT;
        if (insert_items(n))
                book.state[n] = execute("COMMIT") ? THERE : EITHER;
        if (!sqlite3_get_autocommit(book.db))
                execute("ROLLBACK");
}

/* 1: everything that must be there is, and nothing else. */
static int is_right(int transactions)
{
        int64_t all = 0;

        for (int n = 0; n < transactions; n++) {
                char sql[80];
                int64_t rows;

                sqlite3_snprintf(sizeof sql, sql, "SELECT count(*) FROM item WHERE n = %d", n);
                rows = ask(sql);
                if (book.state[n] == EITHER)
                        book.state[n] = rows ? THERE : ABSENT;
                if (rows != (book.state[n] == THERE ? book.size[n] : 0))
                        return 0;
                all += rows;
        }
        return ask("SELECT items FROM total") == all && ask("SELECT integrity_check = 'ok' FROM pragma_integrity_check") == 1;
}

/* Crashes with transactions under way, too. */
static int crash_and_reopen(int transactions)
{
        struct conditions before = conditions;
        int good;

        if (sim_random(2))
                execute("BEGIN; UPDATE total SET items = -1; DELETE FROM item");
        disk_crash();
        execute("ROLLBACK");
        assert_false(execute("UPDATE total SET items = items + 1"));
        close_book();
        conditions.disk_fails = 0;
        conditions.disk_is_full = 0;
        good = open_book() && is_right(transactions);
        conditions = before;
        return good;
}

/* 0: something was lost, or was not undone. */
static int survives(uint64_t seed, int lies)
{
        int good;

        begin_run(seed);
        disk_clear();
        good = open_book();
        conditions.disk_lies = lies;
        for (int n = 0; good && n < TRANSACTIONS; n++) {
                if (sim_random(20) == 0)
                        conditions.disk_fails = sim_random(3) ? 0 : 20000;
                if (sim_random(20) == 0)
                        conditions.disk_is_full = sim_random(3) == 0;
                transact(n);
                if (sim_random(12) == 0)
                        good = crash_and_reopen(n + 1);
        }
        memset(&conditions, 0, sizeof conditions);
        good = good && crash_and_reopen(TRANSACTIONS);
        close_book();
        disk_clear();
        return good;
}

TEST(what_was_committed_survives_crashes_failures_and_a_full_disk)
{
        disk_open();
        for (uint64_t seed = 1; seed <= 40; seed++)
                if (!survives(seed, 0))
                        fail_msg("seed %d", (int)seed);
}

TEST(a_disk_that_lies_loses_what_was_committed)
{
        int lost = 0;

        disk_open();
        for (uint64_t seed = 1; seed <= 30; seed++)
                lost += !survives(seed, 1);
        assert_true(lost > 10);
}

TEST(a_run_on_the_disk_follows_from_its_seed)
{
        uint64_t end;

        disk_open();
        survives(7, 0);
        end = random_state;
        survives(7, 0);
        assert_true(random_state == end);
}

TEST(a_database_has_one_connection_at_a_time)
{
        sqlite3 *second;

        disk_open();
        begin_run(1);
        disk_clear();
        assert_true(open_book());
        assert_true(sqlite3_open_v2("/book", &second, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
                    sqlite3_exec(second, "SELECT * FROM total", NULL, NULL, NULL) != SQLITE_OK);
        sqlite3_close(second);
        close_book();
        assert_true(open_book()); /* what is closed is there */
        assert_int_equal(ask("SELECT items FROM total"), 0);
        close_book();
        disk_clear();
}

/* --- a store's turns --- */

static struct station {
        struct work_queue *queue;
        struct works kept; /* left from the last turn */
        uint64_t due;      /* the next turn */
        uint64_t busy;     /* until then */
        uint64_t missed;   /* when notices were last said to have been missed */
        uint64_t wakes;
} station[MAX_SERVERS];

static void heard(void *whose, const char *about);

int work_queue_open(struct work_queue *d, uv_loop_t *loop, struct pause (*turn)(void *whose, struct works *works), void *whose)
{
        (void)loop;
        STAILQ_INIT(&d->waiting);
        STAILQ_INIT(&d->ended);
        d->turn = turn;
        d->whose = whose;
        station[current->index] = (struct station){ .queue = d };
        STAILQ_INIT(&station[current->index].kept);
        return 1;
}

void work_queue_close(struct work_queue *d, void (*end)(void *whose))
{
        assert_int_equal(d->under_way, 0);
        station[current->index].queue = NULL;
        end(d->whose);
        free(d->whose);
}

void work_queue_put(struct work_queue *d, struct work *w)
{
        d->under_way++;
        w->since = uv_hrtime();
        STAILQ_INSERT_TAIL(&d->waiting, w, next);
}

void work_queue_listen(struct work_queue *d, void (*hear)(void *whose, const char *about), void *whose)
{
        d->hear = hear;
        d->listener = whose;
}

void work_queue_give(struct work_queue *d, struct works *list)
{
        STAILQ_CONCAT(&d->ended, list);
}

void work_queue_tell(struct work_queue *d, const char *about)
{
        if (d->hear)
                d->hear(d->listener, about);
}

void turn_takes(uint64_t time)
{
        if (current)
                station[current->index].busy = now + time;
}

void store_wake(int server)
{
        station[server].wakes++;
}

static void take_turn(struct station *s)
{
        struct pause pause;
        struct work *w;

        STAILQ_CONCAT(&s->kept, &s->queue->waiting);
        current = &servers[s - station];
        pause = s->queue->turn(s->queue->whose, &s->kept);
        current = NULL;
        s->due = pause.milliseconds < 0 ? UINT64_MAX : now + (uint64_t)pause.milliseconds * MS;
        while ((w = STAILQ_FIRST(&s->queue->ended))) {
                STAILQ_REMOVE_HEAD(&s->queue->ended, next);
                s->queue->under_way--;
                w->done(w);
        }
}

/* Time passes, and stores take their turns. */
static void play(uint64_t time)
{
        for (uint64_t end = now + time; now < end; pass(100 + sim_random(1000)))
                for (int i = 0; i < MAX_SERVERS; i++) {
                        struct station *s = &station[i];

                        if (s->queue && s->busy <= now &&
                            (!STAILQ_EMPTY(&s->queue->waiting) || s->due <= now || postgres_has_news(i)))
                                take_turn(s);
                }
}

static struct store *open_server(int which, const char *where)
{
        char why[MAX_STORE_WHY] = "";
        struct store *s;

        current = &servers[which];
        s = store_open(where, NULL, why);
        if (!s)
                fail_msg("%s", why);
        store_listen(s, heard, &servers[which]);
        current = NULL;
        return servers[which].store = s;
}

static void close_server(int which)
{
        current = &servers[which];
        store_close(servers[which].store);
        current = NULL;
}

static void open_servers(uint64_t seed)
{
        begin_run(seed);
        postgres_clear();
        open_server(0, "postgres://database/serai");
        open_server(1, "postgres://database/serai");
        play(SECOND);
}

static void close_servers(void)
{
        close_server(0);
        close_server(1);
        postgres_clear();
        forget_events();
}

/* --- one work at a time --- */

static struct work *work; /* the last one */
static int is_done;
static char last_notice[MAX_NOTICE + 1];
static int notices;

static void on_done(struct work *w)
{
        (void)w;
        is_done = 1;
}

static enum outcome finish(int server)
{
        is_done = 0;
        store_do(servers[server].store, work);
        while (!is_done)
                play(MS);
        return work_outcome(work);
}

static void begin(void)
{
        if (work)
                work_close(work);
        work = work_open(on_done, NULL);
}

#define DO(...) (begin(), work_add(work, __VA_ARGS__), finish(0))

static const int64_t TABLE = 7, ANN = 11, BO = 12;

static void make_table(void)
{
        assert_int_equal(DO(ADD_TABLE, "itii", TABLE, "alibaba", INT64_C(1000), INT64_C(1)), STORE_DONE);
        assert_int_equal(DO(ADD_PERSON, "iti", ANN, "42", INT64_C(1000)), STORE_DONE);
        assert_int_equal(DO(ADD_PERSON, "iti", BO, "007", INT64_C(1000)), STORE_DONE);
}

TEST(values_come_back_as_they_were)
{
        const unsigned char hash[] = { 0, 255, 16, 1 };
        size_t size;

        open_servers(1);
        make_table();
        assert_int_equal(DO(ADD_ENTRY, "iiitb", TABLE, INT64_C(0), -INT64_C(5), "", hash, sizeof hash), STORE_DONE);
        assert_int_equal(DO(ADD_ENTRY, "iiitn", TABLE, INT64_C(1), INT64_MAX, "-0"), STORE_DONE);
        assert_int_equal(DO(ENTRIES, "ii", TABLE, INT64_C(9)), STORE_DONE);
        assert_int_equal(rows_count(work_rows(work, 0)), 2);
        assert_true(rows_number(work_rows(work, 0), 0, ENTRY_AT) == -5);
        assert_true(rows_number(work_rows(work, 0), 1, ENTRY_AT) == INT64_MAX);
        assert_string_equal(rows_text(work_rows(work, 0), 1, ENTRY_BODY, NULL), "-0");
        assert_memory_equal(rows_text(work_rows(work, 0), 0, ENTRY_STORED_HASH, &size), hash, sizeof hash);
        assert_int_equal(size, sizeof hash);
        assert_true(rows_is_null(work_rows(work, 0), 1, ENTRY_STORED_HASH));
        DO(PERSON, "i", ANN);
        assert_string_equal(rows_text(work_rows(work, 0), 0, PERSON_NAME, NULL), "42");
        DO(PERSON, "i", BO);
        assert_string_equal(rows_text(work_rows(work, 0), 0, PERSON_NAME, NULL), "007");
        assert_true(rows_is_null(work_rows(work, 0), 0, PERSON_LOGIN));
        assert_int_equal(DO(SET_RATING, "tiddiii", "alibaba", ANN, 25.0, 1.0 / 3, INT64_C(1), INT64_C(0), INT64_C(1)), STORE_DONE);
        DO(RATING, "ti", "alibaba", ANN);
        assert_true(rows_real(work_rows(work, 0), 0, RATING_MU) == 25 && rows_real(work_rows(work, 0), 0, RATING_SIGMA) == 1.0 / 3);
        close_servers();
}

TEST(somebody_was_there_first)
{
        open_servers(1);
        make_table();
        assert_int_equal(DO(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "one"), STORE_DONE);
        assert_int_equal(DO(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "one"), STORE_DONE);
        assert_int_equal(DO(ADD_ENTRY, "iiitn", TABLE, INT64_C(0), INT64_C(0), "two"), STORE_TAKEN);
        assert_int_equal(DO(FINISH_TABLE, "ii", TABLE, INT64_C(1)), STORE_DONE);
        assert_int_equal(DO(FINISH_TABLE, "ii", TABLE, INT64_C(2)), STORE_TAKEN);
        assert_int_equal(DO(KEEP_PERSON, "itttt", ANN, "Ann", "ann", "hash", "ann"), STORE_DONE);
        assert_int_equal(DO(KEEP_PERSON, "itttt", BO, "ANN", "ann", "hash", "other"), STORE_TAKEN);
        assert_int_equal(DO(ADD_SESSION, "tiini", "hash", INT64_C(99), INT64_C(0), INT64_C(0)), STORE_FAILED); /* of nobody */
        assert_int_equal(DO(PERSON, "i", ANN), STORE_DONE);
        close_servers();
}

TEST(the_clock_is_the_databases)
{
        open_servers(1);
        assert_true(store_times(servers[0].store).database == RUN_BEGAN);
        conditions.database_ahead = 5000;
        assert_int_equal(DO(PULSE_NODE, "iii", INT64_C(1), RUN_BEGAN, INT64_C(1000)), STORE_DONE);
        DO(TIMES, "");
        assert_true(rows_number(work_rows(work, 0), 0, 1) >= RUN_BEGAN + 6000);
        assert_true(rows_number(work_rows(work, 0), 0, 2) <= -6000);
        close_servers();
}

static void do_with_notice(const char *about)
{
        begin();
        work_add(work, PULSE, "i", INT64_C(1));
        work_notice(work, about);
        notices = 0;
        finish(0);
        play(10 * SECOND);
}

TEST(notices_arrive_at_the_other_server)
{
        open_servers(1);
        do_with_notice("hello");
        assert_int_equal(notices, 1);
        assert_string_equal(last_notice, "hello");
        conditions.notice_twice = 1000000;
        do_with_notice("again");
        assert_int_equal(notices, 2);
        conditions.notice_lost = 1000000;
        do_with_notice("lost");
        assert_int_equal(notices, 0);
        close_servers();
}

TEST(a_server_that_is_cut_off_comes_back)
{
        open_servers(1);
        conditions.cut_off = 1 << 0;
        assert_int_equal(DO(PULSE, "i", INT64_C(1)), STORE_UNSURE);
        conditions.cut_off = 0;
        assert_int_equal(DO(PULSE, "i", INT64_C(2)), STORE_DONE);
        postgres_crash();
        assert_true(station[0].wakes > 0);
        assert_int_equal(DO(PULSE, "i", INT64_C(3)), STORE_DONE);
        conditions.database_is_down = 1;
        play(SECOND);
        conditions.database_is_down = 0;
        assert_int_equal(DO(PULSE, "i", INT64_C(4)), STORE_DONE);
        close_servers();
}

/* The store makes an empty file of that name on the real disk, for its locks. */
TEST(the_store_of_a_lone_server_is_on_the_disk)
{
        char file[64], lock[80];

        snprintf(file, sizeof file, "/tmp/serai-sim-%d", (int)getpid());
        snprintf(lock, sizeof lock, "%s.lock", file);
        disk_open();
        begin_run(1);
        disk_clear();
        open_server(0, file);
        make_table();
        for (int i = 0; i < 20; i++) {
                disk_crash();
                assert_int_equal(DO(RENAME_PERSON, "itt", ANN, "nobody", "nobody"), STORE_FAILED);
                close_server(0);
                open_server(0, file);
                assert_int_equal(DO(PERSON, "i", ANN), STORE_DONE);
                assert_int_equal(rows_count(work_rows(work, 0)), 1);
                assert_string_equal(rows_text(work_rows(work, 0), 0, PERSON_NAME, NULL), i ? "Ann" : "42");
                assert_int_equal(DO(RENAME_PERSON, "itt", ANN, "Ann", "Ann"), STORE_DONE);
        }
        close_server(0);
        disk_clear();
        unlink(file);
        unlink(lock);
}

/* --- a disk that lies --- */

enum {
        SHORT_LOG = 1500,
        LONG_LOG = 4500,
        LONG_BODY = 1500
}; /* so long that the write-ahead log is copied to the file, once or more */

static void write_body(int n, char body[LONG_BODY + 1])
{
        for (int i = 0; i < LONG_BODY; i++)
                body[i] = (char)('a' + (n * 7 + i) % 26);
        body[LONG_BODY] = '\0';
}

/* Stores a log as a room does, and crashes at some point of it. */
static void write_log(void)
{
        uint8_t chain[ENTRY_HASH] = { 0 };
        char body[LONG_BODY + 1];
        int length = SHORT_LOG + (int)sim_random(LONG_LOG - SHORT_LOG);

        for (int n = 0; n < length; n++) {
                write_body(n, body);
                entry_hash(chain, n, n, body, LONG_BODY);
                assert_int_equal(DO(ADD_ENTRY, "iiitb", TABLE, (int64_t)n, (int64_t)n, body, chain, (size_t)ENTRY_HASH),
                                 STORE_DONE);
        }
}

/* Reads it as a room does. What is accepted must be what was written, up to some entry. */
static enum { WHOLE_START, NOTICED } read_log(void)
{
        const struct rows *entries;
        uint8_t chain[ENTRY_HASH] = { 0 };
        char body[LONG_BODY + 1];

        if (DO(ENTRIES, "ii", TABLE, INT64_C(100000)) != STORE_DONE)
                return NOTICED;
        entries = work_rows(work, 0);
        for (int n = 0; n < rows_count(entries); n++) {
                size_t size, hash_size;
                const char *text = rows_text(entries, n, ENTRY_BODY, &size),
                           *stored = rows_text(entries, n, ENTRY_STORED_HASH, &hash_size);

                entry_hash(chain, n, rows_number(entries, n, ENTRY_AT), text, size);
                if (rows_number(entries, n, ENTRY_N) != n || hash_size != ENTRY_HASH || memcmp(chain, stored, ENTRY_HASH) != 0)
                        return NOTICED;
                write_body(n, body);
                assert_string_equal(text, body);
        }
        return WHOLE_START;
}

TEST(what_a_lying_disk_spoils_is_noticed_and_never_taken_for_a_game)
{
        char file[64], lock[80], why[MAX_STORE_WHY];
        int noticed = 0, refused = 0;

        snprintf(file, sizeof file, "/tmp/serai-sim-%d", (int)getpid());
        snprintf(lock, sizeof lock, "%s.lock", file);
        disk_open();
        for (uint64_t seed = 1; seed <= 12; seed++) {
                begin_run(seed);
                disk_clear();
                open_server(0, file);
                make_table();
                conditions.disk_lies = 1;
                write_log();
                disk_crash();
                close_server(0);
                current = &servers[0];
                servers[0].store = store_open(file, NULL, why);
                current = NULL;
                if (servers[0].store) {
                        noticed += read_log() == NOTICED;
                        close_server(0);
                } else {
                        refused++;
                }
        }
        print_message("of 12 files %d were refused as damaged, and of the others %d logs\n", refused, noticed);
        assert_true(refused + noticed > 0);
        conditions.disk_lies = 0;
        disk_clear();
        unlink(file);
        unlink(lock);
}

/* --- many works, and connections that break --- */

/* Work i of a server adds a person and an entry, at a number that the other server may use as well; and renames somebody whom only
 * this server renames, for this table. */
enum { WORKS = 1500, TABLES = 5 };

static struct claim {
        int server;
        int is_over;
        enum outcome outcome;
        int64_t table, n;
        uint64_t over; /* when it was returned */
        int notices;   /* that the other server heard */
} claims[WORKS];

static int64_t next_n[2][TABLES];

static int64_t ask_database(const char *format, long long a, long long b)
{
        char sql[160];
        sqlite3_stmt *s;
        int64_t answer;

        snprintf(sql, sizeof sql, format, a, b);
        assert_int_equal(sqlite3_prepare_v2(postgres_database(), sql, -1, &s, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(s), SQLITE_ROW);
        answer = sqlite3_column_int64(s, 0);
        sqlite3_finalize(s);
        return answer;
}

static int is_entry_there(int i)
{
        char body[128];

        snprintf(body, sizeof body, "SELECT count(*) FROM entry WHERE table_id = %%lld AND n = %%lld AND body = 'w%d'", i);
        return (int)ask_database(body, claims[i].table, claims[i].n);
}

/* At once: what was said to be done is in the database when it is said. */
static void check(int i)
{
        int person = (int)ask_database("SELECT count(*) FROM person WHERE id = %lld + 0 * %lld", 100 + i, 0);

        assert_int_equal(person, is_entry_there(i));
        if (claims[i].outcome != STORE_UNSURE)
                assert_int_equal(person, claims[i].outcome == STORE_DONE);
}

static int64_t renamed_by(int server, int64_t table)
{
        return 1 + server * TABLES + table;
}

/* The name is that of the last work that was done, or of a later one: nothing was done twice, with another between. */
static void check_name(int server, int64_t table)
{
        int last = (int)ask_database("SELECT CAST(substr(name, 2) AS INTEGER) FROM person WHERE id = %lld + %lld",
                                     renamed_by(server, table), 0);

        assert_true(claims[last].outcome == STORE_DONE || claims[last].outcome == STORE_UNSURE);
        for (int i = last + 1; i < WORKS; i++)
                assert_false(claims[i].server == server && claims[i].table == table && claims[i].outcome == STORE_DONE);
}

static void on_claimed(struct work *w)
{
        struct claim *c = work_whose(w);

        assert_false(c->is_over);
        c->is_over = 1;
        c->outcome = work_outcome(w);
        c->over = now;
        check((int)(c - claims));
        work_close(w);
}

static void heard(void *whose, const char *about)
{
        int server = ((struct server *)whose)->index, i;

        if (!about) {
                station[server].missed = now;
                return;
        }
        notices++;
        snprintf(last_notice, sizeof last_notice, "%s", about);
        if (sscanf(about, "w%d", &i) == 1 && claims[i].server != server)
                claims[i].notices++;
}

static void claim(int i)
{
        struct work *w = work_open(on_claimed, &claims[i]);
        int server = (int)sim_random(2), table = (int)sim_random(TABLES);
        char name[16];

        if (sim_random(4) == 0) /* it has seen what the other one did */
                next_n[server][table] = next_n[0][table] > next_n[1][table] ? next_n[0][table] : next_n[1][table];
        claims[i] = (struct claim){ .server = server, .table = table, .n = next_n[server][table]++ };
        snprintf(name, sizeof name, "w%d", i);
        work_add(w, ADD_ENTRY, "iiitn", claims[i].table, claims[i].n, INT64_C(5), name);
        work_add(w, ADD_PERSON, "iti", (int64_t)(100 + i), name, INT64_C(5));
        work_add(w, RENAME_PERSON, "itt", renamed_by(server, table), name, name);
        work_notice(w, name);
        store_do(servers[server].store, w);
}

static void make_trouble(uint32_t cut)
{
        conditions.cut = cut;
        if (sim_random(200) == 0)
                postgres_crash();
        if (sim_random(50) == 0)
                conditions.cut_off = sim_random(3) ? 0 : sim_random(4);
        if (sim_random(50) == 0)
                conditions.database_is_down = sim_random(4) == 0;
        if (sim_random(20) == 0)
                conditions.notice_late = sim_random(2) * 300000;
}

/* Afterwards the backends that had lost their clients have ended, too. */
static void compete(uint64_t seed, uint32_t cut)
{
        open_servers(seed);
        memset(next_n, 0, sizeof next_n);
        for (int64_t table = 0; table < TABLES; table++) {
                assert_int_equal(DO(ADD_TABLE, "itii", table, "alibaba", INT64_C(1000), INT64_C(1)), STORE_DONE);
                for (int i = 0; i < 2; i++)
                        assert_int_equal(DO(ADD_PERSON, "iti", renamed_by(i, table), "nobody", INT64_C(5)), STORE_DONE);
        }
        for (int i = 0; i < WORKS; i++) {
                if (cut)
                        make_trouble(cut);
                claim(i);
                if (sim_random(4) == 0)
                        play(sim_random(20) ? 3 * MS : 2 * SECOND);
        }
        memset(&conditions, 0, sizeof conditions);
        play(30 * SECOND);
        for (int i = 0; i < WORKS; i++) {
                assert_true(claims[i].is_over);
                check(i);
                if (claims[i].outcome == STORE_DONE)
                        assert_true(claims[i].notices > 0 || station[!claims[i].server].missed >= claims[i].over);
        }
        for (int64_t table = 0; table < TABLES; table++) {
                check_name(0, table);
                check_name(1, table);
        }
        close_servers();
}

static int count(enum outcome outcome)
{
        int many = 0;

        for (int i = 0; i < WORKS; i++)
                many += claims[i].outcome == outcome;
        return many;
}

TEST(works_are_done_once_if_nothing_happens)
{
        compete(1, 0);
        assert_true(count(STORE_DONE) > WORKS / 2 && count(STORE_TAKEN) > WORKS / 10);
        assert_int_equal(count(STORE_DONE) + count(STORE_TAKEN), WORKS);
        for (int i = 0; i < WORKS; i++)
                assert_int_equal(claims[i].notices, claims[i].outcome == STORE_DONE);
}

TEST(works_are_done_once_or_not_at_all_if_connections_break)
{
        int unsure = 0;

        for (uint64_t seed = 1; seed <= 8; seed++) {
                compete(seed, 300000);
                assert_true(count(STORE_DONE) > WORKS / 4);
                unsure += count(STORE_UNSURE);
        }
        assert_true(unsure > 0);
}

TEST(a_run_on_postgres_follows_from_its_seed)
{
        uint64_t end;

        compete(7, 100000);
        end = random_state;
        compete(7, 100000);
        assert_true(random_state == end);
}

static int forget_last(void **unused)
{
        (void)unused;
        if (work)
                work_close(work);
        return 0;
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(what_was_committed_survives_crashes_failures_and_a_full_disk),
                cmocka_unit_test(a_disk_that_lies_loses_what_was_committed),
                cmocka_unit_test(a_run_on_the_disk_follows_from_its_seed),
                cmocka_unit_test(a_database_has_one_connection_at_a_time),
                cmocka_unit_test(values_come_back_as_they_were),
                cmocka_unit_test(somebody_was_there_first),
                cmocka_unit_test(the_clock_is_the_databases),
                cmocka_unit_test(notices_arrive_at_the_other_server),
                cmocka_unit_test(a_server_that_is_cut_off_comes_back),
                cmocka_unit_test(the_store_of_a_lone_server_is_on_the_disk),
                cmocka_unit_test(what_a_lying_disk_spoils_is_noticed_and_never_taken_for_a_game),
                cmocka_unit_test(works_are_done_once_if_nothing_happens),
                cmocka_unit_test(works_are_done_once_or_not_at_all_if_connections_break),
                cmocka_unit_test(a_run_on_postgres_follows_from_its_seed),
        };

        return cmocka_run_group_tests(tests, NULL, forget_last);
}
