package io.kvbench.reports.text;

import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.TimeResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A histogram drawn in text. The bins have the same ratio of their bounds, {@code (max / min) ^ (1
 * / bins)}, because times have tails over which bins of the same width would hold everything in the
 * first line. Where that ratio would ask for bins narrower than the resolution of the measurement,
 * there are fewer and wider ones.
 */
public final class Spread {
  private static final int TIME_WIDTH = 8;
  private static final int COUNT_WIDTH = 12;
  private static final int SHARE_WIDTH = 9;
  private static final int MARKS_WIDTH = 20;
  private static final List<Percentile> MARKED =
      List.of(Percentile.P50, Percentile.P90, Percentile.P99, Percentile.P999);
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";

  private final TimeResult times;
  private final List<Long> upperMicros = new ArrayList<>();
  private final long[] counts;

  /**
   * Prepares the drawing of some times, of which there must be one at least.
   *
   * @param mostBins the most lines that it may have
   */
  public Spread(TimeResult times, int mostBins) {
    this.times = times;
    bounds(mostBins);
    this.counts = new long[upperMicros.size()];
    times.times().forEachBucket((nanos, count) -> counts[bin(Math.round(nanos / 1e3))] += count);
  }

  /** Writes one line for each bin. */
  public void render(Page page) {
    long most = 1;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    long lower = times.minMicros();
    for (int bin = 0; bin < counts.length; bin++) {
      page.line(line(page, bin, lower, most));
      lower = upperMicros.get(bin);
    }
  }

  private String line(Page page, int bin, long lower, long most) {
    int barWidth = page.width() - 2 * TIME_WIDTH - 5 - COUNT_WIDTH - SHARE_WIDTH - MARKS_WIDTH;
    String bar = Columns.left(bar(counts[bin], most, barWidth), barWidth);
    return Columns.right(Quantities.micros(lower), TIME_WIDTH)
        + " – "
        + Columns.right(Quantities.micros(upperMicros.get(bin)), TIME_WIDTH)
        + " │"
        + Ink.BAR.on(bar, page.style())
        + Columns.right(Quantities.count(counts[bin]), COUNT_WIDTH)
        + Columns.right(Quantities.percent(counts[bin], times.count()), SHARE_WIDTH)
        + marks(bin);
  }

  /** A bar in eighths of a column; whatever is not nothing is at least a hairline. */
  private static String bar(long count, long most, int width) {
    long eighths = Math.round((double) count / most * width * 8);
    eighths = count > 0 ? Math.max(1, eighths) : 0;
    String whole = "█".repeat((int) (eighths / 8));
    int rest = (int) (eighths % 8);
    return rest == 0 ? whole : whole + EIGHTHS.charAt(rest);
  }

  private String marks(int bin) {
    List<String> marks = new ArrayList<>();
    for (Percentile percentile : MARKED) {
      if (percentile.isKnown(times) && bin(percentile.micros(times)) == bin) {
        marks.add(percentile.title());
      }
    }
    return marks.isEmpty() ? "" : " ◂ " + String.join(" ", marks);
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
