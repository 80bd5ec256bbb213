package io.kvbench.runner.embed;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.verdict.VerdictSettings;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A builder of plans. A later call overrides an earlier one, and every call overrides the workload
 * file. All problems are reported together when the plan is built. Not thread-safe.
 */
public final class PlanBuilder {
  static final String LIST = "Kvbench.properties() returns those that exist";

  private final String system;
  private final List<BindingProvider> own;
  private Assignments given = new Assignments();
  private final List<Threshold> thresholds = new ArrayList<>();
  private @Nullable LoadSpec load;
  private RunListener listener = RunListener.NONE;
  private @Nullable WorkloadSpec workload;
  private @Nullable Servers servers;
  private @Nullable Path sidecar;

  PlanBuilder(String system, List<BindingProvider> own) {
    this.system = Objects.requireNonNull(system, "system");
    this.own = List.copyOf(own);
  }

  /** Sets the workload; required. */
  public PlanBuilder workload(WorkloadSpec requests) {
    workload = Objects.requireNonNull(requests, "requests");
    return this;
  }

  /**
   * Sets the load model; by default a closed loop without think time. Replaces all settings of
   * earlier calls and of the workload file for it.
   */
  public PlanBuilder load(LoadSpec pace) {
    load = Objects.requireNonNull(pace, "pace");
    given = LoadSpec.without(given);
    pace.settings().forEach((name, text) -> given.add(name, text, origin("load", pace)));
    return this;
  }

  /** Sets the number of concurrent clients, each with one request in flight; 1 by default. */
  public PlanBuilder clients(int count) {
    return give("clients", RunSettings.CLIENTS, count);
  }

  /**
   * Sets numbers of clients that the run goes through, one after the other, each with an even share
   * of it.
   */
  public PlanBuilder clientSteps(int... counts) {
    Objects.requireNonNull(counts, "counts");
    return give(
        "clientSteps",
        RunSettings.CLIENT_STEPS,
        Arrays.stream(counts).mapToObj(Integer::toString).collect(Collectors.joining(",")));
  }

  /**
   * Sets the number of connections of the client library, which the clients share; 1 by default.
   * Not for a binding that the caller has opened.
   */
  public PlanBuilder connections(int count) {
    return give("connections", RunSettings.CONNECTIONS, count);
  }

  /** Sets the number of requests of the run phase, over all clients; 0 for no limit. */
  public PlanBuilder requests(long count) {
    return give("requests", RunSettings.OPERATION_COUNT, count);
  }

  /** Sets the duration of the run phase; 0 for no limit. */
  public PlanBuilder duration(Duration time) {
    Objects.requireNonNull(time, "time");
    return give("duration", RunSettings.MAX_EXECUTION_TIME, SettingTexts.of(time));
  }

  /** Sets the duration of the warm-up before measuring begins. */
  public PlanBuilder warmup(Duration time) {
    Objects.requireNonNull(time, "time");
    return give("warmup", RunSettings.WARMUP_TIME, SettingTexts.of(time));
  }

  /** Adds thresholds for the figures, to those of earlier calls and of {@code slo=}. */
  public PlanBuilder thresholds(Threshold... limits) {
    thresholds.addAll(List.of(Objects.requireNonNull(limits, "limits")));
    return this;
  }

  /** Sets the endpoints of existing servers, as {@code host:port}. */
  public PlanBuilder endpoints(String... hostsAndPorts) {
    Objects.requireNonNull(hostsAndPorts, "hostsAndPorts");
    return give("endpoints", RunSettings.ENDPOINTS, String.join(",", hostsAndPorts));
  }

  /** Sets the number of servers that the run starts for itself: 1, 3 or 5. */
  public PlanBuilder nodes(int count) {
    return give("nodes", ClusterSettings.NODES, count);
  }

  /** Sets servers that the run shares with others, and leaves running. */
  public PlanBuilder servers(Servers started) {
    servers = Objects.requireNonNull(started, "started");
    return this;
  }

  /** Sets any property that a workload file may have. */
  public PlanBuilder set(String name, String text) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(text, () -> "the text of " + name);
    given.add(name, text, Origin.of("set(" + name + ")"));
    return this;
  }

  /**
   * Sets the listener to the progress, called on the thread of the run; none by default. An
   * exception of it ends the run and is thrown by {@link Kvbench#run}.
   */
  public PlanBuilder listener(RunListener told) {
    listener = Objects.requireNonNull(told, "told");
    return this;
  }

  /**
   * Sets the {@code kvbench.jar} that samples this machine in a separate process, if results are
   * written. Without one, servers on this machine and the process are not sampled; sidecars on
   * other hosts ({@code hosts=}) and containers are.
   */
  public PlanBuilder sidecar(Path jar) {
    sidecar = Objects.requireNonNull(jar, "jar");
    return this;
  }

  private PlanBuilder give(String method, Setting<?> setting, Object value) {
    given.add(setting.name(), value.toString(), origin(method, value));
    return this;
  }

  private static Origin origin(String method, Object value) {
    return Origin.of(method + "(" + value + ")");
  }

  /**
   * Checks everything and returns the plan. Opens and starts nothing, but may search for programs
   * that could start servers.
   *
   * @throws PlanException with all problems
   */
  public BenchmarkPlan build() {
    Problems problems = new Problems();
    Optional<BenchmarkPlan> plan = plan(problems);
    return plan.filter(planned -> problems.isEmpty())
        .orElseThrow(() -> new PlanException(problems.list()));
  }

  private Optional<BenchmarkPlan> plan(Problems problems) {
    Assignments all = new Assignments();
    WorkloadSpec requests = workload;
    if (requests == null) {
      problems.add("workload", "say with workload(WorkloadSpec) which requests to make.");
    } else {
      all.addAll(requests.read(problems));
    }
    boolean unreadable = !problems.isEmpty();
    Servers shared = servers;
    if (shared != null) {
      shared.check(system, given, problems);
      all.addAll(shared.given());
    }
    if (load != null) {
      all = LoadSpec.without(all);
    }
    all.addAll(given);
    addThresholds(all);
    checkCalls(problems);
    Clusters clusters = shared == null ? Clusters.load() : shared.clusters();
    PlanFactory planning =
        new PlanFactory(bindings(), clusters, new SidecarCheck(sidecar != null), LIST);
    Optional<Reachable> reachable = planning.system(system, "plan(" + system + ")", problems);
    if (shared == null) {
      reachable.ifPresent(found -> checkServers(found.system(), problems));
    }
    Settings settings = planning.resolve(all, problems);
    if (requests == null || reachable.isEmpty() || unreadable) {
      return Optional.empty();
    }
    Optional<Planned> planned = planning.plan(requests.name(), reachable.get(), settings, problems);
    return planned.map(
        plan -> new BenchmarkPlan(plan, clusters, listener, SidecarJar.command(sidecar)));
  }

  /** Keeps thresholds of the workload file and of {@code set}. */
  private void addThresholds(Assignments all) {
    if (thresholds.isEmpty()) {
      return;
    }
    String texts = thresholds.stream().map(Threshold::text).collect(Collectors.joining(","));
    String name = VerdictSettings.SLO.name();
    List<Assignments.Assignment> before =
        all.list().stream().filter(each -> each.name().equals(name)).toList();
    if (before.isEmpty()) {
      all.add(name, texts, Origin.of("thresholds"));
    } else {
      Assignments.Assignment last = before.getLast();
      all.add(name, last.text() + "," + texts, Origin.of(last.origin() + " and thresholds"));
    }
  }

  private void checkCalls(Problems problems) {
    if (load != null) {
      load.check(problems);
    }
    if (sidecar != null) {
      String where = "sidecar(" + sidecar + ")";
      SidecarJar.problem(sidecar).ifPresent(problem -> problems.add(where, problem));
    }
    if (own.stream().anyMatch(OpenedBinding.class::isInstance)) {
      checkConnections(problems);
    }
  }

  /** A workload file may serve several bindings; a call refers to this one. */
  private void checkConnections(Problems problems) {
    given.list().stream()
        .filter(each -> each.name().equals(RunSettings.CONNECTIONS.name()))
        .forEach(
            each ->
                problems.add(
                    each.origin(),
                    "the binding is open already and has the connections that it has; leave this"
                        + " out, or give plan(...) a BindingProvider."));
  }

  /** A workload file may serve several systems; a call refers to this one. */
  private void checkServers(SystemDescriptor asked, Problems problems) {
    if (!asked.local()) {
      return;
    }
    given.list().stream()
        .filter(each -> Servers.isAboutServers(each.name()))
        .forEach(
            each ->
                problems.add(
                    each.origin(),
                    asked.title()
                        + " lives inside this process and has no servers; leave "
                        + each.name()
                        + " out."));
  }

  /** The caller's own first; settings of the others may be in a workload file, too. */
  private Bindings bindings() {
    return Bindings.load().and(own);
  }
}
