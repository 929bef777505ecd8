/* Replaces postgres.c and postgres_migrate.c in builds without libpq. */
#include <stdio.h>
#include <stdlib.h>

#include "migrate.h"
#include "work.h"

struct store *postgres_store(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY])
{
        (void)where;
        (void)loop;
        snprintf(why, MAX_STORE_WHY, "this Serai was built without PostgreSQL; install libpq-dev and build it again");
        return NULL;
}

/* Never called: the store could not be opened. */
struct migration_end *postgres_migration(const char *where)
{
        (void)where;
        abort();
}
