package io.kvbench.reports.plot;

import io.kvbench.core.binding.SystemColour;
import io.kvbench.reports.colour.SystemColours;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.run.LoadCurve.Load;
import io.kvbench.reports.run.LoadCurve.Mark;
import io.kvbench.reports.run.LoadCurve.Point;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Metric;
import java.awt.BasicStroke;
import java.awt.Color;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jfree.chart.JFreeChart;
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

/** Throughput and percentiles of a run over its load, above each other on one axis. */
public final class LoadPicture {
  private static final double MILLI = 1e6;
  private static final double FAR_APART = 30;

  /** Room for the last marker. */
  private static final double BEYOND = 1.03;

  private static final BasicStroke DASHED =
      new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {4, 4}, 0);

  /** So many straight lines look like a curve. */
  private static final int CURVED = 50;

  private final LoadCurve curve;
  private final double least;
  private final double most;
  private final boolean wide;

  private LoadPicture(LoadCurve curve) {
    this.curve = curve;
    least = curve.points().stream().mapToDouble(Point::load).min().orElse(0);
    most = curve.points().stream().mapToDouble(Point::load).max().orElse(1);
    wide = least > 0 && most / least > FAR_APART;
  }

  /**
   * Draws a curve.
   *
   * @param title what the run is called
   * @param system by which throughput has its colour
   * @throws PictureException if this machine has no fonts
   */
  public static Picture of(String title, String system, LoadCurve curve) throws PictureException {
    Fonts.require();
    String words = PlainText.of(title) + ", by " + curve.load().words();
    return Picture.of(words, new LoadPicture(curve).chart(words, SeriesStyle.colour(system)));
  }

  private JFreeChart chart(String title, Color colour) {
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(loads());
    all.setGap(10);
    all.add(throughput(colour));
    all.add(times());
    JFreeChart chart = Chart.titled(title, all);
    chart.addSubtitle(Chart.legend(all, RectangleEdge.TOP));
    return chart;
  }

  private ValueAxis loads() {
    ValueAxis axis;
    if (wide) {
      axis = new DecadeAxis(curve.load().words() + " (log scale)");
      axis.setRange(least / BEYOND, most * BEYOND);
    } else {
      axis = plainAxis(curve.load().words());
      axis.setRange(0, most * BEYOND);
    }
    Chart.style(axis);
    return axis;
  }

  private static NumberAxis plainAxis(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setNumberFormatOverride(
        new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    return axis;
  }

  private XYPlot throughput(Color colour) {
    XYSeriesCollection lines = new XYSeriesCollection();
    XYLineAndShapeRenderer look = new XYLineAndShapeRenderer(true, true);
    boolean offered = curve.load() == Load.OFFERED_RATE;
    add(
        lines,
        look,
        offered ? "achieved" : "throughput",
        colour,
        point -> OptionalDouble.of(point.perSecond()));
    if (offered) {
      look.setSeriesPaint(lines.getSeriesCount(), SeriesStyle.INK);
      look.setSeriesStroke(lines.getSeriesCount(), DASHED);
      look.setSeriesShapesVisible(lines.getSeriesCount(), false);
      lines.addSeries(equal());
    }
    NumberAxis height = plainAxis("per second");
    height.setAutoRangeIncludesZero(true);
    return plot(lines, look, height, true);
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

  private XYPlot times() {
    XYSeriesCollection lines = new XYSeriesCollection();
    XYLineAndShapeRenderer look = new XYLineAndShapeRenderer(true, true);
    for (Metric each : LoadCurve.TIMES) {
      SystemColour colour = SystemColours.all().get(lines.getSeriesCount());
      add(
          lines,
          look,
          each.words(),
          Color.decode(colour.light()),
          point -> {
            OptionalDouble nanos = each.of(point);
            return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / MILLI) : nanos;
          });
    }
    return plot(lines, look, new DecadeAxis("ms (log scale)"), false);
  }

  private void add(
      XYSeriesCollection lines,
      XYLineAndShapeRenderer look,
      String name,
      Color colour,
      Function<Point, OptionalDouble> figure) {
    int index = lines.getSeriesCount();
    XYSeries series = new XYSeries(name, false, true);
    for (Point point : curve.points()) {
      figure.apply(point).ifPresent(value -> series.add(point.load(), value));
    }
    look.setSeriesPaint(index, colour);
    look.setSeriesStroke(index, SeriesStyle.stroke(index));
    look.setSeriesShape(index, SeriesStyle.marker(index));
    lines.addSeries(series);
  }

  private XYPlot plot(
      XYSeriesCollection lines, XYLineAndShapeRenderer look, ValueAxis height, boolean named) {
    look.setDrawSeriesLineAsPath(true);
    Chart.style(height);
    XYPlot plot = new XYPlot(lines, null, height, look);
    Chart.style(plot);
    for (Mark mark : curve.marks()) {
      ValueMarker line = new ValueMarker(mark.load(), SeriesStyle.INK, DASHED);
      if (named) {
        boolean left = mark.name().equals("low");
        line.setLabel(mark.name());
        line.setLabelFont(Fonts.plain(11));
        line.setLabelAnchor(left ? RectangleAnchor.TOP_LEFT : RectangleAnchor.TOP_RIGHT);
        line.setLabelTextAnchor(left ? TextAnchor.TOP_RIGHT : TextAnchor.TOP_LEFT);
      }
      plot.addDomainMarker(line);
    }
    return plot;
  }
}
