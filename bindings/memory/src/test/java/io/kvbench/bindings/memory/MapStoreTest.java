package io.kvbench.bindings.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of versions and transactions of the map, with one thread and many. */
@Timeout(120)
class MapStoreTest {
  private static final Key A = Key.of("a");
  private static final Key B = Key.of("b");
  private static final Key C = Key.of("c");
  private static final Value ONE = Value.of(new byte[] {1});
  private static final Value TWO = Value.of(new byte[] {2});

  private final MapStore store = new MapStore();

  private Answer perform(Operation operation) {
    Answer answer = new Answer();
    store.perform(operation, answer);
    return answer;
  }

  private Status status(Operation operation) throws Exception {
    return perform(operation).status();
  }

  private Answer read(Key key) {
    return perform(new Operation.Read(key, ReadConsistency.DEFAULT));
  }

  private long version(Key key) throws Exception {
    return read(key).get().version();
  }

  private static Operation.Transaction together(Operation.Write... writes) {
    return new Operation.Transaction(Arrays.asList(writes));
  }

  @Test
  void aCompareAndSetReplacesOnlyWhatWasRead() throws Exception {
    assertThat(status(new Operation.CompareAndSet(A, 1, TWO))).isEqualTo(Outcome.NOT_FOUND);
    perform(new Operation.Insert(A, ONE));
    long first = version(A);

    assertThat(status(new Operation.CompareAndSet(A, first, TWO))).isEqualTo(Outcome.OK);
    assertThat(status(new Operation.CompareAndSet(A, first, ONE))).isEqualTo(Outcome.CONFLICT);
    assertThat(read(A).get().value()).isEqualTo(TWO);
    assertThat(version(A)).isNotEqualTo(first);
  }

  /** A write of an equal value has a new version, and so has a recreated record. */
  @Test
  void noTwoWritesShareAVersion() throws Exception {
    List<Long> versions = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      perform(new Operation.Insert(A, ONE));
      versions.add(version(A));
      perform(new Operation.Update(A, ONE));
      versions.add(version(A));
      perform(together(new Operation.Update(A, ONE)));
      versions.add(version(A));
      perform(new Operation.CompareAndSet(A, version(A), ONE));
      versions.add(version(A));
      perform(new Operation.Delete(A));
    }
    assertThat(versions).hasSize(12).doesNotHaveDuplicates();
  }

  @Test
  void aTransactionDoesAllOfIt() throws Exception {
    perform(new Operation.Insert(A, ONE));
    perform(new Operation.Insert(B, ONE));

    assertThat(
            status(
                together(
                    new Operation.CompareAndSet(A, version(A), TWO),
                    new Operation.Delete(B),
                    new Operation.Insert(C, TWO))))
        .isEqualTo(Outcome.OK);

    assertThat(read(A).get().value()).isEqualTo(TWO);
    assertThat(read(B).status()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(read(C).get().value()).isEqualTo(TWO);
    assertThat(store.countKeys()).hasValue(2);
  }

  /** A transaction whose last part is impossible, and the outcome. */
  record Obstacle(Operation.Write write, Outcome answer) {}

  static Stream<Obstacle> obstacles() {
    return Stream.of(
        new Obstacle(new Operation.Insert(B, TWO), Outcome.ALREADY_EXISTS),
        new Obstacle(new Operation.Update(C, TWO), Outcome.NOT_FOUND),
        new Obstacle(new Operation.Delete(C), Outcome.NOT_FOUND),
        new Obstacle(new Operation.CompareAndSet(C, 1, TWO), Outcome.NOT_FOUND),
        new Obstacle(new Operation.CompareAndSet(B, -1, TWO), Outcome.CONFLICT));
  }

  @ParameterizedTest
  @MethodSource("obstacles")
  void orNothingOfIt(Obstacle obstacle) throws Exception {
    perform(new Operation.Insert(A, ONE));
    perform(new Operation.Insert(B, ONE));
    long version = version(A);

    assertThat(status(together(new Operation.Update(A, TWO), obstacle.write())))
        .isEqualTo(obstacle.answer());

    assertThat(read(A).get().value()).isEqualTo(ONE);
    assertThat(version(A)).isEqualTo(version);
    assertThat(read(B).get().value()).isEqualTo(ONE);
    assertThat(store.countKeys()).hasValue(2);
  }

  /** A listener that keeps the versions that a watcher reports. */
  private static final class Told implements WatchListener {
    private final List<Long> versions = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger opened = new AtomicInteger();

    @Override
    public void opened() {
      opened.incrementAndGet();
    }

    @Override
    public void changed(long version) {
      versions.add(version);
    }

    @Override
    public void rearming() {
      throw new AssertionError("the watcher stays");
    }

    @Override
    public void interrupted() {
      throw new AssertionError("nothing can break");
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      throw new AssertionError(message);
    }
  }

  private Watcher watch(WatchTarget target, WatchListener listener) throws BindingException {
    return store.watch(new WatcherRequest(0, target, false), listener);
  }

  @Test
  void watchersAreToldOfWritesToWhatTheyWatch() throws Exception {
    perform(new Operation.Insert(A, ONE));
    Told one = new Told();
    Told all = new Told();
    Watcher watcher = watch(new WatchTarget.Single(A), one);
    Watcher ofAll = watch(new WatchTarget.All(), all);

    perform(new Operation.Update(A, ONE));
    long first = version(A);
    perform(together(new Operation.Insert(B, ONE), new Operation.Update(A, TWO)));
    long second = version(A);
    perform(new Operation.Update(C, ONE));
    perform(new Operation.Delete(B));
    assertThat(status(new Operation.WatchedUpdate(B, ONE))).isEqualTo(Outcome.NOT_FOUND);
    watcher.close();
    assertThat(status(new Operation.WatchedUpdate(A, ONE))).isEqualTo(Outcome.OK);
    long third = version(A);
    ofAll.close();
    perform(new Operation.WatchedUpdate(A, ONE));

    assertThat(one.opened).hasValue(1);
    assertThat(one.versions).containsExactly(first, second);
    assertThat(all.versions).containsExactly(first, second - 1, second, third);
  }

  @Test
  void watchersAreToldOfAllWritesInOrder() throws Exception {
    perform(new Operation.Insert(A, ONE));
    Told told = new Told();
    List<Long> granted = Collections.synchronizedList(new ArrayList<>());
    Watcher watcher = watch(new WatchTarget.Single(A), told);

    inParallel(
        4,
        thread -> {
          for (int round = 0; round < 1_000; round++) {
            granted.add(perform(new Operation.WatchedUpdate(A, TWO)).get().version());
          }
        });

    watcher.close();
    assertThat(told.versions).isSorted().doesNotHaveDuplicates();
    assertThat(told.versions).hasSize(4_000).containsAll(granted);
  }

  /** Each adds one by reading and comparing until it succeeds: a lost one would be missing. */
  @Test
  void noCompareAndSetIsLost() throws Exception {
    perform(new Operation.Insert(A, Value.of(new byte[] {0, 0})));

    inParallel(
        4,
        thread -> {
          for (int added = 0; added < 2_000; ) {
            Answer.End before = read(A).get();
            byte[] next = number(number(before.value()) + 1);
            if (status(new Operation.CompareAndSet(A, before.version(), Value.of(next)))
                == Outcome.OK) {
              added++;
            }
          }
        });

    assertThat(number(read(A).get().value())).isEqualTo(8_000);
  }

  private static int number(Value value) {
    byte[] bytes = value.toByteArray();
    return (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
  }

  private static byte[] number(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  /**
   * A transaction removes one of two records and creates the other, back and forth, while single
   * writes go to a third: overlapping transactions would meet unexpected records.
   */
  @Test
  void transactionsAreOneAfterTheOther() throws Exception {
    perform(new Operation.Insert(A, ONE));
    perform(new Operation.Insert(C, ONE));
    AtomicInteger moved = new AtomicInteger();

    inParallel(
        4,
        thread -> {
          Key from = thread % 2 == 0 ? A : B;
          Key to = thread % 2 == 0 ? B : A;
          for (int round = 0; round < 3_000; round++) {
            Status status =
                status(together(new Operation.Insert(to, ONE), new Operation.Delete(from)));
            assertThat(status).isIn(Outcome.OK, Outcome.ALREADY_EXISTS);
            moved.addAndGet(status == Outcome.OK ? (thread % 2 == 0 ? 1 : -1) : 0);
            assertThat(status(new Operation.Update(C, TWO))).isEqualTo(Outcome.OK);
          }
        });

    assertThat(moved.get()).isEqualTo(read(B).status() == Outcome.OK ? 1 : 0);
    assertThat(store.countKeys()).hasValue(2);
  }

  private interface Task {
    void run(int thread) throws Exception;
  }

  private static void inParallel(int threads, Task task) throws Exception {
    CountDownLatch start = new CountDownLatch(threads);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> running =
        IntStream.range(0, threads)
            .mapToObj(
                number ->
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              try {
                                start.countDown();
                                start.await();
                                task.run(number);
                              } catch (Throwable e) {
                                failures.add(e);
                              }
                            }))
            .toList();
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }
}
