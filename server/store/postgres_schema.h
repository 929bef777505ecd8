/* The tables in a PostgreSQL database, and how those of an older Serai are brought up to date. */
#ifndef SERAI_POSTGRES_SCHEMA_H
#define SERAI_POSTGRES_SCHEMA_H

#include <libpq-fe.h>

#include "store.h"

/* Takes the steps that a database lacks, all or none of them; where several begin at once, one does it and the others wait. 0, with
 * the reason in `why`, if that cannot be, or if a newer Serai has changed what this one relies on. */
int postgres_schema_update(PGconn *db, char why[MAX_STORE_WHY]);

#endif
