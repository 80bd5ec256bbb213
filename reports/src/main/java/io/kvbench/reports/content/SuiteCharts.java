package io.kvbench.reports.content;

import io.kvbench.reports.document.Chart.Bar;
import io.kvbench.reports.document.Chart.Bars;
import io.kvbench.reports.document.Chart.ColourGrid;
import io.kvbench.reports.document.Chart.Grids;
import io.kvbench.reports.document.Chart.Panel;
import io.kvbench.reports.document.Chart.Tile;
import io.kvbench.reports.suite.CellFigures;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.reports.suite.SuiteGrids;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * A figure of all combinations as heat maps, and as bars in small multiples: the systems and the
 * values of the last axis are the bars of a panel, each combination of the other axes is a panel. A
 * bar is the median of its runs; a dot is a run, and the line through the dots their range.
 */
public final class SuiteCharts {
  private final SuiteCells cells;
  private final Metric figure;
  private final List<String> ofRows;
  private final List<String> ofPanels;

  private SuiteCharts(SuiteCells cells, Metric figure) {
    this.cells = cells;
    this.figure = figure;
    List<String> others =
        cells.axes().stream().filter(axis -> !axis.equals(SuiteTitles.SYSTEM)).toList();
    ofPanels = others.isEmpty() ? List.of() : others.subList(0, others.size() - 1);
    ofRows = new ArrayList<>(cells.axes());
    ofRows.removeAll(ofPanels);
  }

  static Bars bars(SuiteCells cells, Metric figure) {
    return new SuiteCharts(cells, figure).bars();
  }

  /**
   * Returns the heat maps; empty where no two axes have three values or more.
   *
   * @param suite what the title begins with, unless it is empty
   */
  public static Optional<Grids> grids(String suite, SuiteCells cells, Metric figure) {
    return SuiteGrids.of(cells, figure)
        .filter(grids -> grids.most() > 0)
        .map(
            grids -> {
              DoubleUnaryOperator scale = grids.scale();
              DoubleFunction<String> text =
                  value -> CellText.plain(Cell.of(value, figure.unit().charted()));
              return chart(
                  figure.name().toLowerCase(Locale.ROOT),
                  title(suite, figure),
                  "A stronger colour is more, from %s to %s%s. %s Squares are medians of runs."
                      .formatted(
                          text.apply(grids.least()),
                          text.apply(grids.most()),
                          grids.isLogarithmic() ? ", on a logarithmic scale" : "",
                          direction(figure)),
                  grids,
                  grids.grids(),
                  scale,
                  text);
            });
  }

  /** Returns what the second of two has more or less than the first; empty where none are two. */
  public static Optional<Grids> differences(String suite, SuiteCells cells, Metric figure) {
    return SuiteGrids.of(cells, figure)
        .filter(grids -> grids.most() > 0 && !grids.differences().isEmpty())
        .map(
            grids -> {
              DoubleUnaryOperator size = grids.scaleOfDifferences();
              return chart(
                  figure.name().toLowerCase(Locale.ROOT) + "-differences",
                  title(suite, figure) + ", differences",
                  "How much more (+) or less (-) the first named has than the second; more and less"
                      + " have their own colours. "
                      + direction(figure),
                  grids,
                  grids.differences(),
                  value -> Math.copySign(size.applyAsDouble(value), value),
                  CellText::change);
            });
  }

  private static String direction(Metric figure) {
    return MainFigures.direction(figure.better() == Better.MORE);
  }

  private static String title(String suite, Metric figure) {
    return suite.isEmpty() ? figure.heading() : suite + ", " + figure.heading();
  }

  private static Grids chart(
      String id,
      String title,
      String note,
      SuiteGrids grids,
      List<SuiteGrids.Grid> shown,
      DoubleUnaryOperator strength,
      DoubleFunction<String> text) {
    return new Grids(
        id,
        title,
        note,
        grids.down().name() + " ↓ " + grids.across().name() + " →",
        grids.across().values(),
        grids.down().values(),
        shown.stream()
            .map(
                grid ->
                    new ColourGrid(
                        grid.title(),
                        grid.rows().stream()
                            .map(
                                row ->
                                    row.stream().map(each -> tile(each, strength, text)).toList())
                            .toList()))
            .toList());
  }

  private static Tile tile(
      SuiteGrids.Square square, DoubleUnaryOperator strength, DoubleFunction<String> text) {
    return square.value().isEmpty()
        ? new Tile(CellText.ABSENT, OptionalDouble.empty(), Optional.empty())
        : new Tile(
            text.apply(square.value().getAsDouble()),
            OptionalDouble.of(strength.applyAsDouble(square.value().getAsDouble())),
            square.report().map(path -> path + "/" + ResultDirectory.REPORT));
  }

  private Bars bars() {
    List<String> values = new ArrayList<>(ofRows);
    values.remove(SuiteTitles.SYSTEM);
    List<Panel> panels = new ArrayList<>();
    SuiteTitles.by(ofPanels, cells.combinations())
        .forEach(
            (title, combinations) ->
                // Combinations that differ in the system only are adjacent.
                panels.add(
                    new Panel(
                        title,
                        "",
                        SuiteTitles.by(values, combinations).values().stream()
                            .flatMap(List::stream)
                            .map(this::bar)
                            .toList())));
    return new Bars(
        "bars-" + figure.name().toLowerCase(Locale.ROOT),
        figure.heading(),
        "A bar is the median of the runs of a combination, a dot is one run."
            + (panels.size() > 1 ? " All panels have one scale." : "")
            + " "
            + direction(figure),
        true,
        panels);
  }

  private Bar bar(Combination combination) {
    String label = SuiteTitles.of(ofRows, combination.parameters());
    List<Double> values = combination.values(figure);
    OptionalDouble median = CellFigures.median(values);
    List<Double> runs = values.size() > 1 ? values : List.of();
    return new Bar(
        label.isEmpty() ? combination.system() : label,
        Strokes.system(combination.system()),
        median,
        CellText.plain(Cell.of(median, figure.unit().charted())),
        runs,
        runs);
  }
}
