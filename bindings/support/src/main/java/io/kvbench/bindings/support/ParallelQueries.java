package io.kvbench.bindings.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks all servers at the same time: one that hangs must not keep the others waiting. */
public final class ParallelQueries {
  private ParallelQueries() {}

  /** A question to one server, which reports failures in its answer. */
  @FunctionalInterface
  public interface Asker<T> {
    T ask(Endpoint endpoint) throws InterruptedException;
  }

  /** Asks on virtual threads, and returns the answers in the order of the endpoints. */
  public static <T> List<T> all(List<Endpoint> endpoints, Asker<T> asker)
      throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return all(threads, endpoints, asker);
    }
  }

  /** Asks on given threads, and returns the answers in the order of the endpoints. */
  public static <T> List<T> all(ExecutorService threads, List<Endpoint> endpoints, Asker<T> asker)
      throws InterruptedException {
    List<Callable<T>> tasks = new ArrayList<>();
    endpoints.forEach(endpoint -> tasks.add(() -> asker.ask(endpoint)));
    List<T> answers = new ArrayList<>();
    try {
      // An interrupt ends the questions in flight.
      for (Future<T> answer : threads.invokeAll(tasks)) {
        answers.add(answer.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an inquiry must not throw", e);
    }
  }
}
