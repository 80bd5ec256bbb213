package io.kvbench.runner.cluster.local;

import io.kvbench.core.setting.Secrets;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSecurity;
import java.util.Optional;

/**
 * The names and the description of a cluster on this machine.
 *
 * @param kind the provider that starts it
 * @param system the system's name in {@code -db}
 * @param title the system's name in sentences
 * @param version that of the servers, if it was queried before they were started
 * @param description the description of the servers, for results
 */
public record LocalTitle(
    String kind, String system, String title, Optional<String> version, String description) {

  /** Describes the servers of a request, with the user's own flags for them. */
  public LocalTitle(
      String kind, ClusterRequest request, Optional<String> version, String description) {
    this(
        kind,
        request.system().name(),
        request.system().title(),
        version,
        description
            + ClusterSecurity.words(request.settings())
            + request.flags().map(flags -> ", with " + Secrets.maskFlags(flags)).orElse(""));
  }
}
