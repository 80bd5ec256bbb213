package io.kvbench.reports.plot;

import io.kvbench.reports.document.Chart.LoadLine;
import io.kvbench.reports.document.Chart.LoadPoint;
import io.kvbench.reports.document.Chart.NamedLoad;
import io.kvbench.reports.document.Chart.OverLoad;
import io.kvbench.reports.document.Chart.PointKind;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Unit;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** A picture of charts over the load of a run, stacked on one axis. */
public final class LoadPicture {
  private static final double MICROS_PER_MILLI = 1e3;

  private static final double BEYOND = 1.03;

  /** Names of marks beyond this share of the axis stand to their left. */
  private static final double LEFT_OF = 0.85;

  private static final BasicStroke DASHED =
      new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {4, 4}, 0);

  /** The number of straight segments that approximate a curve. */
  private static final int CURVED = 50;

  private final List<OverLoad> charts;
  private final double least;
  private final double most;
  private final boolean wide;

  private LoadPicture(List<OverLoad> charts) {
    this.charts = charts;
    OverLoad first = charts.getFirst();
    least = loads(first).min().orElse(0);
    most = loads(first).max().orElse(1);
    wide = first.isWide();
  }

  private static DoubleStream loads(OverLoad chart) {
    return chart.lines().stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(LoadPoint::load);
  }

  /** Draws charts over the load of a run, at least one, above each other on one axis. */
  public static Picture of(String title, List<OverLoad> charts) throws PictureException {
    Fonts.require();
    String words = PlainText.of(title) + ", by " + charts.getFirst().axis();
    return Picture.drawn(words, new LoadPicture(charts).chart(words));
  }

  private JFreeChart chart(String title) {
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(loads());
    all.setGap(10);
    charts.forEach(chart -> all.add(plot(chart)));
    JFreeChart drawn = ChartFrame.titled(title, all);
    drawn.addSubtitle(ChartFrame.legend(all, RectangleEdge.TOP));
    if (differ(charts.getFirst())) {
      drawn.addSubtitle(ChartFrame.legend(this::kinds, RectangleEdge.BOTTOM));
    }
    return drawn;
  }

  private static boolean differ(OverLoad chart) {
    return chart.lines().stream()
            .flatMap(line -> line.points().stream())
            .map(LoadPoint::kind)
            .distinct()
            .count()
        > 1;
  }

  private LegendItemCollection kinds() {
    LegendItemCollection legend = new LegendItemCollection();
    for (PointKind kind : charts.getFirst().kinds()) {
      legend.add(
          new LegendItem(
              kind.name(), null, null, null, SeriesStyle.shape(kind.shape()), SeriesStyle.INK));
    }
    return legend;
  }

  private ValueAxis loads() {
    String words = charts.getFirst().axis();
    ValueAxis axis;
    if (wide) {
      axis = new DecadeAxis(words + " (log scale)");
      axis.setRange(least / BEYOND, most * BEYOND);
    } else {
      axis = plainAxis(words);
      axis.setRange(0, most * BEYOND);
    }
    SeriesStyle.style(axis);
    return axis;
  }

  private static NumberAxis plainAxis(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setNumberFormatOverride(
        new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    axis.setAutoRangeIncludesZero(true);
    return axis;
  }

  private XYPlot plot(OverLoad chart) {
    boolean isTime = chart.unit() == Unit.MICROS;
    XYSeriesCollection lines = new XYSeriesCollection();
    boolean differ = differ(chart);
    XYLineAndShapeRenderer look =
        differ ? new Kinds(chart) : new XYLineAndShapeRenderer(true, true);
    for (LoadLine line : chart.lines()) {
      int index = lines.getSeriesCount();
      XYSeries series = new XYSeries(line.name(), false, true);
      line.points()
          .forEach(
              point ->
                  series.add(
                      point.load(), isTime ? point.value() / MICROS_PER_MILLI : point.value()));
      look.setSeriesPaint(index, Color.decode(line.stroke().light()));
      look.setSeriesStroke(index, SeriesStyle.stroke(index));
      look.setSeriesShape(index, SeriesStyle.marker(index));
      lines.addSeries(series);
    }
    if (chart.diagonal()) {
      look.setSeriesPaint(lines.getSeriesCount(), SeriesStyle.INK);
      look.setSeriesStroke(lines.getSeriesCount(), DASHED);
      look.setSeriesShapesVisible(lines.getSeriesCount(), false);
      lines.addSeries(equal());
    }
    look.setDrawSeriesLineAsPath(true);
    ValueAxis height = isTime ? new DecadeAxis("ms (log scale)") : plainAxis(chart.values());
    SeriesStyle.style(height);
    XYPlot plot = new XYPlot(lines, null, height, look);
    SeriesStyle.style(plot);
    chart.marks().forEach(mark -> plot.addDomainMarker(marker(mark, !isTime)));
    return plot;
  }

  /** Rates that equal the load: a curve where the loads have a logarithmic scale, and they not. */
  private XYSeries equal() {
    XYSeries equal = new XYSeries("offered", false, true);
    int steps = wide ? CURVED : 1;
    for (int step = 0; step <= steps; step++) {
      double share = (double) step / steps;
      double rate = wide ? least * Math.pow(most / least, share) : most * share;
      equal.add(rate, rate);
    }
    return equal;
  }

  private ValueMarker marker(NamedLoad mark, boolean named) {
    ValueMarker line = new ValueMarker(mark.at(), SeriesStyle.INK, DASHED);
    if (named) {
      boolean left = mark.name().equals("low") || mark.at() > LEFT_OF * most;
      line.setLabel(mark.name());
      line.setLabelFont(Fonts.plain(11));
      line.setLabelAnchor(left ? RectangleAnchor.TOP_LEFT : RectangleAnchor.TOP_RIGHT);
      line.setLabelTextAnchor(left ? TextAnchor.TOP_RIGHT : TextAnchor.TOP_LEFT);
    }
    return line;
  }

  /** A renderer that draws each point by the outcome of its probe. */
  private static final class Kinds extends XYLineAndShapeRenderer {
    private static final long serialVersionUID = 1L;

    private final transient OverLoad chart;

    Kinds(OverLoad chart) {
      super(true, true);
      this.chart = chart;
    }

    @Override
    public Shape getItemShape(int series, int item) {
      return series < chart.lines().size()
          ? SeriesStyle.shape(
              chart.kinds().get(chart.lines().get(series).points().get(item).kind()).shape())
          : super.getItemShape(series, item);
    }
  }
}
