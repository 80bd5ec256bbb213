package io.kvbench.runner.distributed.coordination;

import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * How far the controller's wall clock is ahead of this process's, and how far that may be wrong.
 *
 * <p>The server notes the millisecond of each write. The write was between its sending and its
 * answer, which bounds the offset from both sides; many such bounds together are closer than a
 * millisecond, as each write meets another part of one (Marzullo's intersection, Cristian's
 * method).
 *
 * @param ahead the middle of what is possible
 * @param error half of its width
 */
public record ClockOffset(Duration ahead, Duration error) {
  private static final int SAMPLES = 30;
  private static final int PAUSE_MILLIS = 3;

  /** Measures it, in a fraction of a second. */
  public static ClockOffset measure(Coordination coordination, NanoClock clock)
      throws IOException, InterruptedException {
    ClockBounds bounds = ClockBounds.NONE;
    for (int sample = 0; sample < SAMPLES; sample++) {
      long sent = clock.nanos();
      Instant before = clock.instant();
      long written = write(coordination);
      Instant after = before.plusNanos(clock.nanos() - sent);
      bounds = bounds.and(before, after, written);
      Thread.sleep(PAUSE_MILLIS);
    }
    return bounds.offset();
  }

  private static long write(Coordination coordination) throws IOException {
    try {
      return coordination.curator().setData().forPath(Coordination.CLOCK).getMtime();
    } catch (Exception e) {
      throw Coordination.failure(e);
    }
  }

  /** Returns when it is on this process's clock at a time of the controller's. */
  public Instant here(Instant controllers) {
    return controllers.minus(ahead);
  }

  /** Returns when it is on the controller's clock at a time of this process's. */
  public Instant there(Instant here) {
    return here.plus(ahead);
  }
}
