package io.kvbench.reports.colour;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.SystemColour;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SystemColoursTest {
  private static final String LIGHT_PAPER = "#FFFFFF";
  private static final String DARK_PAPER = "#14171A";

  /**
   * Colour vision without one kind of cones, as the rows of a matrix over linear RGB (Viénot,
   * Brettel and Mollon, 1999).
   */
  record Sight(String name, List<Double> matrix) {
    Sight {
      matrix = List.copyOf(matrix);
    }

    double[] of(double[] rgb) {
      double[] seen = new double[3];
      for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
          seen[row] += matrix.get(row * 3 + column) * rgb[column];
        }
      }
      return seen;
    }
  }

  static final List<Sight> SIGHTS =
      List.of(
          new Sight("all cones", List.of(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)),
          new Sight(
              "none for red",
              List.of(0.11238, 0.88762, 0.0, 0.11238, 0.88762, 0.0, 0.00401, -0.00401, 1.0)),
          new Sight(
              "none for green",
              List.of(0.29275, 0.70725, 0.0, 0.29275, 0.70725, 0.0, -0.02234, 0.02234, 1.0)));

  @ParameterizedTest
  @FieldSource("SIGHTS")
  void colorsCanBeToldApart(Sight sight) {
    for (List<String> colors : List.of(onLightPaper(), onDarkPaper())) {
      for (String one : colors) {
        for (String other : colors) {
          if (!one.equals(other)) {
            assertThat(distance(lab(sight.of(linear(one))), lab(sight.of(linear(other)))))
                .as("%s and %s", one, other)
                .isGreaterThan(10);
          }
        }
      }
      assertThat(colors).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @FieldSource("SIGHTS")
  void colorsCanBeSeenOnTheirPaper(Sight sight) {
    for (SystemColour color : SystemColour.values()) {
      assertThat(contrast(sight, color.light(), LIGHT_PAPER)).as("%s", color).isGreaterThan(2);
      assertThat(contrast(sight, color.dark(), DARK_PAPER)).as("%s", color).isGreaterThan(3);
    }
    for (TimeColour time : TimeColour.values()) {
      assertThat(contrast(sight, time.light(), LIGHT_PAPER)).as("%s", time).isGreaterThan(1.5);
      assertThat(contrast(sight, time.dark(), DARK_PAPER)).as("%s", time).isGreaterThan(1.5);
    }
  }

  private static List<String> onLightPaper() {
    return Stream.concat(
            Stream.of(SystemColour.values()).map(SystemColour::light),
            Stream.of(TimeColour.values()).map(TimeColour::light))
        .toList();
  }

  private static List<String> onDarkPaper() {
    return Stream.concat(
            Stream.of(SystemColour.values()).map(SystemColour::dark),
            Stream.of(TimeColour.values()).map(TimeColour::dark))
        .toList();
  }

  @Test
  void aSystemOfNoBindingOnTheClassPathSharesOne() {
    assertThat(SystemColours.of("another")).isEqualTo(SystemColour.GREY);
  }

  /** The ratio of WCAG 2.2. */
  private static double contrast(Sight sight, String color, String paper) {
    double one = xyz(sight.of(linear(color)))[1] + 0.05;
    double other = xyz(sight.of(linear(paper)))[1] + 0.05;
    return Math.max(one, other) / Math.min(one, other);
  }

  private static double distance(double[] one, double[] other) {
    return Math.hypot(Math.hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
  }

  private static double[] linear(String color) {
    byte[] bytes = HexFormat.of().parseHex(color.substring(1));
    double[] rgb = new double[3];
    for (int i = 0; i < 3; i++) {
      double value = Byte.toUnsignedInt(bytes[i]) / 255.0;
      rgb[i] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    return rgb;
  }

  private static double[] xyz(double[] rgb) {
    return new double[] {
      0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2],
      0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2],
      0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]
    };
  }

  /** CIELAB, in which distances are about as far as they look. */
  private static double[] lab(double[] rgb) {
    double[] xyz = xyz(rgb);
    double x = root(xyz[0] / 0.9505);
    double y = root(xyz[1]);
    double z = root(xyz[2] / 1.089);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double root(double value) {
    return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16.0 / 116;
  }
}
