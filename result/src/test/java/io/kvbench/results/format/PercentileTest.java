package io.kvbench.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentileTest {
  /** Ten beyond it, on the side that has fewer. */
  @ParameterizedTest
  @CsvSource({"P50,20", "P10,100", "P90,100", "P99,1000", "P999,10000", "P9999,100000"})
  void isKnownWithTenSamplesBeyondIt(Percentile percentile, int count) {
    assertThat(percentile.isKnown(times(count))).isTrue();
    assertThat(percentile.isKnown(times(count - 1))).isFalse();
  }

  @Test
  void isTheOneOfItsName() {
    TimeResult times = times(10_000);

    assertThat(Percentile.ALL)
        .extracting(percentile -> percentile.micros(times))
        .isSorted()
        .contains(times.p10Micros(), times.p9999Micros());
    assertThat(Percentile.P999.micros(times)).isEqualTo(times.p999Micros());
    assertThat(Percentile.P999.title()).isEqualTo("p99.9");
    assertThat(Percentile.P999.shareBeyond()).isBetween(0.00099, 0.00101);
  }

  private static TimeResult times(int count) {
    return TimeResult.of(
        TimeHistogram.ofNanos(
            LongStream.rangeClosed(1, count).map(time -> time * 10_000).toArray()));
  }
}
