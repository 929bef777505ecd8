#!/bin/sh
# The primary database dies during games, and its replica takes over:
# `sh tests/system/postgres.sh sh tests/system/failover.sh [PROGRAM]`.
#
# The replica is synchronous, so it has everything acknowledged; the address of the database names both. The players of a
# table (serai load --patient) are at different servers. They remember every step they have received and compare it with
# what they get after the failover and with what the other player got: all see one order, and nobody who joins is shown
# less than anybody had seen before.
set -u
cd "$(dirname "$0")/../.." || exit 2
serai=${1:-build/serai}
work=$(mktemp -d) || exit 2
chmod 777 "$work" # PostgreSQL is somebody else
servers= players=
replica() { $SERAI_PG_AS "$SERAI_PG_BIN/pg_ctl" -s -w -D "$work/replica" -l "$work/log" "$@"; }
trap 'kill -9 $servers $players 2>/dev/null; replica -m immediate stop 2>/dev/null; rm -rf "$work"' EXIT

address=${SERAI_PG#*@}
first=${address%%/*}
second=127.0.0.1:$(sh tests/system/free_port.sh)
$SERAI_PG_AS "$SERAI_PG_BIN/pg_basebackup" -d "$SERAI_PG" -D "$work/replica" -R -X stream -c fast && replica -o "-p ${second#*:}" start || exit 1
psql -qtA "$SERAI_PG" -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c "SELECT pg_reload_conf()" >"$work/out" || exit 1
until psql -qtA "$SERAI_PG" -c "SELECT sync_state FROM pg_stat_replication" | grep -qx sync; do :; done

url= urls=
for n in 1 2; do
        "$serai" serve --trust-local --port 0 --db "postgres://serai@$first,$second/serai?target_session_attrs=read-write" >"$work/out.$n" 2>"$work/err.$n" &
        server=$!
        servers="$servers $server"
        until grep -q 'http://' "$work/out.$n"; do
                kill -0 $server 2>/dev/null || { cat "$work/err.$n"; exit 1; }
        done
        url=$(sed -n 's/.*\(http:[^ ]*\)\/$/\1/p' "$work/out.$n")
        urls="$urls --url $url"
done
"$serai" load $urls --connections 40 --tables 20 --seconds 3600 --patient --json >"$work/report" 2>"$work/complaints" &
players=$!

moves() { curl -s "$url/metrics" | sed -n 's/^serai_moves_total //p'; }

# Waits until this many more entries are stored.
play() {
        enough=$(($(moves) + $1))
        while kill -0 $players 2>/dev/null && [ "$(moves)" -lt $enough ]; do :; done
}

play 500
"$SERAI_PG_CTL" kill
replica promote
play 500
kill -INT $players
wait $players
cat "$work/report" "$work/complaints"
grep -h 'level=error' "$work"/err.*
grep -q '"errors":0' "$work/report" && grep -q 'event=database-lost' "$work/err.1" && grep -q 'event=database-lost' "$work/err.2"
