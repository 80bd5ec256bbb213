package io.kvbench.results.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreciseQuantitiesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 µs",
        "900 | 900 ns",
        "1500 | 1.5 µs",
        "999940 | 999.9 µs",
        "999960 | 1 ms",
        "20000000 | 20 ms",
        "31240000 | 31.24 ms",
        "20010000 | 20.01 ms",
        "1330000000 | 1.33 s",
        "-101000000 | -101 ms",
        "3600000000000 | 3,600 s"
      })
  void timesHaveTheUnitThatSuitsThem(double nanos, String text) {
    assertThat(Quantities.preciseTime(nanos)).isEqualTo(text);
  }

  @Test
  void aShareJustBeyondALimitDoesNotLookLikeIt() {
    assertThat(Quantities.preciseShare(0.9796)).isEqualTo("97.96 %");
    assertThat(Quantities.preciseShare(0.01001)).isEqualTo("1.001 %");
    assertThat(Quantities.preciseShare(0)).isEqualTo("0 %");
    assertThat(Quantities.preciseShare(1)).isEqualTo("100 %");
  }

  @Test
  void thingsAreCounted() {
    assertThat(Quantities.count(1, "client")).isEqualTo("1 client");
    assertThat(Quantities.count(1_234_567, "client")).isEqualTo("1,234,567 clients");
  }
}
