package io.kvbench.bindings.consul.status;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A wait for the answer to a read of a record that does not exist. */
public final class Probe implements Completion {
  private final ConsulFailure notUnderstood;
  private final CompletableFuture<Optional<ConsulFailure>> end = new CompletableFuture<>();

  /**
   * @param notUnderstood the failure if the record exists
   */
  public Probe(ConsulFailure notUnderstood) {
    this.notUnderstood = notUnderstood;
  }

  /** Returns a random key to read, so a server that claims to have it is not Consul. */
  public static Key key() {
    return Key.of("kvbench-probe-" + Long.toHexString(ThreadLocalRandom.current().nextLong()));
  }

  @Override
  public void succeeded(Outcome outcome) {
    end.complete(Optional.empty());
  }

  @Override
  public void found(ByteBuffer value, long version) {
    end.complete(Optional.of(notUnderstood));
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    end.complete(Optional.of(new ConsulFailure(kind, message)));
  }

  /** Returns the problem, if there was one. */
  public Optional<ConsulFailure> await(Duration limit) throws InterruptedException {
    try {
      return end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return Optional.of(ConsulFailure.TIMEOUT);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
