package io.kvbench.core.workload.setting;

/** The distribution of requests over existing records, with YCSB's names and meanings. */
public enum RequestDistribution {
  /** All loaded records with equal probability. */
  UNIFORM,
  /** A few records, scattered over the whole key space, get most of the requests. */
  ZIPFIAN,
  /** The newer a record, the more requests it gets, with a zipfian distribution. */
  LATEST,
  /** A share of the records gets a share of the requests. */
  HOTSPOT,
  /** The newer a record, the more requests it gets, with an exponential distribution. */
  EXPONENTIAL,
  /** One record after the other, repeatedly. */
  SEQUENTIAL
}
