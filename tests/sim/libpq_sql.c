/* The database behind libpq.c; see libpq_sql.h. */
#include "libpq_sql.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/store/schema.h"
#include "../../server/store/sqlite_values.h"
#include "sim.h"

enum { MAX_COLUMNS = 16, MAX_SQL = 2048, MAX_MESSAGE = 128, SQLSTATE = 6 };

struct prepared {
        sqlite3_stmt *sql;
        int must_change; /* 1: it fails if it changes no row */
        int parameters;
        size_t value[MAX_VALUES]; /* the value of each parameter: SQLite numbers them as they appear */
};

/* Cells are texts or null; a column has the type of its first cell that is not null. */
struct pg_result {
        ExecStatusType status;
        int columns;
        Oid type[MAX_COLUMNS];
        struct values cells; /* row by row */
        char sqlstate[SQLSTATE], message[MAX_MESSAGE];
};

static sqlite3 *db;
static struct prepared prepared[STATEMENTS][MAX_PARTS];

/* --- the database --- */

static void must(int status)
{
        if (status != SQLITE_OK)
                sim_fail("the model of PostgreSQL: %s", sqlite3_errmsg(db));
}

/* Prepared, as they are run all the time. */
static struct {
        const char *words;
        sqlite3_stmt *sql;
} transactions[] = { { "BEGIN", NULL }, { "COMMIT", NULL }, { "ROLLBACK", NULL } };

void sql_must(const char *words)
{
        size_t i = 0;

        while (strcmp(transactions[i].words, words) != 0)
                i++;
        if (!transactions[i].sql)
                must(sqlite3_prepare_v3(db, words, -1, SQLITE_PREPARE_PERSISTENT, &transactions[i].sql, NULL));
        sqlite3_step(transactions[i].sql);
        must(sqlite3_reset(transactions[i].sql));
}

static void answer_now(sqlite3_context *c, int count, sqlite3_value **value)
{
        (void)count, (void)value;
        sqlite3_result_int64(c, RUN_BEGAN + (int64_t)(now / 1000) + conditions.database_ahead);
}

static void close_database(void)
{
        for (int what = 0; what < STATEMENTS; what++)
                for (int part = 0; part < MAX_PARTS; part++)
                        sqlite3_finalize(prepared[what][part].sql);
        memset(prepared, 0, sizeof prepared);
        for (size_t i = 0; i < sizeof transactions / sizeof *transactions; i++) {
                sqlite3_finalize(transactions[i].sql);
                transactions[i].sql = NULL;
        }
        must(sqlite3_close(db));
}

void sql_clear(void)
{
        char why[MAX_STORE_WHY];

        close_database();
        must(sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL));
        must(sqlite3_create_function(db, "sim_now", 0, SQLITE_UTF8, NULL, answer_now, NULL, NULL));
        if (!schema_update(db, ":memory:", SCHEMA, SCHEMA_STEPS, why))
                sim_fail("the model of PostgreSQL: %s", why);
        must(sqlite3_exec(db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL));
}

struct sqlite3 *postgres_database(void)
{
        return db;
}

/* --- statements --- */

struct prepared *sql_find(const char *name)
{
        const char *dot = strchr(name, '.');
        int what = atoi(name + 1), part = dot ? atoi(dot + 1) : -1;

        if (*name != 's' || what < 0 || what >= STATEMENTS || part < 0 || part >= MAX_PARTS)
                sim_fail("the model of PostgreSQL does not know the statement %s", name);
        return &prepared[what][part];
}

/* Replaces `from` wherever it is in the SQL; `to` is no longer than that. */
static void replace(char *sql, const char *from, const char *to)
{
        for (char *at = strstr(sql, from); at; at = strstr(at, from)) {
                memcpy(at, to, strlen(to));
                memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
        }
}

void sql_prepare(struct prepared *p, const char *words)
{
        static const char CHANGED[] = "WITH changed AS (", COUNTED[] = " RETURNING 1) SELECT 1 / count(*) FROM changed";
        char sql[MAX_SQL];

        if (p->sql)
                return;
        snprintf(sql, sizeof sql, "%s", words);
        replace(sql, POSTGRES_NOW, "sim_now()");
        replace(sql, " FOR NO KEY UPDATE SKIP LOCKED", "");
        replace(sql, " ILIKE ", " LIKE ");
        p->must_change = strncmp(sql, CHANGED, strlen(CHANGED)) == 0;
        if (p->must_change) {
                replace(sql, COUNTED, "");
                replace(sql, CHANGED, "");
        }
        must(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &p->sql, NULL));
        p->parameters = sqlite3_bind_parameter_count(p->sql);
        for (int i = 0; i < p->parameters; i++)
                p->value[i] = (size_t)atoi(sqlite3_bind_parameter_name(p->sql, i + 1) + 1) - 1;
}

/* --- results --- */

PGresult *result_open(ExecStatusType status)
{
        PGresult *r = calloc(1, sizeof *r);

        if (!r)
                abort();
        r->status = status;
        return r;
}

void PQclear(PGresult *r)
{
        if (r)
                values_close(&r->cells);
        free(r);
}

PGresult *result_failed(const char *sqlstate, const char *message)
{
        PGresult *r = result_open(PGRES_FATAL_ERROR);

        snprintf(r->sqlstate, sizeof r->sqlstate, "%s", sqlstate);
        snprintf(r->message, sizeof r->message, "%s", message);
        return r;
}

/* Numbers of types, from pg_type.dat. */
enum { BYTEA = 17, INT8 = 20, TEXT = 25, FLOAT8 = 701 };

static void add_text(PGresult *r, Oid type, const char *text, size_t size)
{
        Oid *column = &r->type[r->cells.count % (size_t)r->columns];

        if (!*column)
                *column = type;
        values_add_bytes(&r->cells, 't', text, size);
}

static void add_bytes(PGresult *r, const unsigned char *bytes, size_t size)
{
        char *hex = malloc(2 * size + 3);

        if (!hex)
                abort();
        memcpy(hex, "\\x", 2);
        sodium_bin2hex(hex + 2, 2 * size + 1, bytes, size);
        add_text(r, BYTEA, hex, 2 * size + 2);
        free(hex);
}

static void add_cell(PGresult *r, sqlite3_stmt *sql, int column)
{
        static const struct value NOTHING = { .type = 'n' };
        char number[32];

        switch (sqlite3_column_type(sql, column)) {
        case SQLITE_INTEGER:
                snprintf(number, sizeof number, "%lld", (long long)sqlite3_column_int64(sql, column));
                add_text(r, INT8, number, strlen(number));
                break;
        case SQLITE_FLOAT:
                snprintf(number, sizeof number, "%.17g", sqlite3_column_double(sql, column));
                add_text(r, FLOAT8, number, strlen(number));
                break;
        case SQLITE_BLOB:
                add_bytes(r, sqlite3_column_blob(sql, column), (size_t)sqlite3_column_bytes(sql, column));
                break;
        case SQLITE_TEXT:
                add_text(r, TEXT, (const char *)sqlite3_column_text(sql, column), (size_t)sqlite3_column_bytes(sql, column));
                break;
        default:
                values_add(&r->cells, &NOTHING);
        }
}

PGresult *result_row(int columns, const char *const *cells)
{
        PGresult *r = result_open(PGRES_TUPLES_OK);

        r->columns = columns;
        for (int i = 0; i < columns; i++)
                add_text(r, TEXT, cells[i], strlen(cells[i]));
        return r;
}

/* --- running --- */

static PGresult *divided_by_zero(void)
{
        return result_failed("22012", "division by zero");
}

static PGresult *failed_in_sqlite(void)
{
        switch (sqlite3_extended_errcode(db)) {
        case SQLITE_CONSTRAINT_UNIQUE:
        case SQLITE_CONSTRAINT_PRIMARYKEY:
                return result_failed("23505", sqlite3_errmsg(db));
        case SQLITE_CONSTRAINT_FOREIGNKEY:
                return result_failed("23503", sqlite3_errmsg(db));
        case SQLITE_CONSTRAINT_NOTNULL: /* what store.c divides by zero is null in SQLite, and may not be */
                return divided_by_zero();
        default:
                return result_failed("XX000", sqlite3_errmsg(db));
        }
}

PGresult *sql_run(const struct prepared *p, const struct values *given, size_t first)
{
        PGresult *r = result_open(PGRES_COMMAND_OK), *failed = NULL;
        int status;

        for (int i = 0; i < p->parameters; i++)
                sqlite_bind(p->sql, i + 1, given, first + p->value[i]);
        r->columns = sqlite3_column_count(p->sql);
        if (r->columns)
                r->status = PGRES_TUPLES_OK;
        while ((status = sqlite3_step(p->sql)) == SQLITE_ROW)
                for (int i = 0; i < r->columns; i++)
                        add_cell(r, p->sql, i);
        if (status != SQLITE_DONE)
                failed = failed_in_sqlite();
        else if (p->must_change && sqlite3_changes(db) == 0)
                failed = divided_by_zero();
        sqlite3_reset(p->sql);
        if (!failed)
                return r;
        PQclear(r);
        return failed;
}

/* --- what libpq says about a result --- */

ExecStatusType PQresultStatus(const PGresult *r)
{
        return r ? r->status : PGRES_FATAL_ERROR;
}

char *PQresultErrorField(const PGresult *r, int field)
{
        if (!r || r->status != PGRES_FATAL_ERROR)
                return NULL;
        switch (field) {
        case PG_DIAG_SQLSTATE:
                return (char *)r->sqlstate;
        case PG_DIAG_MESSAGE_PRIMARY:
                return (char *)r->message;
        default:
                return NULL;
        }
}

int PQntuples(const PGresult *r)
{
        return r && r->columns ? (int)r->cells.count / r->columns : 0;
}

int PQnfields(const PGresult *r)
{
        return r->columns;
}

Oid PQftype(const PGresult *r, int column)
{
        return r->type[column];
}

static const struct value *cell(const PGresult *r, int row, int column)
{
        return &r->cells.value[row * r->columns + column];
}

int PQgetisnull(const PGresult *r, int row, int column)
{
        return cell(r, row, column)->type == 'n';
}

char *PQgetvalue(const PGresult *r, int row, int column)
{
        return PQgetisnull(r, row, column) ? (char *)"" : r->cells.bytes + cell(r, row, column)->at;
}

int PQgetlength(const PGresult *r, int row, int column)
{
        return PQgetisnull(r, row, column) ? 0 : (int)cell(r, row, column)->size;
}

static int digit(unsigned char c)
{
        return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* From \x and hexadecimal digits, as add_bytes() makes it. */
unsigned char *PQunescapeBytea(const unsigned char *text, size_t *size)
{
        unsigned char *bytes = malloc(strlen((const char *)text));

        if (!bytes)
                abort();
        *size = strlen((const char *)text) / 2 - 1;
        for (size_t i = 0; i < *size; i++)
                bytes[i] = (unsigned char)(digit(text[2 + 2 * i]) << 4 | digit(text[3 + 2 * i]));
        return bytes;
}

void PQfreemem(void *block)
{
        free(block);
}
