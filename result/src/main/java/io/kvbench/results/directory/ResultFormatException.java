package io.kvbench.results.directory;

import org.jspecify.annotations.Nullable;

/**
 * A file of a result directory, or a measurement from another process, that cannot be read for what
 * it should be. The message is one sentence for the user: which one, what is wrong and where, and
 * what to do.
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
