package io.kvbench.reports.spikes;

import io.kvbench.results.statistics.Coincidences.Span;
import java.util.OptionalLong;

/**
 * Consecutive seconds in which operations took longer than the noise of the run explains, or hardly
 * any were answered OK. Times are in seconds from the start of the first measured phase.
 *
 * @param place its phase or step and when in it, such as {@code run 20.0 s}
 * @param time from the start of the first of these seconds to the end of the last
 * @param onset when its cause had begun or was there: from the sending of the slow operations of
 *     the first second, or the second before, to the end of the first second
 * @param p99Nanos the highest p99 of the response times of a second; empty where nothing was
 *     answered OK
 * @param isP99Known whether each of these seconds, and most of the others, have enough operations
 *     to know the p99; otherwise times are those of the slowest 1 %, at least of one operation
 * @param usualNanos the median p99 of the seconds around it
 * @param okShare the lowest rate of OK answers, as a share of the median around it
 * @param stalled whether that rate is beyond the noise
 */
public record Spike(
    String place,
    Span time,
    Span onset,
    OptionalLong p99Nanos,
    boolean isP99Known,
    long usualNanos,
    double okShare,
    boolean stalled) {
  String title() {
    return isP99Known ? "p99" : SLOWEST;
  }

  /** The title of a second with too few operations for its p99. */
  static final String SLOWEST = "slowest 1 %";
}
