package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Request;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.SessionSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the clients of recorded sessions send in order, and wait for earlier requests. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SessionTurnsTest extends PhaseTests {

  /** A recorded operation, with its recorded beginning and end. */
  private record Recorded(String key, long start, long end) {}

  /** The operations of one session. */
  private static final class Script implements SessionSource {
    private final List<Recorded> operations;
    private int next = -1;

    Script(List<Recorded> operations) {
      this.operations = operations;
    }

    @Override
    public boolean advance() {
      next++;
      return next < operations.size();
    }

    @Override
    public long startNanos() {
      return operations.get(next).start();
    }

    @Override
    public long recordedStart() {
      return operations.get(next).start();
    }

    @Override
    public long recordedEnd() {
      return operations.get(next).end();
    }

    @Override
    public Request next() {
      return new Operation.Read(Key.of(operations.get(next).key()), ReadConsistency.DEFAULT);
    }
  }

  /** The operations that a session may have in flight, and those that it had. */
  private static final class Log {
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());

    List<String> sent() {
      return events.stream().filter(event -> event.startsWith("+")).map(Log::key).toList();
    }

    private static String key(String event) {
      return event.substring(1);
    }

    /** Returns the peak number in flight. */
    int peak() {
      int inFlight = 0;
      int peak = 0;
      for (String event : events) {
        inFlight += event.startsWith("+") ? 1 : -1;
        peak = Math.max(peak, inFlight);
      }
      return peak;
    }

    boolean isBefore(String one, String other) {
      return events.indexOf(one) < events.indexOf(other);
    }
  }

  /** Returns a store that answers on separate threads, after a pseudo-random time. */
  private static ScriptedBinding store(Log log, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new ScriptedBinding(
        (index, operation, completion) -> {
          String key = ((Operation.Read) operation).key().toString();
          log.events.add("+" + key);
          long micros;
          synchronized (random) {
            micros = random.nextLong(2_000);
          }
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      TimeUnit.MICROSECONDS.sleep(micros);
                    } catch (InterruptedException e) {
                      throw new AssertionError(e);
                    }
                    log.events.add("-" + key);
                    completion.succeeded(Outcome.NOT_FOUND);
                  });
        });
  }

  private PhaseMeasurement replay(
      ScriptedBinding store, LoadModel model, List<Recorded> operations, int clients)
      throws Exception {
    Script script = new Script(operations);
    IntFunction<RequestSource> sources = client -> client < clients ? script : () -> READ;
    PhasePlan plan = plan(clients, model, operations.size(), Optional.empty());
    return new PhaseRunner(NanoClock.system(), LIMITS)
        .run(plan, store, sources, stop, intervals::add);
  }

  private static List<Recorded> sequence(int count) {
    List<Recorded> operations = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      operations.add(new Recorded("k" + index, 10L * index, 10L * index + 5));
    }
    return operations;
  }

  private static List<String> keys(List<Recorded> operations) {
    return operations.stream().map(Recorded::key).toList();
  }

  @Test
  void oneAfterTheOtherStaysOneAfterTheOther() throws Exception {
    List<Recorded> operations = sequence(300);
    Log log = new Log();

    PhaseMeasurement measured = replay(store(log, 1), new LoadModel.ClosedLoop(), operations, 4);

    assertThat(log.sent()).isEqualTo(keys(operations));
    assertThat(log.peak()).isEqualTo(1);
    assertThat(measured.requests()).isEqualTo(300);
    assertAddsUp(measured);
  }

  @Test
  void whatOverlappedMayOverlapAndIsSentInItsOrder() throws Exception {
    List<Recorded> operations = new ArrayList<>();
    for (int index = 0; index < 400; index++) {
      // Four at a time: each ends when the fourth after it begins.
      operations.add(new Recorded("k" + index, 10L * index, 10L * index + 40));
    }
    Log log = new Log();

    PhaseMeasurement measured = replay(store(log, 2), new LoadModel.ClosedLoop(), operations, 8);

    assertThat(log.sent()).isEqualTo(keys(operations));
    assertThat(log.peak()).isBetween(2, 4);
    for (int index = 4; index < operations.size(); index++) {
      assertThat(log.isBefore("-k" + (index - 4), "+k" + index)).isTrue();
    }
    assertThat(measured.requests()).isEqualTo(400);
  }

  @Test
  void fewerClientsThanWereInFlightStillSendEverything() throws Exception {
    List<Recorded> operations = new ArrayList<>();
    for (int index = 0; index < 200; index++) {
      operations.add(new Recorded("k" + index, index, 1_000));
    }
    Log log = new Log();

    replay(store(log, 3), new LoadModel.ClosedLoop(), operations, 3);

    assertThat(log.sent()).isEqualTo(keys(operations));
    assertThat(log.peak()).isBetween(2, 3);
  }

  @Test
  void unansweredOperationsHoldNothingUp() throws Exception {
    List<Recorded> operations = new ArrayList<>(sequence(50));
    operations.set(10, new Recorded("k10", 100, SessionSource.UNANSWERED));
    Log log = new Log();

    replay(store(log, 4), new LoadModel.ClosedLoop(), operations, 2);

    assertThat(log.sent()).isEqualTo(keys(operations));
    assertThat(log.peak()).isLessThanOrEqualTo(2);
  }

  @Test
  void nothingIsSentBeforeItsTime() throws Exception {
    List<Recorded> operations = new ArrayList<>();
    for (int index = 0; index < 20; index++) {
      long start = Duration.ofMillis(10L * index).toNanos();
      operations.add(new Recorded("k" + index, start, start + 1));
    }
    Log log = new Log();

    PhaseMeasurement measured =
        replay(store(log, 5), new LoadModel.OpenLoop(new ConstantRate(100)), operations, 1);

    assertThat(log.sent()).isEqualTo(keys(operations));
    assertThat(measured.wallNanos()).isGreaterThanOrEqualTo(Duration.ofMillis(190).toNanos());
    assertThat(measured.recorded().lag().count()).isEqualTo(20);
  }

  @Test
  void aStopEndsClientsThatWaitForTheirTurn() throws Exception {
    List<Recorded> operations = new ArrayList<>(sequence(3));
    operations.add(new Recorded("late", Duration.ofDays(1).toNanos(), SessionSource.UNANSWERED));
    Script script = new Script(operations);
    PhasePlan plan =
        plan(
            4,
            new LoadModel.OpenLoop(new ConstantRate(1)),
            operations.size(),
            Optional.of(Duration.ofMillis(300)));

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), LIMITS)
            .run(
                plan,
                store(new Log(), 6),
                client -> client < 4 ? script : () -> READ,
                stop,
                intervals::add);

    assertThat(measured.requests()).isEqualTo(3);
  }

  @Test
  void anOperationThatIsNeverAnsweredIsAbandonedAndEndsTheSession() throws Exception {
    ScriptedBinding silent = new ScriptedBinding((index, operation, completion) -> {});
    Script script = new Script(sequence(5));
    PhasePlan plan = plan(3, new LoadModel.ClosedLoop(), 5, Optional.of(Duration.ofMillis(100)));

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), BRIEF_DRAIN)
            .run(plan, silent, client -> script, stop, intervals::add);

    assertThat(measured.recorded().count(OperationType.READ, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(measured.requests()).isEqualTo(1);
  }
}
