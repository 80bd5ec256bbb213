package io.kvbench.runner.app;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.verdict.Slos;
import io.kvbench.core.verdict.VerdictSettings;
import io.kvbench.core.workload.UnusedYcsbSettings;
import io.kvbench.core.workload.WorkloadSettings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.metrics.MetricsSettings;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.events.EventSettings;
import io.kvbench.runner.run.fault.FaultCheck;
import io.kvbench.runner.run.fault.FaultSettings;
import io.kvbench.runner.run.hosts.HostSettings;
import io.kvbench.runner.run.hosts.RemoteSettings;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From flags to a plan: finds the system, reads the files, and hands everything to the planner. */
final class Planning {

  /** A plan and the binding that carries it out. */
  record Planned(RunPlan plan, BindingProvider provider) {}

  private static final String NO_WORKLOAD = "core";

  private final Bindings bindings;
  private final Clusters clusters;

  Planning(Bindings bindings, Clusters clusters) {
    this.bindings = bindings;
    this.clusters = clusters;
  }

  /** Returns every setting that exists, for all systems: a workload file may serve several. */
  Collection<Setting<?>> settings() {
    Map<String, Setting<?>> byName = new LinkedHashMap<>();
    Stream.of(
            RunSettings.all().stream(),
            VerdictSettings.all().stream(),
            WorkloadSettings.all().stream(),
            clusters.settings().stream(),
            FaultSettings.all().stream(),
            HostSettings.all().stream(),
            EventSettings.all().stream(),
            MetricsSettings.all().stream(),
            RemoteSettings.all().stream(),
            bindings.all().stream().flatMap(each -> each.system().settings().stream()),
            UnusedYcsbSettings.all().stream())
        .flatMap(settings -> settings)
        .forEach(setting -> byName.putIfAbsent(setting.name(), setting));
    return byName.values();
  }

  /** Plans what the flags ask for; the problems say why there is no plan. */
  Optional<Planned> plan(RunOptions options, Problems problems) {
    Assignments given = new Assignments();
    options.files.forEach(file -> given.addAll(WorkloadLookup.read(file, problems)));
    boolean unreadable = !problems.isEmpty();
    given.addAll(options.assignments(problems));
    Optional<Reachable> system = system(options.system, problems);
    Settings settings = Settings.resolve(given, settings(), problems);
    if (system.isEmpty() || unreadable) {
      return Optional.empty();
    }
    if (options.files.isEmpty() && options.properties.isEmpty()) {
      problems.add(
          "-P",
          "no workload: name a file, such as -P workloads/write1m, or one of " + known() + ".");
      return Optional.empty();
    }
    SystemDescriptor asked = system.get().provider().with(system.get().system(), settings);
    Optional<RunPlan> plan =
        RunPlanner.plan(workloadName(options.files), asked, settings, problems);
    List<String> endpoints = settings.find(RunSettings.ENDPOINTS).orElse(List.of());
    system.get().provider().check(asked, endpoints, settings, problems);
    Slos.check(settings, plan, problems);
    ClusterRequest servers = new ClusterRequest(asked, endpoints, settings);
    clusters.check(servers, problems);
    FaultCheck.check(servers, plan, problems);
    MetricsSettings.check(settings, problems);
    RemoteSettings.check(settings, problems);
    return problems.isEmpty()
        ? plan.map(planned -> new Planned(planned, system.get().provider()))
        : Optional.empty();
  }

  /** Finds the system that {@code -db} names. */
  Optional<Reachable> system(@Nullable String name, Problems problems) {
    List<String> names = bindings.all().stream().map(each -> each.system().name()).toList();
    if (name == null) {
      problems.add("-db", "no system: name one of " + String.join(", ", names) + ".");
      return Optional.empty();
    }
    Optional<Reachable> found = bindings.find(name);
    if (found.isEmpty()) {
      String advice =
          Nearest.to(name, names)
              .map(nearest -> "did you mean " + nearest + "?")
              .orElse("there are " + String.join(", ", names) + ".");
      problems.add("-db " + name, "there is no such system; " + advice);
    }
    return found;
  }

  private static String known() {
    return String.join(", ", WorkloadLookup.names());
  }

  private static String workloadName(List<String> files) {
    if (files.isEmpty()) {
      return NO_WORKLOAD;
    }
    String last = files.getLast();
    return last.substring(last.replace('\\', '/').lastIndexOf('/') + 1);
  }
}
