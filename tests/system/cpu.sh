# The two builds in one program (cpu/cpu.h): both give the same bytes, and a processor gets one that it can run. Run from the
# repository root, after `make`. With qemu-x86_64-static (Debian: qemu-user-static) also as on a processor of 2008.
set -u
serai=build/serai
. tests/system/facts.sh

cat tests/fuzz/corpus/commands/* >"$work/commands"
# answers COMMAND…: the answers of the rules, the bots and the nets to many commands, and in 1,000 random games, as one line.
answers() {
        "$@" engine <"$work/commands" | cksum
        "$@" bench --signature
        "$@" bench --bots --signature
}

usual=$(answers $serai)
same "the baseline gives the same bytes" "$usual" "$(SERAI_CPU=baseline answers $serai)"
if SERAI_CPU=fast $serai --help >/dev/null 2>&1; then
        same "the faster build gives the same bytes" "$usual" "$(SERAI_CPU=fast answers $serai)"
else
        echo "skipped: this processor cannot run the faster build"
fi
same "another value is refused" "serai: SERAI_CPU is baseline or fast" "$(SERAI_CPU=slow $serai --help 2>&1 | cut -d, -f1)"

old="qemu-x86_64-static -cpu Nehalem"
if [ "$(uname -m)" = x86_64 ] && command -v qemu-x86_64-static >/dev/null; then
        signature=$(SERAI_CPU=baseline $serai bench --signature --games 100)
        same "it runs on a processor without AVX" "$signature" "$($old $serai bench --signature --games 100)"
        same "which refuses the faster build" "serai: SERAI_CPU is baseline or fast, and this processor can run baseline only" \
                "$(SERAI_CPU=fast $old $serai --help 2>&1)"
        printf '%s\n' '#include <serai.h>' '#include <stdio.h>' 'int main(void) { printf("%d\n", serai_version()); }' >"$work/program.c"
        gcc -Iinclude -o "$work/program" "$work/program.c" -Lbuild -lserai -Wl,-rpath,"$(pwd)/build"
        same "so does the library" "$("$work/program")" "$($old "$work/program")"
else
        echo "skipped: an older processor: there is no qemu-x86_64-static"
fi
exit $bad
