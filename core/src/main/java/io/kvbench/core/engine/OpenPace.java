package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.plan.Arrivals;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests start on a schedule that all clients share: a client that is free takes the next arrival
 * and waits for its time, or starts late if that has passed. Arrivals that were due before the
 * phase stopped are taken even afterwards, so a backlog is sent or abandoned but never forgotten.
 */
final class OpenPace implements Pace {
  private final PhaseState phase;
  private final Arrivals arrivals;
  private final AtomicLong nextArrival;
  private final long limit;

  /**
   * Creates one client's pace.
   *
   * @param nextArrival the index of the next arrival, shared by all clients of the phase
   * @param limit the number of arrivals in the phase
   */
  OpenPace(PhaseState phase, Arrivals arrivals, AtomicLong nextArrival, long limit) {
    this.phase = phase;
    this.arrivals = arrivals;
    this.nextArrival = nextArrival;
    this.limit = limit;
  }

  @Override
  public long next(ClientTimeAccount account) {
    long index = nextArrival.getAndIncrement();
    if (index >= limit) {
      return END;
    }
    long intended = phase.startNanos() + arrivals.startNanos(index);
    long now = phase.clock.nanos();
    if (now < intended) {
      account.harnessUntil(now);
      while (now < intended && intended < phase.stopNanos()) {
        phase.clock.parkUntil(Math.min(intended, phase.stopNanos()));
        Thread.interrupted(); // An interruption only ever means: look at the phase again.
        now = phase.clock.nanos();
      }
      account.waitUntil(now);
    }
    return intended < phase.stopNanos() ? intended : END;
  }

  @Override
  public boolean isPaced() {
    return true;
  }
}
