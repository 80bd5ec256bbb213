package io.kvbench.results.directory;

import org.jspecify.annotations.Nullable;

/**
 * A file of a result directory, or a measurement from another process, that cannot be parsed. The
 * message is one sentence for the user: the file, the error and its place, and the remedy.
 */
public final class ResultFormatException extends Exception {
  private static final long serialVersionUID = 1L;

  ResultFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  ResultFormatException(String message) {
    super(message);
  }
}
