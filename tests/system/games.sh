#!/bin/sh
# The names of the games, one a line, as core/game.h lists them. Run from the root.
sed -n 's/^#define GAME_LIST(each) //p' core/game.h | grep -oE '\beach\([a-z]+\)' | sed 's/.*(\(.*\))/\1/'
