# shellcheck shell=sh
# Functions of docker/prepare: programs from Go modules, Debian's packages, Maven and Cargo.

need_go() {
  need go "building $1" "Install Go 1.24 or newer (https://go.dev/dl), or the official binary of $1."
  minor=$(go env GOVERSION | sed -n 's/^go1\.\([0-9]*\).*/\1/p')
  [ "${minor:-0}" -ge 24 ] || fail "building $1 needs Go 1.24 or newer, this is $(go env GOVERSION)."
}

# from_go NAME PACKAGE VERSION [MODULE@VERSION...]: a static program of a Go module. 'go install' refuses modules with
# replace lines, so the program becomes a tool of a module of our own, with its dependencies as it asks for them and
# those that are named here. go_symbols has further flags for the linker.
from_go() {
  name=$1 package=$2 version=$3
  recipe="$*"
  [ -z "${go_symbols:-}" ] || recipe="$recipe $go_symbols"
  if is_there "$name" "$recipe" "$cache/bin/$name"; then
    say "$name: there already"
    return 0
  fi
  shift 3
  need_go "$name"
  say "$name: building $package $version"
  step "$name" "building $name from $package $version" go_build "$name" "$package" "$version" "$@"
  made "$name" "$recipe"
}

go_build() {
  name=$1 package=$2 version=$3
  shift 3
  export GOFLAGS='-buildvcs=false' GOWORK=off GO111MODULE=on CGO_ENABLED=0
  rm -rf "$cache/src/$name"
  mkdir -p "$cache/src/$name" "$cache/bin"
  cd "$cache/src/$name" || return 1
  go mod init kvbench.invalid/server || return 1
  for extra in "$@"; do
    # Written down, not fetched by itself: that would bring the newest of what the module asks for.
    go mod edit "-require=$extra" || return 1
  done
  go_replacements "$package" "$version" || return 1
  go get -tool "$package@$version" || return 1
  # The linker drops debug information; without making it first, and with fewer garbage collections, compiling takes a
  # quarter less processor time and a third more memory.
  GOGC=400 go build -v -trimpath -gcflags=all=-dwarf=false -ldflags="-s -w ${go_symbols:-}" \
    -o "$cache/bin/.$name" "$package" || return 1
  mv -f "$cache/bin/.$name" "$cache/bin/$name"
}

# Kubernetes replaces its parts by directories that its module leaves out; they are modules of the same version too.
go_replacements() {
  case $1 in
    k8s.io/kubernetes/*) ;;
    *) return 0 ;;
  esac
  requirements=$(go mod download -json "k8s.io/kubernetes@$2" | sed -n 's/.*"GoMod": "\(.*\)",.*/\1/p')
  [ -n "$requirements" ] || return 1
  for part in $(sed -n 's/^[[:space:]]*\(k8s\.io\/[^ ]*\) => \.\/staging.*/\1/p' "$requirements"); do
    go mod edit "-replace=$part=$part@v0.${2#v1.}" || return 1
  done
}

server_etcd() { from_go etcd go.etcd.io/etcd/server/v3 "v$etcd_version"; }
server_etcdctl() { from_go etcdctl go.etcd.io/etcd/etcdctl/v3 "v$etcd_version"; }
tool_etcd_benchmark() {
  from_go etcd-benchmark go.etcd.io/etcd/v3/tools/benchmark "v$etcd_benchmark_version"
}
server_etcd_3_7() { from_go etcd-3.7 go.etcd.io/etcd/server/v3 "v$etcd_37_version"; }
server_etcd_3_5() { from_go etcd-3.5 go.etcd.io/etcd/server/v3 "v$etcd_35_version"; }

# Consul is under the Business Source License: built for whoever runs this, on their own machine, and never shipped.
server_consul() {
  from_go consul github.com/hashicorp/consul "v$consul_version" \
    "github.com/hashicorp/consul-awsauth@$consul_awsauth_version"
}

# zetcd is from before Go's modules and names no versions: these are etcd's last client of that time and what it was
# made for. It tells its version only if it is told.
server_zetcd() {
  go_symbols="-X github.com/coreos/zetcd/version.Version=$zetcd_version"
  from_go zetcd github.com/coreos/zetcd/cmd/zetcd "v$zetcd_version" \
    github.com/coreos/etcd@v3.3.27+incompatible github.com/gogo/protobuf@v1.3.2 github.com/golang/protobuf@v1.3.5 \
    google.golang.org/genproto@v0.0.0-20190819201941-24fa4b261c55 google.golang.org/grpc@v1.26.0
  go_symbols=
}

# No server to test, but what slows the way to one down (net.latency and the like).
server_toxiproxy_server() {
  go_symbols="-X github.com/Shopify/toxiproxy/v2.Version=$toxiproxy_version"
  from_go toxiproxy-server github.com/Shopify/toxiproxy/v2/cmd/server "v$toxiproxy_version"
  go_symbols=
}

# No servers to test: agents in Kubernetes are tested with its API server, and started with kubectl.
server_kube_apiserver() { from_go kube-apiserver k8s.io/kubernetes/cmd/kube-apiserver "v$kubernetes_version"; }
server_kubectl() {
  go_symbols="-X k8s.io/component-base/version.gitVersion=v$kubernetes_version"
  from_go kubectl k8s.io/kubernetes/cmd/kubectl "v$kubernetes_version"
  go_symbols=
}

# etcd 3.4 is not a Go module that builds any more; Debian 12 has it as a package.
server_etcd_3_4() {
  recipe="Debian's etcd-server $etcd_34_series"
  if is_there etcd-3.4 "$recipe" "$cache/bin/etcd-3.4"; then
    say 'etcd-3.4: there already'
    return 0
  fi
  if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-deb >/dev/null 2>&1; then
    say 'etcd-3.4: left out. It comes from a package of Debian 12, and this is not a Debian.'
    return 0
  fi
  refresh_apt
  offered=$(apt-cache policy etcd-server | sed -n 's/^ *Candidate: //p')
  case $offered in
    "$etcd_34_series".*) ;;
    *)
      say "etcd-3.4: left out. It comes from a package of Debian 12, and here etcd-server is at ${offered:-no version}."
      return 0
      ;;
  esac
  say "etcd-3.4: fetching etcd-server $offered"
  step etcd-3.4 "fetching Debian's etcd-server" deb_file etcd-server usr/bin/etcd etcd-3.4
  made etcd-3.4 "$recipe"
}

# from_debian NAME PACKAGE VERSION INSTEAD FUNCTION: a program of Debian's packages, without installing them; FUNCTION
# puts it into bin.
from_debian() {
  name=$1 package=$2
  recipe="Debian's $package$3"
  if is_there "$name" "$recipe" "$cache/bin/$name"; then
    say "$name: there already"
    return 0
  fi
  if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-deb >/dev/null 2>&1; then
    say "$name: left out. It comes from packages of Debian, and this is not a Debian. Install $4 instead."
    return 0
  fi
  refresh_apt
  say "$name: fetching Debian's packages"
  step "$name" "fetching Debian's $package" "$5"
  made "$name" "$recipe"
}

# sshd, for agents that are started over SSH.
server_sshd() { from_debian sshd openssh-server ', 1' OpenSSH sshd_files; }

# As root, sshd wants a user of its own, who is there for it only.
sshd_files() {
  mkdir -p "$cache/lib"
  deb_files sshd openssh-server libwrap0 || return 1
  rm -rf "$cache/lib/sshd"
  mv -f "$cache/src/sshd/files/usr" "$cache/lib/sshd" || return 1
  rm -rf "$cache/src/sshd"
  libraries=$(dirname "$(find "$cache/lib/sshd/lib" -name 'libwrap.so*' | head -n 1)")
  cat >"$cache/bin/.sshd" <<EOF
#!/bin/sh
LD_LIBRARY_PATH='$libraries'
export LD_LIBRARY_PATH
if [ "\$(id -u)" -ne 0 ] || grep -q '^sshd:' /etc/passwd; then
  exec '$cache/lib/sshd/sbin/sshd' "\$@"
fi
mkdir -p /run/sshd
exec unshare --mount sh -c 'users=\$(mktemp) && cat /etc/passwd >"\$users" && chmod 644 "\$users" &&
  echo "sshd:x:65534:65534::/run/sshd:/usr/sbin/nologin" >>"\$users" && mount --bind "\$users" /etc/passwd &&
  rm "\$users" && exec "\$0" "\$@"' '$cache/lib/sshd/sbin/sshd' "\$@"
EOF
  chmod +x "$cache/bin/.sshd" || return 1
  # A failed key exchange is what an empty configuration gives; the program itself has to start.
  "$cache/bin/.sshd" -V 2>&1 | grep -q OpenSSH || return 1
  mv -f "$cache/bin/.sshd" "$cache/bin/sshd"
}

# Redis, for the example in docs/examples/redis, and the libraries that only it needs.
server_redis_server() { from_debian redis-server redis-tools '' Redis redis_files; }

# Prometheus, which reads live metrics in tests, and its tool.
server_prometheus() { from_debian prometheus prometheus '' Prometheus prometheus_files; }

prometheus_files() {
  deb_files prometheus prometheus || return 1
  mv -f "$cache/src/prometheus/files/usr/bin/promtool" "$cache/bin/promtool" || return 1
  mv -f "$cache/src/prometheus/files/usr/bin/prometheus" "$cache/bin/prometheus" || return 1
  rm -rf "$cache/src/prometheus"
}

redis_files() {
  mkdir -p "$cache/lib"
  deb_files redis-tools redis-tools liblzf1 libjemalloc2 libatomic1 || return 1
  rm -rf "$cache/lib/redis"
  mv -f "$cache/src/redis-tools/files/usr" "$cache/lib/redis" || return 1
  rm -rf "$cache/src/redis-tools"
  # One program with several names; it looks at the one that it was called by.
  ln -sf redis-check-rdb "$cache/lib/redis/bin/redis-server" || return 1
  libraries=$(dirname "$(find "$cache/lib/redis/lib" -name 'liblzf.so*' | head -n 1)")
  cat >"$cache/bin/.redis-server" <<EOF
#!/bin/sh
LD_LIBRARY_PATH='$libraries' exec '$cache/lib/redis/bin/redis-server' "\$@"
EOF
  chmod +x "$cache/bin/.redis-server" || return 1
  "$cache/bin/.redis-server" --version || return 1
  mv -f "$cache/bin/.redis-server" "$cache/bin/redis-server"
}

# deb_files NAME PACKAGE...: the files of packages, in src/NAME/files.
deb_files() {
  rm -rf "$cache/src/$1"
  mkdir -p "$cache/src/$1/files" "$cache/bin"
  cd "$cache/src/$1" || return 1
  shift
  with_fresh_lists apt-get download -o APT::Sandbox::User="$(id -un)" "$@" || return 1
  for package in ./*.deb; do
    dpkg-deb -x "$package" files || return 1
  done
}

deb_file() {
  deb_files "$3" "$1" || return 1
  cd "$cache/src/$3" || return 1
  mv -f "files/$2" "$cache/bin/$3" && rm -rf "$cache/src/$3"
}

# ZooKeeper's jars, and a script zkServer.sh like its distribution's.
server_zookeeper() {
  recipe=$(cat "$home/zookeeper/pom.xml" "$home/../pom.xml" "$home/zookeeper/zkServer.sh" "$home/zookeeper/logback.xml" | cksum)
  if is_there zookeeper "$recipe" "$cache/bin/zkServer.sh"; then
    say 'zookeeper: there already'
    return 0
  fi
  need mvn 'fetching ZooKeeper' 'Install Maven, or the official distribution of ZooKeeper.'
  say 'zookeeper: fetching its jars'
  step zookeeper "fetching ZooKeeper's jars" zookeeper_files
  made zookeeper "$recipe"
}

zookeeper_files() {
  new=$cache/src/zookeeper
  rm -rf "$new"
  mkdir -p "$new/lib" "$new/conf" "$new/bin" "$cache/bin"
  mvn -B --no-transfer-progress -f "$home/zookeeper/pom.xml" dependency:copy-dependencies \
    -DincludeScope=runtime "-DoutputDirectory=$new/lib" || return 1
  cp "$home/zookeeper/logback.xml" "$new/conf/" && cp "$home/zookeeper/zkServer.sh" "$new/bin/" || return 1
  rm -rf "$cache/zookeeper"
  mv "$new" "$cache/zookeeper" || return 1
  ln -sf ../zookeeper/bin/zkServer.sh "$cache/bin/zkServer.sh"
}

# d-engine is a library: the program around it is ours. With files for its storage it builds in minutes; RocksDB takes
# five times as long.
server_d_engine() {
  recipe=$(cat "$home/dengine/Cargo.toml" "$home/dengine/Cargo.lock" "$home/dengine/src/"*.rs | cksum)-$protoc_version
  if is_there d-engine "$recipe" "$cache/bin/d-engine"; then
    say 'd-engine: there already'
    return 0
  fi
  need cargo 'building d-engine' 'Install Rust 1.88 or newer (https://rustup.rs).'
  need cc 'building d-engine' 'Install a C compiler and linker, such as gcc.'
  say 'd-engine: building'
  step protoc "fetching protoc $protoc_version" protoc_file
  step d-engine 'building d-engine' d_engine_build
  made d-engine "$recipe"
}

# A program of Maven's repository, for the processor and system that this is.
protoc_file() {
  [ ! -x "$cache/protoc/protoc" ] || return 0
  need mvn 'fetching protoc' 'Install Maven.'
  case $(uname -s) in
    Darwin) system=osx ;;
    *) system=linux ;;
  esac
  case $(uname -m) in
    aarch64 | arm64) processor=aarch_64 ;;
    *) processor=x86_64 ;;
  esac
  mkdir -p "$cache/protoc"
  mvn -B --no-transfer-progress -N -f "$home/../pom.xml" dependency:copy -Dmdep.stripVersion=true \
    "-Dartifact=com.google.protobuf:protoc:$protoc_version:exe:$system-$processor" \
    "-DoutputDirectory=$cache/protoc" || return 1
  mv -f "$cache/protoc/"protoc-*.exe "$cache/protoc/protoc" && chmod +x "$cache/protoc/protoc"
}

d_engine_build() {
  mkdir -p "$cache/bin"
  PROTOC=$cache/protoc/protoc CARGO_TARGET_DIR=$cache/src/d-engine \
    cargo build --release --locked --manifest-path "$home/dengine/Cargo.toml" || return 1
  cp "$cache/src/d-engine/release/d-engine" "$cache/bin/.d-engine" || return 1
  mv -f "$cache/bin/.d-engine" "$cache/bin/d-engine"
}
