package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.BrokenPromise;
import io.kvbench.results.format.ConsistencyResult.ExampleStep;
import io.kvbench.results.format.ConsistencyResult.ReadMode;
import io.kvbench.results.format.ConsistencyResult.StalenessBucket;
import java.util.List;

/** The check of answers against promises: reads by consistency, violations, and their examples. */
public final class ConsistencySheets {
  private static final List<Figure<ReadMode>> MODES =
      List.of(
          Figure.of("reads", mode -> Cell.words(mode.mode().toString())),
          Figure.of("promised", mode -> Cell.words(mode.promised().toString())),
          Figure.of("observed", mode -> Cell.words(mode.observed().toString())),
          Figure.of("count", mode -> Cell.of(mode.reads(), Unit.COUNT)),
          Figure.of("stale", mode -> Cell.of(mode.staleness().reads(), Unit.COUNT)),
          Figure.of("stale by up to", mode -> Cell.of(longest(mode), Unit.NANOS)),
          Figure.detail("values behind", mode -> Cell.of(mostVersions(mode), Unit.COUNT)),
          Figure.of("coverage", mode -> Cell.of(mode.coverage(), Unit.SHARE)));

  private static final List<Figure<StalenessBucket>> STALENESS =
      List.of(
          Figure.of("up to", bucket -> Cell.of(bucket.upTo(), Unit.NANOS)),
          Figure.of("reads", bucket -> Cell.of(bucket.reads(), Unit.COUNT)));

  private static final List<Figure<BrokenPromise>> BROKEN =
      List.of(
          Figure.of("violation", broken -> Cell.words(broken.description())),
          Figure.of("operations", broken -> Cell.of(broken.operations(), Unit.COUNT)),
          Figure.of("records", broken -> Cell.of(broken.keys(), Unit.COUNT)),
          Figure.of("worst age", broken -> age(broken)),
          Figure.of("record", broken -> Cell.words(Long.toString(broken.key()))));

  private static final List<Figure<ExampleStep>> STEPS =
      List.of(
          Figure.of("client", step -> Cell.words(Integer.toString(step.client()))),
          Figure.of("operation", step -> Cell.words(step.operation() + " " + step.status())),
          Figure.of("record", step -> Cell.words(Long.toString(step.key()))),
          Figure.of("value", step -> Cell.words(step.value())),
          Figure.detail("version", step -> version(step)),
          Figure.of("sent", step -> Cell.of(step.beginNanos(), Unit.NANOS)),
          Figure.of("took", step -> Cell.of(step.endNanos() - step.beginNanos(), Unit.NANOS)),
          Figure.of("role", step -> Cell.words(step.role())));

  private ConsistencySheets() {}

  public static Sheet modes(ConsistencyResult found) {
    return Sheet.of(
        "Reads by consistency",
        "coverage: share of the acknowledged writes that these reads returned",
        MODES,
        found.readModes());
  }

  /** Returns how many reads of a consistency were stale, by time. */
  public static Sheet staleness(ReadMode mode) {
    return Sheet.of(
        "Staleness of " + mode.mode() + " reads",
        "lower bounds, since a newer value was acknowledged or read",
        STALENESS,
        mode.staleness().nanos());
  }

  public static Sheet broken(String title, List<BrokenPromise> broken) {
    return Sheet.of(title, "of each kind, with the record of the worst one", BROKEN, broken);
  }

  public static Sheet example(BrokenPromise broken) {
    return Sheet.of(
        "Example: %s, record %d".formatted(broken.description(), broken.key()),
        "times since the start of the recording",
        STEPS,
        broken.example());
  }

  private static long longest(ReadMode mode) {
    return mode.staleness().nanos().stream().mapToLong(StalenessBucket::upTo).max().orElse(0);
  }

  private static long mostVersions(ReadMode mode) {
    return mode.staleness().versions().stream().mapToLong(StalenessBucket::upTo).max().orElse(0);
  }

  private static Cell age(BrokenPromise broken) {
    return broken.ageNanos() == 0
        ? new Cell.Absent()
        : Cell.words(Quantities.duration(broken.ageNanos()));
  }

  private static Cell version(ExampleStep step) {
    return step.version() == 0 ? new Cell.Absent() : Cell.words(Long.toString(step.version()));
  }
}
