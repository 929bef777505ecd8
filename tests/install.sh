# Sourced by ./run and ./test. install_missing THING:PACKAGE … installs, with apt, the Debian packages of those
# things (commands on the PATH, or files) that are not there. Where there is no apt it says what to install.

# What the build needs: gcc for this machine, clang for WebAssembly, node for the page, libraries for the server.
BUILD_NEEDS="gcc:gcc make:make clang:clang wasm-ld:lld node:nodejs npm:npm /usr/include/stdio.h:libc6-dev /usr/include/jsmn.h:libjsmn-dev
/usr/lib/wasm32-wasi/libc.a:wasi-libc /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a:libclang-rt-dev-wasm32
/usr/share/llhttp/llhttp.c:node-llhttp /usr/include/wslay/wslay.h:libwslay-dev /usr/include/openssl/ssl.h:libssl-dev /usr/include/uv.h:libuv1-dev
/usr/include/sqlite3.h:libsqlite3-dev /usr/include/sodium.h:libsodium-dev /usr/include/utf8proc.h:libutf8proc-dev"

# Optional packages.
BUILD_WISHES="/usr/include/postgresql/libpq-fe.h:libpq-dev /usr/include/*/curl/curl.h:libcurl4-openssl-dev"
TEST_WISHES="/usr/lib/postgresql/*/bin/initdb:postgresql chromium-headless-shell:chromium-headless-shell"

install_missing() {
        packages=
        for pair in "$@"; do
                thing=${pair%%:*}
                case $thing in
                /*) ls $thing >/dev/null 2>&1 || packages="$packages ${pair#*:}" ;; # may be a pattern
                *) command -v "$thing" >/dev/null 2>&1 || packages="$packages ${pair#*:}" ;;
                esac
        done
        [ -n "$packages" ] || return 0
        if ! command -v apt-get >/dev/null 2>&1; then
                echo "Serai needs what Debian calls:$packages" >&2
                echo "Install it with your system's package manager, and start this again." >&2
                exit 1
        fi
        sudo=
        if [ "$(id -u)" != 0 ]; then
                sudo=sudo
                command -v sudo >/dev/null 2>&1 || {
                        echo "Serai needs:$packages. Install them as root, or install sudo, and start this again." >&2
                        exit 1
                }
        fi
        echo "Installing$packages …" >&2
        export DEBIAN_FRONTEND=noninteractive
        $sudo apt-get update -qq
        $sudo apt-get install -y -qq --no-install-recommends $packages >/dev/null
}

# The same for optional things.
install_wished() {
        (install_missing "$@") || echo "It goes on without." >&2
}
