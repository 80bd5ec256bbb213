package io.kvbench.core.engine;

import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.ChangedArrivals;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The control of a running phase's load. Nothing is taken back: arrivals that were due keep their
 * intended starts, and later ones follow the changed schedule, even if a client already waits for
 * one. Thread-safe; for one phase at a time, with one pace.
 */
public final class LoadControl {
  /** The lead of a published schedule before its change, so that no client uses the old one. */
  static final long LEAD_NANOS = 10_000_000;

  private static final double MAX_RATE = 1e9;
  private static final double NANOS = 1e9;

  private record Running(
      PhaseState phase, Optional<Backlog> backlog, ClientPool pool, boolean maySpare) {
    /** Wakes all clients to reexamine what they wait for. */
    void wake() {
      pool.all().forEach(ClientHandle::wake);
      pool.wake();
    }
  }

  private @Nullable Running running;
  private @Nullable Arrivals changed;
  private int active = Integer.MAX_VALUE;

  synchronized void begin(
      PhasePlan plan, PhaseState phase, Optional<Backlog> backlog, ClientPool pool) {
    boolean maySpare = plan.requests() == PhasePlan.UNLIMITED || backlog.isPresent();
    running = new Running(phase, backlog, pool, maySpare);
    changed = null;
    phase.activate(maySpare ? active : Integer.MAX_VALUE);
  }

  synchronized void end() {
    running = null;
  }

  /** Returns how long the phase has been running; empty before its first request and after it. */
  public synchronized OptionalLong phaseNanos() {
    Running now = running;
    return now == null || !now.phase.isStarted()
        ? OptionalLong.empty()
        : OptionalLong.of(now.phase.clock.nanos() - now.phase.startNanos());
  }

  /** Returns the current target rate; empty in a closed loop or without a phase. */
  public synchronized OptionalDouble perSecond() {
    Running now = running;
    OptionalLong elapsed = phaseNanos();
    if (now == null || now.backlog.isEmpty() || elapsed.isEmpty()) {
      return OptionalDouble.empty();
    }
    // After the lead time, when a rate that was just set has begun.
    long at = elapsed.getAsLong() + LEAD_NANOS;
    return OptionalDouble.of(
        now.backlog.get().arrivals().between(at, at + LEAD_NANOS) * NANOS / LEAD_NANOS);
  }

  /**
   * Changes the rate from now on, replacing the rest of the schedule.
   *
   * @param perSecond at least 0; 0 is a pause
   * @return when the change takes effect, from the start of the phase
   * @throws LoadChangeException if there is no rate to change
   */
  public synchronized long rate(double perSecond) throws LoadChangeException {
    Backlog backlog = backlog(perSecond);
    long at = phaseNanos().orElseThrow() + LEAD_NANOS;
    Arrivals after = ChangedArrivals.of(backlog.arrivals(), at, perSecond);
    backlog.change(after);
    changed = after;
    if (running != null) {
      running.wake();
    }
    return at;
  }

  /**
   * Checks a rate without changing anything.
   *
   * @throws LoadChangeException if {@link #rate} would throw it
   */
  public synchronized void checkRate(double perSecond) throws LoadChangeException {
    Backlog unused = backlog(perSecond);
  }

  private Backlog backlog(double perSecond) throws LoadChangeException {
    if (!(perSecond >= 0 && perSecond <= MAX_RATE)) {
      throw new LoadChangeException("a rate is a number from 0 to 1e9, not " + perSecond);
    }
    Running now = running;
    if (now == null || phaseNanos().isEmpty()) {
      throw new LoadChangeException("no phase is running whose rate could be changed");
    }
    return now.backlog.orElseThrow(
        () ->
            new LoadChangeException(
                "clients send as fast as the store answers; only a run with a rate (target) can"
                    + " change it"));
  }

  /**
   * Sets the number of active clients; the others stand by after the request that each has in
   * flight. Before a phase, sets the number that it begins with.
   *
   * @param count at least 1, and not more than the phase has
   * @throws LoadChangeException if it cannot have so many, or cannot do without any
   */
  public synchronized void clients(int count) throws LoadChangeException {
    checkClients(count);
    active = count;
    Running now = running;
    if (now != null) {
      // With all active, an open loop may start more again.
      now.phase.activate(count == now.pool.size() ? Integer.MAX_VALUE : count);
      now.wake();
    }
  }

  /**
   * Checks a number of clients without changing anything.
   *
   * @throws LoadChangeException if {@link #clients(int)} would throw it
   */
  public synchronized void checkClients(int count) throws LoadChangeException {
    Running now = running;
    if (count < 1 || (now != null && count > now.pool.size())) {
      throw new LoadChangeException(
          "from 1 to %s clients can send, not %d; set clients to the most that you want"
              .formatted(now == null ? "all" : now.pool.size(), count));
    }
    if (now != null && !now.maySpare) {
      throw new LoadChangeException(
          "each client has its share of operationcount to send; set maxexecutiontime instead to"
              + " change the number of clients");
    }
  }

  /** Returns how many clients may send; 0 without a phase. */
  public synchronized int clients() {
    Running now = running;
    return now == null ? 0 : Math.min(now.phase.active(), now.pool.size());
  }

  /** Returns the current number of clients, including those standing by; 0 before the phase. */
  public synchronized int allClients() {
    Running now = running;
    return now == null ? 0 : now.pool.size();
  }

  /** Returns the load model of the current or last phase, with its changes. */
  public synchronized LoadModel model(LoadModel planned) {
    Arrivals after = changed;
    return after == null ? planned : new LoadModel.OpenLoop(after);
  }
}
