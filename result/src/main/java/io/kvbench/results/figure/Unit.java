package io.kvbench.results.figure;

/** The unit of a figure, the same in results, reports and charts. */
public enum Unit {
  SECONDS,
  /** Seconds of processor time. */
  CPU_SECONDS,
  COUNT,
  MEAN,
  PER_SECOND,
  /** Nanoseconds of a measured time. */
  NANOS,
  /** Microseconds of a time measured to the microsecond. */
  MICROS,
  BYTES,
  /** Bytes of memory and disks, in powers of 1024. */
  BINARY_BYTES,
  BINARY_BYTES_PER_SECOND,
  MEAN_BYTES,
  /** 1,000,000 bytes. */
  MEGABYTES,
  BYTES_PER_SECOND,
  /** Per cent of one processor. */
  CPU_PERCENT,
  SHARE,
  /** How many times another figure one is. */
  RATIO;

  private static final double NANOS_PER_MICRO = 1e3;

  /** Returns the unit of charts and of the cells of suites: times are in microseconds there. */
  public Unit charted() {
    return this == NANOS ? MICROS : this;
  }

  /** Returns a figure of this unit in {@link #charted}. */
  public double charted(double value) {
    return this == NANOS ? value / NANOS_PER_MICRO : value;
  }
}
