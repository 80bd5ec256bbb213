package io.kvbench.runner.metrics;

import io.kvbench.core.measure.TimeHistogram;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Histograms of times since the run started, for Prometheus: classic ones with twelve buckets for
 * each power of ten, and native ones with 64 for each power of two. They are added up from the
 * histograms of intervals, so that an operation costs nothing more. For any thread.
 */
final class HistogramMetrics implements MultiCollector {
  private static final double NANO = 1e-9;

  /** Native buckets end at powers of two to the power of 2^-schema: 1.1 % wide. */
  private static final int SCHEMA = 6;

  private static final int NATIVE_PER_DOUBLING = 1 << SCHEMA;

  /** Upper bounds of classic buckets in seconds: twelve for each power of ten, and infinity. */
  private static final double[] BOUNDS =
      DoubleStream.concat(
              IntStream.rangeClosed(-5, 1).boxed().flatMapToDouble(HistogramMetrics::twelve),
              DoubleStream.of(100, Double.POSITIVE_INFINITY))
          .toArray();

  /** The twelve preferred numbers of IEC 60063, times a power of ten. */
  private static DoubleStream twelve(int power) {
    return Stream.of(
            "1", "1.2", "1.5", "1.8", "2.2", "2.7", "3.3", "3.9", "4.7", "5.6", "6.8", "8.2")
        .mapToDouble(number -> Double.parseDouble(number + "e" + power));
  }

  private record Family(String help, Map<Labels, TimeHistogram> series) {}

  private final Map<String, Family> families = new ConcurrentSkipListMap<>();
  private volatile Labels common = Labels.EMPTY;

  /** Declares a metric, which is exported once it has a series. */
  void declare(String name, String help) {
    families.put(name, new Family(help, new ConcurrentSkipListMap<>()));
  }

  /** Sets the labels that every series has. */
  void label(Labels labels) {
    common = labels;
  }

  /** Adds the times of an interval to a series of a declared metric, which begins empty. */
  void add(String name, Labels labels, TimeHistogram times) {
    Family family = families.get(name);
    if (family == null) {
      throw new IllegalArgumentException(name + " is not declared");
    }
    family.series.merge(labels, times, TimeHistogram::plus);
  }

  @Override
  public MetricSnapshots collect() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    families.forEach(
        (name, family) -> {
          HistogramSnapshot.Builder metric =
              HistogramSnapshot.builder().name(name).help(family.help);
          family.series.forEach(
              (labels, times) -> metric.dataPoint(point(common.merge(labels), times)));
          if (!family.series.isEmpty()) {
            all.metricSnapshot(metric.build());
          }
        });
    return all.build();
  }

  private static HistogramDataPointSnapshot point(Labels labels, TimeHistogram times) {
    long[] classic = new long[BOUNDS.length];
    Map<Integer, Long> byIndex = new TreeMap<>();
    times.forEachBucket(
        (nanos, count) -> {
          double seconds = nanos * NANO;
          int place = Arrays.binarySearch(BOUNDS, seconds);
          classic[place < 0 ? -place - 1 : place] += count;
          byIndex.merge(nativeIndex(seconds), count, Long::sum);
        });
    NativeHistogramBuckets.Builder exponential = NativeHistogramBuckets.builder();
    byIndex.forEach(exponential::bucket);
    return HistogramDataPointSnapshot.builder()
        .labels(labels)
        .sum(times.meanNanos() * NANO * times.count())
        .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, classic))
        .nativeSchema(SCHEMA)
        .nativeZeroThreshold(NANO)
        .nativeBucketsForPositiveValues(exponential.build())
        .build();
  }

  /** The bucket whose upper bound 2^(index / 64) is the least that is not below the time. */
  private static int nativeIndex(double seconds) {
    return (int) Math.ceil(Math.log(seconds) / Math.log(2) * NATIVE_PER_DOUBLING);
  }
}
