package io.kvbench.runner.service;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problem;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.process.PropertiesText;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.process.RunControl;
import io.kvbench.runner.process.RunProcess;
import io.kvbench.runner.service.ServiceRun.End;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The execution of one run in a separate process.
 *
 * @param longest how long a run may take before it is stopped
 */
record RunExecution(
    RunStore store, Planning planning, RunCommands commands, Duration longest, NanoClock clock) {
  /** A run drains and writes its result for a few seconds, or longer on a busy machine. */
  private static final Duration ENDING = Duration.ofSeconds(60);

  private static final int FINE = 0;
  private static final int VERDICT = 1;

  /**
   * Carries the run out to its end, regardless of failures.
   *
   * @param running the run as it stands
   * @param control stops it, as Ctrl-C would, and changes its load
   * @return the run after that: done, stopped or failed
   */
  ServiceRun perform(ServiceRun running, RunControl control) {
    try {
      Assignments assignments = planning.plan(running.request()).assignments();
      Path workload = store.writeWorkload(running, PropertiesText.of(assignments));
      try {
        return run(running, workload, control);
      } finally {
        store.deleteWorkload(running);
      }
    } catch (ServiceRefusal e) {
      String why = e.problems().stream().map(Problem::toString).collect(Collectors.joining(" "));
      return failed(running, "it cannot be planned any more: " + e.sentence() + ". " + why);
    } catch (IOException e) {
      return failed(running, "it cannot be started: " + FileReason.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(running, "interrupted");
    } catch (RuntimeException e) {
      return failed(running, "internal error: " + e);
    }
  }

  private ServiceRun run(ServiceRun running, Path workload, RunControl control)
      throws IOException, InterruptedException {
    Path log = store.createLog(running);
    long began = clock.nanos();
    Runnable limit =
        () -> {
          if (clock.nanos() - began > longest.toNanos()) {
            control.stop().give();
          }
        };
    RunProcess.Ended end =
        RunProcess.run(
            commands.run(running.request().system(), workload, store.results(running.id())),
            log,
            control,
            ENDING,
            limit);
    boolean tooLong = clock.nanos() - began > longest.toNanos();
    return ended(running, end, control.stop().isGiven(), tooLong);
  }

  private ServiceRun ended(
      ServiceRun running, RunProcess.Ended end, boolean stopped, boolean tooLong)
      throws IOException {
    int code = end.exitCode();
    Optional<RunResult> result = result(running.id());
    Optional<String> verdict = result.map(each -> each.verdict().validity().toString());
    boolean complete = result.filter(each -> each.status() == RunStatus.COMPLETE).isPresent();
    if (complete && (code == FINE || code == VERDICT)) {
      return running.ended(RunState.DONE, end(code, Optional.empty(), verdict));
    }
    if (stopped) {
      String why = tooLong ? "stopped after the time limit of a run" : "stopped";
      return running.ended(RunState.STOPPED, end(code, Optional.of(why), verdict));
    }
    String why = result.flatMap(RunResult::statusReason).orElseGet(end::reason);
    return running.ended(RunState.FAILED, end(code, Optional.of(why), verdict));
  }

  private End end(int code, Optional<String> why, Optional<String> verdict) {
    return new End(clock.instant(), OptionalInt.of(code), why, verdict);
  }

  private ServiceRun failed(ServiceRun running, String why) {
    return running.ended(
        RunState.FAILED,
        new End(clock.instant(), OptionalInt.empty(), Optional.of(why), Optional.empty()));
  }

  private Optional<RunResult> result(String id) throws IOException {
    Optional<Path> directory = store.result(id);
    try {
      return directory.isPresent()
          ? Optional.of(ResultDirectory.readResult(directory.get()))
          : Optional.empty();
    } catch (ResultFormatException e) {
      return Optional.empty();
    }
  }
}
