package io.kvbench.core.server;

import java.util.Map;

/**
 * A rule that turns a change of a metric between two polls into events.
 *
 * @param metric the name of the metric
 * @param sign which changes count
 * @param total the metric with the total duration of these events; empty if there is none
 * @param scale nanoseconds per unit of {@code total}
 * @param leastNanos the shortest total duration between two polls that is reported
 */
public record MetricRule(
    ServerEventKind kind,
    String metric,
    MetricChange sign,
    String total,
    double scale,
    long leastNanos,
    String text) {

  /** The kind of change that counts. */
  public enum MetricChange {
    /** An increase of a counter, by the number of events. */
    GREW,
    /** A flag that became set. */
    SET,
    /** A flag that was cleared. */
    CLEARED
  }

  /** Returns a rule for a counter whose every increment is an event. */
  public static MetricRule counter(ServerEventKind kind, String metric, String text) {
    return new MetricRule(kind, metric, MetricChange.GREW, "", 0, 0, text);
  }

  /** Returns the number of events between two polls; 0 if either lacks the metric. */
  public long times(Map<String, Double> before, Map<String, Double> now) {
    Double first = before.get(metric);
    Double last = now.get(metric);
    if (first == null || last == null || nanos(before, now) < leastNanos) {
      return 0;
    }
    return switch (sign) {
      case GREW -> Math.max(0, Math.round(last - first));
      case SET -> first == 0 && last > 0 ? 1 : 0;
      case CLEARED -> first > 0 && last == 0 ? 1 : 0;
    };
  }

  /** Returns their total duration in nanoseconds; 0 if unknown. */
  public long nanos(Map<String, Double> before, Map<String, Double> now) {
    Double first = before.get(total);
    Double last = now.get(total);
    return first == null || last == null ? 0 : Math.max(0, Math.round((last - first) * scale));
  }
}
