package io.kvbench.core.workload.replay;

import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The loss of a trace that could be read when it was planned, as on a network disk that has become
 * unavailable. Not an internal error. The message is for the user.
 */
public final class LostTraceException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  LostTraceException(Path file, IOException cause) {
    super("the trace %s cannot be read any more: %s".formatted(file, FileReason.of(cause)), cause);
  }

  /** Returns the message if this caused a failure. */
  public static Optional<String> messageIn(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LostTraceException lost) {
        return Optional.ofNullable(lost.getMessage());
      }
    }
    return Optional.empty();
  }
}
