package io.kvbench.core.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * The sums of what ended inside and outside of the windows around disturbances, maintained while a
 * phase runs. Two sums suffice for any length: whether an interval is inside is decided when it
 * ends. A window begins with the interval in which a disturbance begins. It ends {@link
 * #MARGIN_NANOS} after the last type has recovered, as {@link RecoveryRule} defines it, and then
 * consists of whole intervals. For one thread.
 */
public final class DisturbanceWindows {
  /**
   * How long a window lasts after the recovery: operations that were sent before it may time out
   * that long.
   */
  public static final long MARGIN_NANOS = 10_000_000_000L;

  /** The measurements in a part of the phase, and the length of the part. */
  public record WindowMeasurements(long wallNanos, Snapshot recorded) {
    private static final WindowMeasurements NONE = new WindowMeasurements(0, Snapshot.empty());

    private WindowMeasurements plus(Interval interval) {
      return new WindowMeasurements(
          wallNanos + interval.wallNanos(), recorded.plus(interval.recorded()));
    }
  }

  private final List<Disturbance> windows = new ArrayList<>();
  private WindowMeasurements inside = WindowMeasurements.NONE;
  private WindowMeasurements outside = WindowMeasurements.NONE;
  private int known;
  private OptionalLong closesAt = OptionalLong.empty();

  /**
   * Adds an interval.
   *
   * @param disturbances those that have begun, in order; an unfinished one ends at {@link
   *     Long#MAX_VALUE}
   * @param recoveries returns the recoveries from those that are done, as known at an instant
   */
  public void ended(
      Interval interval,
      List<Disturbance> disturbances,
      LongFunction<List<List<Recovery>>> recoveries) {
    long end = interval.phaseNanos() + interval.wallNanos();
    List<Disturbance> begun =
        disturbances.stream().filter(each -> each.beginNanos() < end).toList();
    if (begun.size() != known) {
      known = begun.size();
      closesAt = OptionalLong.empty();
    }
    if (begun.isEmpty()) {
      outside = outside.plus(interval);
      return;
    }
    if (closesAt.isEmpty()) {
      closesAt = closing(begun.getLast(), end, recoveries);
    }
    if (closesAt.isPresent() && interval.phaseNanos() >= closesAt.getAsLong()) {
      outside = outside.plus(interval);
    } else {
      inside = inside.plus(interval);
      extend(interval.phaseNanos(), end);
    }
  }

  /** Recovery is not looked for after the horizon: the window then stays open. */
  private static OptionalLong closing(
      Disturbance last, long now, LongFunction<List<List<Recovery>>> recoveries) {
    if (last.endNanos() > now || now > last.beginNanos() + RecoveryRule.HORIZON_NANOS) {
      return OptionalLong.empty();
    }
    List<Recovery> found =
        recoveries.apply(now).getLast().stream()
            .filter(recovery -> recovery.okPerSecondBefore() > 0)
            .toList();
    return found.stream().allMatch(recovery -> recovery.recoveredNanos().isPresent())
        ? OptionalLong.of(
            last.beginNanos()
                + MARGIN_NANOS
                + found.stream()
                    .mapToLong(recovery -> recovery.recoveredNanos().getAsLong())
                    .max()
                    .orElse(0))
        : OptionalLong.empty();
  }

  private void extend(long from, long to) {
    if (!windows.isEmpty() && windows.getLast().endNanos() == from) {
      windows.set(windows.size() - 1, new Disturbance(windows.getLast().beginNanos(), to));
    } else {
      windows.add(new Disturbance(from, to));
    }
  }

  /** Returns the windows, as their beginnings and ends. */
  public List<Disturbance> windows() {
    return List.copyOf(windows);
  }

  /** Returns what ended inside the windows. */
  public WindowMeasurements inside() {
    return inside;
  }

  /** Returns what ended outside them. */
  public WindowMeasurements outside() {
    return outside;
  }
}
