#!/bin/sh
# Kills the server with SIGKILL during games and restarts it, repeatedly: `sh tests/system/kill.sh ROUNDS [PROGRAM]`.
#
# The players (serai load --patient) remember every step they have received, and compare it with what they get when they
# return. A missing or different one is an error. After 500 rounds it begins again with an empty database, since a server
# checks its whole file when it starts.
set -u
cd "$(dirname "$0")/../.." || exit 2
rounds=${1:-100}
serai=${2:-build/serai}
if [ "$rounds" -gt 500 ]; then
        killed=0
        while [ "$killed" -lt "$rounds" ]; do
                some=$((rounds - killed < 500 ? rounds - killed : 500))
                sh tests/system/kill.sh "$some" "$serai" || exit 1
                killed=$((killed + some))
        done
        echo "$killed times killed in all"
        exit
fi
work=$(mktemp -d) || exit 2
trap 'kill -9 "$server" "$players" 2>/dev/null; rm -rf "$work"' EXIT
players=

port=$(sh tests/system/free_port.sh)

start() {
        "$serai" serve --trust-local --port "$port" --db "$work/serai.db" >"$work/out" 2>"$work/err" &
        server=$!
        until grep -qs 'http://' "$work/out"; do
                kill -0 "$server" 2>/dev/null || { cat "$work/err"; echo "the server does not start"; exit 1; }
                sleep 0.01
        done
}

start
"$serai" load --url "http://127.0.0.1:$port" --connections 40 --tables 20 --seconds 3600 --patient --json >"$work/report" 2>"$work/complaints" &
players=$!

# Moves that the server has stored since its start.
moves() {
        stored=$(curl -s "http://127.0.0.1:$port/metrics" | sed -n 's/^serai_moves_total //p')
        echo "${stored:-0}"
}

# The players have come, and sit at their tables.
while kill -0 "$players" 2>/dev/null && [ "$(moves)" -eq 0 ]; do sleep 0.01; done
round=0
while [ "$round" -lt "$rounds" ]; do
        round=$((round + 1))
        # Killed at any moment from before the first move to after the hundredth.
        enough=$(awk -v seed="$round$$" 'BEGIN { srand(seed); print int(100 * rand()) }')
        while kill -0 "$players" 2>/dev/null && [ "$(moves)" -lt "$enough" ]; do sleep 0.01; done
        kill -9 "$server"
        wait "$server" 2>/dev/null
        kill -0 "$players" 2>/dev/null || break
        start
done
# After the last start everybody returns, and is sent everything once more.
while kill -0 "$players" 2>/dev/null && [ "$(moves)" -lt 200 ]; do sleep 0.01; done
kill -INT "$players"
wait "$players"
cat "$work/report" "$work/complaints"
echo "$round times killed"
grep -q '"errors":0' "$work/report" && [ "$round" = "$rounds" ]
