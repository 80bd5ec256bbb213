package io.kvbench.results.directory;

import io.kvbench.core.file.FileReason;
import java.io.IOException;
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
    super("cannot write " + path + ": " + FileReason.ofWriting(cause) + ". " + remedy, cause);
  }

  private static String remedy(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    return message.contains("No space left") || message.contains("quota")
        ? "Free some space, or choose another place for results."
        : "Choose another place for results, or fix this one.";
  }
}
