package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;
import java.util.function.LongSupplier;

/**
 * The next request starts when the one before has ended and the client has thought, until the
 * client's supply is at its end or the phase stops. Nobody thinks before the first request or after
 * the last.
 */
final class ClosedPace implements Pace {
  private final PhaseState phase;
  private final SupplyAhead supply;
  private final boolean thinks;
  private final LongSupplier thinkNanos;
  private boolean hasBegun;

  ClosedPace(PhaseState phase, Supply supply, boolean thinks, LongSupplier thinkNanos) {
    this.phase = phase;
    this.supply = new SupplyAhead(supply);
    this.thinks = thinks;
    this.thinkNanos = thinkNanos;
  }

  /**
   * Returns the end of the request before, or of thinking: an intended start of its own the request
   * does not have. What was claimed when the phase stops is not sent by anybody.
   */
  @Override
  public long next(ClientTimeAccount account, int ahead) {
    // Before the think time, so that no other client sends this request meanwhile.
    if (!supply.claim(thinks ? 0 : ahead)) {
      return END;
    }
    if (hasBegun && thinks) {
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
    return supply.take();
  }

  @Override
  public boolean isMadeAhead() {
    return supply.isMadeAhead();
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
    account.thinkUntil(phase.parkUntil(account.accountedUntil() + thinkNanos.getAsLong()));
  }

  @Override
  public boolean isPaced() {
    return false;
  }
}
