package io.kvbench.core.workload.setting;

/** The distribution of the lengths of fields, with YCSB's names and meanings. */
public enum FieldLengthDistribution {
  /** Always {@code fieldlength}. */
  CONSTANT,
  /** From {@code minfieldlength} to {@code fieldlength}, with equal probability. */
  UNIFORM,
  /** From {@code minfieldlength} to {@code fieldlength}, short ones the most frequent. */
  ZIPFIAN,
  /** As given by the file {@code fieldlengthhistogram}. */
  HISTOGRAM
}
