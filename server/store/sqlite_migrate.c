/* An SQLite file, row by row; see house.h. */
#include <stdio.h>
#include <stdlib.h>

#include "migrate.h"
#include "sqlite_values.h"

struct sqlite_house {
        struct house house;
        sqlite3 *db;
        sqlite3_stmt *query, *insert;
};

static int good(struct sqlite_house *h, int status)
{
        if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW)
                return 1;
        snprintf(h->house.why, sizeof h->house.why, "%s", sqlite3_errmsg(h->db));
        return 0;
}

static int run(struct sqlite_house *h, const char *sql)
{
        return good(h, sqlite3_exec(h->db, sql, NULL, NULL, NULL));
}

static int begin(struct house *house)
{
        return run((struct sqlite_house *)house, "PRAGMA foreign_keys = ON; BEGIN");
}

static int begin_reading(struct house *house, const char *query)
{
        struct sqlite_house *h = (struct sqlite_house *)house;

        sqlite3_finalize(h->query);
        h->query = NULL;
        return good(h, sqlite3_prepare_v2(h->db, query, -1, &h->query, NULL));
}

static int next(struct house *house, struct values *row)
{
        struct sqlite_house *h = (struct sqlite_house *)house;
        int status = sqlite3_step(h->query);

        if (status == SQLITE_ROW)
                sqlite_read(h->query, row);
        return good(h, status) ? status == SQLITE_ROW : -1;
}

static int begin_writing(struct house *house, const char *insert)
{
        struct sqlite_house *h = (struct sqlite_house *)house;

        sqlite3_finalize(h->insert);
        h->insert = NULL;
        return good(h, sqlite3_prepare_v2(h->db, insert, -1, &h->insert, NULL));
}

static int add(struct house *house, const struct values *row)
{
        struct sqlite_house *h = (struct sqlite_house *)house;
        int added;

        for (size_t i = 0; i < row->count; i++)
                sqlite_bind(h->insert, (int)i + 1, row, i);
        added = good(h, sqlite3_step(h->insert));
        sqlite3_reset(h->insert);
        return added;
}

static int commit(struct house *house)
{
        return run((struct sqlite_house *)house, "COMMIT");
}

static void close_house(struct house *house)
{
        struct sqlite_house *h = (struct sqlite_house *)house;

        sqlite3_finalize(h->query);
        sqlite3_finalize(h->insert);
        sqlite3_close(h->db);
        free(h);
}

static const struct house_kind SQLITE = { SQLITE_NOW, begin, begin_reading, next, begin_writing, add, commit, close_house };

struct house *sqlite_house(const char *file)
{
        struct sqlite_house *h = calloc(1, sizeof *h);

        if (!h)
                return NULL;
        h->house.kind = &SQLITE;
        sqlite3_open_v2(file, &h->db, SQLITE_OPEN_READWRITE, NULL);
        return &h->house;
}
