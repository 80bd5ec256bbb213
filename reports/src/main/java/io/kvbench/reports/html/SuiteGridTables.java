package io.kvbench.reports.html;

import io.kvbench.reports.suite.CellFigures;
import io.kvbench.reports.suite.SuiteGrids;
import io.kvbench.reports.suite.SuiteGrids.Axis;
import io.kvbench.reports.suite.SuiteGrids.Grid;
import io.kvbench.reports.suite.SuiteGrids.Square;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.directory.ResultDirectory;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Heat maps as tables whose squares have a colour and their figure, so that colour is never needed.
 * A square opens the report of its run.
 */
final class SuiteGridTables {
  /** The style sheet has so many steps of each colour. */
  private static final int STEPS = 8;

  private final SuiteGrids grids;
  private final Markup page;

  SuiteGridTables(SuiteGrids grids, Markup page) {
    this.grids = grids;
    this.page = page;
  }

  /** Adds the grids, if anything in them is known. */
  void render() {
    if (grids.most() <= 0) {
      return;
    }
    DoubleUnaryOperator scale = grids.scale();
    figure(
        grids.figure().heading(),
        "A stronger colour is more, from %s to %s%s. A square is the median of its runs."
            .formatted(
                text(grids.least()),
                text(grids.most()),
                grids.isLogarithmic() ? ", on a logarithmic scale" : ""),
        grids.grids(),
        value -> "more-" + step(scale.applyAsDouble(value)),
        this::text);
    if (!grids.differences().isEmpty()) {
      DoubleUnaryOperator size = grids.scaleOfDifferences();
      figure(
          grids.figure().heading() + ", differences",
          "How much more (+) or less (-) the first named has than the second; more and less have"
              + " their own colours.",
          grids.differences(),
          value -> (value < 0 ? "less-" : "more-") + step(size.applyAsDouble(value)),
          CellText::change);
    }
  }

  private String text(double value) {
    return CellText.plain(Cell.of(value, CellFigures.unit(grids.figure())));
  }

  private static int step(double share) {
    return (int) Math.round(Math.clamp(share, 0, 1) * STEPS);
  }

  private void figure(
      String title,
      String note,
      List<Grid> all,
      DoubleFunction<String> style,
      DoubleFunction<String> form) {
    page.open("figure");
    page.open("figcaption").element("h3", title).element("p", note).close();
    page.open("div", "class", "grids");
    all.forEach(grid -> table(title, grid, style, form));
    page.close().close();
  }

  private void table(
      String title, Grid grid, DoubleFunction<String> style, DoubleFunction<String> form) {
    Axis across = grids.across();
    Axis down = grids.down();
    String name = grid.title().isEmpty() ? title : grid.title();
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
    page.open("table", "class", "grid").element("caption", grid.title());
    page.open("thead").open("tr");
    page.element("th", down.name() + " ↓ " + across.name() + " →", "scope", "col");
    across.values().forEach(value -> page.element("th", value, "scope", "col"));
    page.close().close().open("tbody");
    for (int row = 0; row < grid.rows().size(); row++) {
      page.open("tr").element("th", down.values().get(row), "scope", "row");
      grid.rows().get(row).forEach(square -> square(square, style, form));
      page.close();
    }
    page.close().close().close();
  }

  private void square(Square square, DoubleFunction<String> style, DoubleFunction<String> form) {
    if (square.value().isEmpty()) {
      page.element("td", CellText.ABSENT);
      return;
    }
    double value = square.value().getAsDouble();
    page.open("td", "class", style.apply(value));
    if (square.report().isPresent()) {
      page.within(
          "a", form.apply(value), "href", square.report().get() + "/" + ResultDirectory.REPORT);
    } else {
      page.text(form.apply(value));
    }
    page.close();
  }
}
