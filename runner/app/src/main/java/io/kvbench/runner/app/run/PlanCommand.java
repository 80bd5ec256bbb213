package io.kvbench.runner.app.run;

import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.LoadProfile;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.fault.FaultSettings;
import io.kvbench.runner.run.fault.Step;
import io.kvbench.runner.run.network.NetworkSettings;
import io.kvbench.runner.suite.SuitePlan;
import io.kvbench.runner.suite.SuitePlanText;
import io.kvbench.runner.suite.SuitePlanner;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code kvbench plan}, which prints the plan of a run, and all problems with it. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Shows what a run would do, and all errors in its settings.")
public final class PlanCommand extends ContextCommand {
  /** The setting that bindings with more than one client declare. */
  private static final String CLIENT = "client";

  @Mixin private RunOptions options = new RunOptions();

  @Mixin private NamedSystem system = new NamedSystem();

  @Option(
      names = "--properties",
      paramLabel = "NAME",
      arity = "0..1",
      fallbackValue = "",
      description =
          "List the groups of properties; or describe a group, a property, or those whose names"
              + " contain NAME.")
  private @Nullable String properties;

  @Option(
      names = "--suite",
      paramLabel = "FILE",
      description = "Show the runs of a suite, and all errors in any of them; see 'kvbench suite'.")
  private @Nullable String suite;

  public PlanCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    system.applyTo(options);
    if (properties != null) {
      return PropertyList.print(properties, planning.groups(), terminal, problems);
    }
    if (suite != null) {
      return plan(suite, problems);
    }
    Optional<Planned> planned = planning.plan(options, problems);
    planned.ifPresent(each -> YcsbExport.check(each.plan().settings(), false, problems));
    if (planned.isEmpty() || !problems.isEmpty()) {
      return terminal.refuse(problems);
    }
    print(planned.get().plan());
    return ExitCode.FINE;
  }

  private int plan(String file, Problems problems) {
    if (options.system() != null || !options.files.isEmpty()) {
      problems.add("--suite", "has systems and workloads of its own; omit -db and -P.");
    }
    Optional<SuitePlan> planned =
        new SuitePlanner(planning.planning(), planning.clusters())
            .plan(file, options.assignments(problems), problems);
    if (planned.isEmpty() || !problems.isEmpty()) {
      return terminal.refuse(problems);
    }
    terminal.page().print(SuitePlanText.of(planned.get(), terminal.style()));
    terminal.page().flush();
    terminal.out().println("No errors found. Nothing was run.");
    return ExitCode.FINE;
  }

  private void print(RunPlan plan) {
    PrintWriter out = terminal.out();
    out.println("workload    " + plan.workloadName());
    out.println("system      " + plan.system().title());
    client(plan).ifPresent(client -> out.println("client      " + client));
    out.println("seed        " + plan.workload().seed());
    LoadProfile load = plan.workload().profile();
    out.println("keys        " + describe(load.keyBytes(), load.keys()));
    out.println("values      " + describe(load.valueBytes(), load.values()));
    for (PhasePlan phase : plan.phases()) {
      out.println("phase       " + describe(plan, phase));
      rate(phase, "");
      phase.lanes().forEach(lane -> rate(lane.phase(), ", mix " + lane.mix()));
    }
    FaultSettings.steps(plan.settings())
        .forEach(step -> out.println("step        " + describe(step)));
    LimitSettings.words(plan.settings()).forEach(words -> out.println("limits      " + words));
    NetworkSettings.words(plan.settings()).forEach(words -> out.println("network     " + words));
    out.println();
    out.println("Properties set:");
    plan.settings().entries().stream()
        .filter(entry -> entry.origin().isPresent())
        .forEach(entry -> out.println("  " + describe(entry)));
    out.println("Properties at their defaults:");
    plan.settings().entries().stream()
        .filter(entry -> entry.origin().isEmpty())
        .forEach(entry -> out.println("  " + describe(entry)));
    plan.notes().forEach(note -> out.println("Note: " + note));
    out.println();
    out.println("No errors found. Nothing was run.");
  }

  private void rate(PhasePlan phase, String whose) {
    RateCurve.of(phase, terminal.isUnicode())
        .ifPresent(line -> terminal.out().println("rate        " + line + whose));
  }

  /** Returns the client that carries the load, of a system that can be reached through several. */
  private static Optional<String> client(RunPlan plan) {
    return plan.system().settings().stream().anyMatch(setting -> setting.name().equals(CLIENT))
        ? plan.settings().entries().stream()
            .filter(entry -> entry.setting().name().equals(CLIENT))
            .map(Settings.Entry::text)
            .findFirst()
        : Optional.empty();
  }

  private static String describe(Step step) {
    return "%s %s, %s after the start of the run phase%s%s"
        .formatted(
            step.kind().toLowerCase(Locale.ROOT),
            step.target(),
            Quantities.elapsed(step.at().toNanos()),
            step.every().map(time -> ", every " + Quantities.elapsed(time.toNanos())).orElse(""),
            step.lasting().map(time -> ", for " + Quantities.elapsed(time.toNanos())).orElse(""));
  }

  private static String describe(OptionalInt bytes, String words) {
    return bytes.isPresent() ? Quantities.count(bytes.getAsInt(), "byte") : words;
  }

  private static String describe(Settings.Entry entry) {
    String assignment = entry.setting().name() + "=" + entry.text();
    return entry
        .origin()
        .map(Origin::toString)
        .map(origin -> String.format(Locale.ROOT, "%-44s %s", assignment, origin))
        .orElse(assignment);
  }

  private static String clients(PhasePlan phase) {
    return phase.maxClients() == phase.clients()
        ? Quantities.count(phase.clients(), "client")
        : "%s to %s (clients.max)"
            .formatted(
                Quantities.count(phase.clients()), Quantities.count(phase.maxClients(), "client"));
  }

  private static String describe(RunPlan plan, PhasePlan phase) {
    List<String> parts = new ArrayList<>();
    parts.add(phase.name() + phase.step().map(step -> " " + step).orElse(""));
    if (phase.requests() != PhasePlan.UNLIMITED) {
      parts.add(Quantities.count(phase.requests()) + " requests");
    }
    phase.duration().ifPresent(time -> parts.add("at most " + Quantities.elapsed(time.toNanos())));
    int most = plan.maxConnections(phase);
    parts.add(
        clients(phase)
            + " on "
            + (most > plan.connections(phase)
                ? Quantities.count(plan.connections(phase)) + " to "
                : "")
            + Quantities.count(most, "connection"));
    parts.add(phase.loadModel().toString());
    if (phase.onlyIfStoreIsEmpty()) {
      parts.add("only if the store is empty");
    }
    return String.join(", ", parts);
  }
}
