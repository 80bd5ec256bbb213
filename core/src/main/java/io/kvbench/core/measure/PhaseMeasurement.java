package io.kvbench.core.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The measurements of a phase.
 *
 * @param startedAt the wall clock when the first client started
 * @param wallNanos from then to the end of the last client
 * @param drain what ended after the end of sending: the planned end, an interruption, or the
 *     sending of the last of a number of requests. Empty if there was no window of sending, as with
 *     no more requests than clients; rates are then those of the wall time
 * @param end what ended the phase
 * @param requests how many requests ended
 * @param recorded the sum over all intervals
 * @param maxOkPerSecond the most OK answers per second in a full interval before the end of
 *     sending; empty if there was none
 * @param minOkPerSecond the least
 * @param errorMessages most frequent first
 * @param clientTime the account of all clients
 * @param repeatedCompletions how often a binding completed an operation more than once: a bug of
 *     the binding
 * @param scans the records that scans requested and received
 * @param ownership the counts of irregularities of locks and leases
 * @param clients the work of each client, by its index; empty without counts
 * @param pool the clients that an open loop used; empty in a closed loop
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
    List<ClientRequests> clients,
    Optional<PoolUse> pool) {

  public PhaseMeasurement {
    errorMessages = List.copyOf(errorMessages);
    clients = List.copyOf(clients);
  }

  /** A measurement of a fixed number of clients. */
  public PhaseMeasurement(
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
    this(
        startedAt,
        wallNanos,
        drain,
        end,
        requests,
        recorded,
        maxOkPerSecond,
        minOkPerSecond,
        errorMessages,
        clientTime,
        repeatedCompletions,
        scans,
        ownership,
        clients,
        Optional.empty());
  }

  /** Returns the same measurement by a clock that is ahead by this much. */
  public PhaseMeasurement shifted(Duration ahead) {
    return with(startedAt.plus(ahead), maxOkPerSecond, minOkPerSecond);
  }

  /** Returns the same measurement with these extremes of full intervals. */
  public PhaseMeasurement withOkPerSecond(OptionalDouble max, OptionalDouble min) {
    return with(startedAt, max, min);
  }

  /** Returns how long the phase sent: the wall time if there is no drain. */
  public long sendingNanos() {
    return wallNanos - drain.map(Drain::nanos).orElse(0L);
  }

  private PhaseMeasurement with(Instant start, OptionalDouble max, OptionalDouble min) {
    return new PhaseMeasurement(
        start,
        wallNanos,
        drain,
        end,
        requests,
        recorded,
        max,
        min,
        errorMessages,
        clientTime,
        repeatedCompletions,
        scans,
        ownership,
        clients,
        pool);
  }
}
