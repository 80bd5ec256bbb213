package io.kvbench.core.workload;

import io.kvbench.core.operation.Request;

/**
 * The requests of one recorded session, or of several one after the other, which all clients of the
 * session share. Unlike other sources it has an end, and each request has a time. For one thread at
 * a time.
 */
public interface SessionSource extends RequestSource {
  /** The recording ended before the request was answered. */
  long UNANSWERED = Long.MAX_VALUE;

  /** Moves on to the next request; returns false if there is none. */
  boolean advance();

  /** Returns when the request is to be sent, from the start of the phase; 0 for at once. */
  long startNanos();

  /** Returns when the request was sent when it was recorded, in any unit. */
  long recordedStart();

  /** Returns when it was answered, in the same unit, or {@link #UNANSWERED}. */
  long recordedEnd();

  /** Returns the request that it has moved to. */
  @Override
  Request next();
}
