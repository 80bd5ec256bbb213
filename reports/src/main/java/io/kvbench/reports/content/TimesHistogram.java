package io.kvbench.reports.content;

import io.kvbench.reports.document.Chart.Bin;
import io.kvbench.reports.document.Chart.Distribution;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.TimeResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A histogram of times. The bins have the same ratio of their bounds, {@code (max / min) ^ (1 /
 * bins)}, because times have tails over which bins of the same width would hold everything in the
 * first line. Where that ratio would ask for bins narrower than the resolution of the measurement,
 * there are fewer and wider ones.
 */
public final class TimesHistogram {
  private static final List<Percentile> MARKED =
      List.of(Percentile.P50, Percentile.P90, Percentile.P99, Percentile.P999);
  private final TimeResult times;
  private final List<Long> upperMicros = new ArrayList<>();
  private final long[] counts;

  private TimesHistogram(TimeResult times, int mostBins) {
    this.times = times;
    bounds(mostBins);
    this.counts = new long[upperMicros.size()];
    times.times().forEachBucket((nanos, count) -> counts[bin(Math.round(nanos / 1e3))] += count);
  }

  /**
   * Returns the histogram of some times, at least one.
   *
   * @param about what has to be known to read it
   * @param mostBins the most bins that it may have
   */
  public static Distribution of(
      String id, String title, String about, TimeResult times, int mostBins) {
    return new Distribution(id, title, about, new TimesHistogram(times, mostBins).bins());
  }

  private List<Bin> bins() {
    List<Bin> bins = new ArrayList<>();
    long lower = times.minMicros();
    for (int bin = 0; bin < counts.length; bin++) {
      double share = (double) counts[bin] / times.count();
      bins.add(new Bin(lower, upperMicros.get(bin), counts[bin], share, marks(bin)));
      lower = upperMicros.get(bin);
    }
    return bins;
  }

  private String marks(int bin) {
    List<String> marks = new ArrayList<>();
    for (Percentile percentile : MARKED) {
      if (percentile.isKnown(times) && bin(percentile.micros(times)) == bin) {
        marks.add(percentile.title());
      }
    }
    return String.join(" ", marks);
  }

  private int bin(long micros) {
    for (int bin = 0; bin < upperMicros.size() - 1; bin++) {
      if (micros <= upperMicros.get(bin)) {
        return bin;
      }
    }
    return upperMicros.size() - 1;
  }

  private void bounds(int mostBins) {
    double low = Math.max(1, times.minMicros());
    double high = Math.max(low, times.maxMicros());
    long last = times.minMicros();
    if (last == 0 && high > 1) {
      upperMicros.add(1L);
      last = 1;
    }
    for (int bin = 1; bin < mostBins; bin++) {
      long bound = Math.round(low * Math.pow(high / low, (double) bin / mostBins));
      if (bound >= last + narrowest(last) && bound + narrowest(bound) <= high) {
        upperMicros.add(bound);
        last = bound;
      }
    }
    upperMicros.add(times.maxMicros());
  }

  /** Half a per cent shows in three digits; a microsecond is twice the histogram's resolution. */
  private static long narrowest(long micros) {
    return Math.max(1, micros / 200);
  }
}
