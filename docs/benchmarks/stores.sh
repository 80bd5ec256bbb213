# Read by the scripts beside it, after side-by-side.sh: servers of their own, kvbench on them, and the rows of a table.
#
# Before: $seconds, how long a side runs; $warmup, if 20s are not what it warms up.

server=

stop_server() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || :
    wait "$server" 2>/dev/null || :
    server=
  fi
  # Gigabytes, after some rows.
  rm -rf "$work/etcd" "$work/consul" "$work/zookeeper"
}
trap stop_server EXIT
trap 'exit 130' INT TERM

# Waits until a URL answers with what a pattern finds.
await() {
  tries=0
  until curl -s "$1" 2>/dev/null | grep -q "$2"; do
    kill -0 "$server" 2>/dev/null || fail 'the server has ended:' "$(tail -n 5 "$work/server.log")"
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "the server does not answer at $1"
    sleep 0.1
  done
}

needs() {
  for program in "$@"; do
    command -v "$program" >/dev/null || fail "$program is not on the path; see --help."
  done
}

# A new one for each row, so that none is slower for what another has left there.
start_etcd() {
  stop_server
  etcd --data-dir "$work/etcd" --name one --snapshot-count 100000 --quota-backend-bytes 8589934592 \
    --listen-client-urls http://127.0.0.1:23790 --advertise-client-urls http://127.0.0.1:23790 \
    --listen-peer-urls http://127.0.0.1:23800 --initial-advertise-peer-urls http://127.0.0.1:23800 \
    --initial-cluster one=http://127.0.0.1:23800 --log-level error >"$work/server.log" 2>&1 &
  server=$!
  await http://127.0.0.1:23790/health true
}

start_consul() {
  stop_server
  cat >"$work/consul.json" <<'END'
{ "server": true, "bootstrap_expect": 1, "bind_addr": "127.0.0.1", "client_addr": "127.0.0.1",
  "disable_update_check": true, "connect": { "enabled": false }, "performance": { "raft_multiplier": 1 },
  "limits": { "http_max_conns_per_client": 10000 },
  "ports": { "http": 18500, "server": 18300, "serf_lan": 18301, "serf_wan": -1, "dns": -1, "grpc": -1, "grpc_tls": -1 } }
END
  consul agent -config-file "$work/consul.json" -data-dir "$work/consul" -log-level error >"$work/server.log" 2>&1 &
  server=$!
  await http://127.0.0.1:18500/v1/status/leader :
}

# A JVM, as most are: with the heap and the collector that it chooses.
start_zookeeper() {
  stop_server
  mkdir -p "$work/zookeeper"
  printf '%s\n' tickTime=2000 "dataDir=$work/zookeeper" clientPort=21810 clientPortAddress=127.0.0.1 \
    maxClientCnxns=0 admin.enableServer=false 4lw.commands.whitelist=ruok >"$work/zoo.cfg"
  zkServer.sh start-foreground "$work/zoo.cfg" >"$work/server.log" 2>&1 &
  server=$!
  tries=0
  until grep -q 'binding to port' "$work/server.log"; do
    kill -0 "$server" 2>/dev/null || fail 'ZooKeeper has ended:' "$(tail -n 5 "$work/server.log")"
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail 'ZooKeeper does not start.'
    sleep 0.1
  done
}

# --- Running one side once: leaves $rate, and $cpu in seconds per operation ------------------------------------------

# Warms up within the run and counts what follows: C2 takes that long on processors that it shares with a server. The
# other side is compiled code and needs none.
kvbench() {
  rm -rf "$work/results"
  "$java" -jar "$root/kvbench.jar" "$@" -p "warmuptime=${warmup:-20s}" --results "$work/results" >"$work/out.txt" 2>&1 ||
    fail "this has failed: kvbench $*" "$(tail -n 20 "$work/out.txt")"
  # The run phase alone: its requests per second, its processor time and whether anything failed.
  awk '$1 == "\"name\":" && $2 == "\"run\"," { run = 1 }
    run && /^      "requests":/ { requests = $2 + 0 }
    run && /^      "wallNanos":/ { nanos = $2 + 0 }
    run && /^            "[A-Z_]+": [0-9]/ && $1 !~ /"(OK|CONFLICT)"/ { wrong += $2 }
    run && $1 == "\"cpuNanos\":" && !cpu { cpu = $2 + 0 }
    END { printf "%.0f %.9f %d\n", requests * 1e9 / nanos, cpu / 1e9 / requests, wrong }' \
    "$work"/results/*/result.json >"$work/figures"
  read -r rate cpu wrong <"$work/figures"
  [ "$wrong" = 0 ] || fail "kvbench has had $wrong operations that were not answered OK." "$(cat "$work/out.txt")"
}

# --- Comparing ------------------------------------------------------------------------------------------------------

microseconds() {
  awk -v c="$1" 'BEGIN { printf "%.1f µs", c * 1e6 }'
}

# label, the other's name, least ratio of the rates and most of the processor time (or nothing), kvbench's side, the other
compare() {
  label=$1 name=$2 least=$3 most=$4 ours=$5 theirs=$6
  say "$label: warming up"
  operations=20000
  $theirs
  operations=$(awk -v r="$rate" -v s="$seconds" 'BEGIN { printf "%d", r * s / 1000 + 1 }')000
  $ours
  : >"$work/a.rate" && : >"$work/b.rate" && : >"$work/a.cpu" && : >"$work/b.cpu"
  pair=1
  while [ "$pair" -le "$pairs" ]; do
    $ours
    echo "$rate" >>"$work/a.rate"
    echo "$cpu" >>"$work/a.cpu"
    a=$rate
    $theirs
    echo "$rate" >>"$work/b.rate"
    echo "$cpu" >>"$work/b.cpu"
    say "$label: pair $pair of $pairs, $operations operations: $a and $rate per second"
    pair=$((pair + 1))
  done
  a=$(median "$work/a.rate") b=$(median "$work/b.rate")
  ratio=$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.2f", a / b }')
  row "$label, operations/s" "$(thousands "$a")" "$(thousands "$b") ($name)" "$ratio" \
    "${least:+at least $least: $(verdict "$ratio" "$least")}"
  a=$(median "$work/a.cpu") b=$(median "$work/b.cpu")
  ratio=$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.2f", a / b }')
  row "$label, client CPU time per operation" "$(microseconds "$a")" "$(microseconds "$b") ($name)" "$ratio" \
    "${most:+at most $most: $(verdict "$most" "$ratio")}"
}

load_records() {
  "$java" -jar "$root/kvbench.jar" -load "$@" --results "$work/results" >"$work/out.txt" 2>&1 ||
    fail 'the records cannot be loaded:' "$(tail -n 20 "$work/out.txt")"
}
