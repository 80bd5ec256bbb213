package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "7ns,7",
    "250us,250_000",
    "5ms,5_000_000",
    "30s,30_000_000_000",
    "2m,120_000_000_000",
    "1h,3_600_000_000_000",
    "0s,0",
    "1.5s,1_500_000_000",
    "0.25ms,250_000",
    "0.001us,1",
    "10 s,10_000_000_000"
  })
  void aNumberAndAUnit(String text, String nanos) {
    assertThat(Durations.parse(text).toNanos()).isEqualTo(Long.parseLong(nanos.replace("_", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "s", "-5s", "+5s", "5d", "5 min", "5S", "1e3ms", ".5s", "5.s", "1,5s"})
  void nothingElse(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse(text));
  }

  @Test
  void theLongestIsThatOfAClock() {
    assertThat(Durations.parse("9223372036854775807ns").toNanos()).isEqualTo(Long.MAX_VALUE);
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse("9223372036854775808ns"));
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse("2562048h"));
  }

  @Test
  void partsOfNanosecondsAreNotRoundedAway() {
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse("0.5ns"));
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse("0.0001us"));
  }
}
