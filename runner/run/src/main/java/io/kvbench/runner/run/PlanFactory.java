package io.kvbench.runner.run;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.MixSettings;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.setting.UnusedYcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.results.verdict.Slos;
import io.kvbench.results.verdict.VerdictSettings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.events.EventSettings;
import io.kvbench.runner.run.fault.FaultCheck;
import io.kvbench.runner.run.fault.FaultSettings;
import io.kvbench.runner.run.hosts.HostSettings;
import io.kvbench.runner.run.hosts.RemoteSettings;
import io.kvbench.runner.run.network.NetworkCheck;
import io.kvbench.runner.run.network.NetworkSettings;
import io.kvbench.runner.run.topology.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The conversion of assignments into an executable plan, or into everything that is wrong with
 * them: for the command line and for programs alike.
 */
public final class PlanFactory {

  /** A plan and the binding that carries it out. */
  public record Planned(RunPlan plan, BindingProvider provider) {}

  /** An addition to the settings of a plan that only some callers need. */
  public interface PlanExtension {
    /** Adds nothing. */
    PlanExtension NONE =
        new PlanExtension() {
          @Override
          public List<Setting<?>> settings() {
            return List.of();
          }

          @Override
          public void check(Settings settings, Optional<RunPlan> plan, Problems problems) {}
        };

    List<Setting<?>> settings();

    /** Returns into how many parts a run with these settings is divided. */
    default int parts(Settings settings) {
      return 1;
    }

    /** Returns a note on a run with these settings, if there is any. */
    default Optional<String> note(Settings settings) {
      return Optional.empty();
    }

    /** Adds what is wrong with them, and with a plan that has them. */
    void check(Settings settings, Optional<RunPlan> plan, Problems problems);
  }

  private final Bindings bindings;
  private final Clusters clusters;
  private final PlanExtension further;
  private final String list;

  /**
   * Plans runs of these systems, on servers of these kinds.
   *
   * @param list the end of the sentence about an unknown property, with the way to list all, such
   *     as {@code 'kvbench plan --properties' lists all properties}
   */
  public PlanFactory(Bindings bindings, Clusters clusters, PlanExtension further, String list) {
    this.bindings = bindings;
    this.clusters = clusters;
    this.further = further;
    this.list = list;
  }

  /** Returns every setting that exists, for all systems: a workload file may serve several. */
  public Collection<Setting<?>> settings() {
    return groups().values().stream().<Setting<?>>flatMap(List::stream).toList();
  }

  /** Returns the same by their subject, each once. */
  public Map<String, List<Setting<?>>> groups() {
    Map<String, List<Setting<?>>> groups = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    BiConsumer<String, List<Setting<?>>> group =
        (subject, settings) ->
            settings.stream()
                .filter(setting -> seen.add(setting.name()))
                .forEach(
                    setting ->
                        groups.computeIfAbsent(subject, unknown -> new ArrayList<>()).add(setting));
    group.accept("run", RunSettings.all());
    group.accept("verdict", VerdictSettings.all());
    group.accept("workload", Workload.settings());
    group.accept("cluster", clusters.settings());
    group.accept("fault", FaultSettings.all());
    group.accept("net", NetworkSettings.all());
    group.accept("hosts", HostSettings.all());
    group.accept("hosts", RemoteSettings.all());
    group.accept("events", EventSettings.all());
    further
        .settings()
        .forEach(
            setting -> group.accept(setting.name().replaceFirst("\\..*", ""), List.of(setting)));
    bindings.all().forEach(each -> group.accept(each.system().name(), each.system().settings()));
    group.accept("ycsb", YcsbSettings.all());
    group.accept("ycsb", UnusedYcsbSettings.all());
    return groups;
  }

  /**
   * Finds a system.
   *
   * @param where the place where the user named it, for an error message
   */
  public Optional<Reachable> system(String name, String where, Problems problems) {
    Optional<Reachable> found = bindings.find(name);
    if (found.isEmpty()) {
      problems.add(where, missing(name, bindings.names()));
    }
    return found;
  }

  /** The jar of the command line has every binding; programs choose theirs. */
  private static String missing(String name, List<String> names) {
    Optional<String> artifact = Artifacts.ofBinding(name);
    if (artifact.isPresent()) {
      return "no binding on the class path supports it; add " + artifact.get() + ".";
    }
    String found =
        names.isEmpty()
            ? "the class path has no binding; add one, such as " + Artifacts.ANY_BINDING + "."
            : "there are " + String.join(", ", names) + ".";
    return "unknown system; "
        + Nearest.to(name, names)
            .map(nearest -> "did you mean " + nearest + "?")
            .or(() -> Artifacts.nearest(name))
            .orElse(found);
  }

  /** Parses assignments against all settings that exist. */
  public Settings resolve(Assignments given, Problems problems) {
    Assignments complete = clusters.completed(Topology.expand(given, true, problems));
    List<Setting<?>> known = new ArrayList<>(settings());
    known.addAll(MixSettings.declared(complete, VerdictSettings.SLO));
    return Settings.resolve(complete, known, list, problems);
  }

  /**
   * Plans a run.
   *
   * @param problems gets what is wrong; may hold problems already, then there is no plan
   */
  public Optional<Planned> plan(
      String workloadName, Reachable system, Settings given, Problems problems) {
    List<Setting<?>> known = new ArrayList<>(settings());
    known.addAll(system.system().settings());
    Settings settings =
        given
            .redeclared(system.system().settings(), problems)
            .translated(system.provider().translations(system.system()), known, problems);
    SystemDescriptor asked = system.provider().with(system.system(), settings);
    Optional<RunPlan> plan =
        RunPlanner.plan(workloadName, asked, settings, further.parts(settings), problems);
    List<String> endpoints = settings.find(RunSettings.ENDPOINTS).orElse(List.of());
    system.provider().check(asked, endpoints, settings, problems);
    Slos.check(settings, plan, !FaultSettings.steps(settings).isEmpty(), problems);
    ClusterRequest servers =
        system.servers(endpoints, settings).with(FaultSettings.servers(settings));
    clusters.check(servers, problems);
    FaultCheck.check(servers, plan, problems);
    NetworkCheck.check(
        servers, FaultSettings.network(settings), system.provider().bypass(asked), plan, problems);
    NetworkCheck.check(servers, FaultSettings.peers(settings), Optional.empty(), plan, problems);
    further.check(settings, plan, problems);
    RemoteSettings.check(settings, problems);
    return problems.isEmpty()
        ? plan.map(planned -> new Planned(noted(planned, system), system.provider()))
        : Optional.empty();
  }

  /**
   * Plans the load of a run that another process has planned as a whole: servers, faults and
   * networks are that one's affair.
   */
  public Optional<Planned> planLoad(
      String workloadName, String systemName, Assignments assigned, Problems problems) {
    Optional<Reachable> found = system(systemName, systemName, problems);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Reachable system = found.get();
    Settings settings =
        Settings.resolve(assigned, settings(), list, problems)
            .redeclared(system.system().settings(), problems);
    SystemDescriptor asked = system.provider().with(system.system(), settings);
    return RunPlanner.plan(workloadName, asked, settings, problems)
        .map(plan -> new Planned(plan, system.provider()));
  }

  private static List<String> serverNotes(Settings settings) {
    return Stream.concat(Topology.note(settings).stream(), LimitSettings.note(settings).stream())
        .toList();
  }

  private RunPlan noted(RunPlan plan, Reachable reachable) {
    List<SystemDescriptor> systems = bindings.all().stream().map(Reachable::system).toList();
    RunPlan started = further.note(plan.settings()).map(plan::withNote).orElse(plan);
    for (Setting<?> translation : reachable.provider().translations(reachable.system())) {
      if (plan.settings().isGiven(translation)) {
        started =
            started.withNote(
                "%s (%s): %s"
                    .formatted(
                        translation.name(),
                        plan.settings().whereIs(translation),
                        translation.description()));
      }
    }
    for (String note : serverNotes(plan.settings())) {
      started = started.withNote(note);
    }
    RunPlan noted = ForeignSettings.serverNote(started).map(started::withNote).orElse(started);
    return ForeignSettings.note(plan.system(), systems, plan.settings())
        .map(noted::withNote)
        .orElse(noted);
  }
}
