package io.kvbench.core.workload;

/** Which of the records that exist a request goes to; YCSB's names and meanings. */
public enum RequestDistribution {
  /** Every loaded record is as likely as any other. */
  UNIFORM,
  /** A few records, strewn over the whole key space, get most of the requests. */
  ZIPFIAN,
  /** The newer a record, the more requests it gets, by a zipfian law. */
  LATEST,
  /** A share of the records gets a share of the requests. */
  HOTSPOT,
  /** The newer a record, the more requests it gets, by an exponential law. */
  EXPONENTIAL,
  /** One record after the other, round and round. */
  SEQUENTIAL
}
