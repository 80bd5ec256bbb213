package io.kvbench.core.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A schedule whose rate was changed during the phase: one schedule up to a time, and another from
 * then on. Arrivals before a change keep their times and indexes, so this is a pure function of the
 * index like its parts, and later changes take nothing back. Immutable.
 */
public final class ChangedArrivals implements Arrivals {
  /**
   * A schedule from a time on.
   *
   * @param first the index of its first arrival
   */
  private record ArrivalSegment(long fromNanos, long first, Arrivals arrivals) {}

  /** The schedule of a rate of 0. */
  private static final Arrivals NONE = new ChangedArrivals(List.of());

  private final List<ArrivalSegment> parts;

  private ChangedArrivals(List<ArrivalSegment> parts) {
    this.parts = List.copyOf(parts);
  }

  /**
   * Returns a schedule with another rate from a time on: constant, or a Poisson process if the
   * schedule begins as one.
   *
   * @param atNanos when, from the start of the phase; not before an earlier change
   * @param perSecond at least 0; at 0, no arrivals come until the next change
   */
  public static ChangedArrivals of(Arrivals schedule, long atNanos, double perSecond) {
    List<ArrivalSegment> parts =
        new ArrayList<>(
            schedule instanceof ChangedArrivals changed
                ? changed.parts
                : List.of(new ArrivalSegment(0, 0, schedule)));
    if (atNanos < parts.getLast().fromNanos) {
      throw new IllegalArgumentException("a change at " + atNanos + ", before the last one");
    }
    parts.add(
        new ArrivalSegment(
            atNanos,
            firstFrom(schedule, atNanos),
            rate(parts.getFirst().arrivals, Rates.notNegative(perSecond), parts.size())));
    return new ChangedArrivals(parts);
  }

  private static Arrivals rate(Arrivals begun, double perSecond, int change) {
    if (perSecond == 0) {
      return NONE;
    }
    if (begun instanceof PoissonStages changing) {
      return changing.unit().at(perSecond, change);
    }
    return begun instanceof PoissonArrivals poisson
        ? poisson.at(perSecond, change)
        : new ConstantRate(perSecond);
  }

  /**
   * Returns the index of the first arrival of a schedule that is due at {@code phaseNanos} or
   * later: a binary search, since schedules are monotonic.
   */
  public static long firstFrom(Arrivals arrivals, long phaseNanos) {
    long low = 0;
    long high = Long.MAX_VALUE;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (arrivals.startNanos(middle) < phaseNanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public long startNanos(long index) {
    for (int at = parts.size() - 1; at >= 0; at--) {
      ArrivalSegment part = parts.get(at);
      if (index >= part.first) {
        long start = part.arrivals.startNanos(index - part.first);
        return start >= NEVER_NANOS - part.fromNanos ? NEVER_NANOS : part.fromNanos + start;
      }
    }
    return NEVER_NANOS;
  }

  @Override
  public double meanPerSecond(long phaseNanos) {
    if (parts.isEmpty()) {
      return 0;
    }
    if (phaseNanos <= 0) {
      return parts.getFirst().arrivals.meanPerSecond(0);
    }
    return between(0, phaseNanos) * Rates.NANOS_PER_SECOND / phaseNanos;
  }

  @Override
  public double between(long fromNanos, long toNanos) {
    double due = 0;
    for (int at = 0; at < parts.size(); at++) {
      ArrivalSegment part = parts.get(at);
      long end = at + 1 < parts.size() ? parts.get(at + 1).fromNanos : Long.MAX_VALUE;
      long from = Math.max(fromNanos, part.fromNanos);
      long to = Math.min(toNanos, end);
      if (from < to) {
        due += part.arrivals.between(from - part.fromNanos, to - part.fromNanos);
      }
    }
    return due;
  }

  /** Only changes before the schedule was replaced. */
  @Override
  public List<RateChange> changes() {
    return parts.getFirst().arrivals.changes().stream()
        .filter(change -> change.phaseNanos() < parts.get(1).fromNanos)
        .toList();
  }

  @Override
  public String toString() {
    int changes = parts.size() - 1;
    return parts.isEmpty()
        ? "pause"
        : "%s, changed %s during the phase"
            .formatted(parts.getFirst().arrivals, changes == 1 ? "once" : changes + " times");
  }
}
