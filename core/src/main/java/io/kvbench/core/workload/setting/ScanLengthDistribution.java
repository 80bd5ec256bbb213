package io.kvbench.core.workload.setting;

/** The distribution of scan lengths, from {@code minscanlength} to {@code maxscanlength}. */
public enum ScanLengthDistribution {
  /** All lengths with equal probability. */
  UNIFORM,
  /** Short scans are the most frequent. */
  ZIPFIAN
}
