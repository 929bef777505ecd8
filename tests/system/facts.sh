# Sourced by tests in shell: $work, a temporary folder, and what says which facts do not hold. They end with `exit $bad`.
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bad=0

# fact WORDS COMMAND…: the command succeeds.
fact() {
        words=$1
        shift
        "$@" >"$work/out" 2>&1 || {
                echo "not so: $words"
                cut -c-300 "$work/out"
                bad=1
        }
}

# exits STATUS PATTERN COMMAND…: the command ends with that status, and says that.
exits() {
        want=$1 pattern=$2
        shift 2
        "$@" >"$work/out" 2>&1 </dev/null
        [ $? = "$want" ] && grep -q -- "$pattern" "$work/out" || {
                echo "not so: exit $want and '$pattern' from: $*"
                cat "$work/out"
                bad=1
        }
}

# same WORDS A B: the two texts are equal.
same() {
        [ -n "$2" ] && [ "$2" = "$3" ] || {
                echo "not so: $1: '$2' and '$3'"
                bad=1
        }
}
