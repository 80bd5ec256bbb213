package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;

/**
 * The next request starts when the one before has ended and the client has thought, until the
 * client's supply is at its end or the phase stops. Nobody thinks before the first request or after
 * the last.
 */
final class ClosedPace implements Pace {
  private final PhaseState phase;
  private final Supply supply;
  private final long thinkNanos;
  private boolean hasBegun;

  ClosedPace(PhaseState phase, Supply supply, long thinkNanos) {
    this.phase = phase;
    this.supply = supply;
    this.thinkNanos = thinkNanos;
  }

  /**
   * Returns the end of the request before, or of thinking: an intended start of its own the request
   * does not have. What was claimed when the phase stops is not sent by anybody.
   */
  @Override
  public long next(ClientTimeAccount account) {
    // Before thinking, so that nobody thinks about a request that another sends meanwhile.
    if (!supply.claim()) {
      return END;
    }
    if (hasBegun && thinkNanos > 0) {
      think(account);
    }
    long now = account.accountedUntil();
    if (now >= phase.stopNanos()) {
      return END;
    }
    hasBegun = true;
    return now;
  }

  @Override
  public Request request() {
    return supply.make();
  }

  @Override
  public boolean isOver() {
    return phase.clock.nanos() >= phase.stopNanos() || supply.isEmpty();
  }

  @Override
  public void failed() {
    supply.failed();
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
