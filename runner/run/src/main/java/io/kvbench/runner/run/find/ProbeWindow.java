package io.kvbench.runner.run.find;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.results.format.PhaseResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * The part of a probe after its settling time. Rates are those of the time in which it was sending;
 * operations are all that ended after the settling time, in the drain as well. For one thread.
 */
final class ProbeWindow {
  private static final long NANOS = 1_000_000_000L;

  /** Intervals end a little after full seconds. */
  private static final long SLACK_NANOS = NANOS / 4;

  /** The share of a backlog that is in the store rather than the client. */
  private static final double IN_STORE = 0.5;

  private final LoadModel model;
  private final long settleNanos;
  private Snapshot recorded = Snapshot.empty();
  private long beginNanos = -1;
  private long endNanos;
  private long requestsBefore;
  private long requestsAtEnd;
  private final List<Second> seconds = new ArrayList<>();

  /**
   * An interval of the judged part.
   *
   * @param requests how many had ended by its end
   * @param busyNanos the time that the operations which ended in it had been in flight
   */
  private record Second(long wallNanos, long endNanos, long requests, double busyNanos) {}

  /** Begins with the probe. */
  ProbeWindow(LoadModel model, Duration settle) {
    this.model = model;
    settleNanos = settle.toNanos();
  }

  void add(Interval interval) {
    if (interval.phaseNanos() < settleNanos - SLACK_NANOS) {
      requestsBefore = interval.requests();
      return;
    }
    if (beginNanos < 0) {
      beginNanos = interval.phaseNanos();
    }
    recorded = recorded.plus(interval.recorded());
    seconds.add(
        new Second(
            interval.wallNanos(),
            interval.endNanos(),
            interval.requests(),
            busyNanos(interval.recorded())));
  }

  private static double busyNanos(Snapshot snapshot) {
    return snapshot.operations().entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .flatMap(entry -> entry.getValue().values().stream())
        .mapToDouble(times -> times.service().meanNanos() * times.count())
        .sum();
  }

  /**
   * Returns whether a backlog grew in the store: more requests were due and not answered in each
   * second of the last third than in any of the first, and clients had sent most of these, or were
   * busy. After a client's own pause it catches up, and a client that is too slow is not busy.
   */
  boolean grewInTheStore(int clients) {
    if (!(model instanceof LoadModel.OpenLoop(Arrivals arrivals))) {
      return false;
    }
    List<Second> sending =
        seconds.stream().filter(each -> each.endNanos <= endNanos + SLACK_NANOS).toList();
    int third = sending.size() / 3;
    List<Second> last = sending.subList(sending.size() - third, sending.size());
    LongSummaryStatistics before = backlog(arrivals, sending.subList(0, third));
    LongSummaryStatistics after = backlog(arrivals, last);
    double inFlight =
        last.stream().mapToDouble(Second::busyNanos).sum()
            / Math.max(1, last.stream().mapToLong(Second::wallNanos).sum());
    return third > 0
        && after.getMin() > before.getMax()
        && inFlight >= IN_STORE * Math.min(clients, after.getAverage());
  }

  private static LongSummaryStatistics backlog(Arrivals arrivals, List<Second> seconds) {
    return seconds.stream()
        .mapToLong(each -> before(arrivals, each.endNanos) - each.requests)
        .summaryStatistics();
  }

  /** Ends with the probe: what ended after it had stopped sending is known by then. */
  void end(PhaseResult probe) {
    endNanos = probe.span().wallNanos() - probe.span().drain().map(Drain::nanos).orElse(0L);
    requestsAtEnd = probe.rates().requests() - probe.span().drain().map(Drain::requests).orElse(0L);
  }

  /** Returns the time in which it was sending; 0 if it never did. */
  long nanos() {
    return beginNanos < 0 ? 0 : Math.max(0, endNanos - beginNanos);
  }

  /** Returns how many requests ended per second of that time. */
  double achievedPerSecond() {
    return perSecond(requestsAtEnd - requestsBefore);
  }

  /** Returns how many requests were due per second of that time; 0 in a closed loop. */
  double offeredPerSecond() {
    return switch (model) {
      case LoadModel.ClosedLoop closed -> 0;
      case LoadModel.SideBySide mixes -> 0;
      case LoadModel.OpenLoop(Arrivals arrivals) ->
          perSecond(before(arrivals, endNanos) - before(arrivals, beginNanos));
    };
  }

  private double perSecond(long count) {
    return nanos() == 0 ? 0 : (double) count * NANOS / nanos();
  }

  /** Returns how many arrivals there are before a time. */
  private static long before(Arrivals arrivals, long nanos) {
    long low = 0;
    long high = 1;
    while (arrivals.startNanos(high) < nanos) {
      high *= 2;
    }
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (arrivals.startNanos(middle) < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the result of the probe with this part's operations and times only. */
  PhaseResult of(PhaseResult probe) {
    return probe.since(Math.max(0, beginNanos), recorded);
  }
}
