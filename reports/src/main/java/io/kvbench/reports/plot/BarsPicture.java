package io.kvbench.reports.plot;

import io.kvbench.reports.document.Chart.Bar;
import io.kvbench.reports.document.Chart.Bars;
import io.kvbench.reports.document.Chart.Panel;
import io.kvbench.reports.text.PlainText;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.util.List;

/** A picture of bars in panels, with the notes needed to read them. */
public final class BarsPicture {
  private static final int MARGIN = 16;
  private static final int TITLE = 26;
  private static final int LINE = 16;
  private static final int PANEL = 448;
  private static final int GAP = 32;
  private static final int HEAD = 42;
  private static final int ROW = 38;
  private static final int BAR = 12;
  private static final int LETTERS_BESIDE = 74;
  private static final double DOT = 3;

  private final Bars chart;
  private final List<String> note;

  private BarsPicture(Bars chart) {
    this.chart = chart;
    this.note =
        chart.note().isEmpty()
            ? List.of()
            : PlainText.wrap(PlainText.of(chart.note()), LETTERS_BESIDE * chart.beside());
  }

  public static Picture of(Bars chart) throws PictureException {
    Fonts.require();
    return new BarsPicture(chart).picture();
  }

  private Picture picture() {
    String title = PlainText.of(chart.title());
    int beside = chart.beside();
    int below = Math.ceilDiv(chart.panels().size(), beside);
    int rows = chart.panels().stream().mapToInt(panel -> panel.bars().size()).max().orElse(0);
    int panelHeight = HEAD + ROW * rows;
    int top = MARGIN + TITLE + LINE * note.size() + MARGIN;
    int width =
        2 * MARGIN
            + Math.max(
                beside * PANEL + (beside - 1) * GAP, PlotCanvas.width(title, Fonts.bold(16)));
    int height = top + below * panelHeight + (below - 1) * GAP + MARGIN;
    return Picture.of(
        title,
        width,
        height,
        graphics -> {
          PlotCanvas paper = new PlotCanvas(graphics);
          paper.left(title, Fonts.bold(16), MARGIN, MARGIN + 16);
          for (int line = 0; line < note.size(); line++) {
            paper.left(note.get(line), Fonts.plain(11), MARGIN, MARGIN + TITLE + LINE * line + 12);
          }
          for (int index = 0; index < chart.panels().size(); index++) {
            int x = MARGIN + index % beside * (PANEL + GAP);
            int y = top + index / beside * (panelHeight + GAP);
            panel(paper, chart.panels().get(index), x, y);
          }
        });
  }

  private void panel(PlotCanvas paper, Panel panel, int x, int y) {
    paper.left(panel.title(), Fonts.bold(13), x, y + 13);
    paper.left(panel.note(), Fonts.plain(11), x, y + 29);
    double scale = PANEL / Math.max(chart.most(panel), 1e-9) * 0.98;
    int top = y + HEAD;
    for (Bar bar : panel.bars()) {
      bar(paper, bar, x, top, scale);
      top += ROW;
    }
  }

  private static void bar(PlotCanvas paper, Bar bar, int x, int y, double scale) {
    paper.left(SeriesStyle.label(bar.label()), Fonts.plain(12), x, y + 12);
    paper.right(bar.text(), Fonts.plain(12), x + PANEL, y + 12);
    if (bar.value().isEmpty()) {
      return;
    }
    int top = y + 17;
    double middle = top + BAR / 2.0;
    Color colour = Color.decode(bar.stroke().light());
    paper.fill(colour, x, top, bar.value().getAsDouble() * scale, BAR);
    paper.graphics().setColor(SeriesStyle.INK);
    paper.graphics().setStroke(new BasicStroke(1.5f));
    if (!bar.limits().isEmpty()) {
      double low = x + bar.limits().getFirst() * scale;
      double high = x + bar.limits().getLast() * scale;
      paper.graphics().draw(new Line2D.Double(low, middle, high, middle));
      paper.graphics().draw(new Line2D.Double(low, top, low, top + BAR));
      paper.graphics().draw(new Line2D.Double(high, top, high, top + BAR));
    }
    if (bar.dots().size() > 1) {
      bar.dots().forEach(dot -> dot(paper, x + dot * scale, middle));
    }
  }

  private static void dot(PlotCanvas paper, double x, double y) {
    Ellipse2D dot = new Ellipse2D.Double(x - DOT, y - DOT, 2 * DOT, 2 * DOT);
    paper.graphics().setColor(SeriesStyle.PAPER);
    paper.graphics().fill(dot);
    paper.graphics().setColor(SeriesStyle.INK);
    paper.graphics().draw(dot);
  }
}
