package io.kvbench.runner.app.run;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.server.LivenessPipe;
import io.kvbench.core.setting.Problems;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.results.verdict.ExitOn;
import io.kvbench.results.verdict.VerdictSettings;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.OwnCommand;
import io.kvbench.runner.app.options.ResultsOption;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Progress;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.distributed.controller.AgentTeams;
import io.kvbench.runner.process.LoadChangeLine;
import io.kvbench.runner.run.BenchmarkRun;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunListener;
import io.kvbench.runner.run.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code kvbench -db SYSTEM -P FILE}, which runs a workload and reports. */
@Command(
    name = "kvbench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    optionListHeading = "%nBasics:%n",
    description = "Benchmarks a distributed key-value store and reports what happened.")
public class RunCommand extends ContextCommand {
  @Mixin private RunOptions options = new RunOptions();

  @Mixin private RunText text = new RunText();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private ResultsOption results = new ResultsOption();

  @Option(
      names = "--keys",
      description =
          "Change the rate, the clients and the mix by keys during the run (? lists them).")
  private boolean keys;

  @Option(
      names = "--with-parent",
      hidden = true,
      description =
          "Exit at the end of standard input, ignore Ctrl-C, and change the load by lines of"
              + " standard input.")
  private boolean withParent;

  @ArgGroup(validate = false, order = 2, heading = "%nThrough a service:%n")
  private RemoteRun remote = new RemoteRun();

  private final LoadChangeInput orders;

  public RunCommand(CommandContext context) {
    super(context);
    orders = new LoadChangeInput(terminal.err());
  }

  @Override
  public Integer call() {
    if (withParent) {
      LivenessPipe.watch(LoadChangeLine.LONGEST, orders::obey);
    }
    Problems problems = new Problems();
    phase(options);
    if (remote.isAsked()) {
      if (keys) {
        problems.add(
            "--keys",
            "changes a run of this process only; omit it, and use POST /v1/runs/{id}/rate of the"
                + " service.");
      }
      if (json.isGiven()) {
        problems.add(
            "--json", "is of a run of this process; use GET /v1/runs/{id}/events of the service.");
      }
      return remote.run(options, results.directory(), text, planning, terminal, stop, problems);
    }
    Optional<Planned> planned = planning.plan(options, problems);
    planned.ifPresent(
        each -> YcsbExport.check(each.plan().settings(), json.isOnStandardOutput(), problems));
    if (keys && !terminal.canAsk()) {
      problems.add("--keys", "needs a terminal to read from: omit it, or run in a terminal.");
    }
    boolean agents =
        planned
            .filter(each -> each.plan().settings().find(LoadAgentSettings.AGENTS).isPresent())
            .isPresent();
    if (keys && agents) {
      problems.add("--keys", "cannot change the load of agents: omit it, or the agents.");
    }
    return planned.isPresent() && problems.isEmpty()
        ? run(planned.get())
        : terminal.refuse(problems);
  }

  /** Applies what the command says about the run besides its flags. */
  protected void phase(RunOptions given) {}

  private int run(Planned planned) {
    Progress progress =
        new Progress(
            terminal,
            terminal.isInteractive() && !options.status,
            planned.plan().settings().get(RunSettings.STATUS_INTERVAL),
            permissions(planned));
    planned.plan().notes().forEach(progress::note);
    YcsbExport export = new YcsbExport(progress, planned.plan(), options.status, terminal);
    try (MetricsOfRun metrics = MetricsOfRun.open(planned.plan())) {
      return followed(planned, progress, export, metrics.over(export));
    } catch (IOException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    }
  }

  private int followed(
      Planned planned, Progress progress, YcsbExport export, RunListener listener) {
    Optional<JsonLines> lines;
    try {
      lines = json.over(listener, terminal, permissions(planned));
    } catch (IOException e) {
      return terminal.refuse(List.of(String.valueOf(e.getMessage())));
    }
    return json.finish(terminal, run(planned, progress, export, listener, lines));
  }

  private int run(
      Planned planned,
      Progress progress,
      YcsbExport export,
      RunListener listener,
      Optional<JsonLines> lines) {
    try {
      RunOutcome outcome =
          execute(planned, progress, lines.map(RunListener.class::cast).orElse(listener));
      lines.ifPresent(each -> each.end(outcome));
      progress.stage("writing the report");
      progress.finished();
      Terminal shown =
          export.isOnStandardOutput() ? terminal.withResultsOnError() : json.forReport(terminal);
      report(outcome, permissions(planned), shown);
      int code = exitCode(outcome, planned.plan().settings().get(VerdictSettings.EXIT_ON));
      return export.finish(outcome.result(), permissions(planned), code);
    } catch (ResultDirectoryException e) {
      printUnwritten(List.of(String.valueOf(e.getMessage())));
      return ExitCode.USAGE;
    }
  }

  private RunOutcome execute(Planned planned, Progress progress, RunListener listener)
      throws ResultDirectoryException {
    BenchmarkRun run =
        benchmark(planned.plan(), planned.provider(), listener)
            .with(new AgentTeams(OwnCommand.agent()));
    orders.of(run.live());
    if (!keys) {
      return run.execute(results.directory());
    }
    KeyboardLoadControl reading = KeyboardLoadControl.open(run.live(), progress::note);
    try {
      return run.execute(results.directory());
    } finally {
      reading.close();
    }
  }

  private int exitCode(RunOutcome outcome, ExitOn exitOn) {
    int code = ExitCode.of(outcome, exitOn);
    Validity verdict = outcome.result().verdict().validity();
    if (code == ExitCode.VERDICT && exitOn.includes(verdict)) {
      terminal
          .err()
          .printf(
              "kvbench: verdict %s, hence exit code 1 (exit.on=%s)%n",
              verdict, exitOn.name().toLowerCase(Locale.ROOT));
    }
    return code;
  }

  private void printUnwritten(List<String> messages) {
    messages.forEach(message -> terminal.err().println("kvbench: " + message));
    if (!messages.isEmpty()) {
      terminal.err().println("kvbench: use --results DIR to write elsewhere");
    }
  }

  /** Failures to save come first, and the directory last if it has the result. */
  private void report(RunOutcome outcome, FilePermissions permissions, Terminal shown) {
    terminal.err().flush();
    EndedRun ended = new EndedRun(outcome.directory());
    boolean saved = Files.exists(outcome.directory().resolve(ResultDirectory.RESULT));
    outcome.unwritten().forEach(message -> shown.out().println("NOT SAVED: " + message));
    shown
        .page()
        .print(
            text.of(
                outcome.result(),
                // After a signal there may not be enough time.
                saved && outcome.result().status() == RunStatus.COMPLETE
                    ? ended.spikes()
                    : Optional.empty(),
                shown.style()));
    outcome
        .result()
        .brokenSlos()
        .forEach(slo -> terminal.err().println("kvbench: threshold failed: " + slo.observed()));
    printUnwritten(outcome.unwritten());
    shown.out().println(saved ? outcome.directory() : "The result was not saved.");
    shown.out().flush();
    // After a signal there may not be enough time for the page, and everything else is done by now.
    // Without a saved result, which was just reported to the user, there is no data for it.
    if (saved) {
      ended.writePage(terminal, permissions);
    }
  }

  private static FilePermissions permissions(Planned planned) {
    return planned.plan().settings().get(RunSettings.RESULTS_PERMISSIONS);
  }
}
