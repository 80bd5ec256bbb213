package io.kvbench.bindings.support;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Queries over chains of exceptions and their causes. */
public final class Causes {
  private Causes() {}

  /** Returns the first exception of a type among an exception and its causes. */
  public static <T extends Throwable> Optional<T> find(Class<T> type, @Nullable Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /** Returns the type of the innermost cause, and its message in parentheses if it has one. */
  public static String innermost(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return cause.getClass().getSimpleName() + (message == null ? "" : " (" + message + ")");
  }
}
