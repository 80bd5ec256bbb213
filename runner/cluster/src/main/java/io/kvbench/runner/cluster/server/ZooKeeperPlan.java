package io.kvbench.runner.cluster.server;

import io.kvbench.runner.cluster.local.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One server that is to be started.
 *
 * @param id its number in the ensemble, from 1
 * @param directory where all of its files are
 * @param clientPort where clients connect to
 * @param quorumPort where followers connect to the leader
 * @param electionPort where votes are exchanged
 */
public record ZooKeeperPlan(
    int id, Path directory, int clientPort, int quorumPort, int electionPort) {

  /** How many ports a server listens on: for clients, for followers, for votes. */
  public static final int PORTS = 3;

  public static final String CONFIGURATION = "zoo.cfg";
  public static final String STORE = "store";

  /**
   * Plans the servers of one cluster.
   *
   * @param ports for each node {@link #PORTS}
   */
  public static List<ZooKeeperPlan> ensemble(Path directory, List<List<Integer>> ports) {
    List<ZooKeeperPlan> plans = new ArrayList<>();
    for (List<Integer> own : ports) {
      int id = plans.size() + 1;
      plans.add(
          new ZooKeeperPlan(
              id, directory.resolve("node" + id), own.get(0), own.get(1), own.get(2)));
    }
    return List.copyOf(plans);
  }

  public String name() {
    return "zookeeper-" + id;
  }

  public String endpoint() {
    return Ports.HOST + ":" + clientPort;
  }

  public Path log() {
    return directory.resolve(name() + ".log");
  }

  public Path configuration() {
    return directory.resolve(CONFIGURATION);
  }

  /** Returns where snapshots and transaction logs are. */
  public Path store() {
    return directory.resolve(STORE);
  }
}
