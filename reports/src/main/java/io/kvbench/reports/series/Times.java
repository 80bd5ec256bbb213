package io.kvbench.reports.series;

import io.kvbench.results.directory.IntervalTrack.Responses;

/**
 * A sum of response times of operations answered OK. Percentiles are not included, as they do not
 * add.
 *
 * @param count how many there were, at least one
 */
public record Times(long count, double minNanos, double meanNanos, double maxNanos) {
  static Times of(Responses times) {
    return new Times(times.count(), times.minNanos(), times.meanNanos(), times.maxNanos());
  }

  Times plus(Times other) {
    long sum = count + other.count;
    return new Times(
        sum,
        Math.min(minNanos, other.minNanos),
        (meanNanos * count + other.meanNanos * other.count) / sum,
        Math.max(maxNanos, other.maxNanos));
  }
}
