package io.kvbench.runner.run.events;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A reader of a log from a given position. Memory is bounded regardless of line length. */
final class LogLines {
  /** Only the beginning of a line matters. */
  private static final int WIDEST = 4_096;

  private LogLines() {}

  /** Passes each line on, without its end; lines of more than 4,096 bytes are cut there. */
  static void read(Path log, long position, Consumer<String> lines) throws IOException {
    // A log that became shorter was replaced or truncated.
    long from = position <= Files.size(log) ? position : 0;
    byte[] line = new byte[WIDEST];
    int length = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(log), 1 << 16)) {
      in.skipNBytes(from);
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == '\n') {
          lines.accept(text(line, length));
          length = 0;
        } else if (length < WIDEST) {
          line[length++] = (byte) next;
        }
      }
    }
    if (length > 0) {
      lines.accept(text(line, length));
    }
  }

  private static String text(byte[] line, int length) {
    return new String(line, 0, length, StandardCharsets.UTF_8).stripTrailing();
  }
}
