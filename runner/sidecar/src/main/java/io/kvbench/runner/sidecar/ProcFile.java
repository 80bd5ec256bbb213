package io.kvbench.runner.sidecar;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads the kernel's small files (proc(5)) again and again into the same memory. For one thread.
 * Names of programs may have any bytes, so the text is one character for each.
 */
final class ProcFile {
  private static final int SIZE = 1 << 16;

  /** Java copies what is read through a buffer on the stack up to this size. */
  private static final int PIECE = 1 << 13;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
  private final byte[] bytes = new byte[SIZE];

  /**
   * Returns what a file says now.
   *
   * @throws IOException also where the process has ended
   */
  String read(Path file) throws IOException {
    buffer.clear();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (buffer.hasRemaining() && channel.read(buffer) > 0) {
        // The kernel may give a part at a time.
      }
    }
    int length = buffer.position();
    buffer.flip().get(bytes, 0, length);
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns what a file says that the kernel gives in one piece, as it does each of a process or a
   * thread: asking for more would double the cost.
   *
   * @throws IOException also where the process has ended
   */
  String readOnce(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      int length = Math.max(0, in.read(bytes, 0, PIECE));
      return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * Returns what a file that is kept open says now, if the kernel gives it in one piece.
   *
   * @throws IOException also where the thread has ended
   */
  String readAgain(RandomAccessFile file) throws IOException {
    file.seek(0);
    int length = Math.max(0, file.read(bytes, 0, PIECE));
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns the number after a label at the beginning of a line.
   *
   * @throws IOException if there is none
   */
  static long number(String text, String label) throws IOException {
    // What is asked for in every sample stands at the end of long files.
    int at = text.lastIndexOf(label);
    while (at > 0 && text.charAt(at - 1) != '\n') {
      at = text.lastIndexOf(label, at - 1);
    }
    if (at < 0) {
      throw new IOException("there is no " + label);
    }
    int from = at + label.length();
    while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
      from++;
    }
    int to = from;
    while (to < text.length() && Character.isDigit(text.charAt(to))) {
      to++;
    }
    return Long.parseLong(text, from, to, 10);
  }
}
