# shellcheck shell=sh
# Functions of docker/prepare: images of what it has prepared.

need_engine() {
  need docker 'building images' 'Install Docker, or run: docker/prepare engine'
  engine_answers || fail 'no Docker engine answers. Start one, or run: docker/prepare engine'
  [ "$(uname -s)" = Linux ] || fail 'images are built from the binaries of this machine, so this has to be Linux.'
}

# build_image TAG DIRECTORY: from everything in $context, unless there is such an image of the same files.
build_image() {
  recipe=$(cd "$context" && find . -type f -exec cksum {} + | sort | cksum | tr ' ' -)-$(cksum <"$home/$2/Dockerfile" | tr ' ' -)
  if [ "$(docker image inspect -f '{{index .Config.Labels "io.kvbench.recipe"}}' "$1" 2>/dev/null)" = "$recipe" ]; then
    say "$1: there already"
  else
    say "$1: building"
    DOCKER_BUILDKIT=0
    export DOCKER_BUILDKIT
    step "image-$2" "building the image $1" \
      docker build --label "io.kvbench.recipe=$recipe" -f "$home/$2/Dockerfile" -t "$1" "$context"
    ready "$1"
  fi
  rm -rf "$context"
}

new_context() {
  context=$cache/src/image
  rm -rf "$context"
  mkdir -p "$context"
}

put() {
  [ -x "$cache/bin/$1" ] || fail "there is no $1 for the image. Run first: docker/prepare servers"
  cp "$cache/bin/$1" "$context/$2"
}

etcd_image() {
  new_context
  put "$1" etcd
  put etcdctl etcdctl
  build_image "kvbench/etcd:$2" etcd
}

image_etcd() { etcd_image etcd "$etcd_version"; }
image_etcd_3_7() { etcd_image etcd-3.7 "$etcd_37_version"; }
image_etcd_3_5() { etcd_image etcd-3.5 "$etcd_35_version"; }

image_zetcd() {
  new_context
  put zetcd zetcd
  build_image "kvbench/zetcd:$zetcd_version" zetcd
}

image_consul() {
  new_context
  put consul consul
  build_image "kvbench/consul:$consul_version" consul
}

image_zookeeper() {
  new_context
  [ -d "$cache/zookeeper/lib" ] || fail 'there is no ZooKeeper for the image. Run first: docker/prepare servers'
  java_runtime runtime 17 "java.base,java.logging,java.management,java.naming,java.security.jgss,java.security.sasl,\
java.xml,jdk.crypto.ec,jdk.management,jdk.unsupported"
  mkdir -p "$context/root/opt" "$context/places/data" "$context/places/tmp"
  cp -R "$cache/runtime" "$context/root/opt/java"
  locked zookeeper cp -R "$cache/zookeeper" "$context/root/opt/zookeeper"
  native_libraries "$cache/runtime" | while read -r file; do
    mkdir -p "$context/root${file%/*}"
    cp -L "$file" "$context/root$file"
  done
  jar=$(find "$cache/zookeeper/lib" -name 'zookeeper-[0-9]*.jar')
  version=${jar##*/zookeeper-}
  build_image "kvbench/zookeeper:${version%.jar}" zookeeper
}

# kvbench itself: agents in Kubernetes run it, without a class cache and as a user without privileges.
image_kvbench() {
  new_context
  jar=$home/../kvbench.jar
  [ -f "$jar" ] || fail 'there is no kvbench.jar for the image. Build it first: mvn package -DskipTests'
  java_runtime runtime-21 21 java.se,jdk.crypto.ec,jdk.httpserver,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported
  mkdir -p "$context/root/opt/kvbench" "$context/places/tmp" "$context/places/work"
  # A tmpfs that is mounted there takes the mode over.
  chmod 1777 "$context/places/tmp"
  cp -R "$cache/runtime-21" "$context/root/opt/java"
  cp "$jar" "$context/root/opt/kvbench/kvbench.jar"
  native_libraries "$cache/runtime-21" | while read -r file; do
    mkdir -p "$context/root${file%/*}"
    cp -L "$file" "$context/root$file"
  done
  version=$(sed -n 's:^ *<revision>\(.*\)</revision>$:\1:p' "$home/../pom.xml")
  build_image "kvbench/kvbench:$version" kvbench
}

image_d_engine() {
  new_context
  mkdir -p "$context/root/usr/local/bin" "$context/places/data" "$context/places/tmp"
  put d-engine root/usr/local/bin/d-engine
  native_libraries "$context/root" | while read -r file; do
    mkdir -p "$context/root${file%/*}"
    cp -L "$file" "$context/root$file"
  done
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$home/dengine/Cargo.toml")
  build_image "kvbench/d-engine:$version" dengine
}

# For conditions between servers in containers.
image_toxiproxy() {
  new_context
  put toxiproxy-server toxiproxy
  need_go 'the image of Toxiproxy'
  step datagrams 'building datagrams' \
    env CGO_ENABLED=0 GOWORK=off go build -trimpath -buildvcs=false -gcflags=all=-dwarf=false '-ldflags=-s -w' -o "$context/datagrams" \
    "$home/toxiproxy/datagrams.go"
  build_image "kvbench/toxiproxy:$toxiproxy_version" toxiproxy
}

# java_runtime NAME VERSION MODULES: a Java runtime of just these modules, from the first JDK that can make one and is of
# this version or newer.
java_runtime() {
  name=$1 oldest=$2 modules=$3
  if is_there "$name" "$modules" "$cache/$name/bin/java"; then
    return 0
  fi
  for jlink in "${KVBENCH_JAVA_HOME:-}/bin/jlink" "${JAVA_HOME:-}/bin/jlink" "$(command -v jlink || :)" \
    /usr/lib/jvm/*/bin/jlink; do
    [ -x "$jlink" ] || continue
    found=$("$jlink" --version 2>/dev/null | sed -n 's/^\([0-9]*\).*/\1/p')
    [ "${found:-0}" -ge "$oldest" ] || continue
    rm -rf "${cache:?}/$name"
    mkdir -p "$cache/logs"
    if "$jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files --no-man-pages \
      --output "$cache/$name" >"$cache/logs/$name.log" 2>&1; then
      made "$name" "$modules"
      return 0
    fi
  done
  fail "the image needs a JDK with jlink, and none was found that works. Install openjdk-$oldest-jdk-headless" \
    'or newer, or set JAVA_HOME.'
}

# The files of the C library that a runtime's programs and libraries need; older ones look names up through more.
native_libraries() {
  find "$1" -type f \( -name '*.so' -o -path '*/bin/java' -o -path '*/bin/d-engine' \) -exec ldd {} + 2>/dev/null |
    sed -n 's/.*=> \(\/[^ ]*\) (.*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p' | grep -v "^$1" | sort -u >"$cache/src/libraries"
  cat "$cache/src/libraries"
  while read -r library; do
    for more in "${library%/*}"/libnss_dns.so.2 "${library%/*}"/libnss_files.so.2 "${library%/*}"/libresolv.so.2; do
      [ ! -e "$more" ] || echo "$more"
    done
  done <"$cache/src/libraries" | sort -u
}
