package io.kvbench.results.directory;

import io.kvbench.core.file.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of comma-separated values as kvbench writes them: a header, then rows with as many cells,
 * each ended by a line feed. Cells may be quoted as in RFC 4180, but have no line breaks.
 */
final class CsvTable {
  private static final String MEND = "Copy it again from where it was written.";

  private final Path file;
  private final List<String> header;
  private final List<List<String>> rows;

  private CsvTable(Path file, List<String> header, List<List<String>> rows) {
    this.file = file;
    this.header = header;
    this.rows = rows;
  }

  static CsvTable read(Path file) throws ResultFormatException {
    String text = content(file);
    if (text.isEmpty()) {
      throw new ResultFormatException(file + " is empty. " + MEND);
    }
    List<String> lines = text.lines().toList();
    if (!text.endsWith("\n")) {
      throw new ResultFormatException(
          file + " ends in the middle of line " + lines.size() + ": it was cut off. " + MEND);
    }
    List<List<String>> all = new ArrayList<>();
    for (String line : lines) {
      all.add(cells(line));
    }
    List<String> header = all.removeFirst();
    CsvTable table = new CsvTable(file, header, List.copyOf(all));
    for (int row = 0; row < all.size(); row++) {
      if (all.get(row).size() != header.size()) {
        throw table.damaged(
            row, "it has " + all.get(row).size() + " cells, its header " + header.size(), null);
      }
    }
    return table;
  }

  private static String content(Path file) throws ResultFormatException {
    try {
      return InputFile.text(file, DocumentReader.LIMIT);
    } catch (IOException e) {
      throw ResultFormatException.of(file, e);
    }
  }

  /** A row, by the names of its columns. */
  record Row(CsvTable table, int index) {
    private static final Pattern RATE = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,9})?");

    int line() {
      return index + 2;
    }

    List<String> cells() {
      return table.rows.get(index);
    }

    /** Returns a cell; an empty one where the file has no such column. */
    String text(String column) {
      int place = table.header.indexOf(column);
      return place < 0 ? "" : cells().get(place);
    }

    long number(String column) {
      return CsvTable.number(text(column));
    }

    /** Returns a number that need not be there. */
    OptionalLong optional(String column) {
      return text(column).isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(column));
    }

    OptionalDouble rate(String column) {
      String cell = text(column);
      if (cell.isEmpty()) {
        return OptionalDouble.empty();
      }
      if (!RATE.matcher(cell).matches()) {
        throw new IllegalArgumentException("\"" + cell + "\" is not a rate");
      }
      return OptionalDouble.of(Double.parseDouble(cell));
    }
  }

  static long number(String cell) {
    if (cell.isEmpty() || cell.length() > 18 || !cell.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("\"" + cell + "\" is not a number");
    }
    return Long.parseLong(cell);
  }

  /** Checks that there are columns of these names. */
  void require(List<String> columns) throws ResultFormatException {
    for (String name : columns) {
      if (!header.contains(name)) {
        throw new ResultFormatException(
            file
                + " has no column \""
                + name
                + "\": it was not written by kvbench, or by an older one. Use the kvbench that"
                + " wrote it.");
      }
    }
  }

  /** Reads the rows with an action that throws an unchecked exception for a damaged one. */
  void forEach(List<String> required, Consumer<Row> reader) throws ResultFormatException {
    require(required);
    for (int index = 0; index < rows.size(); index++) {
      try {
        reader.accept(new Row(this, index));
      } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
        throw damaged(index, String.valueOf(e.getMessage()), e);
      }
    }
  }

  Path file() {
    return file;
  }

  List<String> header() {
    return header;
  }

  private ResultFormatException damaged(int row, String problem, @Nullable Throwable cause) {
    return new ResultFormatException(
        file + " is damaged in line " + (row + 2) + ": " + problem + ". " + MEND, cause);
  }

  /** Returns the cells of a line without its end. */
  static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < line.length(); at++) {
      char sign = line.charAt(at);
      if (sign == '"') {
        boolean doubled = quoted && at + 1 < line.length() && line.charAt(at + 1) == '"';
        cell.append(doubled ? "\"" : "");
        at += doubled ? 1 : 0;
        quoted ^= !doubled;
      } else if (sign == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(sign);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
