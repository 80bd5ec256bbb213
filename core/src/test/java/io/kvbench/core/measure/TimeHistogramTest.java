package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TimeHistogramTest {
  private final TimeHistogram oneToThousand =
      TimeHistogram.ofNanos(
          LongStream.rangeClosed(1, 1000).map(milli -> milli * 1_000_000).toArray());

  @Test
  void figuresAreWithinOneInAThousand() {
    assertThat((double) oneToThousand.percentileNanos(50)).isCloseTo(500e6, within(0.5e6));
    assertThat((double) oneToThousand.percentileNanos(99.9)).isCloseTo(999e6, within(1e6));
    assertThat(oneToThousand.meanNanos()).isCloseTo(500.5e6, within(0.6e6));
    assertThat((double) oneToThousand.maxNanos()).isCloseTo(1000e6, within(1e6));
    assertThat((double) oneToThousand.minNanos()).isCloseTo(1e6, within(0.001e6));
  }

  @Test
  void addsUp() {
    TimeHistogram sum = oneToThousand.plus(TimeHistogram.ofNanos(5_000_000_000L));

    assertThat(sum.count()).isEqualTo(1001);
    assertThat((double) sum.maxNanos()).isCloseTo(5e9, within(5e6));
    assertThat(oneToThousand.count()).as("the summands stay as they were").isEqualTo(1000);
  }

  @Test
  void comesBackFromItsEncodedForm() {
    TimeHistogram back = TimeHistogram.decode(oneToThousand.encoded(), 3);

    assertThat(back.count()).isEqualTo(1000);
    assertThat(back.percentileNanos(99)).isEqualTo(oneToThousand.percentileNanos(99));
    assertThat(back.overRange()).isEqualTo(3);
  }

  @Test
  void timesOfAFewMicrosecondsAreWithinOneInAHundred() {
    for (long nanos = 5_000; nanos < 1_100_000; nanos += 997) {
      TimeHistogram one = TimeHistogram.ofNanos(nanos, nanos + 60_000_000);

      assertThat((double) one.percentileNanos(50)).isCloseTo(nanos, withinPercentage(1));
      assertThat((double) one.minNanos()).isCloseTo(nanos, withinPercentage(1));
    }
  }

  /** As in results from when the unit was 512 ns. */
  @Test
  void addsUpWithAHistogramOfACoarserUnit() {
    Histogram coarse = new Histogram(1_000, TimeHistogram.HIGHEST_NANOS, TimeHistogram.DIGITS);
    coarse.recordValueWithCount(20_000, 5);
    coarse.recordValue(TimeHistogram.HIGHEST_NANOS);
    TimeHistogram older = TimeHistogram.decode(TimeHistogram.of(coarse, 0).encoded(), 0);
    TimeHistogram newer = TimeHistogram.ofNanos(20_000, 20_100, TimeHistogram.HIGHEST_NANOS);

    assertThat(older.count()).isEqualTo(6);
    for (TimeHistogram sum : List.of(older.plus(newer), newer.plus(older))) {
      assertThat(sum.count()).isEqualTo(9);
      assertThat((double) sum.percentileNanos(50)).isCloseTo(20_000, within(512.0));
      assertThat((double) sum.maxNanos())
          .isCloseTo(TimeHistogram.HIGHEST_NANOS, withinPercentage(0.1));
    }
  }

  @Test
  void refusesWhatIsNoHistogram() {
    assertThatIllegalArgumentException().isThrownBy(() -> TimeHistogram.decode("@@@", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> TimeHistogram.decode("AAAA", 0));
  }

  @Test
  void nothingHasNoTimes() {
    assertThat(TimeHistogram.empty().count()).isZero();
    assertThat(TimeHistogram.empty().minNanos()).isZero();
    assertThat(TimeHistogram.empty().percentileNanos(99)).isZero();
    assertThat(TimeHistogram.empty().meanNanos()).isZero();
  }

  @Test
  void comesBackExactlyFromASourceThatIsNotTrusted() {
    TimeHistogram back = TimeHistogram.decodeExactly(oneToThousand.encoded(), 3);

    assertThat(back.encoded()).isEqualTo(oneToThousand.encoded());
    assertThat(back.count()).isEqualTo(1000);
    assertThat(back.overRange()).isEqualTo(3);
  }

  /** Five digits would take 50 MB before a single time is read. */
  @Test
  void refusesHistogramsOfAnotherShape() {
    for (Histogram other :
        List.of(
            new Histogram(32, TimeHistogram.HIGHEST_NANOS, 5),
            new Histogram(1, TimeHistogram.HIGHEST_NANOS, 3),
            new Histogram(32, TimeHistogram.HIGHEST_NANOS * 1000, 3))) {
      other.recordValue(20_000);
      String encoded = TimeHistogram.of(other, 0).encoded();

      assertThatIllegalArgumentException()
          .isThrownBy(() -> TimeHistogram.decodeExactly(encoded, 0));
    }
  }

  @Test
  void refusesCountsThatSumsCannotHold() {
    Histogram many = TimeHistogram.newHistogram();
    many.recordValueWithCount(20_000, Long.MAX_VALUE / 2);
    many.recordValueWithCount(50_000_000, Long.MAX_VALUE / 2);
    String encoded = TimeHistogram.of(many, 0).encoded();

    assertThatIllegalArgumentException().isThrownBy(() -> TimeHistogram.decodeExactly(encoded, 0));
  }

  /** Each byte in turn is changed, or the text ends there. */
  @Test
  void whateverIsDamagedIsAHistogramOrRefused() {
    byte[] bytes = Base64.getDecoder().decode(oneToThousand.encoded());
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= (byte) (1 << at % 8);
      refused += isRefused(changed) ? 1 : 0;
      assertThat(isRefused(Arrays.copyOf(bytes, at))).as("cut off at %d", at).isTrue();
    }

    assertThat(refused).isGreaterThan(bytes.length / 2);
  }

  private static boolean isRefused(byte[] bytes) {
    try {
      String encoded = Base64.getEncoder().encodeToString(bytes);
      return TimeHistogram.decodeExactly(encoded, 0).count() < 0;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }
}
