package io.kvbench.runner.sidecar;

import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/** A kernel file that is read in every sample. Keeping it open saves two thirds of the cost. */
final class KernelFile implements AutoCloseable {
  private final String path;
  private final ProcFile reader;
  private final boolean keep;
  private @Nullable RandomAccessFile open;

  KernelFile(String path, ProcFile reader, boolean keep) {
    this.path = path;
    this.reader = reader;
    this.keep = keep;
  }

  /**
   * Returns what it says now, until the next file is read; for files that the kernel gives in one
   * piece.
   *
   * @throws IOException if it is not there, or whose it is has ended
   */
  ProcText read() throws IOException {
    return keep ? reader.readOnce(opened()) : reader.readOnce(path);
  }

  /**
   * Returns what it says now, until the next file is read; for those of any length, which are kept
   * open.
   *
   * @throws IOException if it is not there
   */
  ProcText readAll() throws IOException {
    return reader.readAll(opened());
  }

  private RandomAccessFile opened() throws IOException {
    RandomAccessFile file = open;
    if (file == null) {
      file = new RandomAccessFile(path, "r");
      open = file;
    }
    return file;
  }

  @Override
  public void close() {
    RandomAccessFile file = open;
    if (file != null) {
      open = null;
      try {
        file.close();
      } catch (IOException e) {
        // The file was only read, so no data is lost.
      }
    }
  }
}
