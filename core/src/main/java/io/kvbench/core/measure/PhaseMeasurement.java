package io.kvbench.core.measure;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Everything that was measured in a phase.
 *
 * @param startedAt the wall clock when the first client started
 * @param wallNanos from then to the end of the last client
 * @param end what ended the phase
 * @param requests how many requests ended
 * @param recorded the sum over all intervals
 * @param maxOkPerSecond the most OK answers per second in a full interval; empty if there was none
 * @param minOkPerSecond the least
 * @param errorMessages most frequent first
 * @param clientTime the account of all clients
 * @param repeatedCompletions how often a binding completed an operation more than once: a defect of
 *     the binding
 */
public record PhaseMeasurement(
    Instant startedAt,
    long wallNanos,
    PhaseEnd end,
    long requests,
    Snapshot recorded,
    OptionalDouble maxOkPerSecond,
    OptionalDouble minOkPerSecond,
    List<ErrorMessages.Counted> errorMessages,
    ClientTime clientTime,
    long repeatedCompletions) {

  public PhaseMeasurement {
    errorMessages = List.copyOf(errorMessages);
  }

  /** Returns OK answers per second of wall time. */
  public double okPerSecond() {
    return wallNanos == 0 ? 0 : recorded.okCount() * 1e9 / wallNanos;
  }
}
