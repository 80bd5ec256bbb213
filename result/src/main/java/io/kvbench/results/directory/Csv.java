package io.kvbench.results.directory;

import java.util.List;
import java.util.stream.Collectors;

/** Rows of comma-separated values, quoted as RFC 4180 section 2 specifies. */
public final class Csv {
  private Csv() {}

  /** Returns a row without its end; cells with a comma, a quote or a line break are in quotes. */
  public static String row(List<String> cells) {
    return cells.stream().map(Csv::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String cell) {
    return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + cell.replace("\"", "\"\"") + '"'
        : cell;
  }
}
