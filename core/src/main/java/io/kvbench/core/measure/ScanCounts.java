package io.kvbench.core.measure;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The records that scans requested and received, as far as the binding counts their records. Scans
 * that begin with the same key and reach beyond the last record are rightly answered with fewer
 * records than they asked for: those can be no more different keys than a scan has records.
 *
 * @param scans how many were answered
 * @param recordsAsked the sum of their limits
 * @param recordsReturned the sum of the records that they got, each up to its limit
 * @param shortScans how many got fewer than they asked for
 * @param shortStarts from how many different keys these started; {@link #MOST_STARTS} or a few more
 *     stands for any larger number
 * @param longest the largest limit
 * @param ranges the same of ranges; empty where there were none, and in results of earlier versions
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
   * Returns the sum of both. Of the short scans it is not known whether they started from the same
   * keys, so the larger number of different ones stands for both: there were no fewer.
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
