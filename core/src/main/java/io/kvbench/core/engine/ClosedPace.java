package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;

/**
 * The next request starts when the one before has ended, until the client's share is done or the
 * phase stops.
 */
final class ClosedPace implements Pace {
  private final PhaseState phase;
  private long left;

  ClosedPace(PhaseState phase, long share) {
    this.phase = phase;
    left = share;
  }

  /**
   * Returns the end of the request before: an intended start of its own the request does not have.
   */
  @Override
  public long next(ClientTimeAccount account) {
    if (left == 0) {
      return END;
    }
    long now = account.accountedUntil();
    if (now >= phase.stopNanos()) {
      return END;
    }
    left--;
    return now;
  }

  @Override
  public boolean isPaced() {
    return false;
  }
}
