# make install and make uninstall, in a temporary folder. Run from the repository root, after `make`.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# installed FILE…: exactly these files exist.
installed() {
        (cd "$work" && find . ! -type d | sort) >"$work.found"
        printf './%s\n' "$@" | sort | diff - "$work.found" || { echo "< expected, > installed"; exit 1; }
        rm "$work.found"
}

make -s install DESTDIR="$work" PREFIX=/usr
installed usr/bin/serai usr/include/serai.h usr/lib/libserai.so usr/lib/libserai.so.1 usr/lib/systemd/system/serai.service usr/share/man/man1/serai.1
[ "$("$work/usr/bin/serai" --version)" = "serai $(cat VERSION)" ]
grep -qx 'ExecStart=/usr/bin/serai serve' "$work/usr/lib/systemd/system/serai.service"
grep -q '^\.TH SERAI 1 ' "$work/usr/share/man/man1/serai.1"
! command -v groff >/dev/null || [ -z "$(groff -man -Tascii -ww "$work/usr/share/man/man1/serai.1" 2>&1 >/dev/null)" ]

# A program finds header and library where they were installed.
printf '#include <serai.h>\nint main(void) { return serai_game_named("marrakech") ? 0 : 1; }\n' >"$work/uses.c"
gcc -I"$work/usr/include" -o "$work/uses" "$work/uses.c" -L"$work/usr/lib" -lserai
LD_LIBRARY_PATH="$work/usr/lib" "$work/uses"
rm "$work/uses" "$work/uses.c"

make -s uninstall DESTDIR="$work" PREFIX=/usr
[ -z "$(find "$work" ! -type d)" ]

make -s install DESTDIR="$work"
installed usr/local/bin/serai usr/local/include/serai.h usr/local/lib/libserai.so usr/local/lib/libserai.so.1 usr/local/share/man/man1/serai.1 etc/systemd/system/serai.service
make -s uninstall DESTDIR="$work"
[ -z "$(find "$work" ! -type d)" ]

# Every target with a line of help exists, and is listed.
make -s help >"$work/help"
for target in all clean format fuzz help install layers tests uninstall; do
        grep -q "^  $target " "$work/help"
done
