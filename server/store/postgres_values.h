/* Values to and from PostgreSQL: numbers as text, which is exact, and bytes in binary. */
#ifndef SERAI_POSTGRES_VALUES_H
#define SERAI_POSTGRES_VALUES_H

#include <libpq-fe.h>

#include "work.h"

/* Sends a prepared statement with `count` of the values, starting at `first`. 0: the connection is lost. */
int postgres_send(PGconn *db, const char *name, const struct values *values, size_t first, int count);

/* Adds all rows of a result. */
void postgres_read(const PGresult *r, struct values *rows);

#endif
