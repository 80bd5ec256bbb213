package io.kvbench.core.engine;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.check.ValueCheck;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A scripted store, operation by operation, for behaviour that real stores cannot be made to show.
 */
final class ScriptedBinding implements Binding {

  /** The script of operations by index, counted over all sessions. */
  interface Script {
    void play(long index, Operation operation, Completion completion) throws Exception;
  }

  static final Script OK = (index, operation, completion) -> completion.succeeded(Outcome.OK);

  final AtomicLong submitted = new AtomicLong();
  private final Script script;
  private final Duration recovery;

  ScriptedBinding(Script script) {
    this(script, Duration.ZERO);
  }

  /** A store whose sessions take some time to recover. */
  ScriptedBinding(Script script, Duration recovery) {
    this.script = script;
    this.recovery = recovery;
  }

  /** Returns a check that rejects the values that a predicate selects. */
  static ValueCheck objecting(Predicate<ByteBuffer> wrong) {
    return () ->
        operation ->
            new ValueCheck.SentOperation() {
              @Override
              public Optional<String> objection(ByteBuffer value) {
                return Optional.of("wrong").filter(why -> wrong.test(value));
              }

              @Override
              public void ended(Status status) {}
            };
  }

  /** Completes from another thread, some time later. */
  static void later(Duration delay, Runnable completion) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Thread.sleep(delay);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              completion.run();
            });
  }

  @Override
  public Session openSession(int client) {
    return new Session() {
      @Override
      public void submit(Operation operation, Completion completion) {
        try {
          script.play(submitted.getAndIncrement(), operation, completion);
        } catch (RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }

      @Override
      public Optional<String> server() {
        return Optional.of("server " + client % 2);
      }

      @Override
      public void recover(Duration limit) throws InterruptedException {
        Thread.sleep(recovery);
      }
    };
  }

  @Override
  public List<ServerState> servers() {
    return List.of();
  }

  @Override
  public String clientLibrary() {
    return "scripted";
  }

  @Override
  public void close() {}
}
