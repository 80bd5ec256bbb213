package io.kvbench.runner.sidecar;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;

/** A reader of the kernel's small files (proc(5)) that reuses one buffer. For one thread. */
final class ProcFile {
  /** Java copies what is read through a buffer on the stack up to this size. */
  private static final int PIECE = 1 << 13;

  private final ProcText text = new ProcText();
  private byte[] bytes = new byte[2 * PIECE];

  /**
   * Reads a file that the kernel gives in one piece, as it does each of a process or a thread:
   * asking for more would double the cost, so that is done only where the piece is full.
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
    int read = Math.max(0, file.read(bytes, 0, PIECE));
    return read < PIECE ? text.of(bytes, read) : rest(file, read);
  }

  /** Reads one that is open already and that the kernel gives a part at a time. */
  ProcText readAll(RandomAccessFile file) throws IOException {
    file.seek(0);
    return rest(file, 0);
  }

  private ProcText rest(RandomAccessFile file, int begun) throws IOException {
    int length = begun;
    for (int read = 0; read >= 0; length += Math.max(0, read)) {
      if (bytes.length - length < PIECE) {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length);
      }
      read = file.read(bytes, length, PIECE);
    }
    return text.of(bytes, length);
  }
}
