package io.kvbench.runner.suite;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.process.PropertiesText;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.process.RunControl;
import io.kvbench.runner.process.RunProcess;
import io.kvbench.runner.suite.PlannedCombination.ServerKind;
import io.kvbench.runner.suite.SuitePlan.PlannedCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The execution of one cell: servers, an empty store, the run, and its outcome. */
record CellRun(
    SuiteDirectory directory,
    SuiteServers servers,
    RunCommands commands,
    boolean clean,
    StopSignal stop,
    NanoClock clock) {
  /** The output of {@code kvbench run} and {@code kvbench clean} of the cell. */
  private static final String LOG = "output.log";

  /** A stopped run takes up to 9.6 s, and this process has as long for itself. */
  private static final Duration ENDING = Duration.ofMillis(8_500);

  private static final int FINE = 0;
  private static final int VERDICT = 1;

  /**
   * Runs a cell, regardless of failures.
   *
   * @param running the cell as it stands
   * @param now gets the log now and then while it runs
   * @return the cell after that: done, partial or failed
   */
  Cell perform(PlannedCell planned, Cell running, Consumer<Path> now)
      throws ResultDirectoryException {
    long started = clock.nanos();
    Path log = directory.createLog(planned.name(), LOG);
    try {
      Assignments assignments = servers.assignments(planned.of());
      Path properties =
          directory.writePrivately(
              planned.name(), planned.of().workload(), PropertiesText.of(assignments));
      try {
        if (servers.isUsed(planned.of()) && clean) {
          clean(planned, properties, log, () -> now.accept(log));
        }
        return run(planned, running, properties, log, started, () -> now.accept(log));
      } finally {
        deleteQuietly(properties);
      }
    } catch (ClusterException e) {
      return stop.isGiven() ? stopped(running) : failed(running, String.valueOf(e.getMessage()));
    } catch (SuiteException e) {
      return stop.isGiven() ? stopped(running) : failed(running, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed(running, "kvbench cannot be started: " + FileReason.of(e));
    } catch (InterruptedException e) {
      return stopped(running);
    }
  }

  private void clean(PlannedCell planned, Path properties, Path log, Runnable now)
      throws IOException, InterruptedException, SuiteException {
    boolean own = planned.of().kind() == ServerKind.SHARED;
    RunProcess.Ended end =
        RunProcess.run(
            commands.clean(planned.of().combination().system(), properties, own),
            log,
            new RunControl(stop),
            ENDING,
            now);
    if (end.exitCode() != FINE) {
      throw new SuiteException("the store cannot be cleaned: " + end.reason());
    }
  }

  private Cell run(
      PlannedCell planned, Cell running, Path properties, Path log, long started, Runnable now)
      throws IOException, InterruptedException, ResultDirectoryException {
    Set<String> before = directory.runs(planned.name());
    RunProcess.Ended end =
        RunProcess.run(
            commands.run(
                planned.of().combination().system(), properties, directory.cell(planned.name())),
            log,
            new RunControl(stop),
            ENDING,
            now);
    Optional<String> result =
        directory.runs(planned.name()).stream()
            .filter(run -> !before.contains(run))
            .reduce((one, later) -> later);
    return ended(running, result, end, clock.nanos() - started);
  }

  private Cell ended(Cell running, Optional<String> path, RunProcess.Ended end, long wallNanos) {
    int code = end.exitCode();
    Optional<RunResult> read = path.flatMap(this::read);
    if (read.isEmpty()) {
      String reason = "it ended without a result (exit code " + code + "): " + end.reason();
      return stop.isGiven()
          ? running.ended(Status.PARTIAL, Optional.of("interrupted"), path, Optional.empty())
          : running.ended(Status.FAILED, Optional.of(reason), path, Optional.empty());
    }
    RunResult result = read.get();
    Optional<CellOutcome> outcome = Optional.of(CellOutcomes.of(result, code, wallNanos));
    if (result.status() == RunStatus.COMPLETE && (code == FINE || code == VERDICT)) {
      return running.ended(Status.DONE, Optional.empty(), path, outcome);
    }
    boolean partial = result.status() == RunStatus.PARTIAL && stop.isGiven();
    String why = result.statusReason().orElseGet(end::reason);
    return running.ended(partial ? Status.PARTIAL : Status.FAILED, Optional.of(why), path, outcome);
  }

  private Optional<RunResult> read(String path) {
    try {
      return Optional.of(ResultDirectory.readResult(directory.path().resolve(path)));
    } catch (ResultFormatException e) {
      return Optional.empty();
    }
  }

  private static Cell failed(Cell running, String why) {
    return running.ended(Status.FAILED, Optional.of(why), Optional.empty(), Optional.empty());
  }

  private static Cell stopped(Cell running) {
    return running.ended(
        Status.PARTIAL,
        Optional.of("interrupted before the run"),
        Optional.empty(),
        Optional.empty());
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // Only the user can read it.
    }
  }
}
