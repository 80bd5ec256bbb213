package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.sample.Spread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoadModelTest {
  private static final long UNLIMITED = PhasePlan.UNLIMITED;
  private static final Optional<Duration> TEN_SECONDS = Optional.of(Duration.ofSeconds(10));
  private static final Arrivals RAMP = Stages.ramp(100, 300, Duration.ofSeconds(10));

  @Test
  void areCalledByTheirPace() {
    assertThat(new LoadModel.OpenLoop(new ConstantRate(2500)))
        .hasToString("open loop, constant 2,500/s");
    assertThat(new LoadModel.ClosedLoop()).hasToString("closed loop");
    assertThat(thinking(Duration.ofMillis(10))).hasToString("closed loop, think time 10 ms");
    assertThat(thinking(Duration.ofNanos(1500))).hasToString("closed loop, think time 1.5 us");
    assertThat(thinking(Duration.ofSeconds(90))).hasToString("closed loop, think time 90 s");
  }

  @Test
  void nobodyThinksForLessThanNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> thinking(Duration.ofNanos(-1)));
  }

  @Test
  void aThinkTimeCanAlwaysBeAddedToAClock() {
    assertThat(thinking(Duration.ofMillis(1)).thinkNanos(0).getAsLong()).isEqualTo(1_000_000);
    assertThat(thinking(Duration.ofSeconds(Long.MAX_VALUE)).thinkNanos(0).getAsLong())
        .isEqualTo(Arrivals.NEVER_NANOS);
  }

  @Test
  void thinkTimesThatVaryAreThoseOfTheClientWhateverTheProcessItIsIn() {
    LoadModel.ClosedLoop whole =
        new LoadModel.ClosedLoop(Spread.parse("1..1000000000", Long::parseLong), 7);
    PhasePlan second =
        new PhasePlan(PhaseName.RUN, 5, whole, 100, Optional.empty(), false)
            .part(new RunPart(1, 2));

    assertThat(second.loadModel())
        .isInstanceOfSatisfying(
            LoadModel.ClosedLoop.class,
            part -> assertThat(times(part, 0)).isEqualTo(times(whole, 3)));
    assertThat(times(whole, 0)).isEqualTo(times(whole, 0)).isNotEqualTo(times(whole, 1));
    assertThat(times(new LoadModel.ClosedLoop(whole.thinkTime(), 8), 0))
        .isNotEqualTo(times(whole, 0));
    assertThat(whole).hasToString("closed loop, think time 1..1000000000");
  }

  private static List<Long> times(LoadModel.ClosedLoop model, int client) {
    LongSupplier times = model.thinkNanos(client);
    return Stream.generate(times::getAsLong).limit(20).toList();
  }

  @Test
  void aClosedLoopOffersNoRate() {
    assertThat(plan(new LoadModel.ClosedLoop(), 10, TEN_SECONDS).offeredPerSecond()).isEmpty();
  }

  @Test
  void aSteadyRateIsOfferedHoweverThePhaseEnds() {
    for (Arrivals arrivals : List.of(new ConstantRate(300), new PoissonArrivals(300, 1))) {
      LoadModel model = new LoadModel.OpenLoop(arrivals);
      assertThat(plan(model, UNLIMITED, TEN_SECONDS).offeredPerSecond()).hasValue(300);
      assertThat(plan(model, 7, Optional.empty()).offeredPerSecond()).hasValue(300);
      assertThat(plan(model, UNLIMITED, TEN_SECONDS).offeredPerSecond(0)).hasValue(300);
    }
  }

  @Test
  void aRateThatChangesIsOfferedAsItsMeanOverThePhase() {
    assertThat(open(RAMP, UNLIMITED, TEN_SECONDS).offeredPerSecond()).hasValue(200);
    assertThat(open(RAMP, 2000, Optional.empty()).offeredPerSecond()).hasValue(200);
    // The number ends the phase after five of the ten seconds.
    assertThat(open(RAMP, 750, TEN_SECONDS).offeredPerSecond()).hasValue(150);
  }

  @Test
  void aPhaseThatEndedEarlyWasOfferedWhatWasDueByThen() {
    PhasePlan plan = open(RAMP, UNLIMITED, TEN_SECONDS);

    assertThat(plan.offeredPerSecond(0)).hasValue(100);
    assertThat(plan.offeredPerSecond(750)).hasValue(150);
    assertThat(plan.offeredPerSecond(2000)).hasValue(200);
    assertThat(plan.offeredPerSecond(2001)).hasValue(200);
  }

  private static LoadModel.ClosedLoop thinking(Duration time) {
    return new LoadModel.ClosedLoop(time);
  }

  private static PhasePlan open(Arrivals arrivals, long requests, Optional<Duration> duration) {
    return plan(new LoadModel.OpenLoop(arrivals), requests, duration);
  }

  private static PhasePlan plan(LoadModel model, long requests, Optional<Duration> duration) {
    return new PhasePlan(PhaseName.RUN, 1, model, requests, duration, false);
  }
}
