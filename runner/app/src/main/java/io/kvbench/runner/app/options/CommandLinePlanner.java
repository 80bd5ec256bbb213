package io.kvbench.runner.app.options;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.TraceSettings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.metrics.MetricsSettings;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.WorkloadLookup;
import io.kvbench.runner.run.find.FindSettings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of flags to a plan: it finds the system, reads the files, and passes everything to
 * the planner. For one thread.
 */
public final class CommandLinePlanner {

  /** The settings of the command line only: live metrics, agents and searches. */
  private record Own() implements PlanFactory.PlanExtension {
    @Override
    public List<Setting<?>> settings() {
      return Stream.of(MetricsSettings.all(), LoadAgentSettings.all(), FindSettings.all())
          .<Setting<?>>flatMap(List::stream)
          .toList();
    }

    @Override
    public int parts(Settings settings) {
      return LoadAgentSettings.parts(settings);
    }

    @Override
    public Optional<String> note(Settings settings) {
      return LoadAgentSettings.note(settings);
    }

    @Override
    public void check(Settings settings, Optional<RunPlan> plan, Problems problems) {
      MetricsSettings.check(settings, problems);
      LoadAgentSettings.check(settings, plan, problems);
      plan.ifPresent(made -> LoadAgentSettings.checkStore(made, problems));
    }
  }

  /** A hint at the command that lists all properties. */
  public static final String LIST = "'kvbench plan --properties' lists all properties";

  private static final String NO_WORKLOAD = "core";

  private final UserConfiguration user;
  private Assignments profile = new Assignments();
  private @Nullable Loaded loaded;

  public CommandLinePlanner() {
    this(UserConfiguration.ofThisProcess());
  }

  CommandLinePlanner(UserConfiguration user) {
    this.user = user;
  }

  /** The bindings, clusters and planner found on the class path. */
  private record Loaded(Bindings bindings, Clusters clusters, PlanFactory planning) {
    static Loaded now() {
      Bindings bindings = Bindings.load();
      Clusters clusters = Clusters.load();
      return new Loaded(bindings, clusters, new PlanFactory(bindings, clusters, new Own(), LIST));
    }
  }

  /** Loading takes a while, for which help need not wait. */
  private Loaded loaded() {
    Loaded known = loaded;
    if (known == null) {
      known = Loaded.now();
      loaded = known;
    }
    return known;
  }

  /** Adds plug-ins to the class path, and properties of a profile below those of files. */
  void configure(List<Path> plugins, @Nullable String name, Problems problems) {
    Plugins.add(plugins, user.plugins(problems), problems);
    loaded = null;
    profile = name == null ? new Assignments() : user.profile(name, problems);
  }

  public Bindings bindings() {
    return loaded().bindings();
  }

  public Clusters clusters() {
    return loaded().clusters();
  }

  public PlanFactory planning() {
    return loaded().planning();
  }

  /** Returns every setting that exists, for all systems: a workload file may serve several. */
  public Collection<Setting<?>> settings() {
    return loaded().planning().settings();
  }

  /** Returns the same by their subject. */
  public Map<String, List<Setting<?>>> groups() {
    return loaded().planning().groups();
  }

  /** Plans what the flags ask for; the problems say why there is no plan. */
  public Optional<Planned> plan(RunOptions options, Problems problems) {
    return plan(options, new Assignments(), problems);
  }

  /** Plans the same with more, which wins over everything in flags and files. */
  public Optional<Planned> plan(RunOptions options, Assignments more, Problems problems) {
    Assignments given = ofFiles(options, problems);
    boolean unreadable = !problems.isEmpty();
    given.addAll(options.assignments(problems)).addAll(more);
    Optional<String> ofFile = given.take(RunOptions.SYSTEM);
    String name = options.system() == null ? ofFile.orElse(null) : options.system();
    Optional<Reachable> system = system(name, problems);
    Settings settings = loaded().planning().resolve(given, problems);
    if (system.isEmpty() || unreadable) {
      return Optional.empty();
    }
    if (options.files.isEmpty() && options.properties.isEmpty()) {
      problems.add(
          "-P",
          "no workload: specify a file, as in -P workloads/write1m, or one of "
              + Excerpt.of(WorkloadLookup.names())
              + ".");
      return Optional.empty();
    }
    return loaded()
        .planning()
        .plan(workloadName(options.files, settings), system.get(), settings, problems);
  }

  /** Returns what the profile, the files and the environment say, in the order of precedence. */
  private Assignments ofFiles(RunOptions options, Problems problems) {
    Assignments given = new Assignments().addAll(profile);
    for (String file : options.files) {
      given.addAll(WorkloadLookup.read(file, Origin.of("-P " + file), problems));
    }
    return given.addAll(user.variables(settings(), problems));
  }

  /** Returns the settings that the flags give, without a plan; the problems say what is wrong. */
  public Settings settings(RunOptions options, Problems problems) {
    return loaded().planning().resolve(assignments(options, problems), problems);
  }

  /** Returns what the flags and files say; the problems say what is wrong with their form. */
  public Assignments assignments(RunOptions options, Problems problems) {
    return ofFiles(options, problems).addAll(options.assignments(problems));
  }

  /** Finds the system that {@code -db} names. */
  public Optional<Reachable> system(@Nullable String name, Problems problems) {
    if (name == null) {
      problems.add(
          "-db", "no system: specify one of " + String.join(", ", bindings().names()) + ".");
      return Optional.empty();
    }
    return system(name, "-db " + name, problems);
  }

  /** Finds a system; {@code where} says where its name was given. */
  public Optional<Reachable> system(String name, String where, Problems problems) {
    return loaded().planning().system(name, where, problems);
  }

  private static String workloadName(List<String> files, Settings settings) {
    return files.isEmpty()
        ? settings.find(TraceSettings.TRACE).map(WorkloadLookup::nameOf).orElse(NO_WORKLOAD)
        : WorkloadLookup.nameOf(files.getLast());
  }
}
