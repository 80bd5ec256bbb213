package io.kvbench.runner.run.hosts;

import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.MetricKind;
import io.kvbench.results.host.HostReading;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Metrics in a phase so far: levels of gauges, and the growth of counters. */
final class MetricFold {
  private final List<HostMetric> metrics;
  private final Map<HostMetric, GaugeFold> levels = new EnumMap<>(HostMetric.class);
  private final Map<HostMetric, Long> growths = new EnumMap<>(HostMetric.class);

  MetricFold(List<HostMetric> metrics) {
    this.metrics = List.copyOf(metrics);
  }

  void seen(HostReading now) {
    for (HostMetric metric : metrics) {
      if (metric.kind() == MetricKind.GAUGE) {
        metric.value(now).ifPresent(value -> level(metric).add(value.doubleValue()));
      }
    }
  }

  void grown(HostReading from, HostReading to) {
    for (HostMetric metric : metrics) {
      if (metric.kind() == MetricKind.COUNTER) {
        metric.growth(from, to).ifPresent(more -> growths.merge(metric, more, Long::sum));
      }
    }
  }

  GaugeFold level(HostMetric gauge) {
    return levels.computeIfAbsent(gauge, unseen -> new GaugeFold());
  }

  /** Returns what a counter grew by; empty where that was never seen. */
  OptionalLong growth(HostMetric counter) {
    Long grown = growths.get(counter);
    return grown == null ? OptionalLong.empty() : OptionalLong.of(grown);
  }
}
