package io.kvbench.bindings.dengine;

import io.kvbench.bindings.support.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks all servers at the same time: one that hangs must not keep the others waiting. */
final class Inquiries {
  private Inquiries() {}

  /** A question to one server, which answers for its own failures. */
  interface Asker<T> {
    T ask(Endpoint endpoint) throws InterruptedException;
  }

  /** Returns the answers in the order of the endpoints. */
  static <T> List<T> all(List<Endpoint> endpoints, Asker<T> asker) throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<T>> tasks = new ArrayList<>();
      endpoints.forEach(endpoint -> tasks.add(() -> asker.ask(endpoint)));
      List<T> answers = new ArrayList<>();
      // An interrupt ends the questions that are under way.
      for (Future<T> answer : threads.invokeAll(tasks)) {
        answers.add(answer.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an inquiry must not throw", e);
    }
  }
}
