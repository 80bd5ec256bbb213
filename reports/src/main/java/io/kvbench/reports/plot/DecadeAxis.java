package io.kvbench.reports.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** A logarithmic axis with labels at 1, 10 and 100, and at 2 and 5 of each where there is room. */
final class DecadeAxis extends LogAxis {
  private static final long serialVersionUID = 1L;

  /** With more decades, 2 and 5 of each would be too close to one another. */
  private static final double FEW_DECADES = 3;

  DecadeAxis(String label) {
    super(label);
  }

  @Override
  protected List<NumberTick> refreshTicksVertical(
      Graphics2D graphics, Rectangle2D area, RectangleEdge edge) {
    return ticks(TextAnchor.CENTER_RIGHT);
  }

  @Override
  protected List<NumberTick> refreshTicksHorizontal(
      Graphics2D graphics, Rectangle2D area, RectangleEdge edge) {
    return ticks(TextAnchor.TOP_CENTER);
  }

  private List<NumberTick> ticks(TextAnchor anchor) {
    DecimalFormat format =
        new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT));
    double low = getRange().getLowerBound();
    double high = getRange().getUpperBound();
    double[] steps =
        Math.log10(high / low) > FEW_DECADES ? new double[] {1} : new double[] {1, 2, 5};
    List<NumberTick> ticks = new ArrayList<>();
    for (int decade = (int) Math.floor(Math.log10(low)); Math.pow(10, decade) <= high; decade++) {
      for (double step : steps) {
        double value = step * Math.pow(10, decade);
        if (value >= low && value <= high) {
          ticks.add(new NumberTick(value, format.format(value), anchor, anchor, 0));
        }
      }
    }
    return ticks;
  }
}
