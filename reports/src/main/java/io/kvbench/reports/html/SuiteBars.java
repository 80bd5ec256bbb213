package io.kvbench.reports.html;

import io.kvbench.reports.suite.Spread;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.reports.suite.SuiteFigure;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One figure of all combinations as bars, in small multiples with one scale: the systems and the
 * values of the last axis are the bars of a panel, each combination of the other axes is a panel. A
 * bar is the median of its runs; a dot is a run, and the line through the dots their range. Widths
 * are per cents, so that letters stay as large on a phone.
 */
final class SuiteBars {
  private static final int ROW = 36;
  private static final int TEXT = 14;
  private static final int BAR = 20;
  private static final int BAR_HEIGHT = 10;

  private final SuiteCells cells;
  private final SuiteColours colours;
  private final SuiteFigure figure;
  private final Markup page;
  private final List<String> ofRows;
  private final List<String> ofPanels;
  private final double most;

  SuiteBars(SuiteCells cells, SuiteColours colours, SuiteFigure figure, Markup page) {
    this.cells = cells;
    this.colours = colours;
    this.figure = figure;
    this.page = page;
    List<String> others =
        cells.axes().stream().filter(axis -> !axis.equals(SuiteTitles.SYSTEM)).toList();
    ofPanels = others.isEmpty() ? List.of() : others.subList(0, others.size() - 1);
    ofRows = new ArrayList<>(cells.axes());
    ofRows.removeAll(ofPanels);
    most =
        cells.combinations().stream()
            .flatMap(each -> each.spread(figure).stream())
            .mapToDouble(Spread::max)
            .max()
            .orElse(0);
  }

  /** Adds the figure, if any run has it. */
  void render() {
    if (most <= 0) {
      return;
    }
    page.open("figure", "class", "bars");
    page.open("figcaption").element("h3", figure.title()).close();
    page.open("div", "class", "panels");
    panels().forEach(this::panel);
    page.close().close();
  }

  private Map<String, List<Combination>> panels() {
    Map<String, List<Combination>> panels = new LinkedHashMap<>();
    for (Combination each : cells.combinations()) {
      panels
          .computeIfAbsent(
              SuiteTitles.of(ofPanels, each.parameters()), unknown -> new ArrayList<>())
          .add(each);
    }
    return panels;
  }

  private void panel(String title, List<Combination> combinations) {
    page.open("div", "class", "panel");
    if (!title.isEmpty()) {
      page.element("h4", title);
    }
    page.open(
        "svg",
        "width",
        "100%",
        "height",
        String.valueOf(combinations.size() * ROW),
        "role",
        "img",
        "aria-label",
        figure.title() + (title.isEmpty() ? "" : ", " + title) + ": " + words(combinations));
    int row = 0;
    for (Combination each : sorted(combinations)) {
      bar(each, row * ROW);
      row++;
    }
    page.close().close();
  }

  /** Those that differ in the system only are beside each other. */
  private List<Combination> sorted(List<Combination> combinations) {
    List<String> values = new ArrayList<>(ofRows);
    values.remove(SuiteTitles.SYSTEM);
    Map<String, List<Combination>> byValue = new LinkedHashMap<>();
    for (Combination each : combinations) {
      byValue
          .computeIfAbsent(SuiteTitles.of(values, each.parameters()), unknown -> new ArrayList<>())
          .add(each);
    }
    return byValue.values().stream().flatMap(List::stream).toList();
  }

  private String words(List<Combination> combinations) {
    return String.join(
        "; ", combinations.stream().map(each -> label(each) + " " + median(each)).toList());
  }

  private String label(Combination combination) {
    String label = SuiteTitles.of(ofRows, combination.parameters());
    return label.isEmpty() ? combination.system() : label;
  }

  private String median(Combination combination) {
    return combination
        .spread(figure)
        .map(spread -> CellText.plain(Cell.of(spread.median(), figure.unit())))
        .orElse(CellText.ABSENT);
  }

  private void bar(Combination combination, int top) {
    page.element("text", label(combination), "x", "0", "y", String.valueOf(top + TEXT));
    page.element(
        "text",
        median(combination),
        "x",
        "100%",
        "y",
        String.valueOf(top + TEXT),
        "text-anchor",
        "end");
    Optional<Spread> spread = combination.spread(figure);
    if (spread.isEmpty()) {
      return;
    }
    shape(
        "rect",
        "class",
        colours.of(combination.system()),
        "x",
        "0",
        "y",
        String.valueOf(top + BAR),
        "width",
        percent(spread.get().median()),
        "height",
        String.valueOf(BAR_HEIGHT));
    if (spread.get().values().size() > 1) {
      range(spread.get(), String.valueOf(top + BAR + BAR_HEIGHT / 2));
    }
  }

  private void range(Spread spread, String middle) {
    shape(
        "line",
        "class",
        "range",
        "x1",
        percent(spread.min()),
        "x2",
        percent(spread.max()),
        "y1",
        middle,
        "y2",
        middle);
    spread
        .values()
        .forEach(
            value -> shape("circle", "class", "run", "cx", percent(value), "cy", middle, "r", "3"));
  }

  private void shape(String name, String... attributes) {
    page.open(name, attributes).close();
  }

  /** The longest bar leaves room for the half of a dot. */
  private String percent(double value) {
    return String.format(Locale.ROOT, "%.2f%%", value / most * 98);
  }
}
