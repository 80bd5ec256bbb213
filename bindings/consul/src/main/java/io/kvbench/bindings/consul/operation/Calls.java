package io.kvbench.bindings.consul.operation;

import io.kvbench.bindings.consul.options.ClientOptions;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * What the locks and leases of one client ask of Consul, by the client that carries the load. Keys
 * have been checked, and are as Consul knows them.
 */
public interface Calls {
  Duration SHORTEST = Duration.ofSeconds(10);
  Duration LONGEST = Duration.ofHours(24);

  /** Nothing is reported when a lock's delay is over. */
  public Duration RETRY = Duration.ofSeconds(1);

  /** Is told of the end of an attempt to acquire a lock. */
  interface Acquired {
    /** The session has the lock, with this index of its record. */
    void done(long index, Completion completion);

    /** The session has ended before it had the lock. */
    void sessionOver(Completion completion);
  }

  public ClientOptions options();

  /** Returns the requests that release what closed sessions owned. */
  public PendingReleases releases();

  /**
   * Creates a session of Consul's, which ends by its time to live alone where the client can ask
   * for that: a check of the server's node would end it with that server.
   *
   * @param behavior what becomes of the records that it holds
   * @param created is given its identifier
   */
  public void create(
      Duration timeToLive,
      Duration lockDelay,
      String behavior,
      BiConsumer<String, Completion> created,
      Completion completion);

  public void renew(String session, Completion completion);

  public void destroy(String session, Completion completion);

  /** Waits until a session has a lock, or until a time as {@link System#nanoTime} counts. */
  public void acquire(
      Key lock, String session, long deadlineNanos, Acquired acquired, Completion completion);

  /** Answered with NOT_FOUND if the session does not have the lock. */
  public void release(Key lock, String session, Completion completion);

  /** Writes a record if a session has a lock; otherwise the answer is CONFLICT. */
  public void fenced(
      String lock, String session, Operation.FencedUpdate update, Completion completion);

  /** Writes a record that goes with a session; NOT_FOUND if the session has ended. */
  public void attach(String key, String session, Value value, Completion completion);

  /** Adds a member to a group; NOT_FOUND if the session has ended. */
  public void join(String group, String member, String session, Value value, Completion completion);

  /** Removes a member; NOT_FOUND if the session does not hold it. */
  public void leave(String group, String member, String session, Completion completion);

  /** Waits until a record is gone whose index was this one. */
  public void awaitGone(Key key, long index, Duration limit, Completion completion);

  /** Repeats an action until the returned one is run. */
  public Runnable every(Duration interval, Runnable action);

  /** Does what a closed session leaves to do, without keeping its caller waiting. */
  public void aside(Runnable action);

  /** Ends what waits. */
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
   * Returns a duration in Consul's form, rounded up: a lease must not be shorter than requested.
   */
  static String millis(Duration duration) {
    return duration.plusNanos(999_999).toMillis() + "ms";
  }
}
