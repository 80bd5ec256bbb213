package io.kvbench.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.figure.Unit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the scripts of pages write each unit that charts may have. */
class ChartUnitsTest {
  @ParameterizedTest
  @MethodSource("charted")
  void thePagesWriteEachUnit(Unit unit) throws IOException {
    assertThat(script())
        .as("the units in form.js have one for %s", unit)
        .contains("\n  " + unit + ": (value) =>");
  }

  @Test
  void timesAreChartedInMicroseconds() {
    assertThat(charted()).doesNotContain(Unit.NANOS).contains(Unit.MICROS);
    assertThat(Unit.NANOS.charted(1_500)).isEqualTo(1.5);
    assertThat(Unit.RATIO.charted(1_500)).isEqualTo(1_500);
  }

  private static Stream<Unit> charted() {
    return Stream.of(Unit.values()).map(Unit::charted).distinct();
  }

  private static String script() throws IOException {
    try (InputStream in = HtmlDocument.class.getResourceAsStream("form.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
