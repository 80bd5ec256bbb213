package io.kvbench.reports.series;

import io.kvbench.results.directory.HostTable;
import io.kvbench.results.directory.HostTable.Sample;
import io.kvbench.results.figure.HostFigure;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The samples of one server, each in the second in which it was taken. */
public final class HostSeries {
  private static final double NANOS = 1e9;

  private final HostTable host;
  private final int period;
  private final Map<Integer, Map<HostFigure, Mean>> bySecond = new TreeMap<>();

  private HostSeries(HostTable host, int period) {
    this.host = host;
    this.period = period;
  }

  /** Puts the samples that were taken between two instants into seconds from the first one. */
  static HostSeries of(HostTable host, Instant start, Instant end) {
    SampleSeconds seconds =
        new SampleSeconds(
            host.samples().stream().map(sample -> seconds(start, sample.at())).toList());
    HostSeries series = new HostSeries(host, seconds.period());
    Sample before = null;
    for (Sample sample : host.samples()) {
      if (sample.at().isAfter(start) && !sample.at().isAfter(end)) {
        series.add(seconds.of(seconds(start, sample.at())), before, sample);
      }
      before = sample;
    }
    return series;
  }

  public String name() {
    return host.name();
  }

  public HostTable stored() {
    return host;
  }

  /** Returns how many seconds lie between two samples, at least 1. */
  int period() {
    return period;
  }

  /**
   * Returns a figure in a second, as its {@link HostFigure.SampleAggregation} says; empty where it
   * is not known.
   */
  public OptionalDouble figure(HostFigure figure, int second) {
    Mean mean = bySecond.getOrDefault(second, Map.of()).get(figure);
    return mean == null ? OptionalDouble.empty() : OptionalDouble.of(mean.sum / mean.count);
  }

  private void add(int second, @Nullable Sample before, Sample sample) {
    Map<HostFigure, Mean> figures = bySecond.computeIfAbsent(second, number -> new HashMap<>());
    for (HostFigure figure : HostFigure.ALL) {
      OptionalDouble value = host.figure(sample, figure.sampled());
      if (value.isPresent()) {
        double in =
            figure.kind() == HostFigure.SampleAggregation.GROWTH && before != null
                ? seconds(before.at(), sample.at())
                : 1;
        if (in > 0) {
          Mean one = new Mean(value.getAsDouble() / in / figure.size(), 1);
          figures.merge(
              figure,
              one,
              figure.kind() == HostFigure.SampleAggregation.COUNTER
                  ? (old, last) -> last
                  : Mean::plus);
        }
      }
    }
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / NANOS;
  }

  private record Mean(double sum, int count) {
    Mean plus(Mean other) {
      return new Mean(sum + other.sum, count + other.count);
    }
  }
}
