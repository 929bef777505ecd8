/* Copies one store to another; see migrate.h. */
#include "migrate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "work.h"

enum { MAX_QUERY = 512, ROWS_BETWEEN = 5000 };

const struct migrated_table MIGRATED[MIGRATED_TABLES] = {
        { "person", "id, name, at, login, folded, password, skeleton, name_skeleton, admin, bot, muted, banned",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12", "id" },
        { "session", "hash, person, at, made, device, passkey", "$1, $2, $3, $4, $5, $6", "hash" },
        { "recovery", "hash, person, used", "$1, $2, $3", "hash" },
        { "passkey", "id, person, at, public_key, counter, device", "$1, $2, $3, $4, $5, $6", "id" },
        { "game_table", "id, game, at, public, state, due, node", "$1, $2, $3, $4, $5, $6, $7", "id" },
        { "seat", "table_id, seat, person, level, place, points, rating, gain", "$1, $2, $3, $4, $5, $6, $7, $8",
          "table_id, seat" },
        { "entry", "table_id, n, at, body, hash", "$1, $2, $3, $4, $5", "table_id, n" },
        { "chat", "table_id, n, at, person, words", "$1, $2, $3, $4, $5", "table_id, n" },
        { "daily", "day, secret", "$1, $2", "day" },
        { "daily_result", "day, person, ahead, points, at", "$1, $2, $3, $4, $5", "day, person" },
        { "puzzle_attempt", "person, at, puzzle, game, rating, solved, daily", "$1, $2, $3, $4, $5, $6, $7", "person, at, puzzle" },
        { "met", "game, person, other, times, at", "$1, $2, $3, $4, $5", "game, person, other" },
        { "rating", "game, who, mu, sigma, games", "$1, $2, $3, $4, $5", "game, who" },
        { "site", "name, value", "$1, $2", "name" },
        { "admin_log", "n, id, at, by_person, what, person, table_id, detail", "$1, $2, $3, $4, $5, $6, $7, $8", "n" },
        { "report", "id, at, by_person, person, table_id, why, words, settled, answer, told",
          "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10", "id" },
        { "bot_token", "hash, person, at", "$1, $2, $3", "hash" },
        { "follow", "person, other, at", "$1, $2, $3", "person, other" },
        { "block", "person, other, at", "$1, $2, $3", "person, other" },
        { "invitation", "person, other, kind, table_id, at", "$1, $2, $3, $4, $5", "person, other" },
        { "choice", "person, here, profile, notices, quiet_from, quiet_to, ahead, at", "$1, $2, $3, $4, $5, $6, $7, $8", "person" },
        { "push", "endpoint, session, key, auth, origin, at", "$1, $2, $3, $4, $5, $6", "endpoint" },
        { "push_key", "one, key, at", "$1, $2, $3", "one" },
        { "notice", "person, table_id, kind, due, sent, at", "$1, $2, $3, $4, $5, $6", "person, table_id" },
};

struct move {
        struct migration_end *from, *to;
        int64_t *rows;
        void (*progress)(const char *doing, const char *table, int64_t row);
        char *why;
};

static int failed(struct move *m, const char *doing, const char *words)
{
        snprintf(m->why, MAX_STORE_WHY, "%s: %.200s", doing, words);
        return 0;
}

static int begin_table(struct migration_end *h, const struct migrated_table *t)
{
        char query[MAX_QUERY];

        snprintf(query, sizeof query, "SELECT %s FROM %s ORDER BY %s", t->columns, t->name, t->key);
        return h->kind->read(h, query);
}

/* Reads the next row, over the last one. */
static int next(struct migration_end *h, struct values *row)
{
        row->count = row->used = 0;
        return h->kind->next(h, row);
}

static void tell(const struct move *m, const char *doing, const char *table, int64_t row)
{
        if (row % ROWS_BETWEEN == 0)
                m->progress(doing, table, row);
}

/* How many rows a query finds; -1 if it fails. */
static int64_t count(struct migration_end *h, const char *query)
{
        struct values row = { .count = 0 };
        int64_t rows = 0;
        int more = h->kind->read(h, query) ? 1 : -1;

        while (more > 0 && (more = next(h, &row)) > 0)
                rows++;
        values_close(&row);
        return more < 0 ? -1 : rows;
}

static int is_empty(struct move *m)
{
        char query[MAX_QUERY];

        for (int i = 0; i < MIGRATED_TABLES; i++) {
                int64_t rows;

                snprintf(query, sizeof query, "SELECT 1 FROM %s LIMIT 1", MIGRATED[i].name);
                rows = count(m->to, query);
                if (rows < 0)
                        return failed(m, "the new one cannot be read", m->to->why);
                if (rows > 0) {
                        snprintf(m->why, MAX_STORE_WHY, "the new one is not empty: there is something in %s", MIGRATED[i].name);
                        return 0;
                }
        }
        return 1;
}

/* Checks that no server uses the database, as far as their pulses show. */
static int is_quiet(struct move *m, struct migration_end *h)
{
        char query[MAX_QUERY];
        int64_t servers;

        snprintf(query, sizeof query, "SELECT id FROM nodes WHERE until > %s", h->kind->now);
        servers = count(h, query);
        if (servers < 0)
                return failed(m, "it cannot be read", h->why);
        if (servers == 0)
                return 1;
        snprintf(m->why, MAX_STORE_WHY, "%lld servers use %s; stop them first", (long long)servers,
                 h == m->from ? "the old one" : "the new one");
        return 0;
}

static int copy_table(struct move *m, int which)
{
        const struct migrated_table *t = &MIGRATED[which];
        struct values row = { .count = 0 };
        char insert[MAX_QUERY];
        int more = 1, added = 1;

        snprintf(insert, sizeof insert, "INSERT INTO %s (%s) VALUES (%s)", t->name, t->columns, t->values);
        if (!m->to->kind->write(m->to, insert))
                return failed(m, "the new one cannot be written", m->to->why);
        if (!begin_table(m->from, t))
                return failed(m, "the old one cannot be read", m->from->why);
        for (m->rows[which] = 0; added && (more = next(m->from, &row)) > 0; m->rows[which]++) {
                added = m->to->kind->add(m->to, &row);
                tell(m, "copied", t->name, m->rows[which]);
        }
        values_close(&row);
        if (!added)
                return failed(m, "the new one cannot be written", m->to->why);
        return more == 0 ? 1 : failed(m, "the old one cannot be read", m->from->why);
}

static int is_same_value(const struct values *a, const struct values *b, size_t i)
{
        const struct value *x = &a->value[i], *y = &b->value[i];

        if (x->type != y->type)
                return 0;
        switch (x->type) {
        case 'i':
                return x->number == y->number;
        case 'd':
                return memcmp(&x->real, &y->real, sizeof x->real) == 0;
        case 'n':
                return 1;
        default:
                return x->size == y->size && memcmp(a->bytes + x->at, b->bytes + y->at, x->size) == 0;
        }
}

static int is_same_row(const struct values *a, const struct values *b)
{
        size_t i = 0;

        while (i < a->count && i < b->count && is_same_value(a, b, i))
                i++;
        return i == a->count && i == b->count;
}

static int compare_table(struct move *m, int which)
{
        const struct migrated_table *t = &MIGRATED[which];
        struct values old = { .count = 0 }, new = { .count = 0 };
        int64_t row = 0;
        int more = 1, same = begin_table(m->from, t) && begin_table(m->to, t);

        if (!same)
                return failed(m, "they cannot be compared", *m->from->why ? m->from->why : m->to->why);
        while (same && more) {
                more = next(m->from, &old);
                same = more >= 0 && next(m->to, &new) == more && (more == 0 || is_same_row(&old, &new));
                tell(m, "compared", t->name, row);
                row += same && more;
        }
        values_close(&old);
        values_close(&new);
        if (same && row == m->rows[which])
                return 1;
        snprintf(m->why, MAX_STORE_WHY, "the two differ in row %lld of %s", (long long)row + 1, t->name);
        return 0;
}

static int move_all(struct move *m)
{
        if (!m->from->kind->begin(m->from))
                return failed(m, "the old one cannot be read", m->from->why);
        if (!m->to->kind->begin(m->to))
                return failed(m, "the new one cannot be written", m->to->why);
        if (!is_empty(m) || !is_quiet(m, m->from) || !is_quiet(m, m->to))
                return 0;
        for (int i = 0; i < MIGRATED_TABLES; i++)
                if (!copy_table(m, i))
                        return 0;
        if (!m->to->kind->commit(m->to))
                return failed(m, "the new one cannot be written", m->to->why);
        if (!m->to->kind->begin(m->to))
                return failed(m, "the new one cannot be read", m->to->why);
        for (int i = 0; i < MIGRATED_TABLES; i++)
                if (!compare_table(m, i))
                        return 0;
        return 1;
}

static struct migration_end *enter(const char *where)
{
        struct migration_end *h = store_is_address(where) ? postgres_migration(where) : sqlite_migration(where);

        if (!h)
                abort();
        return h;
}

static int move_between(const char *from, const char *to, struct move *m)
{
        int moved;

        m->from = enter(from);
        m->to = enter(to);
        moved = move_all(m);
        m->from->kind->close(m->from);
        m->to->kind->close(m->to);
        return moved;
}

int migrate(const char *from, const char *to, int64_t rows[MIGRATED_TABLES],
            void (*progress)(const char *doing, const char *table, int64_t row), char why[MAX_STORE_WHY])
{
        struct move m = { .rows = rows, .progress = progress, .why = why };
        struct store *old, *new = NULL;
        char reason[MAX_STORE_WHY];
        uv_loop_t loop;
        int moved = 0;

        if (!store_is_address(from) && access(from, R_OK) != 0)
                return failed(&m, "the old one cannot be opened", strerror(errno));
        uv_loop_init(&loop);
        old = store_open(from, &loop, reason);
        if (!old)
                failed(&m, "the old one cannot be opened", reason);
        else if (!(new = store_open(to, &loop, reason)))
                failed(&m, "the new one cannot be opened", reason);
        else
                moved = move_between(from, to, &m);
        if (old)
                store_close(old);
        if (new)
                store_close(new);
        uv_run(&loop, UV_RUN_DEFAULT);
        uv_loop_close(&loop);
        return moved;
}
