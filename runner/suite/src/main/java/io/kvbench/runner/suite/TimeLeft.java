package io.kvbench.runner.suite;

import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The estimated duration of the remaining runs: that of runs of the same combination, else of the
 * same system and workload, else by the plan, else of all others.
 */
final class TimeLeft {
  private static final String ALL = "";

  private final SuitePlan plan;
  private final List<Cell> cells;
  private final Map<Object, LongSummaryStatistics> measured = new HashMap<>();

  /**
   * Looks at what has run.
   *
   * @param cells those of the plan, in its order
   */
  TimeLeft(SuitePlan plan, List<Cell> cells) {
    this.plan = plan;
    this.cells = cells;
    for (Cell cell : cells) {
      cell.measured()
          .ifPresent(
              outcome ->
                  List.of(combination(cell), load(cell), ALL)
                      .forEach(
                          key ->
                              measured
                                  .computeIfAbsent(key, each -> new LongSummaryStatistics())
                                  .accept(outcome.wallNanos())));
    }
  }

  private static Object combination(Cell cell) {
    return cell.parameters();
  }

  private static Object load(Cell cell) {
    return List.of(cell.system(), cell.workload());
  }

  /** Returns the time that a run takes, with the start of its servers; empty if unknown. */
  OptionalLong of(int index) {
    Expected expected = plan.cells().get(index).of().expected();
    Optional<Double> like =
        mean(combination(cells.get(index))).or(() -> mean(load(cells.get(index))));
    if (like.isEmpty() && expected.isWhole()) {
      return OptionalLong.of(expected.nanos());
    }
    return like.or(() -> mean(ALL))
        .map(mean -> OptionalLong.of(Math.max(mean.longValue(), expected.nanos())))
        .orElse(OptionalLong.empty());
  }

  private Optional<Double> mean(Object key) {
    return Optional.ofNullable(measured.get(key)).map(LongSummaryStatistics::getAverage);
  }

  /**
   * Returns the time that all runs take that have not ended; empty if any of them is unknown.
   *
   * @param runningNanos for how long the one has run that runs
   */
  OptionalLong ofAll(long runningNanos) {
    // The sum for unbounded runs may overflow a long.
    double nanos = 0;
    for (int index = 0; index < cells.size(); index++) {
      Status status = cells.get(index).status();
      if (status == Status.PENDING || status == Status.RUNNING) {
        OptionalLong one = of(index);
        if (one.isEmpty()) {
          return one;
        }
        boolean pending = status == Status.PENDING;
        Duration pause = pending ? plan.pause() : Duration.ZERO;
        nanos += pause.toNanos();
        nanos += Math.max(0, one.getAsLong() - (pending ? 0 : runningNanos));
      }
    }
    return OptionalLong.of((long) nanos);
  }
}
