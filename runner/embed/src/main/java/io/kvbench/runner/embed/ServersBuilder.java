package io.kvbench.runner.embed;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.PlanFactory;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A builder of servers to start. Not thread-safe. */
public final class ServersBuilder {
  private final String system;
  private final Bindings bindings;
  private final Assignments given = new Assignments();

  ServersBuilder(String system, Bindings bindings) {
    this.system = system;
    this.bindings = bindings;
  }

  /** Sets their number: 1, 3 or 5. */
  public ServersBuilder nodes(int count) {
    given.add(
        ClusterSettings.NODES.name(), Integer.toString(count), Origin.of("nodes(" + count + ")"));
    return this;
  }

  /** Sets their provider: {@code embedded}, {@code process} or {@code docker}. */
  public ServersBuilder from(String kind) {
    Objects.requireNonNull(kind, "kind");
    given.add(ClusterSettings.CLUSTER.name(), kind, Origin.of("from(" + kind + ")"));
    return this;
  }

  /** Returns whether a property concerns the start of servers, and so is valid for {@link #set}. */
  public static boolean understands(String name) {
    return Clusters.load().settings().stream()
        .anyMatch(setting -> setting.name().equals(name) || setting.aliases().contains(name));
  }

  /** Sets any property, such as the path of a program. */
  public ServersBuilder set(String name, String text) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(text, () -> "the text of " + name);
    given.add(name, text, Origin.of("set(" + name + ")"));
    return this;
  }

  /**
   * Starts the servers and returns when all of them answer.
   *
   * @return the servers, which the caller closes
   * @throws PlanException if such servers cannot be started, with all problems
   * @throws ClusterException if they did not start; nothing is left behind
   * @throws InterruptedException if the calling thread is interrupted; nothing is left behind
   */
  public Servers start() throws ClusterException, InterruptedException {
    Problems problems = new Problems();
    Clusters clusters = Clusters.load();
    PlanFactory planning =
        new PlanFactory(bindings, clusters, PlanFactory.PlanExtension.NONE, PlanBuilder.LIST);
    Optional<Reachable> reachable = planning.system(system, "servers(" + system + ")", problems);
    Settings settings = planning.resolve(given, problems);
    if (settings.get(ClusterSettings.KEEP)) {
      problems.add(
          settings.whereIs(ClusterSettings.KEEP),
          "these servers end when they are closed; use 'kvbench cluster up' for servers that"
              + " stay.");
    }
    Optional<ClusterRequest> request = reachable.map(found -> found.servers(List.of(), settings));
    request.ifPresent(asked -> clusters.check(asked, problems));
    if (request.isEmpty() || !problems.isEmpty()) {
      throw new PlanException(problems.list());
    }
    Cluster started = clusters.start(request.get());
    return new Servers(system, started, given, clusters.settings());
  }
}
