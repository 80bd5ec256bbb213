package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.server.EmbeddedServer;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.local.Confinement;
import io.kvbench.runner.cluster.local.LocalProvider;
import io.kvbench.runner.cluster.local.LocalStart;
import io.kvbench.runner.cluster.local.LocalTitle;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider of servers from the class path of this process. */
public final class EmbeddedProvider implements LocalProvider {
  static final String KIND = "embedded";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int precedence() {
    return 10;
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    if (request.servers().embedded().isEmpty()) {
      return Optional.of("kvbench has no embedded server of " + request.system().title());
    }
    return request.endpoints().isEmpty()
        ? missing(request.servers().embedded().get())
        : Optional.of("endpoints are given; omit one of the two");
  }

  /** Programs that embed kvbench include the server only if they want it. */
  private static Optional<String> missing(EmbeddedServer server) {
    List<String> absent =
        server.needed().entrySet().stream()
            .filter(needed -> !isThere(needed.getKey()))
            .map(Map.Entry::getValue)
            .sorted()
            .toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of("the class path lacks " + String.join(", ", absent) + ", add them");
  }

  private static boolean isThere(String type) {
    String resource = type.replace('.', '/') + ".class";
    return EmbeddedProvider.class.getClassLoader().getResource(resource) != null;
  }

  @Override
  public String intent(ClusterRequest request) {
    int nodes = request.settings().get(ClusterSettings.NODES);
    return named(request)
        + ": "
        + (nodes == 1 ? "1 JVM" : nodes + " JVMs")
        + " from kvbench's own class path";
  }

  private static String named(ClusterRequest request) {
    return request.system().title() + " " + EmbeddedLaunch.server(request).version();
  }

  @Override
  public LocalStart prepare(ClusterRequest request) throws ClusterException, InterruptedException {
    return new LocalStart(
        new LocalTitle(
            KIND,
            request,
            Optional.of(EmbeddedLaunch.server(request).version()),
            description(request)),
        request,
        EmbeddedLaunch::new);
  }

  private static String description(ClusterRequest request) {
    int nodes = request.settings().get(ClusterSettings.NODES);
    return "embedded "
        + named(request)
        + ", "
        + nodes
        + (nodes == 1 ? " node" : " nodes")
        + ", this machine"
        + Confinement.words(request);
  }
}
