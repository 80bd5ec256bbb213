package io.kvbench.runner.distributed.controller;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * A task carried out on several hosts in parallel, so that a slow or silent one does not delay the
 * others.
 *
 * @param limit how long all of them may take together
 */
record SshTasks(Duration limit, StopSignal stop, NanoClock clock) {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A task for one host. */
  @FunctionalInterface
  interface Task {
    /** Returns why it cannot be done, if it cannot. */
    Optional<String> run(SshSession session) throws IOException, InterruptedException;
  }

  /**
   * Carries out the task on all hosts. Sessions that are late are ended; after a failure they may
   * be open.
   *
   * @param late what has not been done, as in "the jar has not arrived"
   * @param progress receives the elapsed nanoseconds, about once a second
   * @throws IOException that names all hosts on which it failed, in their order
   * @throws InterruptedException also if the run is to stop; all sessions are ended then
   */
  void run(List<SshSession> sessions, String late, LongConsumer progress, Task task)
      throws IOException, InterruptedException {
    long begin = clock.nanos();
    LongPredicate waits =
        now -> {
          progress.accept(now - begin);
          return now - begin < limit.toNanos();
        };
    List<String> problems = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<String>>> all = new ArrayList<>();
      sessions.forEach(session -> all.add(threads.submit(() -> task.run(session))));
      boolean complete = false;
      try {
        for (int index = 0; index < all.size(); index++) {
          SshSession session = sessions.get(index);
          if (await(all.get(index), waits)) {
            result(all.get(index), session).ifPresent(problems::add);
          } else {
            session.end();
            problems.add(
                "%s: %s in %d s (agents.timeout)"
                    .formatted(session.host(), late, limit.toSeconds()));
          }
        }
        complete = true;
      } finally {
        if (!complete) {
          sessions.forEach(SshSession::end);
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new IOException("agents cannot be started: " + String.join("; ", problems));
    }
  }

  /** Returns whether it ended in time. */
  private boolean await(Future<?> task, LongPredicate waits) throws InterruptedException {
    while (!task.isDone()) {
      if (stop.isGiven()) {
        throw new InterruptedException();
      }
      try {
        Object unused = task.get(LOOK_NANOS, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (!waits.test(clock.nanos())) {
          return false;
        }
      } catch (ExecutionException e) {
        // The failure is reported with the task's result.
      }
    }
    return true;
  }

  private static Optional<String> result(Future<Optional<String>> task, SshSession session)
      throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      return Optional.of(session.host() + ": " + cause.getMessage());
    }
  }
}
