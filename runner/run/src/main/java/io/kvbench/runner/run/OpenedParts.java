package io.kvbench.runner.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The opened parts of a run, closed in reverse order, each regardless of failures of the others.
 */
final class OpenedParts implements AutoCloseable {
  private final Deque<Runnable> endings = new ArrayDeque<>();

  /** Adds what ends a part. */
  void add(Runnable ending) {
    endings.push(ending);
  }

  @Override
  public void close() {
    @Nullable RuntimeException first = null;
    while (!endings.isEmpty()) {
      try {
        endings.pop().run();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
