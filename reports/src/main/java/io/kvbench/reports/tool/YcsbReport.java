package io.kvbench.reports.tool;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings.Exporter;
import io.kvbench.core.workload.setting.YcsbSettings.Measured;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The measured phases of a run in the form of YCSB 0.17.0, with its names: operations and requests
 * by YCSB's definition, times in microseconds. Percentiles of too few times are reported as YCSB
 * reports them.
 */
public final class YcsbReport {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final List<Double> RAW_PERCENTILES =
      List.of(1.0, 5.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  private record Line(String metric, String measurement, Number value) {}

  private final Settings settings;
  private final List<PhaseResult> phases;
  private final YcsbOperations operations;
  private final YcsbIntervals intervals;
  private final List<Line> lines = new ArrayList<>();

  /**
   * Makes the report.
   *
   * @param intervals those of each phase: for times over time, single times, and histogram logs
   * @param settings with {@link YcsbSettings}
   */
  public YcsbReport(RunResult result, Map<PhaseName, List<Interval>> intervals, Settings settings) {
    this.settings = settings;
    phases = PhaseResult.measured(result.phases());
    operations = YcsbOperations.of(phases, settings);
    PhaseName name = phases.isEmpty() ? PhaseName.RUN : phases.getFirst().name();
    this.intervals = new YcsbIntervals(intervals.getOrDefault(name, List.of()), settings);
    overall();
    operations.forEach(this::measurements);
  }

  private void line(String metric, String measurement, Number value) {
    lines.add(new Line(metric, measurement, value));
  }

  private void overall() {
    long millis =
        Math.max(
            1, phases.stream().mapToLong(each -> each.span().wallNanos()).sum() / NANOS_PER_MILLI);
    long requests = phases.stream().mapToLong(PhaseResult::achievedRequests).sum();
    line("OVERALL", "RunTime(ms)", millis);
    line("OVERALL", Metric.THROUGHPUT.ycsb(), 1_000.0 * requests / millis);
    List<ClientCondition> conditions =
        phases.stream().flatMap(phase -> phase.client().condition().stream()).toList();
    if (!conditions.isEmpty()) {
      long pauses = conditions.stream().mapToLong(ClientCondition::gcPauses).sum();
      long paused =
          conditions.stream().mapToLong(ClientCondition::gcPauseNanos).sum() / NANOS_PER_MILLI;
      line("TOTAL_GCs", "Count", pauses);
      line("TOTAL_GC_TIME", "Time(ms)", paused);
      line("TOTAL_GC_TIME_%", "Time(%)", 100.0 * paused / millis);
    }
  }

  private void measurements(String name, TimeHistogram times) {
    List<Measured> types = settings.get(YcsbSettings.MEASUREMENT_TYPE);
    for (Measured type : types) {
      String metric = YcsbOperations.name(type, types, name);
      switch (type) {
        case HDRHISTOGRAM -> histogram(metric, times);
        case HISTOGRAM -> buckets(metric, times);
        case TIMESERIES -> summary(metric, times);
        case RAW -> raw(metric, times);
      }
      if (type == types.getFirst()) {
        operations.statuses(name).forEach((status, n) -> line(metric, "Return=" + status, n));
      }
      switch (type) {
        case HDRHISTOGRAM -> contents(metric, times);
        case HISTOGRAM -> bucketContents(metric, times);
        case TIMESERIES ->
            intervals
                .means(name)
                .forEach((start, mean) -> line(metric, Long.toString(start), mean));
        case RAW -> {}
      }
    }
  }

  private void summary(String metric, TimeHistogram times) {
    line(metric, "Operations", times.count());
    for (Metric each : MetricLists.YCSB) {
      Statistic statistic = each.statistic().orElseThrow();
      double nanos = statistic.nanos(times);
      if (statistic.equals(Statistic.MEAN)) {
        line(metric, each.ycsb(), YcsbOperations.micros(nanos));
      } else {
        line(metric, each.ycsb(), YcsbOperations.wholeMicros(nanos));
      }
    }
  }

  private void histogram(String metric, TimeHistogram times) {
    summary(metric, times);
    for (double percentile : settings.get(YcsbSettings.PERCENTILES)) {
      Statistic statistic = new Statistic("p" + percentile, OptionalDouble.of(percentile));
      line(metric, statistic.ycsb(), YcsbOperations.wholeMicros(statistic.nanos(times)));
    }
  }

  private void contents(String metric, TimeHistogram times) {
    if (settings.get(YcsbSettings.VERBOSE)) {
      times
          .inMicros()
          .forEachBucket((micros, count) -> line(metric, Long.toString(micros), (double) count));
    }
  }

  private Map<Long, Long> byMilli(TimeHistogram times) {
    Map<Long, Long> counts = new TreeMap<>();
    times.forEachBucket((nanos, count) -> counts.merge(nanos / NANOS_PER_MILLI, count, Long::sum));
    return counts;
  }

  private void buckets(String metric, TimeHistogram times) {
    summary(metric, times);
    double deviation = YcsbOperations.micros(times.stddevNanos());
    lines.add(lines.size() - 2, new Line(metric, "LatencyVariance(us)", deviation * deviation));
    int buckets = settings.get(YcsbSettings.BUCKETS);
    for (Metric percentile : List.of(Metric.P95, Metric.P99)) {
      double share = percentile.statistic().orElseThrow().percentile().orElseThrow() / 100;
      long passed = 0;
      for (Map.Entry<Long, Long> each : byMilli(times).entrySet()) {
        passed += each.getValue();
        if (each.getKey() < buckets && passed >= share * times.count()) {
          line(metric, percentile.ycsb(), each.getKey() * 1_000);
          break;
        }
      }
    }
  }

  private void bucketContents(String metric, TimeHistogram times) {
    if (!settings.get(YcsbSettings.VERBOSE)) {
      return;
    }
    long buckets = settings.get(YcsbSettings.BUCKETS);
    Map<Long, Long> counts = byMilli(times);
    for (long bucket = 0; bucket < buckets; bucket++) {
      line(metric, Long.toString(bucket), counts.getOrDefault(bucket, 0L));
    }
    long above =
        counts.entrySet().stream()
            .filter(each -> each.getKey() >= buckets)
            .mapToLong(Map.Entry::getValue)
            .sum();
    line(metric, ">" + buckets, above);
  }

  private void raw(String metric, TimeHistogram times) {
    line(metric, "Total Operations", times.count());
    if (times.count() == 0 || settings.get(YcsbSettings.NO_RAW_SUMMARY)) {
      return;
    }
    line(metric, "Below is a summary of latency in microseconds:", -1);
    line(metric, "Average", YcsbOperations.micros(times.meanNanos()));
    line(metric, "Min", YcsbOperations.wholeMicros(times.minNanos()));
    line(metric, "Max", YcsbOperations.wholeMicros(times.maxNanos()));
    for (double percentile : RAW_PERCENTILES) {
      String name = "p" + Quantities.plain(percentile, 2);
      line(
          metric,
          name,
          YcsbOperations.wholeMicros(atRank(times, (long) (times.count() * percentile / 100))));
    }
  }

  /** Returns the time that so many others precede. */
  private static long atRank(TimeHistogram times, long rank) {
    long[] found = {0, 0};
    times.forEachBucket(
        (nanos, count) -> {
          found[1] = found[0] <= rank ? nanos : found[1];
          found[0] += count;
        });
    return found[1];
  }

  /** Returns the report in the form of {@link YcsbSettings#EXPORTER}. */
  public String text() {
    return switch (settings.find(YcsbSettings.EXPORTER).orElse(Exporter.TEXT)) {
      case TEXT ->
          lines.stream()
              .map(each -> "[%s], %s, %s\n".formatted(each.metric, each.measurement, each.value))
              .collect(Collectors.joining());
      case JSON -> lines.stream().map(YcsbReport::json).collect(Collectors.joining(" "));
      case JSONARRAY ->
          lines.stream().map(YcsbReport::json).collect(Collectors.joining(", ", "[ ", " ]"));
    };
  }

  /** No text from elsewhere gets into it: names need no escaping. */
  private static String json(Line line) {
    return """
        {
          "metric" : "%s",
          "measurement" : "%s",
          "value" : %s
        }"""
        .formatted(line.metric, line.measurement, line.value);
  }

  /** Returns what is reported of the intervals besides. */
  public YcsbIntervals intervals() {
    return intervals;
  }
}
