package io.kvbench.core.result;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import java.time.Instant;
import java.util.Map;

/**
 * What was measured in about one second of a phase. The intervals of a phase add up to the phase.
 *
 * @param index counted from 0 over the whole run
 * @param startedAt the wall clock at its beginning
 * @param phaseNanos its beginning, counted from the start of the phase
 * @param wallNanos its length; the last one of a phase is shorter
 * @param clients how many clients were at work at its end
 */
public record IntervalResult(
    int index,
    PhaseName phase,
    Instant startedAt,
    long phaseNanos,
    long wallNanos,
    int clients,
    Map<OperationType, OperationResult> operations,
    TimeResult lag) {

  public IntervalResult {
    operations = Map.copyOf(operations);
  }

  /** Returns the figures of an interval. */
  public static IntervalResult of(int index, PhaseName phase, Interval interval) {
    return new IntervalResult(
        index,
        phase,
        interval.startedAt(),
        interval.phaseNanos(),
        interval.wallNanos(),
        interval.clients(),
        OperationResult.of(interval.recorded()),
        TimeResult.of(interval.recorded().lag()));
  }
}
