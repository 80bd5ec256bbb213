package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A completion that waits for the end of one operation. */
final class StatusCompletion implements Completion {
  private final CompletableFuture<Status> status = new CompletableFuture<>();

  @Override
  public void succeeded(Outcome outcome) {
    status.complete(outcome);
  }

  @Override
  public void found(ByteBuffer value, long version) {
    status.complete(Outcome.OK);
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    status.complete(kind);
  }

  Status await() throws Exception {
    return status.get(60, TimeUnit.SECONDS);
  }
}
