/* What a work is made of, for store.c, which takes it in, and for whoever carries it out (sqlite.c, postgres.c). */
#ifndef SERAI_WORK_H
#define SERAI_WORK_H

#include "store.h"

/* Values one after another; the bytes of texts lie in a block of their own, each with a closing NUL. */
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
        struct work *next; /* in whichever list it is */
        void (*done)(struct work *w);
        void *whose;
        struct values given;
        struct act *act;
        int acts, room;
        enum outcome outcome;
        char why[MAX_STORE_WHY];
        struct values notices; /* for other stores, when it is done */
        uint64_t since;        /* when it was handed over, by uv_hrtime() */
        int alone;             /* 1: it has to be done by itself, because others were undone with it */
};

/* The SQL of a statement: one or more, which take the same values, $1 and so on, and of which the last one may find
 * something. No words after the last. */
struct sql {
        const char *words;
        int must_change;      /* 1: if it changes no row, nothing of the work is done, and somebody was there first */
        const char *postgres; /* the words for PostgreSQL, where it needs others; they see to it themselves that something changes,
                                 or divide by zero */
};

enum { MAX_PARTS = 3 };
extern const struct sql STATEMENT_SQL[STATEMENTS][MAX_PARTS];

void values_add(struct values *v, const struct value *value);
void values_add_bytes(struct values *v, char type, const void *bytes, size_t size);

void values_close(struct values *v);

/* Forgets what a work has found, so that it can be done again. */
void work_forget_found(struct work *w);

/* Sets how it ended, with the reason or "". */
void work_end(struct work *w, enum outcome outcome, const char *why);

/* --- the kinds of stores; each begins with this --- */

struct store_kind {
        void (*take)(struct store *s, struct work *w);
        void (*close)(struct store *s);
        void (*listen)(struct store *s, void (*heard)(void *whose, const char *about), void *whose); /* NULL: nobody shares it */
};

struct store {
        const struct store_kind *kind;
        struct store_times times;
};

/* The database's own clock, in SQL. */
#define SQLITE_NOW   "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
#define POSTGRES_NOW "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

struct store *sqlite_store(const char *file, uv_loop_t *loop, char why[MAX_STORE_WHY]);
struct store *postgres_store(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY]);

#endif
