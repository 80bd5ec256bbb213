package io.kvbench.reports.html;

import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Bar;
import io.kvbench.reports.document.Chart.Bars;
import io.kvbench.reports.document.Chart.Bin;
import io.kvbench.reports.document.Chart.ColourGrid;
import io.kvbench.reports.document.Chart.Distribution;
import io.kvbench.reports.document.Chart.Grids;
import io.kvbench.reports.document.Chart.Panel;
import io.kvbench.reports.document.Chart.Tile;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Stroke;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import java.util.List;
import java.util.Locale;

/**
 * Charts without scripts: bars as SVG with widths in percent, so that text keeps its size on a
 * phone; grids and histograms as tables. Colours are classes of a style sheet, since the pages'
 * content security policy forbids inline styles.
 */
final class StaticCharts {
  /** The style sheet has so many steps of each colour. */
  private static final int STEPS = 8;

  private static final int ROW = 36;
  private static final int TEXT = 14;
  private static final int BAR = 20;
  private static final int BAR_HEIGHT = 10;

  private static final List<Figure<Bin>> BINS =
      List.of(
          Figure.of("from", bin -> Cell.of(bin.fromMicros(), Unit.MICROS)),
          Figure.of("to", bin -> Cell.of(bin.toMicros(), Unit.MICROS)),
          Figure.of("operations", bin -> Cell.of(bin.count(), Unit.COUNT)),
          Figure.of("share", bin -> Cell.of(bin.share(), Unit.SHARE)),
          Figure.of("percentiles", bin -> new Cell.Words(bin.marks())));

  private final List<Stroke> strokes;

  StaticCharts(List<Chart> charts) {
    strokes =
        charts.stream()
            .filter(Bars.class::isInstance)
            .flatMap(chart -> ((Bars) chart).panels().stream())
            .flatMap(panel -> panel.bars().stream())
            .map(Bar::stroke)
            .distinct()
            .toList();
  }

  /** Returns the rules of the style sheet for the colours of bars. */
  String rules() {
    StringBuilder light = new StringBuilder();
    StringBuilder dark = new StringBuilder();
    for (Stroke stroke : strokes) {
      light.append(rule(stroke, stroke.light()));
      dark.append(rule(stroke, stroke.dark()));
    }
    return strokes.isEmpty()
        ? ""
        : light + "@media (prefers-color-scheme: dark) {\n" + dark + "}\n";
  }

  private String rule(Stroke stroke, String colour) {
    return "." + paint(stroke) + " { fill: " + colour + "; }\n";
  }

  private String paint(Stroke stroke) {
    return "paint-" + strokes.indexOf(stroke);
  }

  static void caption(Markup page, Chart chart) {
    page.open("figcaption").element("h3", chart.title());
    if (!chart.note().isEmpty()) {
      page.element("p", chart.note());
    }
    page.close();
  }

  void draw(Markup page, Chart chart) {
    switch (chart) {
      case Bars bars -> bars(page, bars);
      case Grids grids -> grids(page, grids);
      case Distribution distribution -> {
        page.open("details").element("summary", "Histogram: " + distribution.title());
        page.table(
            Tabulation.of(
                Sheet.of(distribution.title(), distribution.note(), BINS, distribution.bins())));
        page.close();
      }
      default -> throw new IllegalArgumentException(chart.id());
    }
  }

  private void bars(Markup page, Bars chart) {
    page.open("figure", "class", "bars", "id", "chart-" + chart.id());
    caption(page, chart);
    page.open("div", "class", "panels panels-" + chart.beside());
    chart.panels().forEach(panel -> panel(page, chart, panel));
    page.close().close();
  }

  private void panel(Markup page, Bars chart, Panel panel) {
    page.open("div", "class", "panel");
    if (!panel.title().isEmpty()) {
      page.element("h4", panel.title());
    }
    if (!panel.note().isEmpty()) {
      page.element("p", panel.note(), "class", "subject");
    }
    String words =
        String.join(
            "; ", panel.bars().stream().map(bar -> bar.label() + " " + bar.text()).toList());
    page.open(
        "svg",
        "width",
        "100%",
        "height",
        String.valueOf(panel.bars().size() * ROW),
        "role",
        "img",
        "aria-label",
        chart.title() + (panel.title().isEmpty() ? "" : ", " + panel.title()) + ": " + words);
    double most = chart.most(panel);
    int top = 0;
    for (Bar bar : panel.bars()) {
      bar(page, bar, top, most);
      top += ROW;
    }
    page.close().close();
  }

  private void bar(Markup page, Bar bar, int top, double most) {
    String baseline = String.valueOf(top + TEXT);
    String middle = String.valueOf(top + BAR + BAR_HEIGHT / 2);
    page.element("text", bar.label(), "x", "0", "y", baseline);
    page.element("text", bar.text(), "x", "100%", "y", baseline, "text-anchor", "end");
    if (most <= 0) {
      return;
    }
    bar.value()
        .ifPresent(
            value ->
                shape(
                    page,
                    "rect",
                    "class=%s x=0 y=%d width=%s height=%d"
                        .formatted(
                            paint(bar.stroke()), top + BAR, percent(value, most), BAR_HEIGHT)));
    if (!bar.limits().isEmpty()) {
      String from = percent(bar.limits().getFirst(), most);
      String to = percent(bar.limits().getLast(), most);
      shape(
          page, "line", "class=range x1=%s x2=%s y1=%s y2=%s".formatted(from, to, middle, middle));
    }
    for (double dot : bar.dots()) {
      shape(page, "circle", "class=run cx=%s cy=%s r=3".formatted(percent(dot, most), middle));
    }
  }

  private static void shape(Markup page, String name, String attributes) {
    page.open(name, attributes.split("[ =]")).close();
  }

  /** The longest bar leaves room for the half of a dot. */
  private static String percent(double value, double most) {
    return String.format(Locale.ROOT, "%.2f%%", value / most * 98);
  }

  private static void grids(Markup page, Grids chart) {
    page.open("figure", "id", "chart-" + chart.id());
    caption(page, chart);
    page.open("div", "class", "grids");
    chart.grids().forEach(grid -> grid(page, chart, grid));
    page.close().close();
  }

  private static void grid(Markup page, Grids chart, ColourGrid grid) {
    String name = grid.title().isEmpty() ? chart.title() : grid.title();
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
    page.open("table", "class", "grid").element("caption", grid.title());
    page.open("thead").open("tr");
    page.element("th", chart.corner(), "scope", "col");
    chart.columns().forEach(value -> page.element("th", value, "scope", "col"));
    page.close().close().open("tbody");
    for (int row = 0; row < grid.rows().size(); row++) {
      page.open("tr").element("th", chart.rows().get(row), "scope", "row");
      grid.rows().get(row).forEach(tile -> tile(page, tile));
      page.close();
    }
    page.close().close().close();
  }

  /** A square has its figure, so that colour is never needed. */
  private static void tile(Markup page, Tile tile) {
    if (tile.strength().isEmpty()) {
      page.element("td", tile.text());
      return;
    }
    double strength = tile.strength().getAsDouble();
    boolean isLess = Double.doubleToRawLongBits(strength) < 0;
    long step = Math.round(Math.min(1, Math.abs(strength)) * STEPS);
    page.open("td", "class", (isLess ? "less-" : "more-") + step);
    if (tile.link().isPresent()) {
      page.within("a", tile.text(), "href", tile.link().get());
    } else {
      page.text(tile.text());
    }
    page.close();
  }
}
