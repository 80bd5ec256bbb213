package io.kvbench.runner.app.experiments;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.reports.content.SearchParts;
import io.kvbench.reports.text.PlainText;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.verdict.VerdictSettings;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.LowerCaseEnum;
import io.kvbench.runner.app.options.ResultsOption;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.run.EndedRun;
import io.kvbench.runner.app.run.MetricsOfRun;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Progress;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunOutcome;
import io.kvbench.runner.run.fault.FaultSettings;
import io.kvbench.runner.run.find.Find;
import io.kvbench.runner.run.find.FindSettings;
import io.kvbench.runner.run.find.FindSettings.SearchVariable;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code kvbench find}, which finds the highest rate under thresholds, as an interval.
 */
@Command(
    name = "find",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Finds the highest rate that keeps thresholds.",
      "Or a capacity curve, or the number of clients that saturates."
    })
public final class FindCommand extends ContextCommand {
  /** More than most stores need. */
  private static final String MOST_CLIENTS = "1024";

  /** The names of the searched quantities. */
  static final class SearchVariableNames extends LowerCaseEnum<SearchVariable> {
    SearchVariableNames() {
      super(SearchVariable.values());
    }
  }

  @Mixin private RunOptions options = new RunOptions();

  @Mixin private ResultsOption results = new ResultsOption();

  @Option(
      names = "--what",
      paramLabel = "WHAT",
      converter = SearchVariableNames.class,
      description = {
        "rate: the highest under -p slo=...; curve: offered against achieved rate; clients: the"
            + " lowest number that saturates.",
        "Short for -p find.what=."
      })
  private @Nullable SearchVariable what;

  @Option(names = "--curve", description = "A capacity curve: --what curve.")
  private boolean curve;

  public FindCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    // Their errors are reported with the plan.
    Settings early = planning.settings(options, new Problems());
    check(early, problems);
    Optional<Planned> planned = planning.plan(options, probes(early), problems);
    planned.ifPresent(found -> FindSettings.check(found.plan().settings(), problems));
    return planned.isPresent() && problems.isEmpty()
        ? run(planned.get())
        : terminal.refuse(problems);
  }

  private void check(Settings early, Problems problems) {
    boolean target =
        options.target != null
            || options.properties.stream().anyMatch(each -> each.strip().startsWith("target="));
    if (target) {
      problems.add(
          "-target",
          "is what kvbench find searches for: omit it, or set the first rate with -p find.from=N.");
    }
    if (early.find(LoadAgentSettings.AGENTS).isPresent()) {
      problems.add(
          "--agents",
          "kvbench find sends from this process only, since every probe depends on the one before:"
              + " omit it.");
    }
    if (YcsbSettings.isExported(early)) {
      problems.add(
          "exporter, exportfile",
          "kvbench find writes no report in YCSB's form: omit them, and use 'kvbench report --ycsb'.");
    }
    if (!FaultSettings.steps(early).isEmpty()) {
      problems.add(
          "fault, at",
          "kvbench find has many short phases and carries out no steps in them: omit them.");
    }
  }

  /** Returns the assignments that override those of a workload file in a search. */
  private Assignments probes(Settings early) {
    Origin origin = Origin.of("kvbench find");
    Assignments probes = new Assignments();
    SearchVariable asked =
        curve ? SearchVariable.CURVE : what == null ? early.get(FindSettings.WHAT) : what;
    probes.add(FindSettings.WHAT.name(), asked.name().toLowerCase(Locale.ROOT), origin);
    long seconds =
        early.get(FindSettings.DURATION).plus(early.get(FindSettings.SETTLE)).toSeconds();
    probes.add(RunSettings.MAX_EXECUTION_TIME.name(), String.valueOf(Math.max(1, seconds)), origin);
    probes.add(RunSettings.OPERATION_COUNT.name(), "0", origin);
    // The rate of a probe takes its place.
    probes.add(RunSettings.TARGET.name(), asked == SearchVariable.CLIENTS ? "0" : "1", origin);
    if (asked == SearchVariable.CLIENTS && !early.isGiven(RunSettings.CLIENTS)) {
      probes.add(RunSettings.CLIENTS.name(), MOST_CLIENTS, origin);
    }
    return probes;
  }

  private int run(Planned planned) {
    RunPlan plan = Find.prepared(planned.plan());
    FilePermissions permissions = plan.settings().get(RunSettings.RESULTS_PERMISSIONS);
    Progress progress =
        new Progress(
            terminal,
            terminal.isInteractive() && !options.status,
            plan.settings().get(RunSettings.STATUS_INTERVAL),
            permissions);
    plan.notes().forEach(progress::note);
    FindProgress told = new FindProgress(progress, permissions);
    Find find = new Find(plan, NanoClock.system(), told);
    try (MetricsOfRun metrics = MetricsOfRun.open(plan)) {
      RunOutcome outcome =
          benchmark(plan, planned.provider(), metrics.over(told))
              .with(find)
              .execute(results.directory());
      progress.finished();
      FindResult found = find.result(outcome.result());
      told.write(found);
      report(found, outcome, told, permissions);
      return exitCode(found, outcome, told, plan.settings());
    } catch (ResultDirectoryException e) {
      terminal.err().println("kvbench: " + e.getMessage());
      return terminal.fail("use --results DIR to write elsewhere", ExitCode.USAGE);
    } catch (IOException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    }
  }

  private void report(
      FindResult found, RunOutcome outcome, FindProgress told, FilePermissions permissions) {
    terminal.err().flush();
    terminal.page().print(TextDocument.of(SearchParts.document(found), terminal.style()) + "\n");
    var verdict = outcome.result().verdict();
    terminal.page().println("Verdict: " + verdict.validity());
    verdict
        .reasons()
        .forEach(
            reason ->
                terminal
                    .page()
                    .println("  - " + PlainText.of(reason.check() + ": " + reason.observed())));
    terminal.page().println();
    terminal.page().flush();
    Stream.concat(outcome.unwritten().stream(), told.unwritten().stream())
        .forEach(message -> terminal.err().println("kvbench: " + message));
    terminal.out().println(outcome.directory());
    terminal.out().flush();
    new EndedRun(outcome.directory()).writePage(terminal, permissions);
  }

  private static int exitCode(
      FindResult found, RunOutcome outcome, FindProgress told, Settings settings) {
    int run = ExitCode.of(outcome, settings.get(VerdictSettings.EXIT_ON));
    if (run != ExitCode.FINE) {
      return run;
    }
    if (told.unwritten().isPresent()) {
      return ExitCode.ENVIRONMENT;
    }
    return switch (found.status()) {
      case FOUND -> ExitCode.FINE;
      case TIME_UP, CLIENT_LIMITED, OUT_OF_RANGE, RUNNING -> ExitCode.VERDICT;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case FAILED -> ExitCode.ENVIRONMENT;
    };
  }
}
