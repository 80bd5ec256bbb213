package io.kvbench.reports.html;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.figure.Unit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * A figure as horizontal bars in panels with one scale, which begins at 0. It needs no script, and
 * widths are per cents, so that letters stay as large on a phone.
 *
 * @param note what has to be known to read it; empty for nothing
 */
record Bars(String title, String note, Unit unit, List<Panel> panels) {
  private static final int ROW = 36;
  private static final int TEXT = 14;
  private static final int BAR = 20;
  private static final int BAR_HEIGHT = 10;

  /**
   * Bars beside each other.
   *
   * @param title empty for the only one
   */
  record Panel(String title, List<Bar> bars) {}

  /**
   * One bar.
   *
   * @param style the class of its colour in the style sheet
   * @param value empty where it is not known
   * @param limits ends of a line over it, ascending; empty for none
   * @param dots single values
   */
  record Bar(
      String label, String style, OptionalDouble value, List<Double> limits, List<Double> dots) {
    Bar {
      limits = List.copyOf(limits);
      dots = List.copyOf(dots);
    }

    private DoubleStream values() {
      return DoubleStream.concat(
          value.stream(),
          DoubleStream.concat(
              limits.stream().mapToDouble(Double::doubleValue),
              dots.stream().mapToDouble(Double::doubleValue)));
    }
  }

  /** Adds the figure, if any bar has a value. */
  void render(Markup page) {
    double most =
        panels.stream()
            .flatMap(panel -> panel.bars.stream())
            .flatMapToDouble(Bar::values)
            .max()
            .orElse(0);
    if (most <= 0) {
      return;
    }
    page.open("figure", "class", "bars");
    page.open("figcaption").element("h3", title);
    if (!note.isEmpty()) {
      page.element("p", note);
    }
    page.close();
    page.open("div", "class", "panels");
    panels.forEach(panel -> panel(page, panel, most));
    page.close().close();
  }

  private void panel(Markup page, Panel panel, double most) {
    page.open("div", "class", "panel");
    if (!panel.title.isEmpty()) {
      page.element("h4", panel.title);
    }
    String words =
        String.join(
            "; ", panel.bars.stream().map(bar -> bar.label + " " + text(bar.value)).toList());
    page.open(
        "svg",
        "width",
        "100%",
        "height",
        String.valueOf(panel.bars.size() * ROW),
        "role",
        "img",
        "aria-label",
        title + (panel.title.isEmpty() ? "" : ", " + panel.title) + ": " + words);
    int top = 0;
    for (Bar bar : panel.bars) {
      bar(page, bar, top, most);
      top += ROW;
    }
    page.close().close();
  }

  private String text(OptionalDouble value) {
    return CellText.plain(Cell.of(value, unit));
  }

  private void bar(Markup page, Bar bar, int top, double most) {
    String baseline = String.valueOf(top + TEXT);
    String middle = String.valueOf(top + BAR + BAR_HEIGHT / 2);
    page.element("text", bar.label, "x", "0", "y", baseline);
    page.element("text", text(bar.value), "x", "100%", "y", baseline, "text-anchor", "end");
    bar.value.ifPresent(
        value ->
            shape(
                page,
                "rect",
                "class",
                bar.style,
                "x",
                "0",
                "y",
                String.valueOf(top + BAR),
                "width",
                percent(value, most),
                "height",
                String.valueOf(BAR_HEIGHT)));
    if (!bar.limits.isEmpty()) {
      String from = percent(bar.limits.getFirst(), most);
      String to = percent(bar.limits.getLast(), most);
      shape(page, "line", "class", "range", "x1", from, "x2", to, "y1", middle, "y2", middle);
    }
    bar.dots.forEach(
        dot ->
            shape(
                page, "circle", "class", "run", "cx", percent(dot, most), "cy", middle, "r", "3"));
  }

  private static void shape(Markup page, String name, String... attributes) {
    page.open(name, attributes).close();
  }

  /** The longest bar leaves room for the half of a dot. */
  private static String percent(double value, double most) {
    return String.format(Locale.ROOT, "%.2f%%", value / most * 98);
  }
}
