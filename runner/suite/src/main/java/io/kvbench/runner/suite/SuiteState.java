package io.kvbench.runner.suite;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.runner.suite.SuitePlan.PlannedCell;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The cells of a suite that runs, on disk after each change. For one thread. */
final class SuiteState {
  private static final int SHOWN = 10;

  private final SuitePlan plan;
  private final SuiteDirectory directory;
  private final NanoClock clock;
  private final Instant startedAt;
  private final List<Cell> cells = new ArrayList<>();

  private SuiteState(SuitePlan plan, SuiteDirectory directory, NanoClock clock, Instant startedAt) {
    this.plan = plan;
    this.directory = directory;
    this.clock = clock;
    this.startedAt = startedAt;
  }

  /**
   * Begins, or resumes with what is there: cells that are done stay, all others run.
   *
   * @throws SuiteException if the suite that is there is another one
   */
  static SuiteState begin(
      SuitePlan plan, SuiteDirectory directory, Optional<SuiteDocument> before, NanoClock clock)
      throws SuiteException, ResultDirectoryException {
    if (before.isPresent()) {
      checkSame(plan, directory, before.get());
    }
    SuiteState state =
        new SuiteState(
            plan, directory, clock, before.map(SuiteDocument::startedAt).orElseGet(clock::instant));
    Map<String, Cell> known = new HashMap<>();
    before.ifPresent(there -> there.cells().forEach(cell -> known.put(cell.name(), cell)));
    for (PlannedCell planned : plan.cells()) {
      state.cells.add(state.resumed(planned, Optional.ofNullable(known.get(planned.name()))));
    }
    state.write();
    return state;
  }

  private Cell resumed(PlannedCell planned, Optional<Cell> before) throws ResultDirectoryException {
    if (before.isPresent()) {
      Cell cell = before.get();
      boolean there =
          cell.resultDirectory()
              .filter(
                  path ->
                      Files.exists(directory.path().resolve(path).resolve(ResultDirectory.RESULT)))
              .isPresent();
      if (cell.status() == Status.DONE && there) {
        return cell;
      }
      return cell.again(directory.runs(cell.name()));
    }
    return Cell.pending(
        planned.name(),
        planned.of().title(),
        plan.combinations().indexOf(planned.of()) + 1,
        planned.of().combination().system(),
        planned.of().workload(),
        planned.of().combination().parameters(),
        planned.repeat());
  }

  /** Results of one suite would not be comparable with those of another. */
  private static void checkSame(SuitePlan plan, SuiteDirectory directory, SuiteDocument before)
      throws SuiteException {
    List<String> differences = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(before.definition().keySet());
    names.addAll(plan.definition().keySet());
    for (String name : names) {
      String then = before.definition().get(name);
      String now = plan.definition().get(name);
      if (then == null) {
        differences.add(name + "=" + now + " is new");
      } else if (now == null) {
        differences.add(name + "=" + then + " is no longer there");
      } else if (!then.equals(now)) {
        differences.add(name + " was " + then + " and is " + now);
      }
    }
    if (!differences.isEmpty()) {
      int shown = Math.min(SHOWN, differences.size());
      throw new SuiteException(
          directory.path()
              + " has results of this suite as it was before: "
              + String.join("; ", differences.subList(0, shown))
              + (differences.size() > shown
                  ? "; and " + (differences.size() - shown) + " more differences"
                  : "")
              + ". Undo the changes to resume it, or start a new one with another --results.");
    }
  }

  List<Cell> cells() {
    return List.copyOf(cells);
  }

  Cell cell(int index) {
    return cells.get(index);
  }

  /** Replaces a cell. */
  void set(int index, Cell cell) throws ResultDirectoryException {
    cells.set(index, cell);
    write();
  }

  /** Skips all cells that have not run yet; returns how many. */
  int skip(String why) throws ResultDirectoryException {
    int skipped = 0;
    for (int index = 0; index < cells.size(); index++) {
      if (cells.get(index).status() == Status.PENDING) {
        cells.set(index, cells.get(index).passedOver(Status.SKIPPED, why));
        skipped++;
      }
    }
    write();
    return skipped;
  }

  SuiteDocument document() {
    return new SuiteDocument(
        SuiteDocument.SCHEMA,
        plan.name(),
        startedAt,
        clock.instant(),
        plan.definition(),
        plan.axes(),
        cells);
  }

  private void write() throws ResultDirectoryException {
    directory.write(document());
  }
}
