package io.kvbench.core.engine;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A store with scripted answer times on the test's clock. */
final class ClockedBinding implements Binding {

  /** The script of a client's operations by index, counted per client from 0. */
  interface Script {
    void play(int client, int index, Completion completion) throws Throwable;
  }

  /** The end of an operation, and its time after the submission. */
  record Answer(Status status, Duration after) {}

  /** The answer to a client's operation with this index. */
  interface Answers {
    Answer to(int client, int index);
  }

  final AtomicInteger submitted = new AtomicInteger();
  private final ManualClock clock;
  private final Script script;
  private final Duration recovery;

  /**
   * Creates a store.
   *
   * @param recovery how long a session takes to recover
   */
  ClockedBinding(ManualClock clock, Script script, Duration recovery) {
    this.clock = clock;
    this.script = script;
    this.recovery = recovery;
  }

  /** Returns a store that answers from a thread of its own. */
  static ClockedBinding answering(ManualClock clock, Answers answers, Duration recovery) {
    return new ClockedBinding(
        clock,
        (client, index, completion) -> {
          Answer answer = answers.to(client, index);
          clock.after(answer.after().toNanos(), () -> give(answer.status(), completion));
        },
        recovery);
  }

  /** Completes an operation with a status. */
  static void give(Status status, Completion completion) {
    switch (status) {
      case Outcome outcome -> completion.succeeded(outcome);
      case ErrorKind kind -> completion.failed(kind, "as the script says");
    }
  }

  /** Throws any exception undeclared, as bindings in other languages do. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void hurl(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Override
  public Session openSession(int client) {
    return new Session() {
      private int next;

      @Override
      public void submit(Operation operation, Completion completion) {
        submitted.incrementAndGet();
        try {
          script.play(client, next++, completion);
        } catch (Throwable e) {
          ClockedBinding.<RuntimeException>hurl(e);
        }
      }

      @Override
      public void recover(Duration limit) throws InterruptedException {
        clock.sleep(recovery.toNanos());
      }
    };
  }

  @Override
  public List<ServerState> servers() {
    return List.of();
  }

  @Override
  public String clientLibrary() {
    return "clocked";
  }

  @Override
  public void close() {}
}
