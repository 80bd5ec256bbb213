package io.kvbench.runner.sidecar;

import java.io.IOException;
import java.io.RandomAccessFile;
import org.jspecify.annotations.Nullable;

/** A file of a thread in /proc. Kept open, it is read for a third of what opening it costs. */
final class ThreadFile implements AutoCloseable {
  private final String path;
  private final ProcFile reader;
  private final boolean keep;
  private @Nullable RandomAccessFile open;

  ThreadFile(String path, ProcFile reader, boolean keep) {
    this.path = path;
    this.reader = reader;
    this.keep = keep;
  }

  /**
   * Returns what it says now.
   *
   * @throws IOException if it is not there, or the thread has ended
   */
  String read() throws IOException {
    if (!keep) {
      return reader.readOnce(path);
    }
    RandomAccessFile file = open;
    if (file == null) {
      file = new RandomAccessFile(path, "r");
      open = file;
    }
    return reader.readAgain(file);
  }

  @Override
  public void close() {
    RandomAccessFile file = open;
    if (file != null) {
      open = null;
      try {
        file.close();
      } catch (IOException e) {
        // It was read only; there is nothing to lose.
      }
    }
  }
}
