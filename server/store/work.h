/* The internals of a work, for store.c, which builds it, and the databases that run it (sqlite.c, postgres.c). */
#ifndef SERAI_WORK_H
#define SERAI_WORK_H

#include <sys/queue.h>

#include "store.h"

enum { MAX_VALUES = 16 }; /* of one statement */

/* An array of values; the bytes of texts are in a separate block, each with a closing NUL. */
struct value {
        char type; /* i, d, t, b, or n for null */
        union {
                int64_t number;
                double real;
                struct {
                        size_t at, size; /* in the bytes */
                };
        };
};

struct values {
        struct value *value;
        size_t count, room;
        char *bytes;
        size_t used, space;
};

struct rows {
        int columns;
        struct values cells; /* row by row */
};

struct act {
        enum statement what;
        int count;    /* of values */
        size_t first; /* the first of its values */
        struct rows found;
};

struct work {
        STAILQ_ENTRY(work) next; /* in the list it is in */
        void (*done)(struct work *w);
        void *whose;
        struct values given;
        struct act *act;
        int acts, room;
        enum outcome outcome;
        char why[MAX_STORE_WHY];
        struct values notices; /* for other stores, once it is done */
        uint64_t since;        /* when it was handed over, by uv_hrtime() */
        int alone;             /* 1: it has to be run alone, after a batch with it was rolled back */
};

STAILQ_HEAD(works, work);

/* The SQL of a statement: one or more, which share their parameters $1 and so on; only the last may return rows. The list ends
 * with NULL words. */
struct sql {
        const char *words;
        int must_change; /* 1: if it changes no row, the work is rolled back with STORE_TAKEN */
        const char
                *postgres; /* the SQL for PostgreSQL, where it has to differ; must_change is then up to it (it divides by zero) */
};

enum { MAX_PARTS = 3 };
extern const struct sql STATEMENT_SQL[STATEMENTS][MAX_PARTS];

void values_add(struct values *v, const struct value *value);
void values_add_bytes(struct values *v, char type, const void *bytes, size_t size);

void values_close(struct values *v);

/* Discards a work's results, so that it can be run again. */
void work_forget_found(struct work *w);

/* Sets the outcome, with the reason or "". */
void work_end(struct work *w, enum outcome outcome, const char *why);

/* --- kinds of stores; each begins with this --- */

struct store_kind {
        void (*take)(struct store *s, struct work *w);
        void (*close)(struct store *s);
        void (*listen)(struct store *s, void (*heard)(void *whose, const char *about), void *whose); /* NULL: it is never shared */
};

struct store {
        const struct store_kind *kind;
        struct store_times times;
};

/* The database's own clock, in SQL. */
#define SQLITE_NOW   "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define POSTGRES_NOW "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

struct store *sqlite_store(const char *file, uv_loop_t *loop, char why[MAX_STORE_WHY]);
struct store *sqlite_visit(const char *file, uv_loop_t *loop, char why[MAX_STORE_WHY]); /* store_visit() */
struct store *postgres_store(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY]);

#endif
