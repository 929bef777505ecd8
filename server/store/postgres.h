/* A connection to PostgreSQL, for whoever needs one beside the store's own. */
#ifndef SERAI_POSTGRES_H
#define SERAI_POSTGRES_H

#include <libpq-fe.h>

/* To be finished by PQfinish(), also where it failed; then PQerrorMessage() says why. */
PGconn *postgres_connect(const char *where);

#endif
