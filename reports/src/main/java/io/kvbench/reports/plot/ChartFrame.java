package io.kvbench.reports.plot;

import io.kvbench.reports.series.Plot;
import io.kvbench.reports.series.Plot.Point;
import io.kvbench.reports.text.PlainText;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemSource;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;

/** The layout of a picture: title, legend, lines, events and axis. */
final class ChartFrame {
  /** The height of the lines, by which that of a row of events is measured. */
  private static final int LINES = 24;

  private static final double RIGHT_OF_LAST = 1.015;

  private static final RectangleInsets PADDING = new RectangleInsets(10, 12, 8, 20);

  static {
    // Text stays text in SVG: outlines could be neither searched nor read aloud.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
  }

  private final Plot plot;
  private final EventStrip strip;

  private ChartFrame(Plot plot) {
    this.plot = plot;
    this.strip = new EventStrip(plot);
  }

  static JFreeChart of(Plot plot) {
    return new ChartFrame(plot).draw();
  }

  /** Returns a title with nothing in it that could do harm. */
  static String title(Plot plot) {
    return PlainText.of(plot.title()) + ", " + YScale.of(plot).title(plot);
  }

  private JFreeChart draw() {
    XYPlot lines = LinePlot.of(plot, YScale.of(plot));
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(axis());
    all.setGap(8);
    all.add(lines, LINES);
    if (strip.rows() > 0) {
      all.add(strip.draw(), strip.rows());
    }
    JFreeChart chart = titled(title(plot), all);
    chart.addSubtitle(legend(lines, RectangleEdge.TOP));
    if (strip.rows() > 0) {
      chart.addSubtitle(legend(strip::legend, RectangleEdge.BOTTOM));
    }
    if (!plot.cuts().isEmpty()) {
      chart.addSubtitle(note("truncated events: ", plot.cuts()));
    }
    if (!plot.unknown().isEmpty()) {
      chart.addSubtitle(
          note("no data: ", plot.unknown().stream().map(SeriesStyle::label).toList()));
    }
    plot.notes().forEach(about -> chart.addSubtitle(note("", List.of(about))));
    return chart;
  }

  static JFreeChart titled(String title, XYPlot plot) {
    JFreeChart chart = new JFreeChart(title, Fonts.bold(16), plot, false);
    chart.setBackgroundPaint(SeriesStyle.PAPER);
    chart.setPadding(PADDING);
    chart.getTitle().setPaint(SeriesStyle.INK);
    chart.getTitle().setHorizontalAlignment(HorizontalAlignment.LEFT);
    chart.getTitle().setTextAlignment(HorizontalAlignment.LEFT);
    return chart;
  }

  private NumberAxis axis() {
    NumberAxis axis = new NumberAxis(plot.axis().words());
    axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits(Locale.ROOT));
    axis.setNumberFormatOverride(
        new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    double most =
        plot.lines().stream()
            .flatMap(line -> line.points().stream())
            .mapToLong(Point::x)
            .max()
            .orElse(1);
    axis.setRange(0, most * RIGHT_OF_LAST);
    SeriesStyle.style(axis);
    return axis;
  }

  static LegendTitle legend(LegendItemSource items, RectangleEdge edge) {
    LegendTitle legend = new LegendTitle(items);
    legend.setPosition(edge);
    legend.setHorizontalAlignment(HorizontalAlignment.LEFT);
    legend.setItemFont(Fonts.plain(12));
    legend.setItemPaint(SeriesStyle.INK);
    legend.setItemLabelPadding(new RectangleInsets(2, 2, 2, 16));
    legend.setFrame(BlockBorder.NONE);
    return legend;
  }

  private static TextTitle note(String what, List<String> items) {
    TextTitle text =
        new TextTitle(
            what + items.stream().map(PlainText::of).collect(Collectors.joining("; ")),
            Fonts.plain(11));
    text.setPaint(SeriesStyle.INK);
    text.setPosition(RectangleEdge.BOTTOM);
    text.setHorizontalAlignment(HorizontalAlignment.LEFT);
    text.setTextAlignment(HorizontalAlignment.LEFT);
    return text;
  }
}
