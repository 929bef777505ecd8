/* Migration: copies everything in one store to another, empty one; each is an SQLite file or a PostgreSQL database.
 *
 * Both are opened as stores first, which brings their tables up to date and keeps a server from using the file meanwhile; then row
 * by row, by what is below. */
#ifndef SERAI_MIGRATE_H
#define SERAI_MIGRATE_H

#include "store.h"

/* What is moved, in an order in which nothing comes before what it belongs to. Not moved is who is there just now: pulse, nodes and
 * presence are the running servers' own. */
enum { MIGRATED_TABLES = 7 };
extern const struct migrated_table {
        const char *name;
        const char *columns, *values; /* values: $1 and so on, one for each column */
        const char *key;              /* what its rows are ordered by */
} MIGRATED[MIGRATED_TABLES];

/* Moves everything and compares all rows afterwards. How many there were of what is in `rows`; `progress` is told how far it is. 0,
 * with the reason in `why` and nothing in the new store, if that fails. */
int migrate(const char *from, const char *to, int64_t rows[MIGRATED_TABLES],
            void (*progress)(const char *doing, const char *table, int64_t row), char why[MAX_STORE_WHY]);

/* --- one of the two, for migrate.c: sqlite_migration.c, postgres_migration.c. What can fail returns 0 (next: -1), with the reason
 * in `why`.
 * --- */

struct values;

struct migration_end {
        const struct migration_kind *kind;
        char why[MAX_STORE_WHY];
};

struct migration_kind {
        const char *now;                                           /* the database's own clock, in SQL */
        int (*begin)(struct migration_end *h);                     /* a transaction that sees one moment */
        int (*read)(struct migration_end *h, const char *query);   /* begins to read; only when the last one was read to its end */
        int (*next)(struct migration_end *h, struct values *row);  /* adds a row; 1, or 0: there is none left */
        int (*write)(struct migration_end *h, const char *insert); /* what add() does from now on */
        int (*add)(struct migration_end *h, const struct values *row);
        int (*commit)(struct migration_end *h);
        void (*close)(struct migration_end *h);
};

/* NULL if there is no memory. If it could not be opened, begin() says why. */
struct migration_end *sqlite_migration(const char *file);
struct migration_end *postgres_migration(const char *where);

#endif
