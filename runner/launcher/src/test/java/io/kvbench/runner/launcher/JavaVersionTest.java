package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JavaVersionTest {
  @ParameterizedTest
  @CsvSource({
    "1.8.0_392, 8",
    "1.8.0_392-b08, 8",
    "1.7.0, 7",
    "9, 9",
    "11.0.2, 11",
    "17, 17",
    "17.0.15+6-Debian-1deb12u1, 17",
    "21-ea, 21",
    "21.0.4.1, 21",
    "25.0.1+9, 25",
    "26-beta+12, 26",
    "100.1, 100"
  })
  void knowsTheFeature(String text, int feature) {
    assertThat(JavaVersion.parse(text))
        .hasValueSatisfying(
            version -> {
              assertThat(version.feature()).isEqualTo(feature);
              assertThat(version).hasToString(text);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ea", "-21", "v21", "21.", "99999999999", "21 beta"})
  void refusesWhatIsNoVersion(String text) {
    assertThat(JavaVersion.parse(text)).isEmpty();
  }

  @Test
  void ordersByNumbersAndPutsEarlyAccessBeforeItsRelease() {
    List<String> ascending =
        List.of(
            "1.8.0_9",
            "1.8.0_392",
            "9.0.4",
            "11.0.2",
            "11.0.10",
            "17",
            "17.0.1",
            "21-ea",
            "21",
            "21.0.4",
            "21.0.4.1",
            "25.0.1+9");
    assertThat(ascending.reversed().stream().map(JavaVersionTest::version).sorted())
        .extracting(JavaVersion::toString)
        .containsExactlyElementsOf(ascending);
  }

  @Test
  void takesMissingNumbersForZerosAndIgnoresBuilds() {
    assertThat(Stream.of("21.0.0", "21+35", "21-35", "21.0"))
        .allSatisfy(text -> assertThat(version(text)).isEqualByComparingTo(version("21")));
    assertThat(version("1.8.0_392-b08")).isEqualByComparingTo(version("1.8.0_392"));
  }

  private static JavaVersion version(String text) {
    return JavaVersion.parse(text).orElseThrow();
  }
}
