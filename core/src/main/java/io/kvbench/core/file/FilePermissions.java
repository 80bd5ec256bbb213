package io.kvbench.core.file;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The permissions of the files that kvbench writes. */
public enum FilePermissions {
  /** Only the user who runs kvbench: files have mode 0600, directories 0700. */
  OWNER,
  /** As the umask of the process permits. */
  UMASK;

  private static final FileAttribute<?>[] NONE = {};

  /** Returns the attributes with which to create a file. */
  public FileAttribute<?>[] ofFile(Path file) {
    return attributes(file, "rw-------");
  }

  /** Returns the attributes with which to create a directory. */
  public FileAttribute<?>[] ofDirectory(Path directory) {
    return attributes(directory, "rwx------");
  }

  private FileAttribute<?>[] attributes(Path path, String mode) {
    return this == UMASK || !path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? NONE
        : new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        };
  }
}
