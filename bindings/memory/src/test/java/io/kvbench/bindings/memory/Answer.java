package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The completion of one operation. */
final class Answer implements Completion {

  /** One call of a completion. */
  record End(Status status, Value value, long version, String message, Thread thread, long nanos) {}

  private static final Value NO_VALUE = Value.of(new byte[0]);

  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();

  static Answer to(Binding binding, Operation operation) throws Exception {
    Answer answer = new Answer();
    binding.openSession(0).submit(operation, answer);
    return answer;
  }

  /** Waits for the answer. */
  End get() throws Exception {
    return end.get(60, TimeUnit.SECONDS);
  }

  Status status() throws Exception {
    return get().status();
  }

  boolean isThere() {
    return end.isDone();
  }

  int calls() {
    return calls.get();
  }

  @Override
  public void succeeded(Outcome outcome) {
    end(outcome, NO_VALUE, 0, "");
  }

  @Override
  public void found(ByteBuffer value, long version) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    end(Outcome.OK, Value.of(bytes), version, "");
  }

  @Override
  public void granted(long handle) {
    end(Outcome.OK, NO_VALUE, handle, "");
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    end(kind, NO_VALUE, 0, message);
  }

  private void end(Status status, Value value, long version, String message) {
    calls.incrementAndGet();
    end.complete(
        new End(status, value, version, message, Thread.currentThread(), System.nanoTime()));
  }
}
