/* The database behind libpq.c: SQLite in memory, that takes the SQL of store.c for PostgreSQL, and returns results as libpq does.
 * It has no faults and knows no connections. */
#ifndef SERAI_SIM_LIBPQ_SQL_H
#define SERAI_SIM_LIBPQ_SQL_H

#include <libpq-fe.h>

#include "../../server/store/work.h"

/* An empty database in place of the last one. */
void sql_clear(void);

/* A statement of store.c by its name, sWHAT.PART; and its SQL, with the few differences to SQLite translated. All connections share
 * what is prepared. */
struct prepared;
struct prepared *sql_find(const char *name);
void sql_prepare(struct prepared *p, const char *words);

/* Runs a statement, with the values from the `first` on. */
PGresult *sql_run(const struct prepared *p, const struct values *given, size_t first);

/* Runs BEGIN, COMMIT or ROLLBACK. */
void sql_must(const char *words);

PGresult *result_open(ExecStatusType status);
PGresult *result_failed(const char *sqlstate, const char *message);
PGresult *result_row(int columns, const char *const *cells);

#endif
