package io.kvbench.core.workload;

/** How long the fields of a record are; YCSB's names and meanings. */
public enum FieldLengthDistribution {
  /** Always {@code fieldlength}. */
  CONSTANT,
  /** Any length from {@code minfieldlength} to {@code fieldlength}, all as likely. */
  UNIFORM,
  /** From {@code minfieldlength} to {@code fieldlength}, short ones being the most frequent. */
  ZIPFIAN,
  /** As counted in the file {@code fieldlengthhistogram}. */
  HISTOGRAM
}
