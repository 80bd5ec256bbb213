package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.workload.sample.Spread;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with a fixed seed; limits are about four standard deviations. */
class SpreadTest {
  private static final int COUNT = 100_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 | 5 | 5 | true",
        "0 | 0 | 0 | true",
        "5..9 | 5 | 9 | false",
        "7..7 | 7 | 7 | true",
        "exponential:1000 | 0 | 9210 | false",
        "lognormal:1000:1000 | 0 | 1000 | false",
        "100*9, 10000*1 | 100 | 10000 | false",
        "100..200*2.5,exponential:1000*1 | 0 | 9210 | false",
        "8*3 | 8 | 8 | true"
      })
  void hasASmallestAndALargestAmount(String text, long min, long max, boolean constant) {
    Spread spread = parse(text);

    assertThat(spread.min()).isEqualTo(min);
    assertThat(spread.max()).isEqualTo(max);
    assertThat(spread.isConstant()).isEqualTo(constant);
    assertThat(spread.words()).isEqualTo(text);
    SplittableRandom random = new SplittableRandom(1);
    for (int drawn = 0; drawn < COUNT; drawn++) {
      assertThat(spread.draw(random)).isBetween(min, max);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "-1",
        "5..",
        "..5",
        "9..5",
        "exponential",
        "exponential:0",
        "exponential:5:6",
        "lognormal:5",
        "lognormal:0:5",
        "lognormal:6:5",
        "5,6",
        "5*0",
        "5*1,6",
        "5*1,",
        "5**1",
        "*1",
        "pareto:5"
      })
  void refusesOtherTexts(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(text));
  }

  @Test
  @Timeout(5)
  void aLongTextIsRefusedAtOnce() {
    refusesOtherTexts("1" + " ".repeat(200_000) + "x");
  }

  @Test
  void anExponentialSpreadHasItsMeanAndItsMedian() {
    // Without the largest 0.01 %, the mean is lower by a factor of ln(10000) / 9999.
    assertThat(mean("exponential:1000000")).isCloseTo(999_079, within(12_700.0));
    assertThat(shareUpTo("exponential:1000000", 693_147)).isCloseTo(0.50005, within(0.0064));
  }

  @Test
  void aLognormalSpreadHasItsMedianAndItsPercentile() {
    String text = "lognormal:1000000:20000000";

    assertThat(shareUpTo(text, 1_000_000)).isCloseTo(0.50005, within(0.0064));
    assertThat(shareUpTo(text, 20_000_000)).isCloseTo(0.9901, within(0.0013));
  }

  @Test
  void aMixtureHasItsPartsAsOftenAsTheyWeigh() {
    String text = "1..10*3, 100*6, 1000*1";

    assertThat(shareUpTo(text, 10)).isCloseTo(0.3, within(0.0058));
    assertThat(shareUpTo(text, 100)).isCloseTo(0.9, within(0.0038));
  }

  private static double mean(String text) {
    Spread spread = parse(text);
    SplittableRandom random = new SplittableRandom(2);
    double sum = 0;
    for (int drawn = 0; drawn < COUNT; drawn++) {
      sum += spread.draw(random);
    }
    return sum / COUNT;
  }

  private static double shareUpTo(String text, long amount) {
    Spread spread = parse(text);
    SplittableRandom random = new SplittableRandom(3);
    int found = 0;
    for (int drawn = 0; drawn < COUNT; drawn++) {
      found += spread.draw(random) <= amount ? 1 : 0;
    }
    return (double) found / COUNT;
  }

  private static Spread parse(String text) {
    return Spread.parse(
        text,
        amount -> {
          long parsed = Long.parseLong(amount);
          if (parsed < 0) {
            throw new IllegalArgumentException(amount);
          }
          return parsed;
        });
  }
}
