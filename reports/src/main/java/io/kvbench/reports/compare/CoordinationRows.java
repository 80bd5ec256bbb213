package io.kvbench.reports.compare;

import static io.kvbench.reports.compare.RowGroup.ERRORS;
import static io.kvbench.reports.compare.RowGroup.WORK;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/**
 * The rows of locks, leases and watchers: hand-overs, expiries and deliveries, with their times.
 */
final class CoordinationRows {
  private static final Set<OperationType> ACQUIRING =
      EnumSet.of(OperationType.LOCK, OperationType.ELECT);
  private static final Set<OperationType> EXPIRING = EnumSet.of(OperationType.LEASE_AWAIT);

  private final Table table;

  private CoordinationRows(Table table) {
    this.table = table;
  }

  /** Returns the rows; none where no run has locks, leases or watchers. */
  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    CoordinationRows rows = new CoordinationRows(new Table(runs, differences));
    rows.locks();
    rows.leases();
    rows.deliveries();
    OperationRows.types(runs).stream().filter(OperationType::isBetween).forEach(rows::times);
    return rows.table.knownRows();
  }

  private void locks() {
    done("locks acquired", ACQUIRING);
    lock("overlapping owners", CoordinationCounts::overlaps);
    lock("overlaps with paused owners", CoordinationCounts::pausedOverlaps);
    lock("overlaps with expired owners", CoordinationCounts::expiredOverlaps);
    lock("fenced writes by former owners", CoordinationCounts::staleWrites);
    lock("fencing tokens out of order", CoordinationCounts::tokensOutOfOrder);
    figure(
        "share acquired out of turn",
        RowGroup.TIMES,
        Unit.SHARE,
        (run, counts) -> {
          double acquired = run.measured().count(ACQUIRING, Outcome.OK);
          return counts.outOfTurn().isPresent()
              ? counts.outOfTurn().getAsLong() / acquired
              : Double.NaN;
        });
  }

  private void lock(String name, ToDoubleFunction<CoordinationCounts> figure) {
    figure(
        name,
        ERRORS,
        Unit.COUNT,
        (run, counts) -> of(run, ACQUIRING, figure.applyAsDouble(counts)));
  }

  private void leases() {
    done("leases left to expire", EXPIRING);
    figure(
        "early expiries",
        ERRORS,
        Unit.COUNT,
        (run, counts) -> of(run, EXPIRING, counts.earlyExpiries()));
    figure(
        "earliest expiry, before its time",
        ERRORS,
        Unit.NANOS,
        (run, counts) -> counts.earlyExpiries() > 0 ? (double) counts.earliestNanos() : Double.NaN);
  }

  /** A row of the operations of a run that were answered OK, and that it has counts of. */
  private void done(String name, Set<OperationType> types) {
    add(
        name,
        WORK,
        Better.UNSAID,
        Unit.COUNT,
        (run, counts) -> of(run, types, run.measured().count(types, Outcome.OK)));
  }

  /** The figure of a run that had such operations. */
  private static double of(ComparedRun run, Set<OperationType> types, double figure) {
    return run.measured().types().stream().anyMatch(types::contains) ? figure : Double.NaN;
  }

  private void deliveries() {
    delivery("deliveries expected", WORK, Better.UNSAID, DeliveryCounts::expected);
    delivery("delivered", WORK, Better.UNSAID, DeliveryCounts::delivered);
    delivery("lost", ERRORS, Better.LESS, DeliveryCounts::lost);
    delivery("duplicated", ERRORS, Better.LESS, DeliveryCounts::duplicated);
    delivery("reordered", ERRORS, Better.LESS, DeliveryCounts::reordered);
    delivery("coalesced", ERRORS, Better.LESS, DeliveryCounts::coalesced);
    delivery("interruptions of watchers", ERRORS, Better.LESS, DeliveryCounts::interruptions);
    delivery("failed watchers", ERRORS, Better.LESS, DeliveryCounts::failures);
    table.judged(
        "deliveries per second",
        RowGroup.THROUGHPUT,
        Better.MORE,
        run -> Cell.of(Metric.THROUGHPUT, run.measured().only(OperationType.WATCH_DELIVERY)));
  }

  private void delivery(
      String name, RowGroup group, Better better, ToDoubleFunction<DeliveryCounts> figure) {
    add(
        name,
        group,
        better,
        Unit.COUNT,
        (run, counts) -> counts.deliveries().map(figure::applyAsDouble).orElse(Double.NaN));
  }

  private void times(OperationType type) {
    table.judged(
        type + " count",
        WORK,
        Better.UNSAID,
        run -> {
          long count = run.measured().response(type).count();
          return count == 0 ? new Cell.Absent() : Cell.of(count, Unit.COUNT);
        });
    for (Metric metric : List.of(Metric.MEAN, Metric.P50, Metric.P99, Metric.MAX)) {
      table.judged(
          type + " " + metric.statistic().orElseThrow().name(),
          RowGroup.of(metric),
          metric.better(),
          run -> Cell.of(metric, run.measured().only(type)));
    }
  }

  private void figure(
      String name,
      RowGroup group,
      Unit unit,
      BiFunction<ComparedRun, CoordinationCounts, Double> figure) {
    add(name, group, Better.LESS, unit, figure);
  }

  /** Adds a figure of the runs that have counts; NaN is unknown. */
  private void add(
      String name,
      RowGroup group,
      Better better,
      Unit unit,
      BiFunction<ComparedRun, CoordinationCounts, Double> figure) {
    table.judged(
        name,
        group,
        better,
        run ->
            Cell.of(
                run.measured().coordination().stream()
                    .mapToDouble(counts -> figure.apply(run, counts))
                    .findFirst(),
                unit));
  }
}
