package io.kvbench.core.workload;

/** How many records a scan asks for, from {@code minscanlength} to {@code maxscanlength}. */
public enum ScanLengthDistribution {
  /** All lengths are as likely. */
  UNIFORM,
  /** Short scans are the most frequent. */
  ZIPFIAN
}
