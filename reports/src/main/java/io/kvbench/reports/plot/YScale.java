package io.kvbench.reports.plot;

import io.kvbench.reports.series.Plot;
import io.kvbench.reports.series.Plot.Line;
import io.kvbench.reports.series.Plot.Point;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.ui.RectangleInsets;

/**
 * The vertical scale of figures: its unit, and whether it is logarithmic, which is used for times
 * whose range is too large for a linear one.
 *
 * @param unit as it stands beside the axis
 * @param size how many of the figures' own units it is
 */
record YScale(String unit, double size, boolean logarithmic) {
  private static final double FAR_APART = 30;

  /** Keeps figures beside the axis apart from one another. */
  private static final RectangleInsets ROOMY = new RectangleInsets(9, 4, 9, 4);

  static YScale of(Plot plot) {
    double most = values(plot).max().orElse(0);
    double least = values(plot).min().orElse(0);
    return switch (plot.y().unit()) {
      case NANOS -> new YScale("ms", 1, least > 0 && most / least > FAR_APART);
      case PER_SECOND -> new YScale("per second", 1, false);
      case CPU_PERCENT -> new YScale("%, 100 is one processor", 1, false);
      case MEGABYTES -> new YScale("MB", 1, false);
      case BYTES_PER_SECOND -> bytes(most);
      default -> throw new IllegalArgumentException("no axis for " + plot.y());
    };
  }

  private static YScale bytes(double most) {
    if (most >= 1e9) {
      return new YScale("GB per second", 1e9, false);
    }
    if (most >= 1e6) {
      return new YScale("MB per second", 1e6, false);
    }
    return most >= 1e3
        ? new YScale("kB per second", 1e3, false)
        : new YScale("bytes per second", 1, false);
  }

  private static DoubleStream values(Plot plot) {
    return Stream.concat(plot.lines().stream(), plot.planned().stream())
        .map(Line::points)
        .flatMap(List::stream)
        .flatMap(YScale::values)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble);
  }

  private static Stream<OptionalDouble> values(Point point) {
    return Stream.of(point.y(), point.low(), point.high());
  }

  /** Returns a figure on the axis; NaN, which is not drawn, where it is not known. */
  double on(OptionalDouble figure) {
    return figure.isPresent() ? figure.getAsDouble() / size : Double.NaN;
  }

  ValueAxis axis(Plot plot) {
    String label = logarithmic ? unit + " (log scale)" : unit;
    if (!logarithmic) {
      NumberAxis axis = new NumberAxis(label);
      axis.setStandardTickUnits(NumberAxis.createStandardTickUnits(Locale.ROOT));
      axis.setAutoRangeIncludesZero(true);
      axis.setTickLabelInsets(ROOMY);
      return axis;
    }
    return new DecadeAxis(label);
  }

  String title(Plot plot) {
    return plot.words() + " (" + unit.replaceFirst(",.*", "") + ")";
  }
}
