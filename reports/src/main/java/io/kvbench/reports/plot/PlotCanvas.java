package io.kvbench.reports.plot;

import io.kvbench.reports.text.PlainText;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.geom.Rectangle2D;

/** A drawing surface: text and shapes by their positions, from the left and the top. */
final class PlotCanvas {
  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);

  private final Graphics2D graphics;

  PlotCanvas(Graphics2D graphics) {
    this.graphics = graphics;
  }

  static int width(String text, Font font) {
    return (int) Math.ceil(font.getStringBounds(PlainText.of(text), CONTEXT).getWidth());
  }

  void left(String text, Font font, double x, double baseline) {
    graphics.setFont(font);
    graphics.setColor(SeriesStyle.INK);
    graphics.drawString(PlainText.of(text), (float) x, (float) baseline);
  }

  void right(String text, Font font, double x, double baseline) {
    left(text, font, x - width(text, font), baseline);
  }

  void centred(String text, Font font, double x, double baseline) {
    left(text, font, x - width(text, font) / 2.0, baseline);
  }

  void fill(Color colour, double x, double y, double width, double height) {
    graphics.setColor(colour);
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  Graphics2D graphics() {
    return graphics;
  }

  /** Returns a colour so far on its way from white, from 0 to 1. */
  static Color tint(Color colour, double share) {
    return new Color(
        mixed(colour.getRed(), share),
        mixed(colour.getGreen(), share),
        mixed(colour.getBlue(), share));
  }

  private static int mixed(int part, double share) {
    return (int) Math.round(255 + (part - 255) * Math.clamp(share, 0, 1));
  }
}
