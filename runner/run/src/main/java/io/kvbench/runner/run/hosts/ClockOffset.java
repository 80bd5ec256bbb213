package io.kvbench.runner.run.hosts;

import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.time.Instant;

/**
 * By how much another host's wall clock is ahead of this one's. Of a question and its answer, only
 * the time in between is known, and that the other clock was read somewhere in it: in the middle,
 * give or take one half. Of several questions the quickest says most.
 *
 * @param offsetNanos theirs less ours; negative where theirs is behind
 * @param uncertaintyNanos by how much that may be wrong, either way
 */
record ClockOffset(long offsetNanos, long uncertaintyNanos) {
  private static final int QUESTIONS = 8;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Asks another host for the nanoseconds since 1970. */
  interface Question {
    long ask() throws IOException, InterruptedException;
  }

  static ClockOffset measure(Question question, NanoClock clock)
      throws IOException, InterruptedException {
    ClockOffset best = once(question, clock);
    for (int i = 1; i < QUESTIONS; i++) {
      ClockOffset next = once(question, clock);
      best = next.uncertaintyNanos < best.uncertaintyNanos ? next : best;
    }
    return best;
  }

  private static ClockOffset once(Question question, NanoClock clock)
      throws IOException, InterruptedException {
    // In this order, so that all that happens in between counts as part of the round trip.
    long begun = clock.nanos();
    long ours = unixNanos(clock.instant());
    long theirs = question.ask();
    long half = (clock.nanos() - begun + 1) / 2;
    return new ClockOffset(theirs - (ours + half), half);
  }

  private static long unixNanos(Instant instant) {
    return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
  }
}
