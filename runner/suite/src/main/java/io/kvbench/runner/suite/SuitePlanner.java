package io.kvbench.runner.suite;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.Version;
import io.kvbench.runner.run.WorkloadLookup;
import io.kvbench.runner.suite.PlannedCombination.ServerKind;
import io.kvbench.runner.suite.SuitePlan.PlannedCell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The conversion of a suite's file into a plan of all its runs, or into everything that is wrong
 * with any of them. Every combination is planned as {@code kvbench run} would. For one thread.
 */
public final class SuitePlanner {
  /** Servers that are not there yet: only what endpoints as such rule out is looked for. */
  private static final String SOME_ENDPOINT = "127.0.0.1:1";

  /** A file's ending, which is no part of its name. */
  private static final String ENDING = ".properties";

  private final PlanFactory planning;
  private final Set<String> ofServers;
  private final Map<String, Workload> workloads = new HashMap<>();

  /** A workload file, read once, and its errors. */
  private record Workload(Assignments lines, List<Problem> problems) {}

  /** Plans runs of the systems of {@code planning}, on servers of {@code clusters}. */
  public SuitePlanner(PlanFactory planning, Clusters clusters) {
    this.planning = planning;
    ofServers = clusters.settings().stream().map(Setting::name).collect(Collectors.toSet());
  }

  static String nameOf(String file) {
    String name = WorkloadLookup.nameOf(file);
    return name.endsWith(ENDING) && name.length() > ENDING.length()
        ? name.substring(0, name.length() - ENDING.length())
        : name;
  }

  /**
   * Plans a suite.
   *
   * @param file a path, or the name of a suite in the jar
   * @param given properties from the command line, which win over those of the file
   * @param problems gets what is wrong
   */
  public Optional<SuitePlan> plan(String file, Assignments given, Problems problems) {
    Assignments lines = WorkloadLookup.readSuite(file, Origin.of("suite"), problems);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    SuiteFile suite = SuiteReader.read(nameOf(file), lines, given, planning.settings(), problems);
    checkRepeats(suite.settings(), problems);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    List<Combination> combinations = Combinations.of(suite, problems);
    CellProblems found = new CellProblems(combinations.size());
    List<PlannedCombination> planned = plan(suite, combinations, found);
    found.addTo(problems);
    return problems.isEmpty() ? Optional.of(plan(suite, planned)) : Optional.empty();
  }

  private List<PlannedCombination> plan(
      SuiteFile suite, List<Combination> combinations, CellProblems found) {
    List<String> varying = varying(combinations);
    List<PlannedCombination> planned = new ArrayList<>();
    for (Combination combination : combinations) {
      Problems problems = new Problems();
      String title = combination.title(varying);
      plan(suite, combination, title, problems).ifPresent(planned::add);
      found.add(title, problems);
    }
    return planned;
  }

  /** Returns the axes on which there are several values; the system's where there are none. */
  private static List<String> varying(List<Combination> combinations) {
    List<String> varying =
        axes(combinations).stream()
            .filter(
                axis ->
                    combinations.stream()
                            .map(each -> Optional.ofNullable(each.parameters().get(axis)))
                            .distinct()
                            .count()
                        > 1)
            .toList();
    return varying.isEmpty() ? List.of(SuiteAxis.SYSTEM) : varying;
  }

  private static List<String> axes(List<Combination> combinations) {
    Set<String> axes = new LinkedHashSet<>();
    combinations.forEach(each -> axes.addAll(each.parameters().keySet()));
    return List.copyOf(axes);
  }

  private Optional<PlannedCombination> plan(
      SuiteFile suite, Combination combination, String title, Problems problems) {
    Assignments all = new Assignments();
    combination.workloads().forEach(name -> all.addAll(workload(name, problems)));
    all.addAll(combination.assignments());
    String workload =
        combination.workloads().isEmpty()
            ? suite.name()
            : WorkloadLookup.nameOf(combination.workloads().getLast());
    if (suite.settings().get(SuiteSettings.CLUSTER) == ServerSharing.SHARED) {
      checkLimits(planning.resolve(all, new Problems()), problems);
    }
    Optional<Planned> planned = plan(combination.system(), workload, all, problems);
    if (planned.isEmpty()) {
      return Optional.empty();
    }
    RunPlan plan = planned.get().plan();
    ServerKind kind = kind(suite, plan);
    check(suite, combination, workload, all, kind, problems);
    return Optional.of(
        new PlannedCombination(
            combination,
            title,
            workload,
            all,
            plan.phases().stream().map(SuitePlanner::words).toList(),
            Expected.of(plan.phases()),
            servers(plan),
            kind));
  }

  private Assignments workload(String name, Problems problems) {
    Workload known = workloads.get(name);
    if (known == null) {
      Problems own = new Problems();
      known =
          new Workload(WorkloadLookup.read(name, Origin.of("workload " + name), own), own.list());
      workloads.put(name, known);
    }
    known.problems().forEach(each -> problems.add(each.where(), each.message()));
    return known.lines();
  }

  /** Plans a run with these properties, as on its own servers. */
  Optional<Planned> plan(
      String system, String workload, Assignments assignments, Problems problems) {
    Optional<Reachable> reachable =
        planning.system(system, SuiteAxis.SYSTEM + "=" + system, problems);
    Settings settings = planning.resolve(assignments, problems);
    return reachable.flatMap(found -> planning.plan(workload, found, settings, problems));
  }

  private static ServerKind kind(SuiteFile suite, RunPlan plan) {
    if (plan.system().local()) {
      return ServerKind.NONE;
    }
    if (!plan.endpoints().isEmpty()) {
      return ServerKind.ENDPOINTS;
    }
    return suite.settings().get(SuiteSettings.CLUSTER) == ServerSharing.SHARED
        ? ServerKind.SHARED
        : ServerKind.OF_RUN;
  }

  private void check(
      SuiteFile suite,
      Combination combination,
      String workload,
      Assignments all,
      ServerKind kind,
      Problems problems) {
    if (kind == ServerKind.ENDPOINTS && !suite.settings().isGiven(SuiteSettings.CLEAN)) {
      problems.add(
          SuiteSettings.CLEAN.name(),
          "the endpoints are those of your own servers, where a run finds the records of the one"
              + " before: set suite.clean=true to remove the keys below kvbench's prefix before"
              + " each run, or suite.clean=false to leave them.");
    }
    if (kind == ServerKind.SHARED) {
      plan(combination.system(), workload, onServers(all, List.of(SOME_ENDPOINT)), problems);
    }
  }

  /** Limits of servers that the suite starts would be missing from the results of its runs. */
  private static void checkLimits(Settings settings, Problems problems) {
    LimitSettings.all().stream()
        .filter(settings::isGiven)
        .forEach(
            limit ->
                problems.add(
                    settings.whereIs(limit),
                    limit.name()
                        + " needs servers of the run: omit it, or set suite.cluster=run."));
  }

  /** Returns the properties of a run on servers that are there already. */
  Assignments onServers(Assignments all, List<String> endpoints) {
    Assignments on = new Assignments();
    all.list().stream()
        .filter(each -> !ofServers.contains(each.name()))
        .forEach(each -> on.add(each.name(), each.text(), each.origin()));
    return on.add(
        RunSettings.ENDPOINTS.name(),
        String.join(",", endpoints),
        Origin.of(SuiteSettings.CLUSTER.name() + "=shared"));
  }

  private String servers(RunPlan plan) {
    return plan.system().name()
        + plan.settings().entries().stream()
            .filter(entry -> entry.origin().isPresent())
            .filter(entry -> ofServers.contains(entry.setting().name()))
            .map(entry -> " " + entry.setting().name() + "=" + entry.text())
            .collect(Collectors.joining());
  }

  private static String words(PhasePlan phase) {
    List<String> parts = new ArrayList<>();
    parts.add(phase.name() + phase.step().map(step -> " " + step).orElse(""));
    if (phase.requests() != PhasePlan.UNLIMITED) {
      parts.add(Quantities.count(phase.requests(), "request"));
    }
    phase.duration().ifPresent(time -> parts.add("up to " + Quantities.elapsed(time.toNanos())));
    parts.add(Quantities.count(phase.clients(), "client"));
    return String.join(", ", parts);
  }

  private SuitePlan plan(SuiteFile suite, List<PlannedCombination> planned) {
    Settings settings = suite.settings();
    return new SuitePlan(
        suite.name(),
        axes(planned.stream().map(PlannedCombination::combination).toList()),
        definition(suite),
        planned,
        cells(suite, planned),
        settings
            .find(SuiteSettings.REPEAT_UNTIL)
            .map(precision -> precision.rule(settings.get(SuiteSettings.REPEATS), runs(settings))),
        settings.get(SuiteSettings.PAUSE),
        settings.find(SuiteSettings.MAX_TIME),
        settings.find(SuiteSettings.CLEAN).orElse(true),
        permissions(planned));
  }

  /** The budget may change from one start to the next: it changes no run. */
  private Map<String, String> definition(SuiteFile suite) {
    SuiteDefinition ofWorkloads = new SuiteDefinition(planning.settings());
    workloads.forEach(
        (name, workload) ->
            workload
                .lines()
                .list()
                .forEach(line -> ofWorkloads.add(name + ": " + line.name(), line)));
    Map<String, String> all = new TreeMap<>(suite.definition());
    all.putAll(ofWorkloads.texts());
    all.remove(SuiteSettings.MAX_TIME.name());
    all.remove("-p " + SuiteSettings.MAX_TIME.name());
    all.put("kvbench version", Version.CURRENT);
    return all;
  }

  /** Returns how many runs a combination has, or may have. */
  private static int runs(Settings settings) {
    return settings.isGiven(SuiteSettings.REPEAT_UNTIL)
        ? settings.get(SuiteSettings.REPEAT_MAX)
        : settings.get(SuiteSettings.REPEATS);
  }

  private static void checkRepeats(Settings settings, Problems problems) {
    Optional<Precision> until = settings.find(SuiteSettings.REPEAT_UNTIL);
    int least = settings.get(SuiteSettings.REPEATS);
    int most = settings.get(SuiteSettings.REPEAT_MAX);
    if (until.isEmpty() && settings.isGiven(SuiteSettings.REPEAT_MAX)) {
      problems.add(
          settings.whereIs(SuiteSettings.REPEAT_MAX),
          "repeat.max has no effect without repeat.until; omit it, or set suite.repeats.");
    } else if (until.isPresent() && (most < least || !until.get().isPossible(least, most))) {
      problems.add(
          settings.whereIs(SuiteSettings.REPEAT_MAX),
          "repeat.max=%d is too small: it has to be suite.repeats (%d) at least, and a 95 %% interval needs 6 runs."
              .formatted(most, least));
    }
  }

  /** Runs that share servers follow each other; apart from that they have the suite's order. */
  private static List<PlannedCell> cells(SuiteFile suite, List<PlannedCombination> planned) {
    Settings settings = suite.settings();
    Map<String, List<PlannedCombination>> groups =
        planned.stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.kind() == ServerKind.SHARED ? each.servers() : "",
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<PlannedCell> cells = new ArrayList<>();
    for (List<PlannedCombination> group : groups.values()) {
      settings
          .get(SuiteSettings.ORDER)
          .of(group, runs(settings), settings.get(SuiteSettings.SEED))
          .forEach(
              turn ->
                  cells.add(
                      new PlannedCell(
                          CellNames.of(
                              planned.indexOf(turn.combination()),
                              turn.combination().title(),
                              turn.repeat()),
                          turn.combination(),
                          turn.repeat())));
    }
    return cells;
  }

  private FilePermissions permissions(List<PlannedCombination> planned) {
    return planning
        .resolve(planned.getFirst().assignments(), new Problems())
        .get(RunSettings.RESULTS_PERMISSIONS);
  }
}
