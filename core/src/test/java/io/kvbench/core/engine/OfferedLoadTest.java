package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.kvbench.core.engine.ClockedBinding.Answer;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that an open loop's load is sent and counted, to the request and the nanosecond. */
@Timeout(60)
final class OfferedLoadTest extends ClockedPhaseTests {
  private final ConcurrentLinkedQueue<Long> sent = new ConcurrentLinkedQueue<>();

  @Test
  void everyArrivalIsSentAtItsTimeAndRecorded() throws Exception {
    PhasePlan plan = open(64, 997, 3_000);

    PhaseMeasurement measured = conduct(plan, taking(20 * MILLI));

    assertThat(sorted()).isEqualTo(due(997, 3_000));
    assertThat(measured.requests()).isEqualTo(3_000);
    assertThat(measured.recorded().okCount()).isEqualTo(3_000);
    assertThat(measured.recorded().lag().count()).isEqualTo(3_000);
    assertThat(measured.recorded().lag().maxNanos()).as("lag").isLessThan(1_000);
    assertThat(measured.wallNanos()).isEqualTo(due(997, 3_000).getLast() + 20 * MILLI);
  }

  @Test
  void aTimeLimitTakesExactlyTheArrivalsBeforeIt() throws Exception {
    PhasePlan plan = openFor(64, 333, Duration.ofSeconds(10));

    PhaseMeasurement measured = conduct(plan, taking(MILLI));

    assertThat(sorted()).isEqualTo(due(333, 3_330));
    assertThat(measured.recorded().okCount()).isEqualTo(3_330);
    assertThat(plan.offeredPerSecond(measured.requests())).hasValue(333);
    assertThat(new SendingRates(measured).achievedPerSecond())
        .isCloseTo(333, withinPercentage(0.1));
  }

  /** Number 100 is due at exactly 1 s, when the phase stops, and is not part of it. */
  @Test
  void anArrivalAtTheStopIsNotPartOfThePhase() throws Exception {
    PhaseMeasurement measured = conduct(openFor(8, 100, Duration.ofSeconds(1)), taking(MILLI));

    assertThat(measured.requests()).isEqualTo(100);
    assertThat(sorted()).isEqualTo(due(100, 100));
  }

  /** A client that takes 10 ms for each is offered 200 a second: half wait for the drain. */
  @Test
  void whatAStoreIsTooSlowForIsSentInTheDrain() throws Exception {
    PhasePlan plan = openFor(1, 200, Duration.ofSeconds(1));

    PhaseMeasurement measured = conduct(plan, taking(10 * MILLI));

    assertThat(measured.requests()).isEqualTo(200);
    assertThat(measured.recorded().okCount()).isEqualTo(200);
    assertThat(measured.wallNanos()).isEqualTo(2 * SECOND);
    // The last was due at 995 ms, sent at 1,990 ms and answered 10 ms later.
    var times = reads(measured, Outcome.OK);
    assertTime(measured.recorded().lag().maxNanos(), 995 * MILLI);
    assertTime(times.response().maxNanos(), 1_005 * MILLI);
    assertTime(times.service().maxNanos(), 10 * MILLI);
    assertThat(new SendingRates(measured).achievedPerSecond()).isEqualTo(100);
  }

  /** 89 of them: a client that takes 99 ms for each has completed 111 when the drain is over. */
  @Test
  void whatIsNeverSentIsCountedToo() throws Exception {
    PhasePlan plan = openFor(1, 200, Duration.ofSeconds(1));

    PhaseMeasurement measured = conduct(plan, taking(99 * MILLI));

    // 111 * 99 ms = 10.989 s; the next one is in flight at 11 s.
    assertThat(measured.requests()).isEqualTo(200);
    assertThat(measured.recorded().okCount()).isEqualTo(111);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(count(measured, ErrorKind.UNSENT)).isEqualTo(88);
    assertThat(measured.recorded().lag().count()).isEqualTo(200);
    assertThat(sent).hasSize(112);
    // Number 111 was due at 555 ms, and the others later: none was younger than 10 s.
    var abandoned = reads(measured, ErrorKind.UNSENT).response();
    assertTime(abandoned.maxNanos(), 11 * SECOND - 555 * MILLI);
    assertTime(abandoned.minNanos(), 11 * SECOND - 995 * MILLI);
  }

  private ClockedBinding taking(long nanos) {
    return new ClockedBinding(
        clock,
        (client, index, completion) -> {
          sent.add(clock.elapsed());
          clock.after(nanos, () -> completion.succeeded(Outcome.OK));
        },
        Duration.ZERO);
  }

  private List<Long> sorted() {
    return sent.stream().sorted().toList();
  }

  private static List<Long> due(double perSecond, int arrivals) {
    ConstantRate schedule = new ConstantRate(perSecond);
    return LongStream.range(0, arrivals).mapToObj(schedule::startNanos).toList();
  }

  /** Nothing is recorded between the clock reading and submit: that would be service time. */
  @Test
  void lagIsRecordedWithTheAnswer() throws Exception {
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) -> new Answer(Outcome.OK, Duration.ofMillis(1_500)),
            Duration.ZERO);

    conduct(open(1, 10, 1), store);

    assertThat(intervals)
        .extracting(interval -> interval.recorded().lag().count())
        .containsExactly(0L, 1L);
  }
}
