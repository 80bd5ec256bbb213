package io.kvbench.reports.compare;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.format.Percentile;

/** A figure that can be had of any part of a run, of its primary operations. */
public enum Statistic {
  /** Operations answered OK per second. */
  THROUGHPUT(0),
  /** The mean response time in nanoseconds, of operations answered OK; so are those that follow. */
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

  /** Returns whether enough of so many operations lie beyond it; always so for what has none. */
  boolean isKnownOf(long operations) {
    return percentile == 0 || Percentile.isKnown(percentile, operations);
  }

  /** Returns whether more of it is better; otherwise less is. */
  boolean moreIsBetter() {
    return this == THROUGHPUT;
  }

  /** Returns the rows that it belongs to. */
  RowGroup group() {
    return this == THROUGHPUT ? RowGroup.THROUGHPUT : RowGroup.TIMES;
  }

  /** Returns the figure of a run as it was; not a number where its rows have none either. */
  double of(Measured measured) {
    TimeHistogram response = measured.response();
    return switch (this) {
      case THROUGHPUT -> measured.okPerSecond().orElse(Double.NaN);
      case MEAN -> response.count() == 0 ? Double.NaN : response.meanNanos();
      case P50, P99, P999 -> measured.percentileNanos(percentile).orElse(Double.NaN);
    };
  }
}
