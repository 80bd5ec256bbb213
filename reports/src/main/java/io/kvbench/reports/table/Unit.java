package io.kvbench.reports.table;

/** What a figure is a number of. */
public enum Unit {
  /** Seconds of wall time. */
  SECONDS,
  /** Seconds of processor time. */
  CPU_SECONDS,
  /** Things that are counted. */
  COUNT,
  /** A mean of things that are counted. */
  MEAN,
  /** Requests per second. */
  PER_SECOND,
  /** Nanoseconds of a measured time. */
  NANOS,
  /** Microseconds of a time measured to the microsecond. */
  MICROS,
  BYTES,
  /** Bytes of memory and disks, in powers of 1024. */
  BINARY_BYTES,
  /** A mean of bytes. */
  MEAN_BYTES,
  /** Per cent of one processor. */
  CPU_PERCENT,
  /** A part of 1. */
  SHARE,
  /** How many times as much. */
  TIMES
}
