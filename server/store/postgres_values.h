/* How values go into PostgreSQL and come out of it: numbers as texts, which are exact, and bytes as they are. */
#ifndef SERAI_POSTGRES_VALUES_H
#define SERAI_POSTGRES_VALUES_H

#include <libpq-fe.h>

#include "work.h"

enum { MAX_VALUES = 8 };

/* Sends a prepared statement with `count` of the values, from the `first` on. 0: the connection is lost. */
int postgres_send(PGconn *db, const char *name, const struct values *values, size_t first, int count);

/* Adds all rows of a result. */
void postgres_read(const PGresult *r, struct values *rows);

#endif
