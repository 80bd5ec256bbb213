package io.kvbench.reports.html;

import io.kvbench.core.measure.TimeHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of a heat map: response times on a logarithmic scale, from a microsecond upwards. */
final class HeatScale {
  private static final int ROWS_PER_DECADE = 8;
  private static final double FIRST_NANOS = 1_000;

  private int least = Integer.MAX_VALUE;
  private int most;

  /** Returns the rows that are not empty, and how many times are in each, by turns. */
  List<Number> cells(TimeHistogram times) {
    Map<Integer, Long> counts = new TreeMap<>();
    times.forEachBucket((nanos, count) -> counts.merge(row(nanos), count, Long::sum));
    List<Number> cells = new ArrayList<>();
    counts.forEach(
        (row, count) -> {
          least = Math.min(least, row);
          most = Math.max(most, row);
          cells.add(row);
          cells.add(count);
        });
    return cells;
  }

  /** Returns the bounds of all rows up to the longest time that was seen. */
  List<Number> edgesMicros() {
    List<Number> edges = new ArrayList<>();
    for (int row = 0; row <= most + 1; row++) {
      edges.add(Figures.thousandths(Math.pow(10, (double) row / ROWS_PER_DECADE)));
    }
    return edges;
  }

  /** Returns whether anything was seen. */
  boolean isUsed() {
    return least <= most;
  }

  private static int row(long nanos) {
    return nanos <= FIRST_NANOS
        ? 0
        : (int) Math.floor(Math.log10(nanos / FIRST_NANOS) * ROWS_PER_DECADE);
  }
}
