/* The schema in PostgreSQL, in the same steps as schema.c, which explains it; see postgres_schema.h.
 *
 * During an upgrade, servers of the old and the new version run side by side. So a step only adds: tables, indices, columns that
 * may be null or have a default. One that did more would raise `oldest`, and versions before that are refused.
 *
 * Text keys are ordered by bytes, as in SQLite, whatever the locale of the database. */
#include "postgres_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../people/skeleton.h"
#include "schema.h"

static const char *const STEPS[SCHEMA_STEPS] = {
        "CREATE TABLE person (id BIGINT PRIMARY KEY, name TEXT NOT NULL, at BIGINT NOT NULL,"
        "  login TEXT, folded TEXT COLLATE \"C\" UNIQUE, password TEXT);"
        "CREATE TABLE session (hash TEXT COLLATE \"C\" PRIMARY KEY, person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
        "  at BIGINT NOT NULL);"
        "CREATE INDEX session_person ON session (person);"
        "CREATE TABLE game_table (id BIGINT PRIMARY KEY, game TEXT NOT NULL, at BIGINT NOT NULL,"
        "  public BIGINT NOT NULL, state BIGINT NOT NULL);"
        "CREATE INDEX game_table_live ON game_table (at) WHERE state < 2;"
        "CREATE TABLE seat (table_id BIGINT NOT NULL REFERENCES game_table ON DELETE CASCADE, seat BIGINT NOT NULL,"
        "  person BIGINT REFERENCES person ON DELETE SET NULL, level BIGINT,"
        "  place BIGINT, points BIGINT, rating DOUBLE PRECISION, PRIMARY KEY (table_id, seat));"
        "CREATE INDEX seat_person ON seat (person);"
        "CREATE TABLE entry (table_id BIGINT NOT NULL REFERENCES game_table, n BIGINT NOT NULL, at BIGINT NOT NULL,"
        "  body TEXT NOT NULL, PRIMARY KEY (table_id, n));"
        "CREATE TABLE chat (table_id BIGINT NOT NULL REFERENCES game_table ON DELETE CASCADE, n BIGINT NOT NULL,"
        "  at BIGINT NOT NULL, person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, words TEXT NOT NULL,"
        "  PRIMARY KEY (table_id, n));"
        "CREATE INDEX chat_person ON chat (person);"
        "CREATE TABLE rating (game TEXT COLLATE \"C\" NOT NULL, who BIGINT NOT NULL, mu DOUBLE PRECISION NOT NULL,"
        "  sigma DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, PRIMARY KEY (game, who));"
        "CREATE INDEX rating_top ON rating (game, mu DESC, who);"
        "CREATE INDEX rating_who ON rating (who);"
        "CREATE TABLE pulse (one BIGINT PRIMARY KEY, at BIGINT NOT NULL);",
        "ALTER TABLE game_table ADD COLUMN due BIGINT, ADD COLUMN node BIGINT;"
        "CREATE INDEX game_table_due ON game_table (due) WHERE due IS NOT NULL;"
        "CREATE INDEX game_table_listed ON game_table (state, at DESC, id) WHERE state < 2 AND public = 1;"
        "CREATE TABLE nodes (id BIGINT PRIMARY KEY, until BIGINT NOT NULL);"
        "CREATE TABLE presence (node BIGINT NOT NULL, table_id BIGINT NOT NULL, person BIGINT NOT NULL,"
        "  lines BIGINT NOT NULL, PRIMARY KEY (table_id, person, node));"
        "CREATE INDEX presence_node ON presence (node);",
        ("ALTER TABLE nodes ADD COLUMN ahead BIGINT;"
         "CREATE INDEX presence_person ON presence (person);"),
        "ALTER TABLE entry ADD COLUMN hash BYTEA;",
        ("ALTER TABLE person ADD COLUMN skeleton TEXT COLLATE \"C\";"
         "CREATE UNIQUE INDEX person_skeleton ON person (skeleton);"),
        ("ALTER TABLE person ADD COLUMN admin BIGINT NOT NULL DEFAULT 0, ADD COLUMN bot BIGINT NOT NULL DEFAULT 0,"
         "  ADD COLUMN muted BIGINT NOT NULL DEFAULT 0, ADD COLUMN banned BIGINT NOT NULL DEFAULT 0;"
         "CREATE TABLE site (name TEXT COLLATE \"C\" PRIMARY KEY, value TEXT NOT NULL);"
         "CREATE TABLE admin_log (n BIGINT PRIMARY KEY, id BIGINT NOT NULL UNIQUE, at BIGINT NOT NULL, by_person BIGINT,"
         "  what TEXT NOT NULL, person BIGINT, table_id BIGINT, detail TEXT NOT NULL);"
         "INSERT INTO pulse (one, at) VALUES (3, 0);"
         "CREATE TABLE report (id BIGINT PRIMARY KEY, at BIGINT NOT NULL,"
         "  by_person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, table_id BIGINT, why TEXT NOT NULL, words TEXT NOT NULL,"
         "  settled BIGINT NOT NULL DEFAULT 0, answer TEXT NOT NULL DEFAULT '', told BIGINT NOT NULL DEFAULT 0);"
         "CREATE INDEX report_by ON report (by_person);"
         "CREATE INDEX report_person ON report (person);"
         "CREATE TABLE bot_token (hash TEXT COLLATE \"C\" PRIMARY KEY, person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  at BIGINT NOT NULL);"
         "CREATE INDEX bot_token_person ON bot_token (person);"),
        ("CREATE TABLE daily (day BIGINT PRIMARY KEY, secret TEXT NOT NULL);"
         "CREATE TABLE daily_result (day BIGINT NOT NULL, person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  ahead BIGINT NOT NULL, points BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (day, person));"
         "CREATE INDEX daily_result_ahead ON daily_result (day, ahead);"
         "CREATE INDEX daily_result_person ON daily_result (person);"),
        /* friends, invitations, choices, notices */
        ("CREATE TABLE follow (person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, at BIGINT NOT NULL, PRIMARY KEY (person, other));"
         "CREATE INDEX follow_other ON follow (other);"
         "CREATE TABLE block (person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, at BIGINT NOT NULL, PRIMARY KEY (person, other));"
         "CREATE INDEX block_other ON block (other);"
         "CREATE TABLE invitation (person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, kind BIGINT NOT NULL,"
         "  table_id BIGINT REFERENCES game_table ON DELETE CASCADE, at BIGINT NOT NULL, PRIMARY KEY (person, other));"
         "CREATE INDEX invitation_other ON invitation (other);"
         "CREATE INDEX invitation_table ON invitation (table_id);"
         "CREATE TABLE choice (person BIGINT PRIMARY KEY REFERENCES person ON DELETE CASCADE, here BIGINT NOT NULL,"
         "  profile BIGINT NOT NULL, notices BIGINT NOT NULL, quiet_from BIGINT NOT NULL, quiet_to BIGINT NOT NULL,"
         "  ahead BIGINT NOT NULL, at BIGINT NOT NULL);"
         "ALTER TABLE seat ADD COLUMN gain DOUBLE PRECISION;"
         "CREATE TABLE push (endpoint TEXT COLLATE \"C\" PRIMARY KEY, session TEXT COLLATE \"C\" NOT NULL REFERENCES session ON DELETE CASCADE,"
         "  key TEXT NOT NULL, auth TEXT NOT NULL, origin TEXT NOT NULL, at BIGINT NOT NULL);"
         "CREATE INDEX push_session ON push (session);"
         "CREATE TABLE push_key (one BIGINT PRIMARY KEY, key BYTEA NOT NULL, at BIGINT NOT NULL);"
         "CREATE TABLE notice (person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  table_id BIGINT NOT NULL REFERENCES game_table ON DELETE CASCADE, kind BIGINT NOT NULL, due BIGINT NOT NULL,"
         "  sent BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (person, table_id));"
         "CREATE INDEX notice_due ON notice (due) WHERE sent = 0;"
         "CREATE INDEX notice_table ON notice (table_id);"),
        ("ALTER TABLE person ADD COLUMN name_skeleton TEXT COLLATE \"C\";"
         "CREATE UNIQUE INDEX person_name_skeleton ON person (name_skeleton);"
         "ALTER TABLE session ADD COLUMN made BIGINT, ADD COLUMN device TEXT, ADD COLUMN passkey BIGINT;"
         "CREATE TABLE recovery (hash TEXT COLLATE \"C\" PRIMARY KEY,"
         "  person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, used BIGINT);"
         "CREATE INDEX recovery_person ON recovery (person);"
         "CREATE TABLE passkey (id TEXT COLLATE \"C\" PRIMARY KEY, person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  at BIGINT NOT NULL, public_key BYTEA NOT NULL, counter BIGINT NOT NULL, device TEXT);"
         "CREATE INDEX passkey_person ON passkey (person);"
         "CREATE TABLE challenge (hash TEXT COLLATE \"C\" PRIMARY KEY, at BIGINT NOT NULL, used BIGINT);"
         "CREATE INDEX challenge_at ON challenge (at);"
         "CREATE TABLE met (game TEXT COLLATE \"C\" NOT NULL, person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, times DOUBLE PRECISION NOT NULL, at BIGINT NOT NULL,"
         "  PRIMARY KEY (game, person, other));"
         "CREATE INDEX met_person ON met (person);"
         "CREATE INDEX met_other ON met (other);"),
        "CREATE TABLE puzzle_attempt (person BIGINT NOT NULL REFERENCES person ON DELETE CASCADE, at BIGINT NOT NULL,"
        "  puzzle TEXT COLLATE \"C\" NOT NULL, game TEXT NOT NULL, rating BIGINT NOT NULL, solved BIGINT NOT NULL, daily BIGINT NOT NULL,"
        "  PRIMARY KEY (person, at, puzzle));",
};

/* The number spells "Sera"; the lock is held while the schema is updated. */
static const char BEGIN[] = "BEGIN; SET LOCAL lock_timeout = '20s'; SELECT pg_advisory_xact_lock(1399157345);"
                            "CREATE TABLE IF NOT EXISTS serai (version BIGINT NOT NULL, oldest BIGINT NOT NULL);"
                            "INSERT INTO serai SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM serai)";

static int run(PGconn *db, const char *sql)
{
        PGresult *r = PQexec(db, sql);
        int good = PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK;

        PQclear(r);
        return good;
}

/* In one line. */
static void say_why(PGconn *db, char *why)
{
        snprintf(why, MAX_STORE_WHY, "cannot create its tables: %.*s", (int)strcspn(PQerrorMessage(db), "\n"), PQerrorMessage(db));
}

static int read_version(PGconn *db, int *version, int *oldest)
{
        PGresult *r = PQexec(db, "SELECT version, oldest FROM serai");
        int good = PQntuples(r) == 1;

        if (good) {
                *version = atoi(PQgetvalue(r, 0, 0));
                *oldest = atoi(PQgetvalue(r, 0, 1));
        }
        PQclear(r);
        return good;
}

/* --- hashes for entries of older versions --- */

enum { HASHED = 4 /* the version that has them */, MAX_FILL = 1024 };

/* entry_hash.h in SQL; dropped with the connection. */
static const char CHAIN[] =
        "CREATE FUNCTION pg_temp.entry_hash_next(hash BYTEA, n BIGINT, at BIGINT, body TEXT) RETURNS BYTEA LANGUAGE SQL IMMUTABLE AS "
        "'SELECT sha256(hash || int8send(n) || int8send(at) || convert_to(body, ''UTF8''))';"
        "CREATE AGGREGATE pg_temp.entry_hash(BIGINT, BIGINT, TEXT) (SFUNC = pg_temp.entry_hash_next, STYPE = BYTEA,"
        " INITCOND = '\\x0000000000000000000000000000000000000000000000000000000000000000')";

/* A batch of tables in each transaction, so that running servers are not held up. Those of an older version may add entries
 * without hashes meanwhile. */
static int fill_hashes(PGconn *db)
{
        char after[32] = "-9223372036854775808", sql[MAX_FILL];
        int good = run(db, CHAIN);

        while (good) {
                PGresult *r;

                snprintf(sql, sizeof sql,
                         "SELECT max(id) FROM (SELECT id FROM game_table WHERE id > %s ORDER BY id LIMIT 200) next", after);
                r = PQexec(db, sql);
                good = PQntuples(r) == 1;
                if (!good || PQgetisnull(r, 0, 0)) {
                        PQclear(r);
                        break;
                }
                snprintf(sql, sizeof sql,
                         "UPDATE entry SET hash = chained.hash FROM (SELECT table_id, n, pg_temp.entry_hash(n, at, body) OVER "
                         "(PARTITION BY table_id ORDER BY n) AS hash FROM entry WHERE table_id > %s AND table_id <= %s) chained "
                         "WHERE entry.table_id = chained.table_id AND entry.n = chained.n AND entry.hash IS NULL",
                         after, PQgetvalue(r, 0, 0));
                snprintf(after, sizeof after, "%s", PQgetvalue(r, 0, 0));
                PQclear(r);
                good = run(db, sql);
        }
        return good;
}

/* --- skeletons of what was stored before there were any --- */

/* The skeleton of a login, and that of an account's name: since which version, which accounts lack it, and how one gets it. */
static const struct skeleton {
        int since;
        const char *lack, *set;
} SKELETONS[] = {
        { 5, "SELECT id, login FROM person WHERE login IS NOT NULL AND skeleton IS NULL ORDER BY id",
          "UPDATE person SET skeleton = $2::text WHERE id = $1::bigint AND skeleton IS NULL AND NOT EXISTS "
          "(SELECT 1 FROM person other WHERE other.skeleton = $2::text)" },
        { 9, "SELECT id, name FROM person WHERE login IS NOT NULL AND name_skeleton IS NULL ORDER BY id",
          "UPDATE person SET name_skeleton = $2::text WHERE id = $1::bigint AND name_skeleton IS NULL AND NOT EXISTS "
          "(SELECT 1 FROM person other WHERE other.name_skeleton = $2::text)" },
};

/* Of several that look alike, the one that comes first has the skeleton. */
static int fill_skeleton(PGconn *db, const char *set, const char *id, const char *name)
{
        char skeleton[MAX_SKELETON];
        const char *const values[] = { id, skeleton };
        PGresult *r;
        int good;

        skeleton_make(name, skeleton);
        r = PQexecParams(db, set, 2, NULL, values, NULL, NULL, 0);
        good = PQresultStatus(r) == PGRES_COMMAND_OK || strcmp(PQresultErrorField(r, PG_DIAG_SQLSTATE), "23505") == 0;
        PQclear(r);
        return good;
}

/* Servers of an older version may store some without skeletons meanwhile; those are found as before. */
static int fill_skeletons(PGconn *db, int from)
{
        int good = 1;

        for (size_t s = 0; s < sizeof SKELETONS / sizeof *SKELETONS; s++) {
                PGresult *r = from < SKELETONS[s].since ? PQexec(db, SKELETONS[s].lack) : NULL;

                good = good && (!r || PQresultStatus(r) == PGRES_TUPLES_OK);
                for (int i = 0; r && good && i < PQntuples(r); i++)
                        good = fill_skeleton(db, SKELETONS[s].set, PQgetvalue(r, i, 0), PQgetvalue(r, i, 1));
                PQclear(r);
        }
        return good;
}

static int take_steps(PGconn *db, char *why)
{
        int version, oldest, from;
        char number[64];

        if (!run(db, BEGIN) || !read_version(db, &version, &oldest)) {
                say_why(db, why);
                return 0;
        }
        if (oldest > SCHEMA_STEPS) {
                snprintf(why, MAX_STORE_WHY, "a newer Serai made it (for version %d or later; this one is %d)", oldest,
                         SCHEMA_STEPS);
                return 0;
        }
        from = version;
        snprintf(number, sizeof number, "UPDATE serai SET version = %d", SCHEMA_STEPS);
        for (; version < SCHEMA_STEPS; version++)
                if (!run(db, STEPS[version]) || !run(db, number)) {
                        say_why(db, why);
                        return 0;
                }
        if (!run(db, "COMMIT") || (from < HASHED && !fill_hashes(db)) || !fill_skeletons(db, from)) {
                say_why(db, why);
                return 0;
        }
        return 1;
}

int postgres_schema_update(PGconn *db, char why[MAX_STORE_WHY])
{
        if (take_steps(db, why))
                return 1;
        run(db, "ROLLBACK");
        return 0;
}
