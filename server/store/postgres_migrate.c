/* A PostgreSQL database, row by row; see migrate.h. Rows are inserted in a pipeline; the results are read every so many rows, few
 * enough to fit into the socket's buffers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "migrate.h"
#include "postgres.h"
#include "postgres_values.h"

enum { ROWS_AT_ONCE = 500 };

struct postgres_migration {
        struct migration_end end;
        PGconn *db;
        int unheard; /* rows sent, and not confirmed yet */
        int noted;   /* 1: the first error is in `why`; later ones say less */
};

static int note(struct postgres_migration *h, const char *words)
{
        if (!h->noted)
                snprintf(h->end.why, sizeof h->end.why, "%.*s", (int)strcspn(words, "\n"), words);
        h->noted = 1;
        return 0;
}

static int run(struct postgres_migration *h, const char *sql)
{
        PGresult *r = PQexec(h->db, sql);
        int good = PQresultStatus(r) == PGRES_COMMAND_OK;

        PQclear(r);
        return good ? 1 : note(h, PQerrorMessage(h->db));
}

static int begin(struct migration_end *end)
{
        struct postgres_migration *h = (struct postgres_migration *)end;

        if (PQstatus(h->db) != CONNECTION_OK)
                return note(h, PQerrorMessage(h->db));
        return run(h, "BEGIN ISOLATION LEVEL REPEATABLE READ");
}

static int begin_reading(struct migration_end *end, const char *query)
{
        struct postgres_migration *h = (struct postgres_migration *)end;

        return PQsendQuery(h->db, query) && PQsetSingleRowMode(h->db) ? 1 : note(h, PQerrorMessage(h->db));
}

static int next(struct migration_end *end, struct values *row)
{
        struct postgres_migration *h = (struct postgres_migration *)end;
        PGresult *r = PQgetResult(h->db), *last;
        int found = 0;

        switch (PQresultStatus(r)) {
        case PGRES_SINGLE_TUPLE:
                postgres_read(r, row);
                found = 1;
                break;
        case PGRES_TUPLES_OK: /* the last one, with no row in it */
                while ((last = PQgetResult(h->db)))
                        PQclear(last);
                break;
        default:
                note(h, PQerrorMessage(h->db));
                found = -1;
        }
        PQclear(r);
        return found;
}

/* Reads all outstanding results. */
static int hear(struct postgres_migration *h)
{
        int good = PQpipelineSync(h->db), synced = 0;

        while (good && !synced) {
                PGresult *r = PQgetResult(h->db);

                switch (PQresultStatus(r)) {
                case PGRES_PIPELINE_SYNC:
                        synced = 1;
                        break;
                case PGRES_COMMAND_OK:
                        PQclear(PQgetResult(h->db)); /* the NULL after it */
                        break;
                default:
                        good = note(h, PQresultErrorMessage(r));
                }
                PQclear(r);
        }
        h->unheard = 0;
        return good;
}

static int begin_writing(struct migration_end *end, const char *insert)
{
        struct postgres_migration *h = (struct postgres_migration *)end;

        if (!PQenterPipelineMode(h->db))
                return note(h, PQerrorMessage(h->db));
        return PQsendPrepare(h->db, "", insert, 0, NULL) && hear(h) ? 1 : note(h, PQerrorMessage(h->db));
}

static int add(struct migration_end *end, const struct values *row)
{
        struct postgres_migration *h = (struct postgres_migration *)end;

        if (!postgres_send(h->db, "", row, 0, (int)row->count))
                return note(h, PQerrorMessage(h->db));
        return ++h->unheard < ROWS_AT_ONCE || hear(h);
}

static int commit(struct migration_end *end)
{
        struct postgres_migration *h = (struct postgres_migration *)end;

        return hear(h) && PQexitPipelineMode(h->db) && run(h, "COMMIT");
}

static void close_end(struct migration_end *end)
{
        struct postgres_migration *h = (struct postgres_migration *)end;

        PQfinish(h->db);
        free(h);
}

static const struct migration_kind POSTGRES = { POSTGRES_NOW, begin, begin_reading, next, begin_writing, add, commit, close_end };

struct migration_end *postgres_migration(const char *where)
{
        struct postgres_migration *h = calloc(1, sizeof *h);

        if (!h)
                return NULL;
        h->end.kind = &POSTGRES;
        h->db = postgres_connect(where);
        return &h->end;
}
