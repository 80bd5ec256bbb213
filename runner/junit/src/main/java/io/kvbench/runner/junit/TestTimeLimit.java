package io.kvbench.runner.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The time limit of {@link Timeout}, applied to the run of a test: JUnit itself only times the
 * test's body. When it expires the calling thread is interrupted, which stops a run gracefully.
 */
final class TestTimeLimit implements AutoCloseable {
  private final Thread caller = Thread.currentThread();
  private final Thread clock;
  private boolean closed;
  private boolean over;

  private TestTimeLimit(Duration limit) {
    clock =
        Thread.ofVirtual()
            .name("kvbench-timeout")
            .start(
                () -> {
                  try {
                    Thread.sleep(limit);
                    strike();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  /** Starts the timer; to be closed by the same thread. */
  static TestTimeLimit begin(Duration limit) {
    return new TestTimeLimit(limit);
  }

  /** Returns the limit of the test's method, or else of the nearest enclosing class. */
  static Optional<Duration> of(ExtensionContext context) {
    Optional<Timeout> found =
        AnnotationSupport.findAnnotation(context.getTestMethod(), Timeout.class);
    List<Class<?>> classes = new ArrayList<>(context.getEnclosingTestClasses());
    context.getTestClass().ifPresent(classes::add);
    Collections.reverse(classes);
    for (Class<?> each : classes) {
      found = found.or(() -> AnnotationSupport.findAnnotation(each, Timeout.class));
    }
    return found.map(limit -> Duration.of(limit.value(), limit.unit().toChronoUnit()));
  }

  private synchronized void strike() {
    if (!closed) {
      over = true;
      caller.interrupt();
    }
  }

  /** Returns whether the limit expired before this was closed. */
  synchronized boolean isOver() {
    return over;
  }

  /** Stops the timer; an interruption that it caused is cleared. */
  @Override
  public synchronized void close() {
    closed = true;
    clock.interrupt();
    if (over) {
      Thread.interrupted();
    }
  }
}
