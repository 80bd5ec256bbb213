package io.kvbench.core.workload.request;

import io.kvbench.core.operation.Request;

/**
 * The requests of one recorded session, or of several one after the other, shared by all clients of
 * the session. Unlike other sources it has an end, and each request has a time. For one thread at a
 * time.
 */
public interface SessionSource extends RequestSource {
  /** The end of a request that was not answered before the recording ended. */
  long UNANSWERED = Long.MAX_VALUE;

  /** Advances to the next request; returns false if there is none. */
  boolean advance();

  /** Returns when the request is to be sent, from the start of the phase; 0 for immediately. */
  long startNanos();

  /** Returns when the request was sent in the recording, in any unit. */
  long recordedStart();

  /** Returns when it was answered in the recording, in the same unit, or {@link #UNANSWERED}. */
  long recordedEnd();

  /** Returns the current request. */
  @Override
  Request next();
}
