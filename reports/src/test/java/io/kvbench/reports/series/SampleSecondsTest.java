package io.kvbench.reports.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SampleSecondsTest {
  static Stream<Arguments> samples() {
    return Stream.of(
        Arguments.of("in time", 1, List.of(0.4, 1.4, 2.4), List.of(1, 2, 3)),
        Arguments.of("one late", 1, List.of(0.4, 1.4, 3.1, 3.4, 4.4), List.of(1, 2, 3, 4, 5)),
        Arguments.of("one a little early", 1, List.of(0.4, 1.35, 2.4), List.of(1, 2, 3)),
        Arguments.of("one missing", 1, List.of(0.4, 1.4, 3.4, 4.4), List.of(1, 2, 4, 5)),
        Arguments.of("at the edge of seconds", 1, List.of(1.0, 2.01, 2.99), List.of(1, 2, 3)),
        Arguments.of("every five", 5, List.of(2.2, 7.2, 17.2, 22.2), List.of(3, 8, 18, 23)),
        Arguments.of("two a second", 1, List.of(0.2, 0.6, 1.0, 1.4), List.of(1, 1, 1, 2)),
        Arguments.of("a single one", 1, List.of(7.5), List.of(8)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  void lateIsNotMissing(String name, int period, List<Double> times, List<Integer> expected) {
    SampleSeconds seconds = new SampleSeconds(times);

    assertThat(seconds.period()).as(name).isEqualTo(period);
    assertThat(times).extracting(seconds::of).isEqualTo(expected);
  }
}
