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
final class NodeLog implements Consumer<OutputFrame> {
  private static final int TAIL_LINES = 15;

  private final Path file;
  private final OutputStream out;

  NodeLog(Path file) throws IOException {
    this.file = file;
    this.out = Files.newOutputStream(file);
  }

  Path file() {
    return file;
  }

  @Override
  public synchronized void accept(OutputFrame frame) {
    byte[] bytes = frame.getBytes();
    if (bytes == null) {
      return;
    }
    try {
      out.write(bytes);
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
