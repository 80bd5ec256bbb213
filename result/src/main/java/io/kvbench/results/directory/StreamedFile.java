package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A text file in UTF-8 that grows during a run. Flushed text stays readable even if this process
 * dies. On a full disk the file ends with the last flush, and not in the middle of a line; where
 * nothing was flushed, there is no file.
 */
final class StreamedFile implements AutoCloseable {
  private final Path path;
  private final OutputStream out;
  private final StringBuilder lines = new StringBuilder();
  private long flushedBytes;
  private @Nullable ResultDirectoryException failure;

  private StreamedFile(Path path, OutputStream out) {
    this.path = path;
    this.out = out;
  }

  /** Creates a file with its first lines that is not there yet; a link is not followed. */
  static StreamedFile create(Path path, FilePermissions permissions, List<String> header)
      throws ResultDirectoryException {
    Set<OpenOption> create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      StreamedFile file =
          new StreamedFile(
              path,
              Channels.newOutputStream(FileChannel.open(path, create, permissions.ofFile(path))));
      header.forEach(file::line);
      file.flush();
      return file;
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }

  /** For tests: writes through a stream that behaves as a disk cannot be made to. */
  static StreamedFile of(Path path, OutputStream out) {
    return new StreamedFile(path, out);
  }

  /** Adds a line, which waits for the next flush. */
  void line(String line) {
    lines.append(line).append('\n');
  }

  /** Writes what was added since the last time. Once that has failed it fails each time. */
  void flush() throws ResultDirectoryException {
    if (failure != null) {
      throw failure;
    }
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    lines.setLength(0);
    try {
      out.write(bytes);
      flushedBytes += bytes.length;
    } catch (IOException e) {
      takeBack(e);
      failure = new ResultDirectoryException(path, e);
      throw failure;
    }
  }

  /** Removes what was written of lines that are not whole. */
  private void takeBack(IOException cause) {
    try {
      if (flushedBytes == 0) {
        Files.deleteIfExists(path);
        return;
      }
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.truncate(flushedBytes);
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public void close() throws ResultDirectoryException {
    try {
      out.close();
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }
}
