package io.kvbench.runner.app.experiments;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.reports.content.SuiteContent;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.OwnCommand;
import io.kvbench.runner.app.options.ResultsOption;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.suite.SuiteException;
import io.kvbench.runner.suite.SuitePlan;
import io.kvbench.runner.suite.SuitePlanner;
import io.kvbench.runner.suite.SuiteRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code kvbench suite FILE}, which runs all cells of a suite, or the remaining ones.
 */
@Command(
    name = "suite",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the combinations and repeats that a file asks for.",
      "The file has a workload, axes such as systems and value sizes, and repeats. Every"
          + " combination is a run, in a process of its own.",
      "",
      "If the suite's result directory exists, the suite resumes: runs that are done stay, and"
          + " interrupted and failed ones are repeated."
    })
public final class SuiteCommand extends ContextCommand {
  @Parameters(
      paramLabel = "FILE",
      description = "Suite file, or the name of one in the jar; 'kvbench plan --suite' checks it.")
  private String file = "";

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description =
          "Property of the suite or of all its runs; overrides the file. May be repeated.")
  private List<String> properties = new ArrayList<>();

  @Mixin private ResultsOption results = new ResultsOption();

  public SuiteCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    Assignments given = planning.assignments(RunOptions.of(List.of(), properties), problems);
    SuitePlanner planner = new SuitePlanner(planning.planning(), planning.clusters());
    Optional<SuitePlan> plan = planner.plan(file, given, problems);
    return plan.isPresent() && problems.isEmpty()
        ? run(planner, plan.get())
        : terminal.refuse(problems);
  }

  private int run(SuitePlanner planner, SuitePlan plan) {
    Path path = results.directory().resolve(SuiteDirectory.nameOf(plan.name()));
    try {
      Optional<SuiteDirectory> opened = SuiteDirectory.open(path, plan.permissions());
      if (opened.isEmpty()) {
        return terminal.fail(
            path
                + " is in use by another process, which runs this suite; wait for its end, or use"
                + " another --results.",
            ExitCode.ENVIRONMENT);
      }
      try (SuiteDirectory directory = opened.get()) {
        return run(planner, plan, directory);
      }
    } catch (SuiteException | ResultFormatException e) {
      return terminal.fail(e.getMessage(), ExitCode.USAGE);
    } catch (ResultDirectoryException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    }
  }

  private int run(SuitePlanner planner, SuitePlan plan, SuiteDirectory directory)
      throws SuiteException, ResultFormatException, ResultDirectoryException {
    SuiteProgress progress = new SuiteProgress(terminal, plan.size());
    SuiteDocument suite;
    try {
      suite =
          new SuiteRun(
                  plan,
                  planner,
                  planning.clusters(),
                  directory,
                  OwnCommand.ofRuns(),
                  stop,
                  progress)
              .execute();
    } finally {
      progress.finished();
    }
    terminal.page().print(TextDocument.of(SuiteContent.of(SuiteCells.of(suite)), terminal.style()));
    terminal.page().flush();
    terminal.out().println(directory.path());
    terminal.out().flush();
    return exitCode(suite);
  }

  /** A run that failed is worse than one with a bad verdict; an interruption is neither. */
  private int exitCode(SuiteDocument suite) {
    if (stop.isGiven() && !suite.isOver()) {
      terminal.err().println("kvbench: interrupted; the same command resumes the suite");
      return ExitCode.INTERRUPTED;
    }
    if (suite.count(Status.FAILED) > 0) {
      return ExitCode.ENVIRONMENT;
    }
    boolean verdict =
        suite.cells().stream()
            .flatMap(cell -> cell.outcome().stream())
            .mapToInt(CellOutcome::exitCode)
            .anyMatch(code -> code == ExitCode.VERDICT);
    return verdict ? ExitCode.VERDICT : ExitCode.FINE;
  }
}
