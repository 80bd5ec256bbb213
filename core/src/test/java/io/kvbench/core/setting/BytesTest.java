package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {
  @ParameterizedTest
  @CsvSource({
    "512MB, 512000000, 512 MB",
    "512MiB, 536870912, 512 MiB",
    "100m, 104857600, 100 MiB",
    "1g, 1073741824, 1 GiB",
    "1.5GB, 1500000000, 1.5 GB",
    "20 mb, 20000000, 20 MB",
    "64k, 65536, 65.54 kB",
    "1kB, 1000, 1 kB",
    "104857600b, 104857600, 100 MiB",
  })
  void readsAndWritesAmounts(String text, long bytes, String words) {
    assertThat(Bytes.parse(text)).isEqualTo(bytes);
    assertThat(Bytes.text(bytes)).isEqualTo(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "MB", "-1MB", "1TB", "1.0000001kB", "1.5b", "9999999999999MB"})
  void refusesTheRest(String text) {
    assertThatThrownBy(() -> Bytes.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
