package io.kvbench.reports.spikes;

import io.kvbench.core.statistics.Coincidences.Span;
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
 * @param usualNanos the median p99 of the seconds around it
 * @param okShare the lowest rate of OK answers, as a share of the median around it
 * @param stalled whether that rate is beyond the noise
 */
public record Spike(
    String place,
    Span time,
    Span onset,
    OptionalLong p99Nanos,
    long usualNanos,
    double okShare,
    boolean stalled) {}
