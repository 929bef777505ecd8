/* The schema of a PostgreSQL database, and the upgrade from older versions. */
#ifndef SERAI_POSTGRES_SCHEMA_H
#define SERAI_POSTGRES_SCHEMA_H

#include <libpq-fe.h>

#include "store.h"

/* Runs the steps that a database lacks, all or none of them; if several servers start at once, one does it and the others wait. 0,
 * with the reason in `why`, if that fails, or if a newer version has changed what this one relies on. */
int postgres_schema_update(PGconn *db, char why[MAX_STORE_WHY]);

#endif
