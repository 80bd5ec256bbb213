package io.kvbench.runner.suite;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.statistics.StoppingRule;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.suite.SuitePlan.PlannedCell;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The execution of the cells of a suite that are not done, in order. A cell that fails does not end
 * the suite. For one run, on one thread.
 */
public final class SuiteRun {
  private final SuitePlan plan;
  private final SuitePlanner planner;
  private final Clusters clusters;
  private final SuiteDirectory directory;
  private final RunCommands commands;
  private final StopSignal stop;
  private final SuiteListener listener;
  private final NanoClock clock = NanoClock.system();

  /**
   * Prepares a run.
   *
   * @param planner the one that made the plan
   * @param directory where everything goes; the caller closes it
   * @param stop ends the suite, from any thread: the cell that runs ends as after Ctrl-C
   */
  public SuiteRun(
      SuitePlan plan,
      SuitePlanner planner,
      Clusters clusters,
      SuiteDirectory directory,
      RunCommands commands,
      StopSignal stop,
      SuiteListener listener) {
    this.plan = plan;
    this.planner = planner;
    this.clusters = clusters;
    this.directory = directory;
    this.commands = commands;
    this.stop = stop;
    this.listener = listener;
  }

  /**
   * Runs the suite.
   *
   * @return the outcomes of its cells
   * @throws SuiteException if the directory has a suite that is not the same
   * @throws ResultFormatException if the directory has a damaged one
   * @throws ResultDirectoryException if the directory cannot be written
   */
  public SuiteDocument execute()
      throws SuiteException, ResultFormatException, ResultDirectoryException {
    Optional<SuiteDocument> before = directory.read();
    SuiteState state = SuiteState.begin(plan, directory, before, clock);
    before.ifPresent(
        there ->
            listener.note(
                "resuming %s: %d of %d runs are done"
                    .formatted(
                        directory.path(), state.document().count(Status.DONE), plan.size())));
    SuiteReports reports = new SuiteReports(directory, listener);
    reports.page(state.document());
    try (SuiteServers servers = new SuiteServers(planner, clusters, stop, listener)) {
      CellRun runs = new CellRun(directory, servers, commands, plan.clean(), stop, clock);
      perform(state, runs, servers, reports);
    }
    if (!stop.isGiven()) {
      reports.comparison(state.document());
    }
    reports.page(state.document());
    return state.document();
  }

  private void perform(SuiteState state, CellRun runs, SuiteServers servers, SuiteReports reports)
      throws ResultDirectoryException {
    long started = clock.nanos();
    boolean first = true;
    for (int index = 0; index < plan.size(); index++) {
      if (state.cell(index).status() == Status.DONE || isUnneeded(state, index)) {
        continue;
      }
      if (!isWithinBudget(state, index, clock.nanos() - started)) {
        return;
      }
      if (!first) {
        pause();
      }
      first = false;
      if (stop.isGiven()) {
        return;
      }
      perform(state, index, runs);
      if (state.cell(index).status() == Status.FAILED) {
        // Shared servers may have failed, or be in any state.
        servers.close();
      }
      reports.page(state.document());
    }
  }

  private void perform(SuiteState state, int index, CellRun runs) throws ResultDirectoryException {
    PlannedCell planned = plan.cells().get(index);
    String title = title(planned);
    long started = clock.nanos();
    state.set(index, state.cell(index).running(clock.instant()));
    TimeLeft before = new TimeLeft(plan, state.cells());
    Cell ended =
        runs.perform(
            planned,
            state.cell(index),
            log -> {
              long nanos = clock.nanos() - started;
              listener.running(index + 1, title, nanos, log, before.ofAll(nanos));
            });
    state.set(index, ended);
    OptionalLong left = new TimeLeft(plan, state.cells()).ofAll(0);
    listener.ended(index + 1, title, ended, left);
  }

  private String title(PlannedCell planned) {
    return planned.of().title() + (plan.repeats() > 1 ? " #" + planned.repeat() : "");
  }

  /** Looks whether the runs of the same combination are enough, and notes it if so. */
  private boolean isUnneeded(SuiteState state, int index) throws ResultDirectoryException {
    double[] values =
        state.cells().stream()
            .filter(cell -> cell.combination() == state.cell(index).combination())
            .sorted(Comparator.comparingInt(Cell::repeat))
            .flatMap(cell -> cell.measured().stream())
            .flatMapToDouble(outcome -> outcome.operationsPerSecond().stream())
            .toArray();
    if (plan.until().isEmpty() || values.length == 0) {
      return false;
    }
    StoppingRule.Decision decision = plan.until().get().decide(values);
    if (decision.verdict() != StoppingRule.Verdict.PRECISE) {
      return false;
    }
    String why =
        "repeat.until: the median throughput is known to ±%s after %d runs"
            .formatted(
                Quantities.percent(decision.interval().relativeHalfWidth(), 1), values.length);
    state.set(index, state.cell(index).passedOver(Status.UNNEEDED, why));
    return true;
  }

  private boolean isWithinBudget(SuiteState state, int index, long elapsed)
      throws ResultDirectoryException {
    if (plan.budget().isEmpty()) {
      return true;
    }
    Duration budget = plan.budget().get();
    long planned = plan.cells().get(index).of().expected().nanos();
    long pause = plan.pause().toNanos();
    long run = new TimeLeft(plan, state.cells()).of(index).orElse(planned);
    long expected = Math.min(run, Long.MAX_VALUE - pause) + pause;
    if (elapsed < budget.toNanos() && expected <= budget.toNanos() - elapsed) {
      return true;
    }
    String why =
        "max.time=%s: %s are left, and the next run is expected to take %s"
            .formatted(
                Quantities.elapsed(budget.toNanos()),
                Quantities.elapsed(Math.max(0, budget.toNanos() - elapsed)),
                expected == 0 ? "longer" : Quantities.elapsed(expected));
    int skipped = state.skip(why);
    listener.note(Quantities.count(skipped, "run") + " not started: " + why);
    return false;
  }

  private void pause() {
    if (plan.pause().isZero()) {
      return;
    }
    CountDownLatch stopped = new CountDownLatch(1);
    Runnable end = stopped::countDown;
    stop.listen(end);
    try {
      listener.stage("pausing for " + Quantities.elapsed(plan.pause().toNanos()));
      boolean unused = stopped.await(plan.pause().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stop.forget(end);
    }
  }
}
