package io.kvbench.reports.text;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Cell.Figure;
import io.kvbench.results.figure.Quantities;
import java.util.Locale;
import java.util.function.Function;

/** Cells as text, the same in every locale. Control characters in them are replaced. */
public final class CellText {
  /** The text of an unknown value. */
  public static final String ABSENT = "–";

  private static final double MILLI = 1e6;

  private CellText() {}

  /** Returns a cell as the older tools' summary has it, with their units. */
  public static String summary(Cell cell) {
    return of(cell, ABSENT, CellText::summary);
  }

  /** Returns a cell in kvbench's own words. */
  public static String plain(Cell cell) {
    return of(cell, ABSENT, figure -> Quantities.of(figure.value(), figure.unit()));
  }

  /** Returns a cell as a plain number for programs; empty where nothing is known. */
  public static String raw(Cell cell) {
    return of(cell, "", figure -> Quantities.plain(figure.value(), 6));
  }

  private static String of(Cell cell, String absent, Function<Figure, String> number) {
    return switch (cell) {
      case Cell.Absent none -> absent;
      case Cell.Words words -> PlainText.of(words.text());
      case Cell.Link link -> PlainText.of(link.text());
      case Figure figure -> number.apply(figure);
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

  /** Returns a relative difference with its sign, such as {@code +74.4 %}. */
  public static String change(double difference) {
    return String.format(Locale.ROOT, "%+,.1f %%", difference * 100);
  }
}
