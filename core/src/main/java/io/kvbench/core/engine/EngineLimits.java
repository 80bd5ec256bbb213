package io.kvbench.core.engine;

import java.time.Duration;

/**
 * The time limits of the engine.
 *
 * @param drainTimeout how long operations in flight may take after a phase has ended; then they are
 *     abandoned
 * @param unavailableTimeout how long the store may answer nothing before the phase is cancelled
 * @param interval the length of the intervals that are reported while a phase runs
 */
public record EngineLimits(Duration drainTimeout, Duration unavailableTimeout, Duration interval) {

  /** The longest drain after an interruption: a user waits for the prompt. */
  public static final Duration INTERRUPTED_DRAIN = Duration.ofSeconds(3);

  /** How long to wait after a phase for the release of each further lock or lease. */
  public static final Duration RELEASE_LIMIT = Duration.ofSeconds(10);

  /** How long to wait after a phase for the delivery of its last writes to watchers. */
  public static final Duration DELIVERY_LIMIT = Duration.ofSeconds(10);

  /** How long a client waits for a broken session before it tries an operation anyway. */
  public static final Duration RECOVER_LIMIT = Duration.ofSeconds(10);
}
