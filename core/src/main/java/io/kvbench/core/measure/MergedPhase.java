package io.kvbench.core.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The merged measurement of a phase that parts ran together; times are from the earliest start. */
public final class MergedPhase {
  private record PartMeasurement(PhaseMeasurement measured, long startNanos) {
    long endNanos() {
      return startNanos + measured.wallNanos();
    }

    /** Returns when it stopped sending; empty without a window of sending. */
    OptionalLong sendingEnd() {
      return measured.drain().isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(startNanos + measured.sendingNanos());
    }

    /** The clients' time is their number times the wall time. */
    long idleNanosIn(long wallNanos) {
      long own = measured.wallNanos();
      long clients = own == 0 ? 0 : Math.round((double) measured.clientTime().totalNanos() / own);
      return clients * (wallNanos - own);
    }
  }

  private final Instant start;
  private final List<PartMeasurement> parts = new ArrayList<>();
  private final long wallNanos;

  private MergedPhase(List<PhaseMeasurement> measured) {
    start =
        measured.stream()
            .map(PhaseMeasurement::startedAt)
            .min(Comparator.naturalOrder())
            .orElseThrow(() -> new IllegalArgumentException("no parts"));
    measured.forEach(
        part ->
            parts.add(
                new PartMeasurement(part, Duration.between(start, part.startedAt()).toNanos())));
    wallNanos = parts.stream().mapToLong(PartMeasurement::endNanos).max().orElseThrow();
  }

  /**
   * Returns the merged measurement of several parts of one phase, each with its own clients, which
   * began within milliseconds of one another.
   *
   * <ul>
   *   <li>The phase lasts from the earliest start to the latest end. Clients of a part that began
   *       later or ended earlier are idle for the difference.
   *   <li>Counts and histograms are sums; the clients are listed in the order of the parts.
   *   <li>The end of sending is that of the part that sent last. What ended in the drain of another
   *       part counts as drained, unless that part had ended by then: so an operation may count as
   *       drained that ended up to that difference before, and never the reverse.
   *   <li>There is no drain where no part has one, nor where one without outlasted the end of
   *       sending: how much of its work ended after that is unknown. Parts without any operation do
   *       not matter here.
   *   <li>The max and min OK answers per second are empty: they follow from intervals.
   * </ul>
   *
   * @param parts at least one, with corrected clocks ({@link PhaseMeasurement#shifted})
   */
  public static PhaseMeasurement of(List<PhaseMeasurement> parts) {
    return new MergedPhase(parts).measurement();
  }

  private PhaseMeasurement measurement() {
    return new PhaseMeasurement(
        start,
        wallNanos,
        drain(),
        end(),
        sum(PhaseMeasurement::requests),
        measured().map(PhaseMeasurement::recorded).reduce(Snapshot.empty(), Snapshot::plus),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        ErrorMessages.sum(measured().map(PhaseMeasurement::errorMessages).toList()),
        parts.stream()
            .map(part -> part.measured.clientTime().withIdle(part.idleNanosIn(wallNanos)))
            .reduce(ClientTime.none(), ClientTime::plus),
        sum(PhaseMeasurement::repeatedCompletions),
        measured().map(PhaseMeasurement::scans).reduce(ScanCounts::plus).orElseThrow(),
        measured()
            .map(PhaseMeasurement::ownership)
            .reduce(CoordinationCounts.none(), CoordinationCounts::plus),
        measured().flatMap(part -> part.clients().stream()).toList(),
        pool());
  }

  /** Clients of closed loops count along with those of open ones. */
  private Optional<PoolUse> pool() {
    return measured().allMatch(part -> part.pool().isEmpty())
        ? Optional.empty()
        : measured()
            .map(part -> part.pool().orElseGet(() -> PoolUse.fixed(part.clients().size())))
            .reduce(PoolUse::plus);
  }

  private Stream<PhaseMeasurement> measured() {
    return parts.stream().map(PartMeasurement::measured);
  }

  private long sum(ToLongFunction<PhaseMeasurement> figure) {
    return measured().mapToLong(figure).sum();
  }

  /** A part that was stopped because another one ended has the weaker end. */
  private PhaseEnd end() {
    List<PhaseEnd> ends = measured().map(PhaseMeasurement::end).toList();
    if (ends.contains(PhaseEnd.STORE_UNAVAILABLE)) {
      return PhaseEnd.STORE_UNAVAILABLE;
    }
    return ends.contains(PhaseEnd.INTERRUPTED) ? PhaseEnd.INTERRUPTED : PhaseEnd.PLANNED;
  }

  private Optional<Drain> drain() {
    OptionalLong sendingEnd =
        parts.stream().map(PartMeasurement::sendingEnd).flatMapToLong(OptionalLong::stream).max();
    if (sendingEnd.isEmpty()) {
      return Optional.empty();
    }
    Drain sum = new Drain(0, 0, 0, Map.of(), 0, 0);
    for (PartMeasurement part : parts) {
      Optional<Drain> drain = part.measured.drain();
      boolean outlasts = part.endNanos() > sendingEnd.getAsLong();
      if (outlasts && drain.isEmpty() && part.measured.recorded().count() > 0) {
        return Optional.empty();
      }
      if (outlasts && drain.isPresent()) {
        sum = sum.plus(drain.get());
      }
    }
    return Optional.of(sum.lasting(wallNanos - sendingEnd.getAsLong()));
  }
}
