# Checks that build/serai and build/libserai.so carry the hardening that the Makefile asks for. Run from the repository root, after
# `make`. What each compiler flag leaves behind differs; with -g gcc records the flags of every file, and these are compared.
set -u
. tests/system/facts.sh

# compiled FLAG: every file was compiled with this flag; prints those that were not.
compiled() {
        [ -s "$work/flags" ] && ! grep -v -e " $1 " "$work/flags" | cut -d ' ' -f 1 | grep .
}

for file in build/serai build/libserai.so; do
        readelf -W -h -l -d --dyn-syms "$file" >"$work/elf"
        readelf -W --debug-dump=info "$file" 2>/dev/null |
                awk '/DW_AT_producer/ { flags = $0 " " } /DW_AT_name/ && flags { print $NF, flags; flags = "" }' >"$work/flags"
        fact "$file: loaded at a random address (PIE or shared library)" grep -q 'Type: *DYN' "$work/elf"
        fact "$file: relocations become read-only (RELRO)" grep -q GNU_RELRO "$work/elf"
        fact "$file: all of them, at the start (BIND_NOW)" grep -q '(FLAGS).*BIND_NOW' "$work/elf"
        fact "$file: the stack is not executable" grep -qE 'GNU_STACK .* RW ' "$work/elf"
        fact "$file: no segment is both writable and executable" sh -c "! grep -E '^ +LOAD.* RWE ' '$work/elf'"
        fact "$file: no run path" sh -c "! grep -E '\((RPATH|RUNPATH)\)' '$work/elf'"
        fact "$file: stack protector" compiled -fstack-protector-strong
        fact "$file: stack overruns abort the program" grep -q '__stack_chk_fail' "$work/elf"
        fact "$file: stack clash protection" compiled -fstack-clash-protection
        fact "$file: fortified functions of libc" grep -qE 'UND +__[a-z]+_chk(@| )' "$work/elf"
        case $(uname -m) in
        x86_64) fact "$file: control-flow protection" compiled -fcf-protection=full ;;
        aarch64) fact "$file: control-flow protection" compiled -mbranch-protection=standard ;;
        esac
done
fact "build/serai: a position-independent program" sh -c "readelf -d build/serai | grep -q 'Flags:.* PIE'"
exit $bad
