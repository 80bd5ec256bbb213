package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Request;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.RunSources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of requests that are made ahead if a store answers immediately: they are sent in order,
 * once each, and not after the phase has stopped, wherever in a batch something else happens.
 */
@Timeout(60)
final class RequestsAheadTest extends ClockedPhaseTests {
  private static final long MICRO = 1_000L;
  private static final int REQUESTS = 50;
  private static final int MOST_AHEAD = 16;

  private final Numbered source = new Numbered();

  /** Two batches of requests, and more. */
  static IntStream indexes() {
    return IntStream.range(0, REQUESTS - 1);
  }

  /** Numbered requests of a client; dropping some of them leaves no gap. */
  private static final class Numbered implements RequestSource {
    private final AtomicInteger made = new AtomicInteger();

    @Override
    public Request next() {
      Key key = Key.of("key" + made.getAndIncrement());
      return new Operation.Read(key, ReadConsistency.DEFAULT);
    }

    @Override
    public boolean mayDrop() {
      return true;
    }
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void aPhaseStopsAtAnyRequest(int before) throws Exception {
    PhasePlan plan =
        plan(
            1,
            new LoadModel.ClosedLoop(),
            PhasePlan.UNLIMITED,
            Optional.of(Duration.ofNanos((before + 1) * MICRO)));
    AskedBinding store = answering((index, answer, completion) -> soon(answer));

    PhaseMeasurement measured = conduct(plan, store, source);

    assertAsked(store, before + 1);
    assertThat(measured.requests()).isEqualTo(before + 1);
    assertThat(count(measured, Outcome.OK)).isEqualTo(before + 1);
    assertThat(measured.clientTime().okNanos()).isEqualTo((before + 1) * MICRO);
    assertAddsUpExactly(plan, measured);
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void anAnswerFromAnotherThreadMayComeBetween(int other) throws Exception {
    PhasePlan plan = closed(1, REQUESTS);
    AskedBinding store =
        answering(
            (index, answer, completion) -> {
              if (index == other) {
                clock.after(MILLI, answer);
              } else {
                soon(answer);
              }
            });

    PhaseMeasurement measured = conduct(plan, store, source);

    assertAsked(store, REQUESTS);
    assertThat(count(measured, Outcome.OK)).isEqualTo(REQUESTS);
    assertThat(measured.clientTime().okNanos()).isEqualTo(MILLI + (REQUESTS - 1) * MICRO);
    assertTime(reads(measured, Outcome.OK).service().maxNanos(), MILLI);
    assertAddsUpExactly(plan, measured);
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void anErrorMayComeBetween(int wrong) throws Exception {
    assertOneError(
        wrong, ErrorKind.OTHER, completion -> completion.failed(ErrorKind.OTHER, "no reason"));
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void anExceptionMayComeBetween(int wrong) throws Exception {
    assertOneError(
        wrong,
        ErrorKind.BINDING_FAULT,
        completion -> {
          throw new IllegalStateException("at request " + wrong);
        });
  }

  /** Two consecutive errors, the second of which is followed by a back-off of 0.1 ms. */
  private void assertOneError(int wrong, ErrorKind kind, Consumer<Completion> error)
      throws Exception {
    PhasePlan plan = closed(1, REQUESTS + 1);
    AskedBinding store =
        answering(
            (index, answer, completion) -> {
              if (index == wrong || index == wrong + 1) {
                error.accept(completion);
              } else {
                soon(answer);
              }
            });

    PhaseMeasurement measured = conduct(plan, store, source);

    assertAsked(store, REQUESTS + 1);
    assertThat(count(measured, Outcome.OK)).isEqualTo(REQUESTS - 1);
    assertThat(count(measured, kind)).isEqualTo(2);
    assertThat(measured.clientTime().okNanos()).isEqualTo((REQUESTS - 1) * MICRO);
    assertThat(measured.clientTime().backOffNanos()).hasValue(100 * MICRO);
    assertThat(measured.clientTime().harnessNanos()).isZero();
    assertAddsUpExactly(plan, measured);
  }

  /** The phase stops a second later, and the request is abandoned 10 s after that. */
  @ParameterizedTest
  @MethodSource("indexes")
  void aRequestWithoutAnAnswerIsAbandoned(int stuck) throws Exception {
    PhasePlan plan = timed(1, Duration.ofSeconds(1));
    AskedBinding store =
        answering(
            (index, answer, completion) -> {
              if (index != stuck) {
                soon(answer);
              }
            });

    PhaseMeasurement measured = conduct(plan, store, source);

    assertAsked(store, stuck + 1);
    assertThat(measured.requests()).isEqualTo(stuck + 1);
    assertThat(count(measured, Outcome.OK)).isEqualTo(stuck);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(measured.drain().orElseThrow().operations()).isEqualTo(1);
    assertAddsUpExactly(plan, measured);
  }

  @Test
  void requestsAreMadeAheadWhereAnswersComeAtOnce() throws Exception {
    assertThat(mostAhead(MICRO)).isEqualTo(MOST_AHEAD);
  }

  /** Other clients may steal what a slow one has not made. */
  @Test
  void noneIsMadeAheadWhereAnswersTakeTheirTime() throws Exception {
    assertThat(mostAhead(MILLI)).isEqualTo(1);
  }

  private int mostAhead(long serviceNanos) throws Exception {
    AtomicInteger most = new AtomicInteger();
    AskedBinding store =
        answering(
            (index, answer, completion) -> {
              most.accumulateAndGet(source.made.get() - index, Math::max);
              clock.sleep(serviceNanos);
              answer.run();
            });

    conduct(closed(1, REQUESTS), store, source);

    return most.get();
  }

  /** One reading for every end, and few more at the beginnings of batches. */
  @Test
  void oneReadingOfTheClockEndsARequestAndBeginsTheNext() throws Exception {
    CountingClock counting = new CountingClock(clock);
    AskedBinding store = answering((index, answer, completion) -> answer.run());
    int requests = 10_000;

    PhaseMeasurement measured =
        clock.conduct(
            1,
            () ->
                new PhaseRunner(counting, PATIENT)
                    .run(closed(1, requests), store, client -> source, stop, intervals::add));

    assertThat(count(measured, Outcome.OK)).isEqualTo(requests);
    assertThat(counting.readings.get()).isBetween((long) requests, requests * 5L / 4);
  }

  /** Which client sends a request may differ, and so may the order between clients. */
  @Test
  void sharedRequestsAreSentOnceEach() throws Exception {
    int clients = 3;
    PhasePlan plan = closed(clients, 1_000);
    RunSources expected = Asked.workload("recordcount=50 valuesize=30").runSources(clients);
    List<String> asked = new ArrayList<>();
    Asked.ofShares(plan, expected::source).forEach(asked::addAll);
    RunSources sources = Asked.workload("recordcount=50 valuesize=30").runSources(clients);
    AskedBinding store =
        new AskedBinding(
            clients,
            (client, index, answer, completion) -> {
              clock.sleep(client == 0 ? MILLI : MICRO);
              answer.run();
            });

    PhaseMeasurement measured =
        clock.conduct(
            clients,
            () ->
                new PhaseRunner(clock, PATIENT)
                    .run(plan, store, sources::source, stop, intervals::add));

    assertThat(measured.requests()).isEqualTo(1_000);
    assertThat(measured.recorded().okCount()).isEqualTo(1_000);
    assertThat(sorted(store.all())).isEqualTo(sorted(asked));
    assertAddsUpExactly(plan, measured);
  }

  private static List<String> sorted(List<String> asked) {
    List<String> sorted = new ArrayList<>(asked);
    Collections.sort(sorted);
    return sorted;
  }

  /** The script of the only client's requests by index. */
  private interface Script {
    void play(int index, Runnable answer, Completion completion) throws Exception;
  }

  private static AskedBinding answering(Script script) {
    return new AskedBinding(
        1, (client, index, answer, completion) -> script.play(index, answer, completion));
  }

  /** Answers on the client's own thread, soon enough for requests to be made ahead. */
  private void soon(Runnable answer) throws InterruptedException {
    clock.sleep(MICRO);
    answer.run();
  }

  private static void assertAsked(AskedBinding store, int count) {
    assertThat(store.by(0))
        .isEqualTo(IntStream.range(0, count).mapToObj(each -> "read key" + each).toList());
  }

  /** A clock that counts the clients' readings. */
  private record CountingClock(NanoClock clock, AtomicLong readings) implements NanoClock {
    CountingClock(NanoClock clock) {
      this(clock, new AtomicLong());
    }

    @Override
    public long nanos() {
      if (Thread.currentThread().getName().startsWith("client-")) {
        readings.incrementAndGet();
      }
      return clock.nanos();
    }

    @Override
    public Instant instant() {
      return clock.instant();
    }

    @Override
    public void parkUntil(long nanos) {
      clock.parkUntil(nanos);
    }
  }
}
