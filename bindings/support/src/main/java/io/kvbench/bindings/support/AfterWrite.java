package io.kvbench.bindings.support;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;

/**
 * The completion of an operation of several requests whose write has been sent: a later failure
 * must not say that nothing was applied.
 */
public final class AfterWrite extends ForwardingCompletion {
  public AfterWrite(Completion completion) {
    super(completion);
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    super.failed(kind.afterWrite(), message);
  }
}
