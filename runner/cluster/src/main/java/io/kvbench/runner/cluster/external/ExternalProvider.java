package io.kvbench.runner.cluster.external;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Secrets;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The provider of the user's endpoints. */
public final class ExternalProvider implements ClusterProvider {
  @Override
  public String kind() {
    return "external";
  }

  @Override
  public int precedence() {
    return 0;
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    return request.endpoints().isEmpty()
        ? Optional.of("no endpoints were given, set endpoints=host:port")
        : Optional.empty();
  }

  @Override
  public void check(ClusterRequest request, Problems problems) {
    Stream.of(
            ClusterSettings.NODES,
            ClusterSettings.KEEP,
            ClusterSettings.DIRECTORY,
            ClusterSettings.PORTS)
        .filter(request.settings()::isGiven)
        .forEach(
            setting ->
                problems.add(
                    request.settings().whereIs(setting),
                    setting.name()
                        + " applies to servers that kvbench starts, but endpoints are given;"
                        + " omit one of the two."));
  }

  @Override
  public Cluster start(ClusterRequest request) {
    return new ExternalCluster(
        request.system().title(),
        request.endpoints().stream().map(ExternalCluster.Node::new).toList());
  }

  /** Servers that kvbench neither starts nor stops. */
  private record ExternalCluster(String title, List<? extends ClusterNode> servers)
      implements Cluster {

    /** A server of which only the endpoint is known. */
    record Node(String endpoint) implements ClusterNode {
      @Override
      public String name() {
        return endpoint.replaceAll("[^A-Za-z0-9.-]", "_");
      }

      @Override
      public OptionalLong pid() {
        return OptionalLong.empty();
      }

      @Override
      public Optional<Path> log() {
        return Optional.empty();
      }

      @Override
      public OptionalLong diskBytes() {
        return OptionalLong.empty();
      }

      @Override
      public String role() {
        return "unknown";
      }

      @Override
      public void kill() {
        throw new UnsupportedOperationException(endpoint + " is not kvbench's to kill");
      }
    }

    @Override
    public String kind() {
      return "external";
    }

    @Override
    public String description() {
      return "external " + title + ", " + Secrets.mask(String.join(", ", endpoints()));
    }

    @Override
    public List<ClusterNode> nodes() {
      return List.copyOf(servers);
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }
}
