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

  AuditResult withOwnTime(OptionalLong nanos) {
    return new AuditResult(slowestClient, slowestConnection, silences, connectionsOpened, nanos);
  }
}
