package io.kvbench.reports.plot;

import io.kvbench.reports.colour.SystemColours;
import io.kvbench.reports.document.MarkShape;
import io.kvbench.reports.series.Event;
import io.kvbench.reports.text.PlainText;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * Colours, dashes, signs and labels: every line differs from the others by more than its colour.
 */
final class SeriesStyle {
  static final Color INK = new Color(0x26, 0x26, 0x26);
  static final Color FAINT = new Color(0xDD, 0xDD, 0xDD);
  static final Color STRIP = new Color(0xF7, 0xF7, 0xF7);
  static final Color PAPER = Color.WHITE;

  private static final float WIDTH = 1.8f;
  private static final float THIN = 0.7f;
  private static final float PLANNED = 1.3f;
  private static final List<float[]> DASHES =
      List.of(
          new float[] {},
          new float[] {9, 4},
          new float[] {2, 3},
          new float[] {11, 3, 2, 3},
          new float[] {5, 2},
          new float[] {14, 5});
  private static final double R = 4;

  private static final int LONGEST_LABEL = 40;

  /**
   * The end of a long label that is kept: labels of runs with the same system and workload differ
   * there.
   */
  private static final int END = 12;

  private SeriesStyle() {}

  static Color colour(String system) {
    return Color.decode(SystemColours.of(system).light());
  }

  /** Returns the stroke of a line by the place of its run. */
  static BasicStroke stroke(int line) {
    return stroke(line, WIDTH);
  }

  /** Returns the same for the edges of a band. */
  static BasicStroke thin(int line) {
    return stroke(line, THIN);
  }

  /** Returns the stroke of what was planned, which is seen on any line that is beneath it. */
  static BasicStroke planned() {
    return new BasicStroke(
        PLANNED, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {4, 5}, 0);
  }

  private static BasicStroke stroke(int line, float width) {
    float[] dash = DASHES.get(line % DASHES.size());
    return dash.length == 0
        ? new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
        : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
  }

  /** Returns the marker of a line by the place of its run. */
  static Shape marker(int line) {
    return switch (line % 5) {
      case 0 -> new Ellipse2D.Double(-R, -R, 2 * R, 2 * R);
      case 1 -> polygon(0, -R - 1, R + 1, R - 1, -R - 1, R - 1);
      case 2 -> new Rectangle2D.Double(-R + 0.5, -R + 0.5, 2 * R - 1, 2 * R - 1);
      case 3 -> polygon(0, -R - 1, R + 1, 0, 0, R + 1, -R - 1, 0);
      default -> cross(R, 1.2);
    };
  }

  static Shape shape(MarkShape shape) {
    return switch (shape) {
      case CIRCLE, ARROW -> marker(0);
      case TRIANGLE, PIN -> sign(Event.Kind.ELECTION);
      case TRIANGLE_DOWN -> marker(1);
      case SQUARE -> marker(2);
      case DIAMOND -> marker(3);
      case CROSS -> marker(4);
      case BAR -> sign(Event.Kind.OTHER);
    };
  }

  static Shape sign(Event.Kind kind) {
    return switch (kind) {
      case ELECTION -> polygon(0, -R - 1, R + 1, R, -R - 1, R);
      case SNAPSHOT -> new Rectangle2D.Double(-R + 0.5, -R + 0.5, 2 * R - 1, 2 * R - 1);
      case GC_PAUSE -> polygon(0, -R - 1, R + 1, 0, 0, R + 1, -R - 1, 0);
      case FAULT -> cross(R, 1.4);
      case SPIKE -> polygon(0, -R - 2, R - 1, R + 1, 1 - R, R + 1);
      case OTHER -> new Rectangle2D.Double(-0.9, -R, 1.8, 2 * R);
    };
  }

  private static Shape polygon(double... coordinates) {
    Path2D path = new Path2D.Double();
    path.moveTo(coordinates[0], coordinates[1]);
    for (int at = 2; at < coordinates.length; at += 2) {
      path.lineTo(coordinates[at], coordinates[at + 1]);
    }
    path.closePath();
    return path;
  }

  /** An X of bars so thick. */
  private static Shape cross(double reach, double half) {
    double length = Math.sqrt(2) * (2 * reach - half);
    double width = Math.sqrt(2) * half;
    Area cross = new Area(new Rectangle2D.Double(-length / 2, -width / 2, length, width));
    cross.add(new Area(new Rectangle2D.Double(-width / 2, -length / 2, width, length)));
    return cross.createTransformedArea(AffineTransform.getRotateInstance(Math.PI / 4));
  }

  /** Returns a label that leaves room for others. */
  static String label(String label) {
    String plain = PlainText.of(label);
    return plain.length() > LONGEST_LABEL
        ? PlainText.of(plain.substring(0, LONGEST_LABEL - END - 1))
            + "…"
            + PlainText.of(plain.substring(plain.length() - END))
        : plain;
  }

  static void style(ValueAxis axis) {
    axis.setLabelFont(Fonts.plain(12));
    axis.setTickLabelFont(Fonts.plain(11));
    axis.setLabelPaint(INK);
    axis.setTickLabelPaint(INK);
  }

  static void style(XYPlot lines) {
    lines.setBackgroundPaint(PAPER);
    lines.setDomainGridlinePaint(FAINT);
    lines.setRangeGridlinePaint(FAINT);
    lines.setOutlinePaint(FAINT);
  }
}
