package io.kvbench.core.server;

import java.util.Map;

/**
 * How a change of metrics from one look to the next is told as events.
 *
 * @param metric what changes
 * @param sign which change counts
 * @param total the metric that has the nanoseconds of them all; empty where nobody tells
 * @param scale what a unit of it is in nanoseconds
 * @param leastNanos shorter ones, all of a look together, are not told
 */
public record MetricRule(
    ServerEventKind kind,
    String metric,
    Sign sign,
    String total,
    double scale,
    long leastNanos,
    String text) {

  /** A change that counts. */
  public enum Sign {
    /** A counter that grew by as many as there were. */
    GREW,
    /** A flag that was not set. */
    SET,
    /** A flag that is set no longer. */
    CLEARED
  }

  /** Returns a rule for a counter whose every increment is an event. */
  public static MetricRule counter(ServerEventKind kind, String metric, String text) {
    return new MetricRule(kind, metric, Sign.GREW, "", 0, 0, text);
  }

  /** Returns how often it happened between two looks; 0 where one of them does not know. */
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

  /** Returns what they took together; 0 where nobody tells. */
  public long nanos(Map<String, Double> before, Map<String, Double> now) {
    Double first = before.get(total);
    Double last = now.get(total);
    return first == null || last == null ? 0 : Math.max(0, Math.round((last - first) * scale));
  }
}
