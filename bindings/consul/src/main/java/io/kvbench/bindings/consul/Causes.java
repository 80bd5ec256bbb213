package io.kvbench.bindings.consul;

/** Gets the words out of exceptions that wrap one another. */
final class Causes {
  private Causes() {}

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
