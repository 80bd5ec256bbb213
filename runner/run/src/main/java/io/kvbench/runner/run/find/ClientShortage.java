package io.kvbench.runner.run.find;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Probe;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import java.util.List;
import java.util.Locale;

/**
 * A detector of searches limited by too few clients rather than by the store: all clients are busy,
 * and the store is about as fast as at low load. For one thread.
 */
final class ClientShortage {
  private static final double BUSY = 0.9;

  /** Near its capacity a store queues operations. */
  private static final double SLOWER = 1.5;

  private double lowestRate = Double.POSITIVE_INFINITY;
  private double serviceThere;
  private double lowestFailure = Double.POSITIVE_INFINITY;
  private double serviceAtFailure;
  private double busyAtFailure;
  private int clients;

  void add(Probe probe, PhaseResult phase) {
    double rate = probe.offeredPerSecond().orElse(Double.POSITIVE_INFINITY);
    if (probe.outcome() == Outcome.PASSED && rate < lowestRate) {
      lowestRate = rate;
      serviceThere = service(phase);
    } else if (probe.outcome() == Outcome.FAILED && rate < lowestFailure) {
      lowestFailure = rate;
      serviceAtFailure = service(phase);
      ClientTime time = phase.client().clientTime();
      busyAtFailure = (double) time.busyNanos() / Math.max(1, time.totalNanos());
      clients = probe.clients();
    }
  }

  private static double service(PhaseResult phase) {
    double sum = 0;
    long count = 0;
    for (var entry : phase.operations().entrySet()) {
      OperationResult operation = entry.getValue();
      if (!entry.getKey().isComposite()) {
        sum += (double) operation.service().meanMicros() * operation.service().count();
        count += operation.service().count();
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  List<String> notes() {
    boolean few =
        serviceThere > 0 && busyAtFailure >= BUSY && serviceAtFailure < SLOWER * serviceThere;
    return few
        ? List.of(
            String.format(
                Locale.ROOT,
                "clients=%d may be the limit: all were busy at %,.0f/s, where the mean service time"
                    + " is only %.1f times that at %,.0f/s; repeat it with more clients",
                clients,
                lowestFailure,
                serviceAtFailure / serviceThere,
                lowestRate))
        : List.of();
  }
}
