#!/bin/sh
# play.sh SERAI: a game that has only its rules, in a match, in the terminal and as a record. Run from the root.
set -eu
serai=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Random playouts suffice for a bot that thinks more to win more.
"$serai" match --game pig level:1 level:6 --games 40 --json >"$work/match"
node -e 'const { win_share: [weak, strong] } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
         if (!(strong > 0.7)) { console.log(`level 6 won ${strong} of the games, level 1 ${weak}`); process.exit(1); }' "$work/match"

# A person at the keyboard, to the end.
i=0
while [ $i -lt 300 ]; do
        printf 'roll\nroll\nhold\n'
        i=$((i + 1))
done | "$serai" play pig --seats person,level:2 --seed 5 --save "$work/record" target=30 >"$work/screen"
grep -q 'The game is over' "$work/screen"
grep -q 'points  *[0-9]*, [0-9]*' "$work/screen"
"$serai" replay "$work/record" | grep -q 'Chance: [1-6]'
"$serai" review "$work/record" | grep -q '^1 seat 1 '
"$serai" verify "$work/record" | grep -q '^pig: .* all legal'
printf 'new pig\nplay fly\nlegal\n' | "$serai" engine | grep -q 'not legal here: the player holds or rolls'
echo "pig is played"
