package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the clients that an open loop starts, and of its shortage at the limit. */
@Timeout(60)
class ClientPoolTest extends ClockedPhaseTests {
  private final List<Integer> asked = new CopyOnWriteArrayList<>();

  /** A store that answers nothing until a number of requests are in flight at once. */
  private static final class Crowd {
    private final int wanted;
    private final List<Completion> waiting = new ArrayList<>();
    private boolean open;

    Crowd(int wanted) {
      this.wanted = wanted;
    }

    synchronized void submit(Completion completion) {
      waiting.add(completion);
      open |= waiting.size() >= wanted;
      if (open) {
        waiting.forEach(each -> each.succeeded(Outcome.OK));
        waiting.clear();
      }
    }
  }

  @Test
  void growsAsFarAsRequestsFindNoFreeClient() throws Exception {
    Crowd crowd = new Crowd(20);
    ScriptedBinding store =
        new ScriptedBinding((index, operation, completion) -> crowd.submit(completion));

    PhaseMeasurement measured = runFor(open(1, 1_000, 60).withMaxClients(30), store);

    assertThat(count(measured, Outcome.OK)).isEqualTo(60);
    PoolUse pool = measured.pool().orElseThrow();
    assertThat(pool.most()).isBetween(20, 30);
    assertThat(pool.limit()).isEqualTo(30);
    assertThat(measured.clients()).hasSize(pool.most());
    assertThat(intervals.stream().mapToInt(Interval::clients).max().orElseThrow())
        .isEqualTo(pool.most());
    // The first source is created at once, as is that of unsent requests; others when clients join.
    assertThat(asked).startsWith(30, 0);
    assertThat(asked).hasSize(pool.most() + 1).doesNotHaveDuplicates();
    assertThat(Collections.max(asked.subList(1, asked.size()))).isEqualTo(pool.most() - 1);
  }

  /** Opening its own connection takes time: no other client is started instead. */
  @Test
  void clientsThatConnectAreNotStartedTwice() throws Exception {
    List<Completion> waiting = new CopyOnWriteArrayList<>();
    CountDownLatch connected = new CountDownLatch(1);
    List<Integer> early = new CopyOnWriteArrayList<>();
    Binding store =
        new Sessions() {
          @Override
          public Session openSession(int client) {
            return new Session() {
              @Override
              public void submit(Operation operation, Completion completion) {
                if (client > 0 && connected.getCount() > 0) {
                  early.add(client);
                }
                waiting.add(completion);
              }

              @Override
              public void recover(Duration limit) throws InterruptedException {
                connected.await();
              }
            };
          }

          @Override
          public boolean hasOwnConnection(int client) {
            return client > 0;
          }
        };
    IntervalListener answers =
        interval -> {
          connected.countDown();
          while (!waiting.isEmpty()) {
            waiting.removeFirst().succeeded(Outcome.OK);
          }
        };

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), LIMITS)
            .run(open(1, 1_000, 20).withMaxClients(99), store, index -> () -> READ, stop, answers);

    assertThat(count(measured, Outcome.OK)).isEqualTo(20);
    assertThat(early).isEmpty();
    PoolUse pool = measured.pool().orElseThrow();
    // One more may be started for a request that a client takes which has just become free.
    assertThat(pool.most()).isBetween(2, 21);
    assertThat(pool.connections()).hasValue(pool.most() - 1);
  }

  @Test
  void aFixedNumberOfClientsStays() throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);

    PhaseMeasurement measured = runFor(open(3, 1_000, 30), store);

    assertThat(measured.pool().orElseThrow().most()).isEqualTo(3);
    assertThat(measured.clients()).hasSize(3);
    assertThat(runFor(closed(2, 10), store).pool()).isEmpty();
  }

  @Test
  void aSessionThatIsRefusedIsTheLimit() throws Exception {
    List<Completion> waiting = new CopyOnWriteArrayList<>();
    Binding store =
        new Sessions() {
          @Override
          public Session openSession(int client) throws BindingException {
            if (client > 0) {
              throw new BindingException("too many sessions");
            }
            return (operation, completion) -> waiting.add(completion);
          }
        };
    IntervalListener answers =
        interval -> {
          while (!waiting.isEmpty()) {
            waiting.removeFirst().succeeded(Outcome.OK);
          }
        };

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), LIMITS)
            .run(open(1, 100, 5).withMaxClients(9), store, index -> () -> READ, stop, answers);

    PoolUse pool = measured.pool().orElseThrow();
    assertThat(pool.refusal()).contains("too many sessions");
    assertThat(pool.most()).isEqualTo(1);
    assertThat(pool.limit()).isEqualTo(1);
    assertThat(count(measured, Outcome.OK)).isEqualTo(5);
  }

  /** File descriptors may be temporarily exhausted. The only client waits for a second one. */
  @Test
  void aSessionThatIsRefusedOnceIsTriedAgain() throws Exception {
    Crowd crowd = new Crowd(2);
    AtomicBoolean refused = new AtomicBoolean();
    Binding store =
        new Sessions() {
          @Override
          public Session openSession(int client) throws BindingException {
            if (client > 0 && refused.compareAndSet(false, true)) {
              throw new BindingException("too many sessions");
            }
            return (operation, completion) -> crowd.submit(completion);
          }
        };

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), LIMITS)
            .run(
                open(1, 100, 5).withMaxClients(9),
                store,
                index -> () -> READ,
                stop,
                intervals::add);

    PoolUse pool = measured.pool().orElseThrow();
    assertThat(count(measured, Outcome.OK)).isEqualTo(5);
    assertThat(pool.refusal()).as("it was no limit in the end").isEmpty();
    assertThat(pool.most()).isGreaterThan(1);
    assertThat(pool.limit()).isEqualTo(9);
  }

  /** Both clients wait for a second, with 100 requests due in it; then they catch up. */
  @Test
  void timeWithoutAFreeClientIsMeasured() throws Exception {
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) ->
                new ClockedBinding.Answer(Outcome.OK, Duration.ofMillis(index == 0 ? 1_000 : 1)),
            Duration.ZERO);

    PhaseMeasurement measured = conduct(openFor(2, 100, Duration.ofSeconds(3)), store);

    PoolUse pool = measured.pool().orElseThrow();
    assertThat(pool.noneFreeNanos()).isBetween(980 * MILLI, 1_100 * MILLI);
    assertThat(pool.delayed()).isBetween(98L, 115L);
    assertThat(pool.needed()).isEqualTo(100);
    assertThat(intervals.stream().mapToLong(Interval::noneFreeNanos).sum())
        .isEqualTo(pool.noneFreeNanos());
    assertThat(intervals.getFirst().noneFreeNanos()).isCloseTo(980 * MILLI, within(2 * MILLI));
    assertThat(intervals.getLast().noneFreeNanos()).isZero();
    assertThat(intervals.getFirst().inFlight()).isCloseTo(1.99, within(0.01));
    assertThat(intervals.get(2).inFlight()).isCloseTo(0.1, within(0.02));
  }

  /** The account of a second has what was in flight in it, not what ended in it. */
  @Test
  void whatIsInFlightForSecondsIsSoInEachOfThem() throws Exception {
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) -> new ClockedBinding.Answer(Outcome.OK, Duration.ofMillis(2_500)),
            Duration.ZERO);

    PhaseMeasurement measured = conduct(closed(4, 4), store);

    assertThat(measured.wallNanos()).isEqualTo(2_500 * MILLI);
    assertThat(intervals).extracting(Interval::inFlight).allSatisfy(mean -> assertTime(mean, 4));
  }

  private static void assertTime(double mean, double expected) {
    assertThat(mean).isCloseTo(expected, within(0.001));
  }

  @Test
  void whatIsNeverSentWasDelayedToo() throws Exception {
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) -> new ClockedBinding.Answer(Outcome.OK, Duration.ofHours(1)),
            Duration.ZERO);

    PhaseMeasurement measured = conduct(openFor(1, 10, Duration.ofSeconds(1)), store);

    assertThat(count(measured, ErrorKind.UNSENT)).isEqualTo(9);
    PoolUse pool = measured.pool().orElseThrow();
    assertThat(pool.delayed()).isEqualTo(9);
    assertThat(pool.needed()).isEqualTo(10);
  }

  /** Measurements beside the phase cover its clients, not their sessions. */
  @Test
  void theWindowIsThatOfTheClients() throws Exception {
    List<String> happened = new CopyOnWriteArrayList<>();
    Binding store =
        new Sessions() {
          @Override
          public Session openSession(int client) {
            happened.add("open");
            return new Session() {
              @Override
              public void submit(Operation operation, Completion completion) {
                happened.add("submit");
                completion.succeeded(Outcome.OK);
              }

              @Override
              public void close() {
                happened.add("close");
              }
            };
          }
        };
    IntervalListener listener =
        new IntervalListener() {
          @Override
          public void ready() {
            happened.add("ready");
          }

          @Override
          public void began(long nanos, Instant startedAt) {
            // Clients may already have sent something.
          }

          @Override
          public void ended(Interval interval) {
            // More are possible.
          }

          @Override
          public void over() {
            happened.add("over");
          }
        };

    PhaseMeasurement unused =
        new PhaseRunner(NanoClock.system(), LIMITS)
            .run(closed(1, 2), store, index -> () -> READ, stop, listener);

    assertThat(happened).containsExactly("open", "ready", "submit", "submit", "over", "close");
  }

  private PhaseMeasurement runFor(PhasePlan plan, Binding store) throws Exception {
    asked.clear();
    return new PhaseRunner(NanoClock.system(), LIMITS)
        .run(
            plan,
            store,
            index -> {
              asked.add(index);
              return () -> READ;
            },
            stop,
            intervals::add);
  }

  /** A store that only counts sessions. */
  private abstract static class Sessions implements Binding {
    @Override
    public List<ServerState> servers() {
      return List.of();
    }

    @Override
    public String clientLibrary() {
      return "scripted";
    }

    @Override
    public void close() {}
  }
}
