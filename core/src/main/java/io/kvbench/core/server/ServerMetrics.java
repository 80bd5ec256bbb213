package io.kvbench.core.server;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The metrics of one server, and the rules that turn them into events. */
public interface ServerMetrics {

  /**
   * Returns the current metrics by name; counters grow until the server restarts.
   *
   * @throws IOException if the server does not answer within a second or two
   */
  Map<String, Double> ask() throws IOException;

  List<MetricRule> rules();

  /** Returns the counter of changes that were applied. */
  String writes();

  /** Returns the counters of log syncs to disk; each version of the server has one of them. */
  List<String> syncs();
}
