package io.kvbench.runner.agent;

import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.agents.AgentRequest;
import io.kvbench.runner.cluster.local.LocalProvider;
import io.kvbench.runner.cluster.local.LocalStart;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A conversion of a controller's requests into servers that this machine can start: with the
 * recipes of this kvbench, from programs on this machine, or else from its own class path.
 */
final class Recipes {
  private static final int FORBIDDEN = 403;
  private static final int BAD_REQUEST = 400;
  private static final int UNPROCESSABLE = 422;

  private static final Origin AGENT = Origin.of("agent");

  private final Bindings bindings;
  private final AgentRules rules;
  private final List<Setting<?>> known;
  private final List<LocalProvider> providers;

  Recipes(Bindings bindings, Clusters clusters, AgentRules rules) {
    this.bindings = bindings;
    this.rules = rules;
    known = List.copyOf(clusters.settings());
    // An installed program is there on purpose.
    providers =
        ServiceLoader.load(ClusterProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(LocalProvider.class::isInstance)
            .map(LocalProvider.class::cast)
            .sorted(Comparator.comparingInt(LocalProvider::precedence).reversed())
            .toList();
  }

  /** The servers to start, and the way to start them. */
  record FoundRecipe(ClusterRequest request, LocalStart start) {}

  /**
   * Finds how to start servers.
   *
   * @param nodes how many the cluster has
   * @throws AgentRefusal if that is not allowed, or not possible
   */
  FoundRecipe find(AgentRequest.Recipe recipe, int nodes)
      throws AgentRefusal, ClusterException, InterruptedException {
    ClusterRequest request = request(recipe, nodes);
    List<String> obstacles = new ArrayList<>();
    for (LocalProvider provider : providers) {
      Optional<String> obstacle = provider.obstacle(request);
      if (obstacle.isEmpty()) {
        return new FoundRecipe(request, provider.prepare(request));
      }
      obstacles.add(provider.kind() + ": " + obstacle.get());
    }
    throw new AgentRefusal(
        UNPROCESSABLE,
        "it cannot start servers of "
            + request.system().title()
            + " ("
            + String.join("; ", obstacles)
            + ")");
  }

  private ClusterRequest request(AgentRequest.Recipe recipe, int nodes) throws AgentRefusal {
    Optional<Reachable> found = bindings.find(recipe.system());
    if (found.isEmpty()) {
      throw new AgentRefusal(BAD_REQUEST, "it has no system '" + recipe.system() + "'");
    }
    if (!rules.systems().isEmpty() && !rules.systems().contains(recipe.system())) {
      throw new AgentRefusal(
          FORBIDDEN,
          recipe.system()
              + " is not allowed; its --allow has "
              + rules.systems().stream().sorted().collect(Collectors.joining(",")));
    }
    ClusterRequest plain =
        found.get().servers(List.of(), Settings.resolve(new Assignments(), known, new Problems()));
    Settings settings = settings(plain, recipe, nodes);
    ClusterRequest request = found.get().servers(List.of(), settings);
    checkFlags(request);
    return request;
  }

  /** A controller sets what the system's servers declare, and nothing else of kvbench. */
  private Settings settings(ClusterRequest plain, AgentRequest.Recipe recipe, int nodes)
      throws AgentRefusal {
    List<String> declared =
        servers(plain).flatMap(servers -> servers.settings().stream()).map(Setting::name).toList();
    Problems problems = new Problems();
    Assignments assignments = new Assignments();
    recipe
        .settings()
        .forEach(
            (name, text) -> {
              if (declared.contains(name)) {
                assignments.add(name, text, AGENT);
              } else {
                problems.add("settings", "'" + name + "' is not a setting of these servers");
              }
            });
    assignments.add(ClusterSettings.NODES.name(), Integer.toString(nodes), AGENT);
    assignments.add(ClusterSettings.DIRECTORY.name(), rules.directory().toString(), AGENT);
    Settings settings = Settings.resolve(assignments, known, problems);
    if (!problems.isEmpty()) {
      throw new AgentRefusal(
          BAD_REQUEST,
          problems.list().stream().map(Problem::toString).collect(Collectors.joining("; ")));
    }
    return settings;
  }

  /** With arbitrary flags, servers can read and write files, and JVMs can run programs. */
  private void checkFlags(ClusterRequest request) throws AgentRefusal {
    boolean flags = servers(request).anyMatch(each -> each.flags(request.settings()).isPresent());
    if (flags && !rules.flags()) {
      throw new AgentRefusal(
          FORBIDDEN, "flags of servers are not allowed; start it with --allow-flags");
    }
  }

  private static Stream<SystemServers> servers(ClusterRequest request) {
    return Stream.concat(Stream.of(request.servers()), request.behind().stream());
  }
}
