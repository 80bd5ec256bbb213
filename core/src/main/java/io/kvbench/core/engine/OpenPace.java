package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.request.RequestSource;

/**
 * The pace of an open loop: requests start on a schedule that all clients share. A free client
 * takes the next arrival and waits for its time, or starts late if that has passed. Arrivals that
 * were due before the phase stopped are taken even afterwards: a backlog is sent or abandoned,
 * never lost.
 */
final class OpenPace implements Pace {
  private final PhaseState phase;
  private final Backlog backlog;
  private final RequestSource source;
  private final ClientPool pool;
  private boolean joins;
  private boolean free = true;

  /**
   * Creates the pace of a client.
   *
   * @param joins whether it was added to a running phase
   */
  OpenPace(
      PhaseState phase, Backlog backlog, RequestSource source, ClientPool pool, boolean joins) {
    this.phase = phase;
    this.backlog = backlog;
    this.source = source;
    this.pool = pool;
    this.joins = joins;
  }

  @Override
  public long next(ClientTimeAccount account, int ahead) {
    if (joins) {
      joins = false;
      pool.joined();
    } else if (!free) {
      free = true;
      pool.becomesFree();
    }
    long index = phase.isDrained() ? -1 : backlog.take();
    if (index < 0) {
      return END;
    }
    long intended = phase.startNanos() + backlog.startNanos(index);
    long now = phase.clock.nanos();
    if (now < intended) {
      account.harnessUntil(now);
      // Until the stop, even if nothing more is due: a phase of ten seconds takes ten seconds.
      while (now < intended && now < phase.stopNanos()) {
        now = phase.parkOnceUntil(intended);
        // A change of the rate wakes all clients: the arrival may have another time.
        intended = phase.startNanos() + backlog.startNanos(index);
      }
      account.waitUntil(now);
    } else if (intended < phase.stopNanos()) {
      pool.sendsLate(backlog, index, intended, now);
    }
    if (intended >= phase.stopNanos()) {
      return END;
    }
    free = false;
    pool.becomesBusy();
    return intended;
  }

  @Override
  public Request request() {
    return source.next();
  }

  @Override
  public boolean isOver() {
    long next = backlog.next();
    return phase.isDrained()
        || next < 0
        || phase.startNanos() + backlog.startNanos(next) >= phase.stopNanos();
  }

  @Override
  public boolean isPaced() {
    return true;
  }
}
