package io.kvbench.reports.csv;

import io.kvbench.results.directory.Csv;
import io.kvbench.results.figure.Quantities;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A file of comma-separated values, line by line, with the format of its figures. */
final class CsvFile {
  private static final int DECIMALS = 6;

  private final StringBuilder text = new StringBuilder();

  CsvFile(List<String> header) {
    line(header);
  }

  CsvFile line(List<String> cells) {
    text.append(Csv.row(cells)).append('\n');
    return this;
  }

  /** Returns the file, each line ended by {@code \n}. */
  String text() {
    return text.toString();
  }

  static String cell(double figure) {
    return Quantities.plain(figure, DECIMALS);
  }

  /** Returns nothing for what is not known, never 0. */
  static String cell(OptionalDouble figure) {
    return figure.isPresent() ? cell(figure.getAsDouble()) : "";
  }

  static String cell(OptionalLong figure) {
    return figure.isPresent() ? Long.toString(figure.getAsLong()) : "";
  }
}
