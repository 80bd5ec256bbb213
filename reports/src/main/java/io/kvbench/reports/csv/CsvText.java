package io.kvbench.reports.csv;

import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The cells of files: figures, nothing where one is not known, and text from other systems. */
final class CsvText {
  private static final int DECIMALS = 6;

  /** Spreadsheets interpret cells with these first characters as formulas. */
  private static final String FORMULA = "=+-@";

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private CsvText() {}

  /** Returns the text on one line, with an apostrophe before what would be taken for a formula. */
  static String of(String text) {
    String plain = PlainText.of(text);
    return !plain.isEmpty() && FORMULA.indexOf(plain.charAt(0)) >= 0 ? "'" + plain : plain;
  }

  /** Returns a cell that may be a number, which may be negative. */
  static String ofCell(String text) {
    return NUMBER.matcher(text).matches() ? text : of(text);
  }

  static String cell(double figure) {
    return Quantities.plain(figure, DECIMALS);
  }

  static String cell(OptionalDouble figure) {
    return figure.isPresent() ? cell(figure.getAsDouble()) : "";
  }

  static String cell(OptionalLong figure) {
    return figure.isPresent() ? Long.toString(figure.getAsLong()) : "";
  }
}
