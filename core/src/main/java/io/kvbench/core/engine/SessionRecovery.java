package io.kvbench.core.engine;

import io.kvbench.core.binding.Session;
import io.kvbench.core.measure.ClientTimeAccount;

/**
 * The recovery of one client's session, and its back-off after immediate errors. For the client's
 * thread, except for {@link #isInVain}.
 */
final class SessionRecovery {
  private static final long FIRST_BACK_OFF_NANOS = 100_000;
  private static final long LONGEST_BACK_OFF_NANOS = 10_000_000;

  /** Doublings from the first back-off to the longest. */
  private static final int MOST_DOUBLINGS = 7;

  private final PhaseState phase;
  private final Session session;
  private final Pace pace;
  private volatile boolean recovering;

  SessionRecovery(PhaseState phase, Session session, Pace pace) {
    this.phase = phase;
    this.session = session;
    this.pace = pace;
  }

  /** Waits until the session is usable again, unless the client will not use it any more. */
  void recover(ClientTimeAccount time) {
    if (pace.isOver()) {
      return;
    }
    time.harnessUntil(phase.clock.nanos());
    recovering = true;
    phase.recovering.incrementAndGet();
    try {
      session.recover(EngineLimits.RECOVER_LIMIT);
    } catch (InterruptedException e) {
      // The phase stops, or nothing is left to do; the pace reports it.
    } catch (RuntimeException e) {
      // A binding must not throw here; the next operation shows whether the session works.
    } finally {
      recovering = false;
      phase.recovering.decrementAndGet();
      time.reconnectUntil(phase.clock.nanos());
    }
  }

  /** Returns whether it waits for a session that the client will not use; from any thread. */
  boolean isInVain() {
    // The second read of {@code recovering} ensures that the client could not claim anything
    // meanwhile.
    return recovering && pace.isOver() && recovering;
  }

  /**
   * Waits after the second of consecutive immediate errors, and longer after each further one:
   * otherwise a client that is rejected without parking would keep its carrier from clients whose
   * answers have arrived. In an open loop its requests are then late, which their lag shows.
   *
   * @param errors how many consecutive immediate errors there were before this one
   */
  void backOff(int errors, ClientTimeAccount time) {
    int doublings = Math.min(errors - 1, MOST_DOUBLINGS);
    if (doublings < 0 || pace.isOver()) {
      return;
    }
    long now = phase.clock.nanos();
    time.harnessUntil(now);
    long nanos = Math.min(FIRST_BACK_OFF_NANOS << doublings, LONGEST_BACK_OFF_NANOS);
    time.backOffUntil(phase.parkUntilDrained(now + nanos));
  }
}
