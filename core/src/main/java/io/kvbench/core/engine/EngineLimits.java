package io.kvbench.core.engine;

import java.time.Duration;

/**
 * How patient the engine is.
 *
 * @param drainTimeout how long operations in flight may take after a phase has ended; then they are
 *     abandoned
 * @param unavailableTimeout how long the store may leave everything unanswered before the phase is
 *     given up
 * @param interval the length of the intervals that are reported while a phase runs
 */
public record EngineLimits(Duration drainTimeout, Duration unavailableTimeout, Duration interval) {

  /** The longest drain after an interruption: somebody is waiting for the prompt. */
  public static final Duration INTERRUPTED_DRAIN = Duration.ofSeconds(3);

  /** How long to wait after a phase for the next of its locks and leases to be released. */
  public static final Duration RELEASE_LIMIT = Duration.ofSeconds(10);

  /** How long to wait after a phase for watchers to be told of its last writes. */
  public static final Duration DELIVERY_LIMIT = Duration.ofSeconds(10);

  /** How long a client waits for a broken session before it tries an operation all the same. */
  public static final Duration RECOVER_LIMIT = Duration.ofSeconds(10);
}
