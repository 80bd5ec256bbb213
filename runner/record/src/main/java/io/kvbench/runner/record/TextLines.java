package io.kvbench.runner.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The lines of a text, with one character for each byte, so that binary data keeps its size. For
 * one thread.
 */
public final class TextLines {
  /** Values of Redis have at most 512 MiB, but hardly ever more than this in a log. */
  public static final int LONGEST = 1 << 26;

  private final InputStream in;
  private final int longest;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean tooLong;
  private long bytes;

  /**
   * Reads a stream from where it is.
   *
   * @param in buffered
   * @param longest the number of bytes of a line that are kept
   */
  public TextLines(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** Moves to the next line; returns whether there is one. */
  public boolean advance() throws IOException {
    line.reset();
    tooLong = false;
    int next = in.read();
    if (next < 0) {
      return false;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      bytes++;
      if (line.size() < longest) {
        line.write(next);
      } else {
        tooLong = true;
      }
    }
    bytes++;
    return true;
  }

  /** Returns how many bytes have been read. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the line, without its end.
   *
   * @throws IOException if it is too long; the message is a clause for the user
   */
  public String line() throws IOException {
    if (tooLong) {
      throw new IOException("it is longer than " + longest + " bytes");
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
