package io.kvbench.bindings.zookeeper.options;

import java.time.Duration;

/** The exception for a session timeout other than the one that a lock or a lease requires. */
public final class SessionTimeout extends Exception {
  private static final long serialVersionUID = 1;

  private SessionTimeout(String message) {
    super(message);
  }

  /**
   * Checks the granted timeout.
   *
   * @throws SessionTimeout if it differs from the requested one
   */
  public static void check(int askedMillis, int grantedMillis) throws SessionTimeout {
    if (askedMillis != grantedMillis) {
      throw new SessionTimeout(
          "the server grants a session timeout of %d ms instead of %d ms; set lock.ttl or lease.ttl to 2 to 20 of the server's ticks, or change its minSessionTimeout or maxSessionTimeout"
              .formatted(grantedMillis, askedMillis));
    }
  }

  public static int millis(Duration timeToLive) {
    return Math.toIntExact(Math.clamp(timeToLive.toMillis(), 1, Integer.MAX_VALUE));
  }
}
