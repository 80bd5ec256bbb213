package io.kvbench.runner.run;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.history.HistoryFile;
import io.kvbench.core.history.HistoryWriter;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.workload.check.RecordedOperations;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.LeaseWindow;
import io.kvbench.results.format.ConsistencyResult.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The history of a run with {@code check=true}: recorded while phases run, checked when the servers
 * have stopped. For the thread of the run, except for followers.
 */
final class RunHistory implements AutoCloseable {
  private final RunPlan plan;
  private final NanoClock clock;
  private final Path file;
  private final boolean kept;
  private final Instant origin;
  private final HistoryWriter writer;
  private final RecordedOperations operations;
  private int phases;
  private boolean recording = true;
  private Optional<String> obstacle = Optional.empty();
  private boolean expired;

  private RunHistory(RunPlan plan, NanoClock clock, Path file, boolean kept) throws IOException {
    this.plan = plan;
    this.clock = clock;
    this.file = file;
    this.kept = kept;
    origin = clock.instant();
    writer = HistoryWriter.open(file, clock.nanos());
    operations =
        plan.workload()
            .recorded(plan.system().promises(), writer::recorder)
            .orElseThrow(() -> new IllegalStateException("values without an identity"));
  }

  /**
   * Begins to record a run, if that is wanted. A history that cannot be written is a finding of the
   * run, and does not end it.
   */
  static Optional<RunHistory> of(RunPlan plan, NanoClock clock, RunFiles files, RunRecord record) {
    if (!plan.settings().find(WorkloadSettings.CHECK).orElse(false)) {
      return Optional.empty();
    }
    // For a run or a check that ends with an internal error.
    StoreRecord found = record.store();
    found.consistency(unchecked(plan, "the check did not end"));
    try {
      boolean kept = files.directory().isPresent() && plan.settings().get(RunSettings.CHECK_KEEP);
      Path file =
          files.directory().isPresent()
              ? files.directory().get().createHistory()
              : Files.createTempFile("kvbench-history", ".bin");
      return Optional.of(new RunHistory(plan, clock, file, kept));
    } catch (IOException e) {
      found.consistency(unchecked(plan, "no history was recorded: " + FileReason.of(e)));
      return Optional.empty();
    }
  }

  private static ConsistencyResult unchecked(RunPlan plan, String problem) {
    // The times of elections are not known yet, so a later check takes any stale read for one in
    // them.
    return ConsistencyResult.unchecked(rules(plan, List.of(ElectionWindows.ALWAYS)), problem);
  }

  /**
   * Begins a phase, after the one before has ended.
   *
   * @param mayReadOthers whether reads may find what another workload has written
   */
  void beginPhase(boolean mayReadOthers) {
    writer.letWait(true);
    operations.beginPhase(phases++, mayReadOthers);
    writer.letWait(false);
  }

  /** Returns a check combined with the recording. */
  ValueCheck followed(Optional<ValueCheck> check) {
    return check.map(each -> each.with(operations)).orElse(operations);
  }

  /** Omits the check, for a reason that is a clause for the user. */
  void omit(String reason) {
    obstacle = Optional.of(reason);
  }

  /** Omits the check, and any later one: records may be missing because their time was up. */
  void omitExpiring() {
    omit("the records expire");
    expired = true;
  }

  /** Ends the recording and checks it, when the servers have stopped. */
  ConsistencyResult check(RunRecord record) {
    Rules rules = rules(plan, record.elections(origin));
    try {
      end();
      if (obstacle.isPresent()) {
        return ConsistencyResult.unchecked(rules, obstacle.get());
      }
    } catch (IOException e) {
      return ConsistencyResult.unchecked(rules, "the history was lost: " + FileReason.of(e));
    }
    try {
      return ConsistencyResults.check(HistoryFile.open(file), rules);
    } catch (IOException e) {
      return ConsistencyResult.unchecked(rules, "the check did not end: " + FileReason.of(e));
    }
  }

  private static Rules rules(RunPlan plan, List<LeaseWindow> elections) {
    return new Rules(
        plan.system().promises().reads(),
        plan.system().promises().versions(),
        plan.system().blindWrites(),
        elections);
  }

  private void end() throws IOException {
    if (recording) {
      recording = false;
      writer.letWait(true);
      operations.close(clock.nanos());
      writer.close();
    }
  }

  /** Ends the recording, and deletes the file unless the user wants it and it can be checked. */
  @Override
  public void close() {
    try {
      end();
      if (!kept || expired) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // The check has reported it; the file is in the directory of the results.
    }
  }
}
