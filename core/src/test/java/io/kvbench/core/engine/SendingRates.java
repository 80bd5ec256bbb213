package io.kvbench.core.engine;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.util.stream.Stream;

/**
 * The rates of the time in which a phase sent, by the definition of the result format: what ended
 * in the drain is left out.
 */
record SendingRates(PhaseMeasurement measured) {

  double okPerSecond() {
    return perSecond(
        measured.recorded().okCount() - measured.drain().map(Drain::okCount).orElse(0L));
  }

  double okPerSecond(OperationType type) {
    return perSecond(
        measured.recorded().count(type, Outcome.OK)
            - measured.drain().map(drain -> drain.okCount(type)).orElse(0L));
  }

  double achievedPerSecond() {
    return perSecond(
        measured.requests() - measured.drain().map(Drain::requests).orElseGet(this::givenUp));
  }

  double concurrency() {
    long drained = measured.drain().map(Drain::busyNanos).orElse(0L);
    return (double) (measured.clientTime().busyNanos() - drained) / measured.sendingNanos();
  }

  private long givenUp() {
    return Stream.of(ErrorKind.ABANDONED, ErrorKind.UNSENT)
        .mapToLong(kind -> PhaseTests.count(measured, kind))
        .sum();
  }

  private double perSecond(long count) {
    return count * 1e9 / measured.sendingNanos();
  }
}
