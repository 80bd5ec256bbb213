package io.kvbench.core.plan;

import io.kvbench.core.workload.replay.Replay;
import java.util.Arrays;
import java.util.Objects;

/**
 * The arrivals of a trace as a cumulative curve: for offered rates, and for the due times of
 * arrivals that were never sent. Sent requests have their exact time from the trace.
 */
final class RecordedArrivals implements Arrivals {
  private static final int PARTS = 4096;

  private final long[] sentBy;
  private final double partNanos;
  private final String words;

  private RecordedArrivals(long[] sentBy, long lengthNanos, String words) {
    this.sentBy = sentBy;
    this.partNanos = Math.max(1, lengthNanos) / (double) sentBy.length;
    this.words = words;
  }

  static RecordedArrivals of(Replay replay) {
    return new RecordedArrivals(
        replay.sentBy(PARTS),
        replay.lengthNanos(),
        replay.speed() == 1
            ? "as recorded"
            : "as recorded, %s times as fast".formatted(trimmed(replay.speed())));
  }

  private static String trimmed(double speed) {
    return speed == Math.rint(speed) ? Long.toString((long) speed) : Double.toString(speed);
  }

  @Override
  public long startNanos(long index) {
    int part = firstWithMoreThan(index);
    if (part == sentBy.length) {
      return Math.round(sentBy.length * partNanos);
    }
    long before = part == 0 ? 0 : sentBy[part - 1];
    double share = (double) (index - before) / (sentBy[part] - before);
    return Math.round((part + share) * partNanos);
  }

  private int firstWithMoreThan(long index) {
    int low = 0;
    int high = sentBy.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sentBy[middle] <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public double meanPerSecond(long phaseNanos) {
    double parts = Math.clamp(phaseNanos / partNanos, 1, sentBy.length);
    int whole = (int) parts;
    double sent = sentBy[whole - 1];
    if (whole < sentBy.length) {
      sent += (parts - whole) * (sentBy[whole] - sentBy[whole - 1]);
    }
    double nanos = Math.max(partNanos, phaseNanos);
    return sent / nanos * Rates.NANOS_PER_SECOND;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordedArrivals that
        && partNanos == that.partNanos
        && Arrays.equals(sentBy, that.sentBy);
  }

  @Override
  public int hashCode() {
    return Objects.hash(partNanos, Arrays.hashCode(sentBy));
  }

  @Override
  public String toString() {
    return words;
  }
}
