package io.kvbench.reports.html;

import io.kvbench.reports.html.Figures.Stroke;
import io.kvbench.reports.table.Quantities;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Charts over the load of probes, drawn in the page itself: they need no script. */
final class FindChart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 240;
  private static final int LEFT = 70;
  private static final int RIGHT = 60;
  private static final int TOP = 24;
  private static final int BOTTOM = 28;
  private static final int TICKS = 5;

  /** A vertical line with its name. */
  record Mark(String name, double at) {}

  /** Values in the order of the loads; NaN where there is none. */
  record Line(String name, Stroke stroke, List<Double> values) {}

  private final List<Double> loads;
  private final List<Mark> marks;
  private final Markup page;
  private final double most;

  /**
   * Takes what charts have in common.
   *
   * @param loads ascending, at least one
   */
  FindChart(List<Double> loads, List<Mark> marks, Markup page) {
    this.loads = loads;
    this.marks = marks;
    this.page = page;
    most = Math.max(loads.getLast(), marks.stream().mapToDouble(Mark::at).max().orElse(0));
  }

  /**
   * Adds a chart.
   *
   * @param diagonal whether to draw the values that equal the loads
   */
  void render(String title, boolean logarithmic, List<Line> lines, boolean diagonal) {
    double[] known =
        lines.stream()
            .flatMap(line -> line.values.stream())
            .mapToDouble(Double::doubleValue)
            .filter(value -> value > 0)
            .toArray();
    if (known.length == 0) {
      return;
    }
    double high = Arrays.stream(known).max().orElse(1);
    double low = logarithmic ? Arrays.stream(known).min().orElse(1) : 0;
    Scale scale = new Scale(low, Math.max(high, low * 1.1 + 1e-9), logarithmic);
    page.open("figure");
    page.open("figcaption").element("h3", title).close();
    page.open(
        "svg",
        "viewBox",
        "0 0 " + WIDTH + " " + HEIGHT,
        "role",
        "img",
        "aria-label",
        title,
        "font-size",
        "11",
        "fill",
        "currentColor");
    axes(scale);
    if (diagonal) {
      double end = Math.min(most, scale.high);
      line(x(0), scale.y(0), x(end), scale.y(end), "4 4");
    }
    marks.forEach(this::mark);
    lines.forEach(line -> values(line, scale));
    page.close().close();
  }

  private void axes(Scale scale) {
    for (int tick = 0; tick < TICKS; tick++) {
      double part = (double) tick / (TICKS - 1);
      double value = scale.value(part);
      double load = most * part;
      line(LEFT, scale.y(value), WIDTH - RIGHT, scale.y(value), "1 3");
      text(LEFT - 6, scale.y(value) + 4, "end", Quantities.rate(value));
      text(x(load), HEIGHT - 8, "middle", Quantities.rate(load));
    }
  }

  private void mark(Mark mark) {
    line(x(mark.at), TOP, x(mark.at), HEIGHT - BOTTOM, "6 2");
    boolean left = mark.name.equals("low");
    text(x(mark.at) + (left ? -3 : 3), TOP - 8, left ? "end" : "start", mark.name);
  }

  private void values(Line line, Scale scale) {
    StringBuilder points = new StringBuilder();
    String colour = line.stroke.light();
    double lastY = 0;
    for (int index = 0; index < loads.size(); index++) {
      double value = line.values.get(index);
      if (Double.isNaN(value) || (scale.logarithmic && value <= 0)) {
        continue;
      }
      lastY = scale.y(value);
      points.append(number(x(loads.get(index)))).append(',').append(number(lastY)).append(' ');
      page.element(
          "circle",
          "",
          "cx",
          number(x(loads.get(index))),
          "cy",
          number(lastY),
          "r",
          "3",
          "fill",
          colour);
    }
    page.element("polyline", "", "points", points.toString(), "fill", "none", "stroke", colour);
    text(WIDTH - RIGHT + 6, lastY + 4, "start", line.name);
  }

  private void line(double x1, double y1, double x2, double y2, String dashes) {
    page.element(
        "line",
        "",
        "x1",
        number(x1),
        "y1",
        number(y1),
        "x2",
        number(x2),
        "y2",
        number(y2),
        "stroke",
        "currentColor",
        "stroke-opacity",
        "0.5",
        "stroke-dasharray",
        dashes);
  }

  private void text(double x, double y, String anchor, String text) {
    page.element("text", text, "x", number(x), "y", number(y), "text-anchor", anchor);
  }

  private double x(double load) {
    return LEFT + (WIDTH - LEFT - RIGHT) * load / most;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** The vertical axis. */
  private record Scale(double low, double high, boolean logarithmic) {
    double y(double value) {
      double part =
          logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
      return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
    }

    double value(double part) {
      return logarithmic ? low * Math.pow(high / low, part) : low + part * (high - low);
    }
  }
}
