# Checks Java, and receives the jar unless it is there: says need or have.
umask 077
ok() {
  version=$("$1" -version 2>&1 | sed -n "s/.*version \"\([0-9]*\).*/\1/p" | head -n 1)
  [ "${version:-0}" -ge 21 ]
}
if [ -n "$java" ]; then
  ok "$java" || { echo "$java (agents.java) is not Java 21 or newer"; exit 1; }
elif ! ok "${JAVA_HOME:-/none}/bin/java" && ! ok java; then
  echo "no Java 21 or newer in JAVA_HOME or on the PATH; install one, or set agents.java to it"
  exit 1
fi
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kvbench
jar=$cache/kvbench-$digest.jar
same() { [ "$(sha256sum <"$1" | cut -c 1-64)" = "$digest" ]; }
[ -f "$jar" ] && same "$jar" && { echo have; exit 0; }
mkdir -p "$cache" || exit 1
part=$(mktemp "$cache/part-XXXXXX") || exit 1
trap "rm -f \"$part\"" EXIT
echo need
cat >"$part" || { echo "$cache: the jar cannot be written; is the disk full?"; exit 1; }
same "$part" || { echo "the jar did not arrive whole"; exit 1; }
mv -f "$part" "$jar"
