package io.kvbench.reports.tool;

import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings.Measured;
import io.kvbench.results.directory.HistogramLog;
import io.kvbench.results.figure.Quantities;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The intervals of the measured phases, as YCSB reports times over time: their means, each single
 * time, and a histogram log for each name.
 */
public final class YcsbIntervals {
  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * The times of an interval.
   *
   * @param middle its middle, from the start of the first one
   */
  private record Slice(Interval interval, Duration middle, YcsbOperations operations) {
    TimeHistogram times(String name) {
      return operations.times(name);
    }
  }

  private final Settings settings;
  private final List<Slice> slices = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();

  YcsbIntervals(List<Interval> intervals, Settings settings) {
    this.settings = settings;
    for (Interval each : intervals) {
      YcsbOperations operations = YcsbOperations.of(each.recorded(), settings);
      slices.add(
          new Slice(
              each,
              Duration.between(intervals.getFirst().startedAt(), each.startedAt())
                  .plusNanos(each.wallNanos() / 2),
              operations));
      operations.forEach((name, times) -> names.add(name));
    }
  }

  /** Returns whether a report needs the intervals. */
  public static boolean areNeeded(Settings settings) {
    List<Measured> types = settings.get(YcsbSettings.MEASUREMENT_TYPE);
    return types.contains(Measured.TIMESERIES)
        || isRaw(settings)
        || settings.get(YcsbSettings.HISTOGRAM_FILES);
  }

  /** Returns whether single times are part of a report. */
  public static boolean isRaw(Settings settings) {
    return settings.get(YcsbSettings.MEASUREMENT_TYPE).contains(Measured.RAW);
  }

  private Map<Long, List<Slice>> by(Function<Slice, Long> window) {
    return slices.stream()
        .collect(Collectors.groupingBy(window, TreeMap::new, Collectors.toList()));
  }

  private static TimeHistogram sum(List<Slice> window, String name) {
    return TimeHistogram.sum(window.stream().map(slice -> slice.times(name)).toList());
  }

  /** Returns the mean times in microseconds by the start of their unit in milliseconds. */
  Map<Long, Double> means(String name) {
    long granularity = settings.get(YcsbSettings.GRANULARITY);
    Map<Long, Double> means = new TreeMap<>();
    by(slice -> slice.middle.toMillis() / granularity * granularity)
        .forEach(
            (unit, window) -> {
              TimeHistogram times = sum(window, name);
              if (times.count() > 0) {
                means.put(unit, YcsbOperations.micros(times.meanNanos()));
              }
            });
    return means;
  }

  /**
   * Writes a line for each operation: its name, the end of the interval in which it ended, in
   * milliseconds since the epoch, and its time.
   */
  public void writeRaw(Appendable out) throws IOException {
    for (String name : names) {
      String metric =
          YcsbOperations.name(Measured.RAW, settings.get(YcsbSettings.MEASUREMENT_TYPE), name);
      out.append(metric).append(" latency raw data: op, timestamp(ms), latency(us)\n");
      for (Slice slice : slices) {
        Instant end = slice.interval.startedAt().plusNanos(slice.interval.wallNanos());
        StringBuilder points = new StringBuilder();
        slice
            .times(name)
            .forEachBucket(
                (nanos, count) -> {
                  String point =
                      String.join(
                          ",",
                          metric,
                          Long.toString(end.toEpochMilli()),
                          YcsbOperations.wholeMicros(nanos) + "\n");
                  for (long written = 0; written < count; written++) {
                    points.append(point);
                  }
                });
        out.append(points);
      }
    }
  }

  /** Returns the histogram logs by the names of their files; none unless they are asked for. */
  public Map<String, String> histogramLogs() {
    Map<String, String> logs = new LinkedHashMap<>();
    if (settings.get(YcsbSettings.HISTOGRAM_FILES)) {
      for (String name : names) {
        String metric =
            YcsbOperations.name(
                Measured.HDRHISTOGRAM, settings.get(YcsbSettings.MEASUREMENT_TYPE), name);
        logs.put(
            settings.get(YcsbSettings.HISTOGRAM_PATH) + metric + ".hdr",
            histogramLog(name, metric));
      }
    }
    return logs;
  }

  private String histogramLog(String name, String metric) {
    Instant base = slices.getFirst().interval.startedAt();
    long seconds = settings.get(RunSettings.STATUS_INTERVAL);
    List<String> log = new ArrayList<>(HistogramLog.header(metric + ", in microseconds", base));
    by(slice -> slice.middle.toSeconds() / seconds)
        .forEach(
            (number, window) -> {
              TimeHistogram micros = sum(window, name).inMicros();
              log.add(
                  HistogramLog.line(
                      "",
                      Duration.between(base, window.getFirst().interval.startedAt()),
                      window.stream().mapToLong(slice -> slice.interval.wallNanos()).sum(),
                      Quantities.fixed(micros.maxNanos() / MICROS_PER_SECOND, 3),
                      HistogramCodec.encode(micros)));
            });
    return String.join("\n", log) + "\n";
  }
}
