package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The response times of a phase that pauses of the clients could have made.
 *
 * <p>A pause delays the operations in flight when it begins: of each type, on average, the mean
 * service time divided by the wall time is the share that one pause delays. In an open loop it also
 * delays those that become due while it lasts. The lowest printed percentile with no larger share
 * beyond it is the one that the pauses could have made. From p99.99 on it takes so few of them that
 * the percentile says more about the client than about the store in every run; there the absolute
 * limits apply.
 */
record PauseImpact(PhaseResult phase) {
  private static final List<Percentile> JUDGED =
      List.of(
          Percentile.P50,
          Percentile.P75,
          Percentile.P90,
          Percentile.P95,
          Percentile.P99,
          Percentile.P999);

  /** A percentile of the response times of one type of operation. */
  record Made(OperationType type, Percentile percentile, long nanos) {
    String title() {
      return type + " " + percentile.title();
    }

    @Override
    public String toString() {
      return title() + " of " + Quantities.preciseTime(nanos);
    }
  }

  /**
   * Returns the shortest time that so many pauses could have made.
   *
   * @param totalNanos how long they lasted together
   * @return empty if they were too few to reach any percentile
   */
  Optional<Made> ofPauses(long pauses, long totalNanos) {
    long due = phase.rates().offeredPerSecond().isPresent() ? totalNanos : 0;
    return shortest(operation -> pauses * operation.service().meanMicros() * 1e3 + due);
  }

  /** Returns the shortest time that could be made by what lasted for a share of the time. */
  Optional<Made> ofShare(double share) {
    return shortest(operation -> share * phase.span().wallNanos());
  }

  /**
   * Returns the service time of the quickest operation, whose row suffers first. A time between
   * operations may be 0, and so may that of an operation for which nothing is sent.
   */
  OptionalLong leastNanos(Percentile percentile) {
    return leastNanos(percentile, operation -> operation.okCount() > 0);
  }

  /** Returns the same for the operations that suffice to estimate it. */
  OptionalLong leastKnownNanos(Percentile percentile) {
    return leastNanos(percentile, operation -> percentile.isKnown(operation.service()));
  }

  private OptionalLong leastNanos(Percentile percentile, Predicate<OperationResult> which) {
    return phase.operations().entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .filter(entry -> entry.getKey() != OperationType.ABANDON_LOCK)
        .map(Map.Entry::getValue)
        .filter(which)
        .mapToLong(operation -> percentile.micros(operation.service()) * 1_000)
        .min();
  }

  private Optional<Made> shortest(ToDoubleFunction<OperationResult> delayedNanos) {
    return phase.operations().entrySet().stream()
        .flatMap(
            entry ->
                made(
                    entry.getKey(),
                    entry.getValue(),
                    delayedNanos.applyAsDouble(entry.getValue())
                        / Math.max(1, phase.span().wallNanos()))
                    .stream())
        .min(Comparator.comparingLong(Made::nanos));
  }

  /** A type with too few operations for the percentile may have met no pause at all. */
  private static Optional<Made> made(
      OperationType type, OperationResult operation, double delayedShare) {
    return JUDGED.stream()
        .filter(percentile -> percentile.shareBeyond() <= delayedShare)
        .findFirst()
        .filter(percentile -> percentile.isKnown(operation.response()))
        .map(
            percentile ->
                new Made(type, percentile, percentile.micros(operation.response()) * 1_000));
  }
}
