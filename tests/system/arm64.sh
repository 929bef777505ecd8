# The rules, bots, tables and batches compiled for arm64 and run by an emulator give the same bytes as on this machine, with and
# without the processor's instructions for SHA-256. Needs what Debian calls gcc-aarch64-linux-gnu and qemu-user-static. Run from
# the repository root, after `make`.
#
# With ARM64_ROOT, a folder into which the arm64 packages of the libraries were unpacked (apt-get download …:arm64; dpkg -x), the
# whole program is built and run as well.
set -u
cc="aarch64-linux-gnu-gcc -std=c11 -D_DEFAULT_SOURCE -fno-strict-aliasing -pthread -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
emulator="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
. tests/system/facts.sh

make -s build/include/jsmn.h build/embedded.c build/nets.c || exit 1
cat tests/fuzz/corpus/commands/* >"$work/commands"
printf '%s\n' '#include "core/hash.h"' '#include <stdio.h>' 'static uint8_t bytes[100000], out[HASH_BYTES];' \
        'int main(void) { hash(bytes, sizeof bytes, out); for (int i = 0; i < HASH_BYTES; i++) printf("%02x", out[i]); }' >"$work/hash.c"
for cpu in armv8-a armv8-a+crypto; do
        $cc -march=$cpu -iquote . -isystem build/include -o "$work/rules" core/*.c bots/*.c build/nets.c table/*.c cli/cli.c cli/engine.c cli/perft.c cli/bench.c \
                tests/system/wasm_main.c && $cc -march=$cpu -I. -o "$work/hash" "$work/hash.c" core/hash.c || exit 1
        for file in gpu/*.c lib/*.c; do
                $cc -march=$cpu -fPIC -c -o "$work/part.o" "$file" || exit 1
        done
        same "$cpu: 200 random games" "$(build/serai bench --signature --games 200)" "$($emulator "$work/rules" bench --signature --games 200)"
        same "$cpu: the nets" "$(build/serai bench --bots --signature --games 200)" \
                "$($emulator "$work/rules" bench --bots --signature --games 200)"
        same "$cpu: answers" "$(build/serai engine <"$work/commands" | cksum)" "$($emulator "$work/rules" engine <"$work/commands" | cksum)"
        same "$cpu: SHA-256" "$(head -c 100000 /dev/zero | sha256sum | cut -d ' ' -f 1)" "$($emulator "$work/hash")"
done

if [ -n "${ARM64_ROOT-}" ]; then
        libraries=$ARM64_ROOT/usr/lib/aarch64-linux-gnu:$ARM64_ROOT/lib/aarch64-linux-gnu
        tar -cf - --exclude=./build --exclude=./.git --exclude=node_modules . | tar -xf - -C "$work"
        mkdir -p "$work/build" "$work/web/node_modules"
        cp -r build/include build/web build/table.wasm build/study.wasm "$work/build" && cp build/page.c "$work/build/page.c" || exit 1
        make -s -C "$work" -j"$(nproc)" -o build/page.c CC=aarch64-linux-gnu-gcc PG=0 build/serai build/libserai.so \
                STRICT="-Werror -isystem build/include -isystem $ARM64_ROOT/usr/include -isystem $ARM64_ROOT/usr/include/aarch64-linux-gnu \
                -L$ARM64_ROOT/usr/lib/aarch64-linux-gnu -Wl,-rpath-link,$libraries" || exit 1
        for cpu in baseline fast; do
                same "the whole program, $cpu" "$(build/serai bench --signature --games 200)" \
                        "$($emulator -E LD_LIBRARY_PATH="$libraries" -E SERAI_CPU=$cpu "$work/build/serai" bench --signature --games 200)"
        done
fi
exit $bad
