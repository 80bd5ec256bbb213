package io.kvbench.results.directory;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comma-separated values, quoted as RFC 4180 section 2 specifies. */
public final class Csv {
  private Csv() {}

  /** A column of a file: its name, and the function that computes its cells. */
  public record Field<T>(String name, Function<T, String> cell) {}

  /** Returns a row without its end; cells with a comma, a quote or a line break are in quotes. */
  public static String row(List<String> cells) {
    return cells.stream().map(Csv::quoted).collect(Collectors.joining(","));
  }

  static <T> String header(List<Field<T>> columns) {
    return row(columns.stream().map(Field::name).toList());
  }

  static <T> String row(List<Field<T>> columns, T of) {
    return row(columns.stream().map(column -> column.cell.apply(of)).toList());
  }

  /** Returns a file of some things, a row for each; each line ends in {@code \n}. */
  public static <T> String of(List<Field<T>> columns, List<T> things) {
    return lines(
        Stream.concat(
            Stream.of(header(columns)), things.stream().map(thing -> row(columns, thing))));
  }

  /** Returns a file of rows, each line ended by {@code \n}. */
  public static String ofRows(List<String> header, List<List<String>> rows) {
    return lines(Stream.concat(Stream.of(row(header)), rows.stream().map(cells -> row(cells))));
  }

  private static String lines(Stream<String> lines) {
    return lines.map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String quoted(String cell) {
    return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + cell.replace("\"", "\"\"") + '"'
        : cell;
  }
}
