package io.kvbench.core.server;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Where the servers of one system show their metrics, and which of them tell of events. */
public interface ServerMetrics {

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
}
