/* PostgreSQL for several servers: those functions of libpq that server/store uses, over one SQLite database; see sim.h.
 *
 * It is a model of PostgreSQL that keeps the real one's promises: transactions are atomic, isolated (they run one after another)
 * and durable, and notices reach every connection that listens, in the order of commits. It gives no more than that: connections
 * break at every point, their notices are lost with them, and the backend of a lost connection may commit its batch seconds later.
 *
 * Commands of a pipeline are kept until PQpipelineSync, which runs them all; so PQisBusy is always 0. The SQL of store.c is run
 * (libpq_sql.c); that of postgres.c and postgres_schema.c is recognized, and answered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/store/schema.h"
#include "libpq_sql.h"
#include "sim.h"

enum { FIRST_PID = 1000, FIRST_SOCKET = 1000, MAX_BEGAN = 32 };

/* SQLSTATEs */
static const char DEADLOCK[] = "40P01", LOCK_TIMEOUT[] = "55P03", ABORTED[] = "25P02";

enum query_kind { FENCE, SETTINGS, LISTEN, PREPARE, BEGIN, COMMIT, ROLLBACK, NOTIFY, RUN };

struct query {
        enum query_kind kind;
        const struct prepared *sql; /* to RUN */
        size_t first;               /* of its values */
};

/* The commands that were sent since the last sync, with their values. */
struct pipeline {
        struct query *query;
        size_t count, room;
        struct values given;
};

/* A notice on its way to a connection, or there. */
struct notice {
        PGnotify shown; /* first, as PQfreemem frees it */
        STAILQ_ENTRY(notice) next;
        uint64_t due; /* when it is there */
        char extra[];
};

/* For each command PQgetResult returns a result, then NULL. */
enum { ANSWERS_A_QUERY = 2 };

struct pg_conn {
        LIST_ENTRY(pg_conn) next;
        enum { CONNECTED, BROKEN, ORPHANED /* a backend whose client is gone, with a batch to run */ } state;
        const char *why; /* it is broken */
        int unnoticed;   /* 1: it is broken, which the client notices only when no answer is left */
        int server;
        int pid;               /* of the backend, */
        char began[MAX_BEGAN]; /* and when it was started, in seconds */
        int listens;
        enum { NO_TRANSACTION, IN_TRANSACTION, FAILED_TRANSACTION } transaction;
        struct pipeline sent;
        struct pg_result **answer; /* to the last ones, as PQgetResult returns them */
        size_t answers, answers_read, answer_room;
        STAILQ_HEAD(, notice) notices; /* in order; also those that are not due yet */
        uint64_t latest;               /* when the last of them is due */
};

static LIST_HEAD(, pg_conn) connections = LIST_HEAD_INITIALIZER(connections);
static int last_pid;

static void *grown(void *block, size_t *room, size_t needed, size_t size)
{
        if (needed <= *room)
                return block;
        *room = needed * 2 + 8;
        block = realloc(block, *room * size);
        if (!block)
                abort();
        return block;
}

/* --- connections --- */

/* All but the first answers never arrive. */
static void lose_answers(PGconn *c, size_t first)
{
        while (c->answers > first)
                PQclear(c->answer[--c->answers]);
}

/* What has arrived can still be read. */
static void hang_up(PGconn *c, const char *why)
{
        struct notice *n;

        while ((n = STAILQ_FIRST(&c->notices))) {
                STAILQ_REMOVE_HEAD(&c->notices, next);
                free(n);
        }
        c->sent.count = c->sent.given.count = c->sent.given.used = 0;
        c->listens = 0;
        c->state = BROKEN;
        c->why = why;
}

static void break_off(PGconn *c, const char *why)
{
        lose_answers(c, c->answers_read);
        hang_up(c, why);
}

static int is_cut_off(int server)
{
        return (int)(conditions.cut_off >> server & 1);
}

/* To be asked whenever something goes over the network. */
static int is_connected(PGconn *c)
{
        if (c->state == CONNECTED && (conditions.database_is_down || is_cut_off(c->server)))
                break_off(c, "the database cannot be reached");
        return c->state == CONNECTED;
}

static PGconn *new_connection(int server, int pid)
{
        PGconn *c = calloc(1, sizeof *c);

        if (!c)
                abort();
        STAILQ_INIT(&c->notices);
        c->why = "";
        c->server = server;
        c->pid = pid;
        LIST_INSERT_HEAD(&connections, c, next);
        return c;
}

PGconn *PQconnectdbParams(const char *const *names, const char *const *values, int expand)
{
        PGconn *c = new_connection(current ? current->index : 0, ++last_pid);

        (void)names, (void)values, (void)expand;
        snprintf(c->began, sizeof c->began, "%llu.%06llu", (unsigned long long)(now / SECOND), (unsigned long long)(now % SECOND));
        if (!is_connected(c) && sim_random(2))
                turn_takes(sim_random((uint32_t)(3 * SECOND)));
        return c;
}

void PQfinish(PGconn *c)
{
        if (!c)
                return;
        break_off(c, "");
        LIST_REMOVE(c, next);
        values_close(&c->sent.given);
        free(c->sent.query);
        free(c->answer);
        free(c);
}

/* --- notices --- */

static void wake(void *server)
{
        store_wake((int)(intptr_t)server);
}

static void send_notice(PGconn *to, int from, const char *extra, size_t size)
{
        struct notice *n = malloc(sizeof *n + size + 1);

        if (!n)
                abort();
        memcpy(n->extra, extra, size + 1);
        n->shown = (PGnotify){ .be_pid = from, .extra = n->extra };
        n->due = now + 200 + sim_random(4800);
        if (conditions.notice_late && sim_chance(conditions.notice_late))
                n->due += sim_random((uint32_t)(3 * SECOND));
        if (n->due < to->latest)
                n->due = to->latest; /* they stay in order */
        to->latest = n->due;
        STAILQ_INSERT_TAIL(&to->notices, n, next);
        sim_after(NULL, n->due - now, wake, (void *)(intptr_t)to->server);
}

static void notify(int from, const char *extra, size_t size)
{
        PGconn *to;

        LIST_FOREACH (to, &connections, next) {
                if (!to->listens || (conditions.notice_lost && sim_chance(conditions.notice_lost)))
                        continue;
                send_notice(to, from, extra, size);
                if (conditions.notice_twice && sim_chance(conditions.notice_twice))
                        send_notice(to, from, extra, size);
        }
}

static struct notice *due_notice(const PGconn *c)
{
        struct notice *n = STAILQ_FIRST(&c->notices);

        return n && n->due <= now ? n : NULL;
}

PGnotify *PQnotifies(PGconn *c)
{
        struct notice *n = due_notice(c);

        if (!n)
                return NULL;
        STAILQ_REMOVE_HEAD(&c->notices, next);
        return &n->shown;
}

/* --- running a pipeline --- */

/* Terminates the backend that the values name, if it is there; sometimes it takes too long. */
static PGresult *fence(const struct values *given, size_t first)
{
        const char *began = given->bytes + given->value[first + 1].at;
        PGconn *c;

        LIST_FOREACH (c, &connections, next)
                if (c->state == ORPHANED && c->pid == given->value[first].number && strcmp(c->began, began) == 0) {
                        if (sim_random(10) == 0) {
                                turn_takes(4 * SECOND);
                                return result_row(1, (const char *const[]){ "f" });
                        }
                        PQfinish(c);
                        return result_row(1, (const char *const[]){ "t" });
                }
        return result_open(PGRES_TUPLES_OK);
}

static PGresult *settings(const PGconn *c)
{
        char pid[16];

        snprintf(pid, sizeof pid, "%d", c->pid);
        return result_row(2, (const char *const[]){ pid, c->began });
}

/* A failed transaction was rolled back already. */
static PGresult *change_transaction(PGconn *c, enum query_kind kind)
{
        if (c->transaction != FAILED_TRANSACTION)
                sql_must(kind == BEGIN ? "BEGIN" : kind == COMMIT ? "COMMIT" : "ROLLBACK");
        c->transaction = kind == BEGIN ? IN_TRANSACTION : NO_TRANSACTION;
        return result_open(PGRES_COMMAND_OK);
}

static PGresult *run_query(PGconn *c, const struct query *q)
{
        if (c->transaction == FAILED_TRANSACTION && q->kind != ROLLBACK)
                return result_failed(ABORTED, "current transaction is aborted");
        switch (q->kind) {
        case RUN:
                return sql_run(q->sql, &c->sent.given, q->first);
        case BEGIN:
        case COMMIT:
        case ROLLBACK:
                return change_transaction(c, q->kind);
        case FENCE:
                return fence(&c->sent.given, q->first);
        case SETTINGS:
                return settings(c);
        case LISTEN:
                c->listens = 1;
                break;
        case PREPARE: /* done when it was sent */
        case NOTIFY:  /* sent at the end of the pipeline */
                break;
        }
        return result_open(PGRES_COMMAND_OK);
}

static void add_answer(PGconn *c, PGresult *r)
{
        c->answer = grown(c->answer, &c->answer_room, c->answers + 1, sizeof *c->answer);
        c->answer[c->answers++] = r;
}

/* Runs the queries, of which the `culprit` meets a lock (0: none does). 0: one failed. */
static int run_queries(PGconn *c, size_t culprit)
{
        int is_aborted = 0;

        for (size_t i = 0; i < c->sent.count; i++) {
                PGresult *r;

                if (is_aborted)
                        r = result_open(PGRES_PIPELINE_ABORTED);
                else if (culprit && i == culprit)
                        r = result_failed(sim_random(2) ? DEADLOCK : LOCK_TIMEOUT, "a lock is in the way");
                else
                        r = run_query(c, &c->sent.query[i]);
                if (PQresultStatus(r) == PGRES_FATAL_ERROR) {
                        is_aborted = 1;
                        if (c->transaction == IN_TRANSACTION) {
                                sql_must("ROLLBACK");
                                c->transaction = FAILED_TRANSACTION;
                        }
                }
                add_answer(c, r);
                add_answer(c, NULL);
        }
        if (c->transaction == IN_TRANSACTION)
                sim_fail("the model of PostgreSQL: a transaction is open at the end of its pipeline");
        add_answer(c, result_open(PGRES_PIPELINE_SYNC));
        return !is_aborted;
}

static void run_pipeline(PGconn *c, size_t culprit, int with_notices)
{
        c->answers = c->answers_read = 0;
        if (run_queries(c, culprit) && with_notices)
                for (const struct query *q = c->sent.query; q < c->sent.query + c->sent.count; q++)
                        if (q->kind == NOTIFY) {
                                const struct value *extra = &c->sent.given.value[q->first];

                                notify(c->pid, c->sent.given.bytes + extra->at, extra->size);
                        }
        c->sent.count = c->sent.given.count = c->sent.given.used = 0;
}

/* By its pid: it may have been terminated meanwhile. */
static void run_orphan(void *pid)
{
        PGconn *c;

        LIST_FOREACH (c, &connections, next)
                if (c->state == ORPHANED && c->pid == (int)(intptr_t)pid) {
                        run_pipeline(c, 0, 1);
                        PQfinish(c);
                        return;
                }
}

/* The backend of a lost connection goes on, and runs its batch later. */
static void make_orphan(PGconn *c)
{
        PGconn *o = new_connection(c->server, c->pid);

        o->state = ORPHANED;
        memcpy(o->began, c->began, sizeof o->began);
        o->sent = c->sent;
        memset(&c->sent, 0, sizeof c->sent);
        sim_after(NULL, sim_random((uint32_t)(8 * SECOND)), run_orphan, (void *)(intptr_t)o->pid);
}

/* Runs a batch whose backend dies before the commit. */
static void run_without_commit(PGconn *c)
{
        size_t commit = 0;

        while (c->sent.query[commit].kind != COMMIT)
                commit++;
        c->sent.query[commit].kind = ROLLBACK;
        run_pipeline(c, 0, 0);
        lose_answers(c, ANSWERS_A_QUERY * commit);
}

/* The connection breaks, somewhere around a batch: before it is run, before it is committed, after that, or after its notices were
 * sent; some of the answers have arrived. Or nobody knows yet. */
static void cut(PGconn *c)
{
        enum { NOT_RUN, ROLLED_BACK, COMMITTED, NOTIFIED, RUN_LATER, WAYS } way = sim_random(WAYS);

        if (sim_random(WAYS + 1) == 0)
                turn_takes(6 * SECOND); /* it is noticed by the silence */
        if (way == COMMITTED || way == NOTIFIED)
                run_pipeline(c, 0, way == NOTIFIED);
        else if (way == ROLLED_BACK)
                run_without_commit(c);
        else if (way == RUN_LATER)
                make_orphan(c);
        lose_answers(c, c->answers_read + sim_random((uint32_t)(c->answers - c->answers_read) + 1));
        hang_up(c, "the connection was lost");
        c->unnoticed = (int)sim_random(2);
}

/* A query of a batch, up to its commit. */
static size_t some_query(const PGconn *c)
{
        size_t which = 1 + sim_random((uint32_t)c->sent.count - 1);

        while (c->sent.query[which].kind == NOTIFY)
                which--;
        return which;
}

static int stores_entry(const PGconn *c)
{
        char name[16];

        snprintf(name, sizeof name, "s%d.0", ADD_ENTRY);
        for (size_t i = 0; i < c->sent.count; i++)
                if (c->sent.query[i].kind == RUN && c->sent.query[i].sql == sql_find(name))
                        return 1;
        return 0;
}

int PQpipelineSync(PGconn *c)
{
        int is_batch = c->sent.count > 1 && c->sent.query[0].kind == BEGIN;

        if (is_batch && conditions.cut_at_entry >> c->server & 1 && is_connected(c) && stores_entry(c)) {
                run_pipeline(c, 0, (int)sim_random(2));
                conditions.cut_at_entry &= ~(1u << c->server);
                conditions.cut_off |= 1u << c->server;
                break_off(c, "the connection was lost");
        }
        if (c->state == CONNECTED && is_cut_off(c->server)) {
                turn_takes(sim_random((uint32_t)(6 * SECOND)));
                if (is_batch && !conditions.database_is_down) { /* it may have been on its way */
                        cut(c);
                        return 1;
                }
        }
        if (!is_connected(c))
                return 0;
        if (conditions.cut && sim_chance(conditions.cut)) {
                if (is_batch)
                        cut(c);
                else
                        break_off(c, "the connection was lost");
        } else {
                run_pipeline(c, is_batch && conditions.cut && sim_chance(conditions.cut / 4) ? some_query(c) : 0, 1);
        }
        return 1;
}

/* --- sending --- */

static void send_query(PGconn *c, enum query_kind kind, const struct prepared *sql)
{
        struct pipeline *p = &c->sent;

        p->query = grown(p->query, &p->room, p->count + 1, sizeof *p->query);
        p->query[p->count++] = (struct query){ kind, sql, p->given.count };
}

static void give_text(PGconn *c, const char *text)
{
        values_add_bytes(&c->sent.given, 't', text, strlen(text));
}

/* A text that is how PostgreSQL would print a number becomes one; SQLite turns it into a text again where it needs that. */
static void give(PGconn *c, const char *text, int length, int is_binary)
{
        struct value v = { .type = text ? 'i' : 'n' };
        char number[32];

        if (text && is_binary) {
                values_add_bytes(&c->sent.given, 'b', text, (size_t)length);
                return;
        }
        if (text) {
                v.number = strtoll(text, NULL, 10);
                snprintf(number, sizeof number, "%lld", (long long)v.number);
                if (strcmp(number, text) != 0) {
                        give_text(c, text);
                        return;
                }
        }
        values_add(&c->sent.given, &v);
}

int PQsendQueryParams(PGconn *c, const char *words, int count, const Oid *types, const char *const *values, const int *lengths,
                      const int *formats, int format)
{
        (void)count, (void)types, (void)lengths, (void)formats, (void)format;
        if (c->state != CONNECTED)
                return 0;
        if (strncmp(words, "SELECT pg_terminate_backend(", 28) == 0) {
                send_query(c, FENCE, NULL);
                give(c, values[0], 0, 0);
                give_text(c, values[1]);
        } else if (strncmp(words, "SELECT pid, extract(epoch FROM backend_start)", 45) == 0) {
                send_query(c, SETTINGS, NULL);
        } else if (strcmp(words, "LISTEN serai") == 0) {
                send_query(c, LISTEN, NULL);
        } else {
                sim_fail("the model of PostgreSQL does not know: %s", words);
        }
        return 1;
}

/* What a prepared statement does, by its name. */
static enum query_kind kind_of(const char *name)
{
        static const char *const NAMES[] = { [BEGIN] = "begin", [COMMIT] = "commit", [ROLLBACK] = "rollback", [NOTIFY] = "notify" };

        for (enum query_kind k = BEGIN; k <= NOTIFY; k++)
                if (strcmp(name, NAMES[k]) == 0)
                        return k;
        return RUN;
}

int PQsendPrepare(PGconn *c, const char *name, const char *words, int count, const Oid *types)
{
        (void)count, (void)types;
        if (c->state != CONNECTED)
                return 0;
        if (kind_of(name) == RUN)
                sql_prepare(sql_find(name), words);
        send_query(c, PREPARE, NULL);
        return 1;
}

int PQsendQueryPrepared(PGconn *c, const char *name, int count, const char *const *values, const int *lengths, const int *formats,
                        int format)
{
        enum query_kind kind = kind_of(name);

        (void)format;
        if (c->state != CONNECTED)
                return 0;
        send_query(c, kind, kind == RUN ? sql_find(name) : NULL);
        if (kind == NOTIFY)
                give_text(c, values[0]);
        else
                for (int i = 0; i < count; i++)
                        give(c, values[i], lengths[i], formats[i]);
        return 1;
}

/* Used when a store is opened: the schema is there already, and TIMES is asked for. */
PGresult *PQexec(PGconn *c, const char *words)
{
        char text[16];

        if (!is_connected(c))
                return NULL;
        if (strcmp(words, STATEMENT_SQL[TIMES][0].postgres) == 0) {
                snprintf(text, sizeof text, "s%d.0", TIMES);
                sql_prepare(sql_find(text), words);
                return sql_run(sql_find(text), &c->sent.given, 0);
        }
        if (strcmp(words, "SELECT version, oldest FROM serai") == 0) {
                snprintf(text, sizeof text, "%d", SCHEMA_STEPS);
                return result_row(2, (const char *const[]){ text, "0" });
        }
        if (strncmp(words, "BEGIN", 5) == 0 || strcmp(words, "COMMIT") == 0 || strcmp(words, "ROLLBACK") == 0)
                return result_open(PGRES_COMMAND_OK);
        sim_fail("the model of PostgreSQL does not know: %s", words);
}

PGresult *PQexecParams(PGconn *c, const char *words, int count, const Oid *types, const char *const *values, const int *lengths,
                       const int *formats, int format)
{
        (void)c, (void)count, (void)types, (void)values, (void)lengths, (void)formats, (void)format;
        sim_fail("the model of PostgreSQL does not know: %s", words);
}

/* --- the rest of libpq; libpq_sql.c has what is about results --- */

PGresult *PQgetResult(PGconn *c)
{
        if (c->answers_read < c->answers)
                return c->answer[c->answers_read++];
        c->unnoticed = 0;
        return NULL;
}

int PQconsumeInput(PGconn *c)
{
        return is_connected(c);
}

ConnStatusType PQstatus(const PGconn *c)
{
        return c->state == CONNECTED || c->unnoticed ? CONNECTION_OK : CONNECTION_BAD;
}

char *PQerrorMessage(const PGconn *c)
{
        return (char *)c->why;
}

int PQsocket(const PGconn *c)
{
        return FIRST_SOCKET + c->server;
}

int PQisBusy(PGconn *c)
{
        (void)c;
        return 0;
}

int PQflush(PGconn *c)
{
        (void)c;
        return 0;
}

int PQsetnonblocking(PGconn *c, int on)
{
        (void)c, (void)on;
        return 0;
}

int PQenterPipelineMode(PGconn *c)
{
        (void)c;
        return 1;
}

PQnoticeProcessor PQsetNoticeProcessor(PGconn *c, PQnoticeProcessor hear, void *whose)
{
        (void)c, (void)whose;
        return hear;
}

const char *PQparameterStatus(const PGconn *c, const char *name)
{
        (void)c;
        return strcmp(name, "server_encoding") == 0 ? "UTF8" : NULL;
}

/* Any address will do. */
PQconninfoOption *PQconninfoParse(const char *where, char **why)
{
        (void)where, (void)why;
        return calloc(1, sizeof(PQconninfoOption));
}

void PQconninfoFree(PQconninfoOption *options)
{
        free(options);
}

/* --- for the simulation --- */

void postgres_clear(void)
{
        while (!LIST_EMPTY(&connections))
                PQfinish(LIST_FIRST(&connections));
        last_pid = FIRST_PID;
        sql_clear();
}

/* Orphans stay: the database does not know yet. */
void postgres_forget(int server)
{
        PGconn *c;

        LIST_FOREACH (c, &connections, next)
                if (c->server == server && c->state == CONNECTED)
                        break_off(c, "the server is gone");
}

void postgres_crash(void)
{
        for (PGconn *c = LIST_FIRST(&connections), *after; c; c = after) {
                after = LIST_NEXT(c, next);
                if (c->state == ORPHANED) {
                        PQfinish(c);
                } else if (c->state == CONNECTED) {
                        break_off(c, "the database crashed");
                        store_wake(c->server);
                }
        }
}

int postgres_has_news(int server)
{
        const PGconn *c;

        LIST_FOREACH (c, &connections, next)
                if (c->server == server && (c->state == BROKEN || due_notice(c)))
                        return 1;
        return 0;
}
