/* Values to and from SQLite. */
#ifndef SERAI_SQLITE_VALUES_H
#define SERAI_SQLITE_VALUES_H

#include <sqlite3.h>

#include "work.h"

/* Binds one of `values` to a parameter, from 1. Its bytes have to stay in memory until the statement is done. */
void sqlite_bind(sqlite3_stmt *sql, int parameter, const struct values *values, size_t which);

/* Adds the current row of a statement. */
void sqlite_read(sqlite3_stmt *sql, struct values *row);

#endif
