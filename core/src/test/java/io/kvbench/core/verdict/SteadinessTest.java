package io.kvbench.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.result.Measured;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.Verdict.Reason;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often simulated runs are found unsteady: seeded, so the same every time. */
class SteadinessTest {
  private static final int RUNS = 400;
  private static final Settings LIMITS = VerdictFixtures.limits();
  private static final PhaseResult PHASE =
      Measured.result(
          PhaseName.RUN,
          Measured.CLOSED,
          Measured.phase(Measured.mostly(OperationType.READ, 1000, Outcome.OK, 0)));

  @ParameterizedTest(name = "{0} s, noise {1}, of which {2} lasts into the next second")
  @CsvSource({"10,0.05,0", "20,0.1,0", "60,0.05,0", "60,0.2,0", "60,0.1,0.5", "300,0.3,0.5"})
  void ordinaryNoiseIsSteady(int seconds, double noise, double memory) {
    assertThat(found("", seconds, noise, memory, second -> 1)).isGreaterThan(0.97);
  }

  @ParameterizedTest
  @CsvSource({"20", "60", "300"})
  void aFewSlowSecondsAreNoSecondRate(int seconds) {
    assertThat(found("two rates", seconds, 0.05, 0, second -> second % 13 == 7 ? 0.3 : 1))
        .isLessThan(0.01);
  }

  @ParameterizedTest
  @CsvSource({"30,0.4", "60,0.25", "300,0.2"})
  void aRisingOrFallingRateIsDetected(int seconds, double by) {
    assertThat(found("drift", seconds, 0.05, 0, second -> 1 + by * second / seconds))
        .isGreaterThan(0.9);
    assertThat(found("drift", seconds, 0.05, 0, second -> 1 - by * second / seconds))
        .isGreaterThan(0.9);
  }

  @ParameterizedTest
  @CsvSource({"10,1", "30,2", "60,4"})
  void aColdStartIsFound(int seconds, int cold) {
    assertThat(found("warm-up", seconds, 0.05, 0, second -> second < cold ? 0.5 : 1))
        .isGreaterThan(0.99);
  }

  @ParameterizedTest
  @CsvSource({"20,4", "60,5", "300,20"})
  void twoRatesThatTakeTurnsAreFound(int seconds, int turn) {
    assertThat(found("two rates", seconds, 0.05, 0, second -> second / turn % 2 == 0 ? 1 : 0.5))
        .isGreaterThan(0.9);
  }

  @Test
  void theReasonsSayWhatWasSeen() {
    assertThat(reasons(rates(30, second -> second < 2 ? 0.4 : 1)))
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .isEqualTo(
                        "run phase: the first 2 seconds ran at 40 % of the later rate, which lowers"
                            + " the throughput by 4 %"));
    assertThat(reasons(rates(30, second -> second < 15 ? 1 : 0.5)))
        .extracting(Reason::observed)
        .containsExactly(
            "run phase: 1,000 ops/s in the first third, 500 in the last, 66.67 % less");
    assertThat(reasons(rates(30, second -> second % 3 == 1 ? 0.5 : 1)))
        .extracting(Reason::observed)
        .containsExactly(
            "run phase: 33.33 % of the seconds at about 500 ops/s, 66.67 % at about 1,000, few in"
                + " between: the mean represents neither");
  }

  @Test
  void fewSecondsOrNoAnswersAreNotJudgedByTheirRates() {
    assertThat(reasons(rates(8, second -> 1 + second))).isEmpty();
    assertThat(reasons(rates(30, second -> 0))).isEmpty();
  }

  /** Returns in how many of the runs this check failed, or none did. */
  private static double found(
      String check, int seconds, double noise, double memory, IntToDoubleFunction rate) {
    int times = 0;
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(run);
      double[] state = {0};
      List<Reason> reasons =
          reasons(
              rates(
                  seconds,
                  second -> {
                    double fresh = noise * Math.sqrt(1 - memory * memory) * random.nextGaussian();
                    state[0] = memory * state[0] + fresh;
                    return Math.max(0, rate.applyAsDouble(second) * (1 + state[0]));
                  }));
      times +=
          check.isEmpty()
              ? reasons.isEmpty() ? 1 : 0
              : reasons.stream().anyMatch(reason -> reason.check().equals(check)) ? 1 : 0;
    }
    return (double) times / RUNS;
  }

  private static List<Double> rates(int seconds, IntToDoubleFunction rate) {
    return IntStream.range(0, seconds)
        .mapToDouble(rate)
        .map(share -> 1000 * share)
        .boxed()
        .toList();
  }

  private static List<Reason> reasons(List<Double> rates) {
    return VerdictRules.judge(VerdictFixtures.rates(PHASE, rates), LIMITS).reasons();
  }
}
