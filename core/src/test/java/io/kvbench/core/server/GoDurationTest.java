package io.kvbench.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
  @ParameterizedTest
  @CsvSource({
    "2.007684935s, 2007684935",
    "976.278259ms, 976278259",
    "130.1µs, 130100",
    "0s, 0",
    "17ns, 17",
    "1m2.5s, 62500000000",
    "1h0m1ms, 3600001000000",
  })
  void isReadToTheNanosecond(String text, long nanos) {
    assertThat(GoDuration.nanos(text)).hasValue(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "1", "1 s", "1s later", "-1s", "99999999999h"})
  void whatIsNoneIsNotGuessed(String text) {
    assertThat(GoDuration.nanos(text)).isEmpty();
  }
}
