package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The remains of a part that was lost: its intervals. Its error messages, scans, locks and counts
 * of single clients are lost.
 */
final class LostPart {
  private Instant startedAt = Instant.MAX;
  private Snapshot recorded = Snapshot.empty();
  private long untilNanos;
  private long clientNanos;
  private long requests;

  void add(Interval interval) {
    if (startedAt.equals(Instant.MAX)) {
      startedAt = interval.startedAt().minusNanos(interval.phaseNanos());
    }
    recorded = recorded.plus(interval.recorded());
    untilNanos = Math.max(untilNanos, interval.endNanos());
    clientNanos += interval.clients() * interval.wallNanos();
    requests = interval.requests();
  }

  /** Returns a measurement up to the end of the last interval; empty if there was none. */
  Optional<PhaseMeasurement> measurement() {
    return startedAt.equals(Instant.MAX)
        ? Optional.empty()
        : Optional.of(
            new PhaseMeasurement(
                startedAt,
                untilNanos,
                Optional.empty(),
                PhaseEnd.INTERRUPTED,
                requests,
                recorded,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(),
                clientTime(),
                0,
                new ScanCounts(0, 0, 0, 0, 0, 0),
                CoordinationCounts.none(),
                List.of()));
  }

  /** Client time besides ended operations is unknown, and counted as idle. */
  private ClientTime clientTime() {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    for (Map.Entry<OperationType, Map<Status, StatusSnapshot>> entry :
        recorded.operations().entrySet()) {
      if (!entry.getKey().isComposite()) {
        entry
            .getValue()
            .forEach(
                (status, times) -> {
                  long nanos = Math.round(times.service().meanNanos() * times.count());
                  switch (status) {
                    case Outcome outcome -> outcomes.merge(outcome, nanos, Long::sum);
                    case ErrorKind kind -> errors.merge(kind, nanos, Long::sum);
                  }
                });
      }
    }
    long busy = sum(outcomes) + sum(errors);
    long ok = outcomes.getOrDefault(Outcome.OK, 0L);
    outcomes.remove(Outcome.OK);
    long total = Math.max(clientNanos, busy);
    return new ClientTime(
        total, ok, outcomes, errors, 0, OptionalLong.of(0), 0, 0, total - busy, 0);
  }

  private static long sum(Map<?, Long> nanos) {
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }
}
