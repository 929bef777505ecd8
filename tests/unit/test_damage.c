/* What is stored is what was played: a log that was modified outside the server is refused, and a database of an older version
 * is migrated. */
#include "hubs.h"
#include "sql.h"

#include <sys/stat.h>

#include "../../server/store/entry_hash.h"
#include "../../server/store/schema.h"

static char *read_file(const char *name, size_t *size)
{
        FILE *f = fopen(name, "rb");
        struct stat s;
        char *bytes;

        assert_non_null(f);
        assert_int_equal(fstat(fileno(f), &s), 0);
        *size = (size_t)s.st_size;
        bytes = calloc(1, *size + 1);
        assert_int_equal(fread(bytes, 1, *size, f), *size);
        fclose(f);
        return bytes;
}

static void write_file(const char *name, const char *bytes, size_t size)
{
        FILE *f = fopen(name, "wb");

        assert_non_null(f);
        assert_int_equal(fwrite(bytes, 1, size, f), size);
        fclose(f);
}

/* --- hashes --- */

static void assert_hash(const uint8_t hash[ENTRY_HASH], const char *expected)
{
        char text[2 * ENTRY_HASH + 1];

        sodium_bin2hex(text, sizeof text, hash, ENTRY_HASH);
        assert_string_equal(text, expected);
}

TEST(each_hash_includes_the_previous_one) /* computed with Python's hashlib */
{
        uint8_t hash[ENTRY_HASH] = { 0 };

        entry_hash(hash, 0, 1000, "one", 3);
        assert_hash(hash, "8f67663d079175f9ceec7e0b8e3f8f9923a7630d57d2cc253e958421d4048776");
        entry_hash(hash, 1, INT64_C(1794834055717), "\xd0\x87", 2);
        assert_hash(hash, "945b7654ac635d1bde7b10379eac542d2b46bebfa49d21cb10d67d437318ccc1");
}

/* --- a log that was changed --- */

/* Everything that a table sends to a new subscriber, from the deal on; NULL if it is refused. */
static char *story_of(const char *id)
{
        double until = cli_now() + LONG;
        char *from, *now = NULL;

        leave(ann);
        enter(ann);
        listens(ann);
        says(ann, "{\"t\":\"join\",\"table\":\"%s\"}", id);
        while (!strstr(ann->log + ann->seen, "\"refused\"") && !now) {
                wait_loop();
                from = strstr(ann->log + ann->seen, "{\"t\":\"steps\"");
                now = from ? strstr(from, "\"now\":{") : NULL;
                if (cli_now() > until)
                        fail_msg("neither told nor refused: %.300s", ann->log + ann->seen);
        }
        return now ? strndup(from, (size_t)(strchr(now, '\n') - from)) : NULL;
}

enum { GAMES = 2 };
static char game[GAMES][ID_TEXT + 1];

/* A finished game and an unfinished one, in a closed database. */
static void play_two_games(void)
{
        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":2},\"seats\":[0,0]");
        memcpy(game[0], table, sizeof table);
        while (play_one())
                ;
        hears(ann, "\"rating\":1");
        leave(ann);
        leave(bo);
        enter(ann);
        enter(bo);
        ann->log[0] = bo->log[0] = '\0';
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        memcpy(game[1], table, sizeof table);
        for (int i = 0; i < 8; i++)
                play_one();
        says(bo, "{\"t\":\"chat\",\"words\":\"still here\"}");
        hears(ann, "still here");
}

TEST(a_modified_log_is_refused_and_other_tables_are_served)
{
        static const char *const CHANGES[] = {
                "UPDATE entry SET at = at + 1 WHERE n = 8 AND table_id = %lld",
                "UPDATE entry SET body = replace(body, 'play', 'pla ') WHERE n = 8 AND table_id = %lld",
                "UPDATE entry SET body = replace(body, '}', ' }') WHERE n = 3 AND table_id = %lld",
                "UPDATE entry SET hash = NULL WHERE n = 8 AND table_id = %lld",
                "DELETE FROM entry WHERE n = 8 AND table_id = %lld",
                "DELETE FROM entry WHERE n > 5 AND table_id = %lld",
                "UPDATE entry SET n = n + 100 WHERE n = 0 AND table_id = %lld",
        };
        char *told, sql[256];
        size_t size;
        char *bytes;

        if (nodes > 1)
                skip(); /* the file is SQLite's */
        play_two_games();
        close_hubs();
        bytes = read_file(file, &size);
        for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
                write_file(file, bytes, size);
                snprintf(sql, sizeof sql, CHANGES[i], (long long)id_parse(game[1]));
                run_sql(file, sql);
                open_hubs();
                if ((told = story_of(game[1])))
                        fail_msg("not noticed: %s", sql);
                assert_non_null(strstr(ann->log, "table-damaged"));
                told = story_of(game[0]);
                assert_non_null(told);
                free(told);
                close_hubs();
        }
        open_hubs();
        free(bytes);
}

/* --- files that were damaged --- */

/* The stored log of a table: a hash of numbers, times and bodies. */
static uint8_t log_hash[ENTRY_HASH];

static void on_log(struct work *w)
{
        const struct rows *r = work_rows(w, 0);

        memset(log_hash, 0, sizeof log_hash);
        for (int i = 0; i < rows_count(r); i++) {
                size_t size;
                const char *body = rows_text(r, i, 2, &size);

                entry_hash(log_hash, rows_number(r, i, 0), rows_number(r, i, 1), body, size);
        }
        work_close(w);
        kept = 1;
}

static void read_log(const char *id)
{
        struct work *w = work_open(on_log, NULL);

        work_add(w, ENTRIES, "ii", id_parse(id), INT64_C(100000));
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
}

/* Opens the file; 0 if it is refused. */
static int open_damaged(void)
{
        char why[MAX_STORE_WHY] = "";

        store[0] = store_open(file, &loop, why);
        if (!store[0]) {
                assert_string_not_equal(why, "");
                uv_run(&loop, UV_RUN_DEFAULT);
                return 0;
        }
        hub[0] = hub_open(&loop, store[0], 1, on_woken);
        return 1;
}

TEST(a_damaged_file_is_refused_or_gives_the_original_log)
{
        enum { VARIANTS = 420 };
        char *bytes, *before[GAMES], *told;
        uint8_t logs[GAMES][ENTRY_HASH];
        size_t size;
        int refused_files = 0, refused_tables = 0, same = 0;

        if (nodes > 1)
                skip(); /* the file is SQLite's */
        play_two_games();
        for (int g = 0; g < GAMES; g++) {
                before[g] = story_of(game[g]);
                read_log(game[g]);
                memcpy(logs[g], log_hash, ENTRY_HASH);
        }
        close_hubs();
        bytes = read_file(file, &size);
        for (size_t i = 0; i < VARIANTS; i++) {
                size_t part = size / VARIANTS, at = i * part + i * 7919 % part;
                char was = bytes[at];

                bytes[at] = (char)(i % 2 ? ~was : was ^ 1 << i / 2 % 8);
                write_file(file, bytes, size);
                bytes[at] = was;
                if (!open_damaged()) {
                        refused_files++;
                        continue;
                }
                for (int g = 0; g < GAMES; g++) {
                        told = story_of(game[g]);
                        read_log(game[g]);
                        if (told && (strcmp(told, before[g]) != 0 || memcmp(log_hash, logs[g], ENTRY_HASH) != 0))
                                fail_msg("byte %zu was changed, and the history of game %d is another:\n%s\nnot\n%s", at, g, told,
                                         before[g]);
                        refused_tables += !told;
                        same += told != NULL;
                        free(told);
                }
                close_hubs();
        }
        print_message("%d variants: %d files and %d tables refused, %d tables as they were\n", VARIANTS, refused_files,
                      refused_tables, same);
        assert_true(refused_files > 0 && refused_tables > 0 && same > 0);
        write_file(file, bytes, size);
        open_hubs();
        for (int g = 0; g < GAMES; g++)
                free(before[g]);
        free(bytes);
}

/* --- databases of older versions --- */

/* A database of this version, with these rows, opened by the current server. */
static void open_old(int version, const char *rows_file)
{
        char why[MAX_STORE_WHY], *rows;
        sqlite3 *db;
        size_t size;

        close_hubs();
        snprintf(file, sizeof file, "%s/old", folder);
        assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
        assert_true(schema_update(db, file, SCHEMA, version, why));
        sqlite3_close(db);
        rows = read_file(rows_file, &size);
        run_sql(file, rows);
        free(rows);
        open_hubs();
        for (int i = 0; i < PEOPLE; i++)
                enter(&players[i]);
}

/* Ann and Bo return to their game, and play it to the end. */
static void play_on(int64_t id)
{
        id_print(id, table);
        leave(ann);
        enter(ann);
        join(ann);
        hears(ann, "\"now\":{");
        assert_non_null(strstr(ann->log, "still here"));
        join(bo);
        hears(bo, "\"now\":{");
        while (play_one())
                ;
        hears(ann, "\"rating\":1");
}

TEST(a_database_without_hashes_is_migrated_and_its_games_continue)
{
        char copy[160];

        if (nodes > 1)
                skip(); /* test_postgres has its own */
        open_old(2, "tests/old/version-2.sql");
        assert_int_equal(number_in(file, "SELECT count(*) FROM entry"), 37);
        assert_int_equal(number_in(file, "SELECT count(*) FROM entry WHERE length(hash) = 32"), 37);
        snprintf(copy, sizeof copy, "%s.before-v%d", file, SCHEMA_STEPS);
        assert_int_equal(access(copy, F_OK), 0);
        id_print(INT64_C(585311298900106363), table);
        free(story_of(table));
        assert_non_null(strstr(ann->log, "well played"));
        play_on(INT64_C(413120080132427179));
        assert_int_equal(number_in(file, "SELECT count(*) FROM entry WHERE hash IS NULL"), 0);
        assert_true(number_in(file, "SELECT count(*) FROM entry") > 37);
}

/* Written by the last server before protocol version 2. */
TEST(a_database_of_protocol_1_is_migrated_and_its_games_continue)
{
        char *told;

        if (nodes > 1)
                skip(); /* the rows are SQLite's */
        open_old(4, "tests/old/version-4.sql");
        assert_int_equal(number_in(file, "SELECT count(*) FROM entry"), 32);
        id_print(INT64_C(1068969415483822481), table);
        told = story_of(table);
        assert_non_null(told);
        free(told);
        id_print(INT64_C(749968826394156853), table);
        join(ann);
        assert_non_null(strstr(ann->log, "\"clock\":{\"game\":600000,\"more\":5000}"));
        assert_non_null(strstr(ann->log, "{\"name\":\"\",\"level\":3}"));
        play_on(INT64_C(735992133843362729));
        assert_true(number_in(file, "SELECT count(*) FROM entry") > 32);
}

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(each_hash_includes_the_previous_one),
                RUNS(a_modified_log_is_refused_and_other_tables_are_served),
                RUNS(a_damaged_file_is_refused_or_gives_the_original_log),
                RUNS(a_database_without_hashes_is_migrated_and_its_games_continue),
                RUNS(a_database_of_protocol_1_is_migrated_and_its_games_continue),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("what is stored is what was played", tests, NULL, NULL);
}
