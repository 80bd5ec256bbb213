package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.request.RequestSource;

/** The source of a closed-loop client's requests. For the client's thread. */
interface ClosedLoopRequests {

  /** Claims a request; returns whether there was one left for this client. */
  boolean claim();

  /** Makes the claimed request. */
  Request make();

  /**
   * Returns whether nothing is left for this client. From any thread, as long as the client claims
   * nothing, and once the caller has observed its last claim in another way.
   */
  boolean isEmpty();

  /** The previous request has failed. */
  void failed();

  /** Returns whether requests that were made may never be sent. */
  boolean mayDrop();

  /** A client's own share, not used by other clients. */
  final class PerClientRequests implements ClosedLoopRequests {
    private final RequestSource source;
    private long left;

    PerClientRequests(RequestSource source, long share) {
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
      // The rest must be sent by this client or not at all.
    }

    @Override
    public boolean mayDrop() {
      return source.mayDrop();
    }
  }
}
