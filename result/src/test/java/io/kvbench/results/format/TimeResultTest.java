package io.kvbench.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.TimeHistogram;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeResultTest {

  @Test
  void nothingIsAllZeros() {
    TimeResult nothing = TimeResult.of(TimeHistogram.empty());

    assertThat(nothing)
        .usingRecursiveComparison()
        .ignoringFields("histogram")
        .isEqualTo(new TimeResult(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ""));
    assertThat(nothing.times().count()).isZero();
  }

  @Test
  void everyFigureIsTheOneOfItsName() {
    TimeResult times =
        TimeResult.of(
            TimeHistogram.ofNanos(
                LongStream.rangeClosed(1, 10_000).map(tenth -> tenth * 100_000).toArray()));

    assertThat(times.count()).isEqualTo(10_000);
    assertNear(times.minMicros(), 100);
    assertNear(times.meanMicros(), 500_050);
    assertNear(times.stddevMicros(), 288_675);
    assertNear(times.p10Micros(), 100_000);
    assertNear(times.p25Micros(), 250_000);
    assertNear(times.p50Micros(), 500_000);
    assertNear(times.p75Micros(), 750_000);
    assertNear(times.p90Micros(), 900_000);
    assertNear(times.p95Micros(), 950_000);
    assertNear(times.p99Micros(), 990_000);
    assertNear(times.p999Micros(), 999_000);
    assertNear(times.p9999Micros(), 999_900);
    assertNear(times.maxMicros(), 1_000_000);
    assertThat(times.overRange()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000, 1_400, 1_600, 50_499, 50_501, 999_999, 123_456_789})
  void microsecondsAreRoundedAndNotCutOff(long nanos) {
    TimeResult times = TimeResult.of(TimeHistogram.ofNanos(nanos));

    // Half a microsecond for rounding, and as much or a thousandth for the histogram.
    double error = 0.5 + Math.max(0.52, nanos / 1e6);
    assertThat((double) times.meanMicros()).isEqualTo(nanos / 1e3, within(error));
    assertThat((double) times.maxMicros()).isEqualTo(nanos / 1e3, within(error));
  }

  @Test
  void aMeanAboveTheHalfIsRoundedUp() {
    // The middles of the histogram's buckets: 10,496 twice and 11,520; their mean is 10,837.
    TimeHistogram times = TimeHistogram.ofNanos(10_240, 10_240, 11_264);

    assertThat(TimeResult.of(times).meanMicros()).isEqualTo(11);
    assertThat(TimeResult.of(TimeHistogram.ofNanos(10_240)).meanMicros()).isEqualTo(10);
  }

  @Test
  void theWholeDistributionComesBack() {
    TimeHistogram before =
        TimeHistogram.ofNanos(1_000_000, 2_000_000, TimeHistogram.HIGHEST_NANOS + 1);

    TimeResult times = TimeResult.of(before);

    assertThat(times.overRange()).isEqualTo(1);
    assertThat(times.times().count()).isEqualTo(3);
    assertThat(times.times().overRange()).isEqualTo(1);
    assertThat(TimeResult.of(times.times())).isEqualTo(times);
  }

  private static void assertNear(long micros, long exact) {
    assertThat((double) micros).isEqualTo(exact, within(1 + exact * 0.001));
  }
}
