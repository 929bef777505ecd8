#!/bin/sh
# Things happen to the database while games are played: it is started again, killed with SIGKILL, its connections are ended, it is frozen
# for a while: `sh tests/postgres.sh sh tests/database.sh ROUNDS [PROGRAM]`.
#
# The players (serai load --patient) remember every step that they were ever told. Nothing may be lost, refused or told twice.
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=${1:-20}
serai=${2:-build/serai}
work=$(mktemp -d) || exit 2
server=
players=
trap 'kill $server $players 2>/dev/null; rm -rf "$work"' EXIT

: >"$work/out"
"$serai" serve --port 0 --db "$SERAI_PG" >"$work/out" 2>"$work/err" &
server=$!
until grep -q 'http://' "$work/out"; do kill -0 $server 2>/dev/null || { cat "$work/err"; exit 1; }; done
url=$(sed -nE 's/.*(http:\/\/[0-9.:]+)\/.*/\1/p' "$work/out")
build/serai load --url "$url" --connections 40 --tables 20 --seconds 3600 --patient --json >"$work/report" 2>"$work/complaints" &
players=$!

# Waits until so many more moves were stored.
play() {
        enough=$(($(moves) + $1))
        while kill -0 $players 2>/dev/null && [ "$(moves)" -lt $enough ]; do :; done
}
moves() {
        stored=$(curl -s "$url/metrics" | sed -n 's/^serai_moves_total //p')
        echo "${stored:-0}"
}

round=0
while [ $round -lt "$rounds" ] && kill -0 $players 2>/dev/null; do
        round=$((round + 1))
        play "$(awk -v seed="$round$$" 'BEGIN { srand(seed); print int(200 * rand()) }')" # at any moment
        case $((round % 4)) in
        0) "$SERAI_PG_CTL" restart ;;
        1) "$SERAI_PG_CTL" kill && "$SERAI_PG_CTL" start ;;
        2) "$SERAI_PG_CTL" end ;;
        3) "$SERAI_PG_CTL" freeze && sleep 0.5 && "$SERAI_PG_CTL" thaw ;;
        esac || exit 1
done
play 200
kill -INT $players
wait $players
cat "$work/report" "$work/complaints"
grep level=error "$work/err" | tail -n 20
echo "$round things happened to the database"
grep -q '"errors":0' "$work/report" && grep -q '"reopened":0' "$work/report" && [ $round = "$rounds" ] && kill $server && wait $server
