# serai.service is a unit that systemd understands, and as confined as it was. Run from the repository root, after `make`.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The program is not installed here.
sed "s|/usr/local/bin/serai|$(pwd)/build/serai|" serai.service >"$work/serai.service"
systemd-analyze verify --man=no "$work/serai.service" >"$work/out" 2>&1 || {
        cat "$work/out"
        exit 1
}
if grep -F "$work" "$work/out"; then
        exit 1 # a warning about a line of it
fi
systemd-analyze security --no-pager --offline=true --threshold=12 "$work/serai.service" >"$work/out" 2>&1 || {
        grep -v '✓' "$work/out"
        exit 1
}
