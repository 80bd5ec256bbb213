package io.kvbench.core.measure;

import java.time.Duration;
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
 * @param pool how many clients an open loop took; empty in a closed loop
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

  /** A measurement of clients whose number is fixed. */
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

  /**
   * Returns what several parts measured that did one phase together, each with clients of its own
   * that began within milliseconds of one another.
   *
   * <ul>
   *   <li>The phase lasts from the earliest start to the latest end. Clients of a part that began
   *       later or ended earlier are idle for the difference.
   *   <li>Counts and histograms are sums; the clients follow each other in the order of the parts.
   *   <li>The end of sending is that of the part that sent last. What ended in the drain of another
   *       part counts as drained, unless that part had ended by then: so an operation may count as
   *       drained that ended up to that difference before, and none does the other way round.
   *   <li>There is no drain where no part has one, nor where one without outlasted the end of
   *       sending: how much of its work ended after that is unknown. Parts without any operation do
   *       not matter here.
   *   <li>The most and the least OK answers per second are empty: they follow from intervals.
   * </ul>
   *
   * @param parts at least one, by their clocks set right ({@link #shifted})
   */
  public static PhaseMeasurement merged(List<PhaseMeasurement> parts) {
    return new MergedPhase(parts).measurement();
  }

  /** Returns the same by a clock that is ahead by so much. */
  public PhaseMeasurement shifted(Duration ahead) {
    return with(startedAt.plus(ahead), maxOkPerSecond, minOkPerSecond);
  }

  /** Returns the same with these extremes of full intervals. */
  public PhaseMeasurement withOkPerSecond(OptionalDouble max, OptionalDouble min) {
    return with(startedAt, max, min);
  }

  /** Returns how long it was sent: the wall time where there is no drain. */
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
