package io.kvbench.results.figure;

import java.util.List;

/**
 * The figures of the catalogue that each report shows, in its order. A figure that is added to a
 * list appears in all forms of the report.
 */
public final class MetricLists {
  /** At the top of the report of a run. */
  public static final List<Metric> KEY =
      List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99, Metric.P999);

  /**
   * In comparisons, with the noise within a run: those that any part of a run has, of its primary
   * operations.
   */
  public static final List<Metric> COMPARED =
      List.of(Metric.THROUGHPUT, Metric.MEAN, Metric.P50, Metric.P99, Metric.P999);

  /** In comparisons of repeated runs. */
  public static final List<Metric> REPEATED =
      List.of(
          Metric.THROUGHPUT, Metric.MEAN, Metric.P50, Metric.P99, Metric.P999, Metric.CLIENT_CPU);

  /** As bars at the top of a comparison, before the cost of an operation. */
  public static final List<Metric> BARS = List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99);

  /** In the report and the pictures of a suite: figures of what {@code suite.json} has of a run. */
  public static final List<Metric> SUITE = List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99);

  /**
   * In histories and comparisons with a baseline. Each takes an equal part of the probability of a
   * false alarm, so one more makes changes of the others less significant.
   */
  public static final List<Metric> HISTORY =
      List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99, Metric.CLIENT_CPU);

  /** Over the load of a run. */
  public static final List<Metric> LOAD = List.of(Metric.P50, Metric.P99, Metric.P999);

  /** Over the load of several runs. */
  public static final List<Metric> LOADS = List.of(Metric.P50, Metric.P99);

  /** In the files of dbtester, a closed set. */
  public static final List<Metric> PERCENTILES =
      List.of(
          Metric.P10,
          Metric.P25,
          Metric.P50,
          Metric.P75,
          Metric.P90,
          Metric.P95,
          Metric.P99,
          Metric.P999);

  /** Of each type of operation in YCSB's report, before the percentiles that the user chooses. */
  public static final List<Metric> YCSB = List.of(Metric.MEAN, Metric.MIN, Metric.MAX);

  private MetricLists() {}
}
