package io.kvbench.reports.text;

/**
 * The few colours of a report, from the 256 of a terminal: blue, orange and purple are
 * distinguishable for most colour-blind people and readable on black and on white.
 */
enum TextColour {
  TITLE("1"),
  GOOD("1;38;5;33"),
  WARNING("1;38;5;208"),
  BAD("1;7;38;5;208"),
  FAILED("38;5;208"),
  BAR("38;5;33"),
  OTHER("38;5;133");

  private final String codes;

  TextColour(String codes) {
    this.codes = codes;
  }

  /** Returns the text in this colour, if there are colours. */
  String on(String text, TextStyle style) {
    return style.color() && !text.isEmpty() ? "\u001B[" + codes + "m" + text + "\u001B[0m" : text;
  }
}
