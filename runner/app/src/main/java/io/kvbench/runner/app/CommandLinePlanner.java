package io.kvbench.runner.app;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.metrics.MetricsSettings;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.WorkloadLookup;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From flags to a plan: finds the system, reads the files, and hands everything to the planner. */
final class CommandLinePlanner {

  /** Live metrics are the command line's. */
  private record Metrics() implements PlanFactory.Further {
    @Override
    public List<Setting<?>> settings() {
      return MetricsSettings.all();
    }

    @Override
    public void check(Settings settings, Problems problems) {
      MetricsSettings.check(settings, problems);
    }
  }

  /** Where to find the properties that exist. */
  static final String LIST = "'kvbench plan --properties' lists all properties";

  private static final String NO_WORKLOAD = "core";

  private final Bindings bindings;
  private final PlanFactory planning;

  CommandLinePlanner(Bindings bindings, Clusters clusters) {
    this.bindings = bindings;
    planning = new PlanFactory(bindings, clusters, new Metrics(), LIST);
  }

  /** Returns every setting that exists, for all systems: a workload file may serve several. */
  Collection<Setting<?>> settings() {
    return planning.settings();
  }

  /** Plans what the flags ask for; the problems say why there is no plan. */
  Optional<Planned> plan(RunOptions options, Problems problems) {
    Assignments given = new Assignments();
    for (String file : options.files) {
      given.addAll(WorkloadLookup.read(file, Origin.of("-P " + file), problems));
    }
    boolean unreadable = !problems.isEmpty();
    given.addAll(options.assignments(problems));
    Optional<Reachable> system = system(options.system, problems);
    Settings settings = planning.resolve(given, problems);
    if (system.isEmpty() || unreadable) {
      return Optional.empty();
    }
    if (options.files.isEmpty() && options.properties.isEmpty()) {
      problems.add(
          "-P",
          "no workload: specify a file, as in -P workloads/write1m, or one of "
              + String.join(", ", WorkloadLookup.names())
              + ".");
      return Optional.empty();
    }
    return planning.plan(workloadName(options.files), system.get(), settings, problems);
  }

  /** Finds the system that {@code -db} names. */
  Optional<Reachable> system(@Nullable String name, Problems problems) {
    if (name == null) {
      problems.add("-db", "no system: specify one of " + String.join(", ", bindings.names()) + ".");
      return Optional.empty();
    }
    return system(name, "-db " + name, problems);
  }

  /** Finds a system; {@code where} says where its name was given. */
  Optional<Reachable> system(String name, String where, Problems problems) {
    return planning.system(name, where, problems);
  }

  private static String workloadName(List<String> files) {
    return files.isEmpty() ? NO_WORKLOAD : WorkloadLookup.nameOf(files.getLast());
  }
}
