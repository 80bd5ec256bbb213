package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import org.jspecify.annotations.Nullable;

/**
 * A client's supply that makes some requests ahead if the store answers immediately: between the
 * end of one operation and the start of the next there is then only the client's loop, and one
 * clock reading serves both. For the client's thread.
 */
final class RequestsAhead {
  private static final int MOST = 16;

  private static final @Nullable Request[] NONE = {};

  private final ClosedLoopRequests supply;
  private final boolean mayDrop;

  /** Made on first use: most clients never need it. */
  private @Nullable Request[] made = NONE;

  private int next;
  private int end;
  private boolean isMadeAhead;

  RequestsAhead(ClosedLoopRequests supply) {
    this.supply = supply;
    mayDrop = supply.mayDrop();
  }

  /**
   * Claims a request; returns whether there was one left for this client.
   *
   * @param ahead how many requests may be made ahead; 0 if the previous one took its time
   */
  boolean claim(int ahead) {
    isMadeAhead = next < end && ahead > 0;
    if (next < end) {
      return true;
    }
    if (ahead == 0 || !mayDrop) {
      return supply.claim();
    }
    if (made.length == 0) {
      made = new Request[MOST];
    }
    next = 0;
    end = 0;
    while (end < Math.min(ahead, MOST) && supply.claim()) {
      made[end++] = supply.make();
    }
    return end > 0;
  }

  /** Returns the claimed request. */
  Request take() {
    Request request = next < end ? made[next] : null;
    if (request == null) {
      return supply.make();
    }
    made[next++] = null;
    return request;
  }

  /** Returns whether the request was made when the previous one was sent. */
  boolean isMadeAhead() {
    return isMadeAhead;
  }

  /** As {@link ClosedLoopRequests#isEmpty}. */
  boolean isEmpty() {
    return next == end && supply.isEmpty();
  }

  void failed() {
    supply.failed();
  }
}
