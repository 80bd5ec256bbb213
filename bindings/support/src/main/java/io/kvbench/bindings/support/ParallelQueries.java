package io.kvbench.bindings.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Parallel queries, so that a server that hangs does not delay the others. */
public final class ParallelQueries {
  private ParallelQueries() {}

  /** A query, such as one to a server, that reports failures in its answer. */
  @FunctionalInterface
  public interface Asker<S, T> {
    T ask(S subject) throws InterruptedException;
  }

  /** Queries on virtual threads, and returns the answers in the order of the subjects. */
  public static <S, T> List<T> all(List<S> subjects, Asker<S, T> asker)
      throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return all(threads, subjects, asker);
    }
  }

  /** Queries on given threads, and returns the answers in the order of the subjects. */
  public static <S, T> List<T> all(ExecutorService threads, List<S> subjects, Asker<S, T> asker)
      throws InterruptedException {
    List<Callable<T>> tasks = new ArrayList<>();
    subjects.forEach(subject -> tasks.add(() -> asker.ask(subject)));
    List<T> answers = new ArrayList<>();
    try {
      // An interrupt ends the queries in flight.
      for (Future<T> answer : threads.invokeAll(tasks)) {
        answers.add(answer.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an inquiry must not throw", e);
    }
  }
}
