#!/bin/sh
# Migration: games are played on SQLite, everything is migrated to PostgreSQL, played on there, and migrated back:
# `sh tests/system/postgres.sh sh tests/system/move.sh [PROGRAM]`.
set -u
cd "$(dirname "$0")/../.." || exit 2
serai=${1:-build/serai}
work=$(mktemp -d) || exit 2
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

fail() {
        echo "$*"
        cat "$work/out" 2>/dev/null
        exit 1
}

# says STATUS PATTERN COMMAND…
says() {
        want=$1 pattern=$2
        shift 2
        "$@" >"$work/out" 2>&1
        [ $? = "$want" ] && grep -q -- "$pattern" "$work/out" || fail "not so: exit $want and '$pattern' from: $*"
}

# play DB: some games.
play() {
        : >"$work/served"
        "$serai" serve --trust-local --port 0 --db "$1" >"$work/served" 2>"$work/errors" &
        server=$!
        until grep -q 'http://' "$work/served"; do kill -0 $server 2>/dev/null || fail "no server: $(cat "$work/errors")"; done
        says 0 '"errors":0' build/serai load --url "$(sed -nE 's/.*(http:\/\/[0-9.:]+)\/.*/\1/p' "$work/served")" --connections 20 --tables 10 --seconds 2 --json
        kill $server
        wait $server
        server=
}

# The contents of a file, read by Python's sqlite3 instead of our own code.
dump() {
        python3 - "$1" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for table in "person session game_table seat entry chat rating daily daily_result".split():
    for row in sorted(db.execute(f"SELECT * FROM {table}"), key=repr):
        print(table, row)
END
}

play "$work/first.db"
# And what those games do not have: logins, chat, ratings, nulls, large and fractional numbers, all kinds of letters.
python3 - "$work/first.db" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("INSERT INTO person VALUES (9223372036854775807, ?, -1, 'Їжак', 'їжак', '$argon2id$x')", ("'\\\" \t’ Ω 🎲",))
db.execute("INSERT INTO person VALUES (-9223372036854775808, '', 0, NULL, NULL, NULL)")
db.executemany("INSERT INTO session VALUES (?, -9223372036854775808, 3)", [("b",), ("B",), ("a",), ("é",), ("_",)])
db.execute("INSERT INTO game_table VALUES (1, 'alibaba', 1, 0, 1, 99, NULL)")
db.execute("INSERT INTO seat VALUES (1, 1, 9223372036854775807, NULL, 1, -5, 0.1)")
db.execute("INSERT INTO seat VALUES (1, 2, NULL, 4, NULL, NULL, NULL)")
db.execute("INSERT INTO chat VALUES (1, 0, 5, 9223372036854775807, ?)", ("line\\none",))
db.executemany("INSERT INTO rating VALUES (?, ?, ?, ?, 7)", [("alibaba", -4, 1 / 3, 1e-300), ("Zebra", 2, 25.0, -0.0), ("alibaba", 2, 1e300, 5e-324)])
db.execute("INSERT INTO daily VALUES (20775, 'x')")
db.execute("INSERT INTO daily_result VALUES (20775, 9223372036854775807, -7, 31, 5)")
db.commit()
END
says 1 "No such file" "$serai" move --from "$work/nowhere.db" --to "$SERAI_PG"
says 0 "nothing differs" "$serai" move --from "$work/first.db" --to "$SERAI_PG"
moved=$(sed -nE 's/ *([0-9]+) rows of entry/\1/p' "$work/out")
[ "$moved" -gt 100 ] || fail "only $moved entries"
says 1 "the new one is not empty: there is something in person" "$serai" move --from "$work/first.db" --to "$SERAI_PG"
says 0 "nothing differs" "$serai" move --from "$SERAI_PG" --to "$work/second.db"
dump "$work/first.db" >"$work/first"
dump "$work/second.db" >"$work/second"
cmp "$work/first" "$work/second" || fail "they differ"
[ "$(grep -c ^entry "$work/first")" = "$moved" ] || fail "not all entries were moved"
play "$SERAI_PG"
says 1 "the new one is not empty" "$serai" move --from "$SERAI_PG" --to "$work/second.db"
says 0 "nothing differs" "$serai" move --from "$SERAI_PG" --to "$work/third.db"
[ "$(sed -nE 's/ *([0-9]+) rows of entry/\1/p' "$work/out")" -gt "$moved" ] || fail "nothing was played in between"
play "$work/third.db"
says 2 "pg_dump makes copies" "$serai" backup "$work/copy" --db "$SERAI_PG"
echo "$moved entries moved there and back"
