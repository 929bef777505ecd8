/* The schema, as a list of steps; see schema.h.
 *
 * A person's name is in `person` and nowhere else, so that deleting the person removes the name everywhere; chat messages
 * reference the person for the same reason. Of a table, the entries are the truth: `game_table` and `seat` are an index for lists;
 * `due` is when a server has to act on a table, and `node` which one claimed it last. Times are milliseconds since 1970. In
 * `pulse`, row 1 is the write test of the health check, and row 2 the time as servers last saw it; `ahead` is by how much a node's
 * clock was ahead of the database's. An entry's `hash` is that of entry_hash.h. A login's `folded` form
 * finds it; its `skeleton` (skeleton.h) keeps others from looking like it. It is null for a guest, and for all but one of the
 * logins that looked alike already when it was added. `daily` has the secret from which a day's deal follows (table/daily.h), in
 * hexadecimal digits; `ahead` is by how many points a person was ahead of the best bot.
 *
 * Of a person, `admin` and `bot` are 1 or 0; `muted` and `banned` say until when. `site` has the host's settings, `admin_log` what
 * hosts did, numbered without gaps in the order of the commits: servers follow it (rooms/admin_news.c). Row 3 of `pulse` is locked
 * while a number is given.
 * logins that looked alike already when it was added. `name_skeleton` is the same for the name of an account.
 *
 * A `recovery` code, and a `challenge` for a passkey, are used once: `used` is a random number, so that a work which is run again
 * finds its own. Both are stored as hashes. A `session` knows since when (`made`), on what device, and whether it was opened with
 * a passkey; all three are null in those of older versions. `met` is how often two people, the one with the
 * smaller id first, had played rated games with each other lately at that time (people/rating.h).
 *
 * Entries are stored in the order of insertion, with an index by table: those of a thousand tables in play then share a few pages.
 * Clustered by table (WITHOUT ROWID), each move wrote a page of its own, which took half as long again. */
#include "schema.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../people/skeleton.h"
#include "backup.h"
#include "entry_hash.h"

enum { OURS = 0x53657261 /* "Sera" */, MAX_COPY_NAME = 4096 };

const char *const SCHEMA[SCHEMA_STEPS] = {
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL,"
        "  login TEXT, folded TEXT UNIQUE, password TEXT) STRICT;"
        "CREATE TABLE session (hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
        "  at INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
        "CREATE INDEX session_person ON session (person);"
        "CREATE TABLE game_table (id INTEGER PRIMARY KEY, game TEXT NOT NULL, at INTEGER NOT NULL,"
        "  public INTEGER NOT NULL, state INTEGER NOT NULL) STRICT;"
        "CREATE INDEX game_table_live ON game_table (at) WHERE state < 2;"
        "CREATE TABLE seat (table_id INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE, seat INTEGER NOT NULL,"
        "  person INTEGER REFERENCES person ON DELETE SET NULL, level INTEGER,"
        "  place INTEGER, points INTEGER, rating REAL, PRIMARY KEY (table_id, seat)) STRICT, WITHOUT ROWID;"
        "CREATE INDEX seat_person ON seat (person);"
        "CREATE TABLE entry (table_id INTEGER NOT NULL REFERENCES game_table, n INTEGER NOT NULL, at INTEGER NOT NULL,"
        "  body TEXT NOT NULL, PRIMARY KEY (table_id, n)) STRICT;"
        "CREATE TABLE chat (table_id INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE, n INTEGER NOT NULL,"
        "  at INTEGER NOT NULL, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, words TEXT NOT NULL,"
        "  PRIMARY KEY (table_id, n)) STRICT, WITHOUT ROWID;"
        "CREATE INDEX chat_person ON chat (person);"
        "CREATE TABLE rating (game TEXT NOT NULL, who INTEGER NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,"
        "  games INTEGER NOT NULL, PRIMARY KEY (game, who)) STRICT, WITHOUT ROWID;"
        "CREATE INDEX rating_top ON rating (game, mu DESC, who);"
        "CREATE INDEX rating_who ON rating (who);"
        "CREATE TABLE pulse (one INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;",
        "ALTER TABLE game_table ADD COLUMN due INTEGER;"
        "ALTER TABLE game_table ADD COLUMN node INTEGER;"
        "CREATE INDEX game_table_due ON game_table (due) WHERE due IS NOT NULL;"
        "CREATE INDEX game_table_listed ON game_table (state, at DESC, id) WHERE state < 2 AND public = 1;"
        "CREATE TABLE nodes (id INTEGER PRIMARY KEY, until INTEGER NOT NULL) STRICT;"
        "CREATE TABLE presence (node INTEGER NOT NULL, table_id INTEGER NOT NULL, person INTEGER NOT NULL,"
        "  lines INTEGER NOT NULL, PRIMARY KEY (table_id, person, node)) STRICT, WITHOUT ROWID;"
        "CREATE INDEX presence_node ON presence (node);",
        ("ALTER TABLE nodes ADD COLUMN ahead INTEGER;"
         "CREATE INDEX presence_person ON presence (person);"),
        "ALTER TABLE entry ADD COLUMN hash BLOB;"
        "UPDATE entry SET hash = chained.hash FROM (SELECT table_id, n, entry_hash(n, at, body) OVER (PARTITION BY table_id ORDER BY n)"
        "  AS hash FROM entry) chained WHERE entry.table_id = chained.table_id AND entry.n = chained.n;",
        ("ALTER TABLE person ADD COLUMN skeleton TEXT;"
         "CREATE UNIQUE INDEX person_skeleton ON person (skeleton);"
         "UPDATE OR IGNORE person SET skeleton = login_skeleton(login) WHERE login IS NOT NULL;"),
        ("ALTER TABLE person ADD COLUMN admin INTEGER NOT NULL DEFAULT 0;"
         "ALTER TABLE person ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;"
         "ALTER TABLE person ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;"
         "ALTER TABLE person ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;"
         "CREATE TABLE site (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
         "CREATE TABLE admin_log (n INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, at INTEGER NOT NULL, by_person INTEGER,"
         "  what TEXT NOT NULL, person INTEGER, table_id INTEGER, detail TEXT NOT NULL) STRICT;"
         "INSERT INTO pulse (one, at) VALUES (3, 0);"
         "CREATE TABLE report (id INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
         "  by_person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, table_id INTEGER, why TEXT NOT NULL, words TEXT NOT NULL,"
         "  settled INTEGER NOT NULL DEFAULT 0, answer TEXT NOT NULL DEFAULT '', told INTEGER NOT NULL DEFAULT 0) STRICT;"
         "CREATE INDEX report_by ON report (by_person);"
         "CREATE INDEX report_person ON report (person);"
         "CREATE TABLE bot_token (hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  at INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
         "CREATE INDEX bot_token_person ON bot_token (person);"),
        ("CREATE TABLE daily (day INTEGER PRIMARY KEY, secret TEXT NOT NULL) STRICT;"
         "CREATE TABLE daily_result (day INTEGER NOT NULL, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  ahead INTEGER NOT NULL, points INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (day, person)) STRICT, WITHOUT ROWID;"
         "CREATE INDEX daily_result_ahead ON daily_result (day, ahead);"
         "CREATE INDEX daily_result_person ON daily_result (person);"),
        /* friends, invitations, choices, notices */
        ("CREATE TABLE follow (person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, at INTEGER NOT NULL, PRIMARY KEY (person, other))"
         "  STRICT, WITHOUT ROWID;"
         "CREATE INDEX follow_other ON follow (other);"
         "CREATE TABLE block (person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, at INTEGER NOT NULL, PRIMARY KEY (person, other))"
         "  STRICT, WITHOUT ROWID;"
         "CREATE INDEX block_other ON block (other);"
         "CREATE TABLE invitation (person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, kind INTEGER NOT NULL,"
         "  table_id INTEGER REFERENCES game_table ON DELETE CASCADE, at INTEGER NOT NULL, PRIMARY KEY (person, other))"
         "  STRICT, WITHOUT ROWID;"
         "CREATE INDEX invitation_other ON invitation (other);"
         "CREATE INDEX invitation_table ON invitation (table_id);"
         "CREATE TABLE choice (person INTEGER PRIMARY KEY REFERENCES person ON DELETE CASCADE, here INTEGER NOT NULL,"
         "  profile INTEGER NOT NULL, notices INTEGER NOT NULL, quiet_from INTEGER NOT NULL, quiet_to INTEGER NOT NULL,"
         "  ahead INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;"
         "ALTER TABLE seat ADD COLUMN gain REAL;"
         "CREATE TABLE push (endpoint TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,"
         "  key TEXT NOT NULL, auth TEXT NOT NULL, origin TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
         "CREATE INDEX push_session ON push (session);"
         "CREATE TABLE push_key (one INTEGER PRIMARY KEY, key BLOB NOT NULL, at INTEGER NOT NULL) STRICT;"
         "CREATE TABLE notice (person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  table_id INTEGER NOT NULL REFERENCES game_table ON DELETE CASCADE, kind INTEGER NOT NULL, due INTEGER NOT NULL,"
         "  sent INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, table_id)) STRICT, WITHOUT ROWID;"
         "CREATE INDEX notice_due ON notice (due) WHERE sent = 0;"
         "CREATE INDEX notice_table ON notice (table_id);"),
        ("ALTER TABLE person ADD COLUMN name_skeleton TEXT;"
         "CREATE UNIQUE INDEX person_name_skeleton ON person (name_skeleton);"
         "UPDATE OR IGNORE person SET name_skeleton = login_skeleton(name) WHERE login IS NOT NULL;"
         "ALTER TABLE session ADD COLUMN made INTEGER;"
         "ALTER TABLE session ADD COLUMN device TEXT;"
         "ALTER TABLE session ADD COLUMN passkey INTEGER;"
         "CREATE TABLE recovery (hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, used INTEGER)"
         "  STRICT, WITHOUT ROWID;"
         "CREATE INDEX recovery_person ON recovery (person);"
         "CREATE TABLE passkey (id TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, at INTEGER NOT NULL,"
         "  public_key BLOB NOT NULL, counter INTEGER NOT NULL, device TEXT) STRICT, WITHOUT ROWID;"
         "CREATE INDEX passkey_person ON passkey (person);"
         "CREATE TABLE challenge (hash TEXT PRIMARY KEY, at INTEGER NOT NULL, used INTEGER) STRICT, WITHOUT ROWID;"
         "CREATE INDEX challenge_at ON challenge (at);"
         "CREATE TABLE met (game TEXT NOT NULL, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,"
         "  other INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, times REAL NOT NULL, at INTEGER NOT NULL,"
         "  PRIMARY KEY (game, person, other)) STRICT, WITHOUT ROWID;"
         "CREATE INDEX met_person ON met (person);"
         "CREATE INDEX met_other ON met (other);"),
        "CREATE TABLE puzzle_attempt (person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, at INTEGER NOT NULL,"
        "  puzzle TEXT NOT NULL, game TEXT NOT NULL, rating INTEGER NOT NULL, solved INTEGER NOT NULL, daily INTEGER NOT NULL,"
        "  PRIMARY KEY (person, at, puzzle)) STRICT, WITHOUT ROWID;",
};

/* --- entry_hash(n, at, body) OVER (… ORDER BY n), for steps: the hash chain up to each row --- */

static void chain_row(sqlite3_context *c, int count, sqlite3_value **value)
{
        uint8_t *hash = sqlite3_aggregate_context(c, ENTRY_HASH);
        const char *body = (const char *)sqlite3_value_text(value[2]);

        (void)count;
        if (hash && body)
                entry_hash(hash, sqlite3_value_int64(value[0]), sqlite3_value_int64(value[1]), body,
                           (size_t)sqlite3_value_bytes(value[2]));
        else
                sqlite3_result_error_nomem(c);
}

/* Never called: rows are only added to the window. */
static void unchain_row(sqlite3_context *c, int count, sqlite3_value **value)
{
        (void)count, (void)value;
        sqlite3_result_error(c, "hashes are chained in order", -1);
}

static void chain_so_far(sqlite3_context *c)
{
        sqlite3_result_blob(c, sqlite3_aggregate_context(c, ENTRY_HASH), ENTRY_HASH, SQLITE_TRANSIENT);
}

/* --- login_skeleton(name), for steps --- */

static void answer_skeleton(sqlite3_context *c, int count, sqlite3_value **value)
{
        const char *login = (const char *)sqlite3_value_text(value[0]);
        char skeleton[MAX_SKELETON];

        (void)count;
        skeleton_make(login ? login : "", skeleton);
        sqlite3_result_text(c, skeleton, -1, SQLITE_TRANSIENT);
}

static int add_functions(sqlite3 *db)
{
        return sqlite3_create_function(db, "login_skeleton", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, answer_skeleton, NULL,
                                       NULL) == SQLITE_OK &&
               sqlite3_create_window_function(db, "entry_hash", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, chain_row,
                                              chain_so_far, chain_so_far, unchain_row, NULL) == SQLITE_OK;
}

/* --- steps --- */

/* The number that a query returns. */
static int ask(sqlite3 *db, const char *query, int *number)
{
        sqlite3_stmt *s;
        int found = sqlite3_prepare_v2(db, query, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;

        *number = found ? sqlite3_column_int(s, 0) : 0;
        sqlite3_finalize(s);
        return found;
}

static int take_step(sqlite3 *db, const char *step, int version)
{
        char numbers[128];

        snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d;", OURS, version);
        if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
                return 0;
        return sqlite3_exec(db, step, NULL, NULL, NULL) == SQLITE_OK && sqlite3_exec(db, numbers, NULL, NULL, NULL) == SQLITE_OK &&
               sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

/* Replaces a copy left by an attempt that failed: it is out of date. */
static int keep_copy(const char *file, int version, char *why)
{
        char copy[MAX_COPY_NAME], reason[MAX_STORE_WHY / 2];

        if (snprintf(copy, sizeof copy, "%s.before-v%d", file, version) >= (int)sizeof copy) {
                snprintf(why, MAX_STORE_WHY, "its name is too long");
                return 0;
        }
        unlink(copy);
        if (backup_make(file, copy, NULL, why))
                return 1;
        snprintf(reason, sizeof reason, "%.*s", (int)sizeof reason - 1, why);
        snprintf(why, MAX_STORE_WHY, "cannot back it up before the upgrade: %s", reason);
        return 0;
}

int schema_update(sqlite3 *db, const char *file, const char *const *steps, int count, char why[MAX_STORE_WHY])
{
        int version, whose, tables;

        if (!ask(db, "PRAGMA user_version", &version) || !ask(db, "PRAGMA application_id", &whose) ||
            !ask(db, "SELECT count(*) FROM sqlite_schema", &tables) || !add_functions(db)) {
                snprintf(why, MAX_STORE_WHY, "%s", sqlite3_errmsg(db));
                return 0;
        }
        if (tables > 0 && whose != OURS) {
                snprintf(why, MAX_STORE_WHY, "it is a database of another program");
                return 0;
        }
        if (version > count) {
                snprintf(why, MAX_STORE_WHY, "a newer Serai made it (version %d; this one knows %d)", version, count);
                return 0;
        }
        if (version > 0 && version < count && !keep_copy(file, count, why))
                return 0;
        for (; version < count; version++)
                if (!take_step(db, steps[version], version + 1)) {
                        snprintf(why, MAX_STORE_WHY, "it cannot be brought from version %d to %d: %s", version, version + 1,
                                 sqlite3_errmsg(db));
                        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
                        return 0;
                }
        return 1;
}
