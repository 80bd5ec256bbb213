package io.kvbench.results.directory;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
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
    } catch (NoSuchFileException e) {
      throw new ResultFormatException(
          "there is no " + file + ": the directory is incomplete. Copy all of it.", e);
    } catch (CharacterCodingException e) {
      throw new ResultFormatException(file + " is not text in UTF-8. " + MEND, e);
    } catch (IOException e) {
      throw new ResultFormatException(
          file + " cannot be read: " + FileReason.of(e) + ". Check the path and its permissions.",
          e);
    }
  }

  /** Returns where a column is, by its name. */
  int column(String name) throws ResultFormatException {
    int column = header.indexOf(name);
    if (column < 0) {
      throw new ResultFormatException(
          file
              + " has no column \""
              + name
              + "\": it was not written by kvbench, or by an older one. Use the kvbench that"
              + " wrote it.");
    }
    return column;
  }

  /** Returns where a column is that older files do not have; empty where it is missing. */
  OptionalInt find(String name) {
    int column = header.indexOf(name);
    return column < 0 ? OptionalInt.empty() : OptionalInt.of(column);
  }

  Path file() {
    return file;
  }

  List<String> header() {
    return header;
  }

  List<List<String>> rows() {
    return rows;
  }

  /** Returns what to say of a row, counted from 0 after the header. */
  ResultFormatException damaged(int row, String problem, @Nullable Throwable cause) {
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
