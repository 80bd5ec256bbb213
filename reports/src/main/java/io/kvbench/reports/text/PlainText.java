package io.kvbench.reports.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Text from other systems, without control characters, and broken into lines. */
public final class PlainText {
  /** An ANSI control sequence whole, so that its letters do not stay behind. */
  private static final Pattern SEQUENCE =
      Pattern.compile(
          "(?:\\x1B\\[|\\x9B)[0-?]*[ -/]*[@-~]|\\x1B\\][^\\x07\\x1B]*(?:\\x07|\\x1B\\\\)?");

  /** Controls, line and paragraph separators, bidirectional overrides, lone surrogates. */
  private static final Pattern HARMFUL =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\s]+");

  private PlainText() {}

  /** Returns the text on one line and without anything that a terminal would obey. */
  public static String of(String text) {
    return HARMFUL.matcher(SEQUENCE.matcher(text).replaceAll(" ")).replaceAll(" ").strip();
  }

  /** Returns the text in ASCII: the signs of the reports as their likeness, all others as '?'. */
  static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    text.codePoints().forEach(sign -> ascii.append(likeness(sign)));
    return ascii.toString();
  }

  private static char likeness(int sign) {
    return switch (sign) {
      case 'µ' -> 'u';
      case '×' -> 'x';
      case '–', '─' -> '-';
      case '·' -> '.';
      case '│' -> '|';
      case '◂' -> '<';
      case '✓' -> '+';
      case '✗' -> 'x';
      case '█' -> '#';
      case '▓' -> '%';
      case '▒' -> '+';
      case '░' -> '-';
      case '▏', '▎', '▍' -> '.';
      case '▌', '▋', '▊', '▉' -> ':';
      default -> sign < 0x80 ? (char) sign : '?';
    };
  }

  /**
   * Breaks text between words, but not behind a number, which belongs to what follows it. A word
   * longer than a line is broken where the line ends.
   */
  public static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int end = breakAt(rest, width);
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
    return lines;
  }

  private static int breakAt(String text, int width) {
    int space = text.lastIndexOf(' ', width);
    int last = space;
    while (space > 0 && Character.isDigit(text.charAt(space - 1))) {
      space = text.lastIndexOf(' ', space - 1);
    }
    return space > 0 ? space : last > 0 ? last : width;
  }
}
