package io.kvbench.host.clock;

import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The offset of another host's wall clock.
 *
 * <p>The other clock was read between a question and its answer, which bounds its offset from both
 * sides. Several readings are intersected (Marzullo's algorithm, Cristian's method): a quick one
 * has close bounds, and readings of a clock with long ticks meet different parts of a tick.
 *
 * @param aheadNanos theirs less ours, in the middle of the bounds; negative if theirs is behind
 * @param errorNanos half the distance of the bounds
 */
public record ClockOffset(long aheadNanos, long errorNanos) {
  private static final int READINGS = 8;
  private static final int TICK_READINGS = 30;
  private static final Duration PAUSE = Duration.ofMillis(3);
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** A clock of another host. */
  public interface OtherClock {
    /** Returns the nanoseconds since 1970. */
    long read() throws IOException, InterruptedException;
  }

  /** Measures the offset of a clock of nanoseconds, in a few round trips. */
  public static ClockOffset measure(OtherClock other, NanoClock clock)
      throws IOException, InterruptedException {
    ClockBounds bounds = ClockBounds.NONE;
    for (int reading = 0; reading < READINGS; reading++) {
      bounds = read(bounds, other, 0, clock);
    }
    return between(bounds);
  }

  /** Measures the offset of a clock with long ticks to less than one, in about 100 ms. */
  public static ClockOffset measure(OtherClock other, Duration tick, NanoClock clock)
      throws IOException, InterruptedException {
    ClockBounds bounds = ClockBounds.NONE;
    for (int reading = 0; reading < TICK_READINGS; reading++) {
      bounds = read(bounds, other, tick.toNanos(), clock);
      Thread.sleep(PAUSE);
    }
    return between(bounds);
  }

  /** Returns the offset in the middle of its bounds. */
  static ClockOffset between(ClockBounds bounds) {
    long width = bounds.most() - bounds.least();
    return new ClockOffset(bounds.least() + width / 2, (width + 1) / 2);
  }

  private static ClockBounds read(ClockBounds bounds, OtherClock other, long tick, NanoClock clock)
      throws IOException, InterruptedException {
    // In this order, all delays in between count as part of the round trip.
    long begun = clock.nanos();
    long before = unixNanos(clock.instant());
    long read = other.read();
    return bounds.and(before, before + clock.nanos() - begun, read, tick);
  }

  /** Returns an instant in nanoseconds since 1970. */
  public static long unixNanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
  }

  /** Returns the time on this clock at a time of the other one. */
  public Instant here(Instant theirs) {
    return theirs.minusNanos(aheadNanos);
  }

  /** Returns the time on the other clock at a time of this one. */
  public Instant there(Instant here) {
    return here.plusNanos(aheadNanos);
  }
}
