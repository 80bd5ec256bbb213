package io.kvbench.reports.run;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The deliveries to watchers, and the owners that held a lock at the same time. */
public final class CoordinationSheets {
  private static final List<Figure<DeliveryCounts>> DELIVERIES =
      List.of(
          count("expected", DeliveryCounts::expected),
          count("delivered", DeliveryCounts::delivered),
          count("lost", DeliveryCounts::lost),
          count("duplicated", DeliveryCounts::duplicated),
          count("out of order", DeliveryCounts::reordered),
          count("coalesced", DeliveryCounts::coalesced),
          count("interruptions", DeliveryCounts::interruptions),
          count("failed watchers", DeliveryCounts::failures));

  private static final List<Figure<CoordinationCounts>> OWNERS =
      List.of(
          count("overlaps", CoordinationCounts::overlaps),
          count("of paused owners", CoordinationCounts::pausedOverlaps),
          count("of expired owners", CoordinationCounts::expiredOverlaps),
          count("stale writes", CoordinationCounts::staleWrites),
          count("tokens out of order", CoordinationCounts::tokensOutOfOrder),
          Figure.of("acquired out of turn", counts -> Cell.of(counts.outOfTurn(), Unit.COUNT)));

  private CoordinationSheets() {}

  private static <T> Figure<T> count(String name, ToLongFunction<T> count) {
    return Figure.of(name, counts -> Cell.of(count.applyAsLong(counts), Unit.COUNT));
  }

  /** Returns the table of deliveries; empty if there were no watchers. */
  public static Optional<Sheet> deliveries(CoordinationCounts counts) {
    return counts
        .deliveries()
        .map(
            told ->
                Sheet.of(
                    "Deliveries to watchers",
                    "coalesced: a later write was delivered in its place",
                    DELIVERIES,
                    List.of(told)));
  }

  public static Sheet owners(CoordinationCounts counts) {
    return Sheet.of(
        "Owners of locks",
        "paused: on purpose; expired: the lease may have ended before; out of turn: the previous owner"
            + " had requested the lock later",
        OWNERS,
        List.of(counts));
  }
}
