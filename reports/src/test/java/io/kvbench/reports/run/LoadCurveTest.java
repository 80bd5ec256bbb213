package io.kvbench.reports.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.reports.FindFixtures;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.StepFixtures;
import io.kvbench.reports.run.LoadCurve.Load;
import io.kvbench.reports.run.LoadCurve.Mark;
import io.kvbench.reports.run.LoadCurve.Point;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.PhaseResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadCurveTest {
  private static List<PhaseResult> measured() {
    return PhaseResult.measured(StepFixtures.clientSteps().phases());
  }

  @Test
  void eachStepIsAPoint() {
    LoadCurve curve = LoadCurve.ofSteps(measured()).orElseThrow();

    assertThat(curve.load()).isEqualTo(Load.CLIENTS);
    assertThat(curve.points())
        .extracting(Point::load)
        .containsExactly(1.0, 10.0, 50.0, 100.0, 300.0, 500.0, 700.0, 1000.0);
    assertThat(curve.points().get(4).perSecond()).isCloseTo(18_900, within(200.0));
    // The clients' time over the rate.
    assertThat(curve.points().get(4).p50Nanos().orElseThrow())
        .isCloseTo(300 * 1e9 / 18_900, within(500_000.0));
    assertThat(curve.points().get(4).p99Nanos().orElseThrow())
        .isGreaterThan(curve.points().get(4).p50Nanos().orElseThrow());
  }

  @Test
  void aRunWithoutStepsAndASingleStepHaveNoCurve() {
    assertThat(LoadCurve.ofSteps(PhaseResult.measured(ResultFixtures.writeMillion().phases())))
        .isEmpty();
    assertThat(LoadCurve.ofSteps(measured().subList(0, 1))).isEmpty();
  }

  @Test
  void theProbesOfASearchAreSortedByTheirRate() {
    LoadCurve curve = LoadCurve.of(FindFixtures.curve()).orElseThrow();

    assertThat(curve.load()).isEqualTo(Load.OFFERED_RATE);
    assertThat(curve.points()).extracting(Point::load).containsExactly(100.0, 200.0, 300.0, 400.0);
    assertThat(curve.points())
        .extracting(Point::perSecond)
        .containsExactly(100.0, 200.0, 250.0, 180.0);
    assertThat(curve.points().getLast().p999Nanos()).isEmpty();
    assertThat(curve.points().getFirst().p99Nanos()).hasValue(2_000_000);
    assertThat(curve.marks()).containsExactly(new Mark("knee", 200), new Mark("collapse", 400));
  }

  @Test
  void withoutProbesThereIsNoCurve() {
    FindResult none = FindFixtures.of(List.of());

    assertThat(LoadCurve.of(none)).isEmpty();
  }
}
