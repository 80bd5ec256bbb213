#!/bin/sh
# Runs a ZooKeeper server in the foreground: zkServer.sh start-foreground CONFIGURATION
# Options of its JVM come from SERVER_JVMFLAGS and JVMFLAGS, its Java from JAVA_HOME or the PATH.
set -eu
if [ "$#" -ne 2 ] || [ "$1" != start-foreground ]; then
  echo 'zkServer.sh start-foreground CONFIGURATION' >&2
  exit 2
fi
self=$(readlink -f "$0")
home=$(dirname "$(dirname "$self")")
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
# shellcheck disable=SC2086 # options, separated by spaces
exec "$java" ${SERVER_JVMFLAGS:-} ${JVMFLAGS:-} -cp "$home/conf:$home/lib/*" \
  org.apache.zookeeper.server.quorum.QuorumPeerMain "$2"
