package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Races between threads that complete the same operation, and a conductor that abandons it: one of
 * them wins, and the operation is recorded once, with the winner's status. With the real clock and
 * real threads; the outcome of a race is random, the counts are not.
 */
@Timeout(120)
final class CompletionRaceTest extends PhaseTests {
  private static final List<Status> SAYINGS =
      List.of(Outcome.OK, Outcome.NOT_FOUND, ErrorKind.TIMEOUT, ErrorKind.OTHER);

  private final LongAdder said = new LongAdder();
  private final List<Completer> completers = new ArrayList<>();

  @AfterEach
  void letThemGo() throws Exception {
    for (Completer completer : completers) {
      completer.end();
    }
  }

  /** One client, so every operation is a race between completers that do nothing else. */
  @Test
  void ofTwoOneWinsAndTheOtherIsCounted() throws Exception {
    assertEachCountsOnce(1, 2, 5_000);
  }

  @Test
  void ofFourOneWinsAndTheOthersAreCounted() throws Exception {
    assertEachCountsOnce(1, 4, 2_000);
  }

  /** The losers complete during later operations of the same client, too. */
  @Test
  void manyClientsTakeOnlyTheirOwnAnswers() throws Exception {
    assertEachCountsOnce(64, 3, 10_000);
  }

  /** The last operation is answered once, and only after all completions of the others. */
  private void assertEachCountsOnce(int clients, int threads, int operations) throws Exception {
    start(threads);
    long all = (long) threads * (operations - 1);
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index < operations - 1) {
                handOutAt(System.nanoTime(), completion);
              } else {
                while (said.sum() < all) {
                  Thread.sleep(1);
                }
                completion.succeeded(Outcome.OK);
              }
            });

    PhaseMeasurement measured = run(closed(clients, operations), store, READ, LIMITS);

    assertThat(store.submitted).hasValue(operations);
    assertThat(measured.requests()).isEqualTo(operations);
    assertThat(measured.recorded().count()).isEqualTo(operations);
    assertThat(sumOfIntervals().count()).isEqualTo(operations);
    assertThat(SAYINGS.stream().limit(threads).mapToLong(status -> count(measured, status)).sum())
        .isEqualTo(operations);
    assertThat(measured.repeatedCompletions()).isEqualTo(all - (operations - 1));
    long errors = count(measured, ErrorKind.TIMEOUT) + count(measured, ErrorKind.OTHER);
    assertThat(measured.errorMessages().stream().mapToLong(line -> line.count()).sum())
        .isEqualTo(errors);
  }

  /** Sixteen operations, answered about when the drain, of 2 ms, is over. */
  @Test
  void anAnswerAndTheConductorWhoGivesUp() throws Exception {
    start(2);
    EngineLimits brief =
        new EngineLimits(Duration.ofMillis(2), Duration.ofSeconds(30), Duration.ofMillis(1));
    long abandoned = 0;
    long answered = 0;
    for (int round = 0; round < 100; round++) {
      long delay = round * 50_000L;
      StopSignal whenAllAreSent = new StopSignal();
      List<Completion> sent = new CopyOnWriteArrayList<>();
      AtomicInteger missing = new AtomicInteger(16);
      ScriptedBinding store =
          new ScriptedBinding(
              (index, operation, completion) -> {
                sent.add(completion);
                if (missing.decrementAndGet() == 0) { // read by one client only
                  long due = System.nanoTime() + delay;
                  whenAllAreSent.give();
                  sent.forEach(each -> handOutAt(due, each));
                }
              });

      PhaseMeasurement measured =
          new PhaseRunner(NanoClock.system(), brief)
              .run(closed(16, 16), store, client -> () -> READ, whenAllAreSent, intervals::add);

      assertThat(measured.requests()).isEqualTo(16);
      assertThat(measured.recorded().count()).isEqualTo(16);
      assertThat(measured.recorded().operations().get(OperationType.READ).keySet())
          .isSubsetOf(Outcome.OK, Outcome.NOT_FOUND, ErrorKind.ABANDONED);
      abandoned += count(measured, ErrorKind.ABANDONED);
      long byStore = count(measured, Outcome.OK) + count(measured, Outcome.NOT_FOUND);
      assertThat(measured.repeatedCompletions()).isBetween(0L, byStore);
      answered += byStore;
    }
    assertThat(abandoned + answered).isEqualTo(16 * 100);
    assertThat(sumOfIntervals().count()).isEqualTo(16 * 100);
  }

  private void start(int threads) {
    for (int index = 0; index < threads; index++) {
      completers.add(new Completer(SAYINGS.get(index), said));
    }
  }

  private void handOutAt(long nanos, Completion completion) {
    Race race = new Race(completion, nanos, new AtomicInteger(completers.size()));
    completers.forEach(completer -> completer.races.add(race));
  }

  /** An operation that all completers complete once all are ready. */
  private record Race(Completion completion, long nanos, AtomicInteger missing) {

    /**
     * Waits for the others, but not forever: each completer gets races in a different order, so the
     * others may be waiting at another one.
     */
    @SuppressWarnings("ThreadPriorityCheck") // gives all a turn if there are few processors
    void start() {
      missing.decrementAndGet();
      for (int spins = 0; missing.get() > 0 && spins < 200; spins++) {
        if (spins > 100) {
          Thread.yield();
        } else {
          Thread.onSpinWait();
        }
      }
      LockSupport.parkNanos(nanos - System.nanoTime() - 100_000);
      while (System.nanoTime() - nanos < 0) {
        Thread.onSpinWait();
      }
    }
  }

  /** A thread that completes every operation in the same way. */
  private static final class Completer implements Runnable {
    final Queue<Race> races = new ConcurrentLinkedQueue<>();
    private final Status says;
    private final LongAdder said;
    private final Thread thread;
    private volatile boolean ending;

    Completer(Status says, LongAdder said) {
      this.says = says;
      this.said = said;
      thread = Thread.ofPlatform().daemon().start(this);
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // gives all a turn if there are few processors
    public void run() {
      while (!ending || !races.isEmpty()) {
        Race race = races.poll();
        if (race == null) {
          Thread.yield();
        } else {
          race.start();
          ClockedBinding.give(says, race.completion());
          said.increment();
        }
      }
    }

    void end() throws InterruptedException {
      ending = true;
      thread.join();
    }
  }
}
