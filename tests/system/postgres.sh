#!/bin/sh
# Runs a command with a PostgreSQL of its own: `sh tests/system/postgres.sh COMMAND…`.
#
# The database is in a temporary directory and is removed afterwards, whatever the result. The command finds its address
# in SERAI_PG, and in SERAI_PG_CTL a program that controls it: fresh (drop everything), start, stop, restart, kill (by
# SIGKILL), end (terminate the connections of Serai), freeze and thaw. PostgreSQL's own programs are in SERAI_PG_BIN, to
# be run by the command in SERAI_PG_AS. Exits with 77 and a message if PostgreSQL is not installed.
set -u
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb || echo /nowhere/initdb)")
if [ ! -x "$bin/initdb" ]; then
        echo "there is no PostgreSQL on this machine, so nothing is tested with it (Debian: apt install postgresql)"
        exit 77
fi
folder=$(mktemp -d) || exit 2

# PostgreSQL does not run as root.
as=
if [ "$(id -u)" = 0 ]; then
        user=postgres
        id -u $user >/dev/null 2>&1 || user=nobody
        as="runuser -u $user --"
        chown $user "$folder"
fi

cat >"$folder/ctl" <<END
#!/bin/sh
cd "$folder"
port=\$(cat port 2>/dev/null)
# The postmaster and its children.
everybody() {
        leader=\$(head -n 1 data/postmaster.pid)
        echo "\$leader" \$(cat /proc/[0-9]*/stat 2>/dev/null | awk -v leader="\$leader" '\$4 == leader { print \$1 }')
}
[ "\$1" = start ] || [ -e data/postmaster.pid ] || exit 1
ctl() { $as "$bin/pg_ctl" -s -D data -l log -o "-p \$port" "\$@"; }
sql() { "$bin/psql" -q -h 127.0.0.1 -p "\$port" -U serai serai "\$@"; }
case \$1 in
start) ctl -w start ;;
stop) ctl -w -m fast stop ;;
restart) ctl -w -m fast restart ;;
kill)
        kill -STOP "\$(head -n 1 data/postmaster.pid)" # so that nobody is born while we count
        who=\$(everybody)
        kill -9 \$who
        for one in \$who; do while kill -0 "\$one" 2>/dev/null && ! grep -q ') Z ' "/proc/\$one/stat" 2>/dev/null; do :; done; done
        rm -f data/postmaster.pid ;; # where nobody takes the dead away, it would seem to live
freeze) kill -STOP \$(everybody) ;;
thaw) kill -CONT \$(everybody) ;;
end) sql -c "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'serai'" >/dev/null ;;
fresh) sql -c "SET client_min_messages = warning" -c "DROP SCHEMA public CASCADE" -c "CREATE SCHEMA public" ;;
*) exit 2 ;;
esac
END
chmod 755 "$folder" "$folder/ctl"
trap '{ "$folder/ctl" thaw; "$folder/ctl" stop; } 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

# Durable as in production, except for initdb.
(cd "$folder" && $as "$bin/initdb" -D data -U serai -A trust -E UTF8 --locale=C --no-sync >initdb.log 2>&1 &&
        $as sh -c "echo \"listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 40\" >>data/postgresql.conf") || { cat "$folder/initdb.log"; exit 1; }
# A port that no outgoing connection gets while the database is down.
for try in 1 2 3 4 5 6 7 8 9 10; do
        awk -v seed="$$$try" 'BEGIN { srand(seed); print 20000 + int(12000 * rand()) }' >"$folder/port"
        "$folder/ctl" start >"$folder/start.log" 2>&1 && break
        [ "$try" -lt 10 ] || { cat "$folder/start.log" "$folder/log"; exit 1; }
done
"$bin/createdb" -h 127.0.0.1 -p "$(cat "$folder/port")" -U serai serai || exit 1
SERAI_PG="postgres://serai@127.0.0.1:$(cat "$folder/port")/serai" SERAI_PG_CTL="$folder/ctl" SERAI_PG_BIN=$bin SERAI_PG_AS=$as "$@"
