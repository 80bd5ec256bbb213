package io.kvbench.reports.compare;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * The rows of locks, leases and watchers: hand-overs, expiries and deliveries, with their times.
 */
final class CoordinationRows {
  private static final Set<OperationType> ACQUIRING =
      EnumSet.of(OperationType.LOCK, OperationType.ELECT);

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
    Set<OperationType> types = new TreeSet<>();
    runs.forEach(run -> types.addAll(run.measured().types()));
    types.stream().filter(OperationType::isBetween).forEach(rows::times);
    return rows.table.knownRows();
  }

  private void locks() {
    table.judged(
        "locks acquired",
        RowGroup.WORK,
        Better.UNSAID,
        run -> count(run, ACQUIRING, counts -> run.measured().count(ACQUIRING, Outcome.OK)));
    lock("overlapping owners", CoordinationCounts::overlaps);
    lock("overlaps with paused owners", CoordinationCounts::pausedOverlaps);
    lock("overlaps with expired owners", CoordinationCounts::expiredOverlaps);
    lock("fenced writes by former owners", CoordinationCounts::staleWrites);
    lock("fencing tokens out of order", CoordinationCounts::tokensOutOfOrder);
    table.judged(
        "share acquired out of turn", RowGroup.TIMES, Better.LESS, CoordinationRows::outOfTurn);
  }

  private void lock(String name, ToLongFunction<CoordinationCounts> figure) {
    table.judged(name, RowGroup.ERRORS, Better.LESS, run -> count(run, ACQUIRING, figure));
  }

  private static Cell outOfTurn(ComparedRun run) {
    long acquired = run.measured().count(ACQUIRING, Outcome.OK);
    return run.measured()
        .coordination()
        .filter(counts -> acquired > 0 && counts.outOfTurn().isPresent())
        .map(counts -> Cell.of(share(counts.outOfTurn().getAsLong(), acquired), Unit.SHARE))
        .orElseGet(Cell.Absent::new);
  }

  private static double share(long part, long all) {
    return (double) part / all;
  }

  private void leases() {
    Set<OperationType> expiring = EnumSet.of(OperationType.LEASE_AWAIT);
    table.judged(
        "leases left to expire",
        RowGroup.WORK,
        Better.UNSAID,
        run -> count(run, expiring, counts -> run.measured().count(expiring, Outcome.OK)));
    table.judged(
        "early expiries",
        RowGroup.ERRORS,
        Better.LESS,
        run -> count(run, expiring, CoordinationCounts::earlyExpiries));
    table.judged(
        "earliest expiry, before its time",
        RowGroup.ERRORS,
        Better.LESS,
        run ->
            run.measured()
                .coordination()
                .filter(counts -> counts.earlyExpiries() > 0)
                .map(counts -> Cell.of(counts.earliestNanos(), Unit.NANOS))
                .orElseGet(Cell.Absent::new));
  }

  private void deliveries() {
    delivery("deliveries expected", RowGroup.WORK, Better.UNSAID, DeliveryCounts::expected);
    delivery("delivered", RowGroup.WORK, Better.UNSAID, DeliveryCounts::delivered);
    delivery("lost", RowGroup.ERRORS, Better.LESS, DeliveryCounts::lost);
    delivery("duplicated", RowGroup.ERRORS, Better.LESS, DeliveryCounts::duplicated);
    delivery("reordered", RowGroup.ERRORS, Better.LESS, DeliveryCounts::reordered);
    delivery("coalesced", RowGroup.ERRORS, Better.LESS, DeliveryCounts::coalesced);
    delivery(
        "interruptions of watchers", RowGroup.ERRORS, Better.LESS, DeliveryCounts::interruptions);
    delivery("failed watchers", RowGroup.ERRORS, Better.LESS, DeliveryCounts::failures);
    table.judged(
        "deliveries per second",
        RowGroup.THROUGHPUT,
        Better.MORE,
        run -> Cell.of(Metric.THROUGHPUT, run.measured().only(OperationType.WATCH_DELIVERY)));
  }

  private void delivery(
      String name, RowGroup group, Better better, ToLongFunction<DeliveryCounts> figure) {
    table.judged(
        name,
        group,
        better,
        run ->
            run.measured()
                .coordination()
                .flatMap(CoordinationCounts::deliveries)
                .map(counts -> Cell.of(figure.applyAsLong(counts), Unit.COUNT))
                .orElseGet(Cell.Absent::new));
  }

  private void times(OperationType type) {
    table.judged(
        type + " count",
        RowGroup.WORK,
        Better.UNSAID,
        run -> Cell.of(count(run.measured().response(type)), Unit.COUNT));
    for (Metric metric : List.of(Metric.MEAN, Metric.P50, Metric.P99, Metric.MAX)) {
      table.judged(
          type + " " + metric.statistic().orElseThrow().name(),
          RowGroup.of(metric),
          metric.better(),
          run -> Cell.of(metric, run.measured().only(type)));
    }
  }

  private static OptionalLong count(TimeHistogram times) {
    return times.count() == 0 ? OptionalLong.empty() : OptionalLong.of(times.count());
  }

  /** The figure of a run that had such operations, and results of it. */
  private static Cell count(
      ComparedRun run, Set<OperationType> types, ToLongFunction<CoordinationCounts> figure) {
    Optional<CoordinationCounts> counts = run.measured().coordination();
    return run.measured().types().stream().anyMatch(types::contains)
        ? counts
            .map(known -> Cell.of(figure.applyAsLong(known), Unit.COUNT))
            .orElseGet(Cell.Absent::new)
        : new Cell.Absent();
  }
}
