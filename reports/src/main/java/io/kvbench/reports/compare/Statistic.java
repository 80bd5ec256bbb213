package io.kvbench.reports.compare;

import io.kvbench.core.measure.TimeHistogram;

/** A figure that can be had of any set of blocks of a run. */
enum Statistic {
  THROUGHPUT(0),
  MEAN(0),
  P50(50),
  P99(99),
  P999(99.9);

  private final double percentile;

  Statistic(double percentile) {
    this.percentile = percentile;
  }

  /** Returns the percentile, from 0 to 100; 0 for what is none. */
  double percentile() {
    return percentile;
  }

  /** Returns the figure of a run as it was. */
  double of(Measured measured) {
    TimeHistogram response = measured.response();
    return switch (this) {
      case THROUGHPUT -> measured.okPerSecond().orElse(Double.NaN);
      case MEAN -> response.count() == 0 ? Double.NaN : response.meanNanos();
      case P50, P99, P999 ->
          response.count() == 0 ? Double.NaN : response.percentileNanos(percentile);
    };
  }
}
