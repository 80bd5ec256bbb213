package io.kvbench.bindings.support;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A completion that forwards every answer to another one; subclasses override what they change. */
public abstract class ForwardingCompletion implements Completion {
  private final Completion completion;

  /** Creates a completion that forwards to another one. */
  protected ForwardingCompletion(Completion completion) {
    this.completion = completion;
  }

  /** Returns a completion that also runs an action, first, when the operation succeeds. */
  public static Completion onSuccess(Completion completion, Runnable action) {
    return new ForwardingCompletion(completion) {
      @Override
      public void succeeded(Outcome outcome) {
        action.run();
        super.succeeded(outcome);
      }

      @Override
      public void wrote(long version) {
        action.run();
        super.wrote(version);
      }
    };
  }

  @Override
  public void succeeded(Outcome outcome) {
    completion.succeeded(outcome);
  }

  @Override
  public void wrote(long version) {
    completion.wrote(version);
  }

  @Override
  public final void found(ByteBuffer value, long token) {
    found(value, token, 0, 0);
  }

  @Override
  public void found(ByteBuffer value, long token, long version, long snapshot) {
    completion.found(value, token, version, snapshot);
  }

  @Override
  public @Nullable FoundRecords receiver() {
    return completion.receiver();
  }

  @Override
  public void scanned(int records) {
    completion.scanned(records);
  }

  @Override
  public void ranged(int records, Key last) {
    completion.ranged(records, last);
  }

  @Override
  public void granted(long handle) {
    completion.granted(handle);
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    completion.failed(kind, message);
  }
}
