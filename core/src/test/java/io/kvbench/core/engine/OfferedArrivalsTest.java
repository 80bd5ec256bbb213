package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.PoissonArrivals;
import io.kvbench.core.plan.SineRate;
import io.kvbench.core.plan.Stage;
import io.kvbench.core.plan.Stages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that exactly the due arrivals of a phase are sent, for every shape. */
class OfferedArrivalsTest extends PhaseTests {
  private static final Duration LENGTH = Duration.ofMillis(300);
  private static final EngineLimits PATIENT =
      new EngineLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(50));

  static Stream<Arrivals> shapes() {
    return Stream.of(
        new ConstantRate(2000.5),
        new PoissonArrivals(2000, 1),
        new PoissonArrivals(50_000, 2),
        Stages.ramp(0, 4000, LENGTH),
        Stages.ramp(4000, 0, LENGTH),
        Stages.ramp(1000, 2000, Duration.ofMillis(100)),
        Stages.steps(List.of(500.0, 5000.0, 1000.0), LENGTH),
        new Stages(
            List.of(
                new Stage(0, 4000, Duration.ofMillis(100)),
                new Stage(0, 0, Duration.ofMillis(50)),
                new Stage(9000, 1000, Duration.ofMillis(100)))),
        new SineRate(2000, 2000, Duration.ofMillis(100)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void achievedIsWhatWasOfferedToTheRequest(Arrivals arrivals) throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);
    PhasePlan plan = open(arrivals, PhasePlan.UNLIMITED, Optional.of(LENGTH));

    PhaseMeasurement measured = run(plan, store, READ, PATIENT);

    long due =
        LongStream.iterate(0, index -> index + 1)
            .takeWhile(index -> arrivals.startNanos(index) < LENGTH.toNanos())
            .count();
    assertThat(due).isGreaterThan(100);
    assertThat(measured.requests()).isEqualTo(due);
    assertThat(store.submitted).hasValue(due);
    assertThat(count(measured, Outcome.OK)).isEqualTo(due);
    assertThat(measured.recorded().lag().count()).isEqualTo(due);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aNumberOfRequestsTakesAsLongAsTheScheduleSays(Arrivals arrivals) throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);

    PhaseMeasurement measured = run(open(arrivals, 200, Optional.empty()), store, READ, PATIENT);

    assertThat(measured.requests()).isEqualTo(200);
    assertThat(measured.wallNanos()).isGreaterThanOrEqualTo(arrivals.startNanos(199));
  }

  private static PhasePlan open(Arrivals arrivals, long requests, Optional<Duration> duration) {
    return plan(4, new LoadModel.OpenLoop(arrivals), requests, duration);
  }
}
