# The command line as a script meets it: exit statuses, files, pipes. Run from the repository root, after `make`.
set -u
serai=build/serai
. tests/system/facts.sh

exits 2 "Usage" $serai
exits 0 "engine" $serai --help
exits 2 "no command nonsense" $serai nonsense
exits 0 "^serai $(cat VERSION)$" $serai --version
for command in serve think admin backup move play match replay review verify engine perft bench lab puzzles load; do
        exits 0 "Usage: serai $command" $serai "$command" --help
done
exits 2 "engine does not know now" $serai engine now

# The server: content encodings, caching and security headers of the page; and clear error messages.
exits 2 "number from 0 to 65535" $serai serve --port many
exits 2 "does not know --loud" $serai serve --loud
exits 1 "cannot listen on port 0 of 203.0.113.7: Cannot assign" $serai serve --port 0 --listen 203.0.113.7
exits 1 "of nowhere: that is not an IP address" $serai serve --port 0 --listen nowhere
SERAI_DB=$work/db
export SERAI_DB
exits 1 "the database /nowhere/db cannot be opened: No such file" $serai serve --port 0 --db /nowhere/db
exits 2 "both a certificate and a key" $serai serve --tls-cert x
exits 2 "SERAI_PROXY is 1 or 0, not yes" env SERAI_PROXY=yes $serai serve
exits 2 "--port needs a value, N" $serai serve --port
exits 2 "--proxy takes no value" $serai serve --proxy=1
$serai serve --port 0 >"$work/served" 2>"$work/server-errors" &
server=$!
until grep -q http "$work/served" || ! kill -0 $server 2>/dev/null; do sleep 0.05; done
page=$(sed -n 's/.*\(http:[^ ]*\)$/\1/p' "$work/served")
fact "every thread of the server is in the sandbox" sh -c "! grep -L 'Seccomp:.2' /proc/$server/task/*/status | grep ."
fact "no thread of it can gain privileges" sh -c "! grep -L 'NoNewPrivs:.1' /proc/$server/task/*/status | grep ."
exits 1 "another server has it open" $serai serve --port 0
exits 1 "already in use" $serai serve --port "$(echo "$page" | sed 's/.*:\([0-9]*\)\/$/\1/')"
get() { curl -s -D "$work/header" -o "$work/body" "$@"; }
has() { grep -qi -- "$1" "$work/header"; }
get "$page"
fact "the page is html" has "^content-type: text/html"
fact "it is always revalidated" has "^cache-control: no-cache"
fact "nothing may be loaded from other origins" has "^content-security-policy: default-src 'none'; script-src 'self'"
fact "no script is written into the page" sh -c "! grep -qE '<script>|<style|style=|onclick' '$work/body'"
# A load test leaves nobody behind, and is not started against another machine by mistake.
people() { python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM person").fetchone()[0])' "$work/db"; }
exits 2 "192.0.2.1 may be another machine; with --anywhere" $serai load --url http://192.0.2.1:8080
exits 0 "errors  *0$" $serai load --url "${page%/}" --connections 6 --tables 3 --seconds 1 --keep
fact "a load test keeps its guests if told to" [ "$(people)" = 6 ]
exits 0 "errors  *0$" $serai load --url "${page%/}" --connections 10 --tables 4 --bots 1 --seconds 1
fact "a load test deletes its guests" [ "$(people)" = 6 ]
script=$(sed -n 's/.*src="\([^"]*\.js\)".*/\1/p' "$work/body")
tag=$(sed -n 's/^etag: \(.*\)\r$/\1/p' "$work/header")
get -H "if-none-match: $tag" "$page"
fact "an unchanged file is not sent again" has "^HTTP/1.1 304"
get "$page$script"
cp "$work/body" "$work/plain"
fact "files with a hash in the name are cached for ever" has "^cache-control: public, max-age=31536000, immutable"
get -H "accept-encoding: gzip" "$page$script"
fact "gzip if accepted" has "^content-encoding: gzip"
fact "and it is the same file" sh -c "gunzip -c '$work/body' | cmp - '$work/plain'"
get -H "accept-encoding: gzip, deflate, br" "$page$script"
fact "brotli if accepted" has "^content-encoding: br"
get -H "accept-encoding: br;q=0, identity" "$page$script"
fact "and nothing if neither is" sh -c "! grep -qi '^content-encoding' '$work/header' && cmp '$work/body' '$work/plain'"
get "${page}nonsense"
fact "an unknown path is 404" has "^HTTP/1.1 404"
get "${page}metrics"
fact "the version is among the metrics" grep -qx "serai_build_info{version=\"$(cat VERSION)\"} 1" "$work/body"
get -X POST -d x "$page"
fact "nothing can be posted" has "^HTTP/1.1 405"
get --path-as-is "${page}../../etc/passwd"
fact "no path leads out of the page" has "^HTTP/1.1 40[034]"
exits 0 "and the copy is whole" $serai backup "$work/copy"
fact "only the owner may read the copy" test "$(stat -c %a "$work/copy")" = 600
exits 1 "there is a file of that name already" $serai backup "$work/copy"
exits 1 "unable to open" $serai backup "$work/nothing" --db "$work/nowhere"
exits 1 "file is not a database" $serai backup "$work/nothing" --db $serai
fact "a failed backup leaves no file" test ! -e "$work/nothing"
exits 2 "backup needs FILE" $serai backup
exits 2 "pg_dump makes copies" $serai backup "$work/nothing" --db postgres://ann:s3cret@127.0.0.1:1/serai
exits 2 "move needs --to DB" $serai move --from x
exits 1 "the old one cannot be opened: another server has it open" $serai move --from "$work/db" --to "$work/other"
exits 1 "is not moved to postgres://127.0.0.1:1/serai: the new one cannot be opened" $serai move --from "$work/copy" --to postgres://ann:s3cret@127.0.0.1:1/serai
fact "no password is shown" sh -c "! grep s3cret '$work/out'"
exits 0 "nothing differs" $serai move --from "$work/copy" --to "$work/moved"
kill -TERM $server
wait $server
fact "it stops on SIGTERM" test "$?" = 0
fact "it logs events, a line for each, and no error" test "$(grep -cE '^20[0-9TZ:.-]+ level=info event=' "$work/server-errors")" = "$(wc -l <"$work/server-errors")"

# The engine exits with 0 whatever came before, and answers a last line without a newline.
printf 'games\r\nnonsense\n\377\nnew alibaba\nturn' | $serai engine >"$work/answers"
fact "end of input is status 0" test $? = 0
fact "one answer for each line" test "$(wc -l <"$work/answers")" = 5
fact "games, with a trailing CR" grep -qx "= $(sh tests/system/games.sh | paste -sd " ")" "$work/answers"
fact "the last line is answered" grep -qx "= player 1" "$work/answers"
printf 'quit\ngames\n' | $serai engine >"$work/answers"
fact "nothing is answered after quit" test "$(cat "$work/answers")" = "="
{ printf 'new marrakech '; head -c 70000 /dev/zero | tr '\0' x; printf '\ngames\n'; } | $serai engine >"$work/answers"
fact "a line that is too long gets one answer" test "$(wc -l <"$work/answers")" = 2
fact "and the next line is a new one" grep -qx "= $(sh tests/system/games.sh | paste -sd " ")" "$work/answers"

# perft is the engine's perft.
fact "perft of the program and of the engine agree" \
        test "$($serai perft marrakech --depth 4 players=2 --first 2)" = "$(printf 'new marrakech players=2 first=2\nperft 4\n' | $serai engine | sed -n 's/^= //p')"
fact "--divide adds up" test "$($serai perft labyrinth --depth 2 --divide --seed 3 | tail -n 1)" = "$($serai perft labyrinth --depth 2 --seed 3)"
exits 2 "perft needs GAME" $serai perft
exits 2 "perft needs --depth D" $serai perft alibaba
exits 2 "no option colour" $serai perft alibaba --depth 1 colour=red
exits 2 "two players only" $serai perft alibaba --depth 1 variant=small players=3

# verify: what is proven, and what is not.
printf 'new marrakech seed=9\nplay E\nroll\nrecord\n' | $serai engine | sed -n 's/^= {/{/p' >"$work/good"
exits 0 "all 1 chance outcomes and the deal are those of seed 9" $serai verify "$work/good"
roll=$(sed 's/.*\[0,"\(.\)"\].*/\1/' "$work/good")
sed "s/\[0,\"$roll\"\]/[0,\"$((roll % 4 + 1))\"]/" "$work/good" >"$work/steered"
exits 1 "not the outcome that the seed gives" $serai verify "$work/steered"
sed 's/"E"/"N"/' "$work/good" >"$work/illegal"
exits 1 "move 1, N, does not fit" $serai verify "$work/illegal"
sed 's/"E"/"S"/' "$work/good" >"$work/changed"
exits 1 "has been changed" $serai verify "$work/changed"
printf 'new marrakech seed=9\nplay E %s\nrecord\n' $((roll % 4 + 1)) | $serai engine | sed -n 's/^= {/{/p' >"$work/forced"
exits 0 "no seed, so the 1 chance outcomes are not proven" $serai verify "$work/forced"
exits 1 "cannot be read" $serai verify "$work/missing"
exits 1 "is refused" $serai verify /dev/null
exits 2 "verify needs FILE" $serai verify
fact "a record can come through a pipe" sh -c "$serai verify - <'$work/good'"

# review: of a game and of a folder, as a table, JSON and a page.
$serai match level:1 random --game marrakech players=2 --games 4 --records "$work/games" >/dev/null
exits 0 "^1 level:1 " $serai review "$work/games/game-0001.json"
exits 0 "^4 games; percent of the win" $serai review "$work/games"
exits 0 "The largest errors" sh -c "$serai review --effort 1 - <'$work/games/game-0002.json'"
$serai review "$work/games" --json --steps --html "$work/review.html" >"$work/review.json"
fact "luck, play and corrections make the result" python3 - "$work/review.json" <<'END'
import json, sys
review = json.load(open(sys.argv[1]))
assert len(review["games"]) == 4 and {p["name"] for p in review["players"]} == {"level:1", "random"}
for game in review["games"]:
    for place, seat in enumerate(game["seats"]):
        swings = [step["swing"][place] + step["correction"][place] for step in game["steps"]]
        assert seat["start"] + seat["deal"] + sum(swings) == seat["result"]
        assert seat["start"] + seat["deal"] + seat["luck"] + sum(seat["play"]) + seat["correction"] == seat["result"]
    assert sum(seat["result"] for seat in game["seats"]) == review["whole"]
END
fact "the page loads nothing" sh -c "! grep -E '(src|href)=|url\(|<script' '$work/review.html'"
fact "it shows every game" test "$(grep -c '<h2>' "$work/review.html")" = 5
exits 1 "the game is not over after its 2 moves" $serai review "$work/good"
exits 1 "cannot be read: No such file" $serai review "$work/missing"
exits 1 "is refused: move 1" $serai review "$work/illegal"
mkdir "$work/empty"
exits 1 "has no records, which end in .json" $serai review "$work/empty"

# puzzles: the same from any number of threads and when a run goes on; proven again; and a false one is not.
puzzles="$serai puzzles --game marrakech --seed 1"
exits 0 "^puzzles: 3, of " $puzzles --count 3 --out "$work/puzzles"
exits 0 "^puzzles: 3, of " $puzzles --count 3 --threads 2 --out "$work/by-two"
fact "two threads find the same puzzles" cmp "$work/puzzles" "$work/by-two"
exits 0 "^puzzles: 1, of " $puzzles --count 1 --out "$work/begun"
exits 0 "^puzzles: 3, of " $puzzles --count 3 --continue --out "$work/begun"
fact "a run that goes on finds the same puzzles" cmp "$work/puzzles" "$work/begun"
exits 1 "was made by another command or judge" $serai puzzles --game marrakech --seed 2 --continue --out "$work/begun"
exits 0 "3 of 3 puzzles proven again" $serai puzzles --check "$work/puzzles"
exits 0 "2 of 2 puzzles proven again" $serai puzzles --check --sample 2 --out "$work/kept" "$work/puzzles"
fact "those that hold are kept" test "$(grep -c '^{"id"' "$work/kept")" = 2
sed -E '2s/"moves":\[\["([^"]*)",([0-9.]*)\],\["([^"]*)"/"moves":[["\3",\2],["\1"/' "$work/puzzles" >"$work/false"
exits 1 "other moves are right" $serai puzzles --check "$work/false"
sed '2s/"dirhams":\[/"dirhams":[1/' "$work/puzzles" >"$work/false"
exits 1 "is refused: line 2" $serai puzzles --check "$work/false"
exits 1 "that is no file of puzzles" $serai puzzles --check "$work/good"
exits 0 "(16 searches, [0-9]* errors)" $serai puzzles --show --sample 1 "$work/puzzles"
exits 2 "needs one of --game, --check and --show" $serai puzzles
exits 2 "puzzles needs FILE" $serai puzzles --check
for game in $(sh tests/system/games.sh); do
        exits 0 "4 of 4 puzzles proven again" $serai puzzles --check --sample 4 "web/puzzles/$game.json"
done
exits 1 "cannot be written" $serai review "$work/games" --html "$work/nowhere/page"
exits 2 "review needs FILE" $serai review
exits 2 "does not know --loud" $serai review --loud
exits 2 "goes with --json" $serai review "$work/games" --steps
exits 2 "from 1 to 3" $serai review "$work/games" --effort 9

# bench: a table, JSON, a number.
fact "the signature is a number" sh -c "$serai bench --signature --games 30 | grep -qx '[0-9][0-9]*'"
fact "the signature is the same twice" test "$($serai bench --signature --games 30)" = "$($serai bench --signature --games 30)"
$serai bench --seconds 0.01 --json >"$work/bench.json" 2>"$work/progress"
fact "no progress line in a pipe" test ! -s "$work/progress"
fact "bench --json is nine objects with six figures" node -e '
        const rows = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
        const keys = "game,players,games_per_s,turns_per_s,moves_per_s,state_bytes";
        if (rows.length !== 9 || rows.some(r => Object.keys(r).join() !== keys || r.moves_per_s <= r.turns_per_s || r.state_bytes > 256)) process.exit(1);' "$work/bench.json"
fact "bench --bots counts iterations" sh -c "$serai bench --bots --game marrakech --players 3 --seconds 0.01 --json | grep -q '^.{\"game\":\"marrakech\",\"players\":3,\"iterations_per_s\":[1-9]'"
fact "bench --level times decisions" sh -c "$serai bench --level 5 --game marrakech --players 3 --seconds 0.01 --json | grep -q '^.{\"game\":\"marrakech\",\"players\":3,\"decisions\":[1-9][0-9]*,\"ms\":'"
exits 0 "labyrinth " $serai bench --game labyrinth --players 3 --seconds 0.01 tiles=master
exits 2 "seconds" $serai bench --seconds nan
exits 2 "no game chess" $serai bench --game chess

exits 2 "does not run on a GPU" $serai bench --bots --gpu
exits 2 "does not run on a GPU" $serai bench --level 5 --gpu

# The lab: the numbers do not depend on the number of threads or on the other trials, and the committed report is what
# its command prints.
$serai lab --cpu --games 300 --seed 3 --json >"$work/lab.json" 2>"$work/progress"
fact "no progress line in a pipe" test ! -s "$work/progress"
fact "one thread counts the same" sh -c "$serai lab --cpu --threads 1 --games 300 --seed 3 --json | cmp - '$work/lab.json'"
$serai lab --bots --cpu --games 8 --players 2 --usual --json >"$work/lab-bots.json" 2>/dev/null
fact "games of bots count the same with one thread" sh -c "$serai lab --bots --cpu --threads 1 --games 8 --players 2 --usual --json | cmp - '$work/lab-bots.json'"
fact "bots take tokens quickly" node -e '
        const lab = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
        if (lab.trials.length !== 3 || lab.trials.find(t => t.game === "labyrinth").turns.mean.is > 300) process.exit(1);' "$work/lab-bots.json"
fact "another seed does not" sh -c "! $serai lab --cpu --games 300 --seed 4 --json | cmp -s - '$work/lab.json'"
fact "every game, player count and option, with intervals around what was found" node -e '
        const lab = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
        const usual = lab.trials.filter((t) => t.change === "");
        const within = (f) => f.low <= f.is && f.is <= f.high;
        if (lab.command !== "serai lab --games 300 --seed 3" || usual.length !== 9 || lab.trials.length < 40) process.exit(1);
        for (const t of lab.trials) {
          const shares = t.seats.reduce((sum, seat) => sum + seat.share.is, 0);
          const counted = t.turns.counts.reduce((sum, [, n]) => sum + n, 0);
          if (Math.abs(shares - 1) > 1e-5 || counted !== 300 || !t.seats.every((s) => within(s.share)) || !within(t.turns.mean)) process.exit(2);
          if (t.change && !within(t.changes.advantage)) process.exit(3);
        }
        if (!["variant=small", "effects=may", "deals=off", "limit=400", "orient=after"].every((c) => lab.trials.some((t) => t.change === c))) process.exit(4);' "$work/lab.json"
fact "a page is written" $serai lab --cpu --game labyrinth --games 50 --page "$work/lab.html" limit=20
fact "with four plots for every player count, and one of them all" test "$(grep -c '<svg' "$work/lab.html")" = 13
fact "with a row for each" test "$(grep -c 'Master Labyrinth, [234] players</text>' "$work/lab.html")" = 3
fact "which loads nothing" sh -c "! grep -qE 'src=|href=|url\(|@import' '$work/lab.html'"
fact "and is well formed" node -e '
        const page = require("fs").readFileSync(process.argv[1], "utf8").replace(/<!doctype html>|<meta[^>]*>/g, "");
        const open = [];
        for (const [, close, name, self] of page.matchAll(/<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g)) {
          if (close) { if (open.pop() !== name) process.exit(1); } else if (!self) open.push(name);
        }
        if (open.length) process.exit(2);' "$work/lab.html"
lab="$serai $(sed -n 's/.*Made by <code>serai \([^<]*\)<.*/\1/p' docs/lab/index.html)"
$lab --cpu --game marrakech --players 4 --usual >"$work/lab"
fact "a row of the committed report, played again, is the same" sh -c "tail -n 1 '$work/lab' | grep -qxF -f - docs/lab/table.txt"
exits 2 "no game chess" $serai lab --game chess
exits 2 "1 to 1000000000000" $serai lab --games 0
exits 2 "options of a game need --game" $serai lab limit=3
exits 2 "no option colour" $serai lab --game marrakech colour=red
exits 2 "two players only" $serai lab --game alibaba --players 3 variant=small
exits 2 "who begins changes nothing" $serai lab --game marrakech first=2
exits 1 "cannot be written" $serai lab --cpu --game marrakech --games 1 --page "$work/nowhere/page"

# A missing or broken GPU is reported; without --gpu the lab uses the CPU.
mkdir "$work/cuda"
echo 'int cuInit(unsigned flags) { return (int)flags + 1; }' | gcc -shared -fPIC -x c -o "$work/cuda/libcuda.so.1" -
exits 1 "the GPU cannot be used: its driver has no cuGetErrorString" env LD_LIBRARY_PATH="$work/cuda" $serai bench --gpu
{
        echo 'int cuInit(unsigned flags) { return (int)flags + 1; } int cuGetErrorString(int r, const char **w) { *w = "asleep"; return r - 1; }'
        for name in cuDeviceGet cuDeviceGetName cuDeviceGetAttribute cuDevicePrimaryCtxRetain cuCtxSetCurrent cuCtxSynchronize cuModuleLoadData \
                cuModuleGetFunction cuFuncGetAttribute cuOccupancyMaxActiveBlocksPerMultiprocessor cuMemAlloc_v2 cuMemFree_v2 cuMemcpy cuLaunchKernel; do
                echo "int $name(void) { return 1; }"
        done
} | gcc -shared -fPIC -x c -o "$work/cuda/libcuda.so.1" -
exits 1 "the GPU cannot be used: it does not start: asleep" env LD_LIBRARY_PATH="$work/cuda" $serai bench --gpu
exits 0 "marrakech  4 usual" env LD_LIBRARY_PATH="$work/cuda" $serai lab --games 10 --game marrakech --players 4 --usual
if ! ldconfig -p | grep -q libcuda.so.1; then
        exits 1 "there is no GPU here" $serai bench --gpu
        exits 1 "serai: .* not installed" $serai lab --gpu --games 1
fi

fact "compile_commands.json names every source" node -e '
        const files = JSON.parse(require("fs").readFileSync("compile_commands.json", "utf8")).map(e => e.file);
        for (const f of require("fs").readdirSync("core").filter(f => f.endsWith(".c"))) if (!files.includes("core/" + f)) process.exit(1);'
exit $bad
