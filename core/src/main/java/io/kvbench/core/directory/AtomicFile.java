package io.kvbench.core.directory;

import io.kvbench.core.file.FilePermissions;
import java.io.IOException;
import java.nio.file.Path;

/** A file of a result directory that is there whole or not at all. */
final class AtomicFile {
  private AtomicFile() {}

  static void write(Path path, FilePermissions permissions, WholeFiles.Content content)
      throws ResultDirectoryException {
    try (WholeFiles files = new WholeFiles(permissions)) {
      files.add(path, content);
      files.finish();
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }
}
