package io.kvbench.bindings.support;

import java.time.Duration;
import java.util.List;

/** Messages to the user about servers that cannot be used, with a finding about each. */
public final class UnusableServers {
  private UnusableServers() {}

  /**
   * Returns the message after waiting in vain.
   *
   * @param system its display name
   * @param settings what else may be corrected, such as {@code and the etcd.* settings}; may be
   *     empty
   */
  public static String afterWaiting(
      String system,
      List<Endpoint> endpoints,
      ParallelQueries.Asker<Endpoint, String> finding,
      Duration waited,
      String settings)
      throws InterruptedException {
    return "%s after waiting %s s. Start the servers, or correct endpoints=%s."
        .formatted(
            findings(system, endpoints, finding),
            waited.toMillis() / 1000.0,
            settings.isEmpty() ? "" : " " + settings);
  }

  /** Returns the beginning of such a message, without a full stop. */
  public static String findings(
      String system, List<Endpoint> endpoints, ParallelQueries.Asker<Endpoint, String> finding)
      throws InterruptedException {
    return system
        + " cannot be used at "
        + String.join(
            ", ",
            ParallelQueries.all(
                endpoints, endpoint -> endpoint + " (" + finding.ask(endpoint) + ")"));
  }
}
