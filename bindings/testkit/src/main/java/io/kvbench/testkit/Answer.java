package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A completion that records its calls. */
public final class Answer implements Completion, FoundRecords {
  /** A record in an answer with several; empty if the answer says that there is none. */
  public record Found(Optional<Value> value, long version) {}

  /** Longer than any answer takes on a busy machine. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** The first call. */
  private record End(
      Status status, Value value, long version, String message, Thread thread, long at) {}

  private static final Value NOTHING = Value.of(new byte[0]);

  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final boolean checking;
  private final Map<String, Found> found = new ConcurrentHashMap<>();
  private volatile long order;
  private volatile long snapshot;
  private volatile OptionalInt records = OptionalInt.empty();
  private volatile Optional<Key> last = Optional.empty();

  public Answer() {
    this(false);
  }

  /**
   * @param checking whether it takes the records of scans, ranges and read transactions
   */
  public Answer(boolean checking) {
    this.checking = checking;
  }

  @Override
  public void succeeded(Outcome outcome) {
    end(outcome, NOTHING, 0, "");
  }

  @Override
  public void wrote(long version) {
    order = version;
    end(Outcome.OK, NOTHING, 0, "");
  }

  @Override
  public void found(ByteBuffer value, long token, long version, long storeVersion) {
    order = version;
    snapshot = storeVersion;
    found(value, token);
  }

  @Override
  public void found(ByteBuffer value, long token) {
    end(Outcome.OK, copy(value), token, "");
  }

  private static Value copy(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return Value.of(bytes);
  }

  @Override
  public @Nullable FoundRecords receiver() {
    return checking ? this : null;
  }

  @Override
  public void found(Key key, ByteBuffer value, long version) {
    found.put(key.toString(), new Found(Optional.of(copy(value)), version));
  }

  @Override
  public void missing(Key key) {
    found.put(key.toString(), new Found(Optional.empty(), 0));
  }

  @Override
  public void granted(long handle) {
    end(Outcome.OK, NOTHING, handle, "");
  }

  @Override
  public void scanned(int count) {
    records = OptionalInt.of(count);
    succeeded(count == 0 ? Outcome.NOT_FOUND : Outcome.OK);
  }

  @Override
  public void ranged(int count, Key lastKey) {
    last = Optional.of(lastKey);
    scanned(count);
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

  /** Waits for the answer and returns the order of the write, or of the value's; 0 if unknown. */
  public long order() throws InterruptedException {
    get();
    return order;
  }

  /** Waits for the answer and returns the records in it, by key; empty unless checking. */
  public Map<String, Found> contents() throws InterruptedException {
    get();
    return found;
  }

  /** Waits for the answer and returns the version to compare that was found with the value. */
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
  String toStringWhenThere() throws InterruptedException {
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
