package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.operation.ErrorKind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A listener that records the calls of one watcher, and waits for them. */
public final class WatchLog implements WatchListener {
  /** Longer than any event takes on a busy machine. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** The kinds of calls. */
  public enum Kind {
    OPENED,
    CHANGED,
    REARMING,
    INTERRUPTED,
    FAILED
  }

  /**
   * One call.
   *
   * @param version of {@link Kind#CHANGED}, or the number in the value; otherwise 0
   * @param problem of {@link Kind#FAILED}; otherwise empty
   */
  public record Call(Kind kind, long version, String problem) {
    @Override
    public String toString() {
      return kind + (kind == Kind.CHANGED ? " " + version : "") + problem;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition called = lock.newCondition();
  private final List<Call> calls = new ArrayList<>();
  private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
  private volatile Optional<String> breach = Optional.empty();
  private final Set<Long> reported = new HashSet<>();
  private long newest = Long.MIN_VALUE;

  private void add(Kind kind, long version, String problem) {
    boolean alone = inside.compareAndSet(null, Thread.currentThread());
    lock.lock();
    try {
      if (!alone) {
        breach = Optional.of("two threads called at a time");
      } else if (!calls.isEmpty() && calls.getLast().kind() == Kind.FAILED) {
        breach = Optional.of("called after it had failed");
      }
      calls.add(new Call(kind, version, problem));
      called.signalAll();
    } finally {
      lock.unlock();
      if (alone) {
        inside.set(null);
      }
    }
  }

  @Override
  public void opened() {
    add(Kind.OPENED, 0, "");
  }

  @Override
  public void changed(long version) {
    add(Kind.CHANGED, version, "");
  }

  /**
   * Records the number at the beginning of numbered values, once: some servers report a write
   * twice, which the engine counts.
   */
  @Override
  public void changed(ByteBuffer value, long version) {
    if (!reported.add(version)) {
      return;
    }
    if (version < newest) {
      breach = Optional.of("version " + version + " came after " + newest);
    }
    newest = version;
    add(Kind.CHANGED, value.getLong(value.position()), "");
  }

  @Override
  public void rearming() {
    add(Kind.REARMING, 0, "");
  }

  @Override
  public void interrupted() {
    add(Kind.INTERRUPTED, 0, "");
  }

  @Override
  public void failed(ErrorKind kind, String message) {
    add(Kind.FAILED, 0, " " + kind + ": " + message);
  }

  public List<Call> calls() {
    lock.lock();
    try {
      assertThat(breach).as(calls::toString).isEmpty();
      return List.copyOf(calls);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the kinds of all calls until now. */
  public List<Kind> kinds() {
    return calls().stream().map(Call::kind).toList();
  }

  /** Returns the versions of all deliveries until now. */
  public List<Long> versions() {
    return calls().stream().filter(call -> call.kind() == Kind.CHANGED).map(Call::version).toList();
  }

  /** Waits until the watcher watches, and is neither interrupted nor being set again. */
  public void awaitOpen() throws InterruptedException {
    await(
        "open",
        known ->
            known.stream()
                .map(Call::kind)
                .filter(kind -> kind != Kind.CHANGED)
                .reduce((before, after) -> after)
                .filter(kind -> kind == Kind.OPENED)
                .isPresent());
  }

  /** Waits until a version has been delivered. */
  public void awaitVersion(long version) throws InterruptedException {
    await(
        "version " + version, known -> known.stream().anyMatch(call -> call.version() == version));
  }

  /** Waits for a call of a kind. */
  public void await(Kind kind) throws InterruptedException {
    await(kind.name(), known -> known.stream().anyMatch(call -> call.kind() == kind));
  }

  private void await(String what, Predicate<List<Call>> reached) throws InterruptedException {
    long left = LONGEST.toNanos();
    lock.lockInterruptibly();
    try {
      while (!reached.test(calls)) {
        boolean failed = !calls.isEmpty() && calls.getLast().kind() == Kind.FAILED;
        if (left <= 0 || failed) {
          throw new AssertionError(
              "not %s%s: %s".formatted(what, failed ? "" : " within " + seconds(LONGEST), calls));
        }
        left = called.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private static String seconds(Duration duration) {
    return TimeUnit.NANOSECONDS.toSeconds(duration.toNanos()) + " s";
  }
}
