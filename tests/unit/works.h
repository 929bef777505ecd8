/* For the tests of stores: works that are waited for, and a PostgreSQL that can be made to fail. */
#ifndef SERAI_TESTS_WORKS_H
#define SERAI_TESTS_WORKS_H

#include <stdio.h>
#include <stdlib.h>

#include "../../server/store/store.h"

static const int64_t TABLE = 7, ANN = 11, BO = 12;

static uv_loop_t loop;
static struct store *store; /* the one that is asked */

static inline struct store *open_at(const char *where)
{
        char why[MAX_STORE_WHY] = "";
        struct store *s = store_open(where, &loop, why);

        if (!s)
                fail_msg("%s", why);
        return s;
}

static inline void shut(struct store *s)
{
        store_close(s);
        uv_run(&loop, UV_RUN_DEFAULT);
}

/* The commands of tests/system/postgres.sh to the database. */
static inline void control(const char *what)
{
        char command[256];

        snprintf(command, sizeof command, "%s %s", getenv("SERAI_PG_CTL"), what);
        assert_int_equal(system(command), 0);
}

static struct work *w; /* the last one that was started */
static int done;

static inline void on_done(struct work *of)
{
        *(int *)work_whose(of) += 1;
}

static inline void begin(void)
{
        if (w)
                work_close(w);
        done = 0;
        w = work_open(on_done, &done);
}

static inline enum outcome finish(void)
{
        store_do(store, w);
        while (!done)
                uv_run(&loop, UV_RUN_ONCE);
        assert_int_equal(done, 1);
        return work_outcome(w);
}

/* A work of one statement. */
#define ask(...) (begin(), work_add(w, __VA_ARGS__), finish())

#define must(...)                                                                                                                  \
        do                                                                                                                         \
                if (ask(__VA_ARGS__) != STORE_DONE)                                                                                \
                        fail_msg("not done: %s", work_why(w));                                                                     \
        while (0)

static inline int found(void)
{
        return rows_count(work_rows(w, 0));
}

static inline int64_t number(int row, int column)
{
        return rows_number(work_rows(w, 0), row, column);
}

static inline const char *text(int row, int column)
{
        return rows_text(work_rows(w, 0), row, column, NULL);
}

static inline void add_table(int64_t table)
{
        must(ADD_TABLE, "itii", table, "alibaba", INT64_C(1000), INT64_C(1));
}

static inline void add_person(int64_t person, const char *name)
{
        must(ADD_PERSON, "iti", person, name, INT64_C(1000));
}

static inline int64_t entries(int64_t table)
{
        must(ENTRIES, "ii", table, INT64_C(100000));
        return found();
}

#endif
