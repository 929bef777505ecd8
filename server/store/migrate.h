/* Moving house: everything that is in one store, copied to another that is empty, of whichever kind they are.
 *
 * Both are opened as stores first, which brings their tables up to date and keeps a server from using the file meanwhile; then row
 * by row, by what is below. */
#ifndef SERAI_HOUSE_H
#define SERAI_HOUSE_H

#include "store.h"

/* What is moved, in an order in which nothing comes before what it belongs to. Not moved is who is there just now: pulse, nodes and
 * presence are the running servers' own. */
enum { HOUSE_TABLES = 7 };
extern const struct house_table {
        const char *name;
        const char *columns, *values; /* values: $1 and so on, one for each column */
        const char *key;              /* what its rows are ordered by */
} HOUSE[HOUSE_TABLES];

/* Moves everything and compares all rows afterwards. How many there were of what is in `rows`; `progress` is told how far it is. 0,
 * with the reason in `why` and nothing in the new house, if that cannot be. */
int house_move(const char *from, const char *to, int64_t rows[HOUSE_TABLES],
               void (*progress)(const char *doing, const char *table, int64_t row), char why[MAX_STORE_WHY]);

/* --- one of the two, for house.c: sqlite_house.c, postgres_house.c. What can fail returns 0 (next: -1), with the reason in `why`.
 * --- */

struct values;

struct house {
        const struct house_kind *kind;
        char why[MAX_STORE_WHY];
};

struct house_kind {
        const char *now;                                   /* the database's own clock, in SQL */
        int (*begin)(struct house *h);                     /* a transaction that sees one moment */
        int (*read)(struct house *h, const char *query);   /* begins to read; only when the last one was read to its end */
        int (*next)(struct house *h, struct values *row);  /* adds a row; 1, or 0: there is none left */
        int (*write)(struct house *h, const char *insert); /* what add() does from now on */
        int (*add)(struct house *h, const struct values *row);
        int (*commit)(struct house *h);
        void (*close)(struct house *h);
};

/* NULL if there is no memory. If it could not be opened, begin() says why. */
struct house *sqlite_house(const char *file);
struct house *postgres_house(const char *where);

#endif
