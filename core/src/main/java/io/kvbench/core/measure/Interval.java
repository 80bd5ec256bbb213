package io.kvbench.core.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The measurements of about a second of a phase.
 *
 * @param startedAt the wall clock at its beginning
 * @param phaseNanos its beginning, from the start of the phase
 * @param wallNanos its length
 * @param clients the number of clients: those at its beginning, and those of an open loop that were
 *     started in it
 * @param requests how many requests had ended since the start of the phase
 * @param recorded what ended in it
 * @param ticks when it ended
 * @param inFlight operations in flight, on average
 * @param noneFreeNanos for how long an arrival was due, no client was free, and no more could be
 *     started; 0 in a closed loop
 */
public record Interval(
    Instant startedAt,
    long phaseNanos,
    long wallNanos,
    int clients,
    long requests,
    Snapshot recorded,
    Ticks ticks,
    double inFlight,
    long noneFreeNanos) {
  private static final Duration MOST_APART = Duration.ofMinutes(1);

  /** An interval without operations in flight. */
  public Interval(
      Instant startedAt,
      long phaseNanos,
      long wallNanos,
      int clients,
      long requests,
      Snapshot recorded,
      Ticks ticks) {
    this(startedAt, phaseNanos, wallNanos, clients, requests, recorded, ticks, 0, 0);
  }

  /** Returns its end, from the start of the phase. */
  public long endNanos() {
    return phaseNanos + wallNanos;
  }

  /** Returns the same interval by a clock that is ahead by this much. */
  public Interval shifted(Duration ahead) {
    return new Interval(
        startedAt.plus(ahead),
        phaseNanos,
        wallNanos,
        clients,
        requests,
        recorded,
        ticks,
        inFlight,
        noneFreeNanos);
  }

  /**
   * Returns the merged interval of several parts of one phase, each in the same stretch of the
   * phase by its own start. It begins with the earliest of them and is as long as the longest, not
   * up to the latest end: a rate must not suffer from parts that began milliseconds apart. Counts
   * and histograms are sums; ticks are moved to the phase's start, to the nearest tick.
   *
   * @param parts at least one, with corrected clocks ({@link #shifted})
   * @param phaseStart the start of the earliest part
   * @param otherRequests how many requests have ended in parts that are not among these
   * @throws IllegalArgumentException if a part began a minute or more before or after that, so its
   *     clock must be wrong
   */
  public static Interval merged(List<Interval> parts, Instant phaseStart, long otherRequests) {
    Instant earliest =
        parts.stream().map(Interval::startedAt).min(Comparator.naturalOrder()).orElseThrow();
    return new Interval(
        earliest,
        Math.max(0, Duration.between(phaseStart, earliest).toNanos()),
        parts.stream().mapToLong(Interval::wallNanos).max().orElseThrow(),
        parts.stream().mapToInt(Interval::clients).sum(),
        parts.stream().mapToLong(Interval::requests).sum() + otherRequests,
        parts.stream().map(Interval::recorded).reduce(Snapshot.empty(), Snapshot::plus),
        Ticks.sum(parts.stream().map(part -> part.ticksSince(phaseStart)).toList()),
        parts.stream().mapToDouble(Interval::inFlight).sum(),
        parts.stream().mapToLong(Interval::noneFreeNanos).max().orElseThrow());
  }

  private Ticks ticksSince(Instant phaseStart) {
    Duration later = Duration.between(phaseStart, startedAt.minusNanos(phaseNanos));
    if (later.abs().compareTo(MOST_APART) >= 0) {
      throw new IllegalArgumentException("parts of a phase began " + later.abs() + " apart");
    }
    return ticks.shifted(later.toNanos());
  }
}
