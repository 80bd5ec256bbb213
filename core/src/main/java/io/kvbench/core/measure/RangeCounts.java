package io.kvbench.core.measure;

/**
 * The records that ranges returned, as far as the binding counts their records. Pages count one by
 * one.
 *
 * @param ranges the number of ranges answered
 * @param records the sum of the records that they received
 * @param compared the ranges whose number of records is known from the workload
 * @param expected the sum of these records, as they were loaded
 * @param found the sum of the records that they received, each up to the number expected
 * @param shortRanges how many received fewer than expected
 */
public record RangeCounts(
    long ranges, long records, long compared, long expected, long found, long shortRanges) {

  RangeCounts plus(RangeCounts other) {
    return new RangeCounts(
        ranges + other.ranges,
        records + other.records,
        compared + other.compared,
        expected + other.expected,
        found + other.found,
        shortRanges + other.shortRanges);
  }
}
