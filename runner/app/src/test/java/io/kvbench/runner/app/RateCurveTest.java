package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.Stage;
import io.kvbench.core.plan.Stages;
import io.kvbench.runner.app.run.RateCurve;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RateCurveTest {
  private static final Duration SECONDS = Duration.ofSeconds(20);
  private static final Arrivals STAGES =
      new Stages(
          List.of(
              new Stage(800, 800, SECONDS),
              new Stage(0, 0, SECONDS),
              new Stage(200, 200, SECONDS)));

  @Test
  void showsTheRateOverTheTimeOfThePhase() {
    assertThat(RateCurve.of(phase(STAGES), true))
        .hasValue(
            "|"
                + "\u2588".repeat(20)
                + " ".repeat(20)
                + "\u2582".repeat(20)
                + "| up to 800/s, 20,000 requests in 1 min 0 s");
    assertThat(RateCurve.of(phase(STAGES), false).orElseThrow())
        .startsWith("|" + "%".repeat(20) + " ".repeat(20) + ":".repeat(20) + "| up to 800/s");
  }

  @Test
  void aRateThatStaysHasNone() {
    assertThat(RateCurve.of(phase(new ConstantRate(5)), true)).isEmpty();
  }

  private static PhasePlan phase(Arrivals arrivals) {
    return new PhasePlan(
        PhaseName.RUN,
        1,
        new LoadModel.OpenLoop(arrivals),
        PhasePlan.UNLIMITED,
        Optional.of(SECONDS.multipliedBy(3)),
        false);
  }
}
