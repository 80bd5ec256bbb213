package io.kvbench.runner.cluster.process;

import io.kvbench.runner.cluster.local.Ports;
import java.nio.file.Path;
import java.util.List;

/**
 * One node that is to be started.
 *
 * @param system the system's name
 * @param id its number in the cluster, from 1
 * @param directory where all of its files are
 * @param ports where it listens, that for clients first
 */
record ProcessPlan(String system, int id, Path directory, List<Integer> ports) {
  String name() {
    return system + "-" + id;
  }

  String endpoint() {
    return address(0);
  }

  /** Returns the address with one of the ports. */
  String address(int port) {
    return Ports.HOST + ":" + ports.get(port);
  }

  Path log() {
    return directory.resolve(name() + ".log");
  }

  /** Returns where the node keeps what it is given. */
  Path store() {
    return directory.resolve("store");
  }
}
