package io.kvbench.reports.plot;

import io.kvbench.core.binding.SystemColour;
import io.kvbench.reports.document.Chart.ColourGrid;
import io.kvbench.reports.document.Chart.Grids;
import io.kvbench.reports.document.Chart.Tile;
import io.kvbench.reports.text.PlainText;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.stream.Stream;

/** A picture of heat maps in small multiples; each square also shows its figure. */
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

  private final Grids grids;
  private final String title;
  private final List<ColourGrid> all;
  private final Font font = Fonts.plain(11);
  private final int labels;
  private final int column;

  private GridPicture(Grids grids) {
    this.grids = grids;
    this.title = PlainText.of(grids.title());
    this.all = grids.grids();
    labels = widest(Stream.concat(grids.rows().stream(), Stream.of(grids.corner()))) + 8;
    column =
        12
            + widest(
                Stream.concat(
                    grids.columns().stream(),
                    all.stream()
                        .flatMap(grid -> grid.rows().stream())
                        .flatMap(List::stream)
                        .map(Tile::text)));
  }

  public static Picture of(Grids grids) throws PictureException {
    Fonts.require();
    return new GridPicture(grids).picture();
  }

  private static Color tint(double strength) {
    boolean isLess = Double.doubleToRawLongBits(strength) < 0;
    return PlotCanvas.tint(
        isLess ? LESS : MORE, FAINTEST + (STRONGEST - FAINTEST) * Math.abs(strength));
  }

  private int widest(Stream<String> texts) {
    return texts.mapToInt(text -> PlotCanvas.width(text, font)).max().orElse(0);
  }

  private Picture picture() {
    int beside = Math.min(MOST_BESIDE, all.size());
    int below = Math.ceilDiv(all.size(), beside);
    int gridWidth =
        Math.max(
            labels + column * grids.columns().size(),
            all.stream()
                .mapToInt(grid -> PlotCanvas.width(grid.title(), Fonts.bold(12)))
                .max()
                .orElse(0));
    int gridHeight = ROW * (grids.rows().size() + 2);
    int width =
        Math.max(
            2 * MARGIN + beside * gridWidth + (beside - 1) * GAP,
            2 * MARGIN + PlotCanvas.width(title, Fonts.bold(16)));
    int height = 2 * MARGIN + TITLE + below * gridHeight + (below - 1) * GAP;
    return Picture.of(
        title,
        width,
        height,
        graphics -> {
          PlotCanvas paper = new PlotCanvas(graphics);
          paper.left(title, Fonts.bold(16), MARGIN, MARGIN + 16);
          for (int index = 0; index < all.size(); index++) {
            int x = MARGIN + index % beside * (gridWidth + GAP);
            int y = MARGIN + TITLE + index / beside * (gridHeight + GAP);
            grid(paper, all.get(index), x, y);
          }
        });
  }

  private void grid(PlotCanvas paper, ColourGrid grid, int x, int y) {
    paper.left(grid.title(), Fonts.bold(12), x, y + 16);
    paper.left(grids.corner(), font, x, y + ROW + 16);
    for (int at = 0; at < grids.columns().size(); at++) {
      double middle = x + labels + column * (at + 0.5);
      paper.centred(grids.columns().get(at), font, middle, y + ROW + 16);
    }
    for (int row = 0; row < grid.rows().size(); row++) {
      int top = y + ROW * (row + 2);
      paper.right(grids.rows().get(row), font, x + labels - 8, top + 16);
      for (int at = 0; at < grid.rows().get(row).size(); at++) {
        square(paper, grid.rows().get(row).get(at), x + labels + column * at, top);
      }
    }
  }

  private void square(PlotCanvas paper, Tile tile, int x, int y) {
    tile.strength().ifPresent(strength -> paper.fill(tint(strength), x, y, column - 1, ROW - 1));
    paper.centred(tile.text(), font, x + column / 2.0, y + 16);
  }
}
