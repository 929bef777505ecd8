#!/bin/sh
# Every numbered rule of docs/ is cited by a test, and nothing cites a rule that does not exist.
#
# A rule is a number in bold where its sentence begins: **4.3.2**. Tests cite it in a comment as
# "Marrakech 4.3.2" (several: "Marrakech 4.3.2, 4.3.4"); the code of a game cites it as [4.3.2].
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bad=0

# The numbers of rules: at the start of a line, of a list item or of a table row.
rules() {
        sed -nE 's/^(- |\| )?\*\*([0-9]+(\.[0-9]+)+)\*\*.*/\2/p' "$1" | sort
}

# The numbers that the tests cite after a game's name.
cited_by_tests() {
        cat tests/unit/test_*.c tests/*/*.mjs | grep -oE "$1 [0-9]+(\.[0-9]+)+(, [0-9]+(\.[0-9]+)+)*" | sed "s/^$1 //" | tr -d ' ' | tr ',' '\n' | sort -u
}

# The numbers in square brackets: [4.3.2] cannot be a subscript.
cited_by_code() {
        cat "$@" | grep -oE '\[[0-9]+(\.[0-9]+)+(, [0-9]+(\.[0-9]+)+)*\]' | tr -d '[] ' | tr ',' '\n' | sort -u
}

check() { # document, name in the tests, code
        rules "docs/$1.md" >"$work/rules"
        if [ ! -s "$work/rules" ]; then
                echo "docs/$1.md has no numbered rules"
                bad=1
        fi
        for twice in $(uniq -d "$work/rules"); do
                echo "docs/$1.md has two rules $twice"
                bad=1
        done
        sort -u "$work/rules" >"$work/known"
        cited_by_tests "$2" >"$work/cited"
        for rule in $(comm -23 "$work/known" "$work/cited"); do
                echo "no test cites $2 $rule"
                bad=1
        done
        for rule in $(comm -13 "$work/known" "$work/cited"); do
                echo "a test cites $2 $rule, which does not exist"
                bad=1
        done
        [ -n "$3" ] || return
        cited_by_code $3 >"$work/cited"
        for rule in $(comm -13 "$work/known" "$work/cited"); do
                echo "one of $3 cites [$rule], which docs/$1.md does not have"
                bad=1
        done
}

# A test cites a game by its title, or the last word of it.
documents='engine protocol'
for game in $(sh tests/system/games.sh); do
        check "$game" "$(sed -nE 's/^ *\.title = "(.* )?([A-Za-z]+)",$/\2/p' "core/$game.c")" "$(echo core/$game.[ch] core/${game}_*.[ch])"
        documents="$documents $game"
done
check engine Engine ''
check protocol Protocol ''
if [ $bad -eq 0 ]; then
        echo "$(for document in $documents; do cat "docs/$document.md"; done | grep -cE '^(- |\| )?\*\*[0-9]') rules, each cited by a test"
fi
exit $bad
