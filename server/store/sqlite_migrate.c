/* An SQLite file, row by row; see migrate.h. */
#include <stdio.h>
#include <stdlib.h>

#include "migrate.h"
#include "sqlite_values.h"

struct sqlite_migration {
        struct migration_end end;
        sqlite3 *db;
        sqlite3_stmt *query, *insert;
};

static int good(struct sqlite_migration *h, int status)
{
        if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW)
                return 1;
        snprintf(h->end.why, sizeof h->end.why, "%s", sqlite3_errmsg(h->db));
        return 0;
}

static int run(struct sqlite_migration *h, const char *sql)
{
        return good(h, sqlite3_exec(h->db, sql, NULL, NULL, NULL));
}

static int begin(struct migration_end *end)
{
        return run((struct sqlite_migration *)end, "PRAGMA foreign_keys = ON; BEGIN");
}

static int begin_reading(struct migration_end *end, const char *query)
{
        struct sqlite_migration *h = (struct sqlite_migration *)end;

        sqlite3_finalize(h->query);
        h->query = NULL;
        return good(h, sqlite3_prepare_v2(h->db, query, -1, &h->query, NULL));
}

static int next(struct migration_end *end, struct values *row)
{
        struct sqlite_migration *h = (struct sqlite_migration *)end;
        int status = sqlite3_step(h->query);

        if (status == SQLITE_ROW)
                sqlite_read(h->query, row);
        return good(h, status) ? status == SQLITE_ROW : -1;
}

static int begin_writing(struct migration_end *end, const char *insert)
{
        struct sqlite_migration *h = (struct sqlite_migration *)end;

        sqlite3_finalize(h->insert);
        h->insert = NULL;
        return good(h, sqlite3_prepare_v2(h->db, insert, -1, &h->insert, NULL));
}

static int add(struct migration_end *end, const struct values *row)
{
        struct sqlite_migration *h = (struct sqlite_migration *)end;
        int added;

        for (size_t i = 0; i < row->count; i++)
                sqlite_bind(h->insert, (int)i + 1, row, i);
        added = good(h, sqlite3_step(h->insert));
        sqlite3_reset(h->insert);
        return added;
}

static int commit(struct migration_end *end)
{
        return run((struct sqlite_migration *)end, "COMMIT");
}

static void close_end(struct migration_end *end)
{
        struct sqlite_migration *h = (struct sqlite_migration *)end;

        sqlite3_finalize(h->query);
        sqlite3_finalize(h->insert);
        sqlite3_close(h->db);
        free(h);
}

static const struct migration_kind SQLITE = { SQLITE_NOW, begin, begin_reading, next, begin_writing, add, commit, close_end };

struct migration_end *sqlite_migration(const char *file)
{
        struct sqlite_migration *h = calloc(1, sizeof *h);

        if (!h)
                return NULL;
        h->end.kind = &SQLITE;
        sqlite3_open_v2(file, &h->db, SQLITE_OPEN_READWRITE, NULL);
        return &h->end;
}
