package io.kvbench.bindings.dengine;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gets the words out of exceptions that wrap one another. */
final class Causes {
  private Causes() {}

  /** Returns the first exception of a type among an exception and its causes. */
  static <T extends Throwable> Optional<T> find(Class<T> type, @Nullable Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /** Returns what the first cause says. */
  static String innermost(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return cause.getClass().getSimpleName() + (message == null ? "" : " (" + message + ")");
  }
}
