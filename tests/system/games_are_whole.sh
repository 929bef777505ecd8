#!/bin/sh
# Every game in the list of core/game.h has all that docs/adding-a-game.md requires; prints what is missing. Run from
# anywhere.
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0

# has GAME FILE WHAT: there is such a file.
has() {
        [ -s "$2" ] || { echo "$1 has no $2: $3"; bad=1; }
}

# names FILE TEXT WHAT: the file has this text in it.
names() {
        grep -qF "$2" "$1" || { echo "$1 does not have $2: $3"; bad=1; }
}

for game in $(sh tests/system/games.sh); do
        has "$game" "docs/$game.md" "its rules, numbered"
        has "$game" "core/$game.h" "its state"
        has "$game" "core/$game.c" "its rules"
        has "$game" "tests/unit/test_$game.c" "a test for each rule"
        has "$game" "bots/guide_$game.c" "what its bots know"
        names bots/guide.c "&${game}_guide" "the list of guides"
        has "$game" "cli/board_$game.c" "its board in a terminal"
        names cli/board.c "&${game}_board" "the list of boards"
        has "$game" "web/src/$game/game.ts" "the game on the page"
        names web/src/games.ts "./$game/game'" "the list of games on the page"
        for language in en nl ru uk; do
                has "$game" "web/src/$game/words/$language.ts" "its words"
        done
        names web/src/words.ts "./$game/words/en'" "the list of texts"
        names tests/mutants.txt "core/$game" "bugs that its tests have to notice"
done

# Games with a folder in the page are in the list, too.
for folder in web/src/*/game.ts; do
        game=$(basename "$(dirname "$folder")")
        [ "$game" = plain ] || names core/game.h "each($game)" "the list of games; the page has a folder for it"
done

# The recipe lists the files outside a game's own that it touches, and they exist.
recipe=docs/adding-a-game.md
touched=$(grep -oE '\*\*`[^`]+`\*\*' $recipe | tr -d '*`' | sort -u)
names $recipe "touches $(echo "$touched" | wc -l) files outside the game's own" "as many as are in bold there"
for file in $touched; do
        has "the recipe" "$file" "it is said to be touched"
done
[ $bad = 0 ] && echo "every game is whole"
exit $bad
