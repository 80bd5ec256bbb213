# shellcheck shell=sh
# Functions of docker/prepare: the Docker engine and the browser.

engine_version() { docker info -f '{{.ServerVersion}}' 2>/dev/null; }

engine_answers() { command -v docker >/dev/null 2>&1 && docker info >/dev/null 2>&1; }

engine() {
  if engine_answers; then
    say "engine: Docker $(engine_version) is running already"
    return 0
  fi
  [ -z "${DOCKER_HOST:-}" ] || fail "no Docker engine answers at DOCKER_HOST=$DOCKER_HOST. Start it, or unset DOCKER_HOST."
  if [ "$(uname -s)" != Linux ] || [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    fail 'no Docker engine answers. Start Docker Desktop, or on Linux: sudo systemctl start docker.' \
      'To install one: https://docs.docker.com/engine/install'
  fi
  # A docker on the PATH may be the client alone.
  if ! command -v dockerd >/dev/null 2>&1 || ! command -v iptables >/dev/null 2>&1; then
    say "engine: installing Debian's docker.io"
    install_packages engine-install docker.io iptables
  fi
  mkdir -p "$cache/run" "$cache/logs"
  if [ -d /run/systemd/system ]; then
    step engine 'starting the service docker' systemctl start docker
  elif ! engine_answers; then
    say 'engine: starting dockerd in the background'
    # The one that wrote this file, if any, is gone: a new one refuses to start while it is there.
    [ ! -f /var/run/docker.pid ] || kill -0 "$(cat /var/run/docker.pid)" 2>/dev/null || rm -f /var/run/docker.pid
    setsid dockerd --host=unix:///var/run/docker.sock >"$cache/logs/dockerd.log" 2>&1 </dev/null 9>&- &
    echo "$!" >"$cache/run/dockerd.pid"
  fi
  await_engine
}

await_engine() {
  waited=0
  until engine_answers; do
    if [ "$waited" -ge 90 ]; then
      [ ! -f "$cache/logs/dockerd.log" ] || tail -n 15 "$cache/logs/dockerd.log" >&2
      fail "the Docker engine does not answer after $waited s. Its log: $cache/logs/dockerd.log"
    fi
    sleep 1
    waited=$((waited + 1))
  done
  ready "engine: Docker $(engine_version)"
}

engine_stop() {
  file=$cache/run/dockerd.pid
  if [ ! -f "$file" ]; then
    say 'engine: not started by docker/prepare, left running'
    return 0
  fi
  pid=$(cat "$file")
  # Another process may have the number by now.
  if [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = dockerd ]; then
    kill "$pid"
    waited=0
    while kill -0 "$pid" 2>/dev/null && [ "$waited" -lt 60 ]; do
      sleep 1
      waited=$((waited + 1))
    done
    ! kill -0 "$pid" 2>/dev/null || kill -9 "$pid"
    say 'engine: stopped'
  fi
  rm -f "$file"
}

# Reports for a browser are tested in a real one.
browser() {
  names=$(requirements | sed -n 's/^\(chromium[^|]*\)|.*/\1/p')
  if is_met "$names"; then
    say "browser: $(where_is "$names") is there already"
    return 0
  fi
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    fail 'there is no Chromium on the PATH. Install one: on Debian, as root, apt-get install chromium; elsewhere' \
      'https://www.chromium.org/getting-involved/download-chromium'
  fi
  say "browser: installing Debian's chromium"
  install_packages browser chromium fonts-dejavu-core
  ready browser
}
