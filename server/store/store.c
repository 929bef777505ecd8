/* The SQL of every statement, and works; see store.h.
 *
 * The SQL is the subset that SQLite and PostgreSQL share, so that it is written once; the schemas are separate (schema.c). Out of
 * memory the program aborts: what was acknowledged is on the disk. */
#include "work.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */

/* Games before a person appears in the ranking. Bots always do. */
#define GAMES_TO_BE_LISTED "10"

/* Inserting a row that is already there with the same values succeeds, so that a work can be run again when it is unknown whether
 * it was committed. With other values nothing changes, and must_change fails. PostgreSQL divides by the answer, which is an error
 * if it is 0: counting the changed rows would take it half as long again. */
#define INSERT(table, columns, values, key)                                                                                        \
        "INSERT INTO " table " (" columns ") VALUES (" values ") ON CONFLICT (" key ") DO UPDATE "
#define ADD_ONE(table, columns, values, key, same)                                                                                 \
        {                                                                                                                          \
                .words = INSERT(table, columns, values, key) "SET at = excluded.at WHERE " SAME(table, "at") " AND " same,         \
                .must_change = 1,                                                                                                  \
                .postgres = INSERT(table, columns, values,                                                                         \
                                   key) "SET at = excluded.at / CAST(" SAME(table, "at") " AND " same " AS INTEGER)"               \
        }
#define ADD(table, columns, values, key, same)                                                                                     \
        {                                                                                                                          \
                ADD_ONE(table, columns, values, key, same)                                                                         \
        }
#define SAME(table, column) table "." column " = excluded." column

/* enum table_state, in SQL. */
#define OPEN "0"
#define PLAYING "1"
#define OVER "2"

/* On PostgreSQL several servers claim at once, and skip rows that another one has locked. */
#define CLAIM(how)                                                                                                                 \
        "WITH claimed AS (SELECT id FROM game_table WHERE state = " PLAYING " AND due <= $2 ORDER BY due LIMIT $4" how ") "                  \
        "UPDATE game_table SET due = $3, node = $1 WHERE id IN (SELECT id FROM claimed) RETURNING id"

/* Whether no other account has a name with this skeleton. */
#define NOBODY_ELSE_IS(skeleton)                                                                                                   \
        "NOT EXISTS (SELECT 1 FROM person other WHERE other.name_skeleton = " skeleton " AND other.id <> $1)"

#define DEVICE_DIGITS "16" /* DEVICE_ID */

/* An idle guest: without a login, not seen since $2, or since $3 if they ever played a game, and at no table whose game is not
 * over. */
#define SITS(state)                                                                                                                \
        "EXISTS (SELECT 1 FROM seat JOIN game_table ON game_table.id = seat.table_id "                                             \
        "WHERE seat.person = person.id AND game_table.state " state ")"
#define IDLE                                                                                                                       \
        "person.login IS NULL AND person.at < $2 AND person.banned < $2 AND NOT " SITS("< " OVER) " AND NOT EXISTS (SELECT 1 FROM presence "                   \
        "WHERE presence.person = person.id) AND NOT EXISTS (SELECT 1 FROM session "                                                \
        "WHERE session.person = person.id AND session.at >= CASE WHEN " SITS("= " OVER) " THEN $3 ELSE $2 END)"

/* An abandoned table: nobody is there, and either nothing was stored since $2, nothing is due, and it is unfinished or a game of
 * bots against one guest; or it began, and all its players have been deleted. */
#define ABANDONED                                                                                                                  \
        "NOT EXISTS (SELECT 1 FROM presence WHERE table_id = game_table.id) "                                                      \
        "AND ((game_table.at < $2 AND (game_table.due IS NULL OR game_table.due < $2) "                                            \
        "AND COALESCE((SELECT at FROM entry WHERE table_id = game_table.id ORDER BY n DESC LIMIT 1), 0) < $2 "                     \
        "AND (game_table.state < " OVER " OR ((SELECT count(*) FROM seat WHERE table_id = game_table.id AND level IS NULL) = 1 "   \
        "AND NOT EXISTS (SELECT 1 FROM seat JOIN person ON person.id = seat.person "                                               \
        "WHERE seat.table_id = game_table.id AND person.login IS NOT NULL)))) "                                                    \
        "OR (game_table.state <> " OPEN " AND NOT EXISTS (SELECT 1 FROM seat WHERE table_id = game_table.id AND person IS NOT NULL)))"

/* Messages kept for each table; a room sends the last hundred. */
#define CHAT_STORED "500"

/* Presence goes by the database's clock, so that the servers' clocks do not matter. Servers pulse for some seconds; a node that
 * would be alive for more than a minute is gone: that clock was put back since its last pulse. */
#define IS_ALIVE(now) "until > " now " AND until <= " now " + 60000"
#define PULSE_NODE_AT(now)                                                                                                         \
        "INSERT INTO nodes (id, until, ahead) VALUES ($1, " now " + CAST($3 AS BIGINT), CAST($2 AS BIGINT) - " now ") "            \
        "ON CONFLICT (id) DO UPDATE SET until = excluded.until, ahead = excluded.ahead"
#define ELSEWHERE(now, node) "CAST(sum(p.lines) AS BIGINT) FROM presence p JOIN nodes n ON n.id = p.node WHERE " IS_ALIVE(now) " AND p.node <> " node
#define PRESENCE_AT(now) "SELECT p.person, " ELSEWHERE(now, "$2") " AND p.table_id = $1 GROUP BY p.person ORDER BY p.person"
#define ALL_PRESENCE_AT(now)                                                                                                       \
        "SELECT p.table_id, p.person, " ELSEWHERE(now, "$1") " AND p.table_id <> 0 GROUP BY p.table_id, p.person ORDER BY p.table_id, p.person"

#define COUNT_PEOPLE_AT(now)                                                                                                       \
        "SELECT count(DISTINCT presence.person) FROM presence JOIN nodes n ON n.id = presence.node WHERE " IS_ALIVE(now)

/* Older versions stored no times, except when tables were made. */
#define TIMES_WITH(database)                                                                                                       \
        "SELECT COALESCE((SELECT at FROM pulse WHERE one = 2), (SELECT max(at) FROM game_table), 0), " database

/* What people_find reads of a session, s, and its person, p. */
#define OF_SESSION(passkey)                                                                                                                 \
        "p.id, p.name, p.login, s.at, p.admin, p.bot, p.muted, p.banned, "                                                          \
        "(SELECT count(*) FROM report WHERE by_person = p.id AND settled > 0 AND told = 0), "                                             \
        passkey ", (SELECT count(*) FROM passkey k WHERE k.person = p.id)"

/* A list for administrators in which a text can be found in two columns, whatever its case as far as the database knows. */
#define LIST_WITH(like, columns, a, b, rest)                                                                                       \
        "SELECT " columns "(CAST($1 AS TEXT) = '' OR " a like "'%' || CAST($1 AS TEXT) || '%' " b like "'%' || CAST($1 AS TEXT) || '%')" rest
#define LIST(columns, a, b, rest)                                                                                                  \
        {                                                                                                                          \
                .words = LIST_WITH(" LIKE ", columns, a, b, rest), .postgres = LIST_WITH(" ILIKE ", columns, a, b, rest)           \
        }
#define NAMES_AT "max(CASE WHEN s.seat = 1 THEN " NAME_AT " ELSE '' END) || ' ' || max(CASE WHEN s.seat = 2 THEN " NAME_AT             \
        " ELSE '' END) || ' ' || max(CASE WHEN s.seat = 3 THEN " NAME_AT " ELSE '' END) || ' ' || max(CASE WHEN s.seat = 4 THEN " NAME_AT " ELSE '' END)"
#define NAME_AT "COALESCE(p.name || ',', 'bot ' || CAST(s.level AS TEXT) || ',', '')"
/* Whether one of two people blocks the other; whether they ever had seats at one table. */
#define PARTED(a, b)                                                                                                               \
        "EXISTS (SELECT 1 FROM block WHERE (block.person = " a " AND block.other = " b ") "                                        \
        "OR (block.person = " b " AND block.other = " a "))"
#define TOGETHER(a, b)                                                                                                             \
        "EXISTS (SELECT 1 FROM seat mine JOIN seat theirs ON theirs.table_id = mine.table_id "                                     \
        "WHERE mine.person = " a " AND theirs.person = " b ")"
#define YES(condition) "CASE WHEN " condition " THEN 1 ELSE 0 END"
#define IS_FOLLOWED(a, b) "EXISTS (SELECT 1 FROM follow back WHERE back.person = " a " AND back.other = " b ")"

/* Who sees where somebody is: 0 everybody with whom they have played, 1 people they follow, 2 nobody. One can only follow people
 * with whom one has played. */
#define SHOWS "(COALESCE(choice.here, 0) = 0 OR (choice.here = 1 AND " IS_FOLLOWED("f.other", "$1") ")) AND NOT " PARTED("f.other", "$1")

/* Adds to a list of at most $4 people. */
#define LIST_PERSON(list)                                                                                                          \
        "INSERT INTO " list " (person, other, at) SELECT $1, $2, $3 WHERE (SELECT count(*) FROM " list                             \
        " WHERE person = $1 AND other <> $2) < $4 ON CONFLICT (person, other) DO UPDATE SET at = excluded.at"
#define FOLLOWED_PLACES(now)                                                                                                       \
        "SELECT p.person, p.table_id, t.game, t.state, t.public FROM presence p JOIN nodes n ON n.id = p.node "                    \
        "LEFT JOIN game_table t ON t.id = p.table_id WHERE " IS_ALIVE(now) " AND p.person IN "                                     \
        "(SELECT other FROM follow WHERE person = $1) ORDER BY p.person, p.table_id DESC"

/* Who sees a profile: 0 everybody, 1 everybody with whom they have played, 2 nobody. */
#define PROFILE_SHOWS                                                                                                              \
        "p.id = $2 OR COALESCE(choice.profile, 1) = 0 OR (COALESCE(choice.profile, 1) = 1 AND " TOGETHER("$2", "$1") ")"

/* The minute of somebody's day, and for how many more minutes it is quiet. */
#define A_DAY "1440"
#define MINUTE "((CAST($4 AS BIGINT) / 60000 + COALESCE(choice.ahead, 0)) % " A_DAY " + " A_DAY ") % " A_DAY
#define QUIET_FOR                                                                                                                  \
        "CASE WHEN (" MINUTE " - COALESCE(choice.quiet_from, 0) + " A_DAY ") % " A_DAY " < "                                        \
        "(COALESCE(choice.quiet_to, 0) - COALESCE(choice.quiet_from, 0) + " A_DAY ") % " A_DAY                                     \
        " THEN (COALESCE(choice.quiet_to, 0) - " MINUTE " + " A_DAY ") % " A_DAY " ELSE 0 END"
#define RAISE_AT(now)                                                                                                              \
        "INSERT INTO notice (person, table_id, kind, due, sent, at) SELECT p.id, t.id, CAST($3 AS BIGINT), "                       \
        "CAST($4 AS BIGINT) + 60000 * (" QUIET_FOR "), 0, CAST($4 AS BIGINT) "                                                      \
        "FROM person p JOIN game_table t ON t.id = $2 LEFT JOIN choice ON choice.person = p.id WHERE p.id = $1 "                   \
        "AND EXISTS (SELECT 1 FROM push JOIN session s ON s.hash = push.session WHERE s.person = $1) "                             \
        "AND (COALESCE(choice.notices, 15) & CAST($3 AS BIGINT)) <> 0 AND NOT EXISTS (SELECT 1 FROM presence "                     \
        "JOIN nodes n ON n.id = presence.node WHERE " IS_ALIVE(now) " AND presence.person = $1) "                                  \
        "AND (CAST($3 AS BIGINT) IN (1, 8) OR EXISTS (SELECT 1 FROM invitation i WHERE i.table_id = $2 AND i.other = $1)) "          \
        "ON CONFLICT (person, table_id) DO NOTHING"
#define CLAIM_NOTICES_AS(how)                                                                                                      \
        "WITH claimed AS (SELECT person, table_id FROM notice WHERE sent = 0 AND due <= $1 ORDER BY due LIMIT $2" how ") "         \
        "UPDATE notice SET sent = 1 WHERE (person, table_id) IN (SELECT person, table_id FROM claimed) "                           \
        "RETURNING person, table_id, kind"
#define PERSON_OF_SESSION "(SELECT s.person FROM session s WHERE s.hash = $2)"

const struct sql STATEMENT_SQL[STATEMENTS][MAX_PARTS] = {
        [ADD_PERSON] = ADD("person", "id, name, at", "$1, $2, $3", "id", SAME("person", "name")),
        [ADD_SESSION] = ADD("session", "hash, person, at, made, device, passkey", "$1, $2, $3, $3, $4, $5", "hash",
                            SAME("session", "person")),
        [FIND_SESSION] = { { .words = "SELECT " OF_SESSION("s.passkey") " FROM session s JOIN person p ON p.id = s.person WHERE s.hash = $1" } },
        [SEE_SESSION] = { { .words = "UPDATE session SET at = $2 WHERE hash = $1" } },
        [SEE_PERSON] = { { .words = "UPDATE session SET at = $2 WHERE person = $1 AND at < $3 "
                                    "AND at = (SELECT max(at) FROM session WHERE person = $1)" } },
        [END_SESSION] = { { .words = "DELETE FROM session WHERE hash = $1" } },
        [END_OTHER_SESSIONS] = { { .words = "DELETE FROM session WHERE person = $1 AND hash <> $2" } },
        [END_DEVICE] = { { .words = "DELETE FROM session WHERE person = $1 AND substr(hash, 1, " DEVICE_DIGITS ") = $2" } },
        [RENAME_PERSON] = { { .words = "UPDATE person SET name = $2, name_skeleton = CASE WHEN login IS NULL THEN NULL ELSE "
                                       "CAST($3 AS TEXT) END WHERE id = $1 AND " NOBODY_ELSE_IS("$3"),
                              .must_change = 1 } },
        [KEEP_PERSON] = { { .words = "UPDATE person SET login = $2, folded = $3, password = $4, skeleton = $5 WHERE id = $1" } },
        [FIND_LOGIN] = { { .words = "SELECT id, name, login, password, banned FROM person WHERE folded = $1 OR skeleton = $2 "
                                    "ORDER BY CASE WHEN folded = $1 THEN 0 ELSE 1 END LIMIT 1" } },
        [FORGET_PERSON] = { { .words = "DELETE FROM rating WHERE who = $1" },
                            { .words = "DELETE FROM person WHERE id = $1" /* deletes sessions and chat, too */ } },
        [IDLE_GUESTS] = { { .words = "SELECT person.id, CASE WHEN " IDLE " THEN 1 ELSE 0 END "
                                     "FROM (SELECT id, login, at, banned FROM person WHERE id > $1 ORDER BY id LIMIT $4) person "
                                     "ORDER BY person.id" } },
        [IDLE_GUEST] = { { .words = "UPDATE person SET at = at WHERE id = $1 AND " IDLE, .must_change = 1 } },
        [PERSON] = { { .words = "SELECT name, login, at, id, bot FROM person WHERE id = $1" } },
        [OWN_NAME] = { { .words = "UPDATE person SET name_skeleton = $2 WHERE id = $1 AND " NOBODY_ELSE_IS("$2") } },
        [SET_PASSWORD] = { { .words = "UPDATE person SET password = $2 WHERE id = $1" } },
        [SESSIONS_OF] = { { .words = "SELECT hash, at, made, device, passkey FROM session WHERE person = $1 ORDER BY at DESC, hash" } },
        [DROP_CODES] = { { .words = "DELETE FROM recovery WHERE person = $1" } },
        [ADD_CODE] = { { .words = "INSERT INTO recovery (hash, person) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING" } },
        [FIND_CODE] = { { .words = "SELECT 1 FROM recovery WHERE hash = $1 AND person = $2 AND used IS NULL" } },
        [USE_CODE] = { { .words = "UPDATE recovery SET used = $3 WHERE hash = $1 AND person = $2 AND (used IS NULL OR used = $3)",
                         .must_change = 1 } },
        [COUNT_CODES] = { { .words = "SELECT count(*) FROM recovery WHERE person = $1 AND used IS NULL" } },
        [DROP_CHALLENGES] = { { .words = "DELETE FROM challenge WHERE at < $1" } },
        [ADD_CHALLENGE] = { { .words = "INSERT INTO challenge (hash, at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING" } },
        [FIND_CHALLENGE] = { { .words = "SELECT 1 FROM challenge WHERE hash = $1 AND at >= $2 AND used IS NULL" } },
        [USE_CHALLENGE] = { { .words = "UPDATE challenge SET used = $2 WHERE hash = $1 AND (used IS NULL OR used = $2)",
                              .must_change = 1 } },
        [ADD_PASSKEY] = ADD("passkey", "id, person, at, public_key, counter, device", "$1, $2, $3, $4, $5, $6", "id",
                            SAME("passkey", "person") " AND " SAME("passkey", "public_key")),
        [FIND_PASSKEY] = { { .words = "SELECT p.id, p.name, p.login, k.public_key, p.banned FROM passkey k "
                                      "JOIN person p ON p.id = k.person WHERE k.id = $1" } },
        [USE_PASSKEY] = { { .words = "UPDATE passkey SET counter = $2 WHERE id = $1 AND counter <= $2",
                            .must_change = 1 } },
        [PASSKEYS_OF] = { { .words = "SELECT id, at, device FROM passkey WHERE person = $1 ORDER BY at, id" } },
        [DROP_PASSKEY] = { { .words = "DELETE FROM passkey WHERE person = $1 AND id = $2" } },
        [RATINGS_OF] = { { .words = "SELECT game, mu, sigma, games FROM rating WHERE who = $1 ORDER BY game" } },
        [CHAT_OF] = { { .words = "SELECT table_id, n, at, words FROM chat WHERE person = $1 ORDER BY at" } },
        [PERSON_NAMES] = { { .words = "SELECT p.id, p.name FROM seat s JOIN person p ON p.id = s.person WHERE s.table_id = $1 "
                                      "ORDER BY s.seat" } },
        [PLAYED_WITH] = { { .words = "SELECT p.name, " YES(TOGETHER("$1", "p.id")) " FROM person p WHERE p.id = $2" } },
        [MAY_INVITE] = { { .words = "SELECT p.name, " YES("(p.bot = 1 OR " TOGETHER("$1", "p.id") ")") ", " YES("EXISTS (SELECT 1 FROM seat JOIN game_table "
                                    "ON game_table.id = seat.table_id WHERE seat.table_id = $3 AND seat.person = $1 "
                                    "AND game_table.state = " OPEN ")") " FROM person p WHERE p.id = $2" } },
        [FOLLOW] = { { .words = LIST_PERSON("follow"), .must_change = 1 } },
        [UNFOLLOW] = { { .words = "DELETE FROM follow WHERE person = $1 AND other = $2" } },
        [BLOCK] = { { .words = LIST_PERSON("block"), .must_change = 1 },
                    { .words = "DELETE FROM follow WHERE person = $1 AND other = $2" },
                    { .words = "DELETE FROM invitation WHERE (person = $2 AND other = $1) OR (person = $1 AND other = $2)" } },
        [UNBLOCK] = { { .words = "DELETE FROM block WHERE person = $1 AND other = $2" } },
        [FOLLOWED] = { { .words = "SELECT f.other, p.name, " YES(SHOWS) ", f.at FROM follow f JOIN person p ON p.id = f.other "
                                  "LEFT JOIN choice ON choice.person = f.other WHERE f.person = $1 ORDER BY f.at, f.other" } },
        [FOLLOWED_AT] = { { .words = FOLLOWED_PLACES(SQLITE_NOW), .postgres = FOLLOWED_PLACES(POSTGRES_NOW) } },
        [OFTEN_WITH] = { { .words = "SELECT s.person, p.name, CAST(count(*) AS BIGINT) AS games, "
                                    "CAST(sum(" YES("m.place < s.place") ") AS BIGINT), CAST(sum(" YES("m.place > s.place") ") AS BIGINT) "
                                    "FROM seat m JOIN game_table t ON t.id = m.table_id AND t.state = " OVER " "
                                    "JOIN seat s ON s.table_id = m.table_id AND s.person <> $1 JOIN person p ON p.id = s.person "
                                    "WHERE m.person = $1 AND m.place IS NOT NULL GROUP BY s.person, p.name "
                                    "ORDER BY games DESC, s.person LIMIT $2" } },
        [BLOCKED] = { { .words = "SELECT b.other, p.name, b.at FROM block b JOIN person p ON p.id = b.other WHERE b.person = $1 "
                                 "ORDER BY b.at, b.other" } },
        [CIRCLE] = { { .words = "SELECT 0 AS way, other AS who FROM block WHERE person = $1 UNION ALL "
                                "SELECT 1, person FROM block WHERE other = $1 ORDER BY way, who" } },
        [INVITE] = { { .words = "DELETE FROM invitation WHERE person = $1 AND other = $2" },
                     { .words = "INSERT INTO invitation (person, other, kind, table_id, at) SELECT $1, $2, $3, $4, $5 "
                                "WHERE NOT " PARTED("$1", "$2") " ON CONFLICT (person, other) DO NOTHING" } },
        [UNINVITE] = { { .words = "DELETE FROM invitation WHERE person = $1 AND other = $2" } },
        [INVITATIONS_OF] = { { .words = "SELECT i.person, p.name, i.kind, i.table_id, t.game, i.at FROM invitation i "
                                        "JOIN person p ON p.id = i.person LEFT JOIN game_table t ON t.id = i.table_id "
                                        "WHERE i.other = $1 AND i.at > $2 AND (i.table_id IS NULL OR t.state = " OPEN ") "
                                        "ORDER BY i.at, i.person LIMIT 20" } },
        [CHOICES] = { { .words = "SELECT here, profile, notices, quiet_from, quiet_to, ahead FROM choice WHERE person = $1" } },
        [SET_CHOICES] = { { .words = "INSERT INTO choice (person, here, profile, notices, quiet_from, quiet_to, ahead, at) "
                                     "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (person) DO UPDATE SET here = excluded.here, "
                                     "profile = excluded.profile, notices = excluded.notices, quiet_from = excluded.quiet_from, "
                                     "quiet_to = excluded.quiet_to, ahead = excluded.ahead, at = excluded.at" } },
        [PROFILE] = { { .words = "SELECT p.name, p.at, " YES(PROFILE_SHOWS) ", " YES(IS_FOLLOWED("$2", "$1")) ", " YES(
                                 "EXISTS (SELECT 1 FROM block WHERE block.person = $2 AND block.other = $1)") ", " YES(
                                 TOGETHER("$2", "$1")) ", " YES("p.login IS NULL") ", p.bot FROM person p "
                                 "LEFT JOIN choice ON choice.person = p.id WHERE p.id = $1" } },
        [PROFILE_RESULTS] = { { .words = "SELECT t.game, CAST(count(*) AS BIGINT), CAST(sum(" YES("s.place = 1") ") AS BIGINT) "
                                         "FROM seat s JOIN game_table t ON t.id = s.table_id WHERE s.person = $1 AND t.state = " OVER
                                         " AND s.place IS NOT NULL GROUP BY t.game ORDER BY t.game" } },
        [RATING_CURVE] = { { .words = "SELECT game, at, rating FROM (SELECT t.game, t.at, s.rating FROM seat s "
                                      "JOIN game_table t ON t.id = s.table_id WHERE s.person = $1 AND t.state = " OVER
                                      " AND s.rating IS NOT NULL ORDER BY t.at DESC LIMIT $2) latest ORDER BY at" } },
        [GAINS] = { { .words = "SELECT seat, gain FROM seat WHERE table_id = $1 ORDER BY seat" } },
        [ADD_PUSH] = { { .words = "INSERT INTO push (endpoint, session, key, auth, origin, at) "
                                  "SELECT $1, hash, $3, $4, $5, $6 FROM session WHERE hash = $2 "
                                  "ON CONFLICT (endpoint) DO UPDATE SET session = excluded.session, key = excluded.key, "
                                  "auth = excluded.auth, origin = excluded.origin, at = excluded.at",
                         .must_change = 1 },
                       { .words = "DELETE FROM push WHERE session IN (SELECT hash FROM session WHERE person = " PERSON_OF_SESSION ") "
                                  "AND endpoint <> $1 AND endpoint NOT IN (SELECT q.endpoint FROM push q JOIN session o "
                                  "ON o.hash = q.session WHERE o.person = " PERSON_OF_SESSION " AND q.endpoint <> $1 "
                                  "ORDER BY q.at DESC, q.endpoint LIMIT 7)" } },
        [END_PUSH] = { { .words = "DELETE FROM push WHERE endpoint = $1 AND session IN (SELECT hash FROM session WHERE person = $2)" } },
        [FORGET_PUSH] = { { .words = "DELETE FROM push WHERE endpoint = $1" } },
        [PUSHES_OF] = { { .words = "SELECT push.endpoint, push.key, push.auth, push.origin, push.at FROM push "
                                   "JOIN session s ON s.hash = push.session WHERE s.person = $1 ORDER BY push.at, push.endpoint" } },
        [PUSH_KEY] = { { .words = "INSERT INTO push_key (one, key, at) VALUES (1, $1, $2) ON CONFLICT (one) DO NOTHING" },
                       { .words = "SELECT key FROM push_key WHERE one = 1" } },
        [RAISE_NOTICE] = { { .words = RAISE_AT(SQLITE_NOW), .postgres = RAISE_AT(POSTGRES_NOW) } },
        [LOOK_AT] = { { .words = "DELETE FROM notice WHERE person = $1 AND table_id = $2" } },
        [CLAIM_NOTICES] = { { .words = CLAIM_NOTICES_AS(""), .postgres = CLAIM_NOTICES_AS(" FOR NO KEY UPDATE SKIP LOCKED") } },
        [NOTICE_ABOUT] = { { .words = "SELECT t.game, t.state, (SELECT p.name FROM invitation i JOIN person p ON p.id = i.person "
                                      "WHERE i.table_id = t.id AND i.other = $2 ORDER BY i.at DESC LIMIT 1) "
                                      "FROM game_table t WHERE t.id = $1" } },
        [ADD_TABLE] = ADD("game_table", "id, game, at, public, state", "$1, $2, $3, $4, " OPEN, "id",
                          SAME("game_table", "game") " AND " SAME("game_table", "public")),
        [SET_TABLE_STATE] = { { .words = "UPDATE game_table SET state = $2, at = $3 WHERE id = $1" } },
        [FINISH_TABLE] = { { .words = "UPDATE game_table SET state = " OVER ", at = $2, due = NULL "
                                      "WHERE id = $1 AND (state < " OVER " OR at = $2)",
                             .must_change = 1 } },
        [TABLE_STATE] = { { .words = "SELECT state, due FROM game_table WHERE id = $1" } },
        [SET_SEAT] = { { .words = "INSERT INTO seat (table_id, seat, person) VALUES ($1, $2, $3) "
                                  "ON CONFLICT (table_id, seat) DO UPDATE SET person = excluded.person, level = NULL" } },
        [SET_BOT] = { { .words = "INSERT INTO seat (table_id, seat, level) VALUES ($1, $2, $3) "
                                 "ON CONFLICT (table_id, seat) DO UPDATE SET person = NULL, level = excluded.level" } },
        [SET_RESULT] = { { .words = "INSERT INTO seat (table_id, seat, place, points, rating, gain) VALUES ($1, $2, $3, $4, $5, $6) "
                                    "ON CONFLICT (table_id, seat) DO UPDATE "
                                    "SET place = excluded.place, points = excluded.points, rating = excluded.rating, gain = excluded.gain" } },
        [ADD_ENTRY] = ADD("entry", "table_id, n, at, body, hash", "$1, $2, $3, $4, $5", "table_id, n", SAME("entry", "body")),
        [ENTRIES] = { { .words = "SELECT n, at, body, hash FROM entry WHERE table_id = $1 ORDER BY n LIMIT $2" } },
        [ENTRIES_SINCE] = { { .words = "SELECT n, at, body, hash FROM entry WHERE table_id = $1 AND n >= $2 ORDER BY n" } },
        [LIVE_TABLES] = { { .words = "SELECT id, game, at, public, state FROM game_table WHERE state < " OVER " ORDER BY at" } },
        [LISTED] = { { .words = "SELECT id FROM game_table WHERE state < " OVER " AND public = 1 ORDER BY state, at DESC, id LIMIT $1" } },
        [WAITING_TABLES] = { { .words = "SELECT id, at FROM game_table WHERE state = " OPEN " AND at >= $1 AND at < $2 ORDER BY at LIMIT $3" } },
        [LIVE_OF] = { { .words = "SELECT DISTINCT t.id FROM seat s JOIN game_table t ON t.id = s.table_id "
                                 "WHERE s.person = $1 AND t.state < " OVER " ORDER BY t.id" } },
        [ABANDONED_TABLES] = { { .words = "SELECT game_table.id, CASE WHEN " ABANDONED " THEN 1 ELSE 0 END FROM "
                                          "(SELECT id, state, at, due FROM game_table WHERE id > $1 ORDER BY id LIMIT $3) game_table "
                                          "ORDER BY game_table.id" } },
        [ABANDONED_TABLE] = { { .words = "UPDATE game_table SET at = at WHERE id = $1 AND " ABANDONED, .must_change = 1 } },
        [TRIM_ENTRIES] = { { .words = "DELETE FROM entry WHERE table_id = $1 AND "
                                      "n > (SELECT max(n) FROM entry WHERE table_id = $1) - 5000" },
                           { .words = "SELECT 1 FROM entry WHERE table_id = $1 LIMIT 1" } },
        [DROP_TABLE] = { { .words = "DELETE FROM entry WHERE table_id = $1" },
                         { .words = "DELETE FROM game_table WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM presence WHERE table_id = $1)",
                           .must_change = 1 /* deletes seats and chat, too */ } },
        [TABLES_OF] = { { .words = "SELECT t.id, t.game, t.state, t.at, s.seat, s.person, p.name, s.level, s.place, s.points, "
                                   "s.rating "
                                   "FROM (SELECT id, game, state, at FROM game_table "
                                   "WHERE id IN (SELECT table_id FROM seat WHERE person = $1) AND at < $2 ORDER BY at DESC, id "
                                   "LIMIT $3) t "
                                   "JOIN seat s ON s.table_id = t.id LEFT JOIN person p ON p.id = s.person "
                                   "ORDER BY t.at DESC, t.id, s.seat" } },
        [LATEST_OF] = { { .words = "SELECT t.id, t.game, t.state, t.at, s.seat, s.person, p.name, s.level, s.place, s.points, "
                                   "s.rating "
                                   "FROM (SELECT id, game, state, at FROM game_table "
                                   "WHERE id IN (SELECT table_id FROM seat WHERE person = $1 AND place IS NOT NULL) "
                                   "AND state = " OVER " AND (public = 1 OR $1 = CAST($3 AS BIGINT)) ORDER BY at DESC, id LIMIT $2) t "
                                   "JOIN seat s ON s.table_id = t.id LEFT JOIN person p ON p.id = s.person "
                                   "ORDER BY t.at DESC, t.id, s.seat" } },
        [ADD_CHAT] = { ADD_ONE("chat", "table_id, n, at, person, words", "$1, $2, $3, $4, $5", "table_id, n",
                               SAME("chat", "person") " AND " SAME("chat", "words")),
                       { .words = "DELETE FROM chat WHERE table_id = $1 AND n <= $2 - " CHAT_STORED } },
        [CHAT] = { { .words = "SELECT c.n, c.at, c.person, p.name, c.words FROM chat c JOIN person p ON p.id = c.person "
                              "WHERE c.table_id = $1 AND c.n > (SELECT max(n) FROM chat WHERE table_id = $1) - " CHAT_STORED
                              " ORDER BY c.n" } },
        [CHAT_SINCE] = { { .words = "SELECT c.n, c.at, c.person, p.name, c.words FROM chat c JOIN person p ON p.id = c.person "
                                    "WHERE c.table_id = $1 AND c.n >= $2 ORDER BY c.n" } },
        [SET_DUE] = { { .words = "UPDATE game_table SET due = $2 WHERE id = $1" } },
        [NUDGE_DUE] = { { .words = "UPDATE game_table SET due = $2 WHERE id = $1 AND (due IS NULL OR due > $3)" } },
        [CLAIM_DUE] = { { .words = CLAIM(""), .postgres = CLAIM(" FOR NO KEY UPDATE SKIP LOCKED") } },
        [RATING] = { { .words = "SELECT mu, sigma, games FROM rating WHERE game = $1 AND who = $2" } },
        [SET_RATING] = { { .words = "INSERT INTO rating (game, who, mu, sigma, games) SELECT $1, $2, $3, $4, $5 "
                                    "WHERE CAST($6 AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM rating WHERE game = $1 AND who = $2) "
                                    "ON CONFLICT (game, who) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = "
                                    "excluded.games "
                                    "WHERE rating.games = $6 OR (" SAME("rating", "games") " AND " SAME("rating", "mu")
                                    " AND " SAME("rating", "sigma")
                                    " AND EXISTS (SELECT 1 FROM game_table WHERE id = $7 AND state = " OVER "))",
                           .must_change = 1 } },
        [MET] = { { .words = "SELECT times, at FROM met WHERE game = $1 AND person = $2 AND other = $3" } },
        [SET_MET] = { { .words = "INSERT INTO met (game, person, other, times, at) VALUES ($1, $2, $3, $4, $5) "
                                 "ON CONFLICT (game, person, other) DO UPDATE SET times = excluded.times, at = excluded.at" } },
        [MET_OF] = { { .words = "SELECT game, times, at FROM met WHERE person = $1 OR other = $1 ORDER BY at, game, times" } },
        [TOP] = { { .words = "SELECT r.who, p.name, r.mu, r.sigma, r.games, p.bot FROM rating r LEFT JOIN person p ON p.id = r.who "
                             "WHERE r.game = $1 AND (r.who < 0 OR r.games >= " GAMES_TO_BE_LISTED
                             ") ORDER BY r.mu DESC, r.who LIMIT $2" } },
        [DRAW_DAY] = { { .words = "INSERT INTO daily (day, secret) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING" },
                       { .words = "SELECT day, secret FROM daily WHERE day = $1" } },
        [ADD_DAILY_RESULT] = { { .words = "INSERT INTO daily_result (day, person, ahead, points, at) SELECT $1, $2, $3, $4, $5 "
                                          "WHERE EXISTS (SELECT 1 FROM person WHERE id = $2) ON CONFLICT (day, person) DO NOTHING" },
                               { .words = "SELECT (SELECT count(*) FROM daily_result WHERE day = $1 AND ahead > own.ahead) + 1, "
                                          "(SELECT count(*) FROM daily_result WHERE day = $1) "
                                          "FROM daily_result own WHERE own.day = $1 AND own.person = $2" } },
        [DAILY_RESULTS_OF] = { { .words = "SELECT day, ahead, points, at FROM daily_result WHERE person = $1 ORDER BY day" } },
        [ADD_ATTEMPT] = { { .words = "INSERT INTO puzzle_attempt (person, at, puzzle, game, rating, solved, daily) "
                                     "SELECT id, $2, $3, $4, $5, $6, $7 FROM person WHERE id = $1 AND (SELECT count(*) FROM "
                                     "puzzle_attempt WHERE person = $1 AND NOT (at = $2 AND puzzle = $3)) < $8 "
                                     "ON CONFLICT (person, at, puzzle) DO UPDATE SET at = excluded.at",
                            .must_change = 1 } },
        [ATTEMPTS_OF] = { { .words = "SELECT at, puzzle, game, rating, solved, daily FROM puzzle_attempt WHERE person = $1 ORDER BY at, puzzle" } },
        [PULSE_NODE] = { { .words = PULSE_NODE_AT(SQLITE_NOW), .postgres = PULSE_NODE_AT(POSTGRES_NOW) } },
        [NODE] = { { .words = "SELECT 1 FROM nodes WHERE id = $1" } },
        [SET_PRESENCE] = { { .words = "DELETE FROM presence WHERE node = $1 AND table_id = $2 AND person = $3" },
                           { .words = "INSERT INTO presence (node, table_id, person, lines) SELECT $1, $2, $3, $4 "
                                      "WHERE CAST($4 AS BIGINT) > 0" } },
        [PRESENCE] = { { .words = PRESENCE_AT(SQLITE_NOW), .postgres = PRESENCE_AT(POSTGRES_NOW) } },
        [COUNT_PEOPLE] = { { .words = COUNT_PEOPLE_AT(SQLITE_NOW), .postgres = COUNT_PEOPLE_AT(POSTGRES_NOW) } },
        [ALL_PRESENCE] = { { .words = ALL_PRESENCE_AT(SQLITE_NOW), .postgres = ALL_PRESENCE_AT(POSTGRES_NOW) } },
        [FORGET_NODES] = { { .words = "DELETE FROM nodes WHERE NOT (" IS_ALIVE(SQLITE_NOW) ")",
                             .postgres = "DELETE FROM nodes WHERE NOT (" IS_ALIVE(POSTGRES_NOW) ")" },
                           { .words = "DELETE FROM presence WHERE node NOT IN (SELECT id FROM nodes)" } },
        [PULSE] = { { .words = "INSERT INTO pulse (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at" } },
        [SEE_TIME] = { { .words = "INSERT INTO pulse (one, at) VALUES (2, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at" } },
        [TIMES] = { { .words = TIMES_WITH("NULL, 0"),
                      .postgres = TIMES_WITH(POSTGRES_NOW ", COALESCE((SELECT ahead FROM nodes WHERE " IS_ALIVE(POSTGRES_NOW)
                                                          " AND ahead IS NOT NULL ORDER BY id LIMIT 1), 0)") } },
        [SITE] = { { .words = "SELECT name, value FROM site" } },
        [SET_SITE] = { { .words = "INSERT INTO site (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value" } },
        [ADD_ADMIN_LOG] = { { .words = "UPDATE pulse SET at = at WHERE one = 3" /* locks: the next number is given after the commit */ },
                           { .words = "INSERT INTO admin_log (n, id, at, by_person, what, person, table_id, detail) "
                                      "SELECT (SELECT COALESCE(max(n), 0) + 1 FROM admin_log), $1, $2, NULLIF(CAST($3 AS BIGINT), 0), $4, NULLIF(CAST($5 AS BIGINT), 0), NULLIF(CAST($6 AS BIGINT), 0), $7 "
                                      "WHERE NOT EXISTS (SELECT 1 FROM admin_log WHERE id = $1)" } },
        [ADMIN_LOG_END] = { { .words = "SELECT COALESCE(max(n), 0) FROM admin_log" } },
        [ADMIN_LOG_SINCE] = { { .words = "SELECT n, at, what, person, table_id, detail FROM admin_log WHERE n > $1 ORDER BY n LIMIT 100" } },
        [SET_ADMIN] = { { .words = "UPDATE person SET admin = $2 WHERE id = $1", .must_change = 1 } },
        [SET_MUTED] = { { .words = "UPDATE person SET muted = $2 WHERE id = $1", .must_change = 1 } },
        [SET_BANNED] = { { .words = "UPDATE person SET banned = $2 WHERE id = $1", .must_change = 1 } },
        [SET_NAME] = { { .words = "UPDATE person SET name = $2 WHERE id = $1", .must_change = 1 } },
        [RESET_LOGIN] = { { .words = "DELETE FROM passkey WHERE person = $1" },
                          { .words = "DELETE FROM recovery WHERE person = $1" },
                          { .words = "UPDATE person SET password = '' WHERE id = $1 AND login IS NOT NULL", .must_change = 1 } },
        [DELETE_TABLE] = { { .words = "DELETE FROM entry WHERE table_id = $1" },
                           { .words = "DELETE FROM game_table WHERE id = $1", .must_change = 1 /* deletes seats and chat, too */ } },
        [ADD_REPORT] = { { .words = "INSERT INTO report (id, at, by_person, person, table_id, why, words) SELECT $1, $2, $3, $4, NULLIF(CAST($5 AS BIGINT), 0), $6, $7 "
                                    "WHERE EXISTS (SELECT 1 FROM person WHERE id = $4) AND NOT EXISTS (SELECT 1 FROM report "
                                    "WHERE by_person = $3 AND person = $4 AND settled = 0 AND id <> $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
                           .must_change = 1 } },
        [SETTLE_REPORT] = { { .words = "UPDATE report SET settled = $2, answer = $3 WHERE id = $1 AND settled IN (0, $2)", .must_change = 1 } },
        [TOLD_REPORTS] = { { .words = "UPDATE report SET told = 1 WHERE by_person = $1 AND settled > 0 AND told = 0 "
                                      "RETURNING id, at, (SELECT name FROM person WHERE person.id = report.person), answer" } },
        [REPORTS_BY] = { { .words = "SELECT r.at, p.name, r.table_id, r.why, r.settled, r.answer FROM report r "
                                    "JOIN person p ON p.id = r.person WHERE r.by_person = $1 ORDER BY r.at" } },
        [LIST_PEOPLE] = { LIST("p.id, p.name, p.login, COALESCE((SELECT max(at) FROM session WHERE person = p.id), p.at) AS seen, "
                               "p.admin, p.bot, p.muted, p.banned FROM person p WHERE p.id = $2 OR (CAST($2 AS BIGINT) = 0 AND ",
                               "p.name", "OR p.login", ") ORDER BY seen DESC, p.id LIMIT $3") },
        [LIST_TABLES] = { LIST("t.id, t.game, t.state, t.at, t.public, t.names FROM (SELECT id, game, state, at, public, (SELECT " NAMES_AT
                               " FROM seat s LEFT JOIN person p ON p.id = s.person WHERE s.table_id = game_table.id) AS names FROM game_table) t "
                               "WHERE t.id = $2 OR (CAST($2 AS BIGINT) = 0 AND ", "COALESCE(t.names, '')", "OR t.game", ") ORDER BY t.at DESC, t.id LIMIT $3") },
        [LIST_REPORTS] = { LIST("r.id, r.at, r.by_person, b.name, r.person, p.name, r.table_id, r.why, r.words, r.settled, r.answer "
                                "FROM report r JOIN person b ON b.id = r.by_person JOIN person p ON p.id = r.person "
                                "WHERE (r.id = $2 OR r.person = $2) OR (CAST($2 AS BIGINT) = 0 AND ", "p.name", "OR b.name",
                                ") ORDER BY CASE WHEN r.settled = 0 THEN 0 ELSE 1 END, r.at DESC, r.id LIMIT $3") },
        [LIST_LOG] = { LIST("l.n, l.at, l.by_person, b.name, l.what, l.person, p.name, l.table_id, l.detail FROM admin_log l "
                            "LEFT JOIN person b ON b.id = l.by_person LEFT JOIN person p ON p.id = l.person "
                            "WHERE l.person = $2 OR l.table_id = $2 OR (CAST($2 AS BIGINT) = 0 AND ", "l.what", "OR p.name", ") ORDER BY l.n DESC LIMIT $3") },
        [LIST_SITE] = { LIST("s.name, s.value FROM site s WHERE (CAST($2 AS BIGINT) = 0 AND ", "s.name", "OR s.value", ") ORDER BY s.name LIMIT $3") },
        [DECLARE_BOT] = { { .words = "UPDATE person SET bot = 1 WHERE id = $1 AND login IS NOT NULL AND bot = 0", .must_change = 1 } },
        [ADD_BOT_TOKEN] = { { .words = "INSERT INTO bot_token (hash, person, at) SELECT $1, $2, $3 "
                                       "WHERE EXISTS (SELECT 1 FROM person WHERE id = $2 AND bot = 1) ON CONFLICT (hash) DO UPDATE SET at = excluded.at",
                              .must_change = 1 } },
        [END_BOT_TOKENS] = { { .words = "DELETE FROM bot_token WHERE person = $1" } },
        [FIND_BOT_TOKEN] = { { .words = "SELECT " OF_SESSION("0") " FROM bot_token s JOIN person p ON p.id = s.person WHERE s.hash = $1" } },
        [BOT_TOKENS_OF] = { { .words = "SELECT at FROM bot_token WHERE person = $1 ORDER BY at" } },
};

/* clang-format on */

/* Grows a block to hold at least `needed` elements. */
static void *grown(void *block, size_t *room, size_t needed, size_t size)
{
        if (needed <= *room)
                return block;
        *room = needed + needed / 2 + 8;
        block = realloc(block, *room * size);
        if (!block) {
                fputs("serai: out of memory\n", stderr);
                abort();
        }
        return block;
}

/* --- values --- */

void values_add(struct values *v, const struct value *value)
{
        v->value = grown(v->value, &v->room, v->count + 1, sizeof *v->value);
        v->value[v->count++] = *value;
}

void values_add_bytes(struct values *v, char type, const void *bytes, size_t size)
{
        struct value value = { .type = type, .at = v->used, .size = size };

        v->bytes = grown(v->bytes, &v->space, v->used + size + 1, 1);
        if (size)
                memcpy(v->bytes + v->used, bytes, size);
        v->bytes[v->used + size] = '\0';
        v->used += size + 1;
        values_add(v, &value);
}

void values_close(struct values *v)
{
        free(v->value);
        free(v->bytes);
        memset(v, 0, sizeof *v);
}

/* --- works --- */

struct work *work_open(void (*done)(struct work *w), void *whose)
{
        size_t room = 0;
        struct work *w = grown(NULL, &room, 1, sizeof *w);

        memset(w, 0, sizeof *w);
        w->done = done;
        w->whose = whose;
        return w;
}

void work_add(struct work *w, enum statement what, const char *types, ...)
{
        size_t room = (size_t)w->room;
        struct act act = { .what = what, .count = (int)strlen(types), .first = w->given.count };
        va_list args;

        va_start(args, types);
        for (const char *type = types; *type; type++) {
                struct value value = { .type = *type };

                switch (*type) {
                case 'i':
                        value.number = va_arg(args, int64_t);
                        values_add(&w->given, &value);
                        break;
                case 'd':
                        value.real = va_arg(args, double);
                        values_add(&w->given, &value);
                        break;
                case 't': {
                        const char *text = va_arg(args, const char *);

                        value.type = 'n';
                        if (text)
                                values_add_bytes(&w->given, 't', text, strlen(text));
                        else
                                values_add(&w->given, &value);
                        break;
                }
                case 'b': {
                        const void *bytes = va_arg(args, const void *);

                        values_add_bytes(&w->given, 'b', bytes, va_arg(args, size_t));
                        break;
                }
                default:
                        assert(*type == 'n');
                        values_add(&w->given, &value);
                }
        }
        va_end(args);
        w->act = grown(w->act, &room, (size_t)w->acts + 1, sizeof *w->act);
        w->room = (int)room;
        w->act[w->acts++] = act;
}

void work_notice(struct work *w, const char *about)
{
        assert(*about && strlen(about) <= MAX_NOTICE && !strchr(about, '\n'));
        values_add_bytes(&w->notices, 't', about, strlen(about));
}

void work_forget_found(struct work *w)
{
        for (int i = 0; i < w->acts; i++)
                values_close(&w->act[i].found.cells);
}

void work_close(struct work *w)
{
        work_forget_found(w);
        values_close(&w->given);
        values_close(&w->notices);
        free(w->act);
        free(w);
}

void work_end(struct work *w, enum outcome outcome, const char *why)
{
        w->outcome = outcome;
        snprintf(w->why, sizeof w->why, "%s", why);
}

enum outcome work_outcome(const struct work *w)
{
        return w->outcome;
}

const char *work_why(const struct work *w)
{
        return w->why;
}

void *work_whose(const struct work *w)
{
        return w->whose;
}

int work_size(const struct work *w)
{
        return w->acts;
}

const struct rows *work_rows(const struct work *w, int nth)
{
        assert(nth >= 0 && nth < w->acts);
        return &w->act[nth].found;
}

/* --- results --- */

static const struct value *cell(const struct rows *r, int row, int column)
{
        assert(row >= 0 && row < rows_count(r) && column >= 0 && column < r->columns);
        return &r->cells.value[row * r->columns + column];
}

int rows_count(const struct rows *r)
{
        return r->columns ? (int)(r->cells.count / (size_t)r->columns) : 0;
}

int rows_is_null(const struct rows *r, int row, int column)
{
        return cell(r, row, column)->type == 'n';
}

int64_t rows_number(const struct rows *r, int row, int column)
{
        const struct value *v = cell(r, row, column);

        return v->type == 'i' ? v->number : 0;
}

double rows_real(const struct rows *r, int row, int column)
{
        const struct value *v = cell(r, row, column);

        return v->type == 'd' ? v->real : v->type == 'i' ? (double)v->number : 0;
}

const char *rows_text(const struct rows *r, int row, int column, size_t *size)
{
        const struct value *v = cell(r, row, column);
        int has = v->type == 't' || v->type == 'b';

        if (size)
                *size = has ? v->size : 0;
        return has ? r->cells.bytes + v->at : "";
}

/* --- stores --- */

struct store *store_open(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY])
{
        return store_is_address(where) ? postgres_store(where, loop, why) : sqlite_store(where, loop, why);
}

struct store *store_visit(const char *where, uv_loop_t *loop, char why[MAX_STORE_WHY])
{
        return store_is_address(where) ? postgres_store(where, loop, why) : sqlite_visit(where, loop, why);
}

int store_is_address(const char *where)
{
        return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

/* The host and the database of an address: what is after the last @ and before a ?. */
const char *store_name(const char *where, char name[MAX_STORE_NAME])
{
        const char *at = strrchr(where, '@'), *query = strchr(where, '?');

        if (!store_is_address(where))
                snprintf(name, MAX_STORE_NAME, "%s", where);
        else if (at && query && query < at)
                snprintf(name, MAX_STORE_NAME, "postgres://…");
        else
                snprintf(name, MAX_STORE_NAME, "postgres://%.*s", (int)strcspn(at ? at + 1 : strchr(where, ':') + 3, "?"),
                         at ? at + 1 : strchr(where, ':') + 3);
        return name;
}

struct store_times store_times(const struct store *s)
{
        return s->times;
}

void store_do(struct store *s, struct work *w)
{
        s->kind->take(s, w);
}

void store_close(struct store *s)
{
        s->kind->close(s);
}

void store_listen(struct store *s, void (*heard)(void *whose, const char *about), void *whose)
{
        if (store_is_shared(s))
                s->kind->listen(s, heard, whose);
}

int store_is_shared(const struct store *s)
{
        return s->kind->listen != NULL;
}
