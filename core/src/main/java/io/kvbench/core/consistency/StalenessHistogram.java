package io.kvbench.core.consistency;

import java.util.ArrayList;
import java.util.List;

/**
 * The staleness of reads that were certainly stale, in time and in versions, in buckets of powers
 * of two. Both are lower bounds: what the times of the operations prove.
 *
 * @param nanos by age, in ns since a newer value was acknowledged or read
 * @param versions by the number of newer values that had been acknowledged or read
 */
public record StalenessHistogram(List<Bucket> nanos, List<Bucket> versions) {
  /** No stale reads. */
  public static final StalenessHistogram EMPTY = new StalenessHistogram(List.of(), List.of());

  /**
   * A number of reads.
   *
   * @param upTo the largest staleness in the bucket; the smallest is half of it, rounded up
   */
  public record Bucket(long upTo, long reads) {}

  public StalenessHistogram {
    nanos = List.copyOf(nanos);
    versions = List.copyOf(versions);
  }

  /** Returns the number of stale reads. */
  public long reads() {
    return nanos.stream().mapToLong(Bucket::reads).sum();
  }

  /** A running count; for one thread. */
  static final class Count {
    private final long[] nanos = new long[Long.SIZE];
    private final long[] versions = new long[Long.SIZE];

    void add(long age, long newer) {
      nanos[bucket(age)]++;
      versions[bucket(newer)]++;
    }

    /** The bucket of 1 is 0, that of 2 is 1, that of 3 and 4 is 2. */
    private static int bucket(long value) {
      return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, value) - 1);
    }

    void add(Count other) {
      for (int bucket = 0; bucket < Long.SIZE; bucket++) {
        nanos[bucket] += other.nanos[bucket];
        versions[bucket] += other.versions[bucket];
      }
    }

    long reads() {
      long reads = 0;
      for (long each : nanos) {
        reads += each;
      }
      return reads;
    }

    StalenessHistogram histogram() {
      return new StalenessHistogram(buckets(nanos), buckets(versions));
    }

    private static List<Bucket> buckets(long[] counts) {
      List<Bucket> buckets = new ArrayList<>();
      for (int bucket = 0; bucket < counts.length - 1; bucket++) {
        if (counts[bucket] > 0) {
          buckets.add(new Bucket(1L << bucket, counts[bucket]));
        }
      }
      return buckets;
    }
  }
}
