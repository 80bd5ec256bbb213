package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The supply of a client that does its own share and then steals from other shares, until none is
 * left. A client whose requests fail does its own share only: clients of a failed server finish
 * first, and would take requests that the others would get answers to.
 */
final class StealingRequests implements ClosedLoopRequests {
  /** After this many consecutive failures a client steals nothing. */
  private static final int FAILURES = 3;

  private final ClientQuotas shares;
  private final ClientQuota own;
  private int index;
  private ClientQuota current;
  private boolean failed;
  private int failures;

  StealingRequests(ClientQuotas shares, int index) {
    this.shares = shares;
    this.index = index;
    own = shares.get(index);
    current = own;
  }

  @Override
  public boolean claim() {
    failures = failuresInARow();
    failed = false;
    boolean mayTakeOver = failures < FAILURES;
    if (mayTakeOver || current.equals(own)) {
      return current.claim() || (mayTakeOver && takeOver());
    }
    return false;
  }

  private int failuresInARow() {
    return failed ? failures + 1 : 0;
  }

  /** Steals from any other share, chosen at random so that clients spread out. */
  private boolean takeOver() {
    do {
      shares.close(index);
      index = shares.openFrom(ThreadLocalRandom.current().nextInt(shares.count()));
      if (index == ClientQuotas.NONE) {
        return false;
      }
      current = shares.get(index);
    } while (!current.claim());
    return true;
  }

  @Override
  public Request make() {
    return current.make();
  }

  @Override
  public boolean isEmpty() {
    return failuresInARow() < FAILURES ? shares.areEmpty() : !current.equals(own) || own.isEmpty();
  }

  @Override
  public void failed() {
    failed = true;
  }

  /** All clients have the same mix. */
  @Override
  public boolean mayDrop() {
    return own.mayDrop();
  }
}
