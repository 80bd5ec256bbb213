package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.StopSignal;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Counts the records in the store without ever waiting for long: a store that has died must not
 * hold the result up.
 */
final class StoreCount {
  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final Duration STOPPING = Duration.ofMillis(500);

  private final Binding binding;
  private final StopSignal stop;

  StoreCount(Binding binding, StopSignal stop) {
    this.binding = binding;
    this.stop = stop;
  }

  /** Returns the number, or empty where the system cannot count or does not answer now. */
  OptionalLong keys() throws InterruptedException {
    Duration limit = stop.isGiven() ? STOPPING : PATIENT;
    CompletableFuture<OptionalLong> count = new CompletableFuture<>();
    Thread counter = Thread.ofVirtual().name("count").start(() -> complete(count));
    try {
      return count.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return OptionalLong.empty();
    } finally {
      counter.interrupt();
    }
  }

  private void complete(CompletableFuture<OptionalLong> count) {
    try {
      count.complete(binding.countKeys());
    } catch (BindingException | InterruptedException | RuntimeException e) {
      count.completeExceptionally(e);
    }
  }
}
