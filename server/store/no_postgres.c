/* Stands for postgres.c and what goes with it where libpq is not to be had. */
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

/* Nobody comes here: the store could not be opened. */
struct migration_end *postgres_migration(const char *where)
{
        (void)where;
        abort();
}
