package io.kvbench.reports.text;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Cell.Figure;
import io.kvbench.reports.table.Quantities;
import io.kvbench.reports.table.Unit;
import java.util.List;
import java.util.Locale;

/** Cells as words, the same in every locale. Text in them is made harmless. */
public final class CellText {
  /** What stands for something that is not known. */
  public static final String ABSENT = "–";

  private static final double MILLI = 1e6;
  private static final double SMALL_BYTES = 9_999.5;
  private static final List<String> DECIMAL_SIZES = List.of("B", "kB", "MB", "GB", "TB", "PB");

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
      case BYTES -> decimalBytes(value);
      case CPU_PERCENT -> Quantities.decimal(value, 2) + " %";
      case COUNT, CPU_SECONDS, MEAN, MEAN_BYTES, MICROS, BINARY_BYTES, SHARE, TIMES ->
          plain(figure);
    };
  }

  /** Returns a cell in kvbench's own words. */
  public static String plain(Cell cell) {
    return switch (cell) {
      case Cell.Absent absent -> ABSENT;
      case Cell.Words words -> PlainText.of(words.text());
      case Cell.Link link -> PlainText.of(link.text());
      case Figure figure -> plain(figure);
    };
  }

  private static String plain(Figure figure) {
    double value = figure.value();
    return switch (figure.unit()) {
      case SECONDS, CPU_SECONDS -> Quantities.elapsed(Math.round(value * 1e9));
      case COUNT -> Quantities.count(Math.round(value));
      case MEAN -> Quantities.rate(value);
      case PER_SECOND -> Quantities.rate(value) + "/s";
      case NANOS -> Quantities.duration(Math.round(value));
      case MICROS -> Quantities.micros(Math.round(value));
      case BYTES, MEAN_BYTES -> size(value);
      case BINARY_BYTES -> Quantities.bytes(Math.round(value));
      case CPU_PERCENT -> Quantities.decimal(value, 1) + " %";
      case SHARE -> Quantities.percent(value, 1);
      case TIMES -> Quantities.decimal(value, 2) + " ×";
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

  /** Bytes in powers of 1000, as in the older tools' tables. */
  private static String decimalBytes(double bytes) {
    double scaled = bytes;
    int unit = 0;
    // 999.5 would be written as 1000 of the smaller unit
    while (scaled >= 999.5 && unit < DECIMAL_SIZES.size() - 1) {
      scaled /= 1000;
      unit++;
    }
    return Quantities.decimal(scaled, unit > 0 && scaled < 9.95 ? 1 : 0)
        + " "
        + DECIMAL_SIZES.get(unit);
  }

  /** The same with three digits, and what is small to the byte: sizes of values are known so. */
  private static String size(double bytes) {
    if (bytes < SMALL_BYTES) {
      return Quantities.decimal(bytes, 0) + " B";
    }
    double scaled = bytes;
    int unit = 0;
    while (scaled >= 999.5 && unit < DECIMAL_SIZES.size() - 1) {
      scaled /= 1000;
      unit++;
    }
    int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    return Quantities.decimal(scaled, decimals) + " " + DECIMAL_SIZES.get(unit);
  }
}
