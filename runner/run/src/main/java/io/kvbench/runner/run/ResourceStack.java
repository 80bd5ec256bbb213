package io.kvbench.runner.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The opened parts of a run, closed in reverse order, each regardless of failures of the others.
 */
final class ResourceStack implements AutoCloseable {
  private final Deque<Runnable> endings = new ArrayDeque<>();

  /** Adds what ends a part. */
  void add(Runnable ending) {
    endings.push(ending);
  }

  @Override
  public void close() {
    @Nullable Throwable first = null;
    while (!endings.isEmpty()) {
      try {
        endings.pop().run();
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    switch (first) {
      case null -> {}
      case Error error -> throw error;
      case RuntimeException exception -> throw exception;
      default -> throw new IllegalStateException(first);
    }
  }
}
