package io.kvbench.reports.plot;

import io.kvbench.reports.series.Event;
import io.kvbench.reports.series.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** The strip of events below a plot, on the same axis, with one row for each run. */
final class EventStrip {
  private final Plot plot;
  private final List<Integer> lines;

  EventStrip(Plot plot) {
    this.plot = plot;
    this.lines =
        IntStream.range(0, plot.lines().size())
            .filter(line -> !plot.events().get(line).isEmpty())
            .boxed()
            .toList();
  }

  int rows() {
    return lines.size();
  }

  XYPlot draw() {
    XYSeriesCollection signs = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
    for (int row = 0; row < lines.size(); row++) {
      for (Event.Kind kind : Event.Kind.values()) {
        XYSeries series = new XYSeries(signs.getSeriesCount(), false, true);
        for (Event event : plot.events().get(lines.get(row))) {
          if (event.kind() == kind) {
            series.add(event.second(), row);
          }
        }
        renderer.setSeriesPaint(
            signs.getSeriesCount(), SeriesStyle.colour(plot.lines().get(lines.get(row)).system()));
        renderer.setSeriesShape(signs.getSeriesCount(), SeriesStyle.sign(kind));
        signs.addSeries(series);
      }
    }
    XYPlot strip = new XYPlot(signs, null, rowsAxis(), renderer);
    strip.setBackgroundPaint(SeriesStyle.STRIP);
    strip.setDomainGridlinePaint(SeriesStyle.FAINT);
    strip.setRangeGridlinesVisible(false);
    strip.setOutlinePaint(SeriesStyle.FAINT);
    return strip;
  }

  private SymbolAxis rowsAxis() {
    String[] labels =
        lines.stream()
            .map(line -> SeriesStyle.label(plot.lines().get(line).label()))
            .toArray(String[]::new);
    SymbolAxis axis = new SymbolAxis(null, labels);
    axis.setInverted(true);
    axis.setRange(-0.6, labels.length - 0.4);
    axis.setGridBandsVisible(false);
    axis.setTickLabelFont(Fonts.plain(10));
    axis.setTickLabelPaint(SeriesStyle.INK);
    axis.setTickMarksVisible(false);
    return axis;
  }

  LegendItemCollection legend() {
    LegendItemCollection legend = new LegendItemCollection();
    List<Event> all = new ArrayList<>();
    lines.forEach(line -> all.addAll(plot.events().get(line)));
    for (Event.Kind kind : new TreeSet<>(all.stream().map(Event::kind).toList())) {
      legend.add(
          new LegendItem(kind.title(), null, null, null, SeriesStyle.sign(kind), SeriesStyle.INK));
    }
    return legend;
  }
}
