package io.kvbench.reports.plot;

import io.kvbench.core.binding.SystemColour;
import io.kvbench.reports.suite.CellFigures;
import io.kvbench.reports.suite.SuiteGrids;
import io.kvbench.reports.suite.SuiteGrids.Grid;
import io.kvbench.reports.suite.SuiteGrids.Square;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** Heat maps in small multiples; each square has its figure, too. */
public final class GridPicture {
  private static final int MARGIN = 16;
  private static final int TITLE = 34;
  private static final int ROW = 24;
  private static final int GAP = 28;
  private static final int MOST_BESIDE = 3;
  private static final double FAINTEST = 0.05;
  private static final double STRONGEST = 0.65;

  private static final Color MORE = Color.decode(SystemColour.BLUE.light());
  private static final Color LESS = Color.decode(SystemColour.VERMILION.light());

  private final SuiteGrids grids;
  private final String title;
  private final List<Grid> all;
  private final DoubleFunction<String> form;
  private final DoubleFunction<Color> colour;
  private final Font font = Fonts.plain(11);
  private final int labels;
  private final int column;

  private GridPicture(
      SuiteGrids grids,
      String title,
      List<Grid> all,
      DoubleFunction<String> form,
      DoubleFunction<Color> colour) {
    this.grids = grids;
    this.title = PlainText.of(title);
    this.all = all;
    this.form = form;
    this.colour = colour;
    labels = widest(Stream.concat(grids.down().values().stream(), Stream.of(corner()))) + 8;
    column =
        12
            + widest(
                Stream.concat(
                    grids.across().values().stream(),
                    all.stream().flatMap(grid -> grid.values().stream()).map(form::apply)));
  }

  /**
   * Draws the figures.
   *
   * @param title what the suite is called
   * @return empty where nothing is known
   * @throws PictureException if this machine has no fonts
   */
  public static Optional<Picture> of(String title, SuiteGrids grids) throws PictureException {
    List<Double> values = grids.grids().stream().flatMap(grid -> grid.values().stream()).toList();
    if (values.isEmpty()) {
      return Optional.empty();
    }
    Fonts.require();
    DoubleUnaryOperator scale = grids.scale();
    return Optional.of(
        new GridPicture(
                grids,
                title + ", " + grids.figure().heading(),
                grids.grids(),
                value -> CellText.plain(Cell.of(value, CellFigures.unit(grids.figure()))),
                value -> tint(MORE, scale.applyAsDouble(value)))
            .picture());
  }

  /**
   * Draws the differences.
   *
   * @return empty where there are none
   * @throws PictureException if this machine has no fonts
   */
  public static Optional<Picture> ofDifferences(String title, SuiteGrids grids)
      throws PictureException {
    if (grids.differences().isEmpty()) {
      return Optional.empty();
    }
    Fonts.require();
    DoubleUnaryOperator scale = grids.scaleOfDifferences();
    return Optional.of(
        new GridPicture(
                grids,
                title + ", " + grids.figure().heading() + ", differences",
                grids.differences(),
                CellText::change,
                value -> tint(value < 0 ? LESS : MORE, scale.applyAsDouble(value)))
            .picture());
  }

  private static Color tint(Color colour, double share) {
    return Paper.tint(colour, FAINTEST + (STRONGEST - FAINTEST) * share);
  }

  private String corner() {
    return grids.down().name() + " ↓ " + grids.across().name() + " →";
  }

  private int widest(Stream<String> texts) {
    return texts.mapToInt(text -> Paper.width(text, font)).max().orElse(0);
  }

  private Picture picture() {
    int beside = Math.min(MOST_BESIDE, all.size());
    int below = Math.ceilDiv(all.size(), beside);
    int gridWidth =
        Math.max(
            labels + column * grids.across().values().size(),
            all.stream()
                .mapToInt(grid -> Paper.width(grid.title(), Fonts.bold(12)))
                .max()
                .orElse(0));
    int gridHeight = ROW * (grids.down().values().size() + 2);
    int width =
        Math.max(
            2 * MARGIN + beside * gridWidth + (beside - 1) * GAP,
            2 * MARGIN + Paper.width(title, Fonts.bold(16)));
    int height = 2 * MARGIN + TITLE + below * gridHeight + (below - 1) * GAP;
    return Picture.of(
        title,
        width,
        height,
        graphics -> {
          Paper paper = new Paper(graphics);
          paper.left(title, Fonts.bold(16), MARGIN, MARGIN + 16);
          for (int index = 0; index < all.size(); index++) {
            int x = MARGIN + index % beside * (gridWidth + GAP);
            int y = MARGIN + TITLE + index / beside * (gridHeight + GAP);
            grid(paper, all.get(index), x, y);
          }
        });
  }

  private void grid(Paper paper, Grid grid, int x, int y) {
    paper.left(grid.title(), Fonts.bold(12), x, y + 16);
    paper.left(corner(), font, x, y + ROW + 16);
    for (int at = 0; at < grids.across().values().size(); at++) {
      double middle = x + labels + column * (at + 0.5);
      paper.centred(grids.across().values().get(at), font, middle, y + ROW + 16);
    }
    for (int row = 0; row < grid.rows().size(); row++) {
      int top = y + ROW * (row + 2);
      paper.right(grids.down().values().get(row), font, x + labels - 8, top + 16);
      for (int at = 0; at < grid.rows().get(row).size(); at++) {
        square(paper, grid.rows().get(row).get(at), x + labels + column * at, top);
      }
    }
  }

  private void square(Paper paper, Square square, int x, int y) {
    double middle = x + column / 2.0;
    if (square.value().isEmpty()) {
      paper.centred(CellText.ABSENT, font, middle, y + 16);
      return;
    }
    double value = square.value().getAsDouble();
    paper.fill(colour.apply(value), x, y, column - 1, ROW - 1);
    paper.centred(form.apply(value), font, middle, y + 16);
  }
}
