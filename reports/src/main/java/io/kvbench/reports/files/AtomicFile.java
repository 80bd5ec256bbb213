package io.kvbench.reports.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that is there whole or not at all: written beside its name, forced to disk, renamed. */
final class AtomicFile {
  private AtomicFile() {}

  static void write(Path path, Content content) throws ResultDirectoryException {
    Path temporary = path.resolveSibling("." + path.getFileName() + ".part");
    try {
      writeForced(temporary, content);
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      delete(temporary, e);
      throw new ResultDirectoryException(path, e);
    }
  }

  private static void writeForced(Path temporary, Content content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      content.write(Channels.newOutputStream(channel));
      channel.force(true);
    }
  }

  private static void delete(Path temporary, IOException cause) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** What to write. */
  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }
}
