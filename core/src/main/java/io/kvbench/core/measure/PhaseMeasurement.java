package io.kvbench.core.measure;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything that was measured in a phase.
 *
 * @param startedAt the wall clock when the first client started
 * @param wallNanos from then to the end of the last client
 * @param drain what ended after the end of sending: the planned end, an interruption, or the
 *     sending of the last of a number of requests. Empty where there was no window of sending to
 *     take rates from, as with no more requests than clients; they are those of the wall time then
 * @param end what ended the phase
 * @param requests how many requests ended
 * @param recorded the sum over all intervals
 * @param maxOkPerSecond the most OK answers per second in a full interval before the end of
 *     sending; empty if there was none
 * @param minOkPerSecond the least
 * @param errorMessages most frequent first
 * @param clientTime the account of all clients
 * @param repeatedCompletions how often a binding completed an operation more than once: a defect of
 *     the binding
 * @param scans what scans were answered with
 * @param ownership what was noticed of locks and leases
 * @param clients what each client did, by its index; empty without counts
 */
public record PhaseMeasurement(
    Instant startedAt,
    long wallNanos,
    Optional<Drain> drain,
    PhaseEnd end,
    long requests,
    Snapshot recorded,
    OptionalDouble maxOkPerSecond,
    OptionalDouble minOkPerSecond,
    List<ErrorMessages.Counted> errorMessages,
    ClientTime clientTime,
    long repeatedCompletions,
    ScanCounts scans,
    CoordinationCounts ownership,
    List<ClientRequests> clients) {

  public PhaseMeasurement {
    errorMessages = List.copyOf(errorMessages);
    clients = List.copyOf(clients);
  }
}
