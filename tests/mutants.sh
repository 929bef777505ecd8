#!/bin/sh
# Plants the bugs of tests/mutants.txt one at a time and runs the tests, which have to notice every one.
#
#   tests/mutants.sh [WORD]         only the bugs whose line has this word in it
#   tests/mutants.sh --sim [WORD]   plants those of tests/sim/planted.txt, which the simulation has to notice
#   tests/mutants.sh --places       plants none, and only looks whether each still has its place
#
# Works on a copy of the tree. Exits with 1 if a bug was not noticed, with 2 if one could not be planted:
# its piece of code is not found just once in a line of its file, or the file does not compile with it.
set -u
cd "$(dirname "$0")/.." || exit 2
only_places= sim= lists=tests/mutants.txt
case ${1-} in
--places) only_places=1 lists="tests/mutants.txt tests/sim/planted.txt" && shift ;;
--sim) sim=1 lists=tests/sim/planted.txt && shift ;;
esac
word=${1-}
root=$(pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
list=$work/mutants.txt
cat $lists | grep -v '^#' | grep -F -e "$word" >"$list"
mkdir "$work/tree"
tar -cf - --exclude=./build --exclude=./.git --exclude=./web --exclude=./shared . | tar -xf - -C "$work/tree" || exit 2
cd "$work/tree" || exit 2
survived=0 unplanted=0 noticed=0

build() { # a test program; without optimisation, checks and much patience, for speed
        make -s -j2 FLAVOUR=mutant FLAGS_mutant="${sim:+-O2} -DPATIENCE=20" "build/mutant/$1" >"$work/log" 2>&1
}

# run PROGRAM FILE: a test of this file, which may have a planted bug and run for ever. The simulation ends at the first seed that
# fails; if none has in twenty minutes, it has not noticed.
run() {
        case $1 in
        serai-sim) timeout 1200 ./build/mutant/serai-sim --seeds 300 --hours 1 --people 48 --jobs 2 --stop || [ $? = 124 ] ;;
        *) timeout 300 $(runner_for "$2") "./build/mutant/$1" ;;
        esac
}

# The tests that may detect a bug in a file, the likeliest first.
tests_for() {
        [ -z "$sim" ] || { echo serai-sim && return; }
        case $1 in
        core/marrakech*) echo test_marrakech test_table test_engine ;;
        core/alibaba*) echo test_alibaba test_table test_engine ;;
        core/labyrinth*) echo test_labyrinth test_table test_engine ;;
        bots/judge.c | bots/ledger.c) echo test_ledger ;;
        bots/puzzle.c | bots/puzzle_themes.c) echo test_puzzles ;;
        table/id.c) echo test_people ;;
        table/*) echo test_table test_engine ;;
        core/draw.c) echo test_draw test_engine ;;
        server/people/rating.c) echo test_rating ;;
        server/people/people.c | server/people/skeleton.c | server/net/rate_limit.c) echo test_people ;;
        server/rooms/live_room.c) echo test_hub test_kept test_damage ;;
        server/store/entry_hash.c) echo test_damage ;;
        server/clock.c) echo test_clock ;;
        server/log.c) echo test_log ;;
        server/people/quota.c) echo test_quota ;;
        server/people/idle_guests.c | server/rooms/hub.c | server/rooms/lobby.c | server/rooms/results.c | server/rooms/schedule.c | server/rooms/room*.c) echo test_hub test_kept test_secrets ;;
        server/rooms/think*.c) echo test_think test_hub ;;
        server/cluster/*) echo test_hub ;;
        server/store/postgres*) echo test_postgres test_store ;;
        server/*) echo test_store ;;
        gpu/*) echo test_batch ;;
        lib/*) echo test_library ;;
        cli/census.c) echo test_census ;;
        core/*) echo test_engine test_alibaba test_marrakech test_labyrinth test_draw ;;
        *) echo test_engine test_draw ;;
        esac
        case $1 in
        server/* | gpu/* | lib/* | cli/census.c) ;;
        *) echo test_laws ;;
        esac
}

# How a test of this file is run: tests of several servers need a PostgreSQL.
runner_for() {
        case $1 in
        server/cluster/* | server/rooms/schedule.c | server/store/postgres*) echo sh tests/system/postgres.sh ;;
        esac
}

# Replaces a text, which must occur exactly once in the file.
plant() { # file, old, new
        old=$2 new=$3 awk '
        BEGIN { old = ENVIRON["old"]; new = ENVIRON["new"] }
        {
                at = index($0, old)
                if (at) {
                        found++
                        if (index(substr($0, at + length(old)), old))
                                found++
                        $0 = substr($0, 1, at - 1) new substr($0, at + length(old))
                }
                print
        }
        END { exit found != 1 }' "$root/$1" >"$1.mutant"
}

# What fails without a planted bug proves nothing. (That the simulation does not is a check of ./test.)
[ "$only_places$sim" ] || for program in $(for file in $(sed 's/ ::.*//' "$list" | sort -u); do tests_for "$file"; done | tr ' ' '\n' | sort -u); do
        if ! build "$program" || ! run "$program" - >"$work/log" 2>&1; then
                cat "$work/log"
                echo "$program fails without a planted bug"
                exit 2
        fi
done

while IFS= read -r line; do
        file=$(printf '%s\n' "$line" | awk -F ' :: ' '{ print $1 }')
        old=$(printf '%s\n' "$line" | awk -F ' :: ' '{ print $2 }')
        new=$(printf '%s\n' "$line" | awk -F ' :: ' '{ print $3 }')
        rule=$(printf '%s\n' "$line" | awk -F ' :: ' '{ print $4 }')
        if [ -z "$rule" ] || ! plant "$file" "$old" "$new"; then
                echo "NOT PLANTED  $file: $old"
                unplanted=$((unplanted + 1))
                rm -f "$file.mutant"
                continue
        fi
        if [ "$only_places" ]; then
                rm "$file.mutant"
                continue
        fi
        mv "$file.mutant" "$file"
        fate=survived
        for program in $(tests_for "$file"); do
                if ! build "$program"; then
                        fate=unbuilt
                        break
                fi
                since=$(date +%s)
                run "$program" "$file" >"$work/log" 2>&1 || fate=noticed
                [ $fate = survived ] || break
        done
        case $fate in
        survived)
                echo "SURVIVED     $rule: $old -> $new"
                survived=$((survived + 1))
                ;;
        unbuilt)
                grep error "$work/log" | head -3
                echo "NOT BUILT    $file: $old -> $new"
                unplanted=$((unplanted + 1))
                ;;
        *)
                echo "noticed      $rule, by $program${sim:+$(sed -n 's/^\(seed [0-9]*\): FAILED.*/, \1/p' "$work/log" | head -n 1) after $(($(date +%s) - since)) s}"
                noticed=$((noticed + 1))
                ;;
        esac
        cp "$root/$file" "$file"
done <"$list"

[ "$only_places" ] || echo "$noticed planted bugs noticed, $survived not, $unplanted could not be planted"
[ $unplanted -eq 0 ] || exit 2
[ $survived -eq 0 ]
