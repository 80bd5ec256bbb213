package io.kvbench.core.operation;

/**
 * The receiver of reports from one client's requests beyond the times of their operations: times
 * between operations, and ownership. Times are those of {@link StepResult}. For the client's
 * thread.
 */
public interface Witness {
  /** Ignores all reports. */
  Witness NONE = new Witness() {};

  /** Records a time between operations, under a composite type. */
  default void span(OperationType type, Status status, long fromNanos, long toNanos) {}

  /**
   * The client owns a lock or leads an election, as far as it can observe.
   *
   * @param token greater than that of every owner before
   * @param requestedNanos when the lock was requested
   * @param nanos when the answer arrived
   */
  default void acquired(Operation.Lock lock, long token, long requestedNanos, long nanos) {}

  /** The client is about to release a lock. */
  default void released(Operation.Lock lock, long nanos) {}

  /** The store did not confirm the release that the client was about to request. */
  default void releaseFailed(Operation.Lock lock) {}

  /**
   * The client's lease has been left to expire, as if its process had been stopped.
   *
   * @param dead whether the client does nothing more under the lock; otherwise it is paused, and
   *     continues later as if it still owned the lock
   */
  default void abandoned(Operation.Lock lock, boolean dead, long nanos) {}

  /**
   * A write that required the client to own a lock was acknowledged.
   *
   * @param token the client's
   * @param sentNanos when the write was sent
   */
  default void wroteFenced(Operation.Lock lock, long token, long sentNanos) {}

  /** A lease ended before its time to live was over. */
  default void expiredEarly(long earlyNanos) {}
}
