package io.kvbench.testkit.contract;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Answer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A completion that submits the next operation, up to a number of operations. */
final class ResubmittingCompletion implements Completion {
  private final Session session;
  private final Operation operation;
  private final AtomicInteger left;
  private final Answer last = new Answer();

  ResubmittingCompletion(Session session, Operation operation, int count) {
    this.session = session;
    this.operation = operation;
    this.left = new AtomicInteger(count);
  }

  void begin() {
    next();
  }

  private void next() {
    session.submit(operation, left.decrementAndGet() > 0 ? this : last);
  }

  /** Returns the end of the last operation, or of the first that failed. */
  Answer last() {
    return last;
  }

  @Override
  public void succeeded(Outcome outcome) {
    next();
  }

  @Override
  public void found(ByteBuffer value, long version) {
    next();
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    last.failed(kind, message);
  }
}
