package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.RequestSource;

/** A client's own share, which nobody else touches. */
final class PerClientSupply implements Supply {
  private final RequestSource source;
  private long left;

  PerClientSupply(RequestSource source, long share) {
    this.source = source;
    left = share;
  }

  @Override
  public boolean claim() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  @Override
  public Request make() {
    return source.next();
  }

  @Override
  public boolean isEmpty() {
    return left == 0;
  }

  @Override
  public void failed() {
    // What is left has to be sent by this client or by none.
  }
}
