package io.kvbench.results.format;

import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Silences;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Figures of a phase that show what its percentiles and rates may hide.
 *
 * @param slowestClient compared with the median client; empty with a single one
 * @param slowestConnection compared with the median connection; empty with a single one
 * @param silences times in which a closed loop had no answer; empty in an open loop, and where
 *     clients wait for something else than answers
 * @param connectionsOpened how many connections were opened or opened again while the phase went
 *     on; empty where the binding does not count them, and with agents
 * @param ownNanos the estimate of kvbench's own time in an operation; empty where it was not
 *     measured, and with a store inside kvbench
 */
public record AuditResult(
    Optional<SlowestResult> slowestClient,
    Optional<SlowestResult> slowestConnection,
    Optional<Silences.Summary> silences,
    OptionalLong connectionsOpened,
    OptionalLong ownNanos) {

  /** Wake-ups within an operation; the third is that of its client, after the response. */
  private static final double MOST_WAKE_UPS = 2;

  private static final double PART_OF_TURNS = 2.0 / 3;

  static AuditResult of(PhaseMeasurement measured, int connections) {
    return new AuditResult(
        SlowestResult.client(measured.clients(), measured.wallNanos()),
        SlowestResult.connection(measured.clients(), connections, measured.wallNanos()),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  public AuditResult with(Silences.Summary found) {
    return new AuditResult(
        slowestClient, slowestConnection, Optional.of(found), connectionsOpened, ownNanos);
  }

  public AuditResult with(OptionalLong opened) {
    return new AuditResult(slowestClient, slowestConnection, silences, opened, ownNanos);
  }

  /** Returns these figures with an estimate of kvbench's own time in each of the operations. */
  AuditResult withOwnTime(ClientSide client, long operations) {
    return new AuditResult(
        slowestClient,
        slowestConnection,
        silences,
        connectionsOpened,
        ownNanos(client, operations));
  }

  /**
   * Returns the estimate of kvbench's own part of a service time. Between sending and recording, an
   * operation waits for threads of kvbench to wake up: at most twice, for the one that writes the
   * request and for the one that reads the response. Where threads take fewer turns, because there
   * always is something to do, it waits as much less. Added to it is the processor time of the
   * busiest thread that is no carrier of clients, such as an event loop, per operation.
   */
  private static OptionalLong ownNanos(ClientSide client, long operations) {
    Optional<SchedulingResult> measured = client.condition().flatMap(ClientCondition::scheduling);
    if (measured.isEmpty() || operations == 0) {
      return OptionalLong.empty();
    }
    SchedulingResult threads = measured.get();
    if (threads.wakeUpNanos().isEmpty() || threads.turns().isEmpty()) {
      return OptionalLong.empty();
    }
    double turns = (double) threads.turns().getAsLong() / operations;
    double wakeUps = Math.min(MOST_WAKE_UPS, PART_OF_TURNS * turns);
    long loop =
        threads
            .busiestThread()
            .filter(thread -> !thread.name().equals(SchedulingResult.CARRIERS))
            .map(SchedulingResult.BusyThread::cpuNanos)
            .orElse(0L);
    return OptionalLong.of(
        Math.round(wakeUps * threads.wakeUpNanos().getAsLong() + (double) loop / operations));
  }
}
