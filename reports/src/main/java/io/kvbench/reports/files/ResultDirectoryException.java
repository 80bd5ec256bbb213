package io.kvbench.reports.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A result directory, or a file in it, that cannot be written. The message is for the user: what
 * could not be written, why, and what to do.
 */
public final class ResultDirectoryException extends Exception {
  private static final long serialVersionUID = 1L;

  ResultDirectoryException(Path path, IOException cause) {
    this(path, cause, remedy(cause));
  }

  ResultDirectoryException(Path path, IOException cause, String remedy) {
    super("cannot write " + path + ": " + reason(cause) + ". " + remedy, cause);
  }

  /** The sentence of the file system without the path, which the message names already. */
  private static String reason(IOException cause) {
    return switch (cause) {
      case AccessDeniedException e -> "permission denied";
      case FileAlreadyExistsException e -> e.getFile() + " exists and is not a directory";
      case NoSuchFileException e -> e.getFile() + " does not exist";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    };
  }

  private static String remedy(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    return message.contains("No space left") || message.contains("quota")
        ? "Free some space, or choose another place for results."
        : "Choose another place for results, or mend this one.";
  }
}
