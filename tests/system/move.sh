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
        says 0 '"errors":0' build/serai load --url "$(sed -nE 's/.*(http:\/\/[0-9.:]+)\/.*/\1/p' "$work/served")" --connections 20 --tables 10 --seconds 2 --json --keep
        kill $server
        wait $server
        server=
}

# The contents of a file, read by Python's sqlite3 instead of our own code: all tables but those that belong to running servers.
dump() {
        python3 - "$1" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for (table,) in sorted(db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")):
    if table not in ("nodes", "presence", "pulse", "challenge"):
        rows = sorted(db.execute(f"SELECT * FROM {table}"), key=repr)
        assert rows, f"nothing is in {table}, so that its migration is not tested"
        for row in rows:
            print(table, row)
END
}

play "$work/first.db"
# And what those games do not have: logins, chat, friends, nulls, large and fractional numbers, all kinds of letters.
python3 - "$work/first.db" <<'END' || fail "nothing was added to those games"
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
ANN, BO = 9223372036854775807, -9223372036854775808

def add(table, **row):
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))

add("person", id=ANN, name="'\\\" \t’ Ω 🎲", at=-1, login="Їжак", folded="їжак", password="$argon2id$x", skeleton="ï", name_skeleton="Ω",
    admin=1, bot=0, muted=7, banned=-7)
add("person", id=BO, name="", at=0, bot=1)
for hash in ("b", "B", "a", "é", "_"):
    add("session", hash=hash, person=BO, at=3, made=2, device="Firefox, Linux", passkey=1)
add("game_table", id=1, game="alibaba", at=1, public=0, state=1, due=99)
add("seat", table_id=1, seat=1, person=ANN, place=1, points=-5, rating=0.1, gain=-1 / 3)
add("seat", table_id=1, seat=2, level=4)
add("chat", table_id=1, n=0, at=5, person=ANN, words="line\\none")
for game, who, mu, sigma in (("alibaba", -4, 1 / 3, 1e-300), ("Zebra", 2, 25.0, -0.0), ("alibaba", 2, 1e300, 5e-324)):
    add("rating", game=game, who=who, mu=mu, sigma=sigma, games=7)
add("met", game="alibaba", person=ANN, other=BO, times=0.3, at=4)
add("daily", day=20775, secret="x")
add("daily_result", day=20775, person=ANN, ahead=-7, points=31, at=5)
add("puzzle_attempt", person=ANN, at=6, puzzle="0fa29c11", game="marrakech", rating=1430, solved=1, daily=0)
add("recovery", hash="c1", person=ANN, used=None)
add("recovery", hash="c2", person=ANN, used=9)
add("passkey", id="p", person=ANN, at=1, public_key=bytes(range(256)), counter=3, device=None)
add("site", name="unwanted", value="слово\nword")
add("admin_log", n=1, id=-5, at=6, by_person=None, what="mute", person=BO, table_id=None, detail="24 h")
add("report", id=8, at=7, by_person=ANN, person=BO, table_id=1, why="words", words="[\"…\"]")
add("bot_token", hash="t", person=BO, at=3)
add("follow", person=ANN, other=BO, at=1)
add("block", person=BO, other=ANN, at=2)
add("invitation", person=BO, other=ANN, kind=1, table_id=1, at=3)
add("choice", person=ANN, here=1, profile=2, notices=3, quiet_from=22, quiet_to=7, ahead=60, at=4)
add("push", endpoint="https://push.example/1", session="b", key="k", auth="a", origin="https://games.example", at=5)
db.execute("DELETE FROM push_key")
add("push_key", one=1, key=bytes([0, 255, 10]), at=6)
add("notice", person=ANN, table_id=1, kind=1, due=7, sent=0, at=8)
db.commit()
END
says 1 "No such file" "$serai" move --from "$work/nowhere.db" --to "$SERAI_PG"
says 0 "nothing differs" "$serai" move --from "$work/first.db" --to "$SERAI_PG"
moved=$(sed -nE 's/ *([0-9]+) rows of entry/\1/p' "$work/out")
[ "$moved" -gt 100 ] || fail "only $moved entries"
says 1 "the new one is not empty: there is something in person" "$serai" move --from "$work/first.db" --to "$SERAI_PG"
says 0 "nothing differs" "$serai" move --from "$SERAI_PG" --to "$work/second.db"
dump "$work/first.db" >"$work/first" || fail "not all of it is compared"
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
