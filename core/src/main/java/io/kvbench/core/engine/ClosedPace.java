package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;

/**
 * The next request starts when the one before has ended and the client has thought, until the
 * client's share is done or the phase stops. Nobody thinks before the first request or after the
 * last.
 */
final class ClosedPace implements Pace {
  private final PhaseState phase;
  private final long thinkNanos;
  private long left;
  private boolean hasBegun;

  ClosedPace(PhaseState phase, long share, long thinkNanos) {
    this.phase = phase;
    this.thinkNanos = thinkNanos;
    left = share;
  }

  /**
   * Returns the end of the request before, or of thinking: an intended start of its own the request
   * does not have.
   */
  @Override
  public long next(ClientTimeAccount account) {
    if (left == 0) {
      return END;
    }
    if (hasBegun && thinkNanos > 0) {
      think(account);
    }
    long now = account.accountedUntil();
    if (now >= phase.stopNanos()) {
      return END;
    }
    left--;
    hasBegun = true;
    return now;
  }

  private void think(ClientTimeAccount account) {
    long end = account.accountedUntil() + thinkNanos;
    long now = phase.clock.nanos();
    while (now < end && now < phase.stopNanos()) {
      phase.clock.parkUntil(Math.min(end, phase.stopNanos()));
      Thread.interrupted(); // An interruption only ever means: look at the phase again.
      now = phase.clock.nanos();
    }
    account.thinkUntil(now);
  }

  @Override
  public boolean isPaced() {
    return false;
  }
}
