/* A connection to PostgreSQL, for code other than the store. */
#ifndef SERAI_POSTGRES_H
#define SERAI_POSTGRES_H

#include <libpq-fe.h>

/* To be freed by PQfinish(), also if it failed; then PQerrorMessage() says why. */
PGconn *postgres_connect(const char *where);

#endif
