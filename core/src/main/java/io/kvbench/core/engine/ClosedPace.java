package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;
import java.util.function.LongSupplier;

/**
 * The pace of a closed loop: the next request starts when the previous one has ended and the client
 * has thought, until its supply is exhausted or the phase stops. There is no think time before the
 * first request or after the last.
 */
final class ClosedPace implements Pace {
  private final PhaseState phase;
  private final RequestsAhead supply;
  private final boolean thinks;
  private final LongSupplier thinkNanos;
  private boolean hasBegun;

  ClosedPace(PhaseState phase, ClosedLoopRequests supply, boolean thinks, LongSupplier thinkNanos) {
    this.phase = phase;
    this.supply = new RequestsAhead(supply);
    this.thinks = thinks;
    this.thinkNanos = thinkNanos;
  }

  /**
   * Returns the end of the previous request, or of thinking: the request has no intended start of
   * its own. A request that is claimed when the phase stops is not sent.
   */
  @Override
  public long next(ClientTimeAccount account, int ahead) {
    // Claimed before the think time, so that no other client sends this request meanwhile.
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
