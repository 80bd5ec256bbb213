package io.kvbench.reports.plot;

import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYDataset;

/** Draws lines that break where nothing is known, with a marker here and there. */
final class Markers extends XYLineAndShapeRenderer {
  private static final long serialVersionUID = 1L;

  /** So many on a line can be told from dots. */
  private static final int ON_A_LINE = 12;

  Markers() {
    super(true, true);
    setDrawSeriesLineAsPath(true);
  }

  /** A point between two gaps would not be seen without one. */
  @Override
  public boolean getItemShapeVisible(int series, int item) {
    XYDataset dataset = getPlot().getDataset();
    int apart = Math.max(1, dataset.getItemCount(series) / ON_A_LINE);
    return item % apart == series * apart / 5 % apart
        || (isGap(dataset, series, item - 1) && isGap(dataset, series, item + 1));
  }

  private static boolean isGap(XYDataset dataset, int series, int item) {
    return item < 0
        || item >= dataset.getItemCount(series)
        || Double.isNaN(dataset.getYValue(series, item));
  }
}
