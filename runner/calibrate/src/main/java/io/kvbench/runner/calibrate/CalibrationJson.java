package io.kvbench.runner.calibrate;

import java.util.Locale;
import java.util.stream.Collectors;

/** The figures of a calibration as one JSON object of numbers. */
public final class CalibrationJson {
  private CalibrationJson() {}

  /** Returns the object, each line ended by {@code \n}. */
  public static String of(Calibration calibration) {
    return calibration.figures().entrySet().stream()
        .map(figure -> "  \"" + figure.getKey() + "\": " + number(figure.getValue()))
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  private static String number(Number number) {
    return number instanceof Double
        ? String.format(Locale.ROOT, "%.3f", number.doubleValue())
        : number.toString();
  }
}
