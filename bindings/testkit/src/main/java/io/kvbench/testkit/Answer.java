package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A completion that records its calls. */
public final class Answer implements Completion {
  /** Longer than any answer takes on a busy machine. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** The first call. */
  private record End(
      Status status, Value value, long version, String message, Thread thread, long at) {}

  private static final Value NOTHING = Value.of(new byte[0]);

  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile long snapshot;
  private volatile OptionalInt records = OptionalInt.empty();
  private volatile Optional<Key> last = Optional.empty();

  @Override
  public void succeeded(Outcome outcome) {
    end(outcome, NOTHING, 0, "");
  }

  @Override
  public void found(ByteBuffer value, long version, long storeVersion) {
    snapshot = storeVersion;
    found(value, version);
  }

  @Override
  public void found(ByteBuffer value, long version) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    end(Outcome.OK, Value.of(bytes), version, "");
  }

  @Override
  public void granted(long handle) {
    end(Outcome.OK, NOTHING, handle, "");
  }

  @Override
  public void scanned(int found) {
    records = OptionalInt.of(found);
    succeeded(found == 0 ? Outcome.NOT_FOUND : Outcome.OK);
  }

  @Override
  public void ranged(int found, Key lastKey) {
    last = Optional.of(lastKey);
    scanned(found);
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    end(kind, NOTHING, 0, message);
  }

  private void end(Status status, Value value, long version, String message) {
    calls.incrementAndGet();
    end.complete(
        new End(status, value, version, message, Thread.currentThread(), System.nanoTime()));
  }

  /** Waits for the answer and returns how the operation ended. */
  public Status status() throws InterruptedException {
    return get().status();
  }

  /** Waits for the answer and returns the value that was found, empty if there is none. */
  public byte[] value() throws InterruptedException {
    return get().value().toByteArray();
  }

  /** Waits for the answer and returns the version that was found with the value. */
  public long version() throws InterruptedException {
    return get().version();
  }

  /** Waits for the answer and returns the version of the whole store, or 0. */
  public long snapshot() throws InterruptedException {
    get();
    return snapshot;
  }

  /** Waits for the answer and returns how many records a scan found; empty if not reported. */
  public OptionalInt records() throws InterruptedException {
    get();
    return records;
  }

  /** Waits for the answer and returns the last key of a range; empty if not reported. */
  public Optional<Key> last() throws InterruptedException {
    get();
    return last;
  }

  /** Waits for the answer and returns the message of an error, empty if there is none. */
  public String message() throws InterruptedException {
    return get().message();
  }

  /** Waits for the answer and returns the thread that completed it. */
  public Thread thread() throws InterruptedException {
    return get().thread();
  }

  /** Waits for the answer and returns when it was completed, in {@link System#nanoTime()}. */
  public long at() throws InterruptedException {
    return get().at();
  }

  private End get() throws InterruptedException {
    try {
      return end.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError("no answer within " + LONGEST, e);
    }
  }

  public boolean isThere() {
    return end.isDone();
  }

  /** Returns how often the completion was called until now. */
  public int calls() {
    return calls.get();
  }

  /** Waits for the answer, asserts that it is OK, and returns this. */
  public Answer assertOk() throws InterruptedException {
    assertThat(toStringWhenThere()).isEqualTo(Outcome.OK.name());
    return this;
  }

  /** Waits for the answer and returns its status, with the message of an error. */
  public String toStringWhenThere() throws InterruptedException {
    get();
    return toString();
  }

  @Override
  public String toString() {
    if (!end.isDone()) {
      return "no answer";
    }
    End known = end.join();
    return known.status() + (known.message().isEmpty() ? "" : ": " + known.message());
  }
}
