/* Migration: copies one store to another, empty one; each is an SQLite file or a PostgreSQL database.
 *
 * Both are opened as stores first, which updates their schemas and keeps servers from using the file; then rows are copied through
 * the interface below. */
#ifndef SERAI_MIGRATE_H
#define SERAI_MIGRATE_H

#include "store.h"

/* The tables that are copied, referenced ones first. Not copied are pulse, nodes and presence, the running servers' own. */
enum { MIGRATED_TABLES = 24 };
extern const struct migrated_table {
        const char *name;
        const char *columns, *values; /* values: $1 and so on, one for each column */
        const char *key;              /* the order of its rows */
} MIGRATED[MIGRATED_TABLES];

/* Copies everything and then compares all rows. `rows` gets the number of rows of each table; `progress` is called with how far it
 * is. 0, with the reason in `why` and nothing in the new store, if that fails. */
int migrate(const char *from, const char *to, int64_t rows[MIGRATED_TABLES],
            void (*progress)(const char *doing, const char *table, int64_t row), char why[MAX_STORE_WHY]);

/* --- one end of a migration, for migrate.c: sqlite_migrate.c, postgres_migrate.c. What can fail returns 0 (next: -1), with the
 * reason in `why`. --- */

struct values;

struct migration_end {
        const struct migration_kind *kind;
        char why[MAX_STORE_WHY];
};

struct migration_kind {
        const char *now;                                           /* the database's own clock, in SQL */
        int (*begin)(struct migration_end *h);                     /* a snapshot */
        int (*read)(struct migration_end *h, const char *query);   /* starts a query; only when the last one was read to its end */
        int (*next)(struct migration_end *h, struct values *row);  /* adds a row; 1, or 0: there is none left */
        int (*write)(struct migration_end *h, const char *insert); /* the statement that add() runs from now on */
        int (*add)(struct migration_end *h, const struct values *row);
        int (*commit)(struct migration_end *h);
        void (*close)(struct migration_end *h);
};

/* NULL: out of memory. If it could not be opened, begin() says why. */
struct migration_end *sqlite_migration(const char *file);
struct migration_end *postgres_migration(const char *where);

#endif
