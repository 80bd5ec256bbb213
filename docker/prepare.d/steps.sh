# shellcheck shell=sh
# Functions of docker/prepare: messages, locks, and steps with a log and a clock.

say() { printf 'prepare: %s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

need() {
  command -v "$1" >/dev/null 2>&1 || fail "$2 needs $1, which is not on the PATH. $3"
}

now() { date +%s; }

# since SECONDS: the time since then, as in 2 min 5 s.
since() {
  seconds=$(($(now) - $1))
  if [ "$seconds" -lt 60 ]; then
    echo "$seconds s"
  else
    echo "$((seconds / 60)) min $((seconds % 60)) s"
  fi
}

# locked NAME FUNCTION [ARGUMENT...]: runs a function while no other docker/prepare runs one under the same name with the
# same files. The lock is the kernel's and ends with the last process that has the file open: after kill -9 that is the
# last compiler that is left behind.
locked() {
  (
    mkdir -p "$cache/locks"
    lock=$cache/locks/$1
    exec 9>>"$lock"
    await_lock "$1"
    shift
    started=$(now)
    "$@"
  )
}

await_lock() {
  command -v flock >/dev/null 2>&1 || need perl 'docker/prepare' 'Install it, or flock (util-linux).'
  waiting_since=$(now)
  waited=0
  until try_lock; do
    if [ "$waited" -eq 0 ]; then
      owner=$(cat "$lock")
      say "$1: waiting for ${owner:-another process}, which is preparing it"
    elif [ $((waited % 60)) -eq 0 ]; then
      say "$1: still waiting, $(since "$waiting_since") so far"
    fi
    sleep 1
    waited=$((waited + 1))
  done
  printf 'process %s (%s)\n' "$$" "$home/prepare" >"$lock"
}

# Both lock the open file, which this shell keeps open; flock is not part of macOS.
try_lock() {
  status=0
  if command -v flock >/dev/null 2>&1; then
    flock -n 9 || status=$?
  else
    perl -e 'use Fcntl ":flock"; open my $lock, ">&=", 9 or exit 2;
      exit(flock($lock, LOCK_EX | LOCK_NB) ? 0 : $!{EWOULDBLOCK} ? 1 : 2)' || status=$?
  fi
  [ "$status" -le 1 ] || fail "cannot lock $lock. Choose a directory on another file system with KVBENCH_SERVERS."
  return "$status"
}

# step NAME WHAT COMMAND...: runs a command whose output goes to a log file, of which the end is shown if it fails.
step() {
  log=$cache/logs/$1.log
  what=$2
  mkdir -p "$cache/logs"
  : >"$log"
  report_progress "$1" &
  reporter=$!
  shift 2
  status=0
  ("$@") >"$log" 2>&1 </dev/null || status=$?
  kill "$reporter" 2>/dev/null || :
  wait "$reporter" 2>/dev/null || :
  if [ "$status" -ne 0 ]; then
    tail -n 15 "$log" >&2
    fail "$what has failed. Its whole output: $log"
  fi
}

# Prints the last line of a long step's log twice a minute. Without the lock, and not after the end of docker/prepare:
# Ctrl-C does not reach what runs in the background.
report_progress() {
  exec 9>&-
  while sleep 30 >/dev/null 2>&1 && kill -0 "$$" 2>/dev/null; do
    say "$1: $(since "$started") so far: $(tail -n 1 "$log" | cut -c 1-90)"
  done
}

# is_there NAME RECIPE FILE: whether a file was made, by this same recipe.
is_there() {
  [ -e "$3" ] && [ "$(cat "$cache/recipes/$1" 2>/dev/null)" = "$2" ]
}

made() {
  mkdir -p "$cache/recipes"
  printf '%s\n' "$2" >"$cache/recipes/$1"
  ready "$1"
}

ready() { say "$1: ready ($(since "$started"))"; }

# Runs a command of apt, once more with new package lists if it fails: old ones name packages that are gone.
with_fresh_lists() {
  "$@" && return 0
  [ "$(id -u)" -eq 0 ] && locked apt-lists apt-get update && "$@"
}

# Package lists, where there are none yet and we may fetch them.
refresh_apt() {
  [ "$(id -u)" -ne 0 ] || locked apt-lists fetch_lists
}

fetch_lists() {
  apt-cache policy docker.io 2>/dev/null | grep -q 'Candidate: [0-9]' ||
    step apt-lists "fetching Debian's package lists (apt-get update)" apt-get update
}

# install_packages NAME PACKAGE...: installs packages of Debian, as root.
install_packages() {
  refresh_apt
  name=$1
  shift
  DEBIAN_FRONTEND=noninteractive
  export DEBIAN_FRONTEND
  step "$name" "installing $*" \
    with_fresh_lists apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 "$@"
}
