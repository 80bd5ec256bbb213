package io.kvbench.runner.run.events;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the servers of one system show their metrics, and which of them tell of events. */
interface ServerMetrics {

  /**
   * Returns what a server says now, by name; counters that only grow while it lives.
   *
   * @throws IOException if it does not say, within a second or two
   */
  Map<String, Double> ask() throws IOException;

  List<MetricRule> rules();

  /** Returns the counter of changes that were applied. */
  String writes();

  /** Returns the counters of syncs of the log to disk; a version of a server has one of them. */
  List<String> syncs();

  /** Returns the metrics of a server; empty where its system shows none without a secret. */
  static Optional<ServerMetrics> of(String system, String endpoint) {
    return switch (system) {
      case "etcd" -> HostPort.of(endpoint, 2379).map(EtcdMetrics::new);
      case "consul" -> HostPort.of(endpoint, 8500).map(ConsulMetrics::new);
      case "zookeeper" -> HostPort.of(endpoint, 2181).map(ZooKeeperMetrics::new);
      default -> Optional.empty();
    };
  }
}
