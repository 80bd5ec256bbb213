package io.kvbench.reports.plot;

import io.kvbench.reports.compare.Estimates;
import io.kvbench.reports.compare.Estimates.Estimate;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.util.List;
import java.util.stream.DoubleStream;

/** The main figures of a comparison as bars with their confidence intervals. */
public final class BarsPicture {
  private static final int MARGIN = 16;
  private static final int TITLE = 40;
  private static final int PANEL = 448;
  private static final int GAP = 32;
  private static final int HEAD = 26;
  private static final int ROW = 38;
  private static final int BAR = 12;
  private static final int BESIDE = 2;
  private static final double DOT = 3;

  private final String title;
  private final List<Estimates> figures;
  private final List<String> labels;
  private final List<String> systems;

  private BarsPicture(
      String title, List<Estimates> figures, List<String> labels, List<String> systems) {
    this.title = PlainText.of(title);
    this.figures = figures;
    this.labels = labels;
    this.systems = systems;
  }

  /**
   * Draws figures, at least one.
   *
   * @param labels of the groups of the comparison
   * @param systems of the groups, by which bars have their colours
   * @throws PictureException if this machine has no fonts
   */
  public static Picture of(
      String title, List<Estimates> figures, List<String> labels, List<String> systems)
      throws PictureException {
    Fonts.require();
    return new BarsPicture(title, figures, labels, systems).picture();
  }

  private Picture picture() {
    int beside = Math.min(BESIDE, figures.size());
    int below = Math.ceilDiv(figures.size(), beside);
    int panelHeight = HEAD + ROW * labels.size();
    int width =
        2 * MARGIN
            + Math.max(beside * PANEL + (beside - 1) * GAP, Paper.width(title, Fonts.bold(16)));
    int height = 2 * MARGIN + TITLE + below * panelHeight + (below - 1) * GAP;
    return Picture.of(
        title,
        width,
        height,
        graphics -> {
          Paper paper = new Paper(graphics);
          paper.left(title, Fonts.bold(16), MARGIN, MARGIN + 16);
          for (int index = 0; index < figures.size(); index++) {
            int x = MARGIN + index % beside * (PANEL + GAP);
            int y = MARGIN + TITLE + index / beside * (panelHeight + GAP);
            panel(paper, figures.get(index), x, y);
          }
        });
  }

  private void panel(Paper paper, Estimates figure, int x, int y) {
    paper.left(figure.title(), Fonts.bold(13), x, y + 13);
    double most = figure.groups().stream().flatMapToDouble(BarsPicture::values).max().orElse(1);
    for (int group = 0; group < labels.size(); group++) {
      bar(paper, figure, group, x, y + HEAD + ROW * group, PANEL / Math.max(most, 1e-9) * 0.98);
    }
  }

  private static DoubleStream values(Estimate estimate) {
    return DoubleStream.concat(
        DoubleStream.concat(
            estimate.value().stream(), estimate.runs().stream().mapToDouble(Double::doubleValue)),
        estimate.range().stream().mapToDouble(Estimates.Range::high));
  }

  private void bar(Paper paper, Estimates figure, int group, int x, int y, double scale) {
    Estimate estimate = figure.groups().get(group);
    paper.left(Chart.label(labels.get(group)), Fonts.plain(12), x, y + 12);
    String text = CellText.plain(Cell.of(estimate.value(), figure.unit()));
    paper.right(text, Fonts.plain(12), x + PANEL, y + 12);
    if (estimate.value().isEmpty()) {
      return;
    }
    int top = y + 17;
    double middle = top + BAR / 2.0;
    paper.fill(
        SeriesStyle.colour(systems.get(group)),
        x,
        top,
        estimate.value().getAsDouble() * scale,
        BAR);
    paper.graphics().setColor(SeriesStyle.INK);
    paper.graphics().setStroke(new BasicStroke(1.5f));
    estimate
        .range()
        .ifPresent(
            range -> {
              double low = x + range.low() * scale;
              double high = x + range.high() * scale;
              paper.graphics().draw(new Line2D.Double(low, middle, high, middle));
              paper.graphics().draw(new Line2D.Double(low, top, low, top + BAR));
              paper.graphics().draw(new Line2D.Double(high, top, high, top + BAR));
            });
    if (estimate.runs().size() > 1) {
      estimate.runs().forEach(run -> dot(paper, x + run * scale, middle));
    }
  }

  private static void dot(Paper paper, double x, double y) {
    Ellipse2D dot = new Ellipse2D.Double(x - DOT, y - DOT, 2 * DOT, 2 * DOT);
    paper.graphics().setColor(SeriesStyle.PAPER);
    paper.graphics().fill(dot);
    paper.graphics().setColor(SeriesStyle.INK);
    paper.graphics().draw(dot);
  }
}
