package io.kvbench.runner.sidecar;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The content of a kernel file (proc(5)), valid until the next one is read into the same buffer.
 * Parsed in place by a cursor, and from the end where that is nearer: with one sample a second,
 * Java soon compiles no more than the innermost loops, so the cost is the amount of text parsed.
 * For one thread.
 */
final class ProcText {
  private byte[] bytes = {};
  private int length;
  private int at;

  /** Begins anew with the first of these bytes. */
  ProcText of(byte[] newBytes, int newLength) {
    bytes = newBytes;
    length = newLength;
    at = 0;
    return this;
  }

  /** Returns whether something follows. */
  boolean hasMore() {
    return at < length;
  }

  /** Goes behind the end of the line. */
  void nextLine() {
    while (at < length && bytes[at++] != '\n') {
      // Skips irrelevant fields.
    }
  }

  /** Goes over words. */
  void skip(int words) {
    for (int word = 0; word < words; word++) {
      skipBlanks();
      while (at < length && !isBlank(bytes[at]) && bytes[at] != '\n') {
        at++;
      }
    }
  }

  /** Returns the word that follows; empty at the end of a line. */
  String word() {
    skipBlanks();
    int from = at;
    skip(1);
    return text(from, at);
  }

  /**
   * Returns the number that follows, without a sign.
   *
   * @throws IOException if none follows on the line
   */
  long number() throws IOException {
    skipBlanks();
    int from = at;
    long number = 0;
    for (; at < length && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      number = number * 10 + bytes[at] - '0';
    }
    if (at == from) {
      throw new IOException("there is no number");
    }
    return number;
  }

  /**
   * Returns the text before the next of these characters, and moves behind it.
   *
   * @throws IOException if there is none
   */
  String until(char end) throws IOException {
    skipBlanks();
    int from = at;
    while (at < length && bytes[at] != end) {
      at++;
    }
    if (at == length) {
      throw new IOException("there is no " + end);
    }
    return text(from, at++);
  }

  /**
   * Returns what stands between the first of these characters and the last of those, and goes
   * behind it.
   *
   * @throws IOException if there are none
   */
  String between(char first, char last) throws IOException {
    until(first);
    int from = at;
    at = length - 1;
    while (at >= from && bytes[at] != last) {
      at--;
    }
    if (at < from) {
      throw new IOException("there is no " + last);
    }
    return text(from, at++);
  }

  /**
   * Returns the number behind a label at the beginning of a line, of which none was passed yet.
   *
   * @throws IOException if there is none
   */
  long number(byte[] label) throws IOException {
    behind(label);
    return number();
  }

  /**
   * Moves behind a label at the beginning of a line, of which none was passed yet.
   *
   * @throws IOException if there is none
   */
  void behind(byte[] label) throws IOException {
    while (at < length && !begins(label, at)) {
      nextLine();
    }
    if (at == length) {
      throw missing(label);
    }
    at += label.length;
  }

  /** Goes to the end, from which {@link #numberBefore} looks back. */
  ProcText fromEnd() {
    at = length;
    return this;
  }

  /**
   * Returns the number behind a label at the beginning of a line before this place, and goes to
   * that line's beginning.
   *
   * @throws IOException if there is none
   */
  long numberBefore(byte[] label) throws IOException {
    for (int line = lineBefore(at); line >= 0; line = lineBefore(line)) {
      if (begins(label, line)) {
        at = line + label.length;
        long number = number();
        at = line;
        return number;
      }
    }
    throw missing(label);
  }

  /** Returns where the line before a beginning of a line begins; -1 before the first. */
  private int lineBefore(int line) {
    int begin = line - 1;
    while (begin > 0 && bytes[begin - 1] != '\n') {
      begin--;
    }
    return begin;
  }

  private boolean begins(byte[] label, int from) {
    if (length - from < label.length) {
      return false;
    }
    for (int index = 0; index < label.length; index++) {
      if (bytes[from + index] != label[index]) {
        return false;
      }
    }
    return true;
  }

  private static IOException missing(byte[] label) {
    return new IOException("there is no " + new String(label, StandardCharsets.UTF_8));
  }

  private void skipBlanks() {
    while (at < length && isBlank(bytes[at])) {
      at++;
    }
  }

  private static boolean isBlank(byte letter) {
    return letter == ' ' || letter == '\t';
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  static byte[] label(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
