package io.kvbench.results.format;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The measurements of about one second of a phase. The intervals of a phase add up to the phase.
 *
 * @param index counted from 0 over the whole run
 * @param step which part of a run with changing numbers of clients; empty in any other phase
 * @param startedAt the wall clock at its beginning
 * @param phaseNanos its beginning, counted from the start of the phase
 * @param wallNanos its length; the last one of a phase is shorter
 * @param clients how many clients there were in it
 * @param offeredPerSecond the rate of arrivals that was meant for it; empty in a closed loop
 * @param inFlight operations in flight, on average
 * @param noneFreeNanos for how long an arrival was due, no client was free, and no more could be
 *     started
 */
public record IntervalResult(
    int index,
    PhaseName phase,
    Optional<ClientStep> step,
    Instant startedAt,
    long phaseNanos,
    long wallNanos,
    int clients,
    OptionalDouble offeredPerSecond,
    Map<OperationType, OperationResult> operations,
    TimeResult lag,
    double inFlight,
    long noneFreeNanos) {

  public IntervalResult {
    operations = Map.copyOf(operations);
  }

  public static IntervalResult of(int index, PhasePlan phase, Interval interval) {
    return new IntervalResult(
        index,
        phase.name(),
        phase.step(),
        interval.startedAt(),
        interval.phaseNanos(),
        interval.wallNanos(),
        interval.clients(),
        phase.offeredPerSecond(interval.phaseNanos(), interval.endNanos()),
        OperationResult.of(interval.recorded()),
        TimeResult.of(interval.recorded().lag()),
        interval.inFlight(),
        interval.noneFreeNanos());
  }
}
