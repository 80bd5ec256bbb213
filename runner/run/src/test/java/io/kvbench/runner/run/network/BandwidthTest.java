package io.kvbench.runner.run.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BandwidthTest {
  @ParameterizedTest
  @CsvSource({
    "1MB/s, 1000000, 1 MB/s",
    "1 mb/s, 1000000, 1 MB/s",
    "1.5MB/s, 1500000, 1.5 MB/s",
    "8Mbit/s, 1000000, 1 MB/s",
    "1kB/s, 1000, 1 kB/s",
    "100 kbit/s, 12500, 12.5 kB/s",
    "10GB/s, 10000000000, 10 GB/s",
  })
  void ratesInAllTheirUnits(String text, long bytes, String shown) {
    if (bytes % 1_000 == 0) {
      assertThat(Bandwidth.parse(text).bytesPerSecond()).isEqualTo(bytes);
      assertThat(Bandwidth.parse(text)).hasToString(shown);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> Bandwidth.parse(text));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "1", "1MB", "MB/s", "-1MB/s", "0MB/s", "0.5kB/s", "11GB/s", "1e3kB/s", "1MiB/s", "1TB/s"
      })
  void anythingElseIsNone(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Bandwidth.parse(text));
  }

  @Test
  void unlimitedIsNoLimit() {
    assertThat(Bandwidth.parse("unlimited").isLimited()).isFalse();
    assertThat(Bandwidth.parse("1kB/s").isLimited()).isTrue();
  }
}
