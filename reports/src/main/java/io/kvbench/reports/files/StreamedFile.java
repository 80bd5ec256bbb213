package io.kvbench.reports.files;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text file in UTF-8 that grows while a run goes on. What was flushed stays readable whatever
 * happens to this process.
 */
final class StreamedFile implements AutoCloseable {
  private final Path path;
  private final Writer writer;

  private StreamedFile(Path path, Writer writer) {
    this.path = path;
    this.writer = writer;
  }

  static StreamedFile create(Path path) throws ResultDirectoryException {
    try {
      return new StreamedFile(path, Files.newBufferedWriter(path));
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }

  /** For tests: writes to a writer that a disk cannot be made to behave like. */
  static StreamedFile of(Path path, Writer writer) {
    return new StreamedFile(path, new BufferedWriter(writer));
  }

  void line(String line) throws ResultDirectoryException {
    try {
      writer.write(line);
      writer.write('\n');
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }

  void flush() throws ResultDirectoryException {
    try {
      writer.flush();
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }

  @Override
  public void close() throws ResultDirectoryException {
    try {
      writer.close();
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }
}
