/* The store in a PostgreSQL database, which several servers may share; see store.h.
 *
 * A thread takes all waiting works and sends them as one batch, in a pipeline: begin, every statement of every work, commit, the
 * notices. So a batch is one transaction and one round trip, with one wait for the disk, and batches grow with the load. A thread,
 * and not descriptors on the loop: the code then reads from top to bottom, libpq blocks on name resolution, and encoding and
 * decoding messages is kept off the loop.
 *
 * 1. A work is returned as done only after the commit that it was in.
 * 2. When a statement fails, the whole batch is rolled back. The work it belongs to is then run alone and gets its own outcome;
 *    those before it and those after it are batches again. The order is kept.
 * 3. When the connection is lost, it is unknown whether the last batch was committed. A new connection terminates the old one at
 *    the server's side, if it is still there, so that it cannot commit later, and the batch is run again: every statement is
 *    idempotent (store.c).
 * 4. A work that could not be done for ten seconds is returned as STORE_UNSURE.
 * 5. Only the thread uses the connection. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../log.h"
#include "postgres.h"
#include "postgres_schema.h"
#include "postgres_values.h"
#include "work_queue.h"

enum {
        MAX_BATCH = 500, /* works */
        MAX_NUMBER = 32,
        MAX_NAME = 32,
        MAX_PAYLOAD = 7900, /* of a NOTIFY; PostgreSQL takes less than 8000 bytes */
        STATE_TEXT = 6,
        GIVE_UP = 10000, /* milliseconds until a work is returned undone */
        SILENCE = 6000,  /* milliseconds without a sign of the server, after which the connection counts as lost */
        FIRST_PAUSE = 20,
        LONGEST_PAUSE = 1000 /* milliseconds between two attempts to connect */
};

struct postgres {
        struct store store;
        struct work_queue queue;
        char *where;
        PGconn *db;             /* NULL: not connected */
        struct works pending;   /* taken and not done yet, in order */
        int backend;            /* the server process of this connection, or of the last one, */
        char began[MAX_NUMBER]; /* and when it started */
        uint64_t retry;         /* when to connect again, by uv_hrtime() */
        int pause;              /* milliseconds until the attempt after that */
};

/* Why a statement failed. */
struct trouble {
        char state[STATE_TEXT]; /* SQLSTATE; "" if there is none */
        char why[MAX_STORE_WHY];
        struct work *culprit; /* whose statement it was; NULL: no work's */
};

/* KEPT: committed. REFUSED: rolled back. LOST: unknown. */
enum verdict { KEPT, REFUSED, LOST };

static uint64_t milliseconds(uint64_t n)
{
        return n * 1000000;
}

/* --- one connection --- */

/* Flushes output and waits for input. 0: the connection is lost. */
static int await(struct postgres *p)
{
        struct pollfd wait = { .fd = PQsocket(p->db) };
        int unsent = PQflush(p->db);

        wait.events = (short)(unsent ? POLLIN | POLLOUT : POLLIN);
        if (unsent < 0 || poll(&wait, 1, SILENCE) == 0)
                return 0;
        return PQconsumeInput(p->db);
}

static PGresult *result(struct postgres *p)
{
        while (PQisBusy(p->db))
                if (!await(p))
                        return NULL;
        return PQgetResult(p->db);
}

/* The result of the next command in the pipeline. NULL: the connection is lost. */
static PGresult *answer(struct postgres *p)
{
        PGresult *r = result(p), *end;

        if (r && PQresultStatus(r) != PGRES_PIPELINE_SYNC && (end = result(p))) { /* out of sync */
                PQclear(end);
                PQclear(r);
                r = NULL;
        }
        if (r && PQstatus(p->db) == CONNECTION_OK)
                return r;
        PQclear(r);
        return NULL;
}

/* A server that shuts down, or has become read-only after a failover, counts as gone. */
static int is_farewell(const PGresult *r)
{
        const char *severity = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED),
                   *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

        return (severity && (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0)) ||
               (state && strcmp(state, "25006") == 0);
}

static void note(struct trouble *t, const PGresult *r)
{
        const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE), *words = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);

        snprintf(t->state, sizeof t->state, "%s", state ? state : "");
        if (strcmp(t->state, "53100") == 0)
                words = "the disk is full";
        else if (strcmp(t->state, "57014") == 0)
                words = "the database takes too long";
        snprintf(t->why, sizeof t->why, "%s", words ? words : "the database refuses it");
}

/* Reads the result of a command, into `kept` if that is not NULL. Notes a failure; the commands after it are not run. */
static enum verdict hear_answer(struct postgres *p, PGresult **kept, struct trouble *t)
{
        PGresult *r = answer(p);
        enum verdict v = KEPT;

        if (!r)
                return LOST;
        switch (PQresultStatus(r)) {
        case PGRES_COMMAND_OK:
        case PGRES_TUPLES_OK:
        case PGRES_PIPELINE_SYNC:
                break;
        case PGRES_PIPELINE_ABORTED:
                v = REFUSED;
                break;
        default:
                v = is_farewell(r) ? LOST : REFUSED;
                note(t, r);
        }
        if (kept && v == KEPT)
                *kept = r;
        else
                PQclear(r);
        return v;
}

static void hush(void *nobody, const char *notice)
{
        (void)nobody;
        (void)notice;
}

/* Parameters that the address does not set are set so that a silently cut connection is noticed within seconds. */
PGconn *postgres_connect(const char *where)
{
        static const char *const NAMES[] = {
                "application_name", "connect_timeout",  "gssencmode", "keepalives_idle", "keepalives_interval",
                "keepalives_count", "tcp_user_timeout", "dbname",     "client_encoding", NULL
        };
        const char *const values[] = { "serai", "3", "disable", "3", "1", "3", "4000", where, "UTF8", NULL };
        PGconn *db = PQconnectdbParams(NAMES, values, 1);

        PQsetNoticeProcessor(db, hush, NULL);
        return db;
}

/* Timeouts at the server, so that when we are gone nothing waits for us or holds locks there. synchronous_commit = off would not
 * be durable. */
static const char SETTINGS[] =
        "SELECT pid, extract(epoch FROM backend_start), set_config('statement_timeout', '5000', false),"
        " set_config('lock_timeout', '1000', false), set_config('idle_in_transaction_session_timeout', '5000', false),"
        " set_config('tcp_keepalives_idle', '3', false), set_config('tcp_keepalives_interval', '1', false),"
        " set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '4000', false),"
        " set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'"
        " ELSE current_setting('synchronous_commit') END, false)"
        " FROM pg_stat_activity WHERE pid = pg_backend_pid()";

/* Terminates the previous connection, and waits until it is gone. */
static const char FENCE[] = "SELECT pg_terminate_backend(pid, 4000) FROM pg_stat_activity "
                            "WHERE pid = $1 AND extract(epoch FROM backend_start) = CAST($2 AS numeric)";

static int send_settings(struct postgres *p)
{
        char backend[MAX_NUMBER];
        const char *const old[] = { backend, p->began };

        snprintf(backend, sizeof backend, "%d", p->backend);
        return PQsendQueryParams(p->db, FENCE, 2, NULL, old, NULL, NULL, 0) &&
               PQsendQueryParams(p->db, SETTINGS, 0, NULL, NULL, NULL, NULL, 0) &&
               PQsendQueryParams(p->db, "LISTEN serai", 0, NULL, NULL, NULL, NULL, 0);
}

static int prepare(struct postgres *p, const char *name, const char *words)
{
        return PQsendPrepare(p->db, name, words, 0, NULL);
}

static void name_of(char name[MAX_NAME], enum statement what, int part)
{
        snprintf(name, MAX_NAME, "s%d.%d", (int)what, part);
}

/* A statement that must change a row, and changes none, has to fail, so that PostgreSQL rolls the batch back in the same round
 * trip: it divides by the number of rows changed. */
#define FAIL_UNLESS_CHANGED "WITH changed AS (%s RETURNING 1) SELECT 1 / count(*) FROM changed"
static const char UNIQUE_VIOLATION[] = "23505", NOTHING_CHANGED[] = "22012" /* division_by_zero */;

static int prepare_part(struct postgres *p, enum statement what, int part)
{
        const struct sql *sql = &STATEMENT_SQL[what][part];
        char name[MAX_NAME], words[2048];
        int length = snprintf(words, sizeof words, sql->must_change && !sql->postgres ? FAIL_UNLESS_CHANGED : "%s",
                              sql->postgres ? sql->postgres : sql->words);

        assert(length < (int)sizeof words);
        (void)length;
        name_of(name, what, part);
        return prepare(p, name, words);
}

/* Returns how many were sent; 0: the connection is lost. */
static int send_prepared(struct postgres *p)
{
        int count = 4;

        if (!prepare(p, "begin", "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE") || !prepare(p, "commit", "COMMIT") ||
            !prepare(p, "rollback", "ROLLBACK") || !prepare(p, "notify", "SELECT pg_notify('serai', $1)"))
                return 0;
        for (int what = 0; what < STATEMENTS; what++)
                for (int part = 0; part < MAX_PARTS && STATEMENT_SQL[what][part].words; part++, count++)
                        if (!prepare_part(p, (enum statement)what, part))
                                return 0;
        return count;
}

/* 0: the previous connection is still there. */
static int hear_fence(struct postgres *p, struct trouble *t)
{
        PGresult *r = NULL;
        int gone = hear_answer(p, &r, t) == KEPT && (PQntuples(r) == 0 || *PQgetvalue(r, 0, 0) == 't');

        PQclear(r);
        return gone;
}

static int hear_settings(struct postgres *p, struct trouble *t)
{
        PGresult *r = NULL;
        int good = hear_answer(p, &r, t) == KEPT && PQntuples(r) == 1;

        if (good) {
                p->backend = atoi(PQgetvalue(r, 0, 0));
                snprintf(p->began, sizeof p->began, "%s", PQgetvalue(r, 0, 1));
        }
        PQclear(r);
        return good && hear_answer(p, NULL, t) == KEPT;
}

/* Sets up a connection, in one round trip. */
static int begin_session(struct postgres *p, char *why)
{
        struct trouble t = { .why = "the database does not answer" };
        int good, count;

        good = PQsetnonblocking(p->db, 1) == 0 && PQenterPipelineMode(p->db) && send_settings(p) &&
               (count = send_prepared(p)) > 0 && PQpipelineSync(p->db) && hear_fence(p, &t) && hear_settings(p, &t);
        for (int i = 0; good && i < count + 1; i++)
                good = hear_answer(p, NULL, &t) == KEPT;
        if (!good)
                snprintf(why, MAX_STORE_WHY, "%s", t.why);
        return good;
}

/* --- a batch --- */

/* The number of parameters of some SQL: the highest $n in it. */
static int values_of(const struct sql *sql)
{
        const char *words = sql->postgres ? sql->postgres : sql->words;
        int most = 0;

        for (const char *c = strchr(words, '$'); c; c = strchr(c + 1, '$'))
                if (atoi(c + 1) > most)
                        most = atoi(c + 1);
        return most;
}

static int send_part(struct postgres *p, const struct work *w, const struct act *act, int part)
{
        int count = values_of(&STATEMENT_SQL[act->what][part]);
        char name[MAX_NAME];

        assert(count <= act->count);
        name_of(name, act->what, part);
        return postgres_send(p->db, name, &w->given, act->first, count);
}

static int send_plain(struct postgres *p, const char *name)
{
        return PQsendQueryPrepared(p->db, name, 0, NULL, NULL, NULL, 0);
}

/* Notices packed into as few payloads as possible, each notice once per payload. */
struct post {
        char payload[MAX_PAYLOAD + 1]; /* each with a newline before it, and one after the last */
        size_t size;
        int sent;
};

static int send_post(struct postgres *p, struct post *post)
{
        const char *payload = post->payload;

        if (post->size == 0)
                return 1;
        post->size = 0;
        post->sent++;
        return PQsendQueryPrepared(p->db, "notify", 1, &payload, NULL, NULL, 0);
}

static int post_notice(struct postgres *p, struct post *post, const char *about)
{
        char line[MAX_NOTICE + 3];
        size_t length = (size_t)snprintf(line, sizeof line, "\n%s\n", about);

        if (post->size && strstr(post->payload, line))
                return 1;
        if (post->size + length > MAX_PAYLOAD && !send_post(p, post))
                return 0;
        if (post->size)
                post->size--; /* they share a newline */
        memcpy(post->payload + post->size, line, length + 1);
        post->size += length;
        return 1;
}

/* Returns the number of payloads; -1: the connection is lost. */
static int send_notices(struct postgres *p, int works)
{
        struct post post = { .size = 0 };
        const struct work *w = STAILQ_FIRST(&p->pending);

        for (; works > 0; works--, w = STAILQ_NEXT(w, next))
                for (size_t i = 0; i < w->notices.count; i++)
                        if (!post_notice(p, &post, w->notices.bytes + w->notices.value[i].at))
                                return -1;
        return send_post(p, &post) ? post.sent : -1;
}

static int send_works(struct postgres *p, int works)
{
        for (const struct work *w = STAILQ_FIRST(&p->pending); works > 0; works--, w = STAILQ_NEXT(w, next))
                for (const struct act *act = w->act; act < w->act + w->acts; act++)
                        for (int part = 0; part < MAX_PARTS && STATEMENT_SQL[act->what][part].words; part++)
                                if (!send_part(p, w, act, part))
                                        return 0;
        return 1;
}

static enum verdict hear_act(struct postgres *p, struct act *act, struct trouble *t)
{
        enum verdict v = KEPT;

        for (int part = 0; part < MAX_PARTS && STATEMENT_SQL[act->what][part].words && v != LOST; part++) {
                PGresult *r = NULL;

                v = hear_answer(p, &r, t);
                if (r && PQresultStatus(r) == PGRES_TUPLES_OK && !STATEMENT_SQL[act->what][part].must_change) {
                        act->found.columns = PQnfields(r);
                        postgres_read(r, &act->found.cells);
                }
                PQclear(r);
        }
        return v;
}

/* Reads the results of a batch; the first work that failed is the culprit. */
static enum verdict hear_works(struct postgres *p, int works, struct trouble *t)
{
        enum verdict v = KEPT;

        for (struct work *w = STAILQ_FIRST(&p->pending); works > 0 && v != LOST; works--, w = STAILQ_NEXT(w, next)) {
                work_forget_found(w);
                for (int i = 0; i < w->acts && v != LOST; i++) {
                        v = hear_act(p, &w->act[i], t);
                        if (v == REFUSED && !t->culprit)
                                t->culprit = w;
                }
        }
        return v;
}

static int undo(struct postgres *p)
{
        struct trouble t;

        return send_plain(p, "rollback") && PQpipelineSync(p->db) && hear_answer(p, NULL, &t) == KEPT &&
               hear_answer(p, NULL, &t) == KEPT;
}

/* Runs the first `works` pending works, all or none of them. The notices come after the commit: if that fails, they are skipped;
 * if the connection is lost between the two, all of it is run again. Inside the transaction NOTIFY would hold a lock while waiting
 * for the disk, and halve the throughput of three servers. */
static enum verdict do_batch(struct postgres *p, int works, struct trouble *t)
{
        enum verdict v;
        int posts;

        if (!send_plain(p, "begin") || !send_works(p, works) || !send_plain(p, "commit") || (posts = send_notices(p, works)) < 0 ||
            !PQpipelineSync(p->db))
                return LOST;
        if (hear_answer(p, NULL, t) != KEPT || hear_works(p, works, t) == LOST)
                return LOST;
        v = hear_answer(p, NULL, t);
        for (int i = 0; i < posts + 1 && v != LOST; i++) /* and the end of the pipeline */
                if (hear_answer(p, NULL, t) == LOST)
                        v = LOST;
        if (v == REFUSED && !undo(p)) {
                t->why[0] = '\0'; /* not for this reason */
                return LOST;
        }
        return v;
}

/* --- works, in order --- */

/* Returns the first `works` pending works to the loop, with STORE_DONE where no outcome was set. */
static void give_first(struct postgres *p, int works)
{
        struct works ended = STAILQ_HEAD_INITIALIZER(ended);

        while (works-- > 0) {
                struct work *w = STAILQ_FIRST(&p->pending);

                STAILQ_REMOVE_HEAD(&p->pending, next);
                STAILQ_INSERT_TAIL(&ended, w, next);
        }
        work_queue_give(&p->queue, &ended);
}

static int is_too_old(const struct work *w)
{
        return uv_hrtime() - w->since > milliseconds(GIVE_UP);
}

static void give_up_on_the_old(struct postgres *p)
{
        int works = 0;

        for (struct work *w = STAILQ_FIRST(&p->pending); w && is_too_old(w); w = STAILQ_NEXT(w, next), works++) {
                work_forget_found(w);
                work_end(w, STORE_UNSURE, "the database does not answer; try again");
        }
        give_first(p, works);
}

/* Only the first line of `why`. */
static void log_why(const char *event, const char *why)
{
        log_error(event, "why=\"%.*s\"", (int)strcspn(why, "\n"), why);
}

static void lose(struct postgres *p, const char *why)
{
        if (!*why)
                why = *PQerrorMessage(p->db) ? PQerrorMessage(p->db) : "it does not answer";
        log_why("database-lost", why);
        PQfinish(p->db);
        p->db = NULL;
        p->retry = 0;
        p->pause = FIRST_PAUSE;
        give_up_on_the_old(p);
}

/* The length of the next batch: up to the next work that has to be alone; or that one. */
static int next_batch(const struct postgres *p)
{
        int works = 0;

        for (const struct work *w = STAILQ_FIRST(&p->pending); w && works < MAX_BATCH; w = STAILQ_NEXT(w, next), works++)
                if (w->alone)
                        return works ? works : 1;
        return works;
}

static int is_taken(const struct trouble *t)
{
        return strcmp(t->state, UNIQUE_VIOLATION) == 0 || strcmp(t->state, NOTHING_CHANGED) == 0;
}

/* A deadlock, or a lock that was held for too long. */
static int is_in_the_way(const struct trouble *t)
{
        return strcmp(t->state, "40001") == 0 || strcmp(t->state, "40P01") == 0 || strcmp(t->state, "55P03") == 0;
}

static void end_first(struct postgres *p, const struct trouble *t)
{
        struct work *w = STAILQ_FIRST(&p->pending);

        if (is_in_the_way(t) && !is_too_old(w))
                return; /* try again */
        if (is_taken(t))
                work_end(w, STORE_TAKEN, "somebody was there first");
        else
                work_end(w, STORE_FAILED, t->why);
        work_forget_found(w);
        give_first(p, 1);
}

static void do_pending(struct postgres *p)
{
        int works = next_batch(p);
        struct trouble t = { .why = "" };

        switch (do_batch(p, works, &t)) {
        case KEPT:
                give_first(p, works);
                break;
        case REFUSED:
                if (works == 1)
                        end_first(p, &t);
                else
                        (t.culprit ? t.culprit : STAILQ_FIRST(&p->pending))->alone = 1;
                break;
        case LOST:
                lose(p, t.why);
        }
}

/* --- the order of works --- */

/* Two servers that write to the same tables, each in a batch of its own, would deadlock if their orders differ; PostgreSQL takes a
 * second to notice. So works about tables are sorted by table id, and all others follow in their order. */
struct ordered {
        struct work *work;
        uint64_t table;
        size_t nth;
};

static uint64_t table_of(const struct work *w)
{
        enum statement what = w->acts ? w->act[0].what : STATEMENTS;

        if (what != ADD_ENTRY && what != ADD_CHAT && what != SET_DUE && what != NUDGE_DUE && what != FINISH_TABLE)
                return UINT64_MAX;
        return (uint64_t)w->given.value[w->act[0].first].number;
}

static int by_table(const void *a, const void *b)
{
        const struct ordered *x = a, *y = b;

        if (x->table != y->table)
                return x->table < y->table ? -1 : 1;
        return x->nth < y->nth ? -1 : 1;
}

/* Only the next batch, so that no work waits for ever. */
static void put_in_order(struct works *list)
{
        struct ordered batch[MAX_BATCH];
        struct works sorted = STAILQ_HEAD_INITIALIZER(sorted);
        struct work *w;
        size_t count = 0;

        while (count < MAX_BATCH && (w = STAILQ_FIRST(list))) {
                STAILQ_REMOVE_HEAD(list, next);
                batch[count] = (struct ordered){ w, table_of(w), count };
                count++;
        }
        qsort(batch, count, sizeof *batch, by_table);
        for (size_t i = 0; i < count; i++)
                STAILQ_INSERT_TAIL(&sorted, batch[i].work, next);
        STAILQ_CONCAT(&sorted, list);
        STAILQ_CONCAT(list, &sorted);
}

/* --- the thread --- */

/* Passes notices of other servers to the loop. */
static void hear_notices(struct postgres *p)
{
        PGnotify *notice;

        if (!PQconsumeInput(p->db)) {
                lose(p, "");
                return;
        }
        while ((notice = PQnotifies(p->db))) {
                char *rest = notice->extra, *about;

                if (notice->be_pid != p->backend)
                        while ((about = strtok_r(rest, "\n", &rest)))
                                work_queue_tell(&p->queue, about);
                PQfreemem(notice);
        }
}

static void connect_again(struct postgres *p)
{
        char why[MAX_STORE_WHY] = "";

        p->db = postgres_connect(p->where);
        if (PQstatus(p->db) == CONNECTION_OK && begin_session(p, why)) {
                log_info("database-reconnected", "%s", "");
                work_queue_tell(&p->queue, NULL);
                return;
        }
        if (p->pause == FIRST_PAUSE) /* log it once */
                log_why("database-unreachable", *why ? why : PQerrorMessage(p->db));
        PQfinish(p->db);
        p->db = NULL;
        p->retry = uv_hrtime() + milliseconds((uint64_t)p->pause);
        p->pause = p->pause * 2 < LONGEST_PAUSE ? p->pause * 2 : LONGEST_PAUSE;
        give_up_on_the_old(p);
}

/* What the thread waits for, besides works. */
static struct pause next_pause(const struct postgres *p)
{
        uint64_t now = uv_hrtime();

        if (p->db)
                return (struct pause){ .fd = PQsocket(p->db), .milliseconds = STAILQ_EMPTY(&p->pending) ? -1 : 0 };
        return (struct pause){ .fd = -1, .milliseconds = now < p->retry ? (int)((p->retry - now) / milliseconds(1)) + 1 : 0 };
}

static struct pause take_turn(void *whose, struct works *works)
{
        struct postgres *p = whose;

        STAILQ_CONCAT(&p->pending, works);
        if (!p->db && uv_hrtime() >= p->retry)
                connect_again(p);
        put_in_order(&p->pending);
        if (p->db && !STAILQ_EMPTY(&p->pending))
                do_pending(p);
        if (p->db)
                hear_notices(p); /* also those that came with results: nothing else would wake us for them */
        return next_pause(p);
}

/* --- opening --- */

/* Does not quote the address: after a typo any part of it may be the password. */
static const char ADDRESS_WORDS[] = "not a valid address; expected postgres://name:password@host:port/database, "
                                    "with %40 for an @ in the password, %2F for a / and so on";

static int is_address(const char *where)
{
        PQconninfoOption *options = PQconninfoParse(where, NULL);
        int good = options != NULL;

        for (const PQconninfoOption *o = options; o && o->keyword; o++)
                if (o->val && strchr(o->val, '@') &&
                    (strcmp(o->keyword, "host") == 0 || strcmp(o->keyword, "port") == 0 || strcmp(o->keyword, "dbname") == 0))
                        good = 0;
        PQconninfoFree(options);
        return good;
}

static int read_times(struct postgres *p, char *why)
{
        PGresult *r = PQexec(p->db, STATEMENT_SQL[TIMES][0].postgres);
        int good = PQntuples(r) == 1;

        if (good)
                p->store.times =
                        (struct store_times){ strtoll(PQgetvalue(r, 0, 0), NULL, 10), strtoll(PQgetvalue(r, 0, 1), NULL, 10),
                                              strtoll(PQgetvalue(r, 0, 2), NULL, 10) };
        else
                snprintf(why, MAX_STORE_WHY, "%.*s", (int)strcspn(PQerrorMessage(p->db), "\n"), PQerrorMessage(p->db));
        PQclear(r);
        return good;
}

static int open_database(struct postgres *p, char *why)
{
        const char *words, *encoding;

        if (!is_address(p->where)) {
                snprintf(why, MAX_STORE_WHY, "%s", ADDRESS_WORDS);
                return 0;
        }
        p->db = postgres_connect(p->where);
        words = PQerrorMessage(p->db);
        encoding = PQparameterStatus(p->db, "server_encoding");
        if (PQstatus(p->db) != CONNECTION_OK)
                snprintf(why, MAX_STORE_WHY, "%.*s", (int)strcspn(words, "\n"), words);
        else if (!encoding || strcmp(encoding, "UTF8") != 0)
                snprintf(why, MAX_STORE_WHY,
                         "its encoding is not UTF8; make it with createdb --encoding UTF8 --template template0");
        else
                return postgres_schema_update(p->db, why) && read_times(p, why) && begin_session(p, why);
        return 0;
}

static void end(void *whose)
{
        struct postgres *p = whose;

        PQfinish(p->db);
        free(p->where);
}

static void take(struct store *s, struct work *w)
{
        work_queue_put(&((struct postgres *)s)->queue, w);
}

static void listen_to(struct store *s, void (*heard)(void *whose, const char *about), void *whose)
{
        work_queue_listen(&((struct postgres *)s)->queue, heard, whose);
}

static void close_store(struct store *s)
{
        work_queue_close(&((struct postgres *)s)->queue, end);
}

static const struct store_kind POSTGRES = { .take = take, .close = close_store, .listen = listen_to };

struct store *postgres_store(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY])
{
        struct postgres *p = calloc(1, sizeof *p);

        if (!p || !(p->where = strdup(where)))
                abort();
        snprintf(p->began, sizeof p->began, "0");
        STAILQ_INIT(&p->pending);
        if (!open_database(p, why)) {
                end(p);
                free(p);
                return NULL;
        }
        p->store.kind = &POSTGRES;
        if (work_queue_open(&p->queue, loop, take_turn, p))
                return &p->store;
        snprintf(why, MAX_STORE_WHY, "%s", strerror(errno));
        end(p);
        free(p);
        return NULL;
}
