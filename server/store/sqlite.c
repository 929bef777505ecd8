/* The store in an SQLite file; see store.h.
 *
 * A thread takes all waiting works and runs them in one transaction, so that they share one wait for the disk: groups grow with
 * the load. Invariants:
 *
 * 1. A work is returned as done only after the commit that it was in. Each work is atomic; one that fails does not affect the
 *    others.
 * 2. When a group cannot be committed, everything that wrote in it has failed, and what only read is read again: nobody sees what
 *    was never committed.
 * 3. Only the thread uses the connection. */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../log.h"
#include "schema.h"
#include "sqlite_values.h"
#include "work_queue.h"

enum { MAX_FILE_NAME = 4000 };

/* One prepared SQL statement. */
struct ready {
        sqlite3_stmt *sql;
        int parameters;
        int value[MAX_VALUES]; /* the value of each parameter: SQLite numbers them as they appear */
};

struct sqlite {
        struct store store;
        LIST_ENTRY(sqlite) in_all;
        struct work_queue queue;
        int lock_file; /* on a file beside the database, */
        int lock;      /* and on the database itself */
        sqlite3 *db;
        struct ready ready[STATEMENTS][MAX_PARTS];
        struct ready begin, commit, rollback, save, undo, release;
};

/* --- running works, on the store's thread --- */

/* The error as a sentence for players. */
static const char *reason(sqlite3 *db)
{
        switch (sqlite3_errcode(db) & 0xff) {
        case SQLITE_FULL:
                return "the disk is full";
        case SQLITE_IOERR:
                return "the disk does not take it";
        case SQLITE_READONLY:
                return "the database is read-only";
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
                return "the database is locked by another program";
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
                return "the database is damaged";
        default:
                return sqlite3_errmsg(db);
        }
}

static void bind_values(const struct ready *r, const struct work *w, const struct act *act)
{
        for (int i = 0; i < r->parameters; i++) {
                assert(r->value[i] < act->count);
                sqlite_bind(r->sql, i + 1, &w->given, act->first + (size_t)r->value[i]);
        }
}

static int run(const struct ready *r, struct rows *found)
{
        int status;

        while ((status = sqlite3_step(r->sql)) == SQLITE_ROW)
                if (found) {
                        found->columns = sqlite3_column_count(r->sql);
                        sqlite_read(r->sql, &found->cells);
                }
        sqlite3_reset(r->sql);
        return status == SQLITE_DONE;
}

/* The number of a work's SQL statements that write. */
static int writes(const struct sqlite *s, const struct work *w)
{
        int count = 0;

        for (int i = 0; i < w->acts; i++)
                for (const struct ready *r = s->ready[w->act[i].what]; r < s->ready[w->act[i].what] + MAX_PARTS && r->sql; r++)
                        count += !sqlite3_stmt_readonly(r->sql);
        return count;
}

static enum outcome run_act(struct sqlite *s, struct work *w, struct act *act)
{
        for (int part = 0; part < MAX_PARTS && s->ready[act->what][part].sql; part++) {
                bind_values(&s->ready[act->what][part], w, act);
                if (!run(&s->ready[act->what][part], &act->found))
                        return sqlite3_extended_errcode(s->db) == SQLITE_CONSTRAINT_UNIQUE ? STORE_TAKEN : STORE_FAILED;
                if (STATEMENT_SQL[act->what][part].must_change && sqlite3_changes(s->db) == 0)
                        return STORE_TAKEN;
        }
        return STORE_DONE;
}

/* Runs one work, inside a transaction or not. A single statement is atomic; several need a savepoint. */
static void do_work(struct sqlite *s, struct work *w)
{
        int saved = writes(s, w) > 1;
        enum outcome outcome = STORE_DONE;

        work_end(w, STORE_DONE, "");
        if (saved && !run(&s->save, NULL)) {
                work_end(w, STORE_FAILED, reason(s->db));
                return;
        }
        for (int i = 0; i < w->acts && outcome == STORE_DONE; i++)
                outcome = run_act(s, w, &w->act[i]);
        if (outcome != STORE_DONE) {
                work_end(w, outcome, outcome == STORE_TAKEN ? "somebody was there first" : reason(s->db));
                if (saved && !sqlite3_get_autocommit(s->db))
                        run(&s->undo, NULL);
        }
        if (saved && !sqlite3_get_autocommit(s->db))
                run(&s->release, NULL);
}

/* The group was rolled back. */
static void fail_group(struct sqlite *s, struct works *group, const char *why)
{
        struct work *w;

        STAILQ_FOREACH (w, group, next) {
                work_forget_found(w);
                if (writes(s, w))
                        work_end(w, STORE_FAILED, why);
                else
                        do_work(s, w);
        }
}

static int group_writes(const struct sqlite *s, const struct works *group)
{
        const struct work *w;

        STAILQ_FOREACH (w, group, next)
                if (writes(s, w))
                        return 1;
        return 0;
}

static void do_group(struct sqlite *s, struct works *group)
{
        char why[MAX_STORE_WHY];
        struct work *w;

        if (!group_writes(s, group)) {
                STAILQ_FOREACH (w, group, next)
                        do_work(s, w);
                return;
        }
        if (run(&s->begin, NULL)) {
                STAILQ_FOREACH (w, group, next)
                        if (!sqlite3_get_autocommit(s->db)) /* an error may have rolled everything back */
                                do_work(s, w);
                if (!sqlite3_get_autocommit(s->db) && run(&s->commit, NULL))
                        return;
        }
        snprintf(why, sizeof why, "%s", reason(s->db));
        if (!sqlite3_get_autocommit(s->db))
                run(&s->rollback, NULL);
        fail_group(s, group, why);
}

static struct pause take_turn(void *whose, struct works *works)
{
        struct sqlite *s = whose;

        if (!STAILQ_EMPTY(works)) {
                do_group(s, works);
                work_queue_give(&s->queue, works);
        }
        return (struct pause){ .fd = -1, .milliseconds = -1 };
}

/* --- opening --- */

static int prepare(struct sqlite *s, struct ready *r, const char *sql)
{
        if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &r->sql, NULL) != SQLITE_OK)
                return 0;
        r->parameters = sqlite3_bind_parameter_count(r->sql);
        assert(r->parameters <= MAX_VALUES);
        for (int i = 0; i < r->parameters; i++)
                r->value[i] = atoi(sqlite3_bind_parameter_name(r->sql, i + 1) + 1) - 1;
        return 1;
}

static int prepare_all(struct sqlite *s)
{
        for (int i = 0; i < STATEMENTS; i++)
                for (int part = 0; part < MAX_PARTS && STATEMENT_SQL[i][part].words; part++)
                        if (!prepare(s, &s->ready[i][part], STATEMENT_SQL[i][part].words))
                                return 0;
        return prepare(s, &s->begin, "BEGIN IMMEDIATE") && prepare(s, &s->commit, "COMMIT") &&
               prepare(s, &s->rollback, "ROLLBACK") && prepare(s, &s->save, "SAVEPOINT work") &&
               prepare(s, &s->undo, "ROLLBACK TO work") && prepare(s, &s->release, "RELEASE work");
}

static int refuse(char *why, const char *words)
{
        snprintf(why, MAX_STORE_WHY, "%s", words);
        return 0;
}

static const char IN_USE[] = "another server has it open";

/* One server at a time. There are two locks:
 *
 * - on the database file, so that it holds under every name of the file. It is on one byte far beyond SQLite's own locks, and
 *   belongs to the descriptor, not to the process (OFD);
 * - on a file beside it, the only one that earlier versions check.
 *
 * A process that closes any descriptor of a file loses SQLite's locks on it. So the lock is released only after SQLite is closed,
 * and a store that this process already has open is recognized before anything is opened. */
static int lock_database(struct sqlite *s, char *why)
{
        struct flock byte = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 60, .l_len = 1 };

        if (fcntl(s->lock, F_OFD_SETLK, &byte) == 0)
                return 1;
        return refuse(why, errno == EAGAIN || errno == EACCES ? IN_USE : strerror(errno));
}

static int lock_beside(struct sqlite *s, const char *file, char *why)
{
        char name[PATH_MAX + 8];

        snprintf(name, sizeof name, "%s.lock", file);
        s->lock_file = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        if (s->lock_file >= 0 && flock(s->lock_file, LOCK_EX | LOCK_NB) == 0)
                return 1;
        return refuse(why, errno == EWOULDBLOCK ? IN_USE : strerror(errno));
}

/* The stores that this process has open; only the loop's thread opens and closes stores. */
static LIST_HEAD(, sqlite) all = LIST_HEAD_INITIALIZER(all);

static int is_open_here(const char *file)
{
        const struct sqlite *s;
        struct stat other, own;

        if (stat(file, &other) != 0)
                return 0;
        LIST_FOREACH (s, &all, in_all)
                if (fstat(s->lock, &own) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino)
                        return 1;
        return 0;
}

/* Created here and not by SQLite, so that nobody else may read it. `real` gets its name without links. */
static int make_file(struct sqlite *s, const char *file, char real[PATH_MAX], char *why)
{
        if (is_open_here(file))
                return refuse(why, IN_USE);
        s->lock = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        if (s->lock < 0 || !realpath(file, real))
                return refuse(why, strerror(errno));
        return strlen(real) < MAX_FILE_NAME ? 1 : refuse(why, "its name is too long");
}

/* WAL with a sync at each commit: what was committed survives a power cut. The log may grow to some 16 MB between checkpoints,
 * which makes them rarer and writing steadier. Larger pages made no difference. */
static const char SETTINGS[] =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;"
        "PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY;";
enum { PATIENCE_MS = 10000 };

/* PRAGMA integrity_check, for at most a few seconds. A damaged page could hide the end of a log, which its hashes (entry_hash.h)
 * would not show. */
enum { CHECK_MS = 5000, STEPS_BETWEEN = 10000 };

static int is_too_long(void *began)
{
        return uv_hrtime() - *(uint64_t *)began > (uint64_t)CHECK_MS * 1000000;
}

static int is_sound(sqlite3 *db, char *why)
{
        uint64_t began = uv_hrtime();
        sqlite3_stmt *check;
        int status = sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &check, NULL), sound;

        sqlite3_progress_handler(db, STEPS_BETWEEN, is_too_long, &began);
        if (status == SQLITE_OK)
                status = sqlite3_step(check);
        sqlite3_progress_handler(db, 0, NULL, NULL);
        sound = status == SQLITE_INTERRUPT ||
                (status == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(check, 0), "ok") == 0);
        if (status == SQLITE_INTERRUPT)
                log_info("database-not-checked", "why=\"it is large; PRAGMA integrity_check takes longer than %d s\"",
                         CHECK_MS / 1000);
        if (status == SQLITE_ROW || status == SQLITE_CORRUPT || status == SQLITE_NOTADB)
                snprintf(why, MAX_STORE_WHY, "it is damaged (%.150s); restore a backup",
                         status == SQLITE_ROW ? (const char *)sqlite3_column_text(check, 0) : sqlite3_errmsg(db));
        else
                snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(db));
        sqlite3_finalize(check);
        return sound;
}

static int open_database(struct sqlite *s, const char *file, char *why)
{
        if (sqlite3_open_v2(file, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
            sqlite3_busy_timeout(s->db, PATIENCE_MS) == SQLITE_OK && sqlite3_exec(s->db, SETTINGS, NULL, NULL, NULL) == SQLITE_OK) {
                if (!is_sound(s->db, why) || !schema_update(s->db, file, SCHEMA, SCHEMA_STEPS, why))
                        return 0;
                if (sqlite3_exec(s->db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL) == SQLITE_OK && prepare_all(s))
                        return 1;
        }
        snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(s->db));
        return 0;
}

/* Another process has locked and updated it. */
static int visit_database(struct sqlite *s, const char *file, char *why)
{
        sqlite3_stmt *version = NULL;
        int is = -1;

        if (sqlite3_open_v2(file, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
            sqlite3_busy_timeout(s->db, PATIENCE_MS) == SQLITE_OK &&
            sqlite3_prepare_v2(s->db, "PRAGMA user_version", -1, &version, NULL) == SQLITE_OK &&
            sqlite3_step(version) == SQLITE_ROW)
                is = sqlite3_column_int(version, 0);
        sqlite3_finalize(version);
        if (is >= 0 && is != SCHEMA_STEPS) {
                snprintf(why, MAX_STORE_WHY, "it is of version %d, and this program of %d; serve brings it up to date", is,
                         SCHEMA_STEPS);
                return 0;
        }
        if (is >= 0 && sqlite3_exec(s->db, SETTINGS, NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_exec(s->db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL) == SQLITE_OK && prepare_all(s))
                return 1;
        snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(s->db));
        return 0;
}

static void read_times(struct sqlite *s)
{
        sqlite3_stmt *sql = s->ready[TIMES][0].sql;

        if (sqlite3_step(sql) == SQLITE_ROW)
                s->store.times.seen = sqlite3_column_int64(sql, 0);
        sqlite3_reset(sql);
}

static void close_database(struct sqlite *s)
{
        sqlite3_stmt *sql;

        while (s->db && (sql = sqlite3_next_stmt(s->db, NULL)))
                sqlite3_finalize(sql);
        sqlite3_close(s->db);
        if (s->lock >= 0)
                close(s->lock);
        if (s->lock_file >= 0)
                close(s->lock_file);
}

static void end(void *whose)
{
        struct sqlite *s = whose;

        LIST_REMOVE(s, in_all);
        close_database(s);
}

static void take(struct store *s, struct work *w)
{
        work_queue_put(&((struct sqlite *)s)->queue, w);
}

static void close_store(struct store *s)
{
        work_queue_close(&((struct sqlite *)s)->queue, end);
}

static const struct store_kind SQLITE = { .take = take, .close = close_store };

static int open_alone(struct sqlite *s, const char *file, char *why)
{
        char real[PATH_MAX];

        return make_file(s, file, real, why) && lock_database(s, why) && lock_beside(s, real, why) && open_database(s, real, why);
}

static struct store *open_by(int (*open_it)(struct sqlite *s, const char *file, char *why), const char *file, uv_loop_t *loop,
                             char *why)
{
        struct sqlite *s = calloc(1, sizeof *s);

        if (!s) {
                snprintf(why, MAX_STORE_WHY, "out of memory");
                return NULL;
        }
        s->lock = s->lock_file = -1;
        if (!open_it(s, file, why)) {
                close_database(s);
                free(s);
                return NULL;
        }
        s->store.kind = &SQLITE;
        read_times(s);
        if (!work_queue_open(&s->queue, loop, take_turn, s)) {
                snprintf(why, MAX_STORE_WHY, "%s", strerror(errno));
                close_database(s);
                free(s);
                return NULL;
        }
        LIST_INSERT_HEAD(&all, s, in_all);
        return &s->store;
}

struct store *sqlite_store(const char *file, uv_loop_t *loop, char why[MAX_STORE_WHY])
{
        return open_by(open_alone, file, loop, why);
}

struct store *sqlite_visit(const char *file, uv_loop_t *loop, char why[MAX_STORE_WHY])
{
        return open_by(visit_database, file, loop, why);
}
