package io.kvbench.runner.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The end of a run's output. */
public final class LogTail {
  private static final int BYTES = 16_384;

  private LogTail() {}

  /** Returns the last line; empty if there is none. */
  public static Optional<String> lastLine(Path log) {
    return lines(log).reversed().stream().findFirst();
  }

  private static List<String> lines(Path log) {
    try (FileChannel file = FileChannel.open(log)) {
      ByteBuffer bytes = ByteBuffer.allocate(BYTES);
      file.read(bytes, Math.max(0, file.size() - BYTES));
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
