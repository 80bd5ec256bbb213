package io.kvbench.runner.run.watch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An estimate of the time for which waiting virtual threads pinned their carriers, by sampling the
 * carriers at regular times. Each sample that finds one pinned stands for one period. So the sum is
 * right on average, however short the single waits are; the length of a single one is right to
 * within a period. Not safe for use by several threads at once.
 */
final class PinMeter {
  private final long periodNanos;
  private final Map<Carrier, Wait> waits = new HashMap<>();
  private long total;
  private long longest;

  /**
   * Creates a meter.
   *
   * @param periodNanos how much time is to pass between two looks
   */
  PinMeter(long periodNanos) {
    this.periodNanos = periodNanos;
  }

  /** Looks at every carrier. */
  void look(List<Carrier> carriers, long nowNanos) {
    for (Carrier carrier : carriers) {
      if (carrier.isHeld()) {
        held(carrier, nowNanos);
      } else {
        waits.remove(carrier);
      }
    }
  }

  private void held(Carrier carrier, long now) {
    long number = carrier.waits();
    Wait before = waits.get(carrier);
    // The same wait has lasted since then; the start of another one is unknown.
    if (before != null && before.number == number && number >= 0) {
      add(carrier, new Wait(number, now, before.lengthNanos + now - before.seenNanos));
      total -= before.lengthNanos;
    } else {
      add(carrier, new Wait(number, now, periodNanos));
    }
  }

  private void add(Carrier carrier, Wait wait) {
    waits.put(carrier, wait);
    total += wait.lengthNanos;
    longest = Math.max(longest, wait.lengthNanos);
  }

  long totalNanos() {
    return total;
  }

  long longestNanos() {
    return longest;
  }

  private record Wait(long number, long seenNanos, long lengthNanos) {}
}
