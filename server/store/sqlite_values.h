/* How values go into SQLite and come out of it. */
#ifndef SERAI_SQLITE_VALUES_H
#define SERAI_SQLITE_VALUES_H

#include <sqlite3.h>

#include "work.h"

/* Binds one of `values` to a parameter, from 1. Its bytes have to stay where they are until the statement is done. */
void sqlite_bind(sqlite3_stmt *sql, int parameter, const struct values *values, size_t which);

/* Adds the row that a statement stands at. */
void sqlite_read(sqlite3_stmt *sql, struct values *row);

#endif
