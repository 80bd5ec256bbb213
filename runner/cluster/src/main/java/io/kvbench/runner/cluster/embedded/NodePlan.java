package io.kvbench.runner.cluster.embedded;

import java.nio.file.Path;

/**
 * One server that is to be started.
 *
 * @param id its number in the ensemble, from 1
 * @param directory where all of its files are
 * @param clientPort where clients connect to
 * @param quorumPort where followers connect to the leader
 * @param electionPort where votes are exchanged
 */
record NodePlan(int id, Path directory, int clientPort, int quorumPort, int electionPort) {
  static final String HOST = "127.0.0.1";
  static final String CONFIGURATION = "zoo.cfg";
  static final String STORE = "store";

  String name() {
    return "zookeeper-" + id;
  }

  String endpoint() {
    return HOST + ":" + clientPort;
  }

  Path log() {
    return directory.resolve(name() + ".log");
  }

  Path configuration() {
    return directory.resolve(CONFIGURATION);
  }

  /** Returns where snapshots and transaction logs are. */
  Path store() {
    return directory.resolve(STORE);
  }
}
