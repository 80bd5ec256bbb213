package io.kvbench.runner.embed;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.ForwardingCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A provider that lends the same servers to every run, none of which stops them. */
record SharedProvider(Cluster cluster, List<Setting<?>> allSettings, BooleanSupplier closed)
    implements ClusterProvider {
  @Override
  public String kind() {
    return cluster.kind();
  }

  @Override
  public int precedence() {
    return 0;
  }

  @Override
  public List<Setting<?>> settings() {
    return allSettings.stream().filter(each -> !ClusterSettings.all().contains(each)).toList();
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    return Optional.empty();
  }

  @Override
  public void check(ClusterRequest request, Problems problems) {}

  @Override
  public String intent(ClusterRequest request) {
    return "on " + cluster.description() + ", which runs already";
  }

  @Override
  public Cluster start(ClusterRequest request) throws ClusterException {
    if (closed.getAsBoolean()) {
      throw new ClusterException(
          "the servers that servers(...) gave this run, "
              + cluster.description()
              + ", are closed already: close them after the run, or start others.");
    }
    return new Lent(cluster);
  }

  /** The servers as lent to one run. */
  private record Lent(Cluster servers) implements ForwardingCluster {
    @Override
    public void stop() {}

    @Override
    public void close() {}

    @Override
    public Map<String, String> state() {
      return Map.of();
    }

    @Override
    public void release() {}

    @Override
    public Optional<String> keptNotice() {
      return Optional.of(servers.description() + " keeps running for other runs.");
    }
  }
}
