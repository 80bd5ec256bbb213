package io.kvbench.runner.cluster.external;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Takes the endpoints that the user gave. */
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
  public List<Setting<?>> settings() {
    return List.of();
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
}
