#!/bin/sh
# Three servers on one PostgreSQL, games between people on different servers, and faults: a server is killed, or stopped
# and continued; the database is restarted or killed, or its connections terminated; the connection between a server and
# the database is cut and restored: `sh tests/system/postgres.sh sh tests/system/faults.sh ROUNDS [PROGRAM]`.
#
# The players (serai load --patient) remember every step they have received. A missing, different or repeated one is an
# error; and at the end there is no gap in what is stored.
set -u
cd "$(dirname "$0")/../.." || exit 2
rounds=${1:-50}
serai=${2:-build/serai}
work=$(mktemp -d) || exit 2
players=
trap 'kill -CONT $(cat "$work"/pid.*) 2>/dev/null; kill -9 $(cat "$work"/pid.*) $players 2>/dev/null; rm -rf "$work"' EXIT

# The third server's connection to the database can be cut.
address=${SERAI_PG#*@}
host=${address%%:*}
port=${address#*:}
node --no-warnings tests/system/proxy.mjs "$host" "${port%%/*}" >"$work/proxy" &
proxy=$!
echo $proxy >"$work/pid.proxy"
until [ -s "$work/proxy" ]; do :; done
cut_off="postgres://serai@127.0.0.1:$(cat "$work/proxy")/serai"

# start N: always on the same port.
start() {
        db=$SERAI_PG
        [ "$1" != 3 ] || db=$cut_off
        : >"$work/out.$1"
        "$serai" serve --trust-local --port "$(cat "$work/port.$1")" --db "$db" >"$work/out.$1" 2>>"$work/err.$1" &
        echo $! >"$work/pid.$1"
        until grep -q 'http://' "$work/out.$1"; do
                kill -0 "$(cat "$work/pid.$1")" 2>/dev/null || { tail "$work/err.$1"; echo "a server does not start"; exit 1; }
        done
}

for n in 1 2 3; do
        sh tests/system/free_port.sh >"$work/port.$n"
        start $n
done
build/serai load --url "http://127.0.0.1:$(cat "$work/port.1")" --url "http://127.0.0.1:$(cat "$work/port.2")" \
        --url "http://127.0.0.1:$(cat "$work/port.3")" --connections 36 --tables 18 --bots 1 --seconds 3600 --patient --json \
        >"$work/report" 2>"$work/complaints" &
players=$!

ask() { psql -qtA "$SERAI_PG" -c "$1" 2>/dev/null; }

# Waits until this many more entries are stored, by any server.
play() {
        enough=$(($(ask 'SELECT count(*) FROM entry') + $1))
        while kill -0 $players 2>/dev/null && [ "$(ask 'SELECT count(*) FROM entry')" -lt $enough ]; do :; done
}

# A number below N; another one in each round.
chance() { awk -v seed="$(($$ + 7919 * round))" -v n="$1" 'BEGIN { srand(seed); rand(); rand(); print int(n * rand()) }'; }

round=0
while [ $round -lt "$rounds" ] && kill -0 $players 2>/dev/null; do
        round=$((round + 1))
        one=$(($(chance 3) + 1))
        # Usually a moment; every sixth time longer than any lease or timeout.
        pause=0.3
        [ $((round / 6 % 6)) != 5 ] || pause=9
        play "$(chance 120)"
        case $((round % 6)) in
        0) "$SERAI_PG_CTL" restart ;;
        1)
                kill -9 "$(cat "$work/pid.$one")"
                wait "$(cat "$work/pid.$one")" 2>/dev/null
                start "$one" ;;
        2) kill -STOP "$(cat "$work/pid.$one")" && sleep $pause && kill -CONT "$(cat "$work/pid.$one")" ;;
        3) kill -STOP $proxy && sleep $pause && kill -CONT $proxy ;;
        4) "$SERAI_PG_CTL" kill && "$SERAI_PG_CTL" start ;;
        5) "$SERAI_PG_CTL" end ;;
        esac || exit 1
done
play 300
kill -INT $players
wait $players
cat "$work/report" "$work/complaints"
holes=$(ask 'SELECT count(*) FROM entry e WHERE n > 0 AND NOT EXISTS (SELECT 1 FROM entry b WHERE b.table_id = e.table_id AND b.n = e.n - 1)')
games=$(ask 'SELECT count(*) FROM game_table WHERE state = 2')
echo "$round things happened; $games games over; $holes holes"
grep -q '"errors":0' "$work/report" && [ $round = "$rounds" ] && [ "$holes" = 0 ] && [ "$games" -gt 0 ]
