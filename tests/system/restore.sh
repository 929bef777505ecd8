#!/bin/sh
# A restore drill: a backup is made while games are played, the disk is lost, the backup is put in its place, and play goes on:
# `sh tests/system/restore.sh [PROGRAM]`. What the backup had is there afterwards, unchanged.
set -u
cd "$(dirname "$0")/../.." || exit 2
serai=${1:-build/serai}
work=$(mktemp -d) || exit 2
trap 'kill -9 "$server" 2>/dev/null; rm -rf "$work"' EXIT
port=$(sh tests/system/free_port.sh)
url=http://127.0.0.1:$port

start() {
        "$serai" serve --trust-local --port "$port" --db "$work/disk/serai.db" >"$work/out" 2>"$work/err" &
        server=$!
        until grep -q 'http://' "$work/out"; do
                kill -0 "$server" 2>/dev/null || { cat "$work/err"; echo "the server does not start"; exit 1; }
        done
}

# play: so many seconds of it, without an error.
play() {
        "$serai" load --url "$url" --connections 20 --tables 10 --game alibaba --seconds "$1" --json >"$work/report" && grep -q '"errors":0' "$work/report" || {
                cat "$work/report" "$work/err"
                echo "play fails"
                exit 1
        }
}

mkdir "$work/disk"
start
play 3
play 3 &
"$serai" backup "$work/copy.db" --db "$work/disk/serai.db" || exit 1
wait $!
kill -9 "$server"
wait "$server" 2>/dev/null
rm -r "$work/disk"
mkdir "$work/disk"
cp "$work/copy.db" "$work/disk/serai.db"
start
play 3
curl -sf "$url/healthz" >/dev/null || { echo "the server is not healthy"; exit 1; }
kill -TERM "$server"
wait "$server"

# All that the backup had is there; games that were over then are whole.
python3 - "$work" >"$work/tables" <<'END' || exit 1
import sqlite3, sys
copy, disk = (sqlite3.connect(f"{sys.argv[1]}/{name}") for name in ("copy.db", "disk/serai.db"))
columns = "table_id, n, at, body, hash"
before = set(copy.execute(f"SELECT {columns} FROM entry"))
after = set(disk.execute(f"SELECT {columns} FROM entry"))
over = copy.execute("SELECT count(*) FROM game_table WHERE state = 2").fetchone()[0]
if not before or not over or before - after or len(after) <= len(before):
    sys.exit(f"{len(before)} entries and {over} games over in the backup, of which {len(before - after)} are gone; {len(after)} now")
print(f"{len(before)} entries of the backup are there, {len(after) - len(before)} are new; {over} games were over")
END
cat "$work/tables"
