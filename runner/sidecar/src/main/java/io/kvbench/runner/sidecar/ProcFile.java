package io.kvbench.runner.sidecar;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Reads the kernel's small files (proc(5)) again and again into the same memory. For one thread.
 */
final class ProcFile {
  private static final int SIZE = 1 << 16;

  /** Java copies what is read through a buffer on the stack up to this size. */
  private static final int PIECE = 1 << 13;

  private final byte[] bytes = new byte[SIZE];
  private final ProcText text = new ProcText(bytes);

  /**
   * Reads a file that the kernel gives in one piece, as it does each of a process or a thread:
   * asking for more would double the cost.
   *
   * @return what it says, until the next is read
   * @throws IOException also where the process has ended
   */
  ProcText readOnce(String file) throws IOException {
    try (RandomAccessFile opened = new RandomAccessFile(file, "r")) {
      return readOnce(opened);
    }
  }

  /** Reads one that is open already. */
  ProcText readOnce(RandomAccessFile file) throws IOException {
    file.seek(0);
    return text.of(Math.max(0, file.read(bytes, 0, PIECE)));
  }

  /** Reads one that is open already and that the kernel gives a part at a time. */
  ProcText readAll(RandomAccessFile file) throws IOException {
    file.seek(0);
    int length = 0;
    for (int read = 0; read >= 0 && length < SIZE; length += Math.max(0, read)) {
      read = file.read(bytes, length, Math.min(PIECE, SIZE - length));
    }
    return text.of(length);
  }
}
