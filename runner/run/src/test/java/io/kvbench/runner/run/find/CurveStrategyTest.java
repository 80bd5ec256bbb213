package io.kvbench.runner.run.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Probe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of capacity curves: the probed rates, and the interpretation of the points. */
class CurveStrategyTest {
  private static Probe probe(
      OptionalDouble offered, double achieved, long operations, long errors, Outcome outcome) {
    return new Probe(
        1,
        Instant.EPOCH,
        10,
        offered,
        achieved,
        operations,
        errors,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        outcome,
        Optional.empty());
  }

  private static Probe point(double offered, double achieved, Outcome outcome) {
    return probe(OptionalDouble.of(offered), achieved, 1_000, 0, outcome);
  }

  @Test
  void aCurveEndsBeyondTheCapacityInRequestsNotInOperations() {
    Settings settings =
        Settings.resolve(
            new Assignments().add("find.points", "4", Origin.of("a test")),
            FindSettings.all(),
            new Problems());
    CurveStrategy curve = new CurveStrategy(10, settings);
    Load closed = curve.next().orElseThrow();
    // 100 requests of four operations each in ten seconds, of which one in ten fails.
    curve.add(closed, probe(OptionalDouble.empty(), 100, 4_000, 400, Outcome.MEASURED));

    List<Double> rates = new ArrayList<>();
    for (Optional<Load> next = curve.next(); next.isPresent(); next = curve.next()) {
      double rate = next.get().perSecond().orElseThrow();
      rates.add(rate);
      curve.add(next.get(), point(rate, rate, Outcome.PASSED));
    }

    assertThat(curve.capacity().orElseThrow()).isCloseTo(90, within(1e-6));
    assertThat(rates).hasSize(4);
    assertThat(rates.getLast()).isCloseTo(1.2 * 90, within(1e-6));
  }

  @Test
  void aPointThatTheClientLimitedIsNoCollapse() {
    List<Probe> points = new ArrayList<>();
    points.add(point(100, 100, Outcome.PASSED));
    points.add(point(200, 190, Outcome.FAILED));
    points.add(point(300, 120, Outcome.CLIENT_LIMITED));
    assertThat(Find.collapse(points)).isEmpty();

    points.add(point(400, 110, Outcome.FAILED));
    assertThat(Find.collapse(points)).hasValue(400);
  }
}
