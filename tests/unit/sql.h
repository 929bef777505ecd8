/* A test's look into an SQLite file, past the store. */
#ifndef SERAI_TESTS_SQL_H
#define SERAI_TESTS_SQL_H

#include <sqlite3.h>

enum { BUSY_MS = 60000 }; /* the store may be writing */

static inline sqlite3 *open_sql(const char *name)
{
        sqlite3 *db;

        assert_int_equal(sqlite3_open(name, &db), SQLITE_OK);
        sqlite3_busy_timeout(db, BUSY_MS);
        return db;
}

static inline void run_sql(const char *name, const char *sql)
{
        sqlite3 *db = open_sql(name);

        if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
                fail_msg("%s", sqlite3_errmsg(db));
        sqlite3_close(db);
}

/* The number that a query finds. */
static inline int64_t number_in(const char *name, const char *query)
{
        sqlite3 *db = open_sql(name);
        sqlite3_stmt *s;
        int64_t n;

        assert_int_equal(sqlite3_prepare_v2(db, query, -1, &s, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(s), SQLITE_ROW);
        n = sqlite3_column_int64(s, 0);
        sqlite3_finalize(s);
        sqlite3_close(db);
        return n;
}

#endif
