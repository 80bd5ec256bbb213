package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what a completion was told, and how often. */
final class Answer implements Completion {
  private final CompletableFuture<Status> status = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile byte[] value;
  private volatile long version;
  private volatile String message = "";

  @Override
  public void succeeded(Outcome outcome) {
    finish(outcome);
  }

  @Override
  public void found(ByteBuffer content, long read) {
    byte[] bytes = new byte[content.remaining()];
    content.get(bytes);
    value = bytes;
    version = read;
    finish(Outcome.OK);
  }

  @Override
  public void failed(ErrorKind kind, String said) {
    message = said;
    finish(kind);
  }

  private void finish(Status end) {
    calls.incrementAndGet();
    status.complete(end);
  }

  Status status() throws Exception {
    return status.get(60, TimeUnit.SECONDS);
  }

  boolean isDone() {
    return status.isDone();
  }

  int calls() {
    return calls.get();
  }

  byte[] value() {
    return value;
  }

  long version() {
    return version;
  }

  String message() {
    return message;
  }
}
