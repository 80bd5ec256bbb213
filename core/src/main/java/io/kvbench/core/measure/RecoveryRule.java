package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * The rule for the recovery of a phase from disturbances. With ticks {@code t} of 10 ms, {@code
 * ok(t)} the operations of one type that were answered OK in tick {@code t}, and a disturbance that
 * began at {@code B} in tick {@code b} and was complete at {@code D}:
 *
 * <ul>
 *   <li><b>Rate before</b> {@code R}: the mean of {@code ok} over the 5 s before tick {@code b}, or
 *       over less where the phase began or the last disturbance was recovered from after that. If
 *       the phase did not recover from the last one, its rate before is the rate to return to.
 *   <li><b>First error</b>: the end of the first tick {@code >= b} in which an operation failed, up
 *       to {@code r}, or up to the end of the search.
 *   <li><b>First success</b>: the end of the first tick {@code s} in which an operation was
 *       answered OK that had been <em>sent</em> at {@code D} or later, regardless of what happened
 *       in between. An answer that was in flight when the disturbance happened says nothing about
 *       the store after it.
 *   <li><b>Recovered</b>: the end of the first tick {@code r >= s} with {@code ok(r) > 0} and
 *       {@code ok(r) + ... + ok(r + 99) >= 0.95 * R * 1 s}: there begins the first second with 95 %
 *       of the rate before. That second has to end before the end of the phase, and no disturbance
 *       begins in it. In an open loop it also has 95 % of what was due in it; where that is less
 *       than before, {@code R} is reduced accordingly. And the backlog is processed: no interval
 *       that overlaps it has a response p99 of more than twice the highest of the intervals of the
 *       time before, or 10 ms more where that is more.
 *   <li><b>Silence</b>: the longest run of ticks after {@code b} with {@code ok(t) = 0} that begins
 *       before {@code r} and before the next disturbance, to its end: one that spans a kill and a
 *       restart is one silence. It shows a store that answered once and then stopped again.
 *   <li><b>Errors</b>: what failed from tick {@code b} to {@code r}, or to the next disturbance.
 * </ul>
 *
 * <p>Each type has its own recovery, since a store without a leader may continue to answer reads.
 * The search ends {@link #HORIZON_NANOS} after the disturbance.
 */
public final class RecoveryRule {
  /** The time over which the rate before is averaged. */
  public static final long BEFORE_NANOS = 5_000_000_000L;

  /** How long after a disturbance recovery is looked for. */
  public static final long HORIZON_NANOS = 600_000_000_000L;

  /** The part of the rate before that counts as recovered. */
  public static final double RECOVERED_SHARE = 0.95;

  private static final long SECOND_NANOS = Ticks.PER_SECOND * Ticks.NANOS;

  private final Ticks ticks;
  private final List<Disturbance> disturbances;
  private final OfferedLoad offered;
  private final long endNanos;

  private RecoveryRule(
      Ticks ticks, List<Disturbance> disturbances, OfferedLoad offered, long endNanos) {
    this.ticks = ticks;
    this.disturbances = disturbances;
    this.offered = offered;
    this.endNanos = endNanos;
  }

  /**
   * Returns, for each disturbance, the recovery of every type of operation that was used before or
   * after it.
   *
   * @param ticks all from {@link #BEFORE_NANOS} before the first disturbance on, up to the horizon
   *     of each
   * @param disturbances in the order of their beginnings
   * @param offered the schedule, with the intervals of the same time
   * @param endNanos when the phase ended
   */
  public static List<List<Recovery>> recoveries(
      Ticks ticks, List<Disturbance> disturbances, OfferedLoad offered, long endNanos) {
    return new RecoveryRule(ticks, List.copyOf(disturbances), offered, endNanos).all();
  }

  private List<List<Recovery>> all() {
    List<List<Recovery>> all = new ArrayList<>();
    disturbances.forEach(each -> all.add(new ArrayList<>()));
    for (OperationType type : new TreeSet<>(ticks.types())) {
      List<Recovery> found = new ArrayList<>();
      Healthy healthy = new Healthy(0, OptionalLong.of(0), 0);
      for (int index = 0; index < all.size(); index++) {
        Span span = span(index);
        healthy = before(type, span, healthy);
        Recovery recovery = recovery(type, span, healthy);
        found.add(recovery);
        healthy =
            new Healthy(
                healthy.perSecond, tickAfter(span, recovery.recoveredNanos()), healthy.overNanos);
      }
      recoverLater(found);
      for (int index = 0; index < all.size(); index++) {
        if (isConcerned(type, span(index), found.get(index))) {
          all.get(index).add(found.get(index));
        }
      }
    }
    return all;
  }

  /** A disturbance not recovered from before the next one recovers together with that one. */
  private void recoverLater(List<Recovery> found) {
    for (int index = found.size() - 2; index >= 0; index--) {
      OptionalLong later = found.get(index + 1).recoveredNanos();
      long apart = disturbances.get(index + 1).beginNanos() - disturbances.get(index).beginNanos();
      if (found.get(index).recoveredNanos().isEmpty()
          && later.isPresent()
          && later.getAsLong() + apart <= HORIZON_NANOS) {
        found.set(index, found.get(index).recoveredAfter(later.getAsLong() + apart));
      }
    }
  }

  /**
   * The undisturbed time before a disturbance.
   *
   * @param since the tick in which it began; empty if the phase has not recovered
   */
  private record Healthy(double perSecond, OptionalLong since, long overNanos) {}

  /**
   * The ticks in which to look for the recovery from a disturbance: from its tick up to, excluding,
   * another.
   *
   * @param next the tick of the next disturbance, or {@code end} if that is sooner
   * @param end the end of the phase, or of the search
   */
  private record Span(Disturbance disturbance, long first, long next, long end) {}

  private Span span(int index) {
    Disturbance disturbance = disturbances.get(index);
    long next =
        index + 1 < disturbances.size() ? disturbances.get(index + 1).beginNanos() : Long.MAX_VALUE;
    long end = Math.min(endNanos, disturbance.beginNanos() + HORIZON_NANOS);
    return new Span(
        disturbance, tick(disturbance.beginNanos()), tick(Math.min(next, end)), tick(end));
  }

  private static long tick(long nanos) {
    return nanos / Ticks.NANOS;
  }

  private static OptionalLong tickAfter(Span span, OptionalLong nanos) {
    return nanos.isEmpty()
        ? nanos
        : OptionalLong.of(tick(span.disturbance.beginNanos() + nanos.getAsLong()));
  }

  private Healthy before(OperationType type, Span span, Healthy last) {
    if (last.since.isEmpty()) {
      return last;
    }
    long from = Math.max(last.since.getAsLong(), span.first - tick(BEFORE_NANOS));
    long length = Math.max(0, span.first - from);
    long ok = ticks.count(type, Outcome.OK, from, span.first);
    double perSecond = length == 0 ? 0 : (double) ok * Ticks.PER_SECOND / length;
    return new Healthy(perSecond, last.since, length * Ticks.NANOS);
  }

  private boolean isConcerned(OperationType type, Span span, Recovery found) {
    return found.okPerSecondBefore() > 0
        || ticks.statuses(type).stream()
            .anyMatch(status -> ticks.count(type, status, span.first, span.next) > 0);
  }

  private Recovery recovery(OperationType type, Span span, Healthy healthy) {
    OptionalLong success = firstSuccess(type, span);
    OptionalLong recovered =
        success.isEmpty() ? success : recovered(type, success.getAsLong(), span, healthy);
    long lookedAt = recovered.isPresent() ? recovered.getAsLong() + 1 : span.next;
    return new Recovery(
        type,
        healthy.perSecond,
        healthy.overNanos,
        sinceDisturbance(span, firstError(type, span.first, lookedAt)),
        sinceDisturbance(span, success),
        sinceDisturbance(span, recovered),
        silentTicks(type, span.first + 1, lookedAt, span.end) * Ticks.NANOS,
        errors(type, span.first, lookedAt));
  }

  private static OptionalLong sinceDisturbance(Span span, OptionalLong tick) {
    return tick.isEmpty()
        ? tick
        : OptionalLong.of((tick.getAsLong() + 1) * Ticks.NANOS - span.disturbance.beginNanos());
  }

  private OptionalLong firstError(OperationType type, long from, long end) {
    List<Status> errors =
        ticks.statuses(type).stream().filter(status -> status instanceof ErrorKind).toList();
    return LongStream.range(from, end)
        .filter(
            tick -> errors.stream().anyMatch(error -> ticks.count(type, error, tick, tick + 1) > 0))
        .findFirst();
  }

  private OptionalLong firstSuccess(OperationType type, Span span) {
    long done = span.disturbance.endNanos();
    return ticks.firstOkSentSince(type, done, tick(done), span.end);
  }

  private OptionalLong recovered(OperationType type, long from, Span span, Healthy healthy) {
    long before = span.disturbance.beginNanos();
    OptionalLong p99 = offered.highestP99(type, before - healthy.overNanos, before);
    double dueBefore =
        offered.due(type, before - healthy.overNanos, before) * SECOND_NANOS / healthy.overNanos;
    long second = ticks.count(type, Outcome.OK, from, from + Ticks.PER_SECOND);
    for (long tick = from; healthy.perSecond > 0 && tick + Ticks.PER_SECOND <= span.next; tick++) {
      long nanos = tick * Ticks.NANOS;
      long end = nanos + SECOND_NANOS;
      double due = offered.due(type, nanos, end);
      double usual = healthy.perSecond * (due < dueBefore ? due / dueBefore : 1);
      if (second >= RECOVERED_SHARE * Math.max(usual, due)
          && ticks.okCount(type, tick) > 0
          && (p99.isEmpty() || !offered.isSlow(type, nanos, end, p99.getAsLong()))) {
        return OptionalLong.of(tick);
      }
      second += ticks.okCount(type, tick + Ticks.PER_SECOND) - ticks.okCount(type, tick);
    }
    return OptionalLong.empty();
  }

  /** Returns the longest run of ticks without an answer that begins at one or before another. */
  private long silentTicks(OperationType type, long from, long until, long end) {
    long longest = 0;
    long silent = 0;
    for (long tick = from; tick < end && (tick < Math.max(until, from + 1) || silent > 0); tick++) {
      silent = ticks.okCount(type, tick) == 0 ? silent + 1 : 0;
      longest = Math.max(longest, silent);
    }
    return longest;
  }

  private Map<ErrorKind, Long> errors(OperationType type, long from, long end) {
    Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    for (Status status : ticks.statuses(type)) {
      long count = ticks.count(type, status, from, end);
      if (count > 0 && status instanceof ErrorKind kind) {
        errors.put(kind, count);
      }
    }
    return errors;
  }
}
