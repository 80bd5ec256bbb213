# Read by the scripts beside it: running two sides in turn, what they cost, and the table of it.
#
# Before: $here, $work (a directory for scratch files), $pairs. Sets $root, and with find_java $java.

root=$(CDPATH='' cd "$here/../.." && pwd -P)

# Where kvbench looks for programs, too.
PATH=$PATH:$("$root/docker/prepare" path)
export PATH

# One JVM for each run: what is measured of the process is that of all of it.
KVBENCH_CACHE=off
export KVBENCH_CACHE

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" >&2
  exit 1
}

say() {
  printf '%s\n' "$*" >&2
}

# The values of the options, none of which may be left out: whole numbers of at least 1.
check_numbers() {
  for number in "$@"; do
    case $number in
      '' | *[!0-9]* | 0) fail "'$number' is not a number of pairs or seconds." ;;
    esac
  done
}

# The last JVM that tells its home is the one that kvbench goes on in, whatever it began with.
find_java() {
  say 'building kvbench.jar, and asking which Java it runs on'
  JDK_JAVA_OPTIONS=-XshowSettings:properties "$root/kvbench" systems >"$work/java.txt" 2>&1 ||
    fail 'kvbench does not start:' "$(tail -n 5 "$work/java.txt")"
  java_home=$(sed -n 's/^ *java\.home = //p' "$work/java.txt" | tail -n 1)
  java=$java_home/bin/java
  [ -x "$java" ] || fail "there is no Java in '$java_home'."
}

# Processor time in seconds of everything that this shell has started and that has ended.
children_seconds() {
  awk 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); print u[1] * 60 + u[2] + s[1] * 60 + s[2] }' "$1"
}

# Runs a command and leaves its processor time in $cpu.
timed() {
  times >"$work/before"
  "$@" >"$work/out.txt" 2>&1 || fail "this has failed: $*" "$(tail -n 20 "$work/out.txt")"
  times >"$work/after"
  cpu=$(awk -v a="$(children_seconds "$work/after")" -v b="$(children_seconds "$work/before")" 'BEGIN { print a - b }')
}

median() {
  sort -n "$1" | awk '{ v[NR] = $1 } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'
}

thousands() {
  echo "$1" | awk '{ n = sprintf("%.0f", $1); while (match(n, /[0-9][0-9][0-9][0-9](,|$)/))
    n = substr(n, 1, RSTART) "," substr(n, RSTART + 1); print n }'
}

row() {
  for cell in "$@"; do
    printf '| %s ' "$cell"
  done >>"$work/rows.md"
  echo '|' >>"$work/rows.md"
}

# how often the other's, and no less than what
verdict() {
  awk -v ratio="$1" -v target="$2" 'BEGIN { print (ratio >= target ? "yes" : "no") }'
}

machine() {
  processors=$(getconf _NPROCESSORS_ONLN)
  model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
  memory=$(awk '/^MemTotal:/ { printf "%.1f GiB", $2 / 1048576 }' /proc/meminfo 2>/dev/null || :)
  version=$("$java" -version 2>&1 | sed -n '3s/.* VM //p')
  printf -- '- %s processors%s\n' "$processors" "${model:+, $model}"
  printf -- '- %s of memory\n' "${memory:-unknown}"
  printf -- '- %s %s\n' "$(uname -srm)" "$(sed -n 's/^PRETTY_NAME="\(.*\)"/(\1)/p' /etc/os-release 2>/dev/null)"
  printf -- '- Java for all sides: %s\n' "$version"
  printf -- '- load average before the runs: %s\n' "$load"
}
