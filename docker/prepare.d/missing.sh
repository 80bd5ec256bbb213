# shellcheck shell=sh
# Functions of docker/prepare: what the tests need, and what of it is missing.

# The tests' own list, without comments and the spaces around '|'.
requirements() {
  sed '/^#/d; s/ *| */|/g' "$home/../bindings/testkit/src/main/resources/io/kvbench/testkit/requirements.txt"
}

# where_is NAME[,NAME...]: the first program of these names, where kvbench and its tests find it: on the PATH or prepared.
where_is() {
  (
    IFS=:
    set -f
    for name in $(printf '%s' "$1" | tr , :); do
      for directory in $PATH "$cache/bin"; do
        if [ -n "$directory" ] && [ -f "$directory/$name" ] && [ -x "$directory/$name" ]; then
          printf '%s\n' "$directory/$name"
          exit 0
        fi
      done
    done
    exit 1
  )
}

is_met() {
  case $1 in
    root) [ "$(id -u)" -eq 0 ] ;;
    'docker engine') engine_answers ;;
    *) where_is "$1" >/dev/null ;;
  esac
}

missing() {
  found=
  requirements | while IFS='|' read -r names untested remedy; do
    is_met "$names" && continue
    if [ -z "$found" ]; then
      found=1
      consequence='are skipped'
      case ${CI:-} in
        [Tt][Rr][Uu][Ee]) consequence='fail because of CI=true, unless they are optional' ;;
      esac
      printf '*** Missing on this machine; tests that need it %s:\n' "$consequence"
      printf '***   %-16s  %-58s  %s\n' MISSING 'NOT TESTED' REMEDY
    fi
    printf '***   %-16s  %-58s  %s\n' "${names%%,*}" "$untested" "$remedy"
  done >&2
}
