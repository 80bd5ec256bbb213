package io.kvbench.reports.markdown;

import io.kvbench.reports.text.PlainText;

/** Text from elsewhere, so that it is nothing but text in Markdown. */
final class MarkdownText {
  private static final String SIGNS = "\\`*_{}[]()<>#+!|~&";

  private MarkdownText() {}

  /** Returns the text on one line, with a backslash before whatever Markdown would act upon. */
  static String of(String text) {
    StringBuilder escaped = new StringBuilder();
    PlainText.of(text)
        .codePoints()
        .forEach(
            sign -> {
              if (sign < 0x80 && SIGNS.indexOf(sign) >= 0) {
                escaped.append('\\');
              }
              escaped.appendCodePoint(sign);
            });
    return escaped.toString();
  }
}
