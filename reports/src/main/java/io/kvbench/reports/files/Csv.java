package io.kvbench.reports.files;

/** Cells of comma-separated values, quoted as RFC 4180 section 2 has it. */
public final class Csv {
  private Csv() {}

  /** Returns the cell, in quotes where it has a comma, a quote or a line break. */
  public static String quoted(String cell) {
    return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + cell.replace("\"", "\"\"") + '"'
        : cell;
  }
}
