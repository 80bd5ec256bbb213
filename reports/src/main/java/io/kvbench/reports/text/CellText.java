package io.kvbench.reports.text;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Cell.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import java.util.Locale;

/** Cells as text, the same in every locale. Control characters in them are replaced. */
public final class CellText {
  /** The text of an unknown value. */
  public static final String ABSENT = "–";

  private static final double MILLI = 1e6;

  private CellText() {}

  /** Returns a cell as the older tools' summary has it, with their units. */
  public static String summary(Cell cell) {
    return switch (cell) {
      case Cell.Absent absent -> ABSENT;
      case Cell.Words words -> PlainText.of(words.text());
      case Cell.Link link -> PlainText.of(link.text());
      case Figure figure -> summary(figure);
    };
  }

  private static String summary(Figure figure) {
    double value = figure.value();
    return switch (figure.unit()) {
      case SECONDS -> Quantities.decimal(value, 4) + " sec";
      case PER_SECOND -> Quantities.decimal(value, 0) + " req/sec";
      case NANOS -> Quantities.decimal(value / MILLI, 3) + " ms";
      case BYTES -> Quantities.coarseBytes(value);
      case CPU_PERCENT -> Quantities.decimal(value, 2) + " %";
      default -> Quantities.of(value, figure.unit());
    };
  }

  /** Returns a cell in kvbench's own words. */
  public static String plain(Cell cell) {
    return switch (cell) {
      case Cell.Absent absent -> ABSENT;
      case Cell.Words words -> PlainText.of(words.text());
      case Cell.Link link -> PlainText.of(link.text());
      case Figure(double value, Unit unit) -> Quantities.of(value, unit);
    };
  }

  /** Returns a cell as a plain number for programs; empty where nothing is known. */
  public static String raw(Cell cell) {
    return switch (cell) {
      case Cell.Absent absent -> "";
      case Cell.Words words -> PlainText.of(words.text());
      case Cell.Link link -> PlainText.of(link.text());
      case Figure(double value, Unit unit) -> Quantities.plain(value, 6);
    };
  }

  /** Returns a relative difference with its sign, such as {@code +74.4 %}. */
  public static String change(double difference) {
    return String.format(Locale.ROOT, "%+,.1f %%", difference * 100);
  }
}
