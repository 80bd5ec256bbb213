package io.kvbench.core.workload;

import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A trace that could be read when it was planned and cannot be any more, as on a network disk that
 * is gone. Not a defect of kvbench. The message is for the user.
 */
public final class LostTraceException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  LostTraceException(Path file, IOException cause) {
    super("the trace %s cannot be read any more: %s".formatted(file, FileReason.of(cause)), cause);
  }

  /** Returns the message if this is what a failure comes from. */
  public static Optional<String> messageIn(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LostTraceException lost) {
        return Optional.ofNullable(lost.getMessage());
      }
    }
    return Optional.empty();
  }
}
