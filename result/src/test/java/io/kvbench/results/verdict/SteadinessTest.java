package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.Verdict.Reason;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of how often simulated runs are found unsteady; the seeds are fixed. */
class SteadinessTest {
  private static final int RUNS = 400;
  private static final Settings LIMITS = VerdictFixtures.limits();
  private static final PhaseResult PHASE =
      Measured.result(
          PhaseName.RUN,
          Measured.CLOSED,
          Measured.phase(Measured.mostly(OperationType.READ, 1000, Outcome.OK, 0)));

  private static final PhaseResult OPEN =
      Measured.result(
          PhaseName.RUN,
          Measured.open(100),
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

  /** An open loop whose store takes a millisecond, plus noise. */
  @ParameterizedTest(name = "{0} s, noise {1}, of which {2} lasts into the next second")
  @CsvSource({"10,0.05,0", "20,0.1,0", "60,0.2,0", "60,0.2,0.5", "300,0.3,0.5"})
  void ordinaryResponseTimesAreSteady(int seconds, double noise, double memory) {
    assertThat(found("", seconds, noise, memory, second -> second == 0 ? 1.4 : 1, OPEN))
        .isGreaterThan(0.97);
  }

  @Test
  void aSlowStartOfAnOpenLoopIsFound() {
    assertThat(found("warm-up", 30, 0.1, 0, second -> second < 3 ? 60 : 1, OPEN)).isEqualTo(1);
    assertThat(responses(30, second -> second < 3 ? 60 : 1))
        .extracting(Reason::observed)
        .containsExactly(
            "run phase: a median READ response time of 60 ms in the first 3 seconds and 1 ms later,"
                + " which raises the average over the phase by 590 %");
  }

  @Test
  void aRisingResponseTimeOfAnOpenLoopIsFound() {
    assertThat(found("drift", 30, 0.1, 0, second -> 1 + 49 * second / 30.0, OPEN)).isEqualTo(1);
    assertThat(responses(30, second -> second < 15 ? 1 : 2))
        .extracting(Reason::observed)
        .containsExactly(
            "run phase: a median READ response time of 1 ms in the first third, 2 ms in the last,"
                + " 66.67 % more");
  }

  @Test
  void twoResponseTimesThatTakeTurnsAreFound() {
    assertThat(
            found("two response times", 60, 0.05, 0, second -> second / 5 % 2 == 0 ? 1 : 4, OPEN))
        .isGreaterThan(0.9);
    assertThat(responses(30, second -> second % 3 == 1 ? 5 : 1))
        .extracting(Reason::observed)
        .containsExactly(
            "run phase: a median READ response time of about 1 ms in 66.67 % of the seconds and of"
                + " about 5 ms in 33.33 %, few in between: the percentiles mix both");
  }

  /** Changes of less than verdict.floor are those of the machine. */
  @Test
  void aFastStoreMayBeTwiceAsSlowAtTimes() {
    assertThat(responses(30, second -> second < 15 ? 0.1 : 0.3)).isEmpty();
    assertThat(responses(30, second -> second < 3 ? 0.3 : 0.1)).isEmpty();
    assertThat(responses(30, second -> second % 3 == 1 ? 0.3 : 0.1)).isEmpty();
  }

  private static List<Reason> responses(int seconds, IntToDoubleFunction millis) {
    return reasons(rates(seconds, millis), OPEN);
  }

  @Test
  void fewSecondsOrNoAnswersAreNotJudgedByTheirRates() {
    assertThat(reasons(rates(8, second -> 1 + second))).isEmpty();
    assertThat(reasons(rates(30, second -> 0))).isEmpty();
  }

  /** Returns in how many of the runs this check failed, or none did. */
  private static double found(
      String check, int seconds, double noise, double memory, IntToDoubleFunction rate) {
    return found(check, seconds, noise, memory, rate, PHASE);
  }

  private static double found(
      String check,
      int seconds,
      double noise,
      double memory,
      IntToDoubleFunction rate,
      PhaseResult phase) {
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
                  }),
              phase);
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
    return reasons(rates, PHASE);
  }

  private static List<Reason> reasons(List<Double> values, PhaseResult phase) {
    return VerdictRules.judge(
            phase.rates().offeredPerSecond().isPresent()
                ? VerdictFixtures.responses(phase, values)
                : VerdictFixtures.rates(phase, values),
            LIMITS)
        .reasons();
  }
}
