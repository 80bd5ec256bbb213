package io.kvbench.docker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.testcontainers.containers.output.OutputFrame;

/** What a server says, in a file. */
final class NodeLog {
  private static final int TAIL_LINES = 15;

  private final Path file;
  private final OutputStream out;
  private long written;

  NodeLog(Path file) throws IOException {
    this.file = file;
    this.out = Files.newOutputStream(file);
  }

  Path file() {
    return file;
  }

  /**
   * Returns what takes in all that a server has said since its first start. Of several such readers
   * each has everything, and it is in the file once.
   */
  Consumer<OutputFrame> reader() {
    return new Reader();
  }

  private final class Reader implements Consumer<OutputFrame> {
    private long read;

    @Override
    public void accept(OutputFrame frame) {
      byte[] bytes = frame.getBytes();
      if (bytes != null) {
        read += bytes.length;
        write(bytes, read);
      }
    }
  }

  /** Writes what is not there yet of bytes that end at a position. */
  private synchronized void write(byte[] bytes, long end) {
    int missing = (int) Math.min(bytes.length, end - written);
    if (missing <= 0) {
      return;
    }
    try {
      out.write(bytes, bytes.length - missing, missing);
      written = end;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all of it so far. */
  String text() throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  String tail() {
    try {
      List<String> lines = text().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(" + file + " cannot be read: " + e.getMessage() + ")";
    }
  }

  synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      // What could be written is there.
    }
  }
}
