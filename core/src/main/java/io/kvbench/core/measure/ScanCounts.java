package io.kvbench.core.measure;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The records that scans requested and received, as far as the binding counts their records. Scans
 * that reach beyond the last record correctly receive fewer records than requested; they can start
 * from no more different keys than a scan has records.
 *
 * @param scans the number of scans answered
 * @param recordsAsked the sum of their limits
 * @param recordsReturned the sum of the records that they received, each up to its limit
 * @param shortScans how many received fewer than requested
 * @param shortStarts the number of different keys from which these started; {@link #MOST_STARTS} or
 *     slightly more stands for any larger number
 * @param longest the largest limit
 * @param ranges the same for ranges; empty if there were none, and in results of earlier versions
 */
public record ScanCounts(
    long scans,
    long recordsAsked,
    long recordsReturned,
    long shortScans,
    int shortStarts,
    int longest,
    Optional<RangeCounts> ranges) {
  public static final int MOST_STARTS = 1 << 16;

  /** The counts of a phase without ranges. */
  public ScanCounts(
      long scans,
      long recordsAsked,
      long recordsReturned,
      long shortScans,
      int shortStarts,
      int longest) {
    this(scans, recordsAsked, recordsReturned, shortScans, shortStarts, longest, Optional.empty());
  }

  /** Returns whether any scan or range was answered with a number of records. */
  public boolean hasAny() {
    return scans > 0 || ranges.isPresent();
  }

  /**
   * Returns the sum of both. Whether their short scans started from the same keys is unknown, so
   * the larger number of different keys is used, a lower bound.
   */
  public ScanCounts plus(ScanCounts other) {
    return new ScanCounts(
        scans + other.scans,
        recordsAsked + other.recordsAsked,
        recordsReturned + other.recordsReturned,
        shortScans + other.shortScans,
        Math.max(shortStarts, other.shortStarts),
        Math.max(longest, other.longest),
        Stream.of(ranges, other.ranges).flatMap(Optional::stream).reduce(RangeCounts::plus));
  }
}
