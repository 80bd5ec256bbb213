package io.kvbench.bindings.consul.operation;

import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * The requests for the locks and leases of one client, through either client library. Keys have
 * been checked, and have the prefix.
 */
public interface ConsulCoordinationCalls {
  Duration SHORTEST = Duration.ofSeconds(10);
  Duration LONGEST = Duration.ofHours(24);

  /** The end of a lock's delay is not reported, so attempts are repeated. */
  public Duration RETRY = Duration.ofSeconds(1);

  /** The receiver of the end of an attempt to acquire a lock. */
  interface Acquired {
    /** The session has the lock, with this index of its record. */
    void done(long index, Completion completion);

    /** The session ended before it had the lock. */
    void sessionOver(Completion completion);
  }

  public ConsulClientOptions options();

  /** Returns the requests that release the locks and leases of closed sessions. */
  public PendingReleases releases();

  /**
   * Creates a Consul session, which ends only by its time to live if the client library supports
   * that: a check of the server's node would end it with that server.
   *
   * @param behavior what happens to the records that it holds
   * @param created receives its identifier
   */
  public void create(
      Duration timeToLive,
      Duration lockDelay,
      String behavior,
      BiConsumer<String, Completion> created,
      Completion completion);

  public void renew(String session, Completion completion);

  public void destroy(String session, Completion completion);

  /** Waits until a session has a lock, or until a time in the scale of {@link System#nanoTime}. */
  public void acquire(
      Key lock, String session, long deadlineNanos, Acquired acquired, Completion completion);

  /** Answered with NOT_FOUND if the session does not have the lock. */
  public void release(Key lock, String session, Completion completion);

  /** Writes a record if a session has a lock; otherwise the answer is CONFLICT. */
  public void fenced(
      String lock, String session, Operation.FencedUpdate update, Completion completion);

  /** Writes a record attached to a session; NOT_FOUND if the session has ended. */
  public void attach(String key, String session, Value value, Completion completion);

  /** Adds a member to a group; NOT_FOUND if the session has ended. */
  public void join(String group, String member, String session, Value value, Completion completion);

  /** Removes a member; NOT_FOUND if the session does not hold it. */
  public void leave(String group, String member, String session, Completion completion);

  /** Waits until the record with an index is gone. */
  public void awaitGone(Key key, long index, Duration limit, Completion completion);

  /** Repeats an action until the result is run. */
  public Runnable every(Duration interval, Runnable action);

  /** Runs the remaining work of a closed session without blocking its caller. */
  public void aside(Runnable action);

  /** Ends all waiting requests. */
  public void close();

  static boolean isGranted(Duration timeToLive) {
    return timeToLive.compareTo(SHORTEST) >= 0 && timeToLive.compareTo(LONGEST) <= 0;
  }

  /** Returns whether Consul grants a time to live, or completes the operation. */
  static boolean isGranted(Duration timeToLive, Completion completion) {
    boolean granted = isGranted(timeToLive);
    if (!granted) {
      completion.failed(ErrorKind.INVALID, "Consul's sessions have a time to live from 10s to 24h");
    }
    return granted;
  }

  /**
   * Returns a duration in Consul's format, rounded up: a lease must not be shorter than requested.
   */
  static String millis(Duration duration) {
    return duration.plusNanos(999_999).toMillis() + "ms";
  }
}
