package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of changes of the load during a phase, on a manual clock. */
@Timeout(120)
class LoadControlTest extends ClockedPhaseTests {
  private static final Duration QUICK = Duration.ofMillis(2);
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private interface Changing {
    void change() throws LoadChangeException;
  }

  private final LoadControl control = new LoadControl();
  private final List<String> refusals = new CopyOnWriteArrayList<>();

  @Test
  void aHigherRateBeginsAtOnceAlsoForClientsThatWaitForAnArrival() throws Exception {
    at(5_000, () -> control.rate(1000));

    PhaseMeasurement measured = conduct(openFor(50, 10, TEN_SECONDS));

    // 51 by 5.01 s, when the change takes effect, and a thousand per second in the other 4.99 s.
    assertThat(measured.requests()).isEqualTo(51 + 4990);
    assertThat(count(measured, Outcome.OK)).isEqualTo(51 + 4990);
    assertThat(measured.recorded().lag().count()).isEqualTo(51 + 4990);
    assertThat(measured.recorded().lag().maxNanos()).isLessThan(100);
    assertThat(measured.recorded().okResponse().maxNanos()).isLessThan(QUICK.toNanos() * 2);
    assertAddsUp(measured);
    LoadModel after = control.model(openFor(50, 10, TEN_SECONDS).loadModel());
    assertThat(after).hasToString("open loop, constant 10/s, changed once during the phase");
    PhasePlan actual = openFor(50, 10, TEN_SECONDS).with(after);
    assertThat(actual.offeredPerSecond(measured.requests()).orElseThrow()).isBetween(504.0, 504.2);
  }

  @Test
  void whatWasDueInAStallKeepsItsIntendedStartWhateverTheRateIsAfterwards() throws Exception {
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              boolean stalled = clock.elapsed() >= 2 * SECOND && clock.elapsed() < 4 * SECOND;
              long wait = stalled ? 4 * SECOND - clock.elapsed() : 0;
              clock.after(wait + QUICK.toNanos(), () -> completion.succeeded(Outcome.OK));
            },
            Duration.ZERO);
    at(3_000, () -> control.rate(5));

    PhaseMeasurement measured = conduct(openFor(1, 10, Duration.ofSeconds(6)), store);

    // 31 by 3.01 s, then 3.01, 3.21 ... 5.81 s: none is left out or sent twice.
    assertThat(measured.requests()).isEqualTo(31 + 15);
    assertThat(store.submitted).hasValue(31 + 15);
    // The one that was due at 2 s was answered at 4.002 s, and the other ten after it one by one.
    assertThat(measured.recorded().okResponse().maxNanos()).isBetween(2_000 * MILLI, 2_010 * MILLI);
    assertThat(measured.recorded().lag().maxNanos()).isBetween(1_890 * MILLI, 1_920 * MILLI);
    assertThat(measured.recorded().okResponse().percentileNanos(75))
        .isBetween(1_000 * MILLI, 1_050 * MILLI);
  }

  @Test
  void aRateOfNothingIsAPauseUntilTheNextChange() throws Exception {
    at(2_000, () -> control.rate(0));
    at(6_000, () -> control.rate(100));

    PhaseMeasurement measured = conduct(openFor(5, 100, TEN_SECONDS));

    assertThat(measured.requests()).isEqualTo(201 + 399);
    assertThat(measured.recorded().lag().maxNanos()).isLessThan(100);
    assertThat(intervals.get(4).recorded().okCount()).isZero();
    assertAddsUp(measured);
  }

  @Test
  void clientsStandByAndComeBack() throws Exception {
    at(2_500, () -> control.clients(3));
    at(7_500, () -> control.clients(10));

    PhaseMeasurement measured = conduct(timed(10, TEN_SECONDS));

    // Each sends 500 per second; which end exactly at the millisecond of a change is open.
    assertThat(measured.requests()).isBetween(32_500L - 40, 32_500L + 40);
    assertThat(intervals.stream().map(Interval::clients).limit(10))
        .containsExactly(10, 10, 10, 3, 3, 3, 3, 3, 10, 10);
    assertThat(measured.clientTime().thinkNanos()).isBetween(34 * SECOND, 35 * SECOND);
    assertAddsUp(measured);
  }

  @Test
  void inAnOpenLoopTheOthersSendWhatIsDue() throws Exception {
    control.clients(1);
    at(5_000, () -> control.clients(4));

    PhaseMeasurement measured = conduct(openFor(4, 1000, TEN_SECONDS));

    // One client manages 500 per second, and four all that is due and the backlog.
    assertThat(measured.requests()).isEqualTo(10_000);
    assertThat(measured.recorded().lag().maxNanos()).isBetween(2_490 * MILLI, 2_510 * MILLI);
    assertThat(intervals.getFirst().clients()).isEqualTo(1);
    assertThat(intervals.getLast().recorded().lag().maxNanos()).isLessThan(100);
  }

  @Test
  void whatCannotBeIsRefusedInASentence() throws Exception {
    assertThatExceptionOfType(LoadChangeException.class)
        .isThrownBy(() -> control.rate(5))
        .withMessageContaining("no phase is running");
    at(1_000, () -> control.rate(5));
    at(1_000, () -> control.clients(0));
    at(1_000, () -> control.clients(5));
    at(1_000, () -> control.rate(-1));
    conduct(timed(4, Duration.ofSeconds(2)));
    at(1_000, () -> control.clients(2));
    conduct(closed(4, 10_000));

    assertThat(refusals)
        .satisfiesExactlyInAnyOrder(
            rate -> assertThat(rate).contains("only a run with a rate (target)"),
            none -> assertThat(none).contains("from 1 to 4 clients can send, not 0"),
            many -> assertThat(many).contains("from 1 to 4 clients can send, not 5"),
            less -> assertThat(less).contains("from 0 to 1e9"),
            share -> assertThat(share).contains("share of operationcount"));
    assertThatExceptionOfType(LoadChangeException.class)
        .isThrownBy(() -> control.rate(5))
        .withMessageContaining("no phase is running");
    assertThat(control.perSecond()).isEmpty();
    assertThat(control.phaseNanos()).isEmpty();
  }

  private void at(long millis, Changing change) {
    clock.after(
        millis * MILLI,
        () -> {
          try {
            change.change();
          } catch (LoadChangeException e) {
            refusals.add(String.valueOf(e.getMessage()));
          }
        });
  }

  private PhaseMeasurement conduct(PhasePlan plan) throws Exception {
    return conduct(
        plan,
        ClockedBinding.answering(
            clock, (client, index) -> new ClockedBinding.Answer(Outcome.OK, QUICK), Duration.ZERO));
  }

  @Override
  PhaseMeasurement conduct(PhasePlan plan, Binding store) throws Exception {
    PhaseRunner runner = new PhaseRunner(clock, PATIENT).with(control);
    return clock.conduct(
        plan.clients(), () -> runner.run(plan, store, client -> () -> READ, stop, intervals::add));
  }
}
