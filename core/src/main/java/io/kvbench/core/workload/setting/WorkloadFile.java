package io.kvbench.core.workload.setting;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A parser of workload files: Java properties in UTF-8, as {@link Properties#load(java.io.Reader)}
 * defines them, with the line of every assignment. Errors become problems; everything that could be
 * read is returned. A file has at most {@link InputFile#TEXT_LIMIT} bytes.
 */
public final class WorkloadFile {

  /** An assignment in the file, possibly over several lines. */
  private record LogicalLine(String text, int number) {}

  private WorkloadFile() {}

  /**
   * Reads a file.
   *
   * @param shownName the name of the file in origins and problems
   */
  public static Assignments read(Path file, String shownName, Problems problems) {
    try {
      return read(
          new ByteArrayInputStream(InputFile.bytes(file, InputFile.TEXT_LIMIT)),
          shownName,
          problems);
    } catch (NoSuchFileException e) {
      problems.add(Origin.of(shownName), "there is no such file.");
    } catch (IOException e) {
      problems.add(Origin.of(shownName), "cannot be read: " + FileReason.of(e) + ".");
    }
    return new Assignments();
  }

  /**
   * Reads a stream to its end; the caller closes it.
   *
   * @param shownName the name of the stream in origins and problems
   */
  public static Assignments read(InputStream stream, String shownName, Problems problems) {
    Assignments assignments = new Assignments();
    try {
      for (LogicalLine line : logicalLines(decode(stream.readAllBytes()))) {
        parse(line, shownName, assignments, problems);
      }
    } catch (CharacterCodingException e) {
      problems.add(
          Origin.of(shownName), "is not a text file in UTF-8; write other characters as \\uXXXX.");
    } catch (IOException e) {
      problems.add(Origin.of(shownName), "cannot be read: " + FileReason.of(e) + ".");
    }
    return assignments;
  }

  private static String decode(byte[] bytes) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Finds the lines that belong together; {@link Properties} interprets them. */
  private static List<LogicalLine> logicalLines(String text) {
    String[] lines = text.split("\r\n|\r|\n", -1);
    List<LogicalLine> logical = new ArrayList<>();
    for (int first = 0; first < lines.length; first++) {
      if (isBlankOrComment(lines[first])) {
        continue;
      }
      StringBuilder joined = new StringBuilder(lines[first]);
      int last = first;
      while (last + 1 < lines.length && isContinued(lines[last])) {
        last++;
        joined.append('\n').append(lines[last]);
      }
      logical.add(new LogicalLine(joined.toString(), first + 1));
      first = last;
    }
    return logical;
  }

  private static boolean isBlankOrComment(String line) {
    String rest = line.replaceFirst("^[ \t\f]+", "");
    return rest.isEmpty() || rest.startsWith("#") || rest.startsWith("!");
  }

  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static void parse(
      LogicalLine line, String shownName, Assignments assignments, Problems problems)
      throws IOException {
    Origin origin = new Origin(shownName, line.number());
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(line.text()));
    } catch (IllegalArgumentException e) {
      problems.add(origin, "has a \\u escape that is not followed by four hexadecimal digits.");
      return;
    }
    for (String name : properties.stringPropertyNames()) {
      if (name.isEmpty()) {
        problems.add(origin, "has no property name; a line is name=value.");
      } else {
        assignments.add(name, properties.getProperty(name), origin);
      }
    }
  }
}
