# libserai.so as other programs meet it: its header in C and C++, its symbols, and the Python example, which steps 4,096 games at
# once, the same on one thread and on many. Run from the repository root, after `make`.
set -u
. tests/system/facts.sh

cat >"$work/program.c" <<'END'
#include <serai.h>

int main(void)
{
        char why[200];
        uint64_t state[SERAI_MAX_STATE / 8];

        return serai_deal(serai_game_named("labyrinth"), "players=3", 5, state, why, sizeof why) && serai_players(state) == 3 ? 0 : 1;
}
END
cp "$work/program.c" "$work/program.cpp"
for compiler in "gcc -std=c11" "clang -std=c11" "g++ -std=c++11" "clang++ -std=c++11"; do
        case $compiler in *++*) source=program.cpp ;; *) source=program.c ;; esac
        fact "$compiler takes the header" \
                $compiler -Wall -Wextra -Wpedantic -Werror -Iinclude -o "$work/program" "$work/$source" -Lbuild -lserai -Wl,-rpath,"$(pwd)/build"
        fact "and the program runs" "$work/program"
done
fact "the library has a versioned soname" sh -c "objdump -p build/libserai.so | grep -q 'SONAME *libserai.so.1'"
fact "it exports nothing but its interface" sh -c "! objdump -T build/libserai.so | grep ' g ' | grep -v ' serai_'"
fact "and all of that" test "$(grep -oE '\bserai_[a-z_]+\(' include/serai.h | sort -u | wc -l)" -le "$(objdump -T build/libserai.so | grep -c ' g .* serai_')"

fact "4,096 games are stepped at once" sh -c "python3 examples/vector.py --where cpu >'$work/all' 2>/dev/null"
fact "to their ends" grep -qE '^4096 games of marrakech in [0-9]+ steps, [0-9]{6} decisions$' "$work/all"
fact "on one thread as well" sh -c "python3 examples/vector.py --where cpu --threads 1 >'$work/one' 2>/dev/null"
fact "with the same outcomes" cmp "$work/all" "$work/one"
fact "another seed gives others" sh -c "! python3 examples/vector.py --where cpu --seed 2 2>/dev/null | cmp - '$work/all'"
fact "Ali Baba is stepped" sh -c "python3 examples/vector.py alibaba --games 200 --options players=3 2>/dev/null | grep -q '^checksum'"
fact "and the maze" sh -c "python3 examples/vector.py labyrinth --games 100 --options 'players=3 limit=20' 2>/dev/null | grep -q '^checksum'"
fact "an error is reported as a sentence" sh -c "python3 examples/vector.py --options colour=red 2>&1 | grep -q 'marrakech has no option colour'"
exit $bad
