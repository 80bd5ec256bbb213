package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;

/** The pace of a client that has nothing to send. */
final class IdlePace implements Pace {
  @Override
  public long next(ClientTimeAccount account, int ahead) {
    return END;
  }

  @Override
  public Request request() {
    throw new IllegalStateException("nobody sends anything");
  }

  @Override
  public boolean isOver() {
    return true;
  }

  @Override
  public boolean isPaced() {
    return false;
  }
}
