/* A PostgreSQL database, row by row; see house.h. Rows are added in a pipeline, of which every now and then the answers are read:
 * so many that they surely wait in the buffers of the connection. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "migrate.h"
#include "postgres.h"
#include "postgres_values.h"

enum { ROWS_AT_ONCE = 500 };

struct postgres_house {
        struct house house;
        PGconn *db;
        int unheard; /* rows that were added, and not answered yet */
        int noted;   /* 1: the first refusal is in `why`; what follows it says less */
};

static int note(struct postgres_house *h, const char *words)
{
        if (!h->noted)
                snprintf(h->house.why, sizeof h->house.why, "%.*s", (int)strcspn(words, "\n"), words);
        h->noted = 1;
        return 0;
}

static int run(struct postgres_house *h, const char *sql)
{
        PGresult *r = PQexec(h->db, sql);
        int good = PQresultStatus(r) == PGRES_COMMAND_OK;

        PQclear(r);
        return good ? 1 : note(h, PQerrorMessage(h->db));
}

static int begin(struct house *house)
{
        struct postgres_house *h = (struct postgres_house *)house;

        if (PQstatus(h->db) != CONNECTION_OK)
                return note(h, PQerrorMessage(h->db));
        return run(h, "BEGIN ISOLATION LEVEL REPEATABLE READ");
}

static int begin_reading(struct house *house, const char *query)
{
        struct postgres_house *h = (struct postgres_house *)house;

        return PQsendQuery(h->db, query) && PQsetSingleRowMode(h->db) ? 1 : note(h, PQerrorMessage(h->db));
}

static int next(struct house *house, struct values *row)
{
        struct postgres_house *h = (struct postgres_house *)house;
        PGresult *r = PQgetResult(h->db), *end;
        int found = 0;

        switch (PQresultStatus(r)) {
        case PGRES_SINGLE_TUPLE:
                postgres_read(r, row);
                found = 1;
                break;
        case PGRES_TUPLES_OK: /* the last one, with no row in it */
                while ((end = PQgetResult(h->db)))
                        PQclear(end);
                break;
        default:
                note(h, PQerrorMessage(h->db));
                found = -1;
        }
        PQclear(r);
        return found;
}

/* Hears the answers to all that was added. */
static int hear(struct postgres_house *h)
{
        int good = PQpipelineSync(h->db), synced = 0;

        while (good && !synced) {
                PGresult *r = PQgetResult(h->db);

                switch (PQresultStatus(r)) {
                case PGRES_PIPELINE_SYNC:
                        synced = 1;
                        break;
                case PGRES_COMMAND_OK:
                        PQclear(PQgetResult(h->db)); /* the NULL behind it */
                        break;
                default:
                        good = note(h, PQresultErrorMessage(r));
                }
                PQclear(r);
        }
        h->unheard = 0;
        return good;
}

static int begin_writing(struct house *house, const char *insert)
{
        struct postgres_house *h = (struct postgres_house *)house;

        if (!PQenterPipelineMode(h->db))
                return note(h, PQerrorMessage(h->db));
        return PQsendPrepare(h->db, "", insert, 0, NULL) && hear(h) ? 1 : note(h, PQerrorMessage(h->db));
}

static int add(struct house *house, const struct values *row)
{
        struct postgres_house *h = (struct postgres_house *)house;

        if (!postgres_send(h->db, "", row, 0, (int)row->count))
                return note(h, PQerrorMessage(h->db));
        return ++h->unheard < ROWS_AT_ONCE || hear(h);
}

static int commit(struct house *house)
{
        struct postgres_house *h = (struct postgres_house *)house;

        return hear(h) && PQexitPipelineMode(h->db) && run(h, "COMMIT");
}

static void close_house(struct house *house)
{
        struct postgres_house *h = (struct postgres_house *)house;

        PQfinish(h->db);
        free(h);
}

static const struct house_kind POSTGRES = { POSTGRES_NOW, begin, begin_reading, next, begin_writing, add, commit, close_house };

struct house *postgres_house(const char *where)
{
        struct postgres_house *h = calloc(1, sizeof *h);

        if (!h)
                return NULL;
        h->house.kind = &POSTGRES;
        h->db = postgres_connect(where);
        return &h->house;
}
