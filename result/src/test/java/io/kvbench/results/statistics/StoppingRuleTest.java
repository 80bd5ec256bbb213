package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.statistics.Simulations.Shape;
import io.kvbench.results.statistics.StoppingRule.Decision;
import io.kvbench.results.statistics.StoppingRule.Verdict;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the stopping rule, and of the coverage of the interval at the stop. */
class StoppingRuleTest {
  private static final StoppingRule RULE = new StoppingRule(0.02, 5, 30, 0.95);

  @Test
  void eightRunsAreTheFewestOfThirty() {
    assertThat(RULE.fewestRuns()).isEqualTo(8);
    assertThat(RULE.decide(alike(7)).verdict()).isEqualTo(Verdict.CONTINUE);
    assertThat(RULE.decide(alike(7)).interval().level()).isZero();
    assertThat(RULE.decide(alike(8)).verdict()).isEqualTo(Verdict.PRECISE);
    assertThat(RULE.decide(alike(8)).interval().level()).isEqualTo(0.95);
  }

  @Test
  void runsThatDifferAreRepeatedUntilTheyMayNotBe() {
    double[] wide = DoubleStream.iterate(50, value -> value + 5).limit(30).toArray();

    assertThat(RULE.decide(Arrays.copyOf(wide, 29)).verdict()).isEqualTo(Verdict.CONTINUE);
    Decision last = RULE.decide(wide);
    assertThat(last.verdict()).isEqualTo(Verdict.EXHAUSTED);
    assertThat(last.interval().contains(Quantiles.median(wide))).isTrue();
    assertThat(last.interval().relativeHalfWidth()).isGreaterThan(0.02);
  }

  @Test
  void theMinimumIsKept() {
    StoppingRule rule = new StoppingRule(0.02, 12, 30, 0.95);

    assertThat(rule.decide(alike(11)).verdict()).isEqualTo(Verdict.CONTINUE);
    assertThat(rule.decide(alike(12)).verdict()).isEqualTo(Verdict.PRECISE);
  }

  /** Each value is above or below the median, so all orders of both can be counted. */
  @ParameterizedTest
  @CsvSource({"2, 10", "5, 14", "8, 8", "3, 6"})
  void theErrorOfAllLooksIsExact(int min, int max) {
    StoppingRule rule = new StoppingRule(1e9, min, max, 0.95);
    int missed = 0;
    for (int sides = 0; sides < 1 << max; sides++) {
      boolean misses = false;
      for (int runs = min; runs <= max && !misses; runs++) {
        double[] values = new double[runs];
        for (int run = 0; run < runs; run++) {
          values[run] = (sides >> run & 1) == 1 ? 101 + run : 99 - run;
        }
        ConfidenceInterval interval = rule.decide(values).interval();
        misses = interval.level() > 0 && !interval.contains(100);
      }
      missed += misses ? 1 : 0;
    }

    assertThat(rule.error()).isCloseTo(missed / (double) (1 << max), within(1e-12));
    assertThat(rule.error()).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 30, 60, 100})
  void mostOfTheErrorIsUsed(int max) {
    assertThat(new StoppingRule(0.02, 5, max, 0.95).error()).isBetween(0.03, 0.05);
  }

  /** The spread is 1 to 6 % of the median: the rule stops early, late, or not at all. */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.4, 0.6, 1.2})
  void theMedianIsInTheLastIntervalAsOftenAsStated(double scale) {
    assertThat(
            Simulations.percent(
                1_000,
                random -> {
                  double[] values = Shape.NORMAL.sample(random, 30);
                  for (int run = 0; run < values.length; run++) {
                    values[run] = 100 + scale * (values[run] - 100);
                  }
                  return last(RULE, values).interval().contains(100);
                }))
        .isGreaterThanOrEqualTo(95);
  }

  /** The reason for the rule: checking after each run, from the third on, is right too seldom. */
  @Test
  void intervalsThatIgnoreTheLooksAreTooNarrow() {
    double right =
        Simulations.percent(
            1_000,
            random -> {
              double[] values = Shape.NORMAL.sample(random, 30);
              int runs = 3;
              while (runs < 30
                  && Quantiles.median95(Arrays.copyOf(values, runs)).relativeHalfWidth() > 0.02) {
                runs++;
              }
              return Quantiles.median95(Arrays.copyOf(values, runs)).contains(100);
            });

    assertThat(right).isLessThan(92);
  }

  @Test
  void rulesWithoutMeaningAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new StoppingRule(0, 5, 30, 0.95));
    assertThatIllegalArgumentException().isThrownBy(() -> new StoppingRule(0.02, 5, 4, 0.95));
    assertThatIllegalArgumentException().isThrownBy(() -> new StoppingRule(0.02, 1, 4, 0.95));
    assertThatIllegalArgumentException().isThrownBy(() -> new StoppingRule(0.02, 5, 30, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> RULE.decide());
  }

  private static Decision last(StoppingRule rule, double[] values) {
    int runs = 1;
    while (rule.decide(Arrays.copyOf(values, runs)).verdict() == Verdict.CONTINUE) {
      runs++;
    }
    return rule.decide(Arrays.copyOf(values, runs));
  }

  private static double[] alike(int count) {
    return DoubleStream.iterate(100, value -> value + 0.1).limit(count).toArray();
  }
}
