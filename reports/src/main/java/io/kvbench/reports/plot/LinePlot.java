package io.kvbench.reports.plot;

import io.kvbench.reports.series.Plot;
import io.kvbench.reports.series.Plot.Line;
import io.kvbench.reports.series.Plot.Point;
import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** The lines of a plot, and the bands between the least and the most where it has them. */
final class LinePlot {
  private static final float BAND = 0.18f;

  private final Plot plot;
  private final YScale scale;

  private LinePlot(Plot plot, YScale scale) {
    this.plot = plot;
    this.scale = scale;
  }

  static XYPlot of(Plot plot, YScale scale) {
    return new LinePlot(plot, scale).draw();
  }

  private XYPlot draw() {
    ValueAxis height = scale.axis(plot);
    SeriesStyle.style(height);
    XYPlot lines = new XYPlot(lines(), null, height, markers());
    if (plot.high().isPresent()) {
      bands(lines);
    }
    lines.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
    SeriesStyle.style(lines);
    return lines;
  }

  private XYSeriesCollection lines() {
    XYSeriesCollection lines = new XYSeriesCollection();
    plot.lines().forEach(line -> lines.addSeries(series(line, lines.getSeriesCount())));
    // Above the others.
    plot.planned().forEach(line -> lines.addSeries(series(line, lines.getSeriesCount())));
    return lines;
  }

  /** Returns what to call the lines, which need not differ once they are cut. */
  private List<String> labels() {
    List<String> labels = new ArrayList<>();
    plot.lines().forEach(line -> labels.add(SeriesStyle.label(line.label())));
    for (Line line : plot.planned()) {
      String of = plot.planned().size() == 1 ? "" : ", " + line.label();
      labels.add(SeriesStyle.label("offered" + of));
    }
    return labels;
  }

  private XYSeries series(Line line, int number) {
    XYSeries series = new XYSeries(number, false, true);
    for (Point point : line.points()) {
      if (point.startsAnew() && !series.isEmpty()) {
        series.add(point.x(), Double.NaN);
      }
      series.add(point.x(), scale.on(point.y()));
    }
    return series;
  }

  private XYLineAndShapeRenderer markers() {
    Markers markers = new Markers(plot.lines().size());
    markers.setLegendLine(new Line2D.Double(-18, 0, 18, 0));
    List<String> labels = labels();
    markers.setLegendItemLabelGenerator((dataset, series) -> labels.get(series));
    for (int line = 0; line < plot.lines().size(); line++) {
      markers.setSeriesPaint(line, SeriesStyle.colour(plot.lines().get(line).system()));
      markers.setSeriesStroke(line, SeriesStyle.stroke(plot.lines().get(line).place()));
      markers.setSeriesShape(line, SeriesStyle.marker(plot.lines().get(line).place()));
    }
    for (int line = 0; line < plot.planned().size(); line++) {
      int series = plot.lines().size() + line;
      markers.setSeriesPaint(
          series,
          plot.planned().size() == 1
              ? SeriesStyle.INK
              : SeriesStyle.colour(plot.planned().get(line).system()));
      markers.setSeriesStroke(series, SeriesStyle.planned());
      markers.setSeriesShapesVisible(series, false);
    }
    return markers;
  }

  private void bands(XYPlot lines) {
    YIntervalSeriesCollection bands = new YIntervalSeriesCollection();
    DeviationRenderer renderer = new DeviationRenderer(false, false);
    renderer.setAlpha(BAND);
    renderer.setDefaultSeriesVisibleInLegend(false);
    for (Line line : plot.lines()) {
      YIntervalSeries band = null;
      for (Point point : line.points()) {
        if (point.low().isEmpty() || point.high().isEmpty()) {
          band = null;
          continue;
        }
        if (band == null) {
          band = new YIntervalSeries(bands.getSeriesCount());
          renderer.setSeriesFillPaint(bands.getSeriesCount(), SeriesStyle.colour(line.system()));
          bands.addSeries(band);
        }
        band.add(point.x(), scale.on(point.y()), scale.on(point.low()), scale.on(point.high()));
      }
    }
    lines.setDataset(1, bands);
    lines.setRenderer(1, renderer);
    edges(lines);
  }

  /** Adds thin lines, which separate overlapping bands. */
  private void edges(XYPlot lines) {
    XYSeriesCollection edges = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    renderer.setDefaultSeriesVisibleInLegend(false);
    for (Line line : plot.lines()) {
      XYSeries low = new XYSeries(edges.getSeriesCount(), false, true);
      XYSeries high = new XYSeries(edges.getSeriesCount() + 1, false, true);
      line.points().forEach(point -> low.add(point.x(), scale.on(point.low())));
      line.points().forEach(point -> high.add(point.x(), scale.on(point.high())));
      for (XYSeries edge : List.of(low, high)) {
        renderer.setSeriesPaint(edges.getSeriesCount(), SeriesStyle.colour(line.system()));
        renderer.setSeriesStroke(edges.getSeriesCount(), SeriesStyle.thin(line.place()));
        edges.addSeries(edge);
      }
    }
    lines.setDataset(2, edges);
    lines.setRenderer(2, renderer);
  }

  /** A renderer of lines that break at missing values, with a marker at intervals. */
  private static final class Markers extends XYLineAndShapeRenderer {
    private static final long serialVersionUID = 1L;

    /** The number of markers on a line, few enough to differ from dots. */
    private static final int ON_A_LINE = 12;

    /** Lines after these have none. */
    private final int marked;

    Markers(int marked) {
      super(true, true);
      this.marked = marked;
      setDrawSeriesLineAsPath(true);
    }

    /** A point between two gaps would not be seen without one. */
    @Override
    public boolean getItemShapeVisible(int series, int item) {
      if (series >= marked) {
        return false;
      }
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
}
