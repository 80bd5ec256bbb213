package io.kvbench.runner.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The output of a process: all of it goes to a log, as far as that can be written, and its end is
 * kept in memory, so that a full disk does not hide its own error. For any thread.
 */
final class RunOutput {
  private static final int PIECE = 8_192;

  /** More than a process prints in the time of an answer. */
  private static final int KEPT = 65_536;

  private static final String MESSAGE = "kvbench: ";

  private final Path log;
  private byte[] end = new byte[0];
  private long size;
  private long lineBegin;
  private Optional<String> stage = Optional.empty();

  RunOutput(Path log) {
    this.log = log;
  }

  /** Reads to the end of what is printed. */
  void readAll(InputStream printed) {
    byte[] piece = new byte[PIECE];
    try {
      for (int read = printed.read(piece); read >= 0; read = printed.read(piece)) {
        byte[] bytes = Arrays.copyOf(piece, read);
        keep(bytes);
        write(bytes);
      }
    } catch (IOException e) {
      // The process has ended.
    }
  }

  private void keep(byte[] bytes) {
    synchronized (this) {
      int old = Math.min(end.length, KEPT - bytes.length);
      byte[] both =
          Arrays.copyOf(Arrays.copyOfRange(end, end.length - old, end.length), old + bytes.length);
      System.arraycopy(bytes, 0, both, old, bytes.length);
      end = both;
      size += bytes.length;
      keepStage(bytes);
    }
  }

  private void keepStage(byte[] bytes) {
    int newline = bytes.length - 1;
    while (newline >= 0 && bytes[newline] != '\n') {
      newline--;
    }
    if (newline >= 0) {
      for (String line : linesFrom(lineBegin)) {
        stage = StageLine.parse(line).or(() -> stage);
      }
      lineBegin = size - (bytes.length - newline - 1);
    }
  }

  /** Returns the last stage that was reported. */
  Optional<String> stage() {
    synchronized (this) {
      return stage;
    }
  }

  private void write(byte[] bytes) {
    try {
      Files.write(log, bytes, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      // The lines kept in memory remain.
    }
  }

  /** Returns how many bytes were printed. */
  long size() {
    synchronized (this) {
      return size;
    }
  }

  /** Returns the lines that have an end, behind a position. */
  List<String> linesFrom(long position) {
    String text;
    synchronized (this) {
      int length = (int) Math.min(end.length, Math.max(0, size - position));
      text = new String(end, end.length - length, length, StandardCharsets.UTF_8);
    }
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /** Returns why the process ended: the last message that is an error, else the last line. */
  String reason() {
    List<String> lines;
    synchronized (this) {
      lines =
          new String(end, StandardCharsets.UTF_8)
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .toList();
    }
    for (int index = lines.size() - 1; index >= 0; index--) {
      if (lines.get(index).startsWith(MESSAGE)) {
        String details =
            String.join("; ", lines.subList(index + 1, lines.size()).stream().limit(3).toList());
        String message = lines.get(index).substring(MESSAGE.length());
        return message.endsWith(":") ? message + " " + details : message;
      }
    }
    return lines.isEmpty() ? "it printed nothing" : lines.getLast();
  }
}
