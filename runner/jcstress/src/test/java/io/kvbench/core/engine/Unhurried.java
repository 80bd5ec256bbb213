package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;

/** The pace of a client that has nothing to send. */
final class Unhurried implements Pace {
  @Override
  public long next(ClientTimeAccount account) {
    return END;
  }

  @Override
  public boolean isPaced() {
    return false;
  }
}
