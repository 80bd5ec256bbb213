package io.kvbench.runner.metrics;

import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.MetricKind;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.ProcessFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A sliding window of about one second over the samples of a host; rates are over all of it. For
 * one thread.
 */
final class HostWindow {
  /** Slightly under a second, since samples arrive with jitter. */
  private static final long LONG_NANOS = Duration.ofMillis(950).toNanos();

  private static final long LEAST_PATIENCE = Duration.ofSeconds(3).toNanos();
  private static final int PERIODS = 3;
  private static final double NANO = 1e-9;

  private final List<HostSample> looks = new ArrayList<>();
  private long arrivedNanos;
  private long patienceNanos = LEAST_PATIENCE;

  void add(HostSample look, long nowNanos) {
    if (!looks.isEmpty()) {
      HostSample before = looks.getLast();
      long periods = Math.max(1, look.number() - before.number());
      patienceNanos = Math.max(LEAST_PATIENCE, PERIODS * nanos(before, look) / periods);
    }
    looks.add(look);
    arrivedNanos = nowNanos;
    while (looks.size() > 2 && nanos(looks.get(1), look) >= LONG_NANOS) {
      looks.removeFirst();
    }
  }

  private static long nanos(HostSample from, HostSample to) {
    return to.sinceStartNanos() - from.sinceStartNanos();
  }

  /** Returns whether three looks are overdue, and three seconds have passed. */
  boolean isOver(long nowNanos) {
    return nowNanos - arrivedNanos > patienceNanos;
  }

  List<ProcessFigures> processes() {
    return looks.getLast().processes();
  }

  long processors() {
    return looks.getLast().cpu().processors();
  }

  /**
   * Returns the level of a gauge, or by how much a counter grew in each second, in bytes, in
   * seconds or as a count; empty where the counter began anew, or is of other devices than before.
   */
  OptionalDouble value(HostMetric metric, Optional<ProcessFigures> process) {
    HostSample first = looks.getFirst();
    HostSample last = looks.getLast();
    HostReading to = HostReading.of(last, process, Optional.empty());
    if (metric.kind() == MetricKind.GAUGE) {
      return metric.value(to).stream().mapToDouble(Number::doubleValue).findFirst();
    }
    HostReading from =
        HostReading.of(first, process.flatMap(now -> earlier(first, now)), Optional.empty());
    long nanos = nanos(first, last);
    return nanos <= 0 || hasOthers(metric, from, to) || hasOthers(metric, to, from)
        ? OptionalDouble.empty()
        : metric.growth(from, to).stream()
            .mapToDouble(grown -> grown / (nanos * NANO) * metric.unit().size())
            .findFirst();
  }

  private static Optional<ProcessFigures> earlier(HostSample look, ProcessFigures now) {
    return look.process(now.target()).filter(each -> each.incarnation() == now.incarnation());
  }

  private static boolean hasOthers(HostMetric metric, HostReading one, HostReading other) {
    return !metric.value(one).equals(metric.value(one.commonWith(other)));
  }
}
